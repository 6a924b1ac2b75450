"""Sets of possible signs as three-bit numbers, with the arithmetic that sums, products and powers induce on them."""

from __future__ import annotations

NEG, ZERO, POS = 1, 2, 4
NONPOS, NONZERO, NONNEG, ANY = NEG | ZERO, NEG | POS, ZERO | POS, NEG | ZERO | POS

_VALUE = {NEG: -1, ZERO: 0, POS: 1}
_BIT = {-1: NEG, 0: ZERO, 1: POS}


def members(signs: int) -> tuple[int, ...]:
    """The signs -1, 0, 1 that the set holds."""
    return tuple(_VALUE[bit] for bit in (NEG, ZERO, POS) if signs & bit)


def bit(value) -> int:
    """The one-element set of a number's sign."""
    return POS if value > 0 else NEG if value < 0 else ZERO


def _table(rule) -> list[list[int]]:
    table = [[0] * 8 for _ in range(8)]
    for left in range(8):
        for right in range(8):
            for a in members(left):
                for b in members(right):
                    table[left][right] |= rule(a, b)
    return table


_TIMES = _table(lambda a, b: _BIT[a * b])
_PLUS = _table(lambda a, b: ANY if a * b < 0 else _BIT[a or b])


def times(a: int, b: int) -> int:
    """Signs of a product."""
    return _TIMES[a][b]


def plus(a: int, b: int) -> int:
    """Signs of a sum."""
    return _PLUS[a][b]


def negate(a: int) -> int:
    """Signs of the negative."""
    return _TIMES[a][NEG]


def power(a: int, n: int) -> int:
    """Signs of an integer power, n >= 0."""
    if n == 0:
        return POS
    if n % 2:
        return a
    return (POS if a & NONZERO else 0) | (a & ZERO)


def inside(a: int, wanted: int) -> bool:
    """Whether every possible sign is a wanted one."""
    return a | wanted == wanted


def settled(signs: int, seen: int, wanted: int = 0) -> bool:
    """Whether no sharper answer is needed: one sign is left, or all that are left are seen, or wanted."""
    return signs in (0, POS, NEG, ZERO, seen) or bool(wanted and inside(signs, wanted))
