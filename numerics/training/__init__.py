"""Batched gradient flow and gradient descent of networks in Torch, gradients by autograd."""

from theoremtest.numerics.training.gradient_flow import Network, available, descend, flow, kernel_distance, ntk

__all__ = ["Network", "available", "descend", "flow", "kernel_distance", "ntk"]
