"""The formulas of a paragraph, its definitions first: what each of its relations is, and is taken in as."""

from __future__ import annotations

import re
from collections.abc import Sequence

from theoremtest.derivations.notation import NotationError, Source
from theoremtest.derivations.notation.displays import both_signs, display, pieces, sides_and_signs

from .judge import Judge
from .letters import Key, at_times, named, names_in
from .links import hold, links
from .meanings import doubt, function, goes_round, restates, stands_for
from .motion import limit, moved_by, rate, solution, start
from .passages import Formula
from .prose import claims, defines, local, signs_in, spaces_in
from .relation import AT_INFINITY, EQUAL, ORDER, STARTED, Relation, in_passing, is_number, kind_of, left_name, supposed
from .sizes import sized
from .state import State
from .suspicion import circular_function


def read_paragraph(state: State, judge: Judge, formulas: Sequence[Formula]) -> None:
    """Read the formulas of a paragraph."""
    known, signs = state.known, dict(state.known.signs)
    state.section = formulas[0].section
    known.vectors = state.noted.vectors.get(state.section, set())
    for formula in formulas:
        known.spaces.update(spaces_in(formula))
        if re.search(r"\b(?:conserved|constant)\b[^\x00]{0,40}$", formula.words) and (key := left_name(formula)) is not None:
            known.constant.add(key)
    found: list[Relation] = []
    above: Source | None = None
    for formula in formulas:
        known.signs.update(signs_in(formula))
        relations, above = _relations(state, formula, above)
        found += relations
    for one in found:
        if _is_definition(one):
            _define(state, judge, one)
    for one in found:
        if not _is_definition(one):
            _take(state, judge, one)
    known.signs = {**{key: sign for key, sign in known.signs.items() if sign == ">"}, **signs}


def _is_definition(one: Relation) -> bool:
    """Whether a relation says what a name stands for, wherever in its paragraph that stands."""
    if one.role == "definition":
        return True
    return not one.of.displayed and defines(one.of) and not local(one.of) and not is_number(one.sides[1]) and (
        named(one.sides[1].text) is None)


def _relations(state: State, formula: Formula, above: Source | None) -> tuple[list[Relation], Source | None]:
    """The relations of a formula; what TeX, a sign of another kind or a word stands in the way of is counted.

    above: the last side of the display above, which a display that begins with its sign carries on; it comes back for the next one.
    """
    found: list[Relation] = []
    try:
        signed = both_signs(display(formula.source).formula)
        if len(signed) > 1 and not formula.displayed:
            raise NotationError("two signs at once")
        for piece in (piece for one in signed for piece in pieces(one)):
            sides, signs = sides_and_signs(piece.source)
            if signs and not sides[0].text and above is not None:
                sides[0] = above
            if formula.displayed:
                above = sides[-1]
            if piece.kind in ("equation", "initial", "definition") and signs:
                found.append(Relation(formula, sides, signs, "definition" if piece.kind == "definition" else ""))
            elif piece.kind == "condition" and "=" in signs:
                state.tie(piece.source.text, formula.paragraph)
            elif piece.kind == "condition" and signs and set(signs) <= ORDER:
                if formula.displayed and not piece.given and claims(formula):
                    found.append(Relation(formula, sides, signs, ""))
                else:
                    state.narrow(sides)
        return found, above
    except NotationError as error:
        state.refuse(formula, kind_of(error.message))
        state.tie(formula.source.text, None if formula.displayed else formula.paragraph)
        return [], above


# what a relation is ----------------------------------------------------------------------------------------------------


def _define(state: State, judge: Judge, one: Relation) -> None:
    """Take `name = formula` down as what the name stands for, further sides as links."""
    if set(one.signs) != EQUAL:
        return
    try:
        key = state.name(one.sides[0])
        if function(state, one) or key is not None and sized(state, one, lambda: stands_for(state, key, one)):
            links(state, judge, one, 1)
            return
    except NotationError as error:
        state.refuse(one.of, kind_of(error.message))
    _take(state, judge, one)


def _take(state: State, judge: Judge, one: Relation) -> None:
    try:
        sized(state, one, lambda: _take_in(state, judge, one))
    except NotationError as error:
        state.refuse(one.of, kind_of(error.message))
        state.tie(" = ".join(side.text for side in one.sides), None if one.of.displayed else one.of.paragraph)


def _take_in(state: State, judge: Judge, one: Relation) -> None:
    """Take a relation in by its form: a rate, a limit, a start, a function, or an equation."""
    left, sign = one.sides[0], one.signs[0]
    if sign != "=":
        if set(one.signs) - EQUAL - ORDER:
            state.refuse(one.of, f"the sign {sign}")
        else:
            links(state, judge, one, 0)
        return
    key, started = state.name(left), STARTED.fullmatch(left.text.strip())
    if (moved := moved_by(left)) is not None:
        rate(state, judge, one, *moved)
    elif left.text.startswith(r"\lim") or AT_INFINITY.fullmatch(left.text.strip()):
        limit(state, judge, one)
    elif key is not None and started is not None and (moving := named(started["name"])) in state.known.rates:
        start(state, one, key, moving)
        return
    elif not function(state, one):
        circular_function(state, one)
        _equation(state, judge, one, key)
    links(state, judge, one, 1)


def _equation(state: State, judge: Judge, one: Relation, key: Key | None) -> None:
    """Take in the first link of an equation, as a solution, as what a name stands for, as a setting, or as what is held. key: the name
    that its left side is."""
    text, known = " = ".join(side.text for side in one.sides[:2]), state.known
    if why := state.why_not(at_times(one.sides[1]).text):
        state.refuse(one.of, why)
        state.tie(text, None if one.of.displayed else one.of.paragraph)
    elif key is not None and key in known.rates:
        solution(state, judge, one, key, text)
    elif key is not None and key not in known.stands_for and (
            one.of.displayed or not in_passing(one) or len(names_in(one.sides[1].text)) > 1 and not supposed(one)):
        if not stands_for(state, key, one):
            if one.of.displayed and goes_round(known, key, one):
                hold(state, judge, one, 0, "identity")
            else:
                doubt(state, one, key)
                state.tie(text, None)
    elif key is not None and key in known.stands_for and not restates(state, one, key):
        if not one.of.displayed and in_passing(one) or not stands_for(state, key, one):
            doubt(state, one, key)
            state.tie(text, one.of.paragraph)
    elif not one.of.displayed and (local(one.of) or is_number(one.sides[1])):
        state.set(one)
        state.tie(text, one.of.paragraph)
    else:
        hold(state, judge, one, 0, "identity")


__all__ = ["read_paragraph"]
