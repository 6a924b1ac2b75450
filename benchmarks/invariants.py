"""Invariants that others state, as sets that a flow never leaves: the problems of KeYmaera X, read from a file that the user gives.

    python -m benchmarks.invariants nonlinear.kyx [--limit N] [--only TEXT]

Of LS-Lab/KeYmaeraX-projects, `benchmarks/nonlinear.kyx`; nothing of it is kept here. Each problem gives a start, a flow on a domain, and
what is to hold afterwards; most state an invariant. Three statements are decided: the start lies in the invariant, the invariant is never
left, and inside of it what is to hold holds. A problem is right where all are proved; a stated invariant is wrong where it is refuted.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sympy import And, Basic, Implies, Max, Min, Not, Or, Rational, S, Symbol, to_nnf

from theoremtest import Domain, Flow, Holds, decide
from theoremtest.language import Outcome, Statement, Stays, eq, ge, gt, le, lt, ne

from .foreign.problem import Unsaid
from .foreign.tokens import Cursor, tokens_of

TOKEN = re.compile(r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][-+]?\d+)?)|(?P<name>[A-Za-z]\w*)|"
                   r"(?P<sign><->|->|<=|>=|!=|[-+*/^()\[\]{}'=<>&|!,@;]))")
RELATIONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "!=": ne}


@dataclass
class Problem:
    """One problem: conditions as SymPy has them, rates by state, and the parts of the stated invariant."""

    name: str
    start: Basic
    flow: dict
    within: Basic
    invariant: tuple[Basic, ...]
    afterwards: Basic


class Formulas(Cursor):
    """A reader of formulas, by descent; letters are real."""

    def __init__(self, tokens: list[str], meanings: dict[str, tuple[list[str], list[str]]], letters: dict | None = None) -> None:
        super().__init__(tokens)
        self.meanings, self.letters = meanings, letters or {}

    def condition(self) -> Basic:
        left = self.disjunction()
        if self.next == "->":
            self.take()
            return Implies(left, self.condition())
        return left

    def disjunction(self) -> Basic:
        parts = [self.conjunction()]
        while self.next == "|":
            self.take()
            parts.append(self.conjunction())
        return Or(*parts)

    def conjunction(self) -> Basic:
        parts = [self.negation()]
        while self.next == "&":
            self.take()
            parts.append(self.negation())
        return And(*parts)

    def negation(self) -> Basic:
        if self.next == "!":
            self.take()
            return Not(self.negation())
        before = self.place
        try:
            return self.comparison()
        except Unsaid:
            if self.next == "" or self.tokens[before] != "(":
                raise
            self.place = before
            self.take("(")
            found = self.condition()
            self.take(")")
            return found

    def comparison(self) -> Basic:
        if self.next in ("true", "false"):
            return S.true if self.take() == "true" else S.false
        if self.next in self.meanings and "<->" in self.meanings[self.next][1][:1]:
            return self.meaning()
        left, parts = self.sum(), []
        while self.next in RELATIONS:
            sign = self.take()
            right = self.sum()
            parts.append(RELATIONS[sign](left, right))
            left = right
        if not parts:
            raise Unsaid("a formula instead of a condition")
        return And(*parts)

    def sum(self) -> Any:
        found = self.product()
        while self.next in ("+", "-"):
            found = found + self.product() if self.take() == "+" else found - self.product()
        return found

    def product(self) -> Any:
        found = self.factor()
        while self.next in ("*", "/"):
            found = found * self.factor() if self.take() == "*" else found / self.factor()
        return found

    def factor(self) -> Any:
        if self.next == "-":  # binds less than a power
            self.take()
            return -self.factor()
        base = self.atom()
        if self.next == "^":
            self.take()
            return base ** self.factor()
        return base

    def atom(self) -> Any:
        token = self.take()
        if token == "(":
            found = self.sum()
            self.take(")")
            return found
        if token[0].isdigit():
            return Rational(token)
        if not token[0].isalpha():
            raise Unsaid(f"{token} in a formula")
        if token in self.meanings:
            self.place -= 1
            return self.meaning()
        arguments = self.arguments() if self.next == "(" else []
        if token in ("max", "min"):
            return (Max if token == "max" else Min)(*arguments)
        if arguments:
            raise Unsaid(f"the function {token}")
        return self.letters.get(token, Symbol(token, real=True))

    def arguments(self) -> list:
        found: list = []
        self.take("(")
        while self.next != ")":
            found.append(self.sum())
            if self.next == ",":
                self.take()
        self.take(")")
        return found

    def meaning(self) -> Any:
        """What a name is defined as."""
        names, (kind, *body) = self.meanings[self.take()]
        values = self.arguments() if self.next == "(" else []
        inner = Formulas(body, self.meanings, dict(zip(names, values, strict=True)))
        return inner.condition() if kind == "<->" else inner.sum()


def definitions(text: str) -> dict[str, tuple[list[str], list[str]]]:
    """What an entry defines: arguments, and `=` or `<->` with the tokens of what a name means."""
    found = {}
    block = re.search(r"Definitions(.*?)\nEnd\.", text, re.DOTALL)
    for piece in block[1].split(";") if block else ():
        made = re.match(r"\s*(?:Real|Bool)\s+(\w+)\s*(?:\(([^()]*)\))?\s*(=|<->)(.*)", piece, re.DOTALL)
        if made:
            names = [part.split()[-1] for part in (made[2] or "").split(",") if part.strip()]
            found[made[1]] = names, [made[3], *tokens_of(made[4], TOKEN)]
    return found


def problems(text: str) -> Iterator[Problem | tuple[str, str]]:
    """The problems of an archive; of one that is not read its name and why."""
    for entry in re.split(r"(?=ArchiveEntry \")", re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL))[1:]:
        name = entry.split('"')[1].rpartition("/")[2]
        try:
            yield _problem(name, entry)
        except (Unsaid, TypeError) as error:
            yield name, str(error)


def _problem(name: str, entry: str) -> Problem:
    body = re.search(r"Problem(.*?)\nEnd\.", entry, re.DOTALL)
    if body is None:
        raise Unsaid("no problem")
    tokens = tokens_of(body[1], TOKEN)
    reader = Formulas(tokens, definitions(entry))
    arrow = next(place for place in range(len(tokens)) if tokens[place:place + 3] == ["->", "[", "{"])
    start = Formulas(tokens[:arrow], reader.meanings).condition()
    reader.place = arrow + 3
    flow: dict = {}
    while True:
        state = Symbol(reader.take(), real=True)
        reader.take("'")
        reader.take("=")
        flow[state] = reader.sum()
        if reader.take(",", "&", "}") != ",":
            break
    within = S.true
    if reader.tokens[reader.place - 1] == "&":
        within = reader.condition()
        reader.take("}")
    invariant: list[Basic] = []
    if reader.next == "@":
        reader.take()
        reader.take("invariant")
        reader.take("(")
        while reader.tokens[reader.place - 1] != ")" or not invariant:
            invariant.append(reader.condition())
            reader.take(",", ")")
    reader.take("]")
    afterwards = reader.condition()
    if reader.next:
        raise Unsaid(f"{reader.next} behind the problem")
    return Problem(name, start, flow, within, tuple(invariant), afterwards)


def statements(problem: Problem) -> dict[str, Statement]:
    """The start lies in the invariant, which is never left, and in it what is to hold holds. What is said of constants holds all along."""
    def split(condition: Basic) -> list[Basic]:
        plain = to_nnf(condition)
        return [part for part in (plain.args if isinstance(plain, And) else (plain,)) if part != S.true]

    start, within, inside = split(problem.start), split(problem.within), split(And(*problem.invariant))
    constant = [part for part in start if not part.free_symbols & set(problem.flow)]
    letters = set(problem.flow).union(*(rate.free_symbols for rate in problem.flow.values()), problem.afterwards.free_symbols,
                                      *(part.free_symbols for part in (*start, *within, *inside)))
    over = sorted(letters, key=str)
    return {
        "starts": Holds(And(*inside), on=Domain(*start, *within, over=over)),
        "stays": Stays(And(*inside), along=Flow(problem.flow), on=Domain(*constant, *within, over=over)),
        "suffices": Holds(to_nnf(problem.afterwards), on=Domain(*constant, *within, *inside, over=over)),
    }


def main() -> None:
    """Decide the problems of a file, and print how each ended."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("file", type=Path)
    options.add_argument("--limit", type=int, default=0)
    options.add_argument("--only", default="", help="a part of the name of a problem")
    options.add_argument("--stays", action="store_true", help="decide the stated invariants alone")
    options.add_argument("--seconds", type=float, default=60)
    chosen = options.parse_args()
    counts: Counter = Counter()
    for problem in problems(chosen.file.read_text("utf-8")):
        if isinstance(problem, tuple):
            counts["not read"] += 1
            print("not read", *problem, sep=" | ", flush=True)
            continue
        if chosen.only not in problem.name or not problem.invariant:
            counts["states no invariant"] += not problem.invariant
            continue
        if chosen.limit and counts["problems"] >= chosen.limit:
            break
        counts["problems"] += 1
        began, found = time.monotonic(), {}
        try:
            for name, statement in statements(problem).items():
                if name == "stays" or not chosen.stays:
                    found[name] = decide(statement, chosen.seconds).outcome
                    counts[f"{name}: {found[name].value}"] += 1
        except Exception as error:
            counts["not said"] += 1
            print("not said", problem.name, f"{type(error).__name__}: {error}", sep=" | ", flush=True)
            continue
        counts["right"] += set(found.values()) == {Outcome.PROVED}
        counts["wrong"] += found["stays"] is Outcome.REFUTED
        print(*(outcome.value for outcome in found.values()), problem.name, f"{time.monotonic() - began:.1f} s", sep=" | ", flush=True)
    print(*(f"{name}: {count}" for name, count in counts.items()), sep="\n")


if __name__ == "__main__":
    main()
