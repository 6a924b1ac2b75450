"""Means over draws: normal numbers and matrices, counts, fair bits, outcomes with a mass, in every dimension."""
