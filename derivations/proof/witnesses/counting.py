"""What grows along a whole number: so at the least one that it may be, and no smaller at the next than at any.

The differences from one whole number to the next are shown not to be negative; their sum telescopes. What does not grow by itself is
looked at over a power, a factorial or a binomial that stands in it: F >= 0 where F/C grows, which is an induction whose step multiplies
by C(n + 1)/C(n)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.table import is_whole
from theoremtest.derivations.kernel.terms import (
    MINUS,
    ONE,
    ZERO,
    Refused,
    Term,
    add,
    free,
    mul,
    number,
    parts,
    power,
    put,
    shape,
    sub,
    term,
)

from .draft import Draft, as_text
from .effort import COUNTED, NEIGHBOURS
from .reader import Reader
from .sums import at_any_index

if TYPE_CHECKING:
    from .identities import Equation

STEP = term("Dummy", (), (" step", ("integer",), 0))
Sign = Callable[[Draft, Term], bool]


def by_counting(draft: Draft, fact: Term, equation: type[Equation], shown: Sign, valued: Callable[[Draft, Term], None]) -> bool:
    """Whether a sign is shown along one of its whole letters. shown: shows a sign in a draft; valued: that a term has a value."""
    return _along(draft, fact, lambda letter, first: (partial(_grown, draft, fact, letter, first, weight, equation, shown, valued)
                                                      for weight in _weights(*fact.args, letter)))


def kept_by_counting(draft: Draft, fact: Term, equation: type[Equation], shown: Sign, valued: Callable[[Draft, Term], None]) -> bool:
    """Whether an equation of numbers is shown along one of its whole letters: it holds at the least one, and its sides' difference is the
    same at the next one as at any."""
    return shape(fact.args[0]) is None and _along(
        draft, fact, lambda letter, first: [partial(_kept, draft, fact, letter, first, equation, shown, valued)])


def _along(draft: Draft, fact: Term, ways: Callable[[Term, Term], Iterable[Callable[[], bool]]]) -> bool:
    """Whether one of the ways from a least number up shows a fact, for one of the letters that count in it; asked once of each fact."""
    asked = term("counted", (fact,))
    if STEP in free(fact) or asked in draft.split or draft.moving is not None:
        return False
    draft.split.add(asked)
    for letter in _counting(fact):
        for first in _starts(draft, letter):
            for way in ways(letter, first):
                stands = draft.stands()
                with suppress(Refused, TooManyLetters):
                    if draft.effort.in_part(lambda way=way: way() or None):
                        return True
                draft.returns(stands)
    return False


def _kept(draft: Draft, fact: Term, letter: Term, first: Term, equation: type[Equation], shown: Sign,
          valued: Callable[[Draft, Term], None]) -> bool:
    start = term("Equality", tuple(put(side, {letter: first}) for side in fact.args))
    if not shown(draft, start):
        return False
    made, limit = sub(*fact.args), term("Tuple", (STEP, first, sub(letter, ONE)))
    at, after = (put(made, {letter: place}) for place in (STEP, add(STEP, ONE)))
    case = at_any_index(draft, [limit])
    for part in (after, at):
        valued(case, part)
    inner, apart = equation(case, equal(after, at)), _next(made, letter)
    inner.admit(apart)
    inner.prepare([after, at, apart])
    if not inner.agrees():
        return False
    same = equal(ZERO, sub(after, at))
    case.line("algebra", case.number(same), [], [[case.places[inner.fact], case.number(MINUS)]])
    draft.line("every", draft.number(term("every", (same, limit))), case.lines)
    nothing = term("Sum", (ZERO, limit))
    for part in (nothing, *(put(made, {letter: place}) for place in (add(limit.args[2], ONE), first))):
        valued(draft, part)
    line = draft.line("telescoped", draft.number(nothing), draft.number(put(made, {letter: STEP})))
    draft.line("algebra", draft.number(fact), [], [[line, draft.number(MINUS)], [_line(draft, start), draft.number(ONE)]])
    return True


def compared(fact: Term) -> bool:
    """Whether a sign is that of a difference in which a whole number counts."""
    return fact.head in ("pos", "nonneg") and fact.args[0].head == "Add" and bool(_counting(fact))


def _counting(fact: Term) -> list[Term]:
    """The whole letters up to which something is added up, or multiplied."""
    whole = sorted((one for one in free(fact) if one.head == "Symbol" and is_whole(one)), key=repr)
    return [letter for letter in whole if any(_counts(part, letter) for part in parts(fact))]


def _counts(node: Term, letter: Term) -> bool:
    """Whether a term is a sum up to a letter, or a product of so many factors."""
    return node.head in ("Sum", "factorial", "binomial") and letter in free(node) or node.head == "Pow" and letter in free(node.args[1])


def _starts(draft: Draft, letter: Term) -> list[Term]:
    """Numbers, and whole letters, that a letter is known not to be below; the largest number first."""
    numbers, others = [], []
    for known in draft.goal.hypotheses:
        if known.head not in ("pos", "nonneg") or letter not in free(known):
            continue
        value = _without(sub(add(letter, ONE), known.args[0]) if known.head == "pos" else sub(letter, known.args[0]), letter)
        if value is not None and is_whole(value):
            (numbers if value.head == "number" else others).append(value)
    numbers = sorted(dict.fromkeys(numbers), key=lambda one: -one.mark)
    return [*numbers[:1], *dict.fromkeys(others)][:COUNTED]


def _without(rest: Term, letter: Term) -> Term | None:
    """n - (n - a), where that is said of no letter n any more."""
    reader = Reader(SIZES[0])
    with suppress(Refused, TooManyLetters):
        found = reader.scalar(rest)
        value = reader.written(found) if found.constant() is None else number(Fraction(as_text(found.constant())))
        return None if letter in free(value) else value
    return None


def _weights(node: Term, letter: Term) -> Iterator[Term]:
    """What a number is divided by: products of what is multiplied from one whole number to the next, then nothing."""
    found: dict[Term, None] = {}
    for part in node.args if node.head == "Add" else (node,):
        factors = [factor for factor in (part.args if part.head == "Mul" else (part,)) if factor.head != "Sum" and _counts(factor, letter)]
        if factors:
            found[mul(*factors)] = None
    yield from list(found)[:COUNTED]
    yield ONE


def _grown(draft: Draft, fact: Term, letter: Term, first: Term, weight: Term, equation: type[Equation], shown: Sign,
           valued: Callable[[Draft, Term], None]) -> bool:
    """Whether F, or F/C, is so at the first number and grows from there on."""
    (node,) = fact.args
    made = node
    if weight is not ONE:
        if not shown(draft, pos(weight)):
            return False
        made = add(*(mul(part, power(weight, -1)) for part in (node.args if node.head == "Add" else (node,))))
    start = term(fact.head, (put(made, {letter: first}),))
    if not shown(draft, start):
        return False
    limit = term("Tuple", (STEP, first, sub(letter, ONE)))
    at, after = (put(made, {letter: place}) for place in (STEP, add(STEP, ONE)))
    change = sub(after, at)
    for said in (nonneg(change), equal(change, change)):
        case = at_any_index(draft, [limit])
        for part in (after, at):
            valued(case, part)
        if said.head == "Equality":
            case.line("algebra", case.number(said), [])
        elif not _never_falls(equation(case, equal(after, at)), _next(made, letter), shown):
            return False
        draft.line("every", draft.number(term("every", (said, limit))), case.lines)
    total = term("Sum", (change, limit))
    high = limit.args[2]
    for part in (total, made, *(put(made, {letter: place}) for place in (add(high, ONE), first))):
        valued(draft, part)
    added = draft.number(total)
    gap = draft.line("difference", draft.line("telescoped", added, draft.number(put(made, {letter: STEP}))), True)
    never = draft.line("summed", draft.number(nonneg(total)))
    grown = term(fact.head, (made,))
    line = draft.line("sign", draft.number(grown), [], [["1", [["line", one]]] for one in (gap, never, _line(draft, start))], [])
    if weight is not ONE:
        draft.line("sign", draft.number(fact), [], [["1", [["line", line], ["line", _line(draft, pos(weight))]]]], [])
    return True


def _line(draft: Draft, fact: Term) -> int:
    """The line of what was shown; what is plain gets one."""
    place = draft.place(fact)
    return draft.line("known", draft.number(fact)) if place is None else place


def _moved(end: Term, letter: Term) -> int | None:
    """How far an end of a range moves where a letter grows by 1; None where that is no whole number that is small."""
    gap = _without(sub(put(end, {letter: add(letter, ONE)}), end), letter) if letter in free(end) else ZERO
    small = gap is not None and gap.head == "number" and gap.mark.denominator == 1 and 0 <= gap.mark <= NEIGHBOURS
    return int(gap.mark) if gap is not None and small else None


def _next(made: Term, letter: Term) -> Term:
    """A formula at the next number, the summands by themselves that its sums gain at their end and lose at their start."""
    if made.head == "Sum" and len(made.args) == 2 and len(made.args[1].args) == 3:
        body, (name, low, high) = made.args[0], made.args[1].args
        gained, lost = (_moved(end, letter) for end in (high, low))
        if gained is not None and lost is not None and gained > 0 and letter not in free(body):
            last, first = put(high, {letter: add(STEP, ONE)}), put(low, {letter: STEP})
            return add(put(made, {letter: STEP}),
                       *(put(body, {name: sub(last, number(back)) if back else last}) for back in range(gained)),
                       *(mul(MINUS, put(body, {name: add(first, number(place)) if place else first})) for place in range(lost)))
    if made.head in ("Add", "Mul") or made.head == "Pow" and made.args[1].head == "number":
        return term(made.head, tuple(_next(part, letter) for part in made.args), made.mark)
    return put(made, {letter: add(STEP, ONE)})


def _never_falls(inner: Equation, apart: Term, shown: Sign) -> bool:
    """Whether the difference from one number to the next is not negative. apart: the next one, written otherwise."""
    case, (after, at) = inner.draft, inner.fact.args
    change = sub(after, at)
    inner.prepare([after, at])
    inner.admit(apart)
    gain = inner.read(lambda reader: reader.written(reader.reduced(reader.scalar(apart) - reader.scalar(at))))
    if gain is None:
        return False
    inner.admit(gain)
    line = case.line("algebra", case.number(equal(change, gain)), inner.ordered())
    if not shown(case, nonneg(gain)):
        return False
    gap = case.line("difference", line, False)
    case.line("sign", case.number(nonneg(change)), [], [["1", [["line", one]]] for one in (gap, _line(case, nonneg(gain)))], [])
    return True
