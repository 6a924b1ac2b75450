"""Batched gradient flow and gradient descent of networks in Torch, gradients by autograd."""
