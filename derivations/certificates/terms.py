"""Real numbers and propositions as Coq writes them: small immutable trees with their text.

A term is a head and its arguments; the heads are those of Coq's real numbers, so that a tree has one text and nothing is worked out on the
way. Whole numbers (`nat`, `Z`) stand inside the heads `INR`, `IZR` and in exponents only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Term(NamedTuple):
    """A real number, or a proposition: `head` applied to `args`."""

    head: str
    args: tuple


INFIX = {"add": ("+", 50, 50, 49), "sub": ("-", 50, 50, 49), "mul": ("*", 40, 40, 39), "div": ("/", 40, 40, 39)}
"""Head: sign, level, and the levels that stand to its left and right without brackets."""
ENDLESS = {"endless": "Series", "summable": "ex_series"}
"""A sum without an end, by index, summand and start, and that it converges: the library's, of the summands from the start on."""
RELATIONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "=", "ne": "<>"}


def num(value: Any, below: int = 1) -> Term:
    """A rational number."""
    return Term("num", (int(value), int(below)))


def var(name: str) -> Term:
    """A real variable."""
    return Term("var", (name,))


def app(head: str, *args: Any) -> Term:
    """A head applied to its arguments."""
    return Term(head, args)


def both(head: str, items: list[Term], empty: Term) -> Term:
    """A chain of one infix head, bracketed to the left."""
    found = None
    for item in items:
        found = item if found is None else Term(head, (found, item))
    return empty if found is None else found


def text(term: Term) -> str:
    """The term or proposition as Coq reads it."""
    return _text(term)[0]


def _in(term: Term, level: int) -> str:
    written, own = _text(term)
    return written if own <= level else f"({written})"


def _text(term: Term) -> tuple[str, int]:
    """The text and its level: 0 is an atom, 10 an application, 30 a power, 35 a sign, 40 a product, 50 a sum, 100 more."""
    head, args = term
    if head == "num":
        above, below = args
        if below != 1:
            return f"{above if above >= 0 else f'({above})'} / {below}", 40
        return (str(above), 0) if above >= 0 else (f"({above})", 0)
    if head in ("var", "raw"):
        return args[0], 0 if head == "var" else 100
    if head in INFIX:
        sign, own, left, right = INFIX[head]
        return f"{_in(args[0], left)} {sign} {_in(args[1], right)}", own
    if head == "opp":
        return f"- {_in(args[0], 30)}", 35
    if head == "inv":
        return f"/ {_in(args[0], 30)}", 35
    if head == "pow":
        return f"{_in(args[0], 20)} ^ {args[1]}", 30
    if head == "bit":
        return f"(if Z.testbit {args[0]} {args[1]} then - 1 else 1)", 0
    if head in RELATIONS:
        return f"{_in(args[0], 69)} {RELATIONS[head]} {_in(args[1], 69)}", 70
    return _proposition(head, args)


def _proposition(head: str, args: tuple) -> tuple[str, int]:
    if head == "and":
        return r" /\ ".join(_in(item, 70) for item in args), 80
    if head == "or":
        return r" \/ ".join(_in(item, 70) for item in args), 85
    if head == "iff":
        return f"{_in(args[0], 70)} <-> {_in(args[1], 70)}", 95
    if head == "imp":
        return f"{_in(args[0], 70)} -> {_in(args[1], 99)}", 99
    if head == "not":
        return f"~ {_in(args[0], 70)}", 75
    if head == "fun":
        return f"fun {args[0]} : {args[2] if len(args) > 2 else 'R'} => {text(args[1])}", 200
    if head == "total":
        return f"total (fun {args[0]} : nat => {text(args[1])}) {args[2]} {args[3]}", 10
    if head in ENDLESS:
        return f"{ENDLESS[head]} (PS_decr_n (fun {args[0]} : nat => {text(args[1])}) {args[2]})", 10
    if head == "every":
        above = f" <= {args[3]}" if len(args) > 3 else ""
        return f"forall {args[0]} : nat, ({args[2]} <= {args[0]}{above})%nat -> {text(args[1])}", 200
    if head == "some":
        return f"exists {args[0]} : R, {text(args[1])}", 200
    if head == "forall":
        return f"forall {args[0]}, {text(args[1])}", 200
    return " ".join([head, *(item if isinstance(item, str) else _in(item, 9) for item in args)]), 10 if args else 0


def parts(term: Term) -> Iterator[Term]:
    """Every part of a term, inner ones first."""
    for item in term.args:
        if isinstance(item, Term):
            yield from parts(item)
    yield term


def mapped(term: Term, change: Callable[[Term], Term]) -> Term:
    """The term with `change` applied to every part, inner ones first."""
    return change(Term(term.head, tuple(mapped(item, change) if isinstance(item, Term) else item for item in term.args)))


def put(term: Term, values: dict[Term, Term]) -> Term:
    """The term with parts replaced, but for what a function binds."""
    if not values:
        return term
    if term in values:
        return values[term]
    if term.head == "fun":
        inner = {key: value for key, value in values.items() if key != var(term.args[0])}
        return Term("fun", (term.args[0], put(term.args[1], inner), *term.args[2:]))
    return Term(term.head, tuple(put(item, values) if isinstance(item, Term) else item for item in term.args))


def speaks_of(term: Term, names: set[str]) -> bool:
    """Whether any of the variables stands in the term."""
    return any(item.head in ("var", "INR", "IZR") and item.args[0] in names
               or item.head in ("total", "every", *ENDLESS) and not names.isdisjoint(re.findall(r"\w+", " ".join(item.args[2:])))
               for item in parts(term))


def conjunction(items: list[Term]) -> Term:
    """All of the propositions."""
    return items[0] if len(items) == 1 else Term("and", tuple(items)) if items else Term("True", ())
