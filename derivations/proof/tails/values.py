"""The goals with integrals and endless sums that the kinds of statement come down to: two sides are equal, a relation holds."""

from __future__ import annotations

from sympy import Add, Basic, Dummy, Expr, Ge, Gt, Integral, Le, Lt, Sum, Symbol, expand, oo, sympify
from sympy.core.relational import Relational

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.endless import speaks_of_integrals
from theoremtest.derivations.proof.integrals.questions import NoValue, Questions
from theoremtest.derivations.proof.integrals.reading import opened
from theoremtest.derivations.proof.integrals.values import value
from theoremtest.derivations.proof.ladder import Finding, named, refutation, scalar_goal, scope, sought, with_integrals
from theoremtest.derivations.proof.refute import refute_equal, refute_relation
from theoremtest.derivations.proof.signs.inequality import prove_relation

from .comparison import compared
from .plain import Plain

RUNG = "values of integrals and series"
SHARE = 0.7
"""The part of the time that values may take; the rest is for a counterexample by enclosures."""


@with_integrals
def value_goal(left: Expr, right: Expr, domain: Domain, deadline: Deadline, operation: str = ""):
    """left = right for scalars with integrals or endless sums, as a finding."""
    left, right = (domain.expand(sympify(side, strict=True)) for side in (left, right))
    plain = Plain(domain, deadline.part(SHARE), _hints(left, right))
    tried = RUNG
    try:
        sides = tuple(plain.valued(side, plain.ask) for side in (left, right))
        freed = tuple(map(plain.lettered, sides))
        found = scalar_goal(*freed, plain.domain, plain.ask.deadline, named(operation, RUNG))
        if found.outcome is Outcome.PROVED:
            return Finding(found.outcome, found.rung, scope(domain))
        if found.outcome is Outcome.REFUTED and not plain.letters:
            return found
        left, right = sides  # the same values, some of them in closed form
    except NoValue as reason:
        tried = f"{RUNG}: {reason}"
    except OutOfTime:
        deadline.check()
    return sought(lambda: refute_equal(left, right, domain, deadline), operation, tried)


def relation_goal(relation: Basic, domain: Domain, deadline: Deadline):
    """A comparison with integrals or endless sums, or a conjunction of such, as a finding."""
    relation, tried = domain.expand(relation), RUNG
    for way in (_by_values, _by_integrands, compared):
        try:
            found = way(relation, domain, deadline.part(SHARE))
        except NoValue as reason:
            tried = f"{RUNG}: {reason}"
            continue
        except OutOfTime:
            deadline.check()
            continue
        if isinstance(found, str):
            return Finding(Outcome.PROVED, found, scope(domain))
        if found is not None:
            return refutation(found, RUNG, "")
    return refutation(refute_relation(relation, domain, deadline), "", tried)


def _by_values(relation: Basic, domain: Domain, deadline: Deadline):
    """The rung of a proof with closed forms and letters put in, or a counterexample with closed forms alone. Raises NoValue."""
    plain = Plain(domain, deadline)
    freed = _freed(relation, plain)
    proof = prove_relation(freed, plain.domain, deadline)
    if proof is not None:
        return f"{RUNG}, {proof.rung}"
    return None if plain.letters else refute_relation(freed, domain, deadline)


def _by_integrands(relation: Basic, domain: Domain, deadline: Deadline) -> str | None:
    """One integral over a finite range against a bound: spread the rest over the range, and compare under the integral. Raises NoValue."""
    if not isinstance(relation, (Le, Lt, Ge, Gt)):
        return None
    integrals = list(relation.atoms(Integral))
    ranges = {(read.low, read.high) for read in map(opened, integrals)}
    if len(ranges) != 1 or any(node.has(Sum) for node in relation.args):
        return None
    low, high = ranges.pop()
    ask = Questions(domain, deadline)
    if {low, high} & {oo, -oo} or not ask.positive(high - low):
        return None
    greater, less = (relation.lhs, relation.rhs) if isinstance(relation, (Ge, Gt)) else (relation.rhs, relation.lhs)
    letters, x = {node: Dummy("I", real=True) for node in integrals}, Dummy("x", real=True)
    gap = expand((greater - less).xreplace(letters))
    rest, under = gap, []
    for node, letter in letters.items():
        factor = gap.coeff(letter, 1)
        if factor.free_symbols & set(letters.values()):
            return None
        value(opened(node), ask)  # raises where the integral is not shown to exist
        read = opened(node)
        under.append(factor * read.body.xreplace({read.variable: x}))
        rest = expand(rest - factor * letter)
    if rest.free_symbols & set(letters.values()) or speaks_of_integrals(rest):
        return None
    stated = (Gt if isinstance(relation, (Lt, Gt)) else Ge)(rest / (high - low) + Add(*under), 0, evaluate=False)
    proof = prove_relation(stated, domain.but(x > low, x < high, over=[x]), deadline)
    return None if proof is None else f"comparison of integrands, {proof.rung}"


def _freed(relation: Basic, plain: Plain) -> Basic:
    if isinstance(relation, Relational):
        return relation.func(plain.of(relation.lhs), plain.of(relation.rhs), evaluate=False)
    if not relation.args:
        return relation
    return relation.func(*(_freed(part, plain) for part in relation.args), evaluate=False)


def _hints(left: Expr, right: Expr):
    """The other side, as a primitive in the bound that it speaks of: it is differentiated and compared like any proposal."""
    def proposals(node: Integral, variable: Symbol) -> tuple[Expr, ...]:
        """The other side of the identity where one side is the integral itself, up to a letter."""
        if len(node.limits) != 1 or len(node.limits[0]) != 3:
            return ()
        other = right if left == node else left if right == node else None
        if other is None or other.has(Integral):
            return ()
        return tuple(factor * other.subs(end, variable) for factor, end in ((-1, node.limits[0][1]), (1, node.limits[0][2]))
                     if isinstance(end, Symbol) and end in other.free_symbols)

    return proposals
