"""Case distinctions by numbers: the points route of a `Classifies`.

At random points of the domain, and at every column of a table, the label that the text gives is held against its meaning, worked out with
50 digits; where the statement names an experiment, that is run in its place and puts labels on the points by what it measures.
"""

from __future__ import annotations

from derivations.language import Classifies, Counterexample, Evidence, Outcome
from numerics.points import ENGINE, _named, draw, near_boundary, truth

COUNT = 24


def applies(statement) -> bool:
    return isinstance(statement, Classifies)


def check(statement: Classifies, seed: str, count: int = COUNT) -> Evidence:
    """Refuted at the first point whose label does not mean what is true there, or that has no label or two."""
    if statement.experiment:
        from numerics.phase_experiment import measured

        return measured(statement, seed)
    domain = statement.on
    given = {label: domain.expand(statement.condition(label)) for label in statement.given}
    meaning = {label: domain.expand(condition) for label, condition in statement.meaning.items()}
    seen = 0
    for point in (*(column for _, column in statement.points),
                  *(near for drawn in draw(domain, count, seed) for near in near_boundary(domain, drawn))):
        labels = [label for label, condition in given.items() if truth(condition, point)]
        wrong = [label for label in labels if not truth(meaning[label], point)]
        if wrong or (statement.complete and len(labels) != 1):
            note = f"called {wrong[0]}" if wrong else f"called {' and '.join(labels) or 'nothing'}"
            return Evidence("points", ENGINE, Outcome.REFUTED, "numerical", "", Counterexample(_named(point), "false", "true", note))
        seen += 1
    return Evidence("points", ENGINE, Outcome.AGREES, f"{seen} points", "all")
