"""The program `theoremtest`."""
