"""What makes and judges the networks: glyphs, scenes, training, evaluation."""
