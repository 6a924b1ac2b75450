"""Ball arithmetic: expressions enclosed rigorously at exact points."""
