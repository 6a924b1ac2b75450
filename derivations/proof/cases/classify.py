"""Case distinctions and tables decided: every label's condition implies its meaning, and a complete list covers the domain once.

Piecewise linear conditions are decided by polyhedral cells, others by looser ones, on slices, or by sign analysis; a case that fails
has a point.
"""

from __future__ import annotations

from itertools import combinations

from sympy import And, Implies, Not, Or, S

from theoremtest.derivations.language.classifies import Classifies
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.proof.refute import failing_points, refute_relation
from theoremtest.derivations.proof.signs.inequality import negation, prove_relation

from .not_linear import nowhere, on_a_slice
from .polyhedra import NotLinear, domain_condition
from .whole_numbers import NotSettled, somewhere_whole
from .witness import completed


def goals(statement: Classifies):
    """What has to be true: pairs (what it says, implication as (hypothesis, conclusion))."""
    domain = statement.on
    given = {label: domain.expand(statement.condition(label)) for label in statement.given}
    for label, condition in given.items():
        yield f"where it is called {label}", condition, domain.expand(statement.meaning[label])
    if statement.complete:
        yield "every point has a label", S.true, Or(*given.values())
        for one, other in combinations(given, 2):
            yield f"nothing is both {one} and {other}", S.true, negation(And(given[one], given[other]))


def decide_goal(hypothesis, conclusion, domain: Domain, deadline):
    """(rung, None) where it is proved, (rung, Counterexample) where a point refutes it, None where neither is found."""
    failing = And(domain_condition(domain), hypothesis, Not(conclusion))
    try:
        point = somewhere_whole(failing, deadline)
    except (NotLinear, NotSettled):
        if nowhere(failing, deadline):
            return "polyhedral cells", None
        point = on_a_slice(failing, deadline)
        if point is None:
            return _by_signs(hypothesis, conclusion, domain, deadline)
    if point is None:
        return "polyhedral cells", None
    named = [symbol for symbol in (*domain.dimensions, *domain.scalars)
             if symbol in point or symbol in _free(hypothesis) | _free(conclusion)]
    partial = {symbol: point.get(symbol, S.Zero) for symbol in named}
    whole = completed(domain, partial, deadline) or completed(domain, point, deadline)
    if whole is None:
        return _by_signs(hypothesis, conclusion, domain, deadline)
    shown = tuple((to_latex(symbol), str(whole[symbol])) for symbol in dict.fromkeys(named))
    return "polyhedral cells, an exact point", Counterexample(shown, "false", "true")


def _free(condition) -> set:
    return set(getattr(condition, "free_symbols", ()))


def _by_signs(hypothesis, conclusion, domain, deadline):
    try:
        inside = domain if hypothesis == S.true else domain.but(hypothesis)
    except DomainError:
        inside = None  # no point meets the hypothesis, as the proof below has to show
    failing = () if inside is None else tuple(failing_points(conclusion, inside, 1, deadline))
    if not failing:  # a proof of what is false takes all the time there is
        relation = conclusion if hypothesis == S.true else Implies(hypothesis, conclusion)
        proof = prove_relation(relation, domain, deadline)
        if proof is not None:
            return proof.rung, None
    if inside is None:
        return None
    counterexample = refute_relation(conclusion, inside, deadline, failing)
    return None if counterexample is None else ("ball arithmetic", counterexample)
