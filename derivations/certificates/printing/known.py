"""What a printed proof knows at a line: the kernel's knowledge, with the name that each fact has in Coq."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from theoremtest.derivations.kernel.facts import nonneg, nonzero, pos
from theoremtest.derivations.kernel.knowledge import Knowledge
from theoremtest.derivations.kernel.ring import Quotient
from theoremtest.derivations.kernel.steps import Proof
from theoremtest.derivations.kernel.table import is_whole
from theoremtest.derivations.kernel.terms import Refused, mul, number
from theoremtest.derivations.kernel.terms import Term as Node

from ..reasons import NoScript
from ..terms import text
from .terms import Writer

Equal = Callable[..., list[str]]
Rule = Callable[..., list[str]]
STRONGER = {"pos": ("pos",), "nonneg": ("nonneg", "pos"), "nonzero": ("nonzero", "pos")}
"""A sign, and what is more than it."""
UNNAMED = "unnamed"
"""Why a fact that the kernel knows is not at hand."""
BY_EQUATION = {"pos": "above_zero", "nonneg": "above_zero_weakly", "nonzero": "not_zero_by"}


class Context:
    """A place in a proof that is being printed. named: the facts that are known, each with its name; shown: those that lines showed."""

    def __init__(self, writer: Writer, proof: Proof, equal: Equal) -> None:
        self.writer, self.proof, self.equal = writer, proof, equal
        self.known = Knowledge()
        self.named: list[tuple[Node, str]] = []
        self.shown: list[Node] = []
        self.used: set[str] = set()
        """Names of facts that were asked for."""
        self.asked: set[Node] = set()
        """Signs that are being shown."""

    def within(self) -> Context:
        """A place in a case."""
        made = Context(self.writer, self.proof, self.equal)
        made.known, made.named, made.shown = self.known.within(), list(self.named), list(self.shown)
        made.used, made.asked = self.used, self.asked
        return made

    def rule(self, line: list, rule: Rule | None) -> Rule | None:
        """How a step is printed here; rule: how it is elsewhere."""
        return rule

    def assertion(self, line: list, name: str, fact: Node, body: Callable[[Context], list[str]]) -> list[str]:
        """The fact of a line, with its proof."""
        return [f"assert ({name} : {text(self.writer.fact(fact))}).", *_braced(body(self))]

    def fresh(self, kind: str) -> str:
        """A name that nothing else has."""
        return f"{kind}__{next(self.writer.numbers)}"

    def learn(self, fact: Node, name: str) -> list[str]:
        """Take in a fact that Coq knows under this name; lines that take it apart."""
        self.known.learn(fact)
        self.named.append((fact, name))
        if fact.head != "both":
            return []
        parts = [self.fresh("P") for _ in fact.args]
        for part, own in zip(fact.args, parts):
            self.named.append((part, own))
        pattern = parts[-1]
        for own in reversed(parts[:-1]):
            pattern = f"[{own} {pattern}]"
        return [f"assert (T__{name} := {name}). destruct T__{name} as {pattern}."]

    def name_of(self, fact: Node) -> str:
        """The name of a fact that was shown in so many words."""
        for known, name in reversed(self.named):
            if known is fact:
                self.used.add(name)
                return name
        raise NoScript(UNNAMED, repr(fact)[:80])

    def uses(self, facts: Iterable[Node]) -> None:
        """Facts that a tactic finds among what is known."""
        for fact in facts:
            self.name_of(fact)

    def said(self, name: str, fact: Node) -> list[str]:
        """Lines that show a fact that is known, under a name."""
        return [f"assert ({name} : {text(self.writer.fact(fact))}).", "{ " + "\n".join(self.from_known(fact)) + " }"]

    def from_known(self, fact: Node) -> list[str]:
        """Lines that close a goal that is plain from what is known: by the rules by which the kernel knows it."""
        for known, name in reversed(self.named):
            if known is fact:
                return [f"by_name {name}."]
        head, args = fact.head, fact.args
        if head in STRONGER:
            return self._sign(fact)
        if head == "both":
            return [line for part in args for line in ["split." if part is not args[-1] else "", *_braced(self.from_known(part))] if line]
        if head == "any":
            for place, part in enumerate(args):
                if self.known.knows(part):
                    last = place == len(args) - 1
                    return [*["right."] * place, *([] if last else ["left."]), *self.from_known(part)]
        if head == "Equality":
            for known, name in reversed(self.named):
                if known.head == "Equality" and self.known._key(known) == self.known._key(fact):
                    first, second = self.fresh("E"), self.fresh("E")
                    real = self.writer.real
                    return [f"assert ({first} : {text(real(args[0]))} = {text(real(known.args[0]))}).",
                            *_braced(self.equal(self, args[0], known.args[0])),
                            f"assert ({second} : {text(real(known.args[1]))} = {text(real(args[1]))}).",
                            *_braced(self.equal(self, known.args[1], args[1])),
                            f"exact (eq_trans {first} (eq_trans {name} {second}))."]
            return self.equal(self, *args)
        if head == "whole" and is_whole(args[0]):
            return ["whole_number."]
        raise NoScript("known", f"{head} {repr(fact)[:80]}")

    def _multiples(self, head: str, value: Quotient) -> Iterator[tuple[Node, Node, str]]:
        """Known signs of which a scalar is a multiple by a number that keeps them: the number, the fact, its name."""
        for known, name in reversed(self.named):
            if known.head not in STRONGER[head]:
                continue
            other = self.known._scalar(known.args[0])
            ratio = (value * other.inverse()).constant() if other else None
            if ratio and (ratio > 0 or head == "nonzero"):
                yield number(Fraction(int(ratio.p), int(ratio.q))), known, name

    def _once(self, fact: Node, body: Callable[[], list[str]]) -> list[str]:
        """The lines of a proof that does not come back to what it is to show."""
        if fact in self.asked:
            raise NoScript("circle")
        self.asked.add(fact)
        try:
            return body()
        finally:
            self.asked.discard(fact)

    def _sign(self, fact: Node) -> list[str]:
        head, node = fact.head, fact.args[0]
        value = self.known._scalar(node)
        constant = value.constant()
        writer, real = self.writer, self.writer.real
        if constant is not None:
            name = self.fresh("E")
            written = number(Fraction(int(constant.p), int(constant.q)))
            return [f"assert ({name} : {text(real(node))} = {text(real(written))}).", *_braced(self.equal(self, node, written)),
                    f"apply ({BY_EQUATION[head]} _ _ {name}). lra."]
        for factor, known, name in self._multiples(head, value):
            equation = self.fresh("E")
            try:
                same = self._once(fact, partial(self.equal, self, node, mul(factor, known.args[0])))
            except NoScript:  # divides by what is to be shown not to be zero
                continue
            return [f"assert ({equation} : {text(real(node))} = {text(real(mul(factor, known.args[0])))}).",
                    *_braced(same), f"apply ({BY_EQUATION[head]} _ _ {equation}). by_factor {name}."]
        if node.head == "Mul" and all(self.known.knows(type_of(head)(part)) for part in node.args):
            names = [self.fresh("F") for _ in node.args]
            lines = [line for name, part in zip(names, node.args) for line in self.said(name, type_of(head)(part))]
            return [*lines, "by_factors."]
        if node.head == "Pow" and node.args[1].head == "number":
            base, root = node.args[0], node.args[1].mark.denominator > 1  # a root of what is negative is zero in Coq
            need = pos(base) if head == "nonzero" and root and self.known.knows(pos(base)) else type_of(head)(base)
            if self.known.knows(need):
                return [*self.said(self.fresh("F"), need), "by_factors."]
        raise NoScript("known", f"{head} {writer.fact(fact)}"[:120])


def type_of(head: str) -> Callable[[Node], Node]:
    """What makes a fact of a sign."""
    return {"pos": pos, "nonneg": nonneg, "nonzero": nonzero}[head]


def _braced(lines: Sequence[str]) -> list[str]:
    return ["{ " + "\n".join(lines) + " }"]


__all__ = ["Context", "Refused", "type_of"]
