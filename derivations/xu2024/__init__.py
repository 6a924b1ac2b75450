"""The latent variable model (Xu and Ziyin, 2024): all of it, one module per section."""
