"""High-precision and enclosing integration of initial value problems."""
