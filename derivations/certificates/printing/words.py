"""Equations between words of matrices, printed: the rules of a witness as multiples of the theorem's relations, which Coq takes off.

A line of the kernel's proof shows an equation of matrices; as a rule it puts the rest of that equation in for one word. Here every such
equation is a sum of multiples of what the theorem supposes, so that what rewriting took is a list of steps. Letters that know their
products, inverses and places of blocks, have their relations as rules from the start, as in the kernel. What lines show of numbers is left
to Coq's arithmetic, which is given what the theorem supposes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from dataclasses import fields, replace
from typing import Any

from theoremtest.derivations.kernel.check import MALFORMED
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.steps import _STEPS, Line, Proof
from theoremtest.derivations.kernel.terms import Record, Refused, read, read_terms, rows_of, shape
from theoremtest.derivations.kernel.terms import Term as Node
from theoremtest.derivations.language.tree import from_tree

from ..matrices_reading import Reader
from ..matrices_terms import NoCertificate
from ..matrices_words import Algebra, Multiple, Rewriting, Rule, directed, of_relations
from ..reasons import NoScript

Why = tuple[Multiple, ...]
UNDERSTOOD = ("hyp", "given", "known", "flip", "conjugate", "algebra")
"""Steps whose equations between matrices are sums of multiples."""


def witnessed(reader: Any, algebra: Algebra, relations: Sequence[tuple[dict, bool]], witness: tuple[list, Sequence[dict]],
              first: Sequence[int] = ()) -> Rewriting:
    """The rules of a witness. relations: of each, the difference of its sides, and whether it is a rule from the start; first: those that
    bring the others down before. Raises NoScript."""
    tree, proofs = witness
    proofs = [proof for proof in proofs if "lines" in proof]
    try:
        statement = read(tree)
        assert isinstance(statement, Record)
        asked = goals(statement)
        if len(asked) != len(proofs):
            raise NoScript("witness")
        found = _Words(reader, algebra, [difference for difference, _ in relations])
        rules: list[Rule] = []
        for goal, proof in zip(asked, proofs):
            rules += found.rules_of(goal, proof)
        own = of_relations(algebra, [difference if known else {} for difference, known in relations], first).rules
    except (Refused, *MALFORMED) as error:
        raise NoScript("witness", f"{type(error).__name__}: {error}") from None
    return Rewriting(algebra, [*rules, *own])


RULED = {"algebra": 2, "definite": 3, "sign": 4}
"""Steps by rules of words, and where these stand in a line."""


class _Words:
    def __init__(self, reader: Any, algebra: Algebra, differences: Sequence[dict]) -> None:
        letters = replace(reader.of, **{item.name: copy(getattr(reader.of, item.name)) for item in fields(reader.of)})
        self.reader, self.algebra, self.differences = Reader(letters), algebra, differences
        """Reads into letters of its own: the theorem's stay."""
        self.reader.positive = reader.positive

    def rules_of(self, goal: Goal, proof: dict) -> list[Rule]:
        """All rules that lines of a proof ask for, in their order."""
        read_proof = Proof(read_terms(proof["terms"]), list(goal.hypotheses), list(goal.given))
        known, shown, rules = read_proof.known(), [], []
        whys: list[tuple[dict, Why] | None] = []
        for line in proof["lines"]:
            seen = Line(read_proof, known, shown)
            fact = _STEPS[line[0]](seen, *line[1:])
            own = [rule for one in line[RULED[line[0]]] for rule in self._rule(one, seen, whys)] if line[0] in RULED else []
            rules += [rule for rule in own if rule not in rules]
            told = None
            if line[0] in UNDERSTOOD:
                with suppress(NoScript):  # of a letter that the theorem does not have
                    told = self._why(fact, own if line[0] == "algebra" else None)
            whys.append(({}, ()) if told is None and line[0] == "conjugate" else told)  # a function is written out, and no letter
            known.learn(fact)
            shown.append(fact)
        return rules

    def _rule(self, rule: list, line: Line, whys: Sequence) -> list[Rule]:
        if rule[0] != "word":
            return []  # an equation between numbers
        told = whys[rule[1]]
        if told is None:
            raise NoScript("relation")
        difference, why = told
        words = self.tree(line.term(rule[2]), True) if difference else {}
        return directed(self.algebra, difference, why, next(iter(words))) if len(words) == 1 else []

    def _why(self, fact: Node, rules: list[Rule] | None) -> tuple[dict, Why] | None:
        """The difference of an equation's sides and the multiples that it is the sum of; None of what is no equation between matrices."""
        if fact.head != "Equality" or shape(fact.args[0]) is None:
            return None
        algebra = self.algebra
        difference = algebra.plus(*(self.tree(side, True) for side in fact.args), -algebra.one)
        if rules is not None:
            rest, steps = Rewriting(algebra, rules).reduce(difference)
            return None if rest or not all(isinstance(step, Multiple) for step in steps) else (difference, tuple(steps))
        for number, known in enumerate(self.differences):
            for turned, total in ((False, known), (True, algebra.transposed(known))):
                for sign in (algebra.one, -algebra.one):
                    if difference == algebra.plus({}, total, sign):
                        return difference, (Multiple(sign, (), number, turned, ()),)
        return (difference, ()) if not difference else None

    def tree(self, node: Node, matrix: bool) -> dict:
        """A term of the kernel as a sum of words."""
        rows, _ = rows_of([node])
        try:
            expression = from_tree(rows)
        except Exception as error:  # whatever a constructor objects to
            raise NoScript("term", str(error)) from None
        try:
            return self.algebra.matrix(self.reader.matrix(expression)) if matrix else self.algebra.scalar(self.reader.scalar(expression))
        except (NoCertificate, KeyError, StopIteration) as reason:
            raise NoScript("term", str(reason)) from None
