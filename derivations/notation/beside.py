r"""What stands beside an equation and says more than it: labels of braces, initial values, what a letter of the claim stands for. It is
held to the claim as further equations; what the claim knows nothing of is handed back to be noted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from sympy import Symbol
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language.statement import All, Statement

from .conditions import build_condition
from .conjunctions import placed
from .displays import sides_and_signs
from .errors import NotationError
from .kinds_change import equal_over
from .names import names_of
from .parser import parse
from .reading import read_expression
from .setting import Setting, spoken_of, with_declared, within
from .source import Source
from .tokens import tex_tokens

_ORDERS = {"<", ">", r"\le", r"\leq", r"\leqslant", r"\ge", r"\geq", r"\geqslant", r"\ne", r"\neq"}


@dataclass
class Beside:
    """Further equations that must hold, conditions that must be the claim's, and what is only noted."""

    also: list[Statement] = field(default_factory=list)
    conditions: list[tuple[str, Boolean]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def note(self, why: str, source: Source) -> None:
        """Set a piece aside."""
        self.notes.append(f"set aside, {why}: {' '.join(source.text.split())}")


def claim_parts(like: Statement) -> list[Statement]:
    """The statement, or its parts."""
    return list(like.members.values()) if isinstance(like, All) else [like]


def held(equation: Source, like: Statement) -> Statement | None:
    """An equation over the names of the first part that has them; None where both sides are one value already.

    Raises NotationError where no part has them.
    """
    errors = []
    for part in claim_parts(like):
        try:
            return link(equation, part)
        except NotationError as error:
            errors.append(error)
    raise max(errors, key=lambda error: error.column)


def link(equation: Source, like: Statement) -> Statement | None:
    """An equation over a statement's domain; None where its sides are one name or one value."""
    left, right = sides_and_signs(equation)[0]
    if _spelled(left.text) == _spelled(right.text) or _same_value(left.text, right.text, like):
        return None
    return placed(equation, lambda: equal_over(equation.text, like))


def _links(source: Source, like: Statement) -> list[Statement]:
    """The links of an equation or of a chain of them."""
    made = [link(Source.joined(pair, " = "), like) for pair in pairwise(sides_and_signs(source)[0])]
    return [statement for statement in made if statement is not None]


def _spelled(text: str) -> list[str]:
    return [token.text for token in tex_tokens(text)]


def _same_value(left: str, right: str, like: Statement) -> bool:
    try:
        return read_expression(left, like) == read_expression(right, like)
    except NotationError:
        return False


def condition(source: Source, like: Statement) -> tuple[str, Boolean]:
    """A condition as typed and as read, over the names of the statement or of its first part."""
    part = claim_parts(like)[0]
    return source.text, placed(source, lambda: build_condition(
        parse(source.text, "condition", with_declared(names_of(part), part, source.text)).children[0]))


def labels(given: Iterable[tuple[Source, Source]], like: Statement, found: Beside) -> None:
    """Hold what labels of braces say of the part that they stand beside: an equation, a bound, or the part's name where it is a letter of
    the claim; any other label is noted."""
    for part, label in given:
        sides, signs = sides_and_signs(label)
        if signs and set(signs) <= _ORDERS:
            found.conditions.append(condition(Source.joined([part, label], " = " if sides[0].text else " "), like))
        elif (signs and set(signs) == {"="}) or (not signs and _names_it(label, like)):
            run = [part, *(side for side in sides if side.text)]
            made = [held(Source.joined(list(pair), " = "), like) for pair in pairwise(run)]
            found.also += [statement for statement in made if statement is not None]
        else:
            found.note("as it is the label of a brace and no equation", label)


def _names_it(label: Source, like: Statement) -> bool:
    """Whether a label is a number, or a letter of the claim that is no size; a size counts what is above it."""
    tokens = tex_tokens(label.text)
    if tokens and all(token.text.isdigit() for token in tokens):
        return True
    for part in claim_parts(like):
        known = with_declared(names_of(part), part, label.text).match(tokens, 0)
        if known is not None and known[1] == len(tokens):
            return not (isinstance(known[0].value, Symbol) and known[0].value.is_integer)
    return False


def start(source: Source, like: Statement, found: Beside) -> None:
    """Hold an initial value to what the claim starts from; where no part has one, it is noted."""
    left = sides_and_signs(source)[0][0]
    for part in claim_parts(like):
        try:
            read_expression(left.text, part)
        except NotationError:
            continue
        found.also += _links(source, part)
        return
    found.note("as the claim starts from no given value", source)


def is_of(left: str, like: Statement) -> bool:
    """Whether a text is a formula in a statement's own names, so that it is no new name."""
    try:
        with within(Setting()):
            read_expression(left, like)
    except NotationError:
        return False
    return True


def means(left: str, source: Source, like: Statement, found: Beside) -> bool:
    """Hold what a letter or a formula of the claim is said to be; whether it is one that the claim speaks of."""
    for part in claim_parts(like):
        tokens = tex_tokens(left)
        known = names_of(part).match(tokens, 0)
        if is_of(left, part) if known is None or known[1] != len(tokens) else known[0].value in spoken_of(part):
            found.also += _links(source, part)
            return True
    return False
