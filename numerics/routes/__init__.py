"""The checks of a statement that share nothing with the exact engine: points, integration, gradient flow."""
