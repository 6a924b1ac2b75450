"""Functions of draws with which probabilities are bounded: sums of exponentials, which lie above their tangents, are at least 1 in an
event; and what a mean over draws with bounds is at most, by Hoeffding's lemma."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import permutations

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import NEVER, equal, nonneg
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters
from theoremtest.derivations.kernel.table import over, square
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, Term, add, call, free, mul, number, parts, power, sub, term

from .draft import Draft, signs_of
from .effort import Exhausted
from .reader import Reader

AT_LEAST_ONE, MEAN = "g is at least 1", "mean of g"
"""What the goals are called that have a function of the draws be at least 1 in an event, and its mean at most the bound."""
Shown = Callable[[Draft, Term, int], bool]


def at_least_one(draft: Draft, fact: Term, shown: Shown) -> bool:
    """Whether a sum of exponentials is shown to be at least 1, in each case of a modulus of the event."""
    moduli = dict.fromkeys(part.args[0] for known in draft.goal.hypotheses for part in parts(known) if part.head == "Abs")
    if not moduli:
        return _above_tangents(draft, fact, shown)
    for node in moduli:
        cases: list[list] = []
        for held in signs_of(node):
            inner = draft.inside(held)
            if not (shown(inner, NEVER, 0) if held.head == "Equality" else _above_tangents(inner, fact, shown)):
                break
            cases.append(inner.lines)
        if len(cases) == 3:
            draft.line("cases", draft.number(fact), draft.number(node), *cases)
            return True
    return False


def _above_tangents(draft: Draft, fact: Term, shown: Shown) -> bool:
    """P_1 e^u + P_2 e^v + ... + R >= 0 by e^u >= 1 + u for some of the exponentials and e^v >= 0 for the others, where all P >= 0."""
    with suppress(Refused, TooManyLetters, Exhausted):
        reader = Reader(SIZES[0])
        value = reader.scalar(fact.args[0])
        summands, rest = _summands(reader, value)
        lines = []
        for weight, _ in summands:
            if not shown(draft, nonneg(weight), 0):
                return False
            lines.append(draft.line("known", draft.number(nonneg(weight))))
        for chosen in _choices(reader, [weight for weight, _ in summands]):
            least = [rest, *(mul(summands[place][0], add(ONE, _exponent(summands[place][1]))) for place in chosen)]
            left = reader.written(reader.scalar(add(*least)))
            if shown(draft, nonneg(left), 0):
                made = [["1", [["line", draft.line("known", draft.number(nonneg(left)))]]]] if left is not ZERO else []
                for place, (_, factors) in enumerate(summands):
                    beside = _tangent(draft, factors) if place in chosen else \
                        [draft.line("lemma", "exp_pos", [draft.number(node.args[0])]) for node, times in factors for _ in range(times)]
                    made.append(["1", [["line", lines[place]], *(["line", line] for line in beside)]])
                draft.line("sign", draft.number(fact), [], made, [])
                return True
    return False


def _choices(reader: Reader, weights: list[Term]) -> Iterator[tuple[int, ...]]:
    """All of them, where the weights are 1 together; else one of them."""
    if reader.scalar(add(*weights)).constant() == 1:
        yield tuple(range(len(weights)))
    else:
        yield from ((place,) for place in range(len(weights)))


def _exponent(factors: list[tuple[Term, int]]) -> Term:
    return add(*(mul(number(times), node.args[0]) for node, times in factors))


def _tangent(draft: Draft, factors: list[tuple[Term, int]]) -> list[int]:
    """e^u >= 1 + u, of a product of exponentials."""
    exponent = _exponent(factors)
    whole, product = call("exp", exponent), mul(*(power(node, times) for node, times in factors))
    line = draft.line("lemma", "exp_tangent", [draft.number(exponent)])
    if whole is not product:
        split = [["letter", draft.line("exp", draft.number(equal(whole, product)), [])]]
        line = draft.line("sign", draft.number(nonneg(sub(product, add(ONE, exponent)))), [], [["1", [["line", line]]]], split)
    return [line]


def _summands(reader: Reader, value: Quotient) -> tuple[list[tuple[Term, list[tuple[Term, int]]]], Term]:
    """What stands before each product of exponentials, with these; and what stands alone. Raises Refused for anything else."""
    places = [place for place, node in reader.terms.items() if node.head == "exp"]
    if any(int(degree) for place, degree in enumerate(value.den.degrees()) if place in places):
        raise Refused("an exponential below a fraction bar")
    groups: dict[tuple, dict] = {}
    for monomial, weight in value.num.to_dict().items():
        key = tuple((place, int(monomial[place])) for place in places if monomial[place])
        plain = tuple(0 if place in places else degree for place, degree in enumerate(monomial))
        groups.setdefault(key, {})[plain] = weight
    found = {key: reader.written(Quotient(value.num.context().from_dict(group), value.den)) for key, group in groups.items()}
    rest = found.pop((), ZERO)
    return [(weight, [(reader.terms[place], times) for place, times in key]) for key, weight in found.items()], rest


def mean_at_most(draft: Draft, fact: Term, shown: Shown) -> bool:
    """Whether the mean of products of chords, one product for each side of an event, is at most what Hoeffding's lemma makes of them."""
    with suppress(Refused, TooManyLetters, Exhausted):
        mean = next(part for part in parts(fact) if part.head == "Mean")
        sides = mean.args[0].args if mean.args[0].head == "Add" else mean.args[:1]
        bounds = [_by_hoeffding(draft, side, mean.args[1:], shown) for side in sides]
        reader = Reader(SIZES[0])
        rest = nonneg(reader.written(reader.scalar(sub(add(fact.args[0], mean), add(*(most for _, most in bounds))))))
        if shown(draft, rest, 0):
            lines = [draft.line("known", draft.number(rest)), *(line for line, _ in bounds)]
            draft.line("sign", draft.number(fact), [], [["1", [["line", line]]] for line in lines], [])
            return True
    return False


def _by_hoeffding(draft: Draft, side: Term, pairs: tuple[Term, ...], shown: Shown) -> tuple[int, Term]:
    """A line that says what the mean of a product of chords is at most, and this. Raises Refused for anything else."""
    reader, steps = Reader(SIZES[0]), []
    factors = side.args if side.head == "Mul" else (side,)
    for draw, law in (pair.args for pair in pairs):
        chord = mul(*(factor for factor in factors if draw in free(factor)))
        inner = list(dict.fromkeys(part.args[0] for part in parts(chord) if part.head == "exp"))
        if law.head != "Bounded" or len(inner) != 2:
            raise Refused("a chord of an exponential over a draw between two numbers")
        share = over(sub(law.args[0], law.args[1]), sub(law.args[2], law.args[1]))
        for first, second in permutations(inner):
            gap = sub(second, first)
            made = add(mul(sub(ONE, share), call("exp", first)), mul(share, call("exp", second)))
            scaled = over(term("Mean", (chord, *pairs)), made)
            if not any(part.head == "exp" for part in parts(reader.written(reader.scalar(scaled)))):
                break
        else:
            raise Refused("the mean of a chord is another one")
        for need in (nonneg(share), nonneg(sub(ONE, share)), nonneg(made)):
            if not shown(draft, need, 0):
                raise Refused(f"it is not seen that {need!r}")
        middle = add(first, mul(share, gap))
        line = draft.line("lemma", "hoeffding", [draft.number(node) for node in (share, gap, middle)])
        exponent = reader.written(reader.scalar(add(middle, mul(number(Fraction(1, 8)), square(gap)))))
        steps.append((line, draft.line("known", draft.number(nonneg(made))), exponent))
    most = call("exp", reader.written(reader.scalar(add(*(exponent for *_, exponent in steps)))))
    positive = [draft.line("lemma", "exp_pos", [draft.number(exponent)]) for *_, exponent in steps]
    rules = [] if len(steps) == 1 else [["letter", draft.line("exp", draft.number(equal(most, mul(*(
        call("exp", exponent) for *_, exponent in steps)))), [])]]
    made = [["1", [*(["line", less] for _, less, _ in steps[:place]), ["line", line], *(["line", more] for more in positive[place + 1:])]]
            for place, (line, *_) in enumerate(steps)]
    return draft.line("sign", draft.number(nonneg(sub(most, term("Mean", (side, *pairs))))), [], made, rules), most
