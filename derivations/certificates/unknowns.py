"""Functions of a real number that a statement does not give: their values and derivatives become variables of a script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import mpmath

from .terms import Term, parts, put, text, var
from .theorems import Theorem

SHOWN = ("cbv beta; repeat split; lazymatch goal with |- ex_derive _ _ => first [ apply ex_derive_const | "
         "apply (ex_derive_ext (fun _ : R => 0)); [ intro; symmetry; apply Derive_const | apply ex_derive_const ] ] | |- _ => number end.")
"""Shows hypotheses at functions that are constant."""


def unknown(theorem: Theorem) -> set[str]:
    """The functions that are not given."""
    return {name for name, kind in theorem.binders if kind == "R -> R"} if theorem.motion is None else set()


def as_variables(theorem: Theorem, samples: Sequence[dict]) -> tuple[list[str], Theorem, list[dict]]:
    """Lines that give each value and each derivative of an unknown function a name; the theorem and the samples in these names."""
    names = unknown(theorem)
    sides = [*theorem.conclusion.args, *(item for item in theorem.hypotheses if item.head != "ex_derive")]
    found = dict.fromkeys(item for side in sides if isinstance(side, Term) for item in _values(side, names))
    values = {item: f"y__{number}" for number, item in enumerate(found, 1)}
    lines = [f"remember ({text(item)}) as {name} eqn:E{name} in *. clear E{name}." for item, name in values.items()]
    named = {item: var(name) for item, name in values.items()}
    more = {name: mpmath.mpf(number) / 3 for number, name in enumerate(values.values(), 1)}  # any values do: nothing is known of them
    said = replace(theorem, conclusion=put(theorem.conclusion, named),
                   hypotheses=[put(item, named) for item in theorem.hypotheses if item.head != "ex_derive"])
    return lines, said, [{**sample, **more} for sample in samples]


def _values(term: Term, names: set[str]) -> Iterator[Term]:
    """The largest parts that are a value or a derivative of an unknown function alone."""
    if term.head in names or term.head == "Derive" and any(item.head in names for item in parts(term)):
        yield term
        return
    for item in term.args:
        if isinstance(item, Term):
            yield from _values(item, names)
