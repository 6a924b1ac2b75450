"""Motions without a closed form: sets that a flow never leaves, and rates of decay."""

from __future__ import annotations

from dataclasses import replace

from sympy import Integer, cancel

from theoremtest.derivations.language.bounds import NO_OTHERS, ONE_MOTION, UP_TO, ConservedExactly, Decays, Stays, UniqueMotion
from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.motion import Conserved

from .build import build_condition, column_of, sides
from .errors import NotationError
from .kinds_change import changing
from .parser import parse
from .reading import READERS, is_relation, lines_of, reader, scalar

WORDS = r"\text{never left:}"


@reader(Stays)
def _stays(text, like, names):
    """`\\text{never left:} condition`, or the condition by itself."""
    start = len(text) - len(text.lstrip())
    if not text[start:].startswith(WORDS):
        return replace(like, region=build_condition(parse(text, "condition", names).children[0]))
    start += len(WORDS)
    try:
        return replace(like, region=build_condition(parse(text[start:], "condition", names).children[0]))
    except NotationError as error:
        error.column += start if error.column else 0
        raise error.within(text) from None


@reader(UniqueMotion)
def _unique(text, like, names):
    """`\\text{exactly one motion for all times}`, or with `in:` behind it and a condition; or the condition by itself."""
    if text.strip() == ONE_MOTION:
        return replace(like, region=None)
    words = ONE_MOTION[:-1] + " in:}"
    start = text.index(words) + len(words) if text.lstrip().startswith(words) else 0
    return replace(like, region=build_condition(parse(" " * start + text[start:], "condition", names).children[0]))


@reader(Decays)
def _decays(text, like, names):
    """`\\dot V \\leq -c V`, with the power of V that the claim has; or its right-hand side by itself."""
    if is_relation(text):
        trees, signs = sides(parse(text, "relation", names))
        if len(signs) != 1 or signs[0].type != "LE":
            raise NotationError(r"a rate of decay reads \dot V \leq -c V", signs[0].column)
        quantity, tree = changing(trees[0], like, names)[0], trees[1]
    else:
        quantity, tree = like.quantity, parse(text, "expression", names).children[0]
    bound, own = scalar(tree), replace(like, quantity=quantity, rate=Integer(1)).fall
    rate = cancel(-bound / own)
    if atoms_of(like.on.expand(rate)) & set(like.along.states):
        raise NotationError("the right side is -c times the quantity, with its power, and c stands still", column_of(tree))
    return replace(like, quantity=quantity, rate=rate)


@reader(ConservedExactly)
def _conserved_exactly(text, like, names):
    """One line for each quantity, as of a conserved one; the last says that there are no others, or none up to a degree."""
    *lines, (start, last) = lines_of(text)
    closing = last.strip()
    number = closing.removeprefix(UP_TO).strip()
    if closing != NO_OTHERS and not (closing.startswith(UP_TO) and number.isdecimal()):
        raise NotationError(f"the last line says {NO_OTHERS}, or {UP_TO} and a number", start + 1)
    read = READERS[Conserved]
    found = []
    for start, line in lines:
        try:
            found.append(read(line, Conserved(Integer(0), along=like.along, on=like.on), names).quantity)
        except NotationError as error:
            error.column += start if error.column else 0
            raise error.within(text) from None
    return replace(like, quantities=tuple(found), degree=None if closing == NO_OTHERS else int(number))
