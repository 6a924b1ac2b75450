"""What integrals are, beyond a primitive from end to end: cut where a modulus or a piece turns, their integrands taken apart into what
speaks of the letter and what does not, and compared with one another. An integral that no formula is found for is one letter, once it is
shown to converge."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, permutations, product

from sympy import Poly, PolynomialError, roots

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, fact_of, negation, nonneg, pos
from theoremtest.derivations.kernel.integrals import ENDLESS, continuity
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, free, mul, parts, put, read, rows_of, sub, term
from theoremtest.derivations.language.errors import StatementError
from theoremtest.derivations.language.tree import from_tree, to_tree

from .draft import Draft
from .effort import KINKS
from .integrals import BROKEN, Shown, all_shown, between, valued_by_formula
from .reader import Reader, renamed
from .signs import Signs

BOUNDED = ("sin", "cos", "tanh", "erf")
"""Functions that are nowhere beyond 1."""


def areas(draft: Draft, fact: Term, shown: Shown) -> None:
    """Write what the integrals are that a fact speaks of, and of a sign, how they compare."""
    found = [part for part in parts(fact) if part.head == "Integral" and len(part.args) == 2 and part not in draft.areas]
    if not found:
        return
    found.sort(key=repr)
    for node in found:
        draft.areas[node] = None
    Areas(draft, fact, shown).write(found)


class Areas:
    """The integrals of one fact."""

    def __init__(self, draft: Draft, fact: Term, shown: Shown) -> None:
        self.draft, self.fact, self.shown = draft, fact, shown
        self.reader = Reader(SIZES[1])
        self.open: list[Term] = []
        """Integrals that no formula is found for."""

    def write(self, found: list[Term]) -> None:
        """A line for each of them, where one is found."""
        alike = self._alike(found)
        for node in found:
            for way in (*((self._taken_apart,) if node in alike else ()), self._plainly, self._cut, self._gathered):
                mark = self.draft.mark()
                with suppress(Refused, TooManyLetters):
                    if way(node):
                        break
                if self.draft.areas[node] is None:
                    self.draft.back(mark)
        with suppress(Refused, TooManyLetters):
            self._from_one_end()
        self._compared(found)

    def _is(self, node: Term, value: Term, rules: list[int]) -> bool:
        """Write that an integral is a value, by what its pieces are."""
        fact = equal(node, value)
        if rules:
            self.draft.areas[node] = self.draft.line("algebra", self.draft.number(fact), [["letter", line] for line in rules])
        else:
            self.draft.areas[node] = self.draft.line("known", self.draft.number(fact))
        return True

    def _plainly(self, node: Term) -> bool:
        value = valued_by_formula(self.draft, node, self.fact, self.shown)
        return value is not None and self._is(node, value, [])

    # --- kinks ---------------------------------------------------------------------------------------------------------

    def _cut(self, node: Term) -> bool:
        """From kink to kink."""
        body, (letter, low, high) = node.args[0], node.args[1].args
        kinks = [inner for part in parts(body) if part.head in BROKEN and letter in free(part) for inner in BROKEN[part.head](part)]
        cuts = self._between(low, high, [cut for inner in dict.fromkeys(kinks) for way in _branches(inner, letter)
                                          for cut in _zeros(way, letter)]) if kinks else None
        if cuts is None:
            return False
        ends, lines, values = [low, *cuts, high], [], []
        for one, other in zip(ends, ends[1:]):
            piece = term("Integral", (body, term("Tuple", (letter, one, other))))
            made = self._piece(piece)
            if made is None:
                return False
            lines.append(made)
            values.append(self.draft.shown[made].args[1])
        for place in reversed(range(len(cuts))):
            whole = term("Integral", (body, term("Tuple", (letter, ends[place], high))))
            self.draft.line("joined", self.draft.number(whole), self.draft.number(cuts[place]))
            rest = add(*(term("Integral", (body, term("Tuple", (letter, *pair)))) for pair in (ends[place:place + 2], (cuts[place], high))))
            joined = self.draft.line("known", self.draft.number(equal(whole, rest)))
            value = add(*values[place:])
            lines.append(self.draft.line("algebra", self.draft.number(equal(whole, value)),
                                         [["letter", line] for line in (*lines, joined)]))
        return self._is(node, add(*values), lines)

    def _between(self, low: Term, high: Term, cuts: list[Term]) -> list[Term] | None:
        """Those of some numbers that lie between the ends, in order; None where that is open."""
        found: list[Term] = []
        for cut in dict.fromkeys(cuts):
            if low not in ENDLESS and self._sign(nonneg(sub(low, cut))) or high not in ENDLESS and self._sign(nonneg(sub(cut, high))):
                continue
            if not (low in ENDLESS or self._sign(nonneg(sub(cut, low)))) or not (high in ENDLESS or self._sign(nonneg(sub(high, cut)))):
                return None
            place = 0
            while place < len(found) and self._sign(nonneg(sub(cut, found[place]))):
                place += 1
            if place < len(found) and not self._sign(nonneg(sub(found[place], cut))):
                return None
            found.insert(place, cut)
        return found if len(found) <= KINKS else None

    def _sign(self, fact: Term) -> bool:
        return Signs(self.draft).show(fact) is not None

    def _piece(self, node: Term) -> int | None:
        """What an integral is between two kinks, as a line."""
        body, (letter, low, high) = node.args[0], node.args[1].args
        for end in (sub(high, low),) if low not in ENDLESS and high not in ENDLESS else ():
            if not self._sign(nonneg(end)):
                return None
        inside = self.draft.of_any(between(self.draft, letter, low, high, pos, pos))
        smooth = _opened(body, letter, Signs(inside))
        made = term("Integral", (smooth, node.args[1]))
        value = valued_by_formula(self.draft, made, self.fact, self.shown)
        inside = self.draft.of_any(between(self.draft, letter, low, high, pos, pos))  # counts its lines from where the draft stands now
        if value is None or not all_shown(inside, self.shown, *obligations(body), equal(body, mul(ONE, smooth))):
            return None
        self.draft.line("gathered", self.draft.number(node), [[self.draft.number(ONE), self.draft.number(made)]], inside.lines)
        known = self.draft.line("known", self.draft.number(equal(made, value)))
        same = self.draft.line("known", self.draft.number(equal(node, mul(ONE, made))))
        return self.draft.line("algebra", self.draft.number(equal(node, value)), [["letter", known], ["letter", same]])

    # --- what does not speak of the letter --------------------------------------------------------------------------

    def _alike(self, found: list[Term]) -> list[Term]:
        """The integrals of an equation that holds whatever they are, once they are multiples of others."""
        values: dict[Term, Term] = {}
        if self.fact.head != "Equality":
            return []
        with suppress(Refused, TooManyLetters):
            for node in found:
                letter, *ends = node.args[1].args
                values[node] = add(*(mul(weight, term("Integral", (inner, term("Tuple", (letter, *ends)))))
                                     for weight, inner in self._summands(node.args[0], letter)))
            left, right = (self.reader.scalar(renamed(side, values)) for side in self.fact.args)
            return [] if left - right else found
        return []

    def _taken_apart(self, node: Term) -> bool:
        return self._gathered(node, False)

    def _gathered(self, node: Term, valued: bool = True) -> bool:
        """As multiples of integrals of products that speak of the letter. valued: whether their values are looked for."""
        body, (letter, low, high) = node.args[0], node.args[1].args
        pieces = self._summands(body, letter)
        ends, lines, weighed = (low, high), [], []
        for weight, inner in pieces:
            piece = term("Integral", (inner, term("Tuple", (letter, *ends))))
            value = valued_by_formula(self.draft, piece, self.fact, self.shown) if valued and piece is not node else None
            if value is not None:
                lines.append(self.draft.line("known", self.draft.number(equal(piece, value))))
            elif not self._converges(piece):
                return False
            weighed.append((weight, piece, value))
        self.open += [piece for _, piece, value in weighed if value is None and piece not in self.open]
        if [piece for _, piece, _ in weighed] == [node]:
            return True
        numbers = [[self.draft.number(weight), self.draft.number(piece)] for weight, piece, _ in weighed]
        inside = self.draft.of_any(between(self.draft, letter, low, high, pos, pos))
        same = equal(body, add(*(mul(weight, inner) for weight, inner in pieces)))
        if not all_shown(inside, self.shown, *obligations(body), same):
            return False
        self.draft.line("gathered", self.draft.number(node), numbers, inside.lines)
        total = add(*(mul(weight, piece) for weight, piece, _ in weighed))
        whole = self.draft.line("known", self.draft.number(equal(node, total)))
        value = add(*(mul(weight, piece if found is None else found) for weight, piece, found in weighed))
        return self._is(node, value, [*lines, whole])

    def _summands(self, body: Term, letter: Term) -> list[tuple[Term, Term]]:
        """The integrand as multiples, which do not speak of the letter, of products that do."""
        reader = self.reader
        value = reader.reduced(reader.scalar(body))
        moving = {place for place, node in reader.terms.items() if letter in free(node)}
        _, below = value.den.factor()
        still, rest = reader.one, reader.one
        for base, exponent in below:
            factor = Quotient(base, reader.context.constant(1)) ** int(exponent)
            if any(int(degree) for place, degree in enumerate(base.degrees()) if place in moving):
                rest = rest * factor
            else:
                still = still * factor
        lead = Quotient(value.den, reader.context.constant(1)) * (still * rest).inverse()
        found: dict[tuple, Quotient] = {}
        for monomial, weight in value.num.to_dict().items():
            key = tuple(degree if place in moving else 0 for place, degree in enumerate(monomial))
            left = tuple(0 if place in moving else degree for place, degree in enumerate(monomial))
            part = Quotient(reader.context.from_dict({left: weight}), reader.context.constant(1))
            found[key] = found.get(key, reader.zero) + part
        made = []
        for key, total in found.items():
            inner = Quotient(reader.context.from_dict({key: 1}), reader.context.constant(1)) * rest.inverse()
            made.append((reader.written(total * (still * lead).inverse()), reader.written(inner)))
        return made

    def _converges(self, node: Term) -> bool:
        """Show that an integral converges: between numbers as the integrand is continuous, else by comparison."""
        body, (letter, low, high) = node.args[0], node.args[1].args
        if self.draft.known.knows(term("integrable", (node,))):
            return True
        if low not in ENDLESS and high not in ENDLESS:
            inside = self.draft.of_any(between(self.draft, letter, low, high))
            if not all_shown(inside, self.shown, *obligations(body), *continuity(body, letter)):
                return False
            self.draft.line("converges_between", self.draft.number(node), inside.lines)
            return True
        for larger in self._larger(body):
            other = term("Integral", (larger, node.args[1]))
            if not self.draft.known.knows(term("integrable", (other,))) \
                    and valued_by_formula(self.draft, other, self.fact, self.shown) is None:
                continue
            inside = self.draft.of_any(between(self.draft, letter, low, high, pos, pos))
            facts = [*obligations(body), *continuity(body, letter), *obligations(larger), nonneg(sub(larger, body)),
                     nonneg(add(larger, body))]
            if all_shown(inside, self.shown, *facts):
                self.draft.line("dominated", self.draft.number(node), self.draft.number(other), inside.lines)
                return True
        return False

    def _larger(self, body: Term) -> Iterator[Term]:
        """What an integrand may be compared with: itself without factors that are nowhere beyond 1."""
        factors = list(body.args) if body.head == "Mul" else [body]
        kept = [part for part in factors if part.head not in BOUNDED]
        if len(kept) < len(factors) and kept:
            yield mul(*kept)

    def _from_one_end(self) -> None:
        """Integrals of one integrand, between numbers, as differences of those from one end on."""
        ends_of: dict[tuple[Term, Term], list[tuple[Term, Term]]] = {}
        for node in self.open:
            letter, low, high = node.args[1].args
            if low not in ENDLESS and high not in ENDLESS:
                ends_of.setdefault((node.args[0], letter), []).append((low, high))
        for (body, letter), pairs in ends_of.items():
            first = max((low for low, _ in pairs), key=lambda end: sum(low is end for low, _ in pairs))

            def over(*ends: Term, body: Term = body, letter: Term = letter) -> Term:
                return term("Integral", (body, term("Tuple", (letter, *ends))))
            for low, high in pairs if len(pairs) > 1 else []:
                if low is not first and all(map(self._converges, (over(first, high), over(first, low)))):
                    self.draft.line("joined", self.draft.number(over(first, high)), self.draft.number(low))
                    joined = equal(over(first, high), add(over(first, low), over(low, high)))
                    apart = equal(over(low, high), sub(over(first, high), over(first, low)))
                    more = [[self.draft.line("known", self.draft.number(joined)), self.draft.number(MINUS)]]
                    self.draft.areas[over(low, high)] = self.draft.line("algebra", self.draft.number(apart), [], more)
                    self.draft.held.append(apart)

    # --- which is larger -----------------------------------------------------------------------------------------------

    def _compared(self, found: list[Term]) -> None:
        """Signs of integrals, and of sums and differences of two between the same ends."""
        if self.fact.head not in ("pos", "nonneg"):
            return
        nodes = [node for node in found if self._shown_to_converge(node)]
        for node in nodes:
            self._above(node, [(ONE, node)])
        for node in list(nodes):
            letter, low, high = node.args[1].args
            flat = term("Integral", (ONE, node.args[1]))
            if low not in ENDLESS and high not in ENDLESS and flat not in nodes and self._plainly(flat):
                nodes.append(flat)
        for one, other in permutations(self.open, 2):
            if one.args[0] is other.args[0] and one.args[1].args[:2] == other.args[1].args[:2]:
                self._further(one, other)
        if self.draft.known.knows(self.fact):
            return
        signs = (MINUS, ONE) if any(part.head == "Abs" for part in parts(self.fact)) else (MINUS,)
        for one, other in permutations(nodes, 2):
            if one.args[1] is other.args[1] and not self.draft.known.knows(self.fact):
                for sign in signs:
                    self._above(None, [(ONE, one), (sign, other)])

    def _further(self, one: Term, other: Term) -> None:
        """Write the sign of what an integral has beyond another one from the same end."""
        body, (letter, _, high), middle = one.args[0], one.args[1].args, other.args[1].args[2]
        beyond = term("Integral", (body, term("Tuple", (letter, middle, high))))
        with suppress(Refused, TooManyLetters):
            if high not in ENDLESS and middle not in ENDLESS and self._sign(nonneg(sub(high, middle))) and self._shown_to_converge(beyond):
                above = self._above(beyond, [(ONE, beyond)])
                if above is None:
                    return
                self.draft.line("joined", self.draft.number(one), self.draft.number(middle))
                joined = self.draft.line("known", self.draft.number(equal(one, add(other, beyond))))
                fact = term(self.draft.shown[above].head, (sub(one, other),))
                self.draft.line("sign", self.draft.number(fact), [], [["1/1", [["line", above]]]], [["letter", joined]])
                self.draft.held.append(fact)

    def _soon(self, draft: Draft, fact: Term) -> bool:
        return self.shown(draft, fact, 0)

    def _shown_to_converge(self, node: Term) -> bool:
        if self.draft.known.knows(term("integrable", (node,))):
            return True
        with suppress(Refused, TooManyLetters):
            return self._converges(node)
        return False

    def _above(self, node: Term | None, weighed: list[tuple[Term, Term]]) -> int | None:
        """Write the sign of a sum of multiples of integrals between the same ends, by that of the integrands."""
        letter, low, high = weighed[0][1].args[1].args
        body = add(*(mul(weight, piece.args[0]) for weight, piece in weighed)) if node is None else node.args[0]
        whole = term("Integral", (body, weighed[0][1].args[1]))
        strictly = low in ENDLESS or high in ENDLESS or self._sign(pos(sub(high, low)))
        if not (strictly or self._sign(nonneg(sub(high, low)))):
            return None
        for sign in ((pos,) if strictly and self.fact.head == "pos" else ()) + (nonneg,):
            mark = self.draft.mark()
            with suppress(Refused, TooManyLetters):
                tried = self.draft.of_any(between(self.draft, letter, low, high, pos, pos))
                if not all_shown(tried, self._soon, *obligations(body), sign(body)):
                    continue
                if node is None:
                    same = self.draft.of_any(between(self.draft, letter, low, high, pos, pos))
                    if not all_shown(same, self._soon, *obligations(body), equal(body, add(*(mul(w, p.args[0]) for w, p in weighed)))):
                        continue
                    numbers = [[self.draft.number(weight), self.draft.number(piece)] for weight, piece in weighed]
                    self.draft.line("gathered", self.draft.number(whole), numbers, same.lines)
                inside = tried if node is not None else self.draft.of_any(between(self.draft, letter, low, high, pos, pos))
                if node is None and not all_shown(inside, self._soon, *obligations(body), sign(body)):
                    continue
                line = self.draft.line("above", self.draft.number(whole), sign is pos, inside.lines)
                fact = self.draft.shown[line]
                if node is None:
                    total = add(*(mul(weight, piece) for weight, piece in weighed))
                    rules = [self.draft.line("known", self.draft.number(equal(whole, total)))]
                    values = {piece: place for _, piece in weighed if (place := self.draft.areas.get(piece)) is not None}
                    fact = sign(add(*(mul(weight, self.draft.shown[values[piece]].args[1] if piece in values else piece)
                                      for weight, piece in weighed)))
                    rules = [["letter", place] for place in (*values.values(), *rules)]
                    self.draft.line("sign", self.draft.number(fact), [], [["1/1", [["line", line]]]], rules)
                self.draft.held.append(fact)
                return line
            self.draft.back(mark)
        return None


def _branches(node: Term, letter: Term) -> list[Term]:
    """What a formula may be between two kinks of its own, a few of these ways at most."""
    if letter not in free(node) or not any(part.head in BROKEN for part in parts(node)):
        return [node]
    inner = [_branches(part, letter) for part in node.args if part.head != "Tuple"]
    if node.head in ("Max", "Min"):
        return [way for ways in inner for way in ways]
    if node.head == "Piecewise":
        return [way for piece in node.args for way in _branches(piece.args[0], letter)]
    if node.head in ("sign", "Heaviside"):
        return [ZERO, ONE, MINUS]
    made = [term(node.head, args, node.mark) for args in islice(product(*inner), KINKS)]
    return [way for found in made for way in (found.args[0], mul(MINUS, *found.args))] if node.head == "Abs" else made


def _zeros(node: Term, letter: Term) -> Iterator[Term]:
    """Where a polynomial of the letter vanishes."""
    with suppress(Refused, StatementError, PolynomialError, ValueError, TypeError, AttributeError):
        formula, variable = (from_tree(rows_of([part])[0]) for part in (node, letter))
        for found in roots(Poly(formula, variable)):
            if found.is_real is not False:
                yield read(to_tree(found))


def _opened(node: Term, letter: Term, signs: Signs) -> Term:
    """A formula with what its moduli and pieces are between two kinks."""
    if letter not in free(node):
        return node
    if node.head == "Piecewise":
        for piece in node.args:
            value, condition = piece.args
            if condition.head == "constant":
                return _opened(value, letter, signs)
            if signs.show(fact_of(condition)) is not None:
                return _opened(value, letter, signs)
            if signs.show(negation(fact_of(condition))) is None:
                raise Refused("a piece that is open")
    args = [_opened(part, letter, signs) for part in node.args]
    if node.head in BROKEN and node.head != "Piecewise":
        (inner,) = BROKEN[node.head](node)
        above = signs.show(pos(inner)) is not None
        if above or signs.show(pos(mul(MINUS, inner))) is not None:
            chosen = {"Abs": lambda: args[0] if above else mul(MINUS, args[0]), "sign": lambda: ONE if above else MINUS,
                      "Heaviside": lambda: ONE if above else ZERO, "Max": lambda: args[0] if above else args[1],
                      "Min": lambda: args[1] if above else args[0]}
            return chosen[node.head]()
        raise Refused("a kink whose side is open")
    return put(term(node.head, args, node.mark), {})
