"""A proof while it is written: every line is given to the kernel at once, so that a draft knows what it has shown."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from copy import copy
from typing import Any

from flint import fmpq

from theoremtest.derivations.kernel.facts import NEVER, equal, pos, spoken
from theoremtest.derivations.kernel.goals import Goal
from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.steps import Line, Proof
from theoremtest.derivations.kernel.terms import MINUS, ZERO, Refused, Term, mul, rows_of, term

from .effort import Effort

BITS = 14_000
"""Of the numbers in a proof."""


def as_text(weight: fmpq) -> str:
    """A rational number as a line of a proof holds it. Raises Refused for one of more digits than are read back."""
    if max(int(weight.p).bit_length(), int(weight.q).bit_length()) > BITS:
        raise Refused("a weight of too many digits")
    return f"{int(weight.p)}/{int(weight.q)}"


def signs_of(node: Term) -> tuple[Term, Term, Term]:
    """The cases of a number's sign, in the order in which a line `cases` has them."""
    return pos(mul(MINUS, node)), equal(node, ZERO), pos(node)


class Draft:
    """Lines of one proof, or of a case inside one, which sees what stands around it."""

    def __init__(self, goal: Goal, around: Draft | None = None, held: Term | None = None) -> None:
        self.goal = goal
        self.lines: list[list] = []
        self.places: dict[Term, int] = {}
        """Fact to the line that shows it."""
        if around is None:
            self.effort = Effort()
            self.terms: list[Term] = []
            self._numbers: dict[Term, int] = {}
            self._proof = Proof(self.terms, goal.hypotheses, goal.given)
            self.known = self._proof.known()
            self.shown: list[Term] = []
            self.held: list[Term] = []
            """What holds in the cases that this draft is of."""
        else:
            assert held is not None
            self.effort, self.terms, self._numbers, self._proof = around.effort, around.terms, around._numbers, around._proof
            self.known = around.known.within(held)
            self.shown = [*around.shown, held]
            self.held = [*around.held, *(() if held.head == "both" else (held,))]
            self.places = {**around.places, held: len(self.shown) - 1}
        self.derived: set[Term] = set() if around is None else around.derived
        """Hypotheses that were shown before this draft began."""
        self.areas: dict[Term, int | None] = {} if around is None else dict(around.areas)
        """Integrals, and the lines that say what they are."""
        self.instances: dict[int, None] = {} if around is None else dict(around.instances)
        """Lines on open functions at points."""
        self.asked_of_matrices: set[Term] = set()
        """What is being asked of definite matrices."""
        self.formless: set[tuple] = set()
        """What was asked of them in vain, with all that was shown then."""
        self.freed: set[tuple] = set() if around is None else set(around.freed)
        self.split: set[Term] = set() if around is None else set(around.split)
        """Facts that were freed of factors; what cases were made of already."""
        self.moving = next((fact.args[0] for fact in goal.hypotheses if fact.head == "near"), None)
        """The letter that goes to an end."""

    def number(self, node: Term) -> int:
        """The place of a term in the proof's own tree."""
        if node not in self._numbers:
            self._numbers[node] = len(self.terms)
            self.terms.append(node)
        return self._numbers[node]

    def line(self, step: str, *needs: Any) -> int:
        """Write a line; returns its number, or that of one that shows the same. Raises Refused where the kernel does not take it."""
        fact = self._said(step, needs)
        if self.places.get(fact, -1) >= 0:
            return self.places[fact]
        self.effort.spend(lines=1)
        shown = self._proof.run([[step, *needs]], self.known, self.shown)
        self.lines.append([step, *needs])
        self.shown = shown
        self.places.setdefault(shown[-1], len(shown) - 1)
        return len(shown) - 1

    def mark(self) -> tuple:
        """Where the draft stands; `back` goes back there."""
        return len(self.lines), len(self.shown), dict(self.places), self.known.within()

    def back(self, mark: tuple) -> None:
        """Take away the lines that were written since: they led nowhere."""
        lines, shown, self.places, self.known = mark
        self.lines, self.shown = self.lines[:lines], self.shown[:shown]

    def stands(self) -> tuple:
        """As `mark`, with all that was noted on the way."""
        return self.mark(), list(self.held), *(copy(noted) for noted in self._noted())

    def returns(self, stood: tuple) -> None:
        """Go back to where the draft stood, as if nothing had been looked for since."""
        mark, self.held, self.areas, self.instances, self.asked_of_matrices, self.freed, self.split = stood
        self.back(mark)

    def _noted(self) -> tuple:
        return self.areas, self.instances, self.asked_of_matrices, self.freed, self.split

    def _said(self, step: str, needs: tuple) -> Term | None:
        """What a line would show, where that is plain from it."""
        if step == "lemma" and needs[0] in LEMMAS:
            with suppress(Refused):
                return LEMMAS[needs[0]].at([self.terms[place] for place in needs[1]])[1]
        return self.terms[needs[0]] if step in _SAID else None

    def place(self, fact: Term) -> int | None:
        """The number of a line that shows a fact, written now where it is among the hypotheses or what is supposed."""
        if fact not in self.places:
            for step, facts in (("hyp", self.goal.hypotheses), ("given", self.goal.given)):
                if fact in facts:
                    return self.line(step, facts.index(fact))
        return self.places.get(fact)

    def looking(self) -> Line:
        """What a line written now would see."""
        return Line(self._proof, self.known, self.shown)

    def inside(self, held: Term) -> Draft:
        """A draft of the proof for a case."""
        made = Draft(self.goal, self, held)
        made.say([held])
        return made

    def say(self, facts: Iterable[Term]) -> None:
        """Write what facts say together, each by itself."""
        for fact in facts:
            for part in fact.args if fact.head == "both" else ():
                with suppress(Refused):  # one whose formulas have values by another one
                    self.line("known", self.number(part))
                    self.held.append(part)
                    self.say([part])

    def along(self, letter: Term, first: Term, up: bool) -> Draft:
        """A draft of what holds while a letter runs from its first value to the one that it has."""
        made = self._of(self._proof.along(letter, first, up, self.shown))
        made.derived = set(made.goal.hypotheses) - ({*self.goal.hypotheses, *self.held} - self.derived)
        return made

    def among(self, held: list[Term]) -> Draft:
        """A draft of what holds wherever several facts do, each of them a line."""
        return self.inside(term("both", held))

    def of_any(self, held: list[Term]) -> Draft:
        """As `among`, of any values of a letter: where one goes to an end, of what holds at all points alone."""
        return (self if self.moving is None else self._of(self._proof.anywhere())).among(held)

    def along_path(self, held: list[Term]) -> Draft:
        """A draft of what holds near the end where more does, of letters that nothing is known of."""
        return self._of(Proof(self.terms, [*self.goal.hypotheses, *held], self.goal.given))

    def towards(self, letter: Term, end: Term, fact: Term) -> Draft:
        """A draft in which a letter that nothing is known of goes to an end."""
        return self._of(self._proof.towards(letter, end), fact)

    def _of(self, proof: Proof, fact: Term | None = None) -> Draft:
        """A draft of another proof, with the same terms and steps."""
        made = Draft(Goal(self.goal.name, self.goal.fact if fact is None else fact, proof.hypotheses, proof.given))
        made.effort, made.terms, made._numbers, made._proof = self.effort, self.terms, self._numbers, proof
        return made

    def ends(self, fact: Term) -> bool:
        """Whether the fact, or a contradiction, is known by now."""
        try:
            for node in spoken(fact):
                self.known.admits(node)
        except Refused:
            return self.known.knows(NEVER)
        return self.known.knows(fact) or self.known.knows(NEVER)

    def data(self) -> dict:
        """The proof as plain data."""
        rows, places = rows_of(self.terms)
        return {"terms": rows, "lines": _renumbered(self.lines, places)}


_SAID = {"known", "algebra", "exp", "log", "root", "powers", "modulus", "sign", "factors", "box", "definite"}
"""Steps that name the fact that they show first."""
_TERMS = {"meaning": (0,), "piece": (0,), "known": (0,), "algebra": (0,), "exp": (0,), "log": (0,), "root": (0,), "congruent": (0,),
          "sign": (0,), "factors": (0,), "definite": (0,), "definite_function": (0,), "mode": (1,),
          "cases": (0, 1), "split": (0,), "every": (0,), "parted": (0, 1), "telescoped": (0, 1), "summed": (0,), "summands": (0,),
          "primitive": (0, 1), "series": (0, 1), "compared": (0, 1, 2, 3), "gaussian": (0, 1, 2, 3), "joined": (0, 1), "gathered": (0,),
          "converges_between": (0,), "dominated": (0, 1), "above": (0,), "spread": (0, 1, 3), "powers": (0,), "modulus": (0,),
          "signum": (0, 1),
          "conjugate": (0,), "intertwine": (0,), "cancel": (0, 2), "grows": (0, 1, 2),
          "open": (2, 3), "between": (2, 3), "near": (0,), "box": (0,), "fixed": (0,), "continuous": (0,), "moved": (0,), "taylor": (4,)}
"""Which needs of a step are places of terms; those of `lemma`, of rules and of what is squared are looked at below."""


_PROOF_LAST = ("converges_between", "dominated", "above")
"""Steps whose last need is a proof."""
_RULES = {**dict.fromkeys(("algebra", "exp", "log", "root", "powers", "modulus", "conjugate", "intertwine", "absurd"), 1),
          **dict.fromkeys(("definite", "signum", "factors"), 2), "sign": 3, "cancel": 4}
"""Which need of a step is its rules."""


def _renumbered(lines: list, places: list[int]) -> list:
    found = []
    for step, *needs in lines:
        needs = [places[need] if place in _TERMS.get(step, ()) else need for place, need in enumerate(needs)]
        if step in _RULES:
            needs[_RULES[step]] = _rules(needs[_RULES[step]], places)
        if step in ("lemma", "ranks", "matrix", "index"):
            needs[1] = [places[need] for need in needs[1]]
        elif step == "algebra":
            needs[2:] = [[[line, places[factor]] for line, factor in more] for more in needs[2:]]
        elif step == "box":
            needs[1] = [[places[letter], *ends] for letter, *ends in needs[1]]
        elif step == "sign":
            needs[2] = [[weight, [[kind, places[number] if kind == "square" else number] for kind, number in factors]]
                        for weight, factors in needs[2]]
        elif step == "definite":
            needs[1] = [[weight, places[inner], number] for weight, inner, number in needs[1]]
        elif step == "grows":
            needs[3] = _renumbered(needs[3], places)
        elif step == "cases":
            needs[2:] = [_renumbered(inner, places) for inner in needs[2:]]
        elif step == "primitive":
            needs[2:] = [_renumbered(needs[2], places), *([places[value], _renumbered(inner, places)] for value, inner in needs[3:])]
        elif step in ("series", "compared"):
            needs[-2:] = [_renumbered(needs[-2], places), [places[needs[-1][0]], _renumbered(needs[-1][1], places)]]
        elif step == "spread":
            needs[2] = [places[need] for need in needs[2]]
            needs[4:] = [_renumbered(inner, places) for inner in needs[4:]]
        elif step == "gathered":
            needs[1:] = [[[places[weight], places[inner]] for weight, inner in needs[1]], _renumbered(needs[2], places)]
        elif step in _PROOF_LAST:
            needs[-1] = _renumbered(needs[-1], places)
        elif step == "gaussian":
            needs[4] = _renumbered(needs[4], places)
        elif step == "every":
            needs[1] = _renumbered(needs[1], places)
        elif step == "split":
            needs[2] = [_renumbered(inner, places) for inner in needs[2]]
        found.append([step, *needs])
    return found


def _rules(rules: list, places: list[int]) -> list:
    return [[rule[0], rule[1], *(places[need] if place == 0 else need for place, need in enumerate(rule[2:]))] for rule in rules]
