"""What the domain says of open functions, at the points that occur: one line for each inequality between two of them."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations

from theoremtest.derivations.kernel.facts import OPEN
from theoremtest.derivations.kernel.open_functions import ROWS
from theoremtest.derivations.kernel.terms import Refused, Term, parts, shape

from .draft import Draft
from .effort import POINTS


def instances(draft: Draft, fact: Term) -> None:
    """Write what is known of open functions at the points that the fact and the domain speak of."""
    known = [held for held in draft.goal.hypotheses if held.head in OPEN]
    if not known:
        return
    spoken = [part for formula in (fact, *draft.goal.hypotheses, *draft.held) if formula.head not in OPEN for part in parts(formula)]
    for function in dict.fromkeys(held.args[0] for held in known):
        points = list(dict.fromkeys(part.args[0] for part in spoken if part.head == "function" and part.mark == function.mark))
        points += [point for point in _beside(spoken, function) if point not in points]
        about = [held for held in known if held.args[0] is function]
        for x, y in permutations(points[:POINTS], 2) if len(points) > 1 else [(point, point) for point in points]:
            _at(draft, about, x, y)


def _beside(spoken: list[Term], function: Term) -> list[Term]:
    """Other letters of the function's points: a minimiser whose gradient is not spoken of."""
    return [part for part in spoken if part.head == "MatrixSymbol" and shape(part) == shape(function.args[0])]


def _at(draft: Draft, about: list[Term], x: Term, y: Term) -> None:
    ends = draft.number(x), draft.number(y)
    for held in list(about):
        with suppress(Refused):
            line = draft.line("open", "convex", draft.place(held), *ends)
            about.append(draft.shown[line])
    about = list(dict.fromkeys(about))
    places = {held: draft.place(held) for held in about}
    for held in about:
        for name in ROWS if held.head != "Differentiable" else ():
            with suppress(Refused):
                line = draft.line("open", name, places[held], *ends)
                draft.instances.update({line: None} if name != "convex" else {})
    for low in about:
        for high in about:
            with suppress(Refused):
                draft.instances[draft.line("between", places[low], places[high], *ends)] = None
