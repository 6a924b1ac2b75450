"""Why a relation that fails is not reported: it is said under something, or what was not read may tie its letters."""

from __future__ import annotations

from dataclasses import replace

from .letters import named
from .prose import claims, under
from .reading import Known, Reading
from .relation import Relation
from .standing import FAILS, standing
from .state import State
from .ties import restrict


def withheld(state: State, one: Relation, kind: str, reading: Reading) -> str:
    """The reason; empty where there is none."""
    if (word := under(one.of)) and not (kind == "limit" and word.startswith("limit")):
        return f"the sentence says {word!r}"
    if kind in ("identity", "bound") and one.of.displayed and not claims(one.of):
        return "an equation that may be a condition" if kind == "identity" else "a bound that may be a condition"
    letters = {key for key, _ in reading.letters if key != ("t",)} | {named(left) for left, _ in reading.rates}
    if kind == "bound" and state.narrowed & {letter for key in letters for letter in state.bases(frozenset((key,)))}:
        return "its letters are bounded by what was not held"
    if kind == "bound" and standing(_of_any_sign(state.known, reading)) != FAILS:
        return "the text does not say the signs of its letters"
    ties = [tie for tie in state.ties if tie.paragraph in (None, one.of.paragraph)]
    if restrict(letters, [frozenset(state.bases(tie.letters)) for tie in ties]):
        return "its letters are tied by a relation that was not read or not held"
    return ""


def _of_any_sign(known: Known, reading: Reading) -> Reading:
    """A bound over letters of either sign, where the text says none: of a bound, unlike of an equation, all may hang on that."""
    return replace(reading, letters=tuple((key, of if of != ">" or key in known.signs or key[0] == r"\|" else "")
                                          for key, of in reading.letters))


__all__ = ["withheld"]
