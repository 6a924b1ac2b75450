"""An expression becomes a NumPy, Numba, Torch or mpmath function."""
