"""Values of integrals: a primitive of powers, or a polynomial beside a normal density. Both are guesses, which the kernel checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from math import perm

from sympy import Integral, Piecewise
from sympy.integrals.manualintegrate import manualintegrate

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import MINUS_OO, OO, equal, limit, nonneg, pos
from theoremtest.derivations.kernel.integrals import ENDLESS, gaussian
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.table import HALF, PI, TWO
from theoremtest.derivations.kernel.terms import (
    MINUS,
    ONE,
    ZERO,
    Refused,
    Term,
    add,
    call,
    free,
    mul,
    number,
    parts,
    power,
    put,
    read,
    rows_of,
    sub,
    term,
)
from theoremtest.derivations.language.errors import StatementError
from theoremtest.derivations.language.tree import from_tree, to_tree

from .bells import of_bell, of_wave
from .draft import Draft
from .effort import INTEGRANDS
from .floating import is_something
from .limits import near_the_end
from .reader import Reader
from .signs import Signs
from .sums import sign_by_all

Shown = Callable[..., bool]
BROKEN = {"Abs": lambda node: node.args, "sign": lambda node: node.args, "Heaviside": lambda node: node.args[:1],
          "Max": lambda node: (sub(*node.args),), "Min": lambda node: (sub(*node.args),),
          "Piecewise": lambda node: tuple(sub(*piece.args[1].args) for piece in node.args if len(piece.args[1].args) == 2)}
"""By the head of a function with kinks, what is 0 at them."""


def valued_by_formula(draft: Draft, node: Term, fact: Term, shown: Shown) -> Term | None:
    """Write what an integral is, by a density or a primitive; returns that. None where neither is found, and nothing is written, and
    no step counted."""
    for way in (_by_density, *(partial(_by_primitive, made) for made in _primitives(node, fact))):
        mark = draft.mark()
        with suppress(Refused, TooManyLetters):
            value = draft.effort.in_part(partial(way, draft, node, shown))
            if value is not None:
                return value
        draft.back(mark)
    return None


def _by_density(draft: Draft, node: Term, shown: Shown) -> Term | None:
    body, (letter, low, high) = node.args[0], node.args[1].args
    if (low, high) != (MINUS_OO, OO):
        return None
    apart = factors(body)
    exponents = [part.args[0] for part in apart if part.head == "exp"]
    if not exponents:
        return None
    reader = Reader(SIZES[1])
    total, place = reader.scalar(add(*exponents)), reader.place(letter)
    if int(total.num.degrees()[place]) != 2 or int(total.den.degrees()[place]):
        return None
    at_rest, linear, square = (Quotient(coefficient(total.num, place, degree), total.den) for degree in range(3))
    variance = (square * reader.constant(-2)).inverse()
    middle = linear * variance
    left = at_rest - middle * middle * square
    spread, centre = reader.written(variance), reader.written(middle)
    factor = mul(ONE, *(part for part in apart if part.head != "exp"), power(mul(TWO, PI, spread), HALF),
                 *([] if not left else [call("exp", reader.written(left))]))
    if not shown(draft, pos(spread)):
        return None
    mean = term("Mean", (put(factor, {letter: add(centre, letter)}), term("Tuple", (letter, spread))))
    if not all_shown(draft, shown, *obligations(centre), *obligations(mean)):
        return None
    inside = draft.of_any([])
    if not all_shown(inside, shown, *obligations(body), equal(body, gaussian(letter, factor, centre, spread))):
        return None
    line = draft.line("gaussian", *(draft.number(part) for part in (node, factor, centre, spread)), inside.lines)
    return draft.shown[line].args[1]


def factors(node: Term) -> list[Term]:
    """The factors of a product, of products in it too."""
    return [inner for part in node.args for inner in factors(part)] if node.head == "Mul" else [node]


def all_shown(draft: Draft, shown: Shown, *facts: Term) -> bool:
    """Whether several facts are shown."""
    return all(draft.known.knows(fact) or shown(draft, fact) for fact in facts)


def _primitives(node: Term, fact: Term) -> Iterator[Term]:
    """Candidates: of a sum of powers, beside exponentials; what the fact says that the integral is, up to any end; what SymPy finds."""
    body, (letter, low, high) = node.args[0], node.args[1].args
    apart = factors(body)
    ways = [partial(primitive_of, body, letter), partial(of_bell, letter, apart), partial(of_wave, letter, apart)]
    if low is not MINUS_OO:
        ways.insert(3 if all(part.head not in ("gamma", "lowergamma") for part in parts(fact)) else 0, partial(of_gamma, body, letter))
    for way in ways:
        with suppress(Refused, TooManyLetters):
            found = way()
            if found is not None:
                yield found
    for one, other in (fact.args, fact.args[::-1]) if fact.head == "Equality" else ():
        for end, sign in ((high, ONE), (low, MINUS)):
            if one is node and end.head == "Symbol" and end not in free(body):
                yield mul(sign, put(other, {end: letter}))
    bent = any(part.head in BROKEN and letter in free(part) for part in parts(body))  # it is cut there
    if sum(1 for _ in parts(body)) <= INTEGRANDS and not bent:
        with suppress(Refused, TypeError, ValueError, AttributeError, NotImplementedError, StatementError, RecursionError):
            expression, variable = (from_tree(rows_of([part])[0]) for part in (body, letter))
            found = manualintegrate(expression, variable)
            found = found.args[0][0] if isinstance(found, Piecewise) else found
            if not found.has(Integral, Piecewise):
                yield read(to_tree(found))


def _by_primitive(primitive: Term, draft: Draft, node: Term, shown: Shown) -> Term | None:
    """From end to end; where it is no primitive at a lower end that is a number, from beyond it."""
    for inside in (False, True):
        if not (inside and node.args[1].args[1] in ENDLESS):
            found = _from_end_to_end(draft, node, primitive, shown, inside)
            if found is not None:
                return found
    return None


def _from_end_to_end(draft: Draft, node: Term, primitive: Term, shown: Shown, inside: bool) -> Term | None:
    body, (letter, low, high) = node.args[0], node.args[1].args
    if inside and high not in ENDLESS and not all_shown(draft, shown, pos(sub(high, low))):
        return None
    held = between(draft, letter, low, high, pos if inside else nonneg)
    slope = Slope({letter: ONE})
    change = slope.of(primitive)
    if not inside and low not in ENDLESS and any(_breaks(need, letter, low) for need in (*obligations(primitive), *slope.smooth)):
        return None
    if not all_shown(draft, shown, *(need for end in (low, high) if end not in ENDLESS and not (inside and end is low)
                                for need in obligations(put(primitive, {letter: end})))):
        return None
    way = draft.of_any(held)
    if is_something(way, sub(change, body)):
        return None
    sign_by_all(Signs(way), pos(letter))
    if not all_shown(way, shown, *obligations(primitive), *slope.smooth, *obligations(body), *obligations(change), equal(change, body)):
        return None
    ends = [tending(draft, primitive, letter, end) for end in (low, high) if end in ENDLESS or inside and end is low]
    if None in ends:
        return None
    line = draft.line("primitive", draft.number(node), draft.number(primitive), way.lines, *ends)
    return draft.shown[line].args[1]


def _breaks(need: Term, letter: Term, low: Term) -> bool:
    """Whether what has to be positive, or not 0, is 0 at the lower end."""
    with suppress(Refused, TooManyLetters):
        return need.head in ("pos", "nonzero") and not Reader(SIZES[0]).scalar(put(need.args[0], {letter: low}))
    return False


def tending(draft: Draft, node: Term, letter: Term, end: Term) -> list | None:
    """What a term tends to as a letter goes to an end, and the proof; numbers before it are left alone."""
    moving = [part for part in node.args if letter in free(part)] if node.head == "Mul" else []
    inner = moving[0] if len(moving) == 1 else node
    way = draft.towards(letter, end, limit(inner, ZERO))
    near_the_end(way, limit(inner, ZERO))
    place, found = next(((place, known.args[1]) for place, known in reversed(list(enumerate(way.shown)))
                         if known.head == "limit" and known.args[0] is inner), (None, None))
    if place is None or found in ENDLESS:
        return None
    if inner is not node:
        for need in obligations(node):
            if not way.known.knows(need):
                near_the_end(way, need)
        line = way.line("continuous", way.number(node), [place])
        found = way.shown[line].args[1]
    return [draft.number(found), way.lines]


def between(draft: Draft, letter: Term, low: Term, high: Term, above: Callable[[Term], Term] = nonneg,
            below: Callable[[Term], Term] = nonneg) -> list[Term]:
    """That a letter is between the ends; nothing, where it is not known which of two is above."""
    held = [above(sub(letter, low))] if low not in ENDLESS else []
    held += [below(sub(high, letter))] if high not in ENDLESS else []
    if len(held) == 2 and not draft.known.knows(nonneg(sub(high, low))) and Signs(draft).show(nonneg(sub(high, low))) is None:
        return []
    return held


def primitive_of(body: Term, letter: Term) -> Term | None:
    """Of a sum of powers of the letter, whatever their exponents, and of its logarithm."""
    reader = Reader(SIZES[1])
    value, place = reader.scalar(body), reader.place(letter)
    below = int(value.den.degrees()[place])
    apart = Quotient(coefficient(value.den, place, below), reader.context.constant(1))
    if value.den != (apart.num * reader.context.gens()[place] ** below):
        return None
    summands = []
    for monomial, weight in value.num.to_dict().items():
        moving = [spot for spot, degree in enumerate(monomial) if degree and spot != place and letter in free(reader.terms[spot])]
        exponent = number(int(monomial[place]) - below)
        waves = [reader.terms[spot] for spot in moving for _ in range(int(monomial[spot])) if reader.terms[spot].head == "sin"]
        if waves and len(waves) == sum(int(monomial[spot]) for spot in moving) == 2 and exponent is ZERO:
            rest = tuple(0 if spot in moving else degree for spot, degree in enumerate(monomial))
            before = reader.written(Quotient(reader.context.from_dict({rest: weight}), apart.num))
            summands.append(mul(before, _of_waves(reader, letter, *(wave.args[0] for wave in waves))))
            continue
        logs, log = [spot for spot in moving if reader.terms[spot] is call("log", letter)], call("log", letter)
        times = sum(int(monomial[spot]) for spot in logs)
        for spot in moving:
            node = reader.terms[spot]
            if spot in logs:
                continue
            if node.head != "Pow" or node.args[0] is not letter or letter in free(node.args[1]):
                return None
            exponent = add(exponent, mul(number(int(monomial[spot])), node.args[1]))
        rest = tuple(0 if spot == place or spot in moving else degree for spot, degree in enumerate(monomial))
        before = reader.written(Quotient(reader.context.from_dict({rest: weight}), apart.num))
        raised = reader.reduced(reader.scalar(add(exponent, ONE)))
        if not raised:
            summands.append(mul(before, number(Fraction(1, times + 1)), power(log, times + 1) if times else log))
            continue
        up = raised.constant()
        above = reader.written(raised) if up is None else number(Fraction(int(up.p), int(up.q)))
        summands += [mul(before, number((-1) ** down * perm(times, down)), power(above, -1 - down), power(letter, above),
                         *([power(log, times - down)] if times > down else [])) for down in range(times + 1)]  # by parts, again and again
    return add(*summands) if summands else None


def of_gamma(body: Term, letter: Term) -> Term | None:
    """Of c x^a exp(-b x^q): c b^-s/q times the lower gamma function of s = (a + 1)/q at b x^q."""
    apart = factors(body)
    moving = [part for part in apart if letter in free(part)]
    waves = [part for part in moving if part.head == "exp"]
    powers = [part if part.head == "Pow" else power(part, 1) for part in moving if part not in waves]
    raised = [part for part in parts(waves[0]) if part.head == "Pow" and part.args[0] is letter] if len(waves) == 1 else []
    raised = raised if raised or len(waves) != 1 else [power(letter, 1)]
    if len(raised) != 1 or any(part.args[0] is not letter or letter in free(part.args[1]) for part in (*powers, *raised)):
        return None
    reader, q = Reader(SIZES[1]), raised[0].args[1]
    b = reader.written(reader.reduced(reader.scalar(mul(MINUS, waves[0].args[0], power(raised[0], -1)))))
    if letter in free(b) | free(q):
        return None
    s = reader.written(reader.reduced(reader.scalar(mul(add(*(part.args[1] for part in powers), ONE), power(q, -1)))))
    c = mul(*(part for part in apart if part not in moving), power(b, mul(MINUS, s)), power(q, -1))
    return mul(c, call("lowergamma", s, mul(b, raised[0])))


def _of_waves(reader: Reader, letter: Term, one: Term, other: Term) -> Term:
    """A primitive of the product of two sines whose arguments are multiples of the letter."""
    place = reader.place(letter)
    speeds = []
    for node in (one, other):
        value = reader.scalar(node)
        speed = Quotient(coefficient(value.num, place, 1), value.den)
        if int(value.den.degrees()[place]) or (value - speed * reader.scalar(letter)):
            raise Refused("a sine of no multiple of the letter")
        speeds.append(speed)
    u, v = (reader.written(speed) for speed in speeds)
    if one is other:
        return sub(mul(HALF, letter), mul(call("sin", one), call("cos", one), power(mul(TWO, u), -1)))
    gap = power(sub(power(u, 2), power(v, 2)), -1)
    return mul(gap, sub(mul(v, call("sin", one), call("cos", other)), mul(u, call("cos", one), call("sin", other))))
