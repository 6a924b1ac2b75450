r"""What a printed relation sign stands for: of `left \approx right`, `left \to right`, `left \propto right` or `left = right + O(order)` a
statement says which limit, or which factor, is meant. This ties the printed sides to the statement's own formulas."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, S

from .errors import ClaimError
from .material import told

SIGNS = (r"\approx", r"\to", r"\propto", "=")
"""The signs that a reading may take for a limit or for an identity up to a factor; `=` for a limit only."""


@dataclass(frozen=True)
class Spoken:
    r"""A printed relation beside the statement that it is read as.

    Of a limit: `expression` is `scale * left`, `value` is `scale * right` and `rate` is `scale * order`; `turned` where it is the right
    side, times the scale, that tends to the left one. Of an identity: the left sides are one formula, and the right one is `scale * right`,
    so that `\propto` leaves out the factor `scale`. A test holds all of this.
    """

    sign: str
    left: Expr
    right: Expr
    scale: Expr = S.One
    order: Expr | None = None
    turned: bool = False

    def __post_init__(self) -> None:
        if self.sign not in SIGNS:
            raise ClaimError(f"a sign that is read as another relation is one of {', '.join(SIGNS)}; got {told(self.sign)}")
