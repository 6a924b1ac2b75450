"""Limits, exact expansions and orders of growth."""
