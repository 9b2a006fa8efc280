"""The composition root: cameras, the table loop, the store, the command line."""
