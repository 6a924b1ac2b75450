"""Inductive bias from layerwise structure and backpropagation (Nam, 2024): the thesis, one module per section."""
