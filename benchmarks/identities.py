"""The exact engine over the yardstick of identities that others wrote, in full, beside SymPy's own tools.

`python -m benchmarks.identities` prints the counts, apart for each list that the entries were written down from and for those that are
ours; `--only theoremtest` leaves SymPy out, `--open` lists what the engine leaves open. Before anything is counted every
entry is tried by plain arithmetic with fifty digits: a truth that fails at a point of its domain, or a wrong twin that does not, is an
error of the yardstick. Every entry is asked of the engine; `simplify` and `equals` are asked of identities (and `simplify` of
inequalities), `limit` of limits, `summation` and `integrate` of what they are made for. SymPy's symbols get the assumptions that its
language has for the entry's conditions. What a tool is not asked, or does not settle in time, counts as open.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from theoremtest.derivations.language import Equal, Holds, Limit, Outcome
from theoremtest.derivations.language.base import Statement

from .yardstick.arithmetic import checked, fails
from .yardstick.entries import Entry, entries, left_out

LIMIT = 5.0
"""Seconds after which a call is stopped."""


def ours(statement: Statement) -> bool | None:
    """The engine's answer: True for proved, False for refuted."""
    from theoremtest.derivations.proof.decide import decide

    return {Outcome.PROVED: True, Outcome.REFUTED: False}.get(decide(statement, LIMIT).outcome)


def simplified(statement: Statement) -> bool | None:
    """SymPy's `simplify` of the difference, or of the inequality; a remainder that is not zero decides nothing."""
    from sympy import S, simplify
    from sympy.core.relational import Relational

    if isinstance(statement, Equal):
        return True if simplify(_assumed(statement, (statement.left - statement.right).doit())) == 0 else None
    if isinstance(statement, Holds):
        relation: Relational = statement.relation
        found = simplify(type(relation)(*(_assumed(statement, side) for side in relation.args)))
        return {S.true: True, S.false: False}.get(found)
    return None


def equal(statement: Statement) -> bool | None:
    """SymPy's `equals`."""
    if not isinstance(statement, Equal):
        return None
    return _assumed(statement, (statement.left - statement.right).doit()).equals(0)


def limited(statement: Statement) -> bool | None:
    """SymPy's `limit`."""
    from sympy import limit, oo

    if not isinstance(statement, Limit):
        return None
    variable, point = statement.variable, statement.point
    found = limit(_assumed(statement, statement.expression, variable), variable, point, "+" if point not in (oo, -oo) else "-")
    wanted = _assumed(statement, statement.value, variable)
    if found == wanted:
        return True
    if oo in (found, wanted) or -oo in (found, wanted):
        return False
    return (found - wanted).equals(0)


def summed(statement: Statement) -> bool | None:
    """SymPy's `summation` and `integrate`, the difference by `simplify`."""
    from sympy import Integral, Sum, integrate, simplify, summation

    if not isinstance(statement, Equal) or not isinstance(statement.left, (Sum, Integral)):
        return None
    tool = summation if isinstance(statement.left, Sum) else integrate
    found = tool(_assumed(statement, statement.left.function), *(tuple(_assumed(statement, part) for part in limit)
                                                              for limit in statement.left.limits))
    return True if simplify(found - _assumed(statement, statement.right)) == 0 else None


TOOLS: dict[str, Callable[[Statement], bool | None]] = {
    "theoremtest": ours, "simplify": simplified, "Expr.equals": equal, "limit": limited, "summation, integrate": summed}


def run(every: int = 1, tools: tuple[str, ...] = tuple(TOOLS)) -> dict:
    """Counts by list and tool: proved, refuted, wrong and open, with median, worst and whole seconds; every: each nth pair only."""
    pairs = _pairs()
    told: dict = {"limit_seconds": LIMIT}
    for source in dict.fromkeys(true.source for true, _ in pairs):
        chosen = [entry for pair in [pair for pair in pairs if pair[0].source == source][::every] for entry in pair]
        made = [entry.statement() for entry in chosen]
        settled = sum(isinstance(statement, Equal) and statement.left == statement.right for statement in made)
        told[source] = {"pairs": len(chosen) // 2, "names left out": sum(len(part.names) for part in left_out() if part.source == source),
                        "true by SymPy's construction": settled,
                        "true, too dear for plain arithmetic": sum(entry.true and not checked(entry) for entry in chosen),
                        "tools": {name: _measured(TOOLS[name], chosen, made) for name in tools}}
    return told


def unsound() -> list[str]:
    """What plain arithmetic holds against the yardstick itself: truths that fail at a point, wrong twins that fail at none."""
    found = []
    for true, wrong in _pairs():
        try:
            checked(true)
        except ValueError as error:
            found.append(str(error))
        if fails(wrong, true) is None:
            found.append(f"{wrong} has not been found to fail")
    return found


def left_open() -> list[Entry]:
    """The entries that the engine does not settle, or settles wrongly."""
    return [entry for entry in entries() if ours(entry.statement()) is not entry.true]


def _pairs() -> list[tuple[Entry, Entry]]:
    every = list(entries())
    return list(zip(every[::2], every[1::2], strict=True))


def _measured(tool: Callable, chosen: list[Entry], made: list[Statement]) -> dict:
    from theoremtest.numerics.routes.dispatch import alarm

    counts = {"true proved": 0, "true refuted (wrong)": 0, "true open": 0, "false refuted": 0, "false proved (wrong)": 0, "false open": 0}
    seconds = []
    for entry, statement in zip(chosen, made, strict=True):
        began = time.perf_counter()
        try:
            with alarm(LIMIT):
                answer = tool(statement)
        except Exception:  # out of time, or the tool's own failure: not decided
            answer = None
        seconds.append(time.perf_counter() - began)
        if entry.true:
            counts["true open" if answer is None else "true proved" if answer else "true refuted (wrong)"] += 1
        else:
            counts["false open" if answer is None else "false proved (wrong)" if answer else "false refuted"] += 1
    return counts | {"median_seconds": statistics.median(seconds), "worst_seconds": max(seconds), "all_seconds": sum(seconds)}


def _assumed(statement: Statement, expression, *kept):
    """The expression with SymPy's assumptions for what the domain says of single symbols."""
    from sympy import Symbol

    values = {}
    for symbol in statement.on.symbols:
        bounds = statement.on.bounds.get(symbol)
        if symbol in kept or bounds is None or not isinstance(symbol, Symbol):
            continue
        facts = {1: {"positive": True}, -1: {"negative": True}}.get(bounds.sign) or (
            {1: {"nonnegative": True}, -1: {"nonpositive": True}}.get(bounds.weak_sign) or {})
        facts |= {"nonzero": True} if bounds.nonzero else {}
        values[symbol] = Symbol(symbol.name, **({"integer": True} if symbol.is_integer else {"real": True}), **facts)
    return expression.xreplace(values)


def main() -> None:
    """Print the counts, or with `--open` the entries that the engine leaves open. Raises SystemExit where the yardstick is wrong."""
    parser = argparse.ArgumentParser(description="The exact engine over identities that others wrote, beside SymPy's tools.")
    parser.add_argument("--open", action="store_true", help="list what the engine leaves open instead of counting")
    parser.add_argument("--every", type=int, default=1, help="take each nth pair only")
    parser.add_argument("--only", choices=TOOLS, action="append", help="ask this tool only; more than one may be given")
    options = parser.parse_args()
    if found := unsound():
        raise SystemExit("\n".join(found))
    if options.open:
        for entry in left_open():
            print(entry)
        return
    for source, counts in run(options.every, tuple(options.only or TOOLS)).items():
        print(f"{source}: {_words(counts)}")
        for name, figures in counts["tools"].items() if isinstance(counts, dict) else ():
            print(f"  {name}: {_words(figures)}")


def _words(counts) -> str:
    if not isinstance(counts, dict):
        return str(counts)
    return ", ".join(f"{word} {number:.3g}" if isinstance(number, float) else f"{word} {number}"
                     for word, number in counts.items() if not isinstance(number, dict))


if __name__ == "__main__":
    main()
