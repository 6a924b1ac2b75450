"""Theorems about numbers that are met on the way and of which nobody kept a witness: one is looked for, and its proof printed.

What looks for it is handed in from outside, since nothing here shares code with what decides: `proving` says who. Without anybody there is
no script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction

from theoremtest.derivations.kernel.check import MALFORMED
from theoremtest.derivations.kernel.facts import MINUS_OO, OO, facts_of, pos, spoken
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.setting import both
from theoremtest.derivations.kernel.terms import MINUS, Record, Refused, call, mul, number, power, sub, term
from theoremtest.derivations.kernel.terms import Term as Node
from theoremtest.derivations.language import Domain

from ..reading import Names
from ..reasons import NoScript
from ..terms import Term, put, var
from ..theorems import Theorem, unique
from .proofs import script_of
from .terms import ONE as ONE_ARGUMENT

Prove = Callable[[Goal], dict | None]
RELATIONS = {"lt": "StrictLessThan", "le": "LessThan", "gt": "StrictGreaterThan", "ge": "GreaterThan", "eq": "Equality",
             "ne": "Unequality", "and": "And", "or": "Or", "not": "Not"}
CALLED = {coq: head for head, coq in ONE_ARGUMENT.items()}
MADE: dict[str, Callable[..., Node]] = {
    "add": lambda one, other: _flat("Add", one, other), "mul": lambda one, other: _flat("Mul", one, other),
    "sub": lambda one, other: _flat("Add", one, mul(MINUS, other)), "div": lambda one, other: _flat("Mul", one, power(other, -1)),
    "inv": lambda one: power(one, -1), "opp": lambda one: _flat("Mul", MINUS, one), "sqrt": lambda one: power(one, Fraction(1, 2)),
    "Rpower": power, "Rmax": lambda *items: call("Max", *items), "Rmin": lambda *items: call("Min", *items),
    "kronecker": lambda *items: call("KroneckerDelta", *items)}
CONSTANTS = {"PI": "pi", "True": "true"}
MADE_AS = {"R": ("real",), "nat": ("integer", "nonnegative"), "Z": ("integer",)}
"""What a letter is by its making, for each kind of variable."""
_asked: list[Prove] = []


@contextmanager
def proving(prove: Prove) -> Iterator[None]:
    """Inside, this is who looks for proofs of the kernel's goals. What is found is printed for Coq, and believed no more than a guess."""
    _asked.append(prove)
    try:
        yield
    finally:
        _asked.pop()


def proved(theorem: Theorem) -> str:
    """The script of a theorem about real numbers, or of a limit of them. Raises NoScript."""
    if not _asked:
        raise NoScript("no-witness")
    try:
        nodes = _Nodes(dict(theorem.binders))
        asked = list(nodes.limits(theorem) if theorem.approach is not None else goals(nodes.record(
            "Holds", theorem, relation=nodes.node(theorem.conclusion))))
        proofs = [_asked[-1](goal) for goal in asked]
        if None in proofs:
            raise NoScript("no-witness")
        return script_of(theorem, nodes.letters, {}, asked, [found for found in proofs if found])
    except (Refused, *MALFORMED) as error:
        raise NoScript("witness", f"{type(error).__name__}: {error}") from None


def shown(theorem: Theorem, said: Term, *bound: tuple[str, str]) -> list[str]:
    """Lines that close a goal about numbers below a theorem's letters, by a statement of its own; bound: further letters, with their
    types. Raises NoScript."""
    meant: dict[Term, Term] = {}
    for name, value in theorem.equations:
        meant[var(name)] = put(value, meant)
    binders = [*(pair for pair in theorem.binders if var(pair[0]) not in meant), *bound]
    supposed = [put(item, meant) for item in theorem.hypotheses if not (item.head == "eq" and item.args[0] in meant) and item.head != "raw"]
    own = replace(theorem, binders=binders, hypotheses=unique(supposed), conclusion=put(said, meant), kind="Holds", equations=[], means=())
    body = "\n  ".join(proved(own).strip().splitlines()[1:-1])
    at = " ".join(["S__", *(name for name, _ in binders)])
    return [f"assert (S__ : {own.statement()}).", f"{{ clear. {body} }}", f"apply ({at}); first [ assumption | lra ]."]


def same(left: Term, right: Term) -> list[str]:
    """Lines that close the goal that two closed terms are the same number. Raises NoScript."""
    return proved(Theorem([], [], Term("eq", (left, right)), Names(Domain()), "Holds")).strip().splitlines()[1:-1]


class _Nodes:
    """Terms and relations of Coq as the kernel's. kinds: of the variables, `R`, `nat` or `Z`."""

    def __init__(self, kinds: dict[str, str]) -> None:
        self.kinds = kinds
        self.letters: dict[Node, tuple[str, str]] = {}

    def letter(self, name: str) -> Node:
        """A variable as a letter of the kernel."""
        kind = self.kinds.get(name, "R")
        if kind not in MADE_AS:
            raise NoScript("binder")
        found = term("Symbol", (), (name, MADE_AS[kind]))
        self.letters[found] = name, kind
        return found

    def record(self, kind: str, theorem: Theorem, **fields: object) -> Record:
        """A statement under what the theorem supposes."""
        conditions = tuple(map(self.node, theorem.hypotheses))
        return Record(kind, {**fields, "on": Record("Domain", {"conditions": conditions, "where": (), "over": ()})})

    def limits(self, theorem: Theorem) -> Iterator[Goal]:
        """Goals for what a theorem says of numbers near an end."""
        approach, node = theorem.approach, self.node
        assert approach is not None
        moving, to, value = self.letter(approach.name), *({"p_infty": OO, "m_infty": MINUS_OO}.get(end.head) or node(end) for end in (
            approach.to, approach.value))
        near = [term("near", (moving, to)), *([] if to in (OO, MINUS_OO) else [pos(sub(moving, to)), *obligations(to)])]
        supposed = [fact for condition in theorem.hypotheses for fact in facts_of(node(condition))]
        valued = [need for fact in supposed for part in spoken(fact) for need in obligations(part)]
        for said in theorem.conclusion.args if theorem.conclusion.head == "and" else (theorem.conclusion,):
            if said == approach.limit():
                more = {} if approach.ratio is None else {"rate": node(approach.ratio.args[1])}
                yield from goals(self.record("Limit", theorem, variable=moving, to=to, value=value, expression=node(approach.body), **more))
            elif approach.ratio is None or said != approach.bounded("bound"):
                inner = next((item for item in approach.defined if approach.near(item) == said), said)
                yield Goal("near the end", both(facts_of(node(inner))), [*near, *dict.fromkeys([*valued, *supposed])])

    def node(self, said: Term) -> Node:
        """A term or a relation. Raises NoScript."""
        head, args = said
        if head == "num":
            return number(Fraction(*args))
        if head == "var" or head in ("INR", "IZR") and args[0] in self.kinds:
            return self.letter(args[0])
        if head == "INR" and args[0].isdigit():
            return number(int(args[0]))
        if head == "pow":
            return power(self.node(args[0]), self.natural(args[1]))
        if head in CONSTANTS:
            return term("constant", (), CONSTANTS[head])
        if any(not isinstance(item, Term) for item in args):
            raise NoScript(head)
        inner = [self.node(item) for item in args]
        if head in RELATIONS:
            return term(RELATIONS[head], inner)
        if head in MADE:
            return MADE[head](*inner)
        if head in CALLED:
            return call(CALLED[head], *inner)
        raise NoScript(head)


    def natural(self, said: str) -> Node:
        """A whole number, a letter, or two of these added or multiplied."""
        first, sign, second = (*said[1:-1].split(), "", "")[:3] if said.startswith("(") else (said, "", "")
        if sign in ("+", "*") and said == f"({first} {sign} {second})":
            return _flat("Add" if sign == "+" else "Mul", self.natural(first), self.natural(second))
        if not said.isdigit() and self.kinds.get(said) != "nat":
            raise NoScript("pow")
        return number(int(said)) if said.isdigit() else self.letter(said)


def _flat(head: str, *items: Node) -> Node:
    """A sum or a product without one of its own kind inside."""
    return term(head, [part for item in items for part in (item.args if item.head == head else (item,))])
