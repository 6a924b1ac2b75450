"""A manuscript without marks, read for what a checked point speaks against, and the comments that would put it under test."""
