"""The exact engine over the yardstick of identities that others wrote, in full, beside SymPy's own tools.

`python -m benchmarks.identities [--open]` prints the counts; with `--open` also what the engine leaves open. Every entry is asked of the
engine; `simplify` and `equals` are asked of identities (and `simplify` of inequalities), `limit` of limits, `summation` and `integrate` of
what they are made for. SymPy's symbols get the assumptions that its language has for the entry's conditions. What a tool is not asked, or
does not settle in time, counts as open.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from rederive.derivations.language import Equal, Holds, Limit, Outcome
from rederive.derivations.language.base import Statement

from .yardstick.entries import Entry, entries

LIMIT = 5.0
"""Seconds after which a call is stopped."""


def ours(statement: Statement) -> bool | None:
    """The engine's answer: True for proved, False for refuted."""
    from rederive.derivations.proof.decide import decide

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
    "rederive": ours, "simplify": simplified, "Expr.equals": equal, "limit": limited, "summation, integrate": summed}


def run(every: int = 1) -> dict:
    """Counts of proved, refuted, wrong and open by tool, with median, worst and whole seconds; every: take each nth entry only."""
    chosen = list(entries())[::every]
    made = [entry.statement() for entry in chosen]
    told = {name: _measured(tool, chosen, made) for name, tool in TOOLS.items()}
    settled = sum(isinstance(statement, Equal) and statement.left == statement.right for statement in made)
    return {"true": sum(entry.true for entry in chosen), "wrong twins": sum(not entry.true for entry in chosen),
            "limit_seconds": LIMIT, "true by SymPy's construction": settled, "tools": told}


def left_open() -> list[Entry]:
    """The entries that the engine does not settle, or settles wrongly."""
    return [entry for entry in entries() if ours(entry.statement()) is not entry.true]


def _measured(tool: Callable, chosen: list[Entry], made: list[Statement]) -> dict:
    from rederive.numerics.routes.dispatch import alarm

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
    """Print the counts, and with `--open` the entries that the engine leaves open."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--open", action="store_true", help="list what the engine leaves open instead of counting")
    parser.add_argument("--every", type=int, default=1, help="take each nth entry only")
    options = parser.parse_args()
    if options.open:
        for entry in left_open():
            print(entry)
        return
    for key, value in run(options.every).items():
        if key != "tools":
            print(f"{key}: {value}")
            continue
        for name, counts in value.items():
            print(name + ": " + ", ".join(f"{word} {number:.3g}" if isinstance(number, float) else f"{word} {number}"
                                          for word, number in counts.items()))


if __name__ == "__main__":
    main()
