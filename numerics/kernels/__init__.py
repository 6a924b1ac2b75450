"""An expression becomes a NumPy, Numba, Torch or mpmath function."""

from theoremtest.numerics.kernels.compiled import BACKENDS, Kernel, KernelError, kernel

__all__ = ["BACKENDS", "Kernel", "KernelError", "kernel"]
