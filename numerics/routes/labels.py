"""Case distinctions by numbers: the points route of a `Classifies`.

At random points of the domain, at points drawn for each label by itself (its condition may be an equation, which chance never
meets) and at every column of a table, the label that the text gives is held against its meaning, worked out with 50 digits; where
the statement names an experiment, that is run in its place and puts labels on the points by what it measures.
"""

from __future__ import annotations

from theoremtest.derivations.language import Classifies, Counterexample, DomainError, Evidence, Outcome
from theoremtest.numerics.routes.points import ENGINE, draw
from theoremtest.numerics.routes.refutation import differ, told_apart
from theoremtest.numerics.routes.relation_trials import near_boundary, truth
from theoremtest.numerics.routes.sizes import supported
from theoremtest.numerics.routes.trial import named

COUNT = 24
PER_LABEL = 6


def applies(statement) -> bool:
    return isinstance(statement, Classifies)


def check(statement: Classifies, seed: str, count: int = COUNT) -> Evidence:
    """Refuted, or left in doubt, at the first point whose label does not mean what is true there, or that has no label or two."""
    if statement.experiment:
        from theoremtest.numerics.routes.phase_experiment import measured

        return measured(statement, seed)
    domain = statement.on
    given = {label: domain.expand(statement.condition(label)) for label in statement.given}
    meaning = {label: domain.expand(condition) for label, condition in statement.meaning.items()}
    seen, met, at = 0, set(), []
    for point in (*(column for _, column in statement.points),
                  *(near for drawn in draw(domain, count, seed) for near in near_boundary(domain, drawn)),
                  *(drawn for label in given for drawn in _called(label, given[label], domain, seed))):
        labels = [label for label, condition in given.items() if truth(condition, point)]
        wrong = [label for label in labels if not truth(meaning[label], point)]
        if wrong or (statement.complete and len(labels) != 1):
            note = f"called {wrong[0]}" if wrong else f"called {' and '.join(labels) or 'nothing'}"
            return told_apart(statement, point, differ("points", ENGINE, "", Counterexample(named(point), "false", "true", note)))
        seen += 1
        at.append(point)
        met.update(labels)
    never = [label for label in given if label not in met]
    scope = f"{seen} points" + (f"; no point found that is called {', '.join(never)}" if never else "")
    if never:
        return Evidence("points", ENGINE, Outcome.UNDECIDED, scope, "all", tried=(scope,))
    return supported(Evidence("points", ENGINE, Outcome.AGREES, scope, "all"), domain, at)


def _called(label: str, condition, domain, seed: str) -> list[dict]:
    """Points that the text calls by this label, none where none is found."""
    try:
        return draw(domain.but(condition), PER_LABEL, f"{seed} {label}")
    except DomainError:
        return []
