"""Exact points of a domain: the simplest first, at random, on its boundary; and the coordinates that they are given in."""
