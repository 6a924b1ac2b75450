"""How large a formula may be: every bound on length, nesting and numbers, so that reading ends quickly whatever is given."""

LENGTH = 20_000
"""Characters of a formula."""
TOKENS = 8_000
DEPTH = 60
"""Brackets, fractions and scripts inside one another."""
DIGITS = 40
"""Digits of one number."""
EXPONENT = 1_000
"""Size of a rational exponent's numerator and denominator."""
BITS = 4_096
"""Size of a power of numbers."""
NUMBER_FACTOR_BITS = 256
"""Size of a number of which a fractional power is taken."""
ARGUMENTS = 8
"""Arguments of max and min."""
SIDES = 16
"""Sides of a chain, every pair of which may be the claim."""
ROWS = 16
"""Rows and columns of a written-out matrix, and of cases."""
