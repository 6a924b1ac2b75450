"""Equations, as proofs: which letters stand for which, so that both sides are the same once they are multiplied out.

Functions are written in the ones that the algebra can relate: hyperbolic ones in exponentials, exponentials over one exponent for each
monomial, logarithms over irreducible arguments, roots over irreducible radicands. Each of these is a line; what it needs of signs is shown
on the way. Equations of the domain are taken as rules, and equations between matrices as rules for words.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations

from flint import fmpz

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, nonzero, pos
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient
from theoremtest.derivations.kernel.special import eigenvalue, entry
from theoremtest.derivations.kernel.steps import RULES
from theoremtest.derivations.kernel.table import TABLE, is_whole, meaning_of
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
    shape,
    sub,
    term,
)

from . import circular, moduli, pseudo, related, roots
from .binomials import by_binomials
from .chance import written_out
from .circular import shares_of
from .combined import by_combination
from .draft import Draft
from .effort import MODES, ROOTS, SUMS_IN_SUMS
from .halves import by_squares, number_by_number
from .higher import said_of_higher
from .ideal import Letters, multiples
from .inverses import by_inverses
from .matrix_equations import said_of_words
from .reader import Reader, open_parts
from .signs import Signs
from .summands import by_summands
from .sums import asked_of_ranges, at_any_index, known_of_ranges, parted, speaks_of_sums
from .telescopes import in_closed_form, telescopes

MEANT = [head for head, row in TABLE.items() if row.meaning is not None]


class Equation:
    """The rules under which the two sides of one equation are compared."""

    def __init__(self, draft: Draft, fact: Term) -> None:
        self.draft, self.fact = draft, fact
        self.signs = Signs(draft)
        self.rules: list[list] = []
        self._said: set = set()
        self._done: set[Term] = set()
        """Logarithms, and what has a meaning, that a rule is put in for."""
        self.radicands: dict = {}
        self.innermost = False
        """Whether rules are put in by what they speak of alone."""

    def show(self) -> bool:
        """Write the lines; whether the kernel took the last one."""
        self.prepare([*self.fact.args])
        if self.agrees():
            return True
        if shape(self.fact.args[0]) is not None:
            return self._put_in() or by_inverses(self) or number_by_number(self) or by_combination(self)
        return by_binomials(self) or by_summands(self) or self._by_multiples() or by_squares(self) or telescopes(self) \
            or in_closed_form(self) or circular.within_half_a_turn(self) or self._by_exponentials()

    def prepare(self, formulas: list[Term]) -> None:
        """Write the lines that say what formulas are made of, and put them in as rules."""
        formulas += self._areas(formulas)
        self.solve()
        self._numbers_of_matrices(formulas)
        self._relations()
        said_of_words(self, formulas)
        pseudo.of_formulas(self, formulas)
        formulas += self._ranges(formulas)
        formulas += self._modes(formulas)
        related.pieces(self, formulas)
        self._meanings(formulas)
        related.opposite(self, formulas)
        related.gammas(self, formulas)
        circular.acot(self, formulas)
        circular.of_numbers(self, formulas)
        related.constant_exponentials(self, formulas)
        related.growth(self, formulas)
        circular.Angles(self).take_apart(formulas)
        said_of_higher(self, formulas)
        related.steps_of_powers(self, formulas)
        moduli.of_formulas(self, formulas)
        roots.of_formulas(self, formulas)
        roots.in_pairs(self, formulas)
        if any(part.head == "exp" for node in self.nodes(formulas, "log") for part in parts(node)):
            self.exponentials(formulas)  # log(1 + e^-x) has the factors of (e^x + 1)/e^x
        self._logarithms(formulas)
        self.exponentials(formulas)
        self._conjugates()
        self._apart(formulas)
        self._turns(formulas)

    def agrees(self) -> bool:
        """Whether the sides are the same under the rules; without those that are of no letter any more, where there are such."""
        plain = [rule for rule in self.ordered() if rule[0] != "modulo"]
        bare = [rule for rule in plain if rule[0] != "word"]  # rules may take one word to two that are equal all the same
        for rules in {len(rules): rules for rules in (self.ordered(), plain, bare)}.values():
            with suppress(Refused):
                self.draft.line("algebra", self.draft.number(self.fact), rules)
                return True
        return False

    def _put_in(self) -> bool:
        """With what the domain's equations say of a letter for a matrix in its place, rather than the letter for that."""
        rules = []
        for fact in self.draft.goal.hypotheses:
            for letter, value in (fact.args, fact.args[::-1]) if fact.head == "Equality" else ():
                if letter.head == "MatrixSymbol" and letter not in free(value):
                    rules.append(["word", self.draft.place(fact), self.draft.number(letter)])
                    break
        with suppress(Refused):
            if rules:
                self.draft.line("algebra", self.draft.number(self.fact), [*rules, *(rule for rule in self.ordered() if rule[0] != "word")])
                return True
        return False

    def _by_exponentials(self, whole: bool = False) -> bool:
        """With every power of what is positive as an exponential of a logarithm. whole: those with whole exponents too."""
        formulas = [*self.fact.args]
        again = Equation(self.draft, self.fact)
        again.innermost = True
        again.solve()
        found = sorted(again.nodes(formulas, "Pow"), key=roots.size_of)
        broken = {node.args[0] for node in found if node.args[1].head != "number" and (whole or not is_whole(node.args[1]))}
        bases = {node.args[0] for node in found}
        for node in found:
            base, exponent = node.args
            if base not in broken or exponent.head == "number" and is_whole(exponent) or base.head == "constant" \
                    or again.signs.show(pos(base)) is None:
                continue
            with suppress(Refused):
                line = self.draft.line("lemma", "power_as_exp", [self.draft.number(base), self.draft.number(exponent)])
                again.take(line)
                formulas += [call("exp", mul(exponent, call("log", base))), call("log", base)]
                if node in bases:
                    again.logarithm_of_power(node, line)
        if len(formulas) < 5 and not self.nodes(list(self.fact.args), "log"):  # one power alone is better off as it stands
            return not whole and len(broken) < len(self._bases()) > 1 and self._by_exponentials(True)
        again._logarithms(formulas)
        again.exponentials(formulas)
        return again.agrees() or not whole and len(broken) < len(self._bases()) > 1 and self._by_exponentials(True)

    def _bases(self) -> set[Term]:
        """What stands to the power of a letter."""
        return {node.args[0] for node in self.nodes([*self.fact.args], "Pow") if node.args[1].head != "number"}

    def logarithm_of_power(self, node: Term, line: int) -> None:
        """The logarithm of a power, of which a line says which exponential it is."""
        self.signs.show(pos(node))
        value = mul(node.args[1], call("log", node.args[0]))
        _, back = (self.draft.line("lemma", name, [self.draft.number(value)]) for name in ("exp_pos", "log_exp"))
        said = self.draft.number(equal(call("log", node), value))
        self.take(self.draft.line("algebra", said, [["letter", line], ["letter", back]]))
        self._done.add(call("log", node))

    def _by_multiples(self) -> bool:
        """The difference of the sides as a sum of multiples of the domain's equations, none of which is a rule."""
        rules = [rule for rule in self.ordered() if rule[0] == "letter"]
        equations = self._equations_of_numbers()
        reader = Reader(SIZES[0])
        with suppress(Refused, TooManyLetters):
            for name, *needs in rules:
                RULES[name](self.draft.looking(), reader, *needs)
            gap, *values = (reader.reduced(reader.scalar(one) - reader.scalar(other)) for one, other in (
                self.fact.args, *(fact.args for fact in equations)))
            letters = Letters(reader, [value.num for value in (gap, *values)])
            open_ones = [(fact, value) for fact, value in zip(equations, values, strict=True) if value]
            found = multiples(letters.named(gap.num), [*(letters.named(value.num) for _, value in open_ones), *letters.roots()])
            if found is None:
                return False
            more = []
            for (fact, value), poly in zip(open_ones, found, strict=False):
                factor = Quotient(letters.back(poly) * value.den, gap.den)
                if poly:
                    more.append([self.draft.place(fact), self.draft.number(reader.written(factor))])
            self.draft.line("algebra", self.draft.number(self.fact), rules, more)
            return True
        return False

    def _equations_of_numbers(self) -> list[Term]:
        """Equations between numbers that the domain, or a case, says; those of lower degree first."""
        found = [fact for fact in [*self.draft.goal.hypotheses, *self.draft.held]
                 if fact.head == "Equality" and shape(fact.args[0]) is None]

        def degree(fact: Term) -> int:
            reader = Reader(SIZES[1])
            with suppress(Refused, TooManyLetters):
                return int((reader.scalar(fact.args[0]) - reader.scalar(fact.args[1])).num.total_degree())
            return 0
        return sorted(found, key=degree) if len(found) > 1 else found

    def _numbers_of_matrices(self, formulas: list[Term]) -> None:
        """Determinants and ranks that lemmas wrote as others."""
        numbers = self.nodes(formulas, "Determinant", "Rank")
        for place, fact in enumerate(self.draft.shown if numbers else ()):
            if fact.head == "Equality" and fact.args[0] in numbers and fact.args[0] not in parts(fact.args[1]):
                numbers.remove(fact.args[0])
                self.take(place)

    def _areas(self, formulas: list[Term]) -> list[Term]:
        """What the integrals are; returns that."""
        found, seen = [], set()
        nodes = [part for formula in formulas for part in parts(formula)]
        for node in nodes:
            line = self.draft.areas.get(node)
            if line is not None and node not in seen:
                seen.add(node)
                self.take(line)
                value = self.draft.shown[line].args[1]
                nodes += parts(value)  # pieces of it, which a rule stands for too
                written = written_out(value)
                found += [] if written is None else [written]
        return found

    def _turns(self, formulas: list[Term]) -> None:
        """(-1)^q is its own inverse."""
        said = {self.draft.shown[rule[1]].args[0] for rule in self.rules if rule[0] == "letter"}
        for node in (one for one in self.nodes(formulas, "Pow") if one.args[0] is MINUS and one not in said):
            with suppress(Refused):
                line = self.draft.line("lemma", "minus_one_squared", [self.draft.number(node.args[1])])
                self.rules.append(["modulo", line, self.draft.number(node), 2])

    def _ranges(self, formulas: list[Term]) -> list[Term]:
        """What sums have to know of the ranges that they run over; both sides with their sums multiplied out."""
        if not speaks_of_sums(*formulas):
            return []
        self.rules += [["range", line] for line in known_of_ranges(self.draft)]
        for _ in range(SUMS_IN_SUMS):
            found = self.read(lambda reader: (reader, [reader.written(reader.scalar(side)) for side in self.fact.args]))
            if found is None:
                return []
            reader, sides = found
            more = [["range", line] for line in asked_of_ranges(self.draft, self.signs, reader)]
            if not more:
                break
            self.rules += more
        self.rules += self.read(lambda reader: parted(self.draft, self.signs, reader, self.fact, self.admit)) or []
        return sides

    def _apart(self, formulas: list[Term]) -> None:
        """Places that are not the same, where entries, or deltas, are spoken of."""
        if not any(part.head in ("MatrixElement", "KroneckerDelta") for formula in formulas for part in parts(formula)):
            return
        apart = [(one, mul(MINUS, other)) for fact in [*self.draft.goal.hypotheses, *self.draft.held] if fact.head == "nonzero"
                 and fact.args[0].head == "Add" and len(fact.args[0].args) == 2 for one, other in (fact.args[0].args,)]
        apart += [node.args for node in self.nodes(formulas, "KroneckerDelta") if self.signs.show(nonzero(sub(*node.args))) is not None]
        for pair in apart:
            with suppress(Refused):
                self.take(self.draft.line("lemma", "delta_apart", list(map(self.draft.number, pair))))

    def reader(self, size: int) -> Reader:
        """An algebra with terms, in which the rules so far hold."""
        reader = Reader(size)
        for name, *needs in self.ordered():
            RULES[name](self.draft.looking(), reader, *needs)
        return reader

    def ordered(self) -> list[list]:
        """The rules in the order in which they are put in."""
        found = sorted(self.rules, key=self._order)
        if not self.innermost:
            return found
        said = {self.draft.shown[rule[1]].args[0]: rule for rule in reversed(found) if rule[0] == "letter"}
        inner: dict[Term, None] = {}

        def visit(node: Term, seen: frozenset[Term] = frozenset()) -> None:
            if node not in inner and node not in seen:
                left, right = self.draft.shown[said[node][1]].args
                for part in [*parts(left), *parts(right)]:
                    if part in said and part is not node:
                        visit(part, seen | {node})
                inner[node] = None

        for node in said:
            visit(node)
        return [*map(said.__getitem__, inner), *(rule for rule in found if rule[0] != "letter")]

    def read(self, question):
        """What a question finds in an algebra that is large enough."""
        for size in SIZES:
            try:
                return question(self.reader(size))
            except TooManyLetters:
                continue
        return None

    def nodes(self, formulas: list[Term], *heads: str) -> list[Term]:
        found: dict[Term, None] = {}
        for formula in formulas:
            for node in open_parts(formula):
                if node.head in heads:
                    found[node] = None
        return list(found)

    def take(self, line: int) -> None:
        self.rules.append(["letter", line])

    def _order(self, rule: list) -> tuple:
        """Rules for words, letters and ranges first, those for small letters before those that hold them, binomials after the factorials
        that they are made of, meanings last."""
        fact = self.draft.shown[rule[1]]
        if rule[0] == "range":
            return (0, 1)
        if rule[0] == "letter":
            node = fact.args[0]
            if node.head in ("Symbol", "Dummy"):
                return (0, 0)
            later = node.head == "GrowthIntegral" or (node.head in TABLE and TABLE[node.head].meaning is not None) \
                or _to_exp(fact) or node.head == "log" and any(map(_to_exp, self._about_powers(node)))
            return (4 if later else 3 if node.head == "binomial" else 2, roots.size_of(node))
        return (1, 0) if rule[0] == "word" else (5, 0) if rule[0] == "product" else (6, 0)

    def _about_powers(self, node: Term) -> list[Term]:
        """What the rules say of the powers in a term."""
        held = {part for part in parts(node) if part.head == "Pow"}
        return [fact for fact in (self.draft.shown[rule[1]] for rule in self.rules if rule[0] == "letter") if fact.args[0] in held]

    def _modes(self, formulas: list[Term]) -> list[Term]:
        """The formulas of functions of matrices, at the eigenvalues and entries of some modes, with what is known of these."""
        found: list[Term] = []
        facts = [*self.draft.goal.hypotheses, *self.draft.goal.given]
        for node in self.nodes(formulas, "MatrixFunction", "Diagonal", "DiagMatrix"):
            for mode in range(MODES):
                if node.head == "MatrixFunction":
                    formula, bound, matrix = node.args
                    means = entry(matrix.args[0], mode) if matrix.head == "DiagMatrix" else eigenvalue(matrix, mode)
                    *scale, unit = matrix.args if matrix.head == "MatMul" else (matrix,)
                    if unit.head == "Identity" and all(shape(part) is None for part in scale):
                        found.append(put(formula, {bound: mul(*scale)}))
                    found.append(put(formula, {bound: means}))
                    self._definite(matrix, means)
                    known = [fact for fact in facts if (fact.head == "spectral" and fact.args[1] is matrix)
                             or (fact.head in ("pd", "psd") and fact.args[0] is matrix)]
                    ways = [means]
                else:
                    pairs = node.args[1:] if node.head == "Diagonal" else ()
                    values = {pair.args[0]: entry(pair.args[1], mode) for pair in pairs}
                    found.append(put(node.args[0], values) if pairs else entry(node.args[0], mode))
                    ways = list(values.values()) or [entry(node.args[0], mode)]
                    known = [fact for fact in facts if fact.head == "entries"]
                for fact in known:
                    for way in ways:
                        if (fact, way) in self._said:
                            continue
                        self._said.add((fact, way))
                        place = self.draft.place(fact)
                        with suppress(Refused):
                            self.draft.line("mode", place, self.draft.number(way))
        return found

    def _definite(self, matrix: Term, means: Term) -> None:
        """A Gram matrix has no negative eigenvalue."""
        fact = term("psd", (matrix,))
        if self.draft.place(fact) is None and fact not in self._said:
            self._said.add(fact)
            self.read(lambda reader: self._gram(fact, reader))
        if fact in self.draft.places:
            with suppress(Refused):
                self.draft.line("mode", self.draft.places[fact], self.draft.number(means))

    def _gram(self, fact: Term, reader: Reader) -> None:
        summands = []
        for word, value in reader.matrix(fact.args[0]).items():
            half = word[len(word) // 2:]
            weight = value.constant()
            if weight is None or weight <= 0 or len(word) % 2 or reader.turned(half) + half != word:
                return
            if not word:
                return
            summands.append([f"{int(weight.p)}/{int(weight.q)}", self.draft.number(reader.word_term(half)), None])
        with suppress(Refused):
            self.draft.places.pop(fact, None)
            self.draft.line("definite", self.draft.number(fact), summands, self.rules_for_words())
        self.draft.places.setdefault(fact, -1)

    def rules_for_words(self) -> list:
        """The rules that words are rewritten by."""
        return [rule for rule in self.rules if rule[0] == "word"]

    # --- functions -----------------------------------------------------------------------------------------------------

    def _meanings(self, formulas: list[Term], heads: Sequence[str] = MEANT) -> None:
        """Functions that have a meaning in simpler ones, the innermost first."""
        for _ in range(6):
            nodes = sorted(self.nodes(formulas, *heads), key=roots.size_of)
            nodes = [node for node in nodes if node not in self._done]
            if not nodes:
                return
            for node in nodes:
                meaning = meaning_of(node)
                self._done.add(node)
                self.admit(meaning)
                try:
                    known = self.draft.places.get(equal(node, meaning))
                    self.take(self.draft.line("meaning", self.draft.number(node)) if known is None else known)
                except Refused:
                    continue
                formulas.append(meaning)

    def admit(self, node: Term) -> None:
        """Show what a term needs to have a value."""
        for need in obligations(node):
            if not self.draft.known.knows(need):
                self._of_every_index(need) if need.head == "every" else self.signs.show(need)

    def _of_every_index(self, need: Term) -> None:
        """What a sum needs at every index, shown at any."""
        inner, *limits = need.args
        with suppress(Refused):
            case = at_any_index(self.draft, limits)
            ways = inner.args if inner.head == "any" else (inner,)
            if case.known.knows(inner) or any(Signs(case).show(way) is not None for way in ways):
                self.draft.line("every", self.draft.number(need), case.lines)

    def _conjugates(self) -> None:
        """Functions of U G U^T, in functions of G."""
        if not self.nodes([*self.fact.args], "MatrixFunction"):
            return
        with suppress(Refused):
            for node in self.read(self.functions) or ():
                formula, letter, matrix = node.args
                if matrix.head != "MatMul" or len(matrix.args) != 3 or matrix.args[2] is not term("Transpose", matrix.args[:1]):
                    continue
                frame, inner, back = matrix.args
                product = term("MatMul", (frame, term("MatrixFunction", (formula, letter, inner)), back))
                with suppress(Refused):
                    line = self.draft.line("conjugate", self.draft.number(equal(node, product)), self.rules_for_words())
                    self.rules.append(["word", line, self.draft.number(node)])

    def functions(self, reader: Reader) -> list[Term]:
        """The functions of matrices that the sides are made of, once they are multiplied out."""
        for side in self.fact.args:
            reader.scalar(side) if shape(side) is None else reader.matrix(side)
        return [reader.matrices[place] for place, known in reader._special.items() if known.kind == "function"]

    def _logarithms(self, formulas: list[Term]) -> None:
        """Each logarithm over the factors of its argument; two whose arguments have a simple product, or quotient, in one of them."""
        nodes = sorted(self.nodes(formulas, "log"), key=lambda node: (roots.size_of(node), repr(node)))
        for node in nodes:
            with suppress(Refused):
                self.read(lambda reader, node=node: self._logarithm(node, reader))
        left = [node for node in nodes if node not in self._done]
        for one, other in combinations(left[:ROOTS], 2):
            if other not in self._done:
                with suppress(Refused):
                    self.read(lambda reader, one=one, other=other: self._related(one, other, reader))

    def _logarithm(self, node: Term, reader: Reader) -> None:
        value = reader.reduced(reader.scalar(node.args[0]))
        summands, lead = [], Fraction(1)
        for poly, way in ((value.num, 1), (value.den, -1)):
            number_of, factors = poly.factor()
            lead *= Fraction(int(number_of.p), int(number_of.q)) ** way
            for factor, exponent in factors:
                base = reader.polynomial(factor)
                signed = self.signs._signed(base, "pos")
                if signed is None:
                    return
                if not signed[1]:
                    base, lead = mul(MINUS, base), lead * (-1) ** int(exponent)
                summands.append((way * int(exponent), base))
        if lead <= 0:
            return
        for integer, way in ((lead.numerator, 1), (lead.denominator, -1)):
            summands += [(way * int(exponent), number(int(prime))) for prime, exponent in fmpz(integer).factor() if int(prime) > 1]
        if len(summands) == 1 and summands[0][0] == 1:
            if summands[0][1].head == "exp":
                self.take(self.draft.line("lemma", "log_exp", [self.draft.number(summands[0][1].args[0])]))
            if summands[0][1].head == "exp" or not any(int(value.num.degrees()[place]) for place, _, _ in reader._roots):
                self._done.add(node)
            return
        for _, base in summands:
            self.signs.show(pos(base))
        parts_of = [call("log", base) if times == 1 else mul(number(times), call("log", base)) for times, base in summands]
        found = add(*parts_of) if parts_of else ZERO
        line = self.draft.line("log", self.draft.number(equal(node, found)), self.ordered())
        self._done.add(node)
        powers = [(times, base) for times, base in summands if base.head == "exp"]
        if powers:  # log e^u = u, at once
            more = [[line, self.draft.number(ONE)]]
            for times, base in powers:
                more.append([self.draft.line("lemma", "log_exp", [self.draft.number(base.args[0])]), self.draft.number(number(times))])
            said = [mul(number(times), base.args[0]) if base.head == "exp" else part
                    for (times, base), part in zip(summands, parts_of, strict=True)]
            line = self.draft.line("algebra", self.draft.number(equal(node, add(*said))), [], more)
        self.take(line)

    def _related(self, one: Term, other: Term, reader: Reader) -> None:
        first, second = (reader.reduced(reader.scalar(node.args[0])) for node in (one, other))
        for way in (1, -1):
            value = reader.reduced(roots.rationalised(first * (second if way == 1 else second.inverse()), reader))
            if any(int(poly.degrees()[place]) for place, _, _ in reader._roots for poly in (value.num, value.den)):
                continue
            rest = reader.written(value)
            if self.signs.show(pos(rest)) is None:
                return
            difference = add(call("log", rest), mul(MINUS, one)) if way == 1 else add(one, mul(MINUS, call("log", rest)))
            if value.constant() == 1:
                difference = mul(MINUS, one) if way == 1 else one
            self.take(self.draft.line("log", self.draft.number(equal(other, difference)), self.ordered()))
            self._done.add(other)
            with suppress(Refused):
                self._logarithm(call("log", rest), reader)
            return

    def exponentials(self, formulas: list[Term]) -> None:
        nodes = self.nodes(formulas, "exp")
        if any(node.head == "constant" and node.mark == "E" for formula in formulas for node in parts(formula)):
            nodes.append(call("exp", ONE))
        if nodes:
            with suppress(Refused):
                self.read(lambda reader: self._over_one_exponent(nodes, reader))

    def _over_one_exponent(self, nodes: list[Term], reader: Reader) -> None:
        """Each exponential as a product of powers of exponentials of single monomials."""
        split, shares = shares_of(nodes, reader, True)
        for _, made in shares.values():
            below = made(Fraction(1)).args[-1] if made(Fraction(1)).head == "Mul" else ONE
            if below.head == "Pow" and below.args[1] is MINUS:
                self.signs.show(nonzero(below.args[0]))
        bases = {}
        for key, (share, made) in shares.items():
            if made(Fraction(1)).head == "log":  # whose exponential is a power of its argument
                share = Fraction(1, share.denominator)
            bases[key] = (share, call("exp", made(share)))
        for _, base in bases.values():
            inner = base.args[0].args[-1] if base.args[0].head == "Mul" else base.args[0]
            if inner.head == "log" and self.signs.show(pos(inner.args[0])) is not None:
                self._exponential_of_logarithm(base, inner)
        for node, terms in split.items():
            factors = []
            for key, quotient in terms:
                share, base = bases[key]
                times = quotient / share
                if times < 0:
                    self.draft.line("lemma", "exp_pos", [self.draft.number(base.args[0])])
                factors.append(base if times == 1 else power(base, times))
            product = mul(*factors) if factors else ONE
            if product is node or (len(factors) == 1 and reader.key_of(product) == reader.key_of(node) if product.head == "exp" else False):
                continue
            fact = self.draft.number(equal(node, product))
            try:
                line = self.draft.line("exp", fact, [rule for rule in self.ordered() if not _about_exp(self, rule)])
            except Refused:  # logarithms of exponentials in the exponent
                line = self.draft.line("exp", fact, [rule for rule in self.ordered() if self.draft.shown[rule[1]].args[0].head != "exp"])
            self.take(line)

    def _exponential_of_logarithm(self, node: Term, inner: Term) -> None:
        """e^(log u) = u, and e^(c log u) is a power of u."""
        if node.args[0] is inner:
            return self.take(self.draft.line("lemma", "exp_log", [self.draft.number(inner.args[0])]))
        exponent, *rest = node.args[0].args
        if exponent.head == "number" and rest == [inner]:
            line = self.draft.line("lemma", "power_as_exp", [self.draft.number(inner.args[0]), self.draft.number(exponent)])
            found = equal(node, power(inner.args[0], exponent.mark))
            self.take(self.draft.line("algebra", self.draft.number(found), [], [[line, self.draft.number(MINUS)]]))

    # --- equations of the domain ---------------------------------------------------------------------------------------

    def _relations(self) -> None:
        """Equations between matrices, as rules for words."""
        equations = [fact for fact in [*self.draft.goal.hypotheses, *self.draft.goal.given]
                     if fact.head == "Equality" and shape(fact.args[0]) is not None]
        for fact in list(equations):
            left, right = fact.args
            if left.head == "MatMul" and len(left.args) == 2 and right.head == "Identity":
                place = self.draft.place(fact)
                with suppress(Refused):
                    self.draft.line("flip", place)
                    equations.append(self.draft.shown[-1])
        for fact in sorted(equations, key=_is_symmetry, reverse=True):
            self.word_rule(fact)

    def word_rule(self, fact: Term) -> None:
        """An equation between matrices that has a line as a rule for its longest word."""
        left, right = fact.args
        try:
            reader = self.reader(SIZES[1])
            gap = dict(reader.matrix(left))
            for word, value in reader.matrix(right).items():
                found = gap.get(word, reader.zero) - value
                if found:
                    gap[word] = found
                else:
                    gap.pop(word, None)
        except (Refused, TooManyLetters):
            return
        leads = [word for word, value in gap.items() if word and value.constant() is not None]
        if not leads:
            return
        first = next(iter(reader.matrix(left)), ())
        lead = first if len(reader.matrix(left)) == 1 and first in leads and len(first) > 1 else \
            max(leads, key=lambda word: (reader.unit not in reader.sizes(word)[1:-1], len(word), word))
        place = self.draft.place(fact)
        if place is not None:
            self.rules.append(["word", place, self.draft.number(reader.word_term(lead))])

    def solve(self) -> None:
        """Equations between numbers: solved for a letter where that is possible, else taken modulo the power of one."""
        used: set = set()
        for fact in sorted(self._equations_of_numbers(), key=lambda fact: not _says_a_number(fact)):
            place = self.draft.place(fact)
            if place is None:
                continue
            direct = next(((one, other) for one, other in (fact.args, fact.args[::-1])
                           if (one.head in ("Symbol", "Dummy", "function") and not _is_size(one) or _is_length(one, other))
                           and one not in used and not (used | {one}) & set(parts(other))), None)
            if direct is not None:
                used.add(direct[0])
                if direct[0] is not fact.args[0]:
                    place = self.draft.line("algebra", self.draft.number(equal(*direct)), [], [[place, self.draft.number(MINUS)]])
                self.take(place)
                continue
            choice = self.read(lambda reader, fact=fact: _letter_of(fact, reader, used))
            if choice is None:
                self._solved_by_quotient(fact, place, used)
                continue
            node, degree, value = choice
            used.add(node)
            if value is None:
                self.rules.append(["modulo", place, self.draft.number(node), degree])
                continue
            solved = equal(node, value)
            try:
                if solved is not fact:
                    place = self.draft.line("algebra", self.draft.number(solved), [["modulo", place, self.draft.number(node), 1]])
                self.take(place)
            except Refused:
                self.rules.append(["modulo", place, self.draft.number(node), degree])
        self._without_lost_ones()

    def _without_lost_ones(self) -> None:
        """Take out rules for what is no letter any more under the others: a root of what they make zero."""
        for rule in [rule for rule in self.rules if rule[0] == "modulo"]:
            try:
                self.reader(SIZES[0])
            except TooManyLetters:
                return
            except Refused:
                self.rules.remove(rule)

    def _solved_by_quotient(self, fact: Term, place: int, used: set) -> None:
        """An equation in which a letter stands once, times what is not zero."""
        self._not_zero(fact, place)
        for node, front, value in self.read(lambda reader: _quotients_of(fact, reader, used)) or ():
            lead = self.signs.show(pos(front))
            if lead is None:
                lead = self.signs.show(nonzero(front))
            with suppress(Refused):
                if lead is not None:
                    solved = self.draft.number(equal(node, value))
                    self.take(self.draft.line("algebra", solved, [["modulo", place, self.draft.number(node), 1, lead]]))
                    used.add(node)
                    return

    def _not_zero(self, fact: Term, place: int) -> None:
        """The factors of a product that is a number other than 0."""
        fact, place = self._as_product(fact, place)
        for whole, other in (fact.args, fact.args[::-1]):
            if whole.head == "Mul" and other.head == "number" and other.mark:
                with suppress(Refused):
                    rule = place if whole is fact.args[0] else self.draft.line(
                        "algebra", self.draft.number(equal(whole, other)), [], [[place, self.draft.number(MINUS)]])
                    self.draft.line("factors", self.draft.number(nonzero(whole)), [], [["product", rule]])
                    for part in whole.args:
                        rest = mul(*(more for more in whole.args if more is not part))
                        self.draft.line("lemma", "factor_nonzero", [self.draft.number(part), self.draft.number(rest)])

    def _as_product(self, fact: Term, place: int) -> tuple[Term, int]:
        """An equation that says what a product of letters is, where it is written as a difference; else as it stands."""
        reader = self.reader(SIZES[0])
        gap = (reader.scalar(fact.args[0]) - reader.scalar(fact.args[1])).num
        rest, front = sorted(gap.to_dict().items(), key=lambda pair: sum(pair[0])) if len(gap) == 2 else ((None, 0), (None, 0))
        letters = [place for place, exponent in enumerate(front[0] or ()) if exponent]
        if not rest[0] or sum(rest[0]) or len(letters) < 2 or fact.args[0].head == "Mul" or fact.args[1].head == "Mul":
            return fact, place
        whole = mul(*(power(reader.terms[one], int(front[0][one])) if front[0][one] > 1 else reader.terms[one] for one in letters))
        value = -rest[1] / front[1]
        with suppress(Refused):
            said = equal(whole, number(Fraction(int(value.p), int(value.q))))
            by = number(Fraction(int(front[1].q), int(front[1].p)))
            return said, self.draft.line("algebra", self.draft.number(said), [], [[place, self.draft.number(by)]])
        return fact, place


def _to_exp(fact: Term) -> bool:
    """Whether an equation puts an exponential for a power."""
    return fact.args[0].head == "Pow" and fact.args[1].head == "exp"


def _is_size(node: Term) -> bool:
    """Whether a letter is a whole number, as sizes of matrices are: powers of it are read by its own name."""
    return node.head in ("Symbol", "Dummy") and "integer" in node.mark[1]


def _is_length(one: Term, other: Term) -> bool:
    """Whether a number is an inner product, and the other is made of sizes, or, of letters, speaks of no matrix."""
    return one.head == "Dot" and (_of_sizes(other) or all(part.head == "MatrixSymbol" for part in one.args) and all(
        part.head != "MatrixSymbol" for part in parts(other)))


def _of_sizes(node: Term) -> bool:
    """Whether a number is made of sizes, and is none that is written out."""
    return bool(free(node)) and all(map(_is_size, free(node)))


def _says_a_number(fact: Term) -> bool:
    return any(one.head == "Symbol" and other.head == "number" for one, other in (fact.args, fact.args[::-1]))


def _quotients_of(fact: Term, reader: Reader, used: set) -> list[tuple[Term, Term, Term]]:
    """Letters that stand in an equation in their first power, what stands before them, and what they are; the simplest first."""
    gap = reader.scalar(fact.args[0]) - reader.scalar(fact.args[1])
    found = []
    for place, degree in enumerate(gap.num.degrees()):
        node = reader.terms.get(place)
        if int(degree) == 1 and node is not None and node.head in ("Symbol", "Dummy") and node not in used:
            front, one = coefficient(gap.num, place, 1), reader.context.constant(1)
            value = Quotient(-coefficient(gap.num, place, 0), one) * Quotient(front, one).inverse()
            found.append((len(front), repr(node), node, reader.polynomial(front), reader.written(value)))
    return [item[2:] for item in sorted(found, key=lambda item: item[:2])]


def _letter_of(fact: Term, reader: Reader, used: set) -> tuple[Term, int, Term | None] | None:
    """A letter of an equation whose highest power has a number before it, of the least degree; its value where that is one."""
    gap = reader.scalar(fact.args[0]) - reader.scalar(fact.args[1])
    found = []
    for place, degree in enumerate(gap.num.degrees()):
        degree = int(degree)
        node = reader.terms.get(place)
        if not degree or node is None or node in used:
            continue
        heads = [monomial for monomial in gap.num.monoms() if monomial[place] == degree]
        if len(heads) == 1 and sum(heads[0]) == degree:
            found.append((degree, node.head not in ("Symbol", "Dummy"), roots.size_of(node), repr(node), place, node))
    if not found:
        return None
    degree, other, _, _, place, node = min(found, key=lambda item: item[:4])
    if degree > 1 or other:
        return node, degree, None
    lead = next(value for monomial, value in gap.num.to_dict().items() if monomial[place])
    rest = gap.num / lead - reader._gens[place]
    value = reader.polynomial(-rest)
    return node, 1, value


def _about_exp(equation: Equation, rule: list) -> bool:
    return rule[0] == "letter" and any(part.head == "exp" for part in parts(equation.draft.shown[rule[1]]))


def _is_symmetry(fact: Term) -> bool:
    """Whether an equation says that a matrix is its own transpose."""
    return any(one.head == "Transpose" and one.args[0] is other for one, other in (fact.args, fact.args[::-1]))
