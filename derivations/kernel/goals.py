"""What a statement asks for: the facts to be shown, from the statement as it was written, one rule for each kind.

A goal is a sequent. Its hypotheses are the conditions of the domain. An *identity* supposes that its sides have values (and, where it speaks
of change, that they are smooth there): its scope names what of that was not shown. Every other kind has to show that what it speaks of has a
value. Abbreviations are written out first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .facts import equal, facts_of, nonneg, pos, spoken, whole
from .obligations import obligations
from .slopes import Slope, gradient
from .terms import MINUS, ZERO, Record, Refused, Term, free, mul, put, shape, term


@dataclass
class Goal:
    """name: which of the statement's parts it is. given: what the statement supposes of its own sides, in order."""

    name: str
    fact: Term
    hypotheses: list[Term]
    given: list[Term] = field(default_factory=list)


def goals(statement: Record) -> list[Goal]:
    """All that has to be shown. Raises Refused for a kind that has no rule."""
    rule = _KINDS.get(statement.kind)
    if rule is None:
        raise Refused(f"statements of kind {statement.kind} have no rule")
    return list(rule(statement, Setting(statement["on"])))


class Setting:
    """A domain: its conditions as facts, and its abbreviations."""

    def __init__(self, domain: Record) -> None:
        self.domain = domain
        self.abbreviations: dict[Term, Term] = {}
        for key, value in domain["where"]:
            self.abbreviations[key] = put(value, self.abbreviations)

    def out(self, node: Term) -> Term:
        """A term with every abbreviation written out."""
        return put(node, self.abbreviations)

    def hypotheses(self, *formulas: Term) -> list[Term]:
        """What holds at every point: the conditions, that they have values, and what the letters are by their making."""
        found: dict[Term, None] = {}
        letters: set[Term] = set()
        for condition in self.domain["conditions"]:
            for fact in facts_of(self.out(condition)):
                for node in spoken(fact) if fact.head not in ("any", "implies") else ():
                    found.update(dict.fromkeys(obligations(node)))
                    letters |= free(node)
                found[fact] = None
        for node in formulas:
            letters |= free(node)
        for letter in self.domain["over"]:
            letters |= free(letter)
        for letter in sorted(letters, key=repr):
            found.update(dict.fromkeys(_by_making(letter)))
        return list(found)


def _by_making(letter: Term) -> Iterator[Term]:
    """What a letter is, whatever its value: a whole number, a positive one."""
    if letter.head not in ("Symbol", "Dummy"):
        return
    made = letter.mark[1]
    if "integer" in made:
        yield whole(letter)
    if "positive" in made:
        yield pos(letter)
        if "integer" in made:
            yield nonneg(term("Add", (letter, MINUS)))
    elif "nonnegative" in made:
        yield nonneg(letter)
    elif "negative" in made:
        yield pos(mul(MINUS, letter))
    elif "-zero" in made or "nonzero" in made:
        yield term("nonzero", (letter,))


def _identity(name: str, setting: Setting, left: Term, right: Term, beside: list[Term] = [], more: list[Term] = []) -> Goal:  # noqa: B006
    """left = right, where both have values. beside: terms that have values too; more: facts that are supposed."""
    left, right = setting.out(left), setting.out(right)
    given: dict[Term, None] = {}
    for node in (left, right, *beside):
        given.update(dict.fromkeys(obligations(node)))
    given.update(dict.fromkeys(more))
    return Goal(name, equal(left, right), setting.hypotheses(left, right), list(given))


def _equal(statement: Record, setting: Setting) -> Iterator[Goal]:
    yield _identity("", setting, statement["left"], statement["right"])


def _inverse(statement: Record, setting: Setting) -> Iterator[Goal]:
    """Both products with the inverse are the identity."""
    matrix, inverse = statement["matrix"], statement["inverse"]
    sizes = shape(matrix)
    assert sizes is not None
    one = term("Identity", sizes[:1])
    yield _identity("product from the right", setting, term("MatMul", (matrix, inverse)), one)
    yield _identity("product from the left", setting, term("MatMul", (inverse, matrix)), one)


def rates_of(flow: Record, setting: Setting) -> tuple[dict[Term, Term], list[Term]]:
    """The rate of each state, abbreviations written out, and what makes a loss differentiable."""
    if flow.kind == "Flow":
        return {state: setting.out(rate) for state, rate in flow["rates"].items()}, []
    loss = setting.out(flow["loss"])
    rates, smooth = {}, []
    for state, speed in flow["learning_rates"].items():
        found, facts = gradient(loss, state)
        smooth += facts
        head = "Mul" if shape(state) is None else "MatMul"
        rates[state] = term(head, (MINUS, setting.out(speed), found))
    return rates, smooth


def _evolves(statement: Record, setting: Setting) -> Iterator[Goal]:
    flow = statement["along"]
    if flow.kind not in ("Flow", "GradientFlow", "GatedFlow"):
        raise Refused(f"a flow of kind {flow.kind} has no rule")
    rates, smooth = rates_of(flow, setting)
    quantity = setting.out(statement["quantity"])
    _constants_stay(statement, setting, flow, rates)
    slope = Slope(rates)
    change = slope.of(quantity)
    stated = statement.get("rate", ZERO)
    if stated is ZERO and shape(quantity) is not None:
        stated = term("ZeroMatrix", shape(quantity) or ())
    yield _identity("derivative along the flow", setting, change, stated, [quantity, *rates.values()], [*smooth, *slope.smooth])


def _constants_stay(statement: Record, setting: Setting, flow: Record, rates: dict) -> None:
    """An equation of the domain that a state stands in holds at the point alone; what it ties may move, unless the flow keeps it."""
    named = set(flow.get("constants", ()))
    for condition in setting.domain["conditions"]:
        for fact in facts_of(setting.out(condition)):
            spoken_of = free(fact)
            if fact.head == "Equality" and spoken_of & set(rates):
                tied = {letter for letter in spoken_of if letter.head in ("Symbol", "MatrixSymbol", "Dummy")} - set(rates) - named
                sizes = {size for letter in spoken_of if letter.head == "MatrixSymbol" for size in free(term("Tuple", letter.args))}
                if tied - sizes:
                    raise Refused("an equation of the domain ties a constant to what moves")


def _gradient(statement: Record, setting: Setting) -> Iterator[Goal]:
    potential = setting.out(statement["potential"])
    found, smooth = gradient(potential, statement["variable"])
    yield _identity("gradient", setting, found, statement["value"], [potential], smooth)


def _holds(statement: Record, setting: Setting) -> Iterator[Goal]:
    relation = setting.out(statement["relation"])
    for place, fact in enumerate(facts_of(relation)):
        yield Goal(str(place), fact, setting.hypotheses(*spoken(fact)))


_KINDS: dict[str, Callable[[Record, Setting], Iterator[Goal]]] = {
    "Equal": _equal, "Inverse": _inverse, "Evolves": _evolves, "Conserved": _evolves, "Gradient": _gradient, "Holds": _holds,
}


def values_of(goal: Goal) -> list[Any]:
    """The formulas that have to have values for the goal to be one."""
    return list(spoken(goal.fact))
