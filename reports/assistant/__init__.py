"""What assistants are given by the model context protocol: tools that read a statement, decide it and say what was read."""
