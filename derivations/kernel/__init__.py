"""The check of proofs and of points: does it show what a statement asks for? Imports the language and SymPy nowhere."""
