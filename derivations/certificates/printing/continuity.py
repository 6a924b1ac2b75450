"""Facts near an end as Coq's, and what a formula tends to where its parts do: a lemma for each function that is continuous there."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from theoremtest.derivations.kernel.facts import MINUS_OO, OO
from theoremtest.derivations.kernel.table import TABLE
from theoremtest.derivations.kernel.terms import Term as Node
from theoremtest.derivations.kernel.terms import free

from ..limits_stated import Approach, endless
from ..reasons import NoScript
from ..terms import Term, app, num, text
from .terms import ONE as ONE_ARGUMENT
from .terms import SPELT, Writer, turned

Composed = tuple[Term, Term, str]
"""A term, what it tends to, and the proof."""
CONTINUOUS = ("exp", "sqrt", "Rabs", "cosh", "sinh", "tanh", "arcsinh", "sin", "cos", "atan", "ln")


class End(Writer):
    """A writer of facts near an end."""

    def __init__(self, approach: Approach, letters: dict, functions: dict) -> None:
        super().__init__(letters, functions)
        self.approach, self.name, self.kind = approach, approach.name, approach.kind
        self.letter = next(node for node, (name, _) in letters.items() if name == approach.name)
        if self.kind == "nat":
            self.filter = "eventually"
        else:
            self.filter = f"{'Rbar_locally' + chr(39) if endless(approach.to) else 'at_right'} ({text(approach.to)})"
        self.instance = f"let F__ := constr:(_ : Filter ({self.filter})) in"
        """Before a tactic whose lemmas each need to be shown that it is a filter: it is looked for once."""

    @classmethod
    def towards(cls, writer: Writer, letter: Node) -> End:
        """The end of numbers beyond all bounds, to which a letter of another writer's goes; what that one wrote is written alike."""
        made = cls(Approach(writer.names[letter][0], "R", app("p_infty"), num(0), num(0), [], None), writer.names, writer.functions)
        made.nodes, made.numbers, made._algebra, made._atoms, made._written = (
            writer.nodes, writer.numbers, writer._algebra, writer._atoms, writer._written)
        return made

    def value(self, node: Node) -> str:
        """What is tended to."""
        return {OO: "p_infty", MINUS_OO: "m_infty"}.get(node) or f"(Finite ({text(self.real(node))}))"

    def function(self, node: Node) -> str:
        """A term as a function of the letter that moves."""
        return self.text_of(self.real(node))

    def text_of(self, term: Term) -> str:
        """The same of what is written already."""
        return f"(fun {self.name} : {self.kind} => {text(term)})"

    def at_a_point(self, names: Sequence[str]) -> str:
        """The sentences that bring what holds by the filter to one point near the end."""
        if not names:
            return f"apply filter_forall. intros {self.name}. cbv beta."
        together, pattern = names[-1], names[-1]
        for name in reversed(names[:-1]):
            together, pattern = f"(near_both (FF := F__) _ _ {name} {together})", f"[{name} {pattern}]"
        return (f"{self.instance} generalize {together}. apply filter_imp. clear {' '.join(names)}. intros {self.name} {pattern}. "
                f"cbv beta in {', '.join(names)} |- *.")

    def stated(self, fact: Node) -> str:
        """A fact as the proof knows it."""
        if fact.head == "limit":
            return f"filterlim {self.function(fact.args[0])} ({self.filter}) (Rbar_locally {self.value(fact.args[1])})"
        if fact.head == "converges":
            return f"exists l : R, filterlim {self.function(fact.args[0])} ({self.filter}) (Rbar_locally (Finite l))"
        if fact.head == "order":
            over = text(app("div", *map(self.real, fact.args)))
            between = f"{self.filter} (fun {self.name} : {self.kind} => low <= {over} /\\ {over} <= high)"
            return f"exists low : R, exists high : R, 0 < low /\\ {between}"
        if fact.head == "fixed":
            return "True"
        said = text(self.fact(fact))
        return f"{self.filter} (fun {self.name} : {self.kind} => {said})" if self.letter in free(fact) else said


def composed(end: End, node: Node, known: dict[Node, tuple[Node, str]]) -> Composed:
    """A term as sums, products and functions, what it tends to, and the proof; `_` stands for what has to hold there."""
    if node in known:
        value, name = known[node]
        return end.real(node), end.real(value), name
    if end.letter not in free(node):
        return _still(end.real(node))
    head, args = node.head, node.args
    if head in SPELT and TABLE[head].meaning is not None:
        return composed(end, TABLE[head].meaning(*args), known)
    if head == "Pow" and args[1].head == "number":
        return _powered(composed(end, args[0], known), args[1].mark)
    if head == "Add":
        return _sum(end, args, known)
    if head == "Mul":
        return _product(end, args, known)
    found = [composed(end, part, known) for part in args]
    if head in ("Max", "Min"):
        return _joined("Rmax" if head == "Max" else "Rmin", found)
    if head == "Pow" and args[1] not in end.names:
        return _joined("Rpower", found, " _")
    if ONE_ARGUMENT.get(head) in CONTINUOUS:
        return _applied(f"C_at {ONE_ARGUMENT[head]}", ONE_ARGUMENT[head], found[0], " _")
    raise NoScript("continuous", head)


def _applied(lemma: str, name: str, of: Composed, more: str = "") -> Composed:
    own, there, proof = of
    return app(name, own), app(name, there), f"({lemma} {proof}{more})"


def _joined(name: str, items: Sequence[Composed], more: str = "") -> Composed:
    own, there, proof = items[0]
    for one, value, other in items[1:]:
        own, there, proof = app(name, own, one), app(name, there, value), f"(C_{name} F__ {proof} {other}{more})"
    return own, there, proof


def _sum(end: End, items: Sequence[Node], known: dict) -> Composed:
    """As the writer writes a sum."""
    found = composed(end, items[0], known)
    for item in items[1:]:
        less = None if item in known else turned(item)
        found = _joined("add" if less is None else "sub", [found, composed(end, item if less is None else less, known)])
    return found


def _product(end: End, items: Sequence[Node], known: dict) -> Composed:
    """As the writer writes a product; what is known of a factor below the fraction bar is known of it as a factor."""
    above, below, negative = [], [], False
    inverses = [item for item in items if item.head == "Pow" and item.args[1].head == "number" and item.args[1].mark < 0]
    over = known.get(inverses[0]) if len(inverses) == 1 and inverses[0].args[1].mark == -1 else None
    for item in items:
        if item not in known and item.head == "number" and abs(item.mark.numerator) == 1:
            negative ^= item.mark < 0
            below += [] if item.mark.denominator == 1 else [_still(num(item.mark.denominator))]
        elif over is not None and item is inverses[0]:
            continue
        elif item not in known and item.head == "Pow" and item.args[1].head == "number" and item.args[1].mark < 0:
            below.append(_powered(composed(end, item.args[0], known), -item.args[1].mark))
        else:
            above.append(composed(end, item, known))
    found = _joined("mul", above or [_still(num(1))])
    if over is not None and not below:
        own, there, proof = found
        found = app("div", own, end.real(inverses[0].args[0])), app("mul", there, end.real(over[0])), f"(C_over F__ {proof} {over[1]})"
    elif over is not None:
        found = _joined("mul", [found, composed(end, inverses[0], known)])
    if below:
        found = _joined("div", [found, _joined("mul", below)], " _")
    return _applied("C_opp", "opp", found) if negative else found


def _still(written: Term) -> Composed:
    return written, written, f"(C_const F__ ({text(written)}))"


def _powered(base: Composed, exponent: Fraction) -> Composed:
    """A power with a number as its exponent, by root and whole power."""
    own, there, proof = base
    if exponent.denominator > 2:
        raise NoScript("root")
    if exponent.denominator == 2:
        own, there, proof = app("sqrt", own), app("sqrt", there), f"(C_at sqrt {proof} _)"
    size = str(abs(exponent.numerator))
    if size != "1":
        own, there, proof = app("pow", own, size), app("pow", there, size), f"(C_pow F__ {size} {proof})"
    if exponent < 0:
        own, there, proof = app("div", num(1), own), app("div", num(1), there), f"(C_div F__ (C_const F__ 1) {proof} _)"
    return own, there, proof
