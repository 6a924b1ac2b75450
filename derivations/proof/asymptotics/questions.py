"""What keeps an expression from being expanded, or asks for more terms or for cases to be told apart."""

from __future__ import annotations


class Unsupported(Exception):
    """The expression, or its behaviour in the limit, is outside what expansions cover."""


class MoreTerms(Exception):
    """All terms that were kept cancel: a longer expansion is needed."""


class OpenSign(Exception):
    """The expansion depends on the sign of `quantity`, which the domain leaves open."""

    def __init__(self, quantity):
        super().__init__(str(quantity))
        self.quantity = quantity
