"""Orders of growth, and case distinctions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lark import Token, Tree
from sympy import S
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language.classifies import Classifies
from theoremtest.derivations.language.scales import Scales

from .build import build, build_condition
from .canonical import canonical
from .errors import NotationError
from .names import Names
from .parser import parse
from .reading import is_relation, lines_of, reader, right_side, scalar, two_sides
from .tokens import tex_tokens

COMPLETE = r"\text{exactly one of these at every point}"
"""The line that says of a case distinction that it leaves nothing out and nothing twice."""


@reader(Scales)
def _scales(text, like, names):
    """`e = \\Theta(x^{c})` or `e \\propto x^{c}`, `\\Theta(x^{c})`, or the exponent by itself."""
    if not is_relation(text) and r"\Theta" not in text:
        return replace(like, exponent=right_side(text, names, like.exponent))
    tree = parse(text, "order", names)
    left = [child for child in tree.children if isinstance(child, Tree) and child.data == "sum"]
    script = [child for child in tree.children if isinstance(child, Tree) and child.data == "power"]
    base = next(child for child in tree.children if isinstance(child, Token) and child.type in ("NAME", "NUMBER"))
    if base.type == "NUMBER":
        if base != "1":
            raise NotationError("an order is a power of the variable, or 1", base.column)
        variable, exponent = like.variable, S.Zero
    else:
        variable, exponent = base.value.value, scalar(script[0].children[2]) if script else S.One
    return replace(like, expression=scalar(left[0]) if left else like.expression, variable=variable, exponent=exponent)


@reader(Classifies)
def _classifies(text, like, names):
    """`\\text{label}: condition \\Rightarrow meaning`, one line for each label; a table's column is a bracket of equations.

    The meanings may be left out, and so may the last line, which says that the labels are complete. A relation alone is the condition or
    the meaning of one label, known by its left side and its sign.
    """
    if is_relation(text) and not any(token.text.startswith(r"\text{") for token in tex_tokens(text)):
        return _one_condition(build_condition(parse(text, "condition", names).children[0]), like)
    given, meaning, complete = {}, dict(like.meaning), like.complete
    for start, piece in lines_of(text):
        if [token.text for token in tex_tokens(piece)] == [COMPLETE]:
            complete = True
            continue
        try:
            _labelled(piece, like, names, given, meaning)
        except NotationError as error:
            error.column += start if error.column else 0
            raise error.within(text) from None
    return replace(like, given={label: given[label] for label in like.given if label in given}, meaning=meaning, complete=complete)


def _one_condition(said: Boolean, like: Classifies) -> Classifies:
    """A case distinction with one of its conditions, or of their meanings, as a relation has it."""
    places = [(field, label) for field in ("given", "meaning") for label, known in getattr(like, field).items()
              if isinstance(said, Relational) and type(known) is type(said) and canonical(known.lhs) == canonical(said.lhs)]
    if len(places) != 1:
        raise NotationError(f"a relation alone is the condition or the meaning of one label; this fits {len(places)} of "
                            f"{', '.join(like.given)}", 1)
    (field, label), = places
    return replace(like, **{field: {**getattr(like, field), label: said}})


def _labelled(piece: str, like: Classifies, names: Names, given: dict, meaning: dict) -> None:
    label = next((token.text[len(r"\text{"):-1] for token in tex_tokens(piece) if token.text.startswith(r"\text{")), None)
    if label not in like.given or label in given:
        raise NotationError(f"a line begins with one of the labels {', '.join(like.given)}, each once", 1)
    table = isinstance(like.given[label], tuple)
    stated = parse(piece, "table_row" if table else "labelled", names).children[2:]
    if isinstance(stated[-1], Tree) and stated[-1].data == "meaning":
        meaning[label] = build_condition(stated.pop().children[-1])
    given[label] = _columns(stated) if table else _where(stated[0])


def _where(stated: Tree | Token) -> Boolean:
    if isinstance(stated, Token) and stated.strip() != "everywhere":
        raise NotationError(r"a label is given on a condition, or \text{everywhere}", stated.column)
    return S.true if isinstance(stated, Token) else build_condition(stated)


def _columns(stated: Sequence[Tree | Token]) -> tuple:
    points = []
    for child in stated:
        if isinstance(child, Token):
            if child.strip() != "or":
                raise NotationError(r"\text{ or } stands between the columns of a table", child.column)
            continue
        sides = [two_sides(part) for part in child.children if isinstance(part, Tree)]
        points.append({build(left): build(right) for left, right, _ in sides})
    return tuple(points)
