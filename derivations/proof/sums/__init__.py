"""Finite sums whose bounds are whole numbers with letters in them: identities and inequalities that hold for every size."""
