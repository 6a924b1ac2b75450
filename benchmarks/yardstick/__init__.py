"""Identities, bounds, limits, sums and integrals that others collected, each with a wrong twin, as data and the reader of that data."""
