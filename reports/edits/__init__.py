"""What became of a statement that reads otherwise than it did."""
