"""The pages that phones see: live scores, the verdict, the winner's form."""
