"""Sums over binomials: each summand is a binomial times powers, q^k r^(n - k), times what does not depend on the index, so that the sum is
a multiple of (q + r)^n. A factor k goes into the binomial first, k C(n, k) = n C(n - 1, k - 1).
The equation is then one without that sum."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, Term, add, call, free, mul, parts, power, put, sub, term

from .effort import BINOMIALS
from .reader import Reader, renamed
from .sums import at_any_index

if TYPE_CHECKING:
    from .identities import Equation


def by_binomials(equation: Equation) -> bool:
    """Whether an equation is shown with the sums over binomials in it as powers."""
    draft, fact = equation.draft, equation.fact
    for node in dict.fromkeys(part for side in fact.args for part in parts(side) if part.head == "Sum"):
        asked = term("binomial sum", (node,))
        if not any(part.head == "binomial" for part in parts(node)) or asked in draft.split:
            continue
        draft.split.add(asked)
        stands = draft.stands()
        with suppress(Refused, TooManyLetters):
            line = _value(equation, node, BINOMIALS)
            if line is not None:
                instead = equal(*(renamed(side, {node: draft.shown[line].args[1]}) for side in fact.args))
                if type(equation)(draft, instead).show():
                    draft.line("algebra", draft.number(fact), [["nothing", line]], [[draft.place(instead), draft.number(ONE)]])
                    return True
        draft.returns(stands)
    return False


def _value(equation: Equation, node: Term, deep: int) -> int | None:
    """The line that says what a sum over binomials is."""
    draft = equation.draft
    if len(node.args) != 2 or len(node.args[1].args) != 3 or node.args[1].args[1] is not ZERO:
        return None
    body, limit = node.args
    name, _, high = limit.args
    factors = list(body.args) if body.head == "Mul" else [body]
    if equation.signs.show(nonneg(high)) is None:
        return None
    if name in factors:
        return None if not deep else _moved(equation, node, deep)
    found = _taken_apart(factors, name, high)
    if found is None:
        return None
    front, of, base, other = found
    for part in dict.fromkeys((base, other, *(part.args[0] for part in factors if part.head == "Pow" and name in free(part)))):
        equation.signs.show(pos(part))
    both = power(base, name) if other is ONE else mul(power(base, name), power(other, sub(of, name)))
    said = term("Sum", (mul(front, call("binomial", of, name), both), limit))
    theorem = LEMMAS["binomial_theorem"].at([base, other, of])[1]
    for part in (theorem.args[0], theorem.args[1], said):
        equation.admit(part)
    chosen = call("binomial", of, name)
    rest = equal(mul(ONE, *(part for part in factors if part.head != "binomial")), mul(front, both))
    _at_every_index(equation, equal(body, said.args[0]), limit, rest, chosen)
    same = draft.line("summands", draft.number(equal(node, said)))
    line = draft.line("lemma", "binomial_theorem", [draft.number(node) for node in (base, other, of)])
    value = mul(front, theorem.args[1])
    return draft.line("algebra", draft.number(equal(node, value)), [], [[same, draft.number(ONE)], [line, draft.number(front)]])


def _at_every_index(equation: Equation, fact: Term, limit: Term, without: Term, factor: Term = ONE) -> None:
    """Show that summands are equal, by what they are without a factor. Raises Refused where that is not found."""
    draft = equation.draft
    case = at_any_index(draft, [limit])
    inner = type(equation)(case, without)
    for side in (*fact.args, *without.args):
        inner.admit(side)
    if not inner.show():
        raise Refused("the summands are not the same")
    case.line("algebra", case.number(fact), [], [[case.places[without], case.number(factor)]])
    draft.line("every", draft.number(term("every", (fact, limit))), case.lines)


def _moved(equation: Equation, node: Term, deep: int) -> int | None:
    """A sum of k f(k) from 0 to n as one from 0 to n - 1, its index moved."""
    draft, (body, limit) = equation.draft, node.args
    name, _, high = limit.args
    if equation.signs.show(nonneg(sub(high, ONE))) is None:
        return None
    factors = [put(part, {name: add(name, ONE)}) for part in (body.args if body.head == "Mul" else (body,)) if part is not name]
    binomial = next(part for part in factors if part.head == "binomial")
    rest, other = [part for part in factors if part is not binomial], term("Tuple", (name, ZERO, sub(high, ONE)))
    moved = term("Sum", (put(body, {name: add(name, ONE)}), other))
    absorbed = term("Sum", (mul(high, call("binomial", sub(high, ONE), name), *rest), other))
    for part in (moved, absorbed, *(term("Sum", (body, term("Tuple", (name, *ends)))) for ends in ((ZERO, ZERO), (add(ZERO, ONE), high)))):
        equation.admit(part)
    if binomial.args[0] is not high:
        return None
    cut = draft.line("parted", draft.number(node), draft.number(ZERO))
    first = draft.line("algebra", draft.number(equal(node, moved)), [], [[cut, draft.number(ONE)]])
    chosen = equal(mul(add(name, ONE), binomial), mul(high, call("binomial", sub(high, ONE), name)))
    _at_every_index(equation, equal(moved.args[0], absorbed.args[0]), other, chosen, mul(ONE, *rest))
    second = draft.line("summands", draft.number(equal(moved, absorbed)))
    third = _value(equation, absorbed, deep - 1)
    if third is None:
        return None
    fact = draft.number(equal(node, draft.shown[third].args[1]))
    return draft.line("algebra", fact, [], [[one, draft.number(ONE)] for one in (first, second, third)])


def _taken_apart(factors: list[Term], name: Term, high: Term) -> tuple[Term, Term, Term, Term] | None:
    """What does not depend on the index, what is chosen from, and what stands to the power of the index, and of what is left over."""
    binomials = [part for part in factors if part.head == "binomial" and name in free(part)]
    if len(binomials) != 1 or binomials[0].args[1] is not name or _gap(binomials[0].args[0], high) != 0:
        return None
    apart = powers_apart([part for part in factors if part is not binomials[0]], name, binomials[0].args[0])
    return None if apart is None else (apart[0], binomials[0].args[0], *apart[1:])


def powers_apart(factors: list[Term], name: Term, over: Term = ZERO) -> tuple[Term, Term, Term] | None:
    """Powers as c q^k r^(n - k): c, q and r. over: the n of these."""
    front, bases, others = [], [], []
    for part in factors:
        if name not in free(part):
            front.append(part)
            continue
        base, exponent = (call("exp", ONE), part.args[0]) if part.head == "exp" else part.args if part.head == "Pow" else (part, ONE)
        if name in free(base):
            return None
        rest, step = put(exponent, {name: ZERO}), sub(put(exponent, {name: ONE}), put(exponent, {name: ZERO}))
        if _gap(exponent, add(rest, mul(step, name))) != 0:
            return None
        plain, begun = _gap(step, ZERO), _gap(rest, ZERO)
        if plain == -1 and part.head == "Pow" and over is not ZERO and _gap(rest, over) == 0:
            others.append(base)
            continue
        made = call("exp", step) if part.head == "exp" else base if plain == 1 else power(base, -1) if plain == -1 else power(base, step)
        bases.append(made)
        front.append(ONE if begun == 0 else call("exp", rest) if part.head == "exp" else power(base, rest if begun is None else begun))
    return mul(ONE, *front), mul(*bases) if bases else ONE, mul(*others) if others else ONE


def _gap(one: Term, other: Term) -> Fraction | None:
    """The number by which two terms differ; None where it is none."""
    with suppress(Refused, TooManyLetters):
        reader = Reader(SIZES[0])
        found = reader.reduced(reader.scalar(one) - reader.scalar(other)).constant()
        return None if found is None else Fraction(int(found.p), int(found.q))
    return None
