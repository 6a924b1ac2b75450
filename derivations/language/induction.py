"""A claim about every whole number from a start on: a depth, a number of layers, modes or samples, a degree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sympy import Basic, Function, Integer, Symbol, Tuple
from sympy.core.function import AppliedUndef

from .base import Statement
from .domain import Domain, atoms_of
from .errors import StatementError
from .latex import to_latex
from .statement import All, Equal, Holds

_ALLOWED = {"integer", "positive", "nonnegative", "real", "commutative", "finite", "rational"}
"""What a symbol may be assumed to be that runs through all whole numbers from a start on."""


@dataclass(frozen=True, eq=False)
class Induction(Statement):
    """`claim` holds, both sides defined, for every whole number `over` >= `start`.

    claim: an Equal, a Holds (comparisons, joined by `And`), or a conjunction of such; its domain is that of this statement,
    which says of `over` nothing but that it is declared.
    sequences: what is defined by recursion, `{x(n): (first, next)}` for x(start) = first and x(n + 1) = next, where n is `over`
    and `next` may speak of n and of the values at n of all sequences. Any other function is left open.
    """

    label: ClassVar[str] = "holds for every whole number"

    claim: Statement
    over: Symbol
    start: int = 0
    sequences: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "claim", _at_home(self.claim, self.on))
        object.__setattr__(self, "sequences", {name: Tuple(*pair) for name, pair in self.sequences.items()})
        super().__post_init__()
        if isinstance(self.start, Integer):
            object.__setattr__(self, "start", int(self.start))
        self._check_number()
        for name, pair in self.sequences.items():
            self._check_sequence(name, pair)
        self._check_values()

    def _check_number(self) -> None:
        number = self.over
        if not isinstance(number, Symbol) or number.is_integer is not True or number not in self.on.scalars:
            raise StatementError(f"an induction is over a whole number that its domain declares; got {number!r}")
        if isinstance(self.start, bool) or not isinstance(self.start, int):
            raise StatementError(f"an induction starts at a whole number; got {self.start!r}")
        told = {name for name, true in number._assumptions_orig.items() if true is not None}
        least = 1 if number.is_positive else 0 if number.is_nonnegative else self.start
        if told - _ALLOWED or self.start < least:
            raise StatementError(f"the symbol {number} is assumed to be {', '.join(sorted(told))}; "
                                 f"not every whole number from {self.start} on is")
        speaking = [condition for condition in self.on.conditions if number in atoms_of(self.on.expand(condition))]
        if speaking:
            raise StatementError(f"the claim is for every {number} >= {self.start}; its domain must not restrict {number}: {speaking[0]}")

    def _check_sequence(self, name: Basic, pair: Tuple) -> None:
        if not (isinstance(name, AppliedUndef) and name.args == (self.over,)) or len(pair) != 2:
            raise StatementError(f"a sequence is given as x({self.over}): (first, next); got {name}: {pair}")
        first, following = pair
        if self.over in atoms_of(first) or any(self._is_sequence(node) for node in first.atoms(AppliedUndef)):
            raise StatementError(f"the first value {first} of {name} speaks of {self.over} or of a sequence")
        if any(self._is_sequence(node) and node.args != (self.over,) for node in following.atoms(AppliedUndef)):
            raise StatementError(f"the next value {following} of {name} speaks of sequences elsewhere than at {self.over}")

    def _check_values(self) -> None:
        """A sequence has one argument, a whole number, and its recursion alone says what its values are."""
        for name in self.sequences:
            written = name.func.__name__
            if name.func not in (Function(written), Function(written, real=True)):
                raise StatementError(f"the name of the sequence {name} says more than that its values are real; "
                                     "its recursion says what they are")
        for expression in self.expressions():
            for node in self.on.expand(expression).atoms(AppliedUndef):
                if self._is_sequence(node) and not (len(node.args) == 1 and node.args[0].is_integer):
                    raise StatementError(f"a sequence has one argument, a whole number; got {node}")

    def _is_sequence(self, node: AppliedUndef) -> bool:
        return any(node.func == name.func for name in self.sequences)

    def claims(self) -> Iterator[Statement]:
        """The equations and relations that are claimed together."""
        return (part for _, part in self.claim.parts())

    def expressions(self) -> tuple:
        inside = [expression for part in self.claims() for expression in part.expressions()]
        return (*inside, *(value for pair in self.sequences.values() for value in pair))

    def latex(self) -> str:
        lines = []
        for name, (first, following) in self.sequences.items():
            lines.append(f"{to_latex(name.func(self.start))} = {to_latex(first)}")
            lines.append(f"{to_latex(name.func(self.over + 1))} = {to_latex(following)}")
        lines += [part.latex() for part in self.claims()]
        lines.append(rf"\text{{for every whole number}} {to_latex(self.over)} \geq {self.start}")
        return r" \\ ".join(lines)


def _at_home(claim: Statement, domain: Domain) -> Statement:
    """The claim over the domain of the induction."""
    if isinstance(claim, All):
        return replace(claim, members={name: _at_home(part, domain) for name, part in claim.members.items()}, on=domain)
    if not isinstance(claim, (Equal, Holds)):
        raise StatementError(f"an induction is over equations and relations; got {getattr(claim, 'kind', claim)!r}")
    if isinstance(claim, Equal) and any(getattr(side, "is_Matrix", False) for side in (claim.left, claim.right)):
        raise StatementError("an induction is over equations between scalars")
    return replace(claim, on=domain)
