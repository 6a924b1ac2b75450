"""Scripts for identities between real numbers: name every function value, say what ties it to the others, leave the rest to `field`.

Exponentials become powers of a few, roots become polynomials times a few, moduli and maxima the side that the sample points show. Each such
step is a proof obligation in the script, so a wrong guess is a script that fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import mpmath

from .algebra import Frac, TooLarge, numeric
from .exponentials import Exponentials
from .moduli import Moduli
from .naming import plain
from .reasons import Case, Finer, NoScript
from .roots import Roots
from .terms import Term, app, num, put, text


class Identity(Exponentials, Moduli):
    """One attempt at a script; see `script`."""

    def __init__(self, samples: Sequence[dict], divisors: dict[int, int], logs: bool, pieces: bool = False, halves: bool = False) -> None:
        super().__init__(samples, divisors, logs, pieces, halves)
        self.roots = Roots(self)

    def tried(self, term: Term) -> Frac | None:
        """As for any function; roots that were named on the way are forgotten, too."""
        count = len(self.roots.classes)
        found = super().tried(term)
        if found is None:
            del self.roots.classes[count:]
        return found

    def _sqrt(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        return self.roots.name(term, arguments[0], name, equation)


Prove = Callable[[Sequence[dict], Sequence[Term], dict[Term, Term]], list[str]]
WAYS = ((False, False, False), (True, False, False), (True, True, False), (True, False, True))
"""Logarithms split into those of factors, exponents into their terms, halves of logarithms into roots: tried in this order."""


def attempt(left: Term, right: Term, samples: Sequence[dict], facts: Sequence[Term] = (), logs: bool = False,
            pieces: bool = False, halves: bool = False) -> list[str]:
    """The lines of one attempt, without case splits. Raises NoScript, Case or TooLarge."""
    divisors: dict[int, int] = {}
    for _ in range(8):
        work = Identity(samples, divisors, logs, pieces, halves)
        try:
            work.emit("unfold_functions.")
            work.note_bounds(facts)
            one, other = work.value(left), work.value(right)
            if not work.field.reduced((one - other).above).is_zero():
                raise NoScript("identity")
            known_facts(work, facts)
            work.emit(f"solve [ {work.by_field(one, other)} ].")
        except Finer:
            continue
        except ZeroDivisionError:
            raise NoScript("division") from None
        return work.lines
    raise NoScript("exponentials")


def known_facts(work: Identity, facts: Sequence[Term]) -> None:
    """What is known not to be zero, factor by factor, in the generators' words."""
    done = set()
    for fact in facts:
        if fact.head != "ne" or fact.args[1] != num(0):
            continue
        term = plain(fact.args[0])
        value = work.tried(term)
        if value is None or value.above.is_constant():
            continue
        for factor, _ in value.above.factor()[1]:
            shown = text(work.field.polynomial(factor))
            if shown in done or len(factor) > 60:
                continue
            done.add(shown)
            rest = value / Frac.of(factor)
            work.emit(f"try assert ({work.fresh('F')} : {shown} <> 0) by (apply (nonzero_factor ({text(work.now(term))}) _ "
                      f"({text(work.field.term(rest, factored=True))})); [assumption | first [ring | field; not_zeros]]).")


def script(left: Term, right: Term, samples: Sequence[dict], facts: Sequence[Term] = (), depth: int = 3,
           strictly: bool = False) -> list[str]:
    """The lines that prove `left = right` after the hypotheses were introduced; strictly: zero is always a case of its own.

    Raises NoScript.
    """
    left, right = plain(left), plain(right)
    reason = NoScript("identity")
    for way in WAYS:
        try:
            return attempt(left, right, samples, facts, *way)
        except Case as case:
            def prove(there: Sequence[dict], told: Sequence[Term], values: dict[Term, Term]) -> list[str]:
                return script(put(left, values), put(right, values), there, told, depth - 1, strictly)
            return in_cases(Case(case.term, case.strict or strictly), prove, samples, facts, depth)
        except TooLarge:
            raise NoScript("size") from None
        except NoScript as found:
            reason = found
            if found.word not in ("identity", "exponentials", "logarithm"):
                break
    raise reason


def attempted(lines: Callable[[Identity], list[str]], prove: Prove, samples: Sequence[dict], facts: Sequence[Term],
              depth: int) -> list[str]:
    """The lines of a script over exponentials as fine as it asks for; in cases of a sign where it asks for those, as `in_cases` says.

    Raises NoScript, or what `lines` raises.
    """
    divisors: dict[int, int] = {}
    for _ in range(6):
        work = Identity(samples, divisors, False)
        try:
            return lines(work)
        except Finer:
            continue
        except ZeroDivisionError:
            raise NoScript("division") from None
        except Case as case:
            return in_cases(case, prove, samples, facts, depth)
    raise NoScript("exponentials")


def in_cases(case: Case, prove: Prove, samples: Sequence[dict], facts: Sequence[Term], depth: int) -> list[str]:
    """A script in the two or three cases of a term's sign; prove: the lines of one case from its samples, facts and values of variables.

    Raises NoScript where there were too many cases before.
    """
    if depth == 0:
        raise NoScript("cases")
    term, values = case.term, []
    for sample in samples:
        try:
            values.append(numeric(term, sample))
        except (ArithmeticError, ValueError, KeyError):
            values.append(mpmath.nan)
    tiny, shown = mpmath.mpf(10) ** -12, text(term)
    if case.strict:
        lines = [f"destruct (Rtotal_order ({shown}) 0) as [C__{depth}|[C__{depth}|C__{depth}]]."]
        kinds = (-1, 0, 1)
    else:
        lines, kinds = [f"destruct (Rle_or_lt 0 ({shown})) as [C__{depth}|C__{depth}]."], (1, -1)
    for kind in kinds:
        there = [sample for sample, value in zip(samples, values) if (abs(value) < tiny if kind == 0 else kind * value > tiny)]
        if kind == 0:
            body = _at_zero(term, prove, there or samples, facts, depth)
        elif there:
            told = app("lt" if kind < 0 else "gt" if case.strict else "ge", term, num(0))
            body = prove(there, [*facts, told], {})
        else:
            body = ["exfalso; first [lra | nra]."]
        lines.append("{ " + "\n  ".join(body) + " }")
    return lines


def _at_zero(term: Term, prove: Prove, samples: Sequence[dict], facts: Sequence[Term], depth: int) -> list[str]:
    """The case in which a term is zero: a variable goes, or the hypotheses do not allow it."""
    absurd = ["exfalso; first [lra | nra | match goal with H : _ <> 0 |- _ => apply H; lra end | timeout 4 nra]."]
    if term.head == "var" and not any(item.head in ("gt", "lt", "ne") and set(item.args) == {term, num(0)} for item in facts):
        name, values, same = term.args[0], {term: num(0)}, [{**sample, term.args[0]: mpmath.mpf(0)} for sample in samples]
        known = f"assert (Z__{depth} : {name} = 0) by lra."
    elif term.head == "sub" and all(item.head == "var" for item in term.args):
        name, values = term.args[0].args[0], {term.args[0]: term.args[1]}
        same = [{**sample, name: sample[term.args[1].args[0]]} for sample in samples]
        known = f"assert (Z__{depth} : {name} = {term.args[1].args[0]}) by lra."
    elif term.head == "sub" and {item.head for item in term.args} in ({"INR"}, {"IZR"}):
        name, other = term.args[0].args[0], term.args[1].args[0]
        values, same = {term.args[0]: term.args[1]}, [{**sample, name: sample[other]} for sample in samples]
        rule = "INR_eq" if term.args[0].head == "INR" else "eq_IZR"
        known = f"assert (Z__{depth} : {name} = {other}) by (apply {rule}; lra)."
    else:
        return absurd
    try:
        body = prove(same, [put(item, values) for item in facts], values)
    except NoScript:
        return absurd
    return [f"{known} subst {name}.", *body]
