"""Conjunctions: all parts one below the other, or one part that is known by its left side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from sympy import Dummy, Expr, Float, Integral, Rational, Sum, Symbol, expand
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from theoremtest.derivations.language.diffusion import MeanEvolves
from theoremtest.derivations.language.expectation import ConvergesInProbability, Covariance, Expectation
from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.square_root import SquareRoot
from theoremtest.derivations.language.statement import (
    All,
    Conserved,
    Equal,
    Evolves,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Inverse,
    Limit,
    Solves,
    Statement,
)
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.language.tails import TailBound

from .canonical import canonical, same_formula
from .errors import NotationError
from .reading import is_relation, lines_of, read_statement, reader, sign_column
from .shapes import is_matrix
from .words_of import chains_of


@reader(All)
def _all(text, like, names):
    """All parts in their order, with `\\\\` between them; or one part alone where its left side says which."""
    pieces = lines_of(text)
    lines = {name: len(lines_of(part.latex())) for name, part in like.members.items()}  # a table has several
    if len(pieces) == 1 and len(lines) > 1:
        said = {name: read_statement(text, like.members[name]) for name in parts_meant(text, like)}
        return replace(like, members={**like.members, **said})
    if len(pieces) != sum(lines.values()):
        raise NotationError(f"{len(pieces)} lines for parts of {sum(lines.values())}: {', '.join(like.members)}", 1)
    members, first = {}, 0
    for name, part in like.members.items():
        start, last = pieces[first][0], pieces[first + lines[name] - 1]
        try:
            members[name] = read_statement(text[start:last[0] + len(last[1])], part)
        except NotationError as error:
            error.column += start if error.column else 0
            error.text = text
            raise
        first += lines[name]
    return replace(like, members=members)


def parts_meant(text: str, like: All, taken: Collection[str] = ()) -> list[str]:
    """The parts that a formula says: the one that it fits, or all that say one formula of several domains, as it then holds on each."""
    fitting = _fitting(text, like, taken)
    if len({like.members[name].latex() for name in fitting}) == 1:
        return fitting
    own = [name for name in fitting if _is_part(read_statement(text, like.members[name]), like.members[name])]
    if len(own) == len(fitting) or len(own) == 1:
        return own  # all of them: of the product of two states, whatever their signs
    return [part_meant(text, like, taken)]


def _is_part(read: Statement, part: Statement) -> bool:
    """Whether a formula with the left side of a part has its right side as well, matrices multiplied out."""
    return same_formula(read, part) or (isinstance(part, Equal) and _one_side(read.right, part.right))


def in_their_order(texts: Sequence[str], like: All) -> dict[int, str]:
    """The parts of a conjunction for as many formulas in their order, where each has the left side of its part; else nothing."""
    if len(texts) != len(like.members):
        return {}
    fit = all(read_if_same_left(text, part) is not None for text, part in zip(texts, like.members.values(), strict=True))
    return dict(enumerate(like.members)) if fit else {}


def read_if_same_left(text: str, part: Statement) -> Statement | None:
    """A formula in the place of a part, where it is read and has the part's left side."""
    try:
        read = read_statement(text, part)
    except NotationError:
        return None
    return read if same_left(read, part) else None


def part_meant(text: str, like: All, taken: Collection[str] = ()) -> str:
    """The part whose left side, kind and names fit a formula; none is an error, and so is more than one, unless some of them are taken
    by the formulas before it."""
    fitting = _fitting(text, like, taken)
    if len(fitting) != 1:
        raise NotationError("this claim has the parts " + ", ".join(like.members) + "; give all of them with \\\\ between them, "
                            "or name the part", 1)
    return fitting[0]


def _fitting(text: str, like: All, taken: Collection[str]) -> list[str]:
    """The parts that a formula fits, at least one; of those that others took, none while another is left."""
    fitting, furthest = [], None
    for name, part in like.members.items():
        try:
            read = read_statement(text, part)
        except NotationError as error:
            furthest = error if furthest is None or error.column > furthest.column else furthest
            continue
        if is_relation(text) and same_left(read, part):
            fitting.append(name)
    if len(fitting) > 1 and (free := [name for name in fitting if name not in taken]) and len(free) < len(fitting):
        fitting = free[:1]
    if not fitting and furthest is not None and furthest.column > sign_column(text) > 0:
        raise furthest
    if not fitting and furthest is not None and furthest.message.startswith("unknown name"):
        raise NotationError(f"{furthest.message}; this claim has the parts {', '.join(like.members)}", furthest.column, furthest.near)
    if not fitting:
        raise NotationError("this claim has the parts " + ", ".join(like.members) + "; give all of them with \\\\ between them, "
                            "or name the part", 1)
    return fitting


_LEFT = {Equal: ("left",), Evolves: ("quantity", "symbol"), Conserved: ("quantity",), Solves: (),
         Limit: ("expression", "variable", "to"), Iff: ("left",),
         Expectation: ("quantity", "moment"), Covariance: ("first", "second"), MeanEvolves: ("quantity",), TailBound: ("event",),
         ConvergesInProbability: ("quantity", "variable"), Scales: ("expression", "variable"), RankBound: ("matrix", "neurons"),
         SquareRoot: ("of",), Inverse: ("matrix",), Gradient: ("potential", "variable"), Hessian: ("potential", "variable")}


def same_left(one: Statement, other: Statement) -> bool:
    """Whether two statements of one kind speak of the same left side."""
    if isinstance(one, Holds):
        single = isinstance(one.relation, Relational) and isinstance(other.relation, Relational)
        return single and canonical(one.relation.lhs) == canonical(other.relation.lhs)
    fields = _LEFT.get(type(one))
    return fields is not None and all(_one_side(getattr(one, name), getattr(other, name)) for name in fields)


def _one_side(one: object, other: object) -> bool:
    """Whether two sides are one formula, matrices multiplied out."""
    if canonical(one) == canonical(other):
        return True
    if isinstance(one, Expr) and isinstance(other, Expr) and not (is_matrix(one) or is_matrix(other)):
        return _agree(one, other)
    if not (is_matrix(one) and is_matrix(other)) or one.shape != other.shape:
        return False
    left, right = (Counter((expand(factor), word) for factor, word in chains_of(side)) for side in (one, other))
    return left == right


def _agree(one: Expr, other: Expr) -> bool:
    """Whether two scalars agree at some points: this tells which part a formula is held to, nothing of whether it holds."""
    if one.free_symbols != other.free_symbols or any(side.has(AppliedUndef, Sum, Integral) for side in (one, other)):
        return bool(expand(one - other) == 0)
    dots = sorted({canonical(dot) for dot in one.atoms(Dot) | other.atoms(Dot)}, key=str)
    products = {dot: Dummy(f"dot{k}") for k, dot in enumerate(dots)}
    one, other = (side.xreplace({dot: products[canonical(dot)] for dot in side.atoms(Dot)}) for side in (one, other))
    letters = sorted(one.free_symbols | other.free_symbols, key=str)
    if not all(isinstance(letter, Symbol) for letter in letters):
        return False
    gap = (one - other).doit()
    for start in (3, 5):
        point = {letter: Rational(2 * k + start, k + 2) for k, letter in enumerate(letters)}
        value = gap.subs(point).evalf(30)
        if not value.is_number or value.is_real is False or abs(value) > Float("1e-20"):
            return False
    return True
