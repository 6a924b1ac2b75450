"""How it is computed: kernels, reference integration, gradient flow, and one solver per exactly solvable model."""
