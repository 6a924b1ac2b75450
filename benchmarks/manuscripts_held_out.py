"""Displays in the style of papers that no claim of ours is about, with the names that their text declares: how many are read, and
whether what is read is what they say.

`manuscripts_held_out.json` holds them. Each has a second spelling, `plain`, in the reader's own narrow notation, written beside it by hand;
a display is read rightly where both are one formula. The reader is fitted to no display of them: what it lacked is added by kind.
"""

from __future__ import annotations

import json
from collections import Counter

from benchmarks.manuscripts import HELD_OUT

READ, MISREAD, REFUSED = "read", "misread", "refused"


def outcome(entry: dict) -> tuple[str, str]:
    """What came of one display, and why where it was not read rightly."""
    from theoremtest.derivations.language import TheoremtestError
    from theoremtest.derivations.notation import Setting, declaration, macros_of, read_statement, read_typed, same_formula

    setting = Setting(macros_of(entry.get("macros", "")), tuple(declaration(text) for text in entry.get("where", ())))
    try:
        like = statement_of(entry)
    except TheoremtestError as error:
        return REFUSED, f"no statement for it: {error}"
    try:
        wanted = read_statement(entry["plain"], like)
        found = read_typed(entry["formula"], like, setting)
    except TheoremtestError as error:
        return REFUSED, str(error).splitlines()[0]
    if any(same_formula(item.statement, wanted) or _equal(item.statement, wanted) for item in found):
        return READ, ""
    return MISREAD, found[0].statement.latex()


def _equal(one, other) -> bool:
    """Whether the formulas of two statements of one kind were proved equal, one by one."""
    from theoremtest.derivations.language import Equal, Outcome
    from theoremtest.derivations.proof.decide import decide

    pairs = list(zip(one.expressions(), other.expressions(), strict=True))
    return all(a == b or decide(Equal(a, b, on=one.on), 5.0).outcome is Outcome.PROVED for a, b in pairs)


def statement_of(entry: dict):
    """A statement over the names of a display, whose place its formula takes: an equation, a rate or a conserved quantity."""
    from sympy import Integer, MatrixSymbol, Symbol, ZeroMatrix

    from theoremtest.derivations.language import Conserved, Domain, Equal, Evolves, Expectation, Flow, gt, real
    from theoremtest.derivations.notation import read_expression

    shapes = entry.get("matrices", {})
    counted = {*entry.get("sizes", ()), *(size for shape in shapes.values() for size in shape)} - {"1"}
    sizes = {name: Symbol(name, integer=True, positive=True) for name in sorted(counted)}
    named = {name: real(name) for name in entry.get("scalars", ())}
    named |= {name: MatrixSymbol(name, *(sizes.get(size, Integer(1)) for size in shape)) for name, shape in shapes.items()}
    over = [*named.values(), *(sizes[name] for name in entry.get("sizes", ()))]
    domain = Domain(*(gt(named[name], 0) for name in entry.get("positive", ())), over=over)
    if "state" in entry:
        state = named[entry["state"]]
        rate = ZeroMatrix(*state.shape) if getattr(state, "shape", ()) else 1 - state
        bare = Equal(state, state + state, on=domain)
        quantity = read_expression(entry["quantity"], bare) if "quantity" in entry else state
        still = ZeroMatrix(*quantity.shape) if getattr(quantity, "shape", ()) else Integer(1)
        return Evolves(quantity, still, along=Flow({state: rate}, name="a flow"), on=domain)
    if entry.get("kind") == "conserved":
        first = next(iter(named.values()))
        return Conserved(read_expression("a^\\top a", Equal(first, first + first, on=domain)),
                         along=Flow({symbol: ZeroMatrix(*symbol.shape) for symbol in named.values()}, name="a flow"), on=domain)
    if entry.get("kind") == "expectation":
        symbol = next(iter(named.values()))
        return Expectation(quantity=symbol, value=Integer(0), draws={symbol: Integer(1)}, on=domain)
    first = next(iter(named.values()))
    return Equal(first, first + first, on=domain)


def counts() -> dict[str, int]:
    """How many displays are read, misread and refused."""
    found = Counter(outcome(entry)[0] for entry in json.loads(HELD_OUT.read_text("utf-8")))
    return {name: found[name] for name in (READ, MISREAD, REFUSED)}


def report() -> None:
    """Print what was not read rightly, and the counts."""
    for entry in json.loads(HELD_OUT.read_text("utf-8")):
        found, why = outcome(entry)
        if found != READ:
            print(f"{entry['name']:<20} {found:<10} {why}")
    print(", ".join(f"{number} {name}" for name, number in counts().items()))
