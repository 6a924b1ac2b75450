"""The one table of functions: where each is defined, continuous and differentiable, its derivative, its other form, its enclosure."""
