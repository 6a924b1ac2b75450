"""What keeps an expression from its normal form, or asks for cases to be told apart first."""

from __future__ import annotations


class NotInTower(Exception):
    """The expression holds something that the tower has no generator for."""


class NoValue(Exception):
    """The expression has no real value anywhere on the domain: nothing is claimed there."""


class Unsigned(Exception):
    """A case distinction needs a sign that the domain leaves open.

    symbols: domain symbols on whose sign it may hang. quantity: a polynomial in domain symbols of open sign, or None.
    """

    def __init__(self, symbols, quantity=None):
        super().__init__("the sign of a root or a case is open")
        self.symbols, self.quantity = symbols, quantity
