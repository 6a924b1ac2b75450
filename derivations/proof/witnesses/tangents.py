"""Tangents of exponentials and of logarithms at each other; a logarithm against what it has to exceed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, permutations
from math import lcm
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from theoremtest.derivations.kernel.facts import equal, nonneg, nonzero, pos
from theoremtest.derivations.kernel.ring import coefficient
from theoremtest.derivations.kernel.table import over
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, number, parts, power, sub, term

from .draft import as_text
from .effort import TANGENTS
from .floating import is_false
from .known import Known, letters_in
from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs


def tangents(signs: Signs, reader: Reader, poly: fmpq_mpoly, fact: Term) -> Iterator[Known]:
    """Tangents of exponentials at each other, e^u >= e^v (1 + u - v), a positive letter beside its logarithm among them; the like of
    logarithms."""
    nodes = _spoken(reader, poly)
    inner = [ZERO, *(ONE for node in nodes if node.head == "constant" and node.mark == "E"),
             *(node.args[0] for node in nodes if node.head == "exp"), *(node for node in nodes if node.head == "log")]
    for one, other in islice(permutations(dict.fromkeys(inner), 2), TANGENTS):
        with suppress(Refused):
            yield _known(signs, reader, *_of_exponentials(signs, one, other))
            if one.head != "log" != other.head and signs.plainly(pos(sub(one, other))) is not None:
                increasing = signs.draft.line("lemma", "exp_increasing", [signs.draft.number(other), signs.draft.number(one)])
                yield _known(signs, reader, increasing, signs.draft.shown[increasing].args[0])
    yield from of_logarithms(signs, reader, poly, fact)


def increasing(signs: Signs, reader: Reader, poly: fmpq_mpoly) -> Iterator[Known]:
    """e^u >= e^v for what is known of u and v: e^(u - v) is at least 1."""
    inner = [ZERO, *(node.args[0] for node in _spoken(reader, poly) if node.head == "exp")]
    said = signs.said(reader) if len(inner) > 1 else []
    for one, other in islice(permutations(inner, 2), TANGENTS):
        fact = nonneg(sub(one, other))
        if is_false(signs.draft, fact):
            continue
        with suppress(Refused):
            value = reader.reduced(reader.scalar(*fact.args))
            if not value.den.is_one() or value.constant() is not None or signs._by_programme(fact, reader, value.num, said) is None:
                continue
            lemma, rules = _taken_apart(signs, "exp_from_one", one, other)
            up, down = (_exponential(node) for node in (one, other))
            yield _known(signs, reader, *_scaled(signs, lemma, rules, down, sub(up, down)))


def _spoken(reader: Reader, poly: fmpq_mpoly) -> list[Term]:
    return [reader.terms[place] for place in sorted(letters_in(poly)) if place in reader.terms]


def of_logarithms(signs: Signs, reader: Reader, poly: fmpq_mpoly, fact: Term) -> Iterator[Known]:
    """Tangents of logarithms at each other, at 1 and at the inverse of a number, log b <= log c + b/c - 1."""
    bases = list(dict.fromkeys(node.args[0] for node in (*_spoken(reader, poly), *parts(fact)) if node.head == "log"))
    logarithms = {ONE: ZERO, **{power(base, -1): mul(MINUS, call("log", base)) for base in bases if base.head == "number"}}
    pairs = [(one, other) for one in (*logarithms, *bases) for other in bases if one is not other]
    logarithms |= {base: call("log", base) for base in bases}
    for one, other in pairs[:TANGENTS]:
        with suppress(Refused):
            ratio = over(one, other)
            if signs.show(pos(ratio)) is None:
                continue
            lemma = signs.draft.line("lemma", "log_tangent", [signs.draft.number(ratio)])
            gap = sub(logarithms[one], logarithms[other])
            split = signs.draft.line("log", signs.draft.number(equal(call("log", ratio), gap)), [])
            yield _known(signs, reader, *_scaled(signs, lemma, [["letter", split]], other, sub(sub(one, other), mul(other, gap))))


def by_product(signs: Signs, fact: Term, poly: fmpq_mpoly, reader: Reader) -> int | None:
    """A sum of multiples of logarithms: the product of their arguments' powers is compared with 1."""
    draft, powers = signs.draft, []
    scale = lcm(*(int(weight.q) for weight in poly.coeffs()))
    for monomial, weight in poly.to_dict().items():
        node = reader.terms.get(list(monomial).index(1)) if sum(monomial) == 1 else None
        if node is None or node.head != "log":
            return None
        powers.append((node.args[0], int(weight * scale)))
    less = mul(*(power(base, -times) for base, times in powers))
    gap = signs.show(term(fact.head, (sub(ONE, less),)))
    if gap is None or signs.show(pos(less)) is None:
        return None
    tangent = draft.line("lemma", "log_tangent", [draft.number(less)])
    total = add(*(mul(number(-times), call("log", base)) for base, times in powers))
    split = draft.line("log", draft.number(equal(call("log", less), total)), [])
    summands = [[f"1/{scale}", [["line", line]]] for line in (tangent, gap)]
    return draft.line("sign", draft.number(fact), [], summands, [*signs.rules, ["letter", split]])


def _of_exponentials(signs: Signs, one: Term, other: Term, times: tuple[int, ...] = ()) -> tuple[int, Term]:
    """A line that says that e^u - e^v (1 + u - v) is not negative, times what lines say is positive, and that number. Raises Refused where
    there is none."""
    gap, (up, down) = sub(one, other), (_exponential(node) for node in (one, other))
    apart = signs.plainly(nonzero(gap)) is not None
    lemma, rules = _taken_apart(signs, "exp_above_tangent" if apart else "exp_tangent", one, other)
    return _scaled(signs, lemma, rules, down, sub(up, mul(down, add(ONE, gap))), times)


def _taken_apart(signs: Signs, name: str, one: Term, other: Term) -> tuple[int, list]:
    """A lemma about e^(u - v), and the rules that make that e^u / e^v."""
    draft, gap = signs.draft, sub(one, other)
    lemma = draft.line("lemma", name, [draft.number(gap)])
    split = equal(call("exp", gap), over(*(ONE if node is ZERO else call("exp", node) for node in (one, other))))
    for node in (one, other):
        if node is not ZERO:
            draft.line("lemma", "exp_pos", [draft.number(node)])
    rules = [["letter", draft.line("lemma", "exp_log", [draft.number(node.args[0])])] for node in (one, other) if node.head == "log"]
    return lemma, [*rules, ["letter", draft.line("exp", draft.number(split), [])]]


def _scaled(signs: Signs, lemma: int, rules: list, factor: Term, made: Term, times: tuple[int, ...] = ()) -> tuple[int, Term]:
    """A lemma's sign times a positive factor, a function in it taken apart by rules. Raises Refused where it is not that."""
    factors = [["line", place] for place in (lemma, *times)]
    made = mul(*(signs.draft.shown[place].args[0] for place in times), made)
    if factor is not ONE:
        place = signs.show(pos(factor))
        if place is None:
            raise Refused("a factor whose sign is open")
        factors.append(["line", place])
    head = signs.draft.shown[lemma].head
    return signs.draft.line("sign", signs.draft.number(term(head, (made,))), [], [["1", factors]], [*signs.rules, *rules]), made


def _known(signs: Signs, reader: Reader, line: int, made: Term) -> Known:
    for known in signs.said_by(line, reader, made):
        return known
    raise Refused("a quotient")


def by_logarithm(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly, alone: bool = False) -> int | None:
    """c log b + r, for a number c: b is compared with e^(-r/c). alone: where b holds exponentials and r no function."""
    spoken = [node for node in _spoken(reader, poly) if any(part.head in ("exp", "log", "Pow") and free(part) for part in parts(node))]
    if alone and len(spoken) != 1:
        return None
    for place in sorted(letters_in(poly)):
        node, front = reader.terms.get(place), coefficient(poly, place, 1)
        if node is None or node.head != "log" or int(poly.degrees()[place]) != 1 or not front.is_constant() \
                or alone and not any(part.head == "exp" and free(part) for part in parts(node)):
            continue
        weight = front.leading_coefficient()
        other = reader.polynomial(-coefficient(poly, place, 0) / weight)
        gap = sub(node.args[0], call("exp", other))
        names = ("log_more_than", "log_less_than") if fact.head == "pos" else ("log_at_least", "log_at_most")
        made = None if signs.again is None else signs.again(signs.draft, gap)
        if made is not None and made.plainly(term(fact.head, (gap if weight > 0 else mul(MINUS, gap),))) is not None:
            with suppress(Refused):
                line = signs.draft.line("lemma", names[weight < 0], [signs.draft.number(node.args[0]), signs.draft.number(other)])
                return signs.draft.line("sign", signs.draft.number(fact), [], [[as_text(abs(weight)), [["line", line]]]], signs.rules)
    return None


def by_exponential(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
    """f (e^u - r), for f and r of known sign: u is compared with log r."""
    draft = signs.draft
    for place in sorted(letters_in(poly)):
        node, front = reader.terms.get(place), coefficient(poly, place, 1)
        if node is None or node.head != "exp" or int(poly.degrees()[place]) != 1 or signs.again is None:
            continue
        way = signs._signed(reader.polynomial(front), "pos")
        if way is None:
            continue
        line, up = way
        rest = reader.polynomial(-coefficient(poly, place, 0) if up else coefficient(poly, place, 0))
        if rest is ZERO or signs.plainly(pos(rest)) is None:
            continue
        ends = node.args[0], call("log", over(rest, draft.shown[line].args[0]))
        larger, smaller = ends if up else ends[::-1]
        gap = term(fact.head, (sub(larger, smaller),))
        if signs.show(pos(ends[1].args[0])) is None or signs.again(draft, *gap.args).plainly(gap) is None:
            continue
        with suppress(Refused):
            tangent, _ = _of_exponentials(signs, larger, smaller, (line,))
            beside = [["line", draft.places[gap]], ["line", signs.show(pos(_exponential(smaller)))], ["line", line]]
            summands = [["1", [["line", tangent]]], ["1", beside]]
            return draft.line("sign", draft.number(fact), [], summands, signs.rules)
    return None


def _exponential(node: Term) -> Term:
    """e^u, the argument of a logarithm by itself."""
    return ONE if node is ZERO else node.args[0] if node.head == "log" else call("exp", node)
