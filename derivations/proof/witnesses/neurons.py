"""Sums over neurons, compared neuron by neuron: what a product, or a sum of them, is as such a sum."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from theoremtest.derivations.kernel.facts import equal
from theoremtest.derivations.kernel.terms import Refused, Term, at_neuron, shape, term

from .draft import Draft


def neuron_by_neuron(draft: Draft, fact: Term, at_every_index: Callable[[Draft, Term], bool]) -> bool:
    """Whether a sum over neurons is shown to be the other side: one too, or written as one, since e e^T adds up to the identity."""
    for node, other in (fact.args, fact.args[::-1]):
        if node.head == "OverNeurons":
            unit = node.args[1]
            made = other if other.head == "OverNeurons" else _spread(other, unit)
            if made is None:
                continue
            if made is not other:
                made = term("OverNeurons", (made, unit))
            with suppress(Refused):
                (one, numbers), (another, _) = at_neuron(*node.args), at_neuron(*made.args)
                at_every_index(draft, term("every", (equal(one, another), numbers)))
                line = draft.line("matrix", "neurons", [draft.number(node), draft.number(made)])
                draft.line("algebra", draft.number(fact), [["word", line, draft.number(node)]])
                return True
    return False


def _spread(node: Term, unit: Term) -> Term | None:
    """What adds up to a matrix over the unit vectors: e e^T at one place of each product that it is a sum of; None where there is none."""
    if node.head == "MatAdd":
        found = [_spread(part, unit) for part in node.args]
        return None if None in found else term("MatAdd", [part for part in found if part is not None])
    if node.head == "MatMul":
        matrices = [place for place, part in enumerate(node.args) if shape(part) is not None]
        for place in matrices[1:]:
            if (shape(node.args[place]) or ())[0] is unit.args[0]:
                return term("MatMul", (*node.args[:place], unit, term("Transpose", (unit,)), *node.args[place:]))
    for place, part in enumerate(node.args if node.head in ("MatMul", "Kron", "Transpose") else ()):
        inner = _spread(part, unit)
        if inner is not None:
            return term(node.head, (*node.args[:place], inner, *node.args[place + 1:]))
    return None
