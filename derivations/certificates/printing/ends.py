"""Proofs of limits, printed: what the kernel shows of all points near the end is what holds by the filter of that end.

A fact that speaks of the letter that moves is `F (fun x => ...)`. Steps between numbers are printed as everywhere, at a point at which the
facts that they name hold; steps about limits have a rule of their own here, by the lemmas of `ends.v`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any

from theoremtest.derivations.kernel.facts import MINUS_OO, OO, equal, nonzero, pos
from theoremtest.derivations.kernel.goals import elsewhere
from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.limits import FUNCTIONS
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.steps import Line, Proof
from theoremtest.derivations.kernel.terms import ONE, free, mul, parts, power
from theoremtest.derivations.kernel.terms import Term as Node

from ..limits_stated import endless
from ..reasons import NoScript
from ..terms import app, text
from .continuity import End, composed
from .equations import equal_lines
from .known import Context, Rule
from .lemmas import is_of_ends, runs
from .steps import braced

Lines = list[str]
TENDING = ("limit", "converges", "order", "fixed")
"""What is said of the end, and of no point near it."""


class Near(Context):
    """A place in a proof of a limit. near: names of facts that hold by the filter."""

    def __init__(self, end: End, proof: Proof) -> None:
        super().__init__(end, proof, equal_lines)
        self.end, self.near = end, set[str]()

    def within(self) -> Near:
        """A place in a case."""
        made = Near(self.end, self.proof)
        made.known, made.named, made.shown, made.near = self.known.within(), list(self.named), list(self.shown), set(self.near)
        return made

    def at_a_point(self) -> Context:
        """The same place at one point near the end, at which all that is known is plain."""
        made = Context(self.writer, self.proof, self.equal)
        made.known, made.named, made.shown = self.known, self.named, self.shown
        return made

    def learn(self, fact: Node, name: str) -> Lines:
        """Take in a fact; parts of several that hold by the filter do so each."""
        if elsewhere(self.end.letter) in free(fact):  # of another point of the domain: the theorem supposes none
            self.known.learn(fact)
            return []
        moves = self.end.letter in free(fact)
        if moves and name not in self.near:
            raise NoScript("case")
        if fact.head != "both" or not moves:
            return super().learn(fact, name)
        self.known.learn(fact)
        self.named.append((fact, name))
        lines: Lines = []
        for part in fact.args:
            own = self.fresh("P")
            lines += [f"assert ({own} : {self.end.stated(part)}).", *braced(self.pointwise(part, ["tauto."], [name]))]
            self.named.append((part, own))
            if self.end.letter in free(part):
                self.near.add(own)
        return lines

    def name_it(self, fact: Node, name: str) -> None:
        """A name for a fact that is stated by the filter, where it is."""
        if fact.head in TENDING or self.end.letter in free(fact):
            self.near.add(name)

    def assertion(self, line: list, name: str, fact: Node, rule: Callable[[Context], Lines]) -> Lines:
        """One line of the proof."""
        if elsewhere(self.end.letter) in free(fact):
            return []
        if fact.head in TENDING or _is_of_ends(line):
            body = rule(self)
        else:
            place = self.at_a_point()
            body = self.pointwise(fact, rule(place), place.used)
        self.name_it(fact, name)
        return [f"assert ({name} : {self.end.stated(fact)}).", *braced(body)]

    def rule(self, line: list, rule: Rule | None) -> Rule | None:
        """How a step is printed here."""
        if line[0] == "lemma" and is_of_ends(LEMMAS[line[1]]):
            return _lemma
        return RULES.get(line[0], rule)

    def pointwise(self, fact: Node, body: Lines, used: Collection[str] = (), extra: Sequence[str] = ()) -> Lines:
        """Lines that show a fact by the filter from its proof at a point. extra: names that hold by the filter, of no facts."""
        moves = fact.head in TENDING or self.end.letter in free(fact)
        written = set(re.findall(r"\w+", "\n".join(body)))
        names = [name for name in dict.fromkeys(name for _, name in self.named) if name in self.near and (name in used or name in written)]
        names += extra
        if not names and not moves:
            return body
        lines = [] if moves else [f"apply (const_near (F := {self.end.filter}))."]
        return [*lines, self.end.at_a_point(names), *body]

    def said(self, name: str, fact: Node) -> Lines:
        """Lines that show a fact that is known, under a name."""
        lines = [f"assert ({name} : {self.end.stated(fact)}).", *braced(self.from_known(fact))]
        self.name_it(fact, name)
        return lines

    def from_known(self, fact: Node) -> Lines:
        """Lines that close a goal that is plain from what is known."""
        if fact.head == "fixed":
            return ["exact I."]
        if fact.head in TENDING:
            return self._tending(fact)
        for known, name in reversed(self.named):
            if known is fact and (name in self.near) == (self.end.letter in free(fact)):
                return [f"exact {name}."]
        place = self.at_a_point()
        body = place.from_known(fact)
        return self.pointwise(fact, body, place.used)

    def _tending(self, fact: Node) -> Lines:
        for known, name in reversed(self.named):
            if known is fact:
                return [f"exact {name}."]
        key = self.known._key(fact)
        for known, name in reversed(self.named):
            if known.head == fact.head and self.known._key(known) == key:
                return self.moved(fact, known, name, lambda one, other: self.equal(self.at_a_point(), one, other))
        raise NoScript("known", repr(fact)[:80])

    def moved(self, fact: Node, known: Node, name: str, same: Callable[[Node, Node], Lines]) -> Lines:
        """A limit, or convergence, from that of an equal term. same: the lines for an equation."""
        end, lines = self.end, []
        if fact.head == "order":
            raise NoScript("order")
        if fact.head == "converges":
            lines, name = [f"destruct {name} as [l K]. exists l."], "K"
        elif fact.args[1] is not known.args[1]:
            value, other = known.args[1], fact.args[1]
            lines.append(f"apply (lim_is _ ({text(end.real(value))}) ({text(end.real(other))})).")
            lines += braced(self.pointwise(equal(value, other), same(value, other)))
        if end.function(known.args[0]) != end.function(fact.args[0]):
            lines.append(f"apply (lim_ext_near (F := {end.filter}) {end.function(known.args[0])}). cbv beta.")
            lines += braced(self.pointwise(fact, same(known.args[0], fact.args[0])))
        return [*lines, f"exact {name}."]


def _is_of_ends(line: Any) -> bool:
    """Whether a step, or one within it, speaks of the end."""
    if not isinstance(line, list) or not line:
        return False
    if isinstance(line[0], str) and (line[0] in RULES or line[0] == "lemma" and is_of_ends(LEMMAS[line[1]])):
        return True
    return line[0] in ("cases", "split", "absurd") and any(_is_of_ends(inner) for part in line[1:] for inner in _lists(part))


def _lists(part: Any) -> list:
    """The lines in an argument of a step: a list of them, or several such."""
    if not isinstance(part, list):
        return []
    plain = isinstance(next((item[0] for item in part if isinstance(item, list) and item), ""), str)
    return part if plain else [line for lines in part if isinstance(lines, list) for line in lines]


# --- steps about limits ----------------------------------------------------------------------------------------------------

def _near(context: Near, line: Line, fact: Node, place: int) -> Lines:
    node = line.term(place)
    before = [] if endless(context.end.approach.to) else context.said(context.fresh("A"), pos(node))
    return [*before, f"near_the_end ({text(context.end.real(node))})."]


def _fixed(context: Near, line: Line, fact: Node, *needs: Any) -> Lines:
    return ["exact I."]


def _tends(context: Near, line: Line, fact: Node) -> Lines:
    return ["tends_to_end."]


def _converges(context: Near, line: Line, fact: Node, number: int) -> Lines:
    said = line.fact(number)
    return [f"exists ({text(context.end.real(said.args[1]))}). exact {context.name_of(said)}."]


def _moved(context: Near, line: Line, fact: Node, place: int, number: int, equations: list) -> Lines:
    known = {line.equation(equation): context.name_of(line.fact(equation)) for equation in equations}

    def same(one: Node, other: Node) -> Lines:
        if one is other:
            return ["reflexivity."]
        return [f"exact {known[one, other]}."] if (one, other) in known else [f"symmetry. exact {known[other, one]}."]
    said = line.fact(number)
    return context.moved(fact, said, context.name_of(said), same)


def _continuous(context: Near, line: Line, fact: Node, place: int, lines: list) -> Lines:
    """By the lemma for each function that stands in the term."""
    end, value = context.end, fact.args[1]
    before: Lines = []
    for need in obligations(value):
        before += context.said(context.fresh("V"), need)
    known = {line.fact(number).args[0]: (line.fact(number).args[1], context.name_of(line.fact(number))) for number in lines}
    own, there, proof = composed(end, fact.args[0], known)
    if text(there) != text(end.real(value)):
        before += [f"apply (lim_is _ ({text(there)}) ({text(end.real(value))})).", "{ settle_value. }"]
    if text(own) != text(end.real(fact.args[0])):
        before.append(f"apply (lim_ext_near {end.text_of(own)}). {{ apply filter_forall; intros {end.name}; as_products. }}")
    return [*before, f"{end.instance} refine {proof}; settle_there."]


def _taylor(context: Near, line: Line, fact: Node, name: str, small: int, beside: int, order: int, *exponent: int) -> Lines:
    """By the lemma for the function, and the coefficients written out."""
    end, real = context.end, context.end.real
    if name not in ("exp", "log", "power"):
        raise NoScript("taylor")
    tending, bounded = line.fact(small), line.fact(beside)
    (y, _), (h, value) = tending.args, bounded.args
    fixed = line.term(exponent[0]) if name == "power" else ONE
    a, u = text(real(fixed)), mul(y, h)
    known, near, apart, where = (context.fresh(letter) for letter in "TRNU")
    which = {"exp": f"(small_exp {order})", "log": f"(small_log {order})", "power": f"(small_power {order} ({a}))"}[name]
    limits = f"{context.name_of(tending)} {context.name_of(bounded)}"
    inner = f"({text(real(y))}) * ({text(real(h))})"
    raw = {"exp": f"exp ({inner})", "log": f"ln (1 + {inner})", "power": f"Rpower (1 + {inner}) ({a})"}[name]
    written = raised_by(fixed.mark) if name == "power" and fixed.head == "number" else []
    before, valued = _valued(context, fact)
    return [*context.said(apart, nonzero(y)), *before,
            f"assert ({known} := taylor _ _ {end.function(y)} {end.function(h)} ({text(real(value))}) {which} {limits} {apart}). "
            f"cbv beta in {known}.",
            f"assert ({where} := near_one_plus _ _ _ {limits}). cbv beta in {where}.",
            f"assert ({near} : {end.filter} (fun {end.name} : {end.kind} => {raw} = {text(real(FUNCTIONS[name](u, fixed)))})).",
            *braced(context.pointwise(fact, [*written, "as_it_stands."], extra=[where, *valued])),
            f"apply (lim_from {known}).",
            *context.pointwise(fact, [f"try rewrite {near}.", "cbn [poly power_c exp_c log_c INR].", "settle_taylor."],
                               extra=[near, apart, *valued])]


def _valued(context: Near, fact: Node) -> tuple[Lines, list[str]]:
    """Lines that say by what a formula has a value near the end, and the names."""
    lines, names = [], []
    for need in obligations(fact.args[0]):
        if context.end.letter in free(need):
            names.append(context.fresh("V"))
            lines += context.said(names[-1], need)
    return lines, names


def raised_by(exponent: Fraction) -> Lines:
    """Lines that turn a power with a number as its exponent into roots and whole powers."""
    size = abs(exponent)
    if size.denominator > 2:
        raise NoScript("root")
    return [f"raised_{'whole' if size.denominator == 1 else 'half'}{'_down' if exponent < 0 else ''} {size.numerator}%nat."]


def _lemma(context: Near, line: Line, fact: Node, name: str, places: list) -> Lines:
    """The prelude's lemma, with functions for letters that run; a power in it stands there as one of any exponent."""
    lemma, end = LEMMAS[name], context.end
    at = dict(zip(lemma.letters, map(line.term, places)))
    running = runs(lemma)
    if any(at[letter] in (OO, MINUS_OO) for letter in lemma.letters):
        raise NoScript("end")
    lines: Lines = []
    names = []
    sides, _ = lemma.at([at[letter] for letter in lemma.letters])
    for side in sides:
        if side.head != "fixed":
            own = context.fresh("S")
            lines += context.said(own, side)
            if name == "order_by_limit" and side.head == "limit":
                lines += _quotient(context, fact, own, side.args[1])
                own = f"Q{own}"
            names.append(own)
    given = " ".join(end.function(at[letter]) if letter in running else f"({text(end.real(at[letter]))})" for letter in lemma.letters)
    known = context.fresh("W")
    lines.append(f"assert ({known} := Ends.{lemma.coq} (F := {end.filter}) {given} {' '.join(names)}). cbv beta in {known}.")
    if fact.head != "limit":
        return [*lines, f"exact {known}."]
    apply = f"apply (lim_from {known})."
    for base, exponent in [part.args for part in parts(lemma.conclusion) if part.head == "Pow" and part.args[1] in at]:
        if at[exponent].head == "number":
            above = context.fresh("A")
            said = f"{end.filter} (fun {end.name} : {end.kind} => 0 < {text(end.real(at[base]))})"
            before, valued = _valued(context, fact)
            return [*lines, *before, f"assert ({above} : {said}) by above_zero_there.", apply,
                    *context.pointwise(fact, [_raised_in(end, at[base], at[exponent]), "as_it_stands."], extra=[above, *valued])]
    return [*lines, f"first [ exact {known} | {apply[:-1]}; apply filter_forall; intros {end.name}; as_it_stands ]."]


def _quotient(context: Near, fact: Node, name: str, value: Node) -> Lines:
    """The limit of a quotient as the lemma has it, from that of the quotient as it is written."""
    end, own = context.end, context.fresh("N")
    over = end.text_of(app("div", *map(end.real, fact.args)))
    return [*context.said(own, nonzero(fact.args[1])),
            f"assert (Q{name} : filterlim {over} ({end.filter}) (Rbar_locally {end.value(value)})).",
            *braced([f"apply (lim_from {name}).", *context.pointwise(fact, ["as_it_stands."], extra=[own])])]


def _raised_in(end: End, base: Node, exponent: Node) -> str:
    """A line that writes a power out in the goal."""
    own = f"Rpower ({text(end.real(base))}) ({text(end.real(exponent))})"
    raised = raised_by(exponent.mark)[0].rstrip(".")
    return f"replace ({own}) with ({text(end.real(power(base, exponent)))}) by (symmetry; {raised}; as_it_stands)."


RULES: dict[str, Rule] = {
    "near": _near, "fixed": _fixed, "tends": _tends, "continuous": _continuous, "moved": _moved, "taylor": _taylor, "converges": _converges,
}
