"""The lemmas about numbers that the proof of a limit of matrices begins with, in the scripts for limits of numbers.

They speak of lengths and of entries as of any numbers, and suppose what the theorem supposes of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

import mpmath

from .limits_stated import Approach
from .matrices_lemmas import as_term, stated
from .matrices_limits_stated import Approaching, still_letters
from .matrices_script import Script
from .matrices_terms import ZERO, NoCertificate, Node, node, subtrees
from .reading import Names
from .samples import numeric
from .terms import Term, app, conjunction, num, parts, var
from .theorems import Theorem

POINTS, TRIES = 8, 4000
VALUES = [mpmath.mpf(above) / below for above, below in ((1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (-1, 1), (-2, 1), (1, 3), (5, 7), (-3, 5))]
"""Values that a variable is tried with."""


@dataclass
class Lemmas:
    """The lemmas about numbers of one theorem."""

    told: Approaching
    names: Names
    variables: dict[Node, str] = field(default_factory=dict)
    """Name of each number that is no formula of others: scalars, entries, lengths."""
    made: dict[Theorem, tuple[str, list[str]]] = field(default_factory=dict)
    known: dict[Any, str] = field(default_factory=dict)
    positive: list[Node] = field(default_factory=list)
    """Numbers of matrices that are found to be positive."""

    def term(self, tree: Node) -> Term:
        """A number as a term; what is a number of matrices, or an entry, is a variable."""
        return as_term(tree, self._leaf)

    def _leaf(self, tree: Node) -> Term:
        head, args = tree
        if head == "sgrowth":
            r, t = map(self.term, args)
            return app("mul", app("sub", app("exp", app("mul", r, t)), num(1)), app("inv", r))
        if head == "sabbr" or (head != "svar" and self.told.moves(tree)):
            raise NoCertificate("number of matrices")
        if tree not in self.variables:
            name = self.told.made.letters.names[args[0]] if head == "svar" else "q"
            self.variables[tree] = self.names.fresh(name)
        return var(self.variables[tree])

    def supposed(self) -> Iterator[tuple[Term, str]]:
        """The conditions on numbers, and those on entries, with the text of their proofs."""
        heads = {"=": "eq", "<>": "ne", ">": "gt", ">=": "ge", "<": "lt", "<=": "le"}
        for item in self.told.made.hypotheses:
            pair = item.sides if item.kind == "scalar" else item.entries
            if pair:
                yield app(heads[item.relation], *map(self.term, pair)), item.name if item.kind == "scalar" else f"({item.name} i)"
        for number, tree in enumerate(self.positive):
            yield app("gt", self.term(tree), num(0)), f"T{number}"

    def products(self, trees: list[Node]) -> list[str]:
        """Lines that show that numbers of matrices are positive which are products of two that are by the hypotheses."""
        made, lines = self.told.made, []
        given = [item for item in made.hypotheses if item.kind == "scalar" and item.relation == ">" and item.sides[1] == ZERO]
        opaque = dict.fromkeys(part for tree in trees for part in subtrees(tree) if part.head in ("sdot", "strace", "sent") and not any(
            part == item.sides[0] for item in given))
        for tree in opaque:
            for one, other in combinations(given, 2):
                both = node("smul", one.sides[0], other.sides[0])
                flat = still_letters(self.told, tree, both)
                script = Script(flat, [tree, both])
                if script.algebra.scalar(tree) == script.algebra.scalar(both):
                    shown = self.told.shown(tree)
                    lines += [f"have T{len(self.positive)} : ({shown} > 0)%Re.", "{", f"have -> : {shown} = {self.told.shown(both)}.", "{",
                              *script.opening(), *script.equation(tree, both), "}",
                              f"exact: (Rmult_gt_0_compat _ _ {one.name} {other.name}).", "}"]
                    self.positive.append(tree)
                    break
        return lines

    def lemma(self, goals: list[Term], approach: Approach) -> str:
        """A lemma with the goals, applied to what it is about. Raises NoScript."""
        speaks = {item.args[0] for goal in goals for item in parts(goal) if item.head == "var"}
        named = {name: tree for tree, name in self.variables.items() if name in speaks and name != approach.name}
        while True:
            given = [(item, proof) for item, proof in self.supposed() if (variables_of(item) <= set(named))]
            more = {name for item, _ in self.supposed() for name in variables_of(item) if variables_of(item) & set(named)} - set(named)
            if not more:
                break
            named |= {name: tree for tree, name in self.variables.items() if name in more}
        supposed = [item for item, _ in given]
        key = (tuple(goals), tuple(supposed))
        if key not in self.known:
            theorem = Theorem([(name, "R") for name in named], supposed, conjunction(goals), self.names, "Limit", approach=approach)
            self.known[key] = stated(self.told.made, theorem)
        return f"({' '.join([f'@{self.known[key]}', *(self.told.shown(tree) for tree in named.values()), *(proof for _, proof in given)])})"


def variables_of(term: Term) -> set[str]:
    """The names of the variables in a term."""
    return {item.args[0] for item in parts(term) if item.head == "var"}


def samples(names: list[str], supposed: list[Term]) -> list[dict]:
    """Values of the variables at which the conditions hold."""
    chance, found = Random(len(names)), []
    holds = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
             "lt": lambda a, b: a < b, "le": lambda a, b: a <= b}
    for _ in range(TRIES):
        at = {name: chance.choice(VALUES) for name in names}
        try:
            if all(holds[item.head](*(numeric(side, at) for side in item.args)) for item in supposed):
                found.append(at)
        except (ArithmeticError, ValueError):
            continue
        if len(found) == POINTS:
            break
    return found
