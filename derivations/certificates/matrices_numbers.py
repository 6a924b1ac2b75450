"""What is left of an equation of words, proved as an equation between numbers: by the scripts for theorems without matrices.

The lengths, brackets and traces that stand in it become variables, of which the hypotheses tell what they tell. Roots, logarithms and signs
are then dealt with as everywhere else, from values at points of the domain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import mpmath
from sympy import MatrixBase, Rational

from theoremtest.derivations.language import Domain

from .algebra import TooLarge
from .matrices_entries import Entries, in_growth_cases
from .matrices_flat import Flat, Word, arguments, parsed
from .matrices_script import Script
from .matrices_setting import Setting
from .matrices_terms import Node, node
from .matrices_text import coded
from .matrices_witness import NEARLY, TWICE, NoValue, extent, value_of, work_out
from .proofs import proofs
from .reading import Names
from .reasons import Case, NoScript
from .terms import Term, app, num, var
from .theorems import Theorem
from .writing import prelude

HEADS = {">": "gt", ">=": "ge", "<": "lt", "<=": "le", "=": "eq", "<>": "ne"}
LIBRARY = "theoremtest"
"""Under which name the tactics for numbers are loaded beside those for matrices, whose names are often the same."""


class Numbers(Script):
    """A script that proves what is left of each equation as a statement of its own; points: of the domain, exact."""

    def __init__(self, made: Setting, trees: list, points: Sequence[Mapping]) -> None:
        super().__init__(made, trees)
        self.points = points
        self.asserted: list[str] = []
        """The statements about numbers, which a proof begins with."""
        self.proved: list[str] = []

    def finish(self) -> list[str]:
        """What is left: the statements about numbers, each at the words that are meant."""
        whole, steps = self.told
        flat = self._flat()
        return self._shown(flat, [app("eq", value, num(0)) for value in flat.left(parsed(whole), [arguments(step) for step in steps])])

    def condition(self, code: str) -> list[str]:
        """The script that what a coded term needs to have a derivative holds."""
        flat = self._flat()
        return [*self.asked(code), *self._shown(flat, flat.conditions(parsed(code))), "}"]

    def by_entries(self, left: Node) -> str:
        """The line that proves that a matrix of diagonal letters is zero, by a statement about its entries where one is found."""
        scalars = {symbol: f"x{k}" for k, symbol in enumerate(self.letters.scalars)}
        entries, size, facts = Entries(scalars, self.letters.diagonals), self.algebra.rows_of(left), []
        try:
            goal = app("eq", entries.entry(left), num(0))
            for item in self.hypotheses:
                sides = item.sides if item.kind == "scalar" else item.entries if item.kind == "entry" and item.sides == (size,) else ()
                with suppress(NoScript):
                    if sides:
                        told = app(HEADS[item.relation], *map(entries.entry, sides))
                        facts.append((f"{item.name} i" if item.kind == "entry" else item.name, told))
            names = [*scalars.values(), *entries.vectors.values()]
            lemma, samples = f"S{len(self.proved)}", self._entries_at(entries, size)
            body = in_growth_cases(goal, samples, [told for _, told in facts], lambda name: f"{LIBRARY}.{name}")
        except (NoScript, TooLarge, Case):
            return super().by_entries(left)
        said = Theorem([(name, "R") for name in names], [told for _, told in facts], goal, Names(Domain()), "Equal")
        self.asserted += _proved(lemma, said, [f"intros {' '.join(names)}. intros.", *body])
        self.proved.append(lemma)
        meant = [*map(self.made.printer.shown, (node("svar", symbol) for symbol in scalars)),
                 *(f"({self.letters.names[vector]} i ord0)" for vector in entries.vectors)]
        return f"{{ dg_entries; intro i; exact ({' '.join([lemma, *meant, *(f'({shown})' for shown, _ in facts)])}). }}"

    def _entries_at(self, entries: Entries, size: int) -> list[dict]:
        found = []
        for point in self.points:
            with suppress(NoValue, KeyError, ArithmeticError, ValueError, TypeError, IndexError):
                at = self._at(point)
                scalars = {name: _rounded(at[symbol]) for symbol, name in entries.scalars.items()}
                for place in range(extent(self.letters.sizes[size], at[TWICE])):
                    found.append(scalars | {name: _rounded(at[vector][place][0]) for vector, name in entries.vectors.items()})
        return found[:len(self.points)]

    def _flat(self) -> Flat:
        relations = [tuple(parsed(coded(side, self.letters)) for side in item.sides) for item in self.related]
        relations += [tuple(parsed(coded(side, self.letters)) for side in pair) for pair in self.merged]
        return Flat([(r, c, key in self.algebra.symmetric) for key, r, c in self.letters.letters],
                    relations if self.list_name == "ls" else [],
                    {place: int(size) for place, size in enumerate(self.letters.sizes) if size.is_Integer})

    def _shown(self, flat: Flat, goals: list[Term]) -> list[str]:
        """The line that proves a conjunction of statements about numbers, which are then to be asserted."""
        facts = self._numbers(flat) if self.list_name == "ls" else []
        names, samples = self._names(flat), self._samples(flat)
        proof = "I"
        for goal in reversed(goals):
            if goal.head == "True":
                proof = f"(conj I {proof})"
                continue
            lemma = f"S{len(self.proved)}"
            self.asserted += _asserted(lemma, names, [fact for _, fact in facts], goal, samples)
            self.proved.append(lemma)
            given = "".join(f" ({shown})" for shown in (*self._meant(flat), *(told for told, _ in facts)))
            proof = f"(conj ({lemma}{given}) {proof})"
        return [f"exact {proof}."]

    def _numbers(self, flat: Flat) -> list[tuple[str, Term]]:
        """What the hypotheses say of numbers, and of sizes: the proof and the statement of each."""
        found = []
        names = iter(name for name in self.facts if name[0] == "F")
        for item in self.hypotheses:
            if item.kind == "scalar":
                sides = [flat.number(parsed(coded(side, self.letters))) for side in item.sides]
                found.append((next(names), app(HEADS[item.relation], *sides)))
        symbols = self.made.symbols_of_sizes()
        for place in sorted(flat.places):
            if self.letters.sizes[place] in symbols:
                found.append((f"INR_pos _ P{symbols.index(self.letters.sizes[place])}", app("lt", num(0), var(f"n{place}"))))
        return found

    def _names(self, flat: Flat) -> list[str]:
        return [*(f"x{k}" for k in range(len(self.letters.scalars))), *(f"n{place}" for place in sorted(flat.places)),
                *flat.words.values(), *flat.traces.values()]

    def _meant(self, flat: Flat) -> list[str]:
        """What the variables stand for, in their order."""
        at = f"{self.sizes} (nth 0%R {self.list_name}) {self.table}"

        def shown(word: Word) -> str:
            return "[:: " + "; ".join(f"({key}%N, {str(turned).lower()})" for key, turned in word) + "]"
        return [*(f"nth R0 {self.scalars} {k}" for k in range(len(self.letters.scalars))),
                *(f"INR (size_at {self.sizes} {place})" for place in sorted(flat.places)),
                *(f"sw {at} {shown(word)}" for word in flat.words), *(f"tw {at} {size} {shown(word)}" for size, word in flat.traces)]

    # values at points
    def _samples(self, flat: Flat) -> list[dict]:
        found = []
        for number, point in enumerate(self.points):
            try:
                found.append(self._sample(flat, point, Random(number)))
            except (NoValue, KeyError, ArithmeticError, ValueError, TypeError, IndexError):
                continue
        return found

    def _at(self, point: Mapping) -> dict:
        at: dict[Any, Any] = {TWICE: {}, NEARLY: True}
        for symbol, value in point.items():
            if isinstance(value, MatrixBase):
                at[symbol] = tuple(tuple(_fraction(entry) for entry in value.row(row)) for row in range(value.rows))
            else:
                at[symbol] = _fraction(value)
        for symbol in self.made.symbols_of_sizes():
            at[TWICE][symbol] = int(at[symbol])
        return at

    def _sample(self, flat: Flat, point: Mapping, chance: Random) -> dict:
        made, at = self.made, self._at(point)
        work_out(at, made)
        values = {f"x{k}": _rounded(at[symbol]) for k, symbol in enumerate(self.letters.scalars)}
        sizes = [extent(size, at[TWICE]) for size in self.letters.sizes]
        values |= {f"n{place}": mpmath.mpf(sizes[place]) for place in flat.places}
        letters = []
        for key, rows, columns in self.letters.letters:
            if isinstance(key, str):  # a direction is any
                letters.append(mpmath.matrix([[chance.randint(-9, 9) for _ in range(sizes[columns])] for _ in range(sizes[rows])]))
            else:
                shown = value_of(node("mlet", key), at, made)
                letters.append(mpmath.matrix([[_rounded(entry) for entry in row] for row in shown]))
        for word, name in flat.words.items():
            values[name] = _product(word, letters)[0, 0]
        for (_, word), name in flat.traces.items():
            whole = _product(word, letters)
            values[name] = sum((whole[i, i] for i in range(whole.rows)), mpmath.mpf(0))
        return values


def _product(word: Word, letters: list) -> Any:
    whole = None
    for place, turned in word:
        one = letters[place].T if turned else letters[place]
        whole = one if whole is None else whole * one
    return whole


def _fraction(value: Any) -> Fraction:
    rational = Rational(value) if getattr(value, "is_Rational", False) else Rational(str(value.evalf(30)))
    return Fraction(int(rational.p), int(rational.q))


def _rounded(value: Fraction) -> Any:
    return mpmath.mpf(value.numerator) / value.denominator


def _asserted(lemma: str, names: list[str], facts: list[Term], goal: Term, samples: list[dict]) -> list[str]:
    """The lines that state and prove something about numbers. Raises NoScript."""
    said = Theorem([(name, "R") for name in names], facts, goal, Names(Domain()), "Equal" if goal.head == "eq" else "Holds")
    body = next(proofs(said, samples), None)
    if body is None:
        raise NoScript("identity")
    return _proved(lemma, said, body.strip().splitlines()[1:-1])


def _proved(lemma: str, said: Theorem, lines: list[str]) -> list[str]:
    return ["Unset SsrRewrite.", "Open Scope R_scope.", f"assert ({lemma} : {said.statement()}).",
            "{ clear. " + "\n  ".join(map(qualified, lines)) + " }", "Close Scope R_scope.", "Set SsrRewrite."]


@cache
def _own() -> re.Pattern:
    """The names that the tactics for numbers and their lemmas have; those in a module are called by it, and are others without it."""
    text = re.sub(r"^Module (\w+)\..*?^End \1\.", "", prelude(), flags=re.MULTILINE | re.DOTALL)
    names = re.findall(r"^\s*(?:Ltac|with|Lemma|Definition|Fixpoint) (\w+)", text, re.MULTILINE)
    return re.compile(rf"(?<![\w.'])({'|'.join(sorted(set(names), key=len, reverse=True))})(?![\w'])")


def qualified(line: str) -> str:
    """The line with those names in full."""
    return _own().sub(rf"{LIBRARY}.\1", line)
