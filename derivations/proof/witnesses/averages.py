"""Inequalities between means: exponentials and powers against one of them, by tangents there; logarithms in groups, by what they weigh.

Of a sum of monomials in exponentials and powers one, M, is taken for the place to compare at: each other one N is at least
M (1 + log N - log M), and (b/c)^s is on one side of 1 + s (b/c - 1) or of b/c. Young's inequality, weighted means and Hoelder's are this.
Of a sum of logarithms, each of whose coefficients is a sum of weights, each weight w stands before the logarithm of one product P, and
w log P is at least w (1 - 1/P). Jensen's inequality for logarithms, the log-sum inequality and Gibbs' are this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, islice
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mat, fmpq_mpoly

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, nonneg, nonzero, pos
from theoremtest.derivations.kernel.ring import Quotient, coefficient
from theoremtest.derivations.kernel.table import over, square
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Term, add, call, free, mul, number, parts, power, sub, term

from .effort import AVERAGED, PLACES, WEIGHINGS
from .floating import is_nothing
from .known import letters_in
from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs

Bound = tuple[Term, int, list]
"""What stands for a monomial over the one that it is compared with; a line that says that one is at least the other; rules for it."""


def of_two(signs: Signs, fact: Term) -> int | None:
    """The line that shows a sign of the difference of two products of powers, by their logarithms."""
    (node,) = fact.args
    if node.head != "Add" or len(node.args) != 2 or any(part.head in ("Sum", "factorial", "binomial") for part in parts(node)):
        return None
    reader = signs._reader(SIZES[0])
    value = reader.reduced(reader.scalar(node))
    return by_means(signs, fact, reader, value.num) if value.den.is_one() else None


def by_means(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
    """The line that shows a sign of a sum of monomials in exponentials and powers, by tangents at one of them."""
    nodes = {place: reader.terms[place] for place in letters_in(poly) if place in reader.terms}
    moving = [place for place, node in nodes.items() if _is_power(node)]
    below = {node.args[0] for node in nodes.values() if node.head == "Pow"}
    below |= {factor for node in below if node.head == "Mul" for factor in node.args}
    logs = {node.args[0] for node in nodes.values() if node.head == "log"}
    inner = {part.args[0] for node in nodes.values() for part in parts(node) if _is_power(part) and part.head == "Pow"}
    ways = dict.fromkeys(tuple(sorted({*moving, *(place for place, node in nodes.items() if node in bases)}))
                         for bases in (below, below | logs, below | inner) if moving)
    return next((line for places in ways for line in [_among(signs, fact, reader, poly, places)] if line is not None), None)


def _among(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly, places: tuple[int, ...]) -> int | None:
    """As `by_means`. places: the letters that are factors of the monomials, not of what they weigh."""
    groups: dict[tuple, dict] = {}
    for monomial, weight in poly.to_dict().items():
        key = tuple(int(monomial[place]) for place in places)
        groups.setdefault(key, {})[tuple(0 if place in places else degree for place, degree in enumerate(monomial))] = weight
    if not 1 < len(groups) <= PLACES or any(signs.plainly(pos(reader.terms[place])) is None for place in places):
        return None
    context = poly.context()
    weights = {key: reader.polynomial(context.from_dict(group)) for key, group in groups.items()}
    search = _Means(signs, fact, reader, [reader.terms[place] for place in places], weights)
    for at in sorted(groups, key=lambda key: search.sign(key) is not False):
        for way in (search.by_logarithms, search.by_slopes):
            line = signs._tried(lambda at=at, way=way: search.compared(at, way))
            if line is not None:
                return line
    return signs._tried(search.by_chord) if len(groups) == 3 else None


def _is_power(node: Term) -> bool:
    return node.head == "exp" or node.head == "Pow" and node.args[1].head != "number" or node.head == "constant" and node.mark == "E"


class _Means:
    def __init__(self, signs: Signs, fact: Term, reader: Reader, atoms: list[Term], weights: dict[tuple, Term]) -> None:
        self.signs, self.draft, self.fact, self.reader, self.atoms, self.weights = signs, signs.draft, fact, reader, atoms, weights
        self.signed: dict[tuple, tuple[int, bool] | None] = {}

    def sign(self, key: tuple) -> bool | None:
        """Whether a monomial's coefficient is known not to be negative, or not to be positive."""
        if key not in self.signed:
            heads = ("pos", "nonneg") if self.fact.head == "pos" else ("nonneg",)
            self.signed[key] = next(filter(None, (self.signs._without_slopes(
                lambda head=head: self.signs._signed(self.weights[key], head)) for head in heads)), None)
        found = self.signed[key]
        return None if found is None else found[1]

    def compared(self, at: tuple, way: Callable[[tuple, tuple, bool], Bound | None]) -> int | None:
        """The fact by bounds of all other monomials over one of them."""
        signs, draft, rules = self.signs, self.draft, list(self.signs.rules)
        left, found = [self.weights[at]], []
        for key in self.weights:
            if key == at:
                continue
            up = self.sign(key)
            bound = None if up is None else way(key, at, up)
            if bound is None:
                return None
            value, line, more = bound
            left.append(mul(self.weights[key], value))
            found.append((self.signed[key], line))
            rules += [rule for rule in more if rule not in rules]
        strict = self.fact.head == "pos" and any(
            weight is not None and all(draft.shown[place].head == "pos" for place in (weight[0], line)) for weight, line in found)
        rest = _asked(signs, "nonneg" if strict else self.fact.head, self.reader, add(*left))
        if rest is None:
            return None
        beside = [["line", signs.show(pos(atom))] for atom, times in zip(self.atoms, at, strict=True) for _ in range(times)]
        summands = [["1", [["line", weight[0]], ["line", line], *beside]] for weight, line in found if weight is not None]
        summands += [["1", [["line", rest], *beside]]] if rest >= 0 else []
        return draft.line("sign", draft.number(self.fact), [], summands, rules)

    def by_chord(self) -> int | None:
        """c E - v F - w G >= 0 by Hoeffding's lemma: v F + w G is at most (v + w) e^(z + y^2 / 8), for F and G whose logarithms are y
        apart and have the mean z."""
        signs, draft, reader = self.signs, self.draft, self.reader
        less = [key for key in self.weights if self.sign(key) is False]
        top = [key for key in self.weights if key not in less]
        if len(less) != 2 or len(top) != 1:
            return None
        one, other = (mul(MINUS, self.weights[key]) for key in less)
        total = reader.written(reader.scalar(add(one, other)))
        first, second = (add(*(mul(number(times), self._logarithm(atom)) for atom, times in zip(self.atoms, key, strict=True)))
                         for key in less)
        if signs.plainly(pos(total)) is None:
            return None
        share, gap = (reader.written(reader.reduced(reader.scalar(node))) for node in (over(other, total), sub(second, first)))
        middle = reader.written(reader.reduced(reader.scalar(add(first, mul(share, gap)))))
        if any(signs.plainly(nonneg(node)) is None for node in (share, sub(ONE, share))):
            return None
        line = draft.line("lemma", "hoeffding", [draft.number(node) for node in (share, gap, middle)])
        inner = reader.written(reader.reduced(reader.scalar(add(middle, mul(number(Fraction(1, 8)), square(gap))))))
        above = mul(self.weights[top[0]], self._product(top[0]))
        rest = _asked(signs, self.fact.head, reader, sub(above, mul(total, call("exp", inner))))
        if rest is None:
            return None
        rules = list(signs.rules)
        for key, exponent in zip(less, (sub(middle, mul(share, gap)), add(middle, mul(sub(ONE, share), gap))), strict=True):
            for atom, _ in self._apart(key, (0,) * len(key)):
                rules += self._written_back(atom, self._logarithm(atom))
            product = mul(*(power(call("exp", self._logarithm(atom)), times) for atom, times in self._apart(key, (0,) * len(key))))
            if call("exp", exponent) is not product:
                rules.append(["letter", draft.line("exp", draft.number(equal(call("exp", exponent), product)), [])])
        summands = [["1", [["line", signs.show(pos(total))], ["line", line]]], *([["1", [["line", rest]]]] if rest >= 0 else [])]
        return draft.line("sign", draft.number(self.fact), [], summands, rules)

    def _product(self, key: tuple) -> Term:
        return mul(*(power(atom, times) for atom, times in zip(self.atoms, key, strict=True) if times))

    # --- bounds --------------------------------------------------------------------------------------------------------

    def by_logarithms(self, key: tuple, at: tuple, up: bool) -> Bound | None:
        """N / M >= 1 + log N - log M."""
        if not up:
            return None
        draft, rules, exponent, product = self.draft, [], [], []
        for atom, times in self._apart(key, at):
            log = self._logarithm(atom)
            exponent.append(mul(number(times), log))
            product.append(power(call("exp", log), times))
            rules += self._written_back(atom, log)
        gap = add(*exponent)
        if gap is ZERO:
            return None
        line = draft.line("lemma", "exp_tangent", [draft.number(gap)])
        if call("exp", gap) is not mul(*product):
            rules.append(["letter", draft.line("exp", draft.number(equal(call("exp", gap), mul(*product))), [])])
        return add(ONE, gap), line, rules

    def _apart(self, key: tuple, at: tuple) -> list[tuple[Term, int]]:
        return [(atom, one - other) for atom, one, other in zip(self.atoms, key, at, strict=True) if one != other]

    @staticmethod
    def _logarithm(atom: Term) -> Term:
        if atom.head in ("exp", "constant"):
            return atom.args[0] if atom.args else ONE
        return mul(atom.args[1], call("log", atom.args[0])) if atom.head == "Pow" else call("log", atom)

    def _written_back(self, atom: Term, log: Term) -> list:
        """e^(c log b) as b^c."""
        draft = self.draft
        if atom.head in ("exp", "constant"):
            return []
        self.signs.plainly(pos(atom.args[0] if atom.head == "Pow" else atom))
        draft.line("lemma", "exp_pos", [draft.number(log)])
        if atom.head != "Pow":
            return [["letter", draft.line("lemma", "exp_log", [draft.number(atom)])]]
        line = draft.line("lemma", "power_as_exp", [draft.number(part) for part in atom.args])
        return [["letter", draft.line("algebra", draft.number(equal(call("exp", log), atom)), [], [[line, draft.number(MINUS)]])]]

    def by_slopes(self, key: tuple, at: tuple, up: bool) -> Bound | None:
        """N / M is u r^s; for s >= 1, r^s >= 1 + s (r - 1), and r^s <= r where r <= 1; for s from 0 to 1 the other way round."""
        signs, draft = self.signs, self.draft
        inner = next((atom.args[1] for atom, _ in self._apart(key, at) if atom.head == "Pow"), None)
        if inner is None:
            return None
        share = next((share for share in (inner, self._without_number(inner)) if self._over_one(share) is not None), None)
        split = None if share is None else self._split(key, at, share)
        if share is None or split is None:
            return None
        large = self._over_one(share)
        ratio, beside, rules = split
        if signs.plainly(pos(ratio)) is None or signs.plainly(pos(beside)) is None:
            return None
        node = power(ratio, share)
        if up == large:
            value = add(ONE, mul(share, sub(ratio, ONE)))
            strictly = self._strictly_over if large else self._strictly_under
            line = strictly(ratio, share) if self.fact.head == "pos" else None
            if line is None:
                line = draft.line("lemma", "bernoulli" if large else "bernoulli_between", [draft.number(ratio), draft.number(share)])
        else:
            value = ratio
            line = self._chord(ratio, share, bool(large))
            if line is None:
                return None
        gap = sub(node, value) if up else sub(value, node)
        made = draft.line("sign", draft.number(term(draft.shown[line].head, (mul(beside, gap),))), [],
                          [["1", [["line", line], ["line", signs.show(pos(beside))]]]], [])
        return mul(beside, value), made, rules

    def _all_plain(self, *facts: Term) -> bool:
        """Whether all are shown; nothing is left of those that are where one is not."""
        stands = self.draft.stands()
        if all(self.signs.plainly(fact) is not None for fact in facts):
            return True
        self.draft.returns(stands)
        return False

    def _strictly_over(self, ratio: Term, share: Term) -> int | None:
        """r^s > 1 + s (r - 1) for s > 1, r other than 1: r times tangents of e^((s - 1) log r) and, strictly, of the logarithm of 1/r."""
        signs, draft, more, log, inverse = self.signs, self.draft, sub(share, ONE), call("log", ratio), power(ratio, -1)
        if not self._all_plain(nonzero(sub(ratio, ONE)), pos(more), pos(inverse)):
            return None
        strict = _log_tangent(signs, inverse, True)
        if draft.shown[strict].head != "pos":
            return None
        up = mul(more, log)
        tangent = draft.line("lemma", "exp_tangent", [draft.number(up)])
        whole = call("exp", mul(share, log))
        rules = [draft.line("lemma", "power_as_exp", [draft.number(ratio), draft.number(share)]),
                 draft.line("exp", draft.number(equal(whole, mul(call("exp", log), call("exp", up)))), []),
                 draft.line("lemma", "exp_log", [draft.number(ratio)]),
                 draft.line("log", draft.number(equal(call("log", inverse), mul(MINUS, log))), [])]
        above, by = (["line", signs.show(pos(node))] for node in (ratio, more))
        fact = pos(sub(power(ratio, share), add(ONE, mul(share, sub(ratio, ONE)))))
        return draft.line("sign", draft.number(fact), [], [["1", [above, ["line", tangent]]], ["1", [above, by, ["line", strict]]]],
                          [["letter", rule] for rule in reversed(rules)])

    def _strictly_under(self, ratio: Term, share: Term) -> int | None:
        """r^s < y for y = 1 + s (r - 1), s between 0 and 1, and r other than 1: log y > s log r by tangents of the logarithm at y."""
        signs, draft, other, node = self.signs, self.draft, sub(ONE, share), power(ratio, share)
        line = add(other, mul(share, ratio))
        inverse, quotient = power(line, -1), over(ratio, line)
        if not self._all_plain(nonzero(sub(line, ONE)), pos(share), pos(other), pos(line), pos(inverse), pos(quotient)):
            return None
        tangent, strict = draft.line("lemma", "log_tangent", [draft.number(quotient)]), _log_tangent(signs, inverse, True)
        if draft.shown[strict].head != "pos":
            return None
        top, low = call("log", line), mul(share, call("log", ratio))
        rules = [["letter", draft.line("log", draft.number(equal(call("log", inner), value)), [])]
                 for inner, value in ((quotient, sub(call("log", ratio), top)), (inverse, mul(MINUS, top)))]
        summands = [["1", [["line", signs.show(pos(weight))], ["line", place]]] for weight, place in ((share, tangent), (other, strict))]
        draft.line("sign", draft.number(pos(sub(top, low))), [], summands, rules)
        above = draft.line("lemma", "exp_over_one", [draft.number(sub(top, low))])
        beside = draft.line("lemma", "power_pos", [draft.number(ratio), draft.number(share)])
        draft.line("lemma", "exp_pos", [draft.number(low)])
        made = draft.line("exp", draft.number(equal(call("exp", sub(top, low)), over(call("exp", top), call("exp", low)))), [])
        back = [draft.line("lemma", "exp_log", [draft.number(line)]), made,
                draft.line("lemma", "power_as_exp", [draft.number(ratio), draft.number(share)])]
        fact = draft.number(pos(sub(add(ONE, mul(share, sub(ratio, ONE))), node)))
        return draft.line("sign", fact, [], [["1", [["line", beside], ["line", above]]]], [["letter", rule] for rule in back])

    def _without_number(self, inner: Term) -> Term:
        """An exponent without the number in it."""
        return add(*(part for part in inner.args if part.head != "number")) if inner.head == "Add" else inner

    def _over_one(self, share: Term) -> bool | None:
        """Whether an exponent is known to be 1 at least, or to be from 0 to 1."""
        if self.signs.plainly(nonneg(sub(share, ONE))) is not None:
            return True
        return False if all(self.signs.plainly(nonneg(node)) is not None for node in (share, sub(ONE, share))) else None

    def _split(self, key: tuple, at: tuple, share: Term) -> tuple[Term, Term, list] | None:
        """r, u and rules that make u r^s of the quotient of two monomials. None where exponents are no multiples of s and numbers."""
        draft, reader, ratio, beside, inside, rules = self.draft, self.reader, [], [], [], []
        own = reader.scalar(share)
        for atom, times in self._apart(key, at):
            found = None if atom.head in ("exp", "constant") else self._as_multiple(atom, own)
            if found is None:
                return None
            base, way, rest = found
            rest *= times
            if base.head == "Pow" and base.args[0] is atom:
                rules += self._as_power(atom, base, share, way, rest / times)
                atom = base
            if way:
                ratio.append(power(base, way * times))
                inside.append((base, atom, times, way, rest / times))
            beside.append(power(base, number(rest)) if rest.denominator > 1 else power(base, int(rest)))
        made = mul(*ratio)
        exponents, product = [], []
        if self.signs.plainly(pos(made)) is None:
            return None
        for base, atom, times, way, rest in inside:
            log = mul(share, call("log", base))
            self.signs.plainly(pos(base))
            draft.line("lemma", "exp_pos", [draft.number(log)])
            line = draft.line("lemma", "power_as_exp", [draft.number(base), draft.number(share)])
            rules.append(["letter", draft.line("algebra", draft.number(equal(call("exp", log), power(base, share))), [],
                                               [[line, draft.number(MINUS)]])])
            if atom.head == "Pow" and atom is not base and atom.args[1] is not share:  # b^(s + m) = b^s b^m, b^(m - s) = b^m / b^s
                draft.line("lemma", "power_pos", [draft.number(base), draft.number(share)])
                parts_of = mul(power(power(base, share), way), power(base, int(rest)))
                rules.append(["letter", draft.line("powers", draft.number(equal(atom, parts_of)), self.signs.rules)])
            exponents.append(mul(number(way * times), log))
            product.append(power(call("exp", log), way * times))
        whole = mul(share, call("log", made))
        logs = add(*(mul(number(way * times), call("log", base)) for base, _, times, way, _ in inside))
        if call("log", made) is not logs:
            apart = [["letter", draft.line("log", draft.number(equal(call("log", made), logs)), [])]]
            rules.append(["letter", draft.line("exp", draft.number(equal(call("exp", whole), mul(*product))), apart)])
        rules.append(["letter", draft.line("lemma", "power_as_exp", [draft.number(made), draft.number(share)])])
        return made, mul(*beside), rules

    def _as_multiple(self, atom: Term, own: Quotient) -> tuple[Term, int, Fraction] | None:
        """A base, 1, 0 or -1, and a number: what an atom's exponent is by s, of one of its powers that is spoken of, if there is one."""
        reader, base, exponent = self.reader, *(atom.args if atom.head == "Pow" else (atom, ONE))
        spoken = [] if atom.head == "Pow" else [part for part in parts(self.fact) if _is_power(part) and part.args[0] is atom]
        for node, times, ways in (*((part, power(part.args[1], -1), (1, -1)) for part in spoken), (base, exponent, (1, 0, -1))):
            value = reader.reduced(reader.scalar(times))
            for way in ways:
                rest = reader.reduced(value - own * reader.constant(way)).constant()
                if rest is not None:
                    return node, way, Fraction(int(rest.p), int(rest.q))
        return None

    def _as_power(self, atom: Term, base: Term, share: Term, way: int, rest: Fraction) -> list:
        """(b^c)^s as b (b^c)^-m, or as (b^c)^m / b, where 1/c is s + m, or m - s."""
        draft, log, exponent = self.draft, call("log", atom), base.args[1]
        draft.line("lemma", "exp_pos", [draft.number(log)])
        self.signs.plainly(pos(base))
        inner, whole = mul(share, exponent, log), mul(exponent, log)
        value = power(mul(atom, power(base, number(-rest))), way)
        made = power(mul(call("exp", log), power(call("exp", whole), number(-rest))), way)
        for node in (inner, whole):
            draft.line("lemma", "exp_pos", [draft.number(node)])
        whole_line, back = (draft.line("lemma", name, list(map(draft.number, values)))
                            for name, values in (("power_as_exp", base.args), ("log_exp", (whole,))))
        log_line = draft.line("algebra", draft.number(equal(call("log", base), whole)), [["letter", whole_line], ["letter", back]])
        lines = (draft.line("lemma", "exp_log", [draft.number(atom)]),
                 draft.line("algebra", draft.number(equal(call("exp", whole), base)), [], [[whole_line, draft.number(MINUS)]]),
                 draft.line("exp", draft.number(equal(call("exp", inner), made)), self.signs.rules), log_line,
                 draft.line("lemma", "power_as_exp", [draft.number(base), draft.number(share)]))
        rules = [["letter", line] for line in lines]
        return [["letter", draft.line("algebra", draft.number(equal(power(base, share), value)), rules)]]

    def _chord(self, ratio: Term, share: Term, large: bool) -> int | None:
        """r^s <= r for s >= 1, r <= r^s for s from 0 to 1, where r <= 1: |s - 1| times -log r is not negative."""
        signs, draft = self.signs, self.draft
        small = signs.plainly(nonneg(sub(ONE, ratio)))
        apart = sub(share, ONE) if large else sub(ONE, share)
        if small is None:
            return None
        log, tangent = call("log", ratio), draft.line("lemma", "log_tangent", [draft.number(ratio)])
        line = draft.line("sign", draft.number(nonneg(mul(MINUS, log))), [], [["1", [["line", small]]], ["1", [["line", tangent]]]], [])
        gap = mul(MINUS, apart, log)
        draft.line("sign", draft.number(nonneg(gap)), [], [["1", [["line", line], ["line", signs.plainly(nonneg(apart))]]]], [])
        from_one = draft.line("lemma", "exp_from_one", [draft.number(gap)])
        node, whole = power(ratio, share), mul(share, log)
        rules = [["letter", draft.line("lemma", "exp_log", [draft.number(ratio)])]]
        for inner in (log, whole):
            draft.line("lemma", "exp_pos", [draft.number(inner)])
        above, below = (log, whole) if large else (whole, log)
        product = mul(call("exp", above), power(call("exp", below), -1))
        rules.append(["letter", draft.line("exp", draft.number(equal(call("exp", gap), product)), [])])
        rules.append(["letter", draft.line("lemma", "power_as_exp", [draft.number(ratio), draft.number(share)])])
        factor = signs.show(pos(node if large else ratio))
        fact = nonneg(sub(ratio, node) if large else sub(node, ratio))
        return draft.line("sign", draft.number(fact), [], [["1", [["line", from_one], ["line", factor]]]], rules)


def by_weights(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
    """The line that shows a sign of a sum of logarithms and something else, by tangents of the logarithm of a product for each weight."""
    places = [place for place in sorted(letters_in(poly)) if place in reader.terms and reader.terms[place].head == "log"]
    if not places or any(sum(monomial[place] for place in places) > 1 for monomial in poly.monoms()):
        return None
    fronts = [coefficient(poly, place, 1) for place in places]
    rest = poly.context().from_dict({monomial: weight for monomial, weight in poly.to_dict().items()
                                     if not any(monomial[place] for place in places)})
    bases = [reader.terms[place].args[0] for place in places]
    scales = (1, 2) if any(part.head == "Pow" and part.args[1].head == "number" and part.args[1].mark == Fraction(1, 2)
                           for part in parts(fact)) else (1,)
    for weights, shares in _over_weights(signs, reader, fronts, fact.head):
        for scale in scales:
            line = signs._tried(lambda weights=weights, shares=shares, scale=scale: _by_products(
                signs, fact, reader, rest, weights, shares, bases, scale))
            if line is not None:
                return line
    return None


def _over_weights(signs: Signs, reader: Reader, fronts: list[fmpq_mpoly],
                  head: str) -> Iterator[tuple[list[int], list[list[fmpq]]]]:
    """Positive weights, as lines, of which all coefficients are sums; and for each of them its multiples in these."""
    found: dict[str, tuple[fmpq_mpoly, int]] = {}
    for front in fronts:
        way = front / abs(front.leading_coefficient())
        if str(way) not in found and str(-way) not in found:
            line = signs._without_slopes(lambda way=way: signs._signed(reader.polynomial(way), head))
            if line is not None:
                found[str(way)] = (way if line[1] else -way, line[0])
    rows: dict[tuple, int] = {}
    for front in fronts:
        for monomial in front.monoms():
            rows.setdefault(monomial, len(rows))
    rank = _table(fronts, rows).rank()
    for chosen in islice(combinations(found.values(), rank), WEIGHINGS) if rank <= PLACES else ():
        reduced, full = _table([*(way for way, _ in chosen), *fronts], rows).rref()
        if full == rank and all(reduced[place, place] == 1 for place in range(rank)):
            yield [line for _, line in chosen], [[reduced[row, rank + place] for place in range(len(fronts))] for row in range(rank)]


def _table(columns: list[fmpq_mpoly], rows: dict[tuple, int]) -> fmpq_mat:
    made = fmpq_mat(len(rows), len(columns))
    for place, poly in enumerate(columns):
        for monomial, weight in poly.to_dict().items():
            made[rows[monomial], place] = weight
    return made


def _by_products(signs: Signs, fact: Term, reader: Reader, rest: fmpq_mpoly, weights: list[int], shares: list[list[fmpq]],
                 bases: list[Term], scale: int) -> int | None:
    draft, rules, summands, left = signs.draft, list(signs.rules), [], [reader.polynomial(rest)]
    for weight, row in zip(weights, shares, strict=True):
        times = [Fraction(int(share.p), int(share.q)) / scale for share in row]
        factors = [power(base, number(-share)) if share.denominator > 1 else power(base, -int(share))
                   for base, share in zip(bases, times, strict=True) if share]
        less = mul(*factors)
        if signs.plainly(pos(less)) is None:
            return None
        tangent = _log_tangent(signs, less, fact.head == "pos")
        total = add(*(mul(number(-share), call("log", base)) for base, share in zip(bases, times, strict=True) if share))
        if call("log", less) is not total:
            rules.append(["letter", draft.line("log", draft.number(equal(call("log", less), total)), [])])
        summands.append([str(scale), [["line", weight], ["line", tangent]]])
        left.append(mul(number(scale), draft.shown[weight].args[0], sub(ONE, less)))
    strict = fact.head == "pos" and any(all(draft.shown[place].head == "pos" for _, place in factors) for _, factors in summands)
    line = _asked(signs, "nonneg" if strict else fact.head, reader, add(*left))
    if line is None:
        return None
    return draft.line("sign", draft.number(fact), [], summands + ([["1", [["line", line]]]] if line >= 0 else []), rules)


def _log_tangent(signs: Signs, node: Term, strict: bool) -> int:
    """log u <= u - 1; strictly, where that is asked and u is known not to be 1."""
    draft, gap = signs.draft, sub(node, ONE)
    if not strict or signs.plainly(nonzero(gap)) is None:
        return draft.line("lemma", "log_tangent", [draft.number(node)])
    line = draft.line("lemma", "exp_above_tangent", [draft.number(gap)])
    draft.line("sign", draft.number(pos(sub(call("exp", gap), node))), [], [["1", [["line", line]]]], [])
    return draft.line("lemma", "log_less_than", [draft.number(node), draft.number(gap)])


def _asked(signs: Signs, head: str, reader: Reader, node: Term) -> int | None:
    """The line that shows a sign of what is left; -1 where that is nothing, and may be."""
    value = reader.reduced(reader.scalar(node))
    if not value:
        return -1 if head == "nonneg" else None
    fact = term(head, (node,))
    if signs.again is None or signs.averaged >= AVERAGED:
        return None
    if head == "nonneg" and signs.equals is not None and free(node) and is_nothing(signs.draft, node):
        nothing = equal(node, ZERO)
        if signs.equals(nothing):
            return signs.draft.line("difference", signs.draft.places[nothing], False)
    made = signs.again(signs.draft, node)
    made.averaged = signs.averaged + 1
    return made.show(fact)
