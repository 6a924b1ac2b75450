"""Equations between diagonal matrices, entry by entry, proved as equations between numbers.

A growth is looked at in the cases of a rate that is zero and of one that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mpmath

from .identities import script
from .matrices_terms import Node
from .reasons import NoScript
from .terms import Term, app, num, parts, put, text, var

INFIX = {"sadd": "add", "smul": "mul", "madd": "add", "mmul": "mul", "mscal": "mul"}
FUNCTIONS = {"abs": "Rabs"}


class Entries:
    """Trees of diagonal matrices as terms for their entry i. scalars: the names of scalars; diagonals: the entry of each letter."""

    def __init__(self, scalars: dict, diagonals: dict) -> None:
        self.scalars, self.diagonals = scalars, diagonals
        self.vectors: dict[Any, str] = {}
        """Vector to the name of its entry."""

    def entry(self, tree: Node) -> Term:
        """The entry of a matrix, or a number. Raises NoScript."""
        head, args = tree
        if head == "svar":
            return var(self.scalars[args[0]])
        if head == "sentry":
            return var(self.vectors.setdefault(args[0], f"e{len(self.vectors)}"))
        if head == "snum":
            return num(args[0])
        if head in ("sabbr", "mabbr"):
            return self.entry(args[1])
        if head == "mlet" and args[0] in self.diagonals:
            return self.entry(self.diagonals[args[0]])
        if head == "mid":
            return num(1)
        if head in INFIX:
            return app(INFIX[head], *map(self.entry, args))
        if head in ("sopp", "mopp"):
            return app("opp", self.entry(args[0]))
        if head == "sfun":
            return app(FUNCTIONS.get(args[0], args[0]), self.entry(args[1]))
        if head == "sgrowth":
            return app("growth", *map(self.entry, args))
        raise NoScript("entry")


def in_growth_cases(goal: Term, samples: Sequence[dict], facts: Sequence[Term], name: Callable[[str], str],
                    depth: int = 2) -> list[str]:
    """The lines of an equation with growths; name: the full name of a tactic or lemma for numbers. Raises NoScript or TooLarge."""
    growths = dict.fromkeys(item for item in parts(goal) if item.head == "growth")
    if not growths:
        return script(*goal.args, samples, facts)
    if depth == 0:
        raise NoScript("cases")
    base = _base(next(iter(growths)).args[0])
    shown, known = text(base), f"Z__{depth}"
    here = [item for item in growths if any(part == base for part in parts(item.args[0]))]
    zero = {base: num(0)}
    nothing, something = [], []
    for item in here:
        rate, time = (put(one, zero) for one in item.args)
        nothing.append((put(item, zero), time, f"rewrite (@growth_where_zero ({text(rate)}) ({text(time)})) by lra."))
        rate, time = item.args
        value = app("div", app("sub", app("exp", app("mul", rate, time)), num(1)), rate)
        something.append((item, value, f"rewrite (@growth_is ({text(rate)}) ({text(time)})) by {name('not_zeros')}."))
    lines = [f"destruct (Req_EM_T ({shown}) 0) as [{known}|{known}]."]
    goal_0, facts_0 = put(goal, zero), [put(item, zero) for item in facts]
    rewritten = [f"rewrite {known} in *."] if base.head != "var" else [f"subst {base.args[0]}."]
    for old, new, line in nothing:
        rewritten.append(line)
        goal_0 = put(goal_0, {old: new})
    there = [{**sample, base.args[0]: mpmath.mpf(0)} for sample in samples] if base.head == "var" else samples
    try:
        rewritten += in_growth_cases(goal_0, there, facts_0, name, depth - 1)
    except NoScript:  # as a rule the hypotheses do not allow this case
        rewritten = [f"exfalso. assert (N__{depth} : {shown} <> 0) by (clear {known}; {name('not_zeros')}). exact (N__{depth} {known})."]
    lines.append("{ " + "\n  ".join(rewritten) + " }")
    rewritten = []
    for old, new, line in something:
        rewritten.append(line)
        goal = put(goal, {old: new})
    told = [*facts, app("ne", base, num(0))]
    lines.append("{ " + "\n  ".join([*rewritten, *in_growth_cases(goal, samples, told, name, depth - 1)]) + " }")
    return lines


def _base(rate: Term) -> Term:
    """What has to be zero for a rate to be: a root or a variable in it, where there is one alone."""
    found = [item for item in parts(rate) if item.head == "sqrt"] or [item for item in parts(rate) if item.head == "var"]
    if len(set(found)) != 1:
        raise NoScript("growth")
    return found[0]
