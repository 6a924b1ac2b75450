"""What a goal is, and what a statement supposes: its domain, abbreviations written out; of an identity, that its sides have values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .blocks import blocks, opened, speaks_of_blocks
from .facts import equal, facts_of, nonneg, pos, spoken, whole
from .obligations import obligations
from .slopes import carried_out
from .terms import MINUS, Record, Refused, Term, bound, free, mul, parts, put, shape, term


@dataclass
class Goal:
    """name: which of the statement's parts it is. given: what the statement supposes of its own sides, in order. refutes: whether the
    statement fails where this goal does."""

    name: str
    fact: Term
    hypotheses: list[Term]
    given: list[Term] = field(default_factory=list)
    refutes: bool = True
    unused: list[Term] = field(default_factory=list)
    """Conditions of the domain that a proof may not use."""
    sufficient: frozenset[Term] = frozenset()
    """What is supposed and need not be so: x |x| has a derivative at 0, where |x| has none."""


class Setting:
    """A domain: its conditions as facts, and its abbreviations."""

    def __init__(self, domain: Record) -> None:
        self.domain = domain
        self.abbreviations: dict[Term, Term] = {}
        self.smooth: dict[Term, None] = {}
        """What makes the derivatives that the statement writes ones."""
        for key, value in domain["where"]:
            self.abbreviations[key] = put(value, self.abbreviations)

    def written(self, node: Term) -> Term:
        """A term with every abbreviation written out."""
        if any(part.head == "OverNeurons" for part in parts(node)):
            node = _of_own_neuron(node, self.abbreviations)
        return put(node, self.abbreviations)

    def out(self, node: Term) -> Term:
        """A term with every abbreviation written out, and the derivatives in it worked out."""
        found, facts = carried_out(self.written(node))
        self.smooth.update(dict.fromkeys(facts))
        return found

    def names_nothing(self, letter: Term, *formulas: Term) -> None:
        """Raises Refused where formulas, or the domain, speak of a letter that is to stand for anything: a direction, another point."""
        if any(letter in free(fact) for fact in (*self.hypotheses(), *formulas)):
            raise Refused(f"something is called as {letter!r}, which is to stand for anything")

    def hypotheses(self, *formulas: Term) -> list[Term]:
        """What holds at every point: the conditions, that they have values, what the letters are by their making. A derivative may exist
        where its formula has no value, as that of sqrt(x^4 + x^6) at 0: none is left out of a domain for that."""
        found: dict[Term, None] = {}
        letters: set[Term] = set()
        for condition in self.domain["conditions"]:
            if any(fact.head != "smooth" for fact in carried_out(put(condition, self.abbreviations))[1]):
                raise Refused("a condition on a derivative that may exist where it is not seen to")
            for fact in facts_of(self.out(condition)):
                said = list(spoken(fact)) if fact.head != "any" else []
                found.update(dict.fromkeys((*obligations(*said), fact)))
                letters.update(*map(free, said))
        letters.update(*map(free, (*formulas, *self.domain["over"])))
        for letter in sorted(letters, key=repr):
            found.update(dict.fromkeys(by_making(letter)))
        return list(found)


def _of_own_neuron(node: Term, meanings: dict[Term, Term]) -> Term:
    """What an abbreviation means inside of a sum over neurons, where it speaks of one, is said of the sum's: it is written out there."""
    if node.head == "OverNeurons":
        summand, unit = node.args
        inner = {letter: meaning for letter, meaning in meanings.items() if letter is not unit}
        return term(node.head, (put(_of_own_neuron(summand, inner), inner), unit))
    return node if bound(node) or not node.args else term(node.head, [_of_own_neuron(part, meanings) for part in node.args], node.mark)


def _supposed(node: Term) -> list[Term]:
    """What gives a side its value; of a derivative, what it is of: it may exist where its formula has no value."""
    if not any(part.head == "Derivative" and part.args[0].head != "function" for part in parts(node)):
        return obligations(carried_out(node)[0])
    inner = () if node.head == "Piecewise" or bound(node) else node.args[:1] if node.head == "Derivative" else node.args
    return [fact for part in inner for fact in _supposed(part)]


def by_making(letter: Term) -> Iterator[Term]:
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


def identity(name: str, setting: Setting, left: Term, right: Term, of: Sequence[Term] = (), more: Sequence[Term] = ()) -> Goal:
    """left = right, where both have values. of: where the left side is a derivative, what of, which has values in its place; more: facts
    that make it so.

    That an integral or an endless sum converges is never supposed: of the sides it is shown with their values, elsewhere it is asked for.
    """
    values = [fact for node in (*(of or (left,)), right) for fact in _supposed(setting.written(node))]
    left, right = setting.out(left), setting.out(right)
    sides = obligations(left, right)
    own = {fact for fact in sides if fact.head == "integrable"}
    supposed = dict.fromkeys(fact for fact in (*values, *more, *setting.smooth, *sides) if fact not in own)
    asked, given = ([fact for fact in supposed if speaks_of_convergence(fact) is which] for which in (True, False))
    sufficient = frozenset(fact for fact in given if fact not in values and fact.head != "smooth")
    return Goal(name, both([*asked, _equation(left, right)]), setting.hypotheses(left, right), given, sufficient=sufficient)


def speaks_of_convergence(fact: Term) -> bool:
    """Whether a fact says, or supposes, that an integral or an endless sum converges."""
    return any(part.head == "integrable" for part in parts(fact))


def _equation(left: Term, right: Term) -> Term:
    """Two sides as equal; matrices of blocks block by block."""
    if not (speaks_of_blocks(left) or speaks_of_blocks(right)):
        return equal(left, right)
    if shape(left) is None:
        return equal(opened(left), opened(right))
    zero = term("ZeroMatrix", shape(left) or ())
    gap = blocks(term("MatAdd", (left, term("MatMul", (MINUS, right)), zero)))
    return both([equal(block, term("ZeroMatrix", shape(block) or ())) for row in gap for block in row])


def both(facts: list[Term]) -> Term:
    """All of several facts."""
    return facts[0] if len(facts) == 1 else term("both", facts)
