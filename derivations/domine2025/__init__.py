"""Lambda-balanced linear networks (Dominé et al., 2025): all of it, one module per section."""
