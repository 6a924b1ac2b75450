"""What a relation says that a name stands for."""

from __future__ import annotations

from theoremtest.derivations.notation import NotationError

from .letters import Key, at_times, holds_identity, inner_of, latex_of, named, names_in
from .prose import claims, defines
from .reading import Known, read_over
from .relation import APPLIED, Relation
from .state import State
from .suspicion import circular, misfit


def function(state: State, one: Relation) -> bool:
    """Take `f(x) = formula` down; whether it is one."""
    match = APPLIED.fullmatch(one.sides[0].text.strip())
    if match is None or match["of"].strip() in ("t", "0") or r"\left" in match["name"]:
        return False
    known, key, of = state.known, named(match["name"].strip()), named(match["of"].strip())
    right = at_times(one.sides[1]).text
    if key is None or of is None or state.why_not(right) or of not in {name.key for name in names_in(right)} or of in known.stands_for:
        return False
    before = known.functions.get(key)
    state.said_by[f"{latex_of(key)}({latex_of(of)})", right] = id(one.of)
    known.functions[key] = (latex_of(of), right)
    try:
        known.base([latex_of(key)])
    except NotationError:
        known.functions.pop(key) if before is None else known.functions.update({key: before})
        return False
    state.read_of.add(id(one.of))
    return True


def doubt(state: State, one: Relation, key: Key) -> None:
    """Suspect what gives a name no meaning."""
    right = at_times(one.sides[1]).text
    if not misfit(state, one, "definition", latex_of(key) if key in state.known.spaces else "", right):
        circular(state, one, key, right)


def stands_for(state: State, key: Key, one: Relation) -> bool:
    """Take a name down for the right side; whether it can be."""
    text = at_times(one.sides[1]).text
    if state.why_not(text) or not abbreviates(state.known, key, text):
        if _of_vectors(state.known, text):
            state.known.unread.add(key)
        return False
    state.known.unread.discard(key)
    state.said_by[latex_of(key), text] = id(one.of)
    state.defined_in[key] = one.of.section, one.of.paragraph
    state.read_of.add(id(one.of))
    return True


def _of_vectors(known: Known, text: str) -> bool:
    """Whether a formula speaks of vectors or matrices, as far as can be seen."""
    vectors = known.vectors | known.unread | {key for key, space in known.spaces.items() if space}
    return holds_identity(text) or any(name.inner in vectors for name in names_in(text))


def abbreviates(known: Known, key: Key, text: str) -> bool:
    """Take a name down for a formula; what cannot be read, or goes round in a circle, is no abbreviation."""
    if known.ranges.speaks(text) and set(known.ranges.of(key)) != set(known.ranges.places(text)):
        return False  # an index on one side alone
    before = known.stands_for.pop(key, None)
    try:
        read_over(known, f"{text} = {text}", [text]).statement()
        known.stands_for[key] = text
        known.base([latex_of(key)])
        return True
    except NotationError:
        known.stands_for.pop(key, None)
        if before is not None:
            known.stands_for[key] = before
        return False


def goes_round(known: Known, key: Key, one: Relation) -> bool:
    """Whether what a name is said to be is made of what is made of it, so that it is a law and no meaning."""
    letters = {name.inner for name in known.base([at_times(one.sides[1]).text])[0]}
    inner = inner_of(key)
    return inner in letters and inner not in {name.inner for name in names_in(one.sides[1].text)}


def restates(state: State, one: Relation, key: Key) -> bool:
    """Whether a name that has a meaning is said to be equal to something, rather than given another one."""
    return claims(one.of) and not defines(one.of) and state.defined_in.get(key, (-1, 0))[0] == one.of.section


__all__ = ["abbreviates", "doubt", "function", "goes_round", "restates", "stands_for"]
