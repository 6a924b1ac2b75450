"""Definite integrals: where they have a value, closed forms that are checked, and integrals without one as unknown numbers."""
