"""The steps of a proof: each line of it shows one fact, from facts shown above it.

A proof is plain data: a list of lines, each a list of a step's name and what it needs; `terms` are the rows of one tree, which lines
point into by number. A fact is a term too. A line refers to earlier lines of its own list, and of those around it, by number.

| step | shows | by |
|---|---|---|
| `hyp i` | the i-th fact of the domain | |
| `given i` | the i-th thing that the statement supposes: that its sides have values | |
| `known f` | what is plain from a fact above | |
| `lemma name terms` | its conclusion | its side conditions, which are known |
| `mode line t` | what holds for every eigenvalue or entry, for the one that t means | |
| `meaning t` | t is what the table of functions says it means | |
| `piece t i` | t is its i-th piece | the piece's condition, and that no earlier one holds |
| `algebra f rules more` | an equation | both sides multiplied out, rules put in; multiples of known equations taken away |
| `log f rules` | sums of logarithms that agree | the product of arguments |
| `root f rules`, `modulus f rules` | a root, or a modulus, is a number that is not negative and has the right power | |
| `signum f positive rules` | a sign of a product | |
| `powers f rules`, `exp f rules` | products of powers of one base that agree | the sums of exponents |
| `congruent f lines` | one function of equal arguments | |
| `flip line` | B A = 1 | A B = 1, for square matrices of a finite size |
| `sign f by summands rules` | t > 0, t >= 0 | t times what is > 0 is a sum of products of known facts and squares |
| `conjugate`, `intertwine` | functions of U G U^T, and of X Y and Y X | |
| `cancel f line M left rules` | A = B | M A = M B, and M has an inverse |
| `definite f summands rules` | A is positive (semi)definite | A is a sum of B^T P B, each P definite |
| `definite_function f` | a function of a matrix is definite | its formula's sign |
| `difference line turned` | a - b >= 0 | a = b |
| `factors f lines rules` | t is not 0 | it is a product of powers of what is not |
| `cases f t below at above` | a fact | in each case of the sign of t |
| `matrix name terms`, `ranks name matrices` | lemmas about matrices | |
| `open name line x y`, `between low high x y` | lemmas about open functions at two points | |
| `grows F t a lines` | F(t) >= F(a) | its slope is not negative from a up to t, or not positive from a down to t |
| `every f proof` | f for every index of a range | a proof for any |
| `index line terms` | f at whole numbers in the ranges | f for every index of these |
| `summed f` | a sum is not negative | none of its summands is |
| `summands f` | two sums are equal | their summands are, at every index |
| `parted t c` | a sum is one up to c and one from there | c is in the range, or just before it |
| `box f sides` | t > 0, t >= 0 | a ball that holds t wherever its letters lie between numbers |
| `telescoped S G` | a sum is G(high + 1) - G(low) | each summand is G(k + 1) - G(k) |
| `split f line proofs` | a fact | in each case of one of several facts |
| `stays f groups` | a flow does not leave a set | what holds at its edge (`motions`) |
| `primitive`, `gaussian`, `compared`, ... | integrals, endless sums (`integrals`, `endless`) | |
| `exists f ...`, `runs_away f ...`, `branches f ...` | exactly one motion for all times, or not | smooth rates, growth (`existence`) |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from . import boxes, changes, endless, existence, integrals, limits, matrix_lemmas, motions, open_functions
from .algebra import SIZES, Algebra, accumulate, scaled
from .facts import NEVER, either, equal, facts_of, negation, nonneg, nonzero, pos, whole
from .knowledge import Knowledge
from .laws import SAID
from .lemmas import LEMMAS
from .ring import Quotient, TooManyLetters
from .special import eigenvalue, entry
from .table import HALF, TABLE, meaning_of, square
from .terms import MINUS, ONE, ZERO, Refused, Term, free, mul, of_sizes, of_space, power, put, read_terms, shape, speaks_of_modes, sub, term

NEARBY = "near", "limit", "converges", "order", "fixed"
"""Facts that say something only where a letter goes to an end, and of that one; they are left out where none does, or another."""


class Proof:
    """A proof being read: its terms, and what is known so far."""

    def __init__(self, terms: list[Term], hypotheses: list[Term], given: list[Term]) -> None:
        self.terms, self.hypotheses, self.given = terms, hypotheses, given

    @classmethod
    def read(cls, written: dict, hypotheses: list[Term], given: list[Term], fact: Term) -> tuple[Knowledge, list[Term]]:
        """What is known at the end of a fact's proof, as somebody wrote it down, and what its lines show. Raises Refused at the first that
        shows nothing, and where a matrix is of a size that neither the fact nor what it is shown from speaks of."""
        proof = cls(read_terms(written["terms"]), hypotheses, given)
        of_sizes(proof.terms, (*hypotheses, *given, fact))
        known = proof.known()
        return known, proof.run(written["lines"], known, [])

    def known(self) -> Knowledge:
        """What is known before the first line."""
        found = Knowledge()
        for fact in (*self.hypotheses, *self.given):
            found.learn(fact)
        return found

    def along(self, letter: Term, first: Term, up: bool, shown: list[Term]) -> Proof:
        """A proof of what holds while a letter runs from its first value up, or down, to the one that it has: what does not speak of it,
        and what holds all the way. Where a letter goes to an end, what was shown is left out: how near is near enough may depend on it."""
        near = any(fact.head == "near" for fact in self.hypotheses)
        kept = [nonneg(sub(letter, first) if up else sub(first, letter))]
        kept += [fact for fact in (self.hypotheses if near else (*self.hypotheses, *shown))
                 if fact.head not in NEARBY and (letter not in free(fact) or changes.holds_before(fact, letter, up))]
        return Proof(self.terms, kept, [fact for fact in self.given if letter not in free(fact)])

    def towards(self, letter: Term, end: Term) -> Proof:
        """A proof in which a letter that nothing is known of goes to an end, a number from above; any other stands still."""
        near = [term("near", (letter, end))] if end in integrals.ENDLESS else [term("near", (letter, end)), pos(sub(letter, end))]
        return Proof(self.terms, [*near, *self.anywhere().hypotheses], self.given)

    def anywhere(self) -> Proof:
        """A proof of what holds at all points, also where a letter goes to an end: how near is near enough is left open there."""
        return Proof(self.terms, [fact for fact in self.hypotheses if fact.head not in NEARBY], self.given)

    def run(self, lines: list, known: Knowledge, above: list[Term]) -> list[Term]:
        """Read lines one by one; the facts that they show, after those above them. Raises Refused at the first that shows nothing."""
        shown = list(above)
        for place, line in enumerate(lines):
            step = _STEPS.get(line[0])
            if step is None:
                raise Refused(f"line {place}: no step is called {line[0]!r}")
            fact = step(Line(self, known, shown), *line[1:])
            for part in fact.args if fact.head == "both" else ():  # some give values to what others speak of
                known.admits_fact(part)
                known.learn(part)
            known.admits_fact(fact)
            known.learn(fact)
            shown.append(fact)
        return shown


class Line:
    """What one line of a proof sees."""

    def __init__(self, proof: Proof, known: Knowledge, shown: list[Term]) -> None:
        self.proof, self.known, self.shown = proof, known, shown

    def term(self, place: int) -> Term:
        """A term of the proof's tree."""
        return self.proof.terms[_index(place, self.proof.terms)]

    def fact(self, line: int) -> Term:
        """What an earlier line shows."""
        return self.shown[_index(line, self.shown)]

    def equation(self, line: int) -> tuple[Term, Term]:
        """The two sides that an earlier line shows to be equal."""
        fact = self.fact(line)
        if fact.head != "Equality":
            raise Refused(f"line {line} shows no equation")
        return fact.args[0], fact.args[1]

    def claimed(self, place: int, head: str = "") -> Term:
        """An equation that this line is to show; head: of its left side."""
        fact = self.term(place)
        if fact.head != "Equality" or head not in ("", fact.args[0].head):
            raise Refused(f"the line shows an equation{f' with {head} on its left' if head else ''}")
        return fact

    def need(self, fact: Term) -> None:
        """Raises Refused where a fact is not known."""
        if not self.known.knows(fact):
            raise Refused(f"it is not known that {fact!r}")

    def value(self, node: Term) -> None:
        """Raises Refused where a term is not known to have a value."""
        self.known.admits(node)

    def fresh(self, letter: Term, real: bool = False) -> None:
        """Raises Refused where something is known of a letter. real: it is no letter of whole numbers alone, or of one sign."""
        known = (*self.proof.hypotheses, *self.proof.given, *self.shown)
        plain = letter.head in ("Symbol", "Dummy") and not (real and SAID & set(letter.mark[1]))
        if not plain or any(letter in free(fact) for fact in known):
            raise Refused("something is known of the index of a sum, or of the letter of an integral")

    def of_any(self, held: list[Term], lines: list, facts: list[Term]) -> None:
        """Raises Refused where the facts are not shown for any values of a letter for which others hold, and that nothing else is known of.
        Where a letter goes to an end, how near is near enough may depend on those, so that they are shown at all points, by what holds
        there alone."""
        both, near = term("both", held), any(fact.head == "near" for fact in self.proof.hypotheses)
        proof = self.proof.anywhere() if near else self.proof
        inner = (proof.known() if near else self.known).within(both)
        proof.run(lines, inner, [both] if near else [*self.shown, both])
        for fact in facts:
            if not inner.knows(fact):
                raise Refused(f"it is not known of any value that {fact!r}")

    def along_path(self, held: list[Term], lines: list, fact: Term) -> None:
        """Raises Refused where a fact is not shown near the end, where others hold of letters, and of a path, that nothing is known of."""
        proof = Proof(self.proof.terms, [*self.proof.hypotheses, *held], self.proof.given)
        inner = proof.known()
        proof.run(lines, inner, [])
        if not inner.knows(fact):
            raise Refused(f"it is not known along any path that {fact!r}")

    def settle(self, rules: list, question: Callable[[Algebra], bool], *otherwise: str | Term) -> None:
        """Raises Refused, and says what is otherwise, part by part, where an algebra in which the rules hold says no."""
        for size in SIZES:
            algebra = Algebra(size)
            try:
                for name, *needs in rules:
                    RULES[name](self, algebra, *needs)
                if question(algebra):
                    return
                raise Refused(" ".join(map(str, otherwise)))
            except TooManyLetters:
                continue
            except KeyError as error:
                raise Refused(f"no rule is called {error}") from None
        raise Refused("a step of too many letters")

    def same(self, rules: list, otherwise: str, *pairs: tuple[Term, Term]) -> None:
        """Raises Refused where two terms are not the same multiplied out."""
        self.settle(rules, lambda algebra: all(algebra.agree(*pair) for pair in pairs), otherwise)


def _index(place: Any, items: list) -> int:
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(items):
        raise Refused(f"{place!r} is no place among {len(items)}")
    return place


# --- rules of the algebra ------------------------------------------------------------------------------------------------

def _letter(line: Line, algebra: Algebra, number: int) -> None:
    """Left of the equation is a letter, which stands for the right from now on."""
    left, right = line.equation(number)
    algebra.put_letter(left, right)


def _word(line: Line, algebra: Algebra, number: int, lead: int) -> None:
    """A word of an equation between matrices stands for the rest of it."""
    left, right = line.equation(number)
    words = algebra.matrix(line.term(lead))
    if len(words) != 1 or next(iter(words.values())).constant() != 1:
        raise Refused("a rule's word is one word")
    algebra.put_word(algebra.matrix(left), algebra.matrix(right), next(iter(words)))


def _modulo(line: Line, algebra: Algebra, number: int, letter: int, degree: int, lead: int | None = None) -> None:
    """A power of a letter stands for the rest of the equation. lead: a line that shows what stands before it not to be zero."""
    left, right = line.equation(number)

    def not_zero(value: Quotient) -> bool:
        if lead is None:
            return False
        fact = line.fact(lead)
        if fact.head not in ("pos", "nonzero"):
            return False
        ratio = value * algebra.scalar(fact.args[0]).inverse()
        return ratio.constant() is not None

    algebra.reduce_by(algebra.scalar(left) - algebra.scalar(right), line.term(letter), degree, not_zero)


def _monomial(line: Line, algebra: Algebra, number: int) -> None:
    """Left of the equation is a product of letters, which stands for the right."""
    left, right = line.equation(number)
    algebra.put_product(list(left.args) if left.head == "Mul" else [left], right)


def _nothing(line: Line, algebra: Algebra, number: int) -> None:
    """The sides' difference is zero, and so is every multiple of it."""
    left, right = line.equation(number)
    algebra.put_nothing(algebra.scalar(left) - algebra.scalar(right))


def _range(line: Line, algebra: Algebra, number: int) -> None:
    """A number that is not negative: what sums have to know of their ranges."""
    fact = line.fact(number)
    if fact.head not in ("pos", "nonneg"):
        raise Refused("what a range is asked for is a sign")
    algebra.put_sign(fact.args[0])


RULES: dict[str, Callable[..., None]] = {"range": _range, "letter": _letter, "word": _word, "modulo": _modulo, "product": _monomial,
                                         "nothing": _nothing}


# --- steps ---------------------------------------------------------------------------------------------------------------

def _hyp(line: Line, place: int) -> Term:
    return line.proof.hypotheses[_index(place, line.proof.hypotheses)]


def _given(line: Line, place: int) -> Term:
    return line.proof.given[_index(place, line.proof.given)]


def _known(line: Line, place: int) -> Term:
    """A fact that is plain from one that was shown: the same up to how it is written, a positive factor, or less."""
    fact = line.term(place)
    line.need(fact)
    return fact


def _lemma(line: Line, name: str, places: list) -> Term:
    if name not in LEMMAS:
        raise Refused(f"no lemma is called {name!r}")
    values = [line.term(place) for place in places]
    for value in values:
        line.value(value)
    sides, conclusion = LEMMAS[name].at(values)
    for side in sides:
        line.need(side)
    return conclusion


def _mode(line: Line, number: int, place: int) -> Term:
    """What holds for every eigenvalue, or every entry, at the one that a mode means. There is one: a matrix without rows has none."""
    fact, node = line.fact(number), line.term(place)
    rows, _ = shape(node.args[0]) or (ZERO, ZERO)
    known = [other for other in (*line.proof.hypotheses, *line.proof.given, *line.shown) if other.head not in ("entries", "spectral")]
    plain = rows.head == "Symbol" and "positive" in rows.mark[1] and not any(rows in free(other) for other in known)
    if rows.head != "Space" and not plain:  # a size that is an index, of which its range is known, may be 0, whatever it is declared as
        line.need(pos(rows))
    matrix = node.args if node.head == "Eigenvalue" else (term("DiagMatrix", node.args),) if node.head == "Entry" else ()
    if fact.head in ("psd", "pd") and matrix == fact.args:
        return (pos if fact.head == "pd" else nonneg)(node)
    if fact.head == "spectral" and matrix == fact.args[1:2]:
        return put(fact.args[2], {fact.args[0]: node})
    if fact.head == "entries" and node.head == "Entry" and any(pair.args[1] is node.args[0] for pair in fact.args[1:]):
        return put(fact.args[0], {pair.args[0]: term("Entry", (pair.args[1],), node.mark) for pair in fact.args[1:]})
    raise Refused("a mode is of what is said for every mode")


def _meaning(line: Line, place: int) -> Term:
    node = line.term(place)
    return equal(node, meaning_of(node))


def _piece(line: Line, place: int, which: int) -> Term:
    """A function of pieces is the first piece whose condition holds."""
    node = line.term(place)
    if node.head != "Piecewise":
        raise Refused("a piece of a function of pieces")
    line.value(node)
    own = node.args[_index(which, list(node.args))]
    for piece in node.args[:which]:
        line.need(either(map(negation, facts_of(piece.args[1]))))
    for fact in facts_of(own.args[1]):
        line.need(fact)
    return equal(node, own.args[0])


def _no_modes(*nodes: Term) -> None:
    """Raises Refused where matrices speak of an eigenvalue that stands for any: formulas are compared at such eigenvalues."""
    if any(map(speaks_of_modes, nodes)):
        raise Refused("an eigenvalue, or an entry, beside matrices")


def _algebra(line: Line, place: int, rules: list, more: Sequence = ()) -> Term:
    fact = line.claimed(place)
    left, right = fact.args

    def agree(algebra: Algebra) -> bool:
        if shape(left) is not None:
            _no_modes(left, right)
            if tuple(map(algebra.size_key, shape(left) or ())) != tuple(map(algebra.size_key, shape(right) or ())):
                raise Refused("sides of different shapes")
            return algebra.agree(left, right)
        difference = algebra.scalar(left) - algebra.scalar(right)
        for number, factor in more:
            one, other = line.equation(number)
            line.value(line.term(factor))
            if shape(one) == (ONE, ONE):  # a matrix of one entry is as good as that
                gap = algebra.entry(algebra.matrix(one)) - algebra.entry(algebra.matrix(other))
            else:
                gap = algebra.scalar(one) - algebra.scalar(other)
            difference = difference - algebra.scalar(line.term(factor)) * gap
        return algebra.is_zero(difference)

    line.settle(rules, agree, "the two sides of", fact, "are not the same multiplied out")
    return fact


def _logarithms(node: Term) -> list[tuple[Term, Fraction]]:
    """A sum of rational multiples of logarithms, as arguments with their multiples."""
    if node.head == "log":
        return [(node.args[0], Fraction(1))]
    if node is ZERO:
        return []
    if node.head == "Add":
        return [pair for part in node.args for pair in _logarithms(part)]
    if node.head == "Mul":
        factor, rest = Fraction(1), []
        for part in node.args:
            if part.head == "number":
                factor *= part.mark
            else:
                rest.append(part)
        if len(rest) == 1:
            return [(inner, times * factor) for inner, times in _logarithms(rest[0])]
    raise Refused(f"{node.head} is no sum of logarithms")


def _log(line: Line, place: int, rules: list) -> Term:
    fact = line.claimed(place)
    left, right = map(_logarithms, fact.args)
    scale = lcm(*(times.denominator for _, times in left + right))
    for inner, _ in left + right:
        line.need(pos(inner))

    def agree(algebra: Algebra) -> bool:
        sides = []
        for side in (left, right):
            total = algebra.one
            for inner, times in side:
                total = total * algebra.scalar(inner) ** int(times * scale)
            sides.append(total)
        return algebra.is_zero(sides[0] - sides[1])

    line.settle(rules, agree, "the products of the logarithms' arguments do not agree")
    return fact


def _root(line: Line, place: int, rules: list) -> Term:
    """A root, or a modulus, which is the root of a square."""
    fact = line.claimed(place)
    node, value = fact.args
    below, exponent = (square(node.args[0]), HALF) if node.head == "Abs" else node.args if node.head == "Pow" else (node, ONE)
    if exponent.head != "number" or exponent.mark.numerator != 1 or exponent.mark.denominator == 1:
        raise Refused("a root has the exponent 1/q")
    line.need(nonneg(value))
    line.same(rules, "the power of the root is not what stands below it", (power(value, exponent.mark.denominator), below))
    return fact


def _signum(line: Line, place: int, positive: int, rules: list) -> Term:
    """sign(u) is 1 or -1 times signs of factors, where u is that times the product of the factors and of something positive."""
    fact, factor = line.claimed(place, "sign"), line.term(positive)
    line.need(pos(factor))
    inner = fact.args[1].args if fact.args[1].head == "Mul" else (fact.args[1],)
    product = [factor]
    for part in inner:
        if part.head == "sign":
            product.append(part.args[0])
        elif part.head == "number" and abs(part.mark) == 1:
            product.append(part)
        else:
            raise Refused("signs of factors, and 1 or -1")
    line.same(rules, "the factors have another product", (mul(*product), fact.args[0].args[0]))
    return fact


def _powers(line: Line, place: int, rules: list) -> Term:
    """Products of powers of one base, such as exponentials, agree where the sums of their exponents do."""
    fact = line.claimed(place)
    sides = [_powers_in(side) for side in fact.args]
    bases = list(dict.fromkeys(base for side in sides for base, _ in side))
    if not bases:
        raise Refused("no power is there")
    base = bases[0]
    if base.head != "constant" and not line.known.knows(pos(base)):
        may_be_zero = not line.known.knows(nonzero(base))  # 0^m 0^n is 0^(m + n) for m, n >= 0
        for _, exponent in (part for side in sides for part in side):
            line.need(whole(exponent))
            if may_be_zero:
                line.need(nonneg(exponent))

    def agree(algebra: Algebra) -> bool:
        if len({algebra.argument(other) for other in bases}) != 1:
            raise Refused("powers of different bases")
        total = algebra.zero
        for side, sign in zip(sides, (1, -1)):
            for _, exponent in side:
                total = total + algebra.constant(sign) * algebra.scalar(exponent)
        return algebra.is_zero(total)

    line.settle(rules, agree, "the exponents do not agree")
    return fact


def _powers_in(node: Term) -> list[tuple[Term, Term]]:
    """A product of powers of one base, as base and exponent."""
    if node is ONE:
        return []
    if node.head == "Mul":
        return [pair for part in node.args for pair in _powers_in(part)]
    if node.head == "exp":
        return [(term("constant", (), "E"), node.args[0])]
    if node.head == "Pow" and node.args[0].head in ("Pow", "exp", "Mul") and node.args[1].head == "number" \
            and node.args[1].mark.denominator == 1:
        return [(base, mul(node.args[1], exponent)) for base, exponent in _powers_in(node.args[0])]
    return [(node.args[0], node.args[1])] if node.head == "Pow" else [(node, ONE)]


def _congruent(line: Line, place: int, lines: list) -> Term:
    fact = line.claimed(place)
    left, right = fact.args
    if left.head != right.head or left.mark != right.mark or len(left.args) != len(right.args) or len(lines) != len(left.args):
        raise Refused("congruence is of one function")
    if left.head not in TABLE and left.head not in ("Pow", "function"):
        raise Refused(f"congruence is of a function of numbers; {left.head} is none")
    for one, other, number in zip(left.args, right.args, lines, strict=True):
        if one is not other and (number is None or line.equation(number) not in ((one, other), (other, one))):
            raise Refused("arguments that are not shown to be equal")
    return fact


def _flip(line: Line, number: int) -> Term:
    """From A B = 1 for square matrices of one size that is a number, B A = 1."""
    left, right = line.equation(number)
    if left.head != "MatMul" or len(left.args) != 2 or right.head != "Identity":
        raise Refused("a product of two matrices is the identity")
    first, second = left.args
    sizes = [size for part in (first, second) for size in shape(part) or ()]
    if len(sizes) != 4 or any(map(of_space, sizes)):
        raise Refused("an operator of a function space may have an inverse from one side alone")
    line.settle([], lambda algebra: len({algebra.size_key(size) for size in sizes}) == 1, "the matrices are not square")
    return equal(term("MatMul", (second, first)), right)


def _difference(line: Line, number: int, turned: bool) -> Term:
    """From a = b, that a - b is not negative; or b - a, turned."""
    left, right = line.equation(number)
    if shape(left) is not None:
        raise Refused("a difference of numbers")
    return nonneg(sub(right, left) if turned else sub(left, right))


def _definite_function(line: Line, place: int) -> Term:
    """A function of a symmetric matrix, or a diagonal matrix, is definite where its formula is positive at every eigenvalue, or entry."""
    fact = line.term(place)
    if fact.head not in ("pd", "psd"):
        raise Refused("signs of a formula show that a matrix is definite")
    node, sign = fact.args[0], pos if fact.head == "pd" else nonneg
    if node.head == "MatrixFunction":
        formula, letter, matrix = node.args
        line.need(sign(put(formula, {letter: eigenvalue(matrix, 0)})))
    elif node.head in ("DiagMatrix", "Diagonal"):
        formula, *pairs = node.args
        line.need(sign(put(formula, {pair.args[0]: entry(pair.args[1], 0) for pair in pairs}) if pairs else entry(formula, 0)))
    else:
        raise Refused(f"{node.head} has no formula")
    return fact


def _sign(line: Line, place: int, by: list, summands: list, rules: list) -> Term:
    """t times the product of `by` is the sum over (weight, factors), each factor a line that shows a sign, or a term to be squared."""
    fact = line.term(place)
    if fact.head not in ("pos", "nonneg"):
        raise Refused("a sum of products shows a sign")
    for number in by:
        if line.fact(number).head != "pos":
            raise Refused("what is multiplied by is positive")
    strict = False
    for weight, factors in summands:
        if Fraction(weight) <= 0:
            raise Refused("a weight is positive")
        strict = strict or all(kind == "line" and line.fact(number).head == "pos" for kind, number in factors)
        for kind, number in factors:
            if kind == "square":
                line.value(line.term(number))
            elif kind != "line" or line.fact(number).head not in ("pos", "nonneg"):
                raise Refused("a factor is a sign that was shown, or a square")
    if fact.head == "pos" and not strict:
        raise Refused("no summand is positive")

    def agree(algebra: Algebra) -> bool:
        left = algebra.scalar(fact.args[0])
        for number in by:
            left = left * algebra.scalar(line.fact(number).args[0])
        for weight, factors in summands:
            product = algebra.constant(Fraction(weight))
            for kind, number in factors:
                product = product * (algebra.scalar(line.term(number)) ** 2 if kind == "square"
                                     else algebra.scalar(line.fact(number).args[0]))
            left = left - product
        return algebra.is_zero(left)

    line.settle(rules, agree, "the sum of products is another number")
    return fact


def _conjugate(line: Line, place: int, rules: list) -> Term:
    """f(U G U^T) = U f(G) U^T for U^T U = U U^T = 1; U f(G) U^T + f(0) (1 - U U^T) for U^T U = 1."""
    fact = line.claimed(place, "MatrixFunction")
    (formula, letter, matrix), right = fact.args[0].args, fact.args[1]
    plain = right.head == "MatMul"
    product = right if plain else right.args[0]
    if product.head != "MatMul" or len(product.args) != 3 or product.args[1].head != "MatrixFunction":
        raise Refused("what a function of a conjugate matrix is")
    frame, inner, back = product.args
    if inner.args[:2] != (formula, letter) or back is not term("Transpose", (frame,)):
        raise Refused("one function, and a frame with its transpose")
    sizes = shape(frame) or ()
    _no_modes(fact)
    line.need(equal(term("MatMul", (back, frame)), term("Identity", sizes[1:])))
    across, one = term("MatMul", (frame, back)), term("Identity", sizes[:1])
    if plain:
        line.need(equal(across, one))
    elif right is not term("MatAdd", (product, term("MatMul", (put(formula, {letter: ZERO}),
                                                                 term("MatAdd", (one, term("MatMul", (MINUS, across)))))))):
        raise Refused("what a function is beyond the frame")

    line.same(rules, "the matrix is not the conjugate one", (matrix, term("MatMul", (frame, inner.args[2], back))))
    return fact


def _intertwine(line: Line, place: int, rules: list) -> Term:
    """X f(Y X) = f(X Y) X where both functions have values."""
    fact = line.term(place)
    left, right = fact.args if fact.head == "Equality" else (fact, fact)
    if left.head != "MatMul" or right.head != "MatMul" or len(left.args) != 2 or len(right.args) != 2 or left.args[0] is not right.args[1] \
            or left.args[1].head != "MatrixFunction" or right.args[0].head != "MatrixFunction" \
            or left.args[1].args[:2] != right.args[0].args[:2]:
        raise Refused("one function on either side of one matrix")
    matrix, one, other = left.args[0], left.args[1].args[2], right.args[0].args[2]
    _no_modes(fact)

    line.same(rules, "the matrix does not carry one argument over to the other",
              (term("MatMul", (matrix, one)), term("MatMul", (other, matrix))))
    return fact


def _cancel(line: Line, place: int, number: int, matrix: int, left: bool, rules: list) -> Term:
    """From M A = M B (or A M = B M), where M has an inverse, A = B."""
    fact, (one, other), node = line.term(place), line.equation(number), line.term(matrix)
    line.need(term("invertible", (node,)))
    if fact.head != "Equality" or None in map(shape, fact.args):
        raise Refused("what is cancelled stands before matrices")
    _no_modes(fact, node, one, other)

    line.same(rules, "the equation is not the one that is cancelled in", *(
        (term("MatMul", (node, side) if left else (side, node)), given) for side, given in zip(fact.args, (one, other), strict=True)))
    return fact


def _definite(line: Line, place: int, summands: list, rules: list) -> Term:
    """A matrix is a sum of weight A^T P A, each P known to be definite, or left out; strictly where one P is and its A is the identity."""
    fact = line.term(place)
    if fact.head not in ("pd", "psd"):
        raise Refused("a sum of squares of matrices shows that it is definite")
    _no_modes(fact)
    strict, made = False, []
    for weight, inner, number in summands:
        node, middle = line.term(inner), None if number is None else line.fact(number)
        _no_modes(node, *(() if middle is None else (middle,)))
        line.value(node)
        if Fraction(weight) <= 0 or (middle is not None and middle.head not in ("pd", "psd")):
            raise Refused("a summand that may be negative")
        strict = strict or (node.head == "Identity" and (middle is None or middle.head == "pd"))
        made.append((Fraction(weight), [term("Transpose", (node,)), *([] if middle is None else middle.args[:1]), node]))
    if fact.head == "pd" and not strict:
        raise Refused("no summand is positive definite")

    def agree(algebra: Algebra) -> bool:
        gap = dict(algebra.matrix(fact.args[0]))
        sizes = [algebra.size_key(size) for size in shape(fact.args[0]) or ()]
        for weight, factors in made:
            product = term("MatMul", factors)
            if [algebra.size_key(size) for size in shape(product) or ()] != sizes:
                raise Refused("summands of different shapes")
            accumulate(gap, scaled(algebra.matrix(product), algebra.constant(-weight)))
        return algebra.vanish(gap)

    line.settle(rules, agree, "the sum of squares is another matrix")
    return fact


def _factors(line: Line, place: int, lines: list, rules: list) -> Term:
    """t is a rational number, not zero, times powers of what is not zero. lines: (line, whole exponent)."""
    fact = line.term(place)
    if fact.head != "nonzero":
        raise Refused("factors show that a number is not zero")
    for number, _ in lines:
        if line.fact(number).head not in ("pos", "nonzero"):
            raise Refused("a factor is not zero")

    def agree(algebra: Algebra) -> bool:
        product = algebra.scalar(fact.args[0])
        for number, exponent in lines:
            product = product * algebra.scalar(line.fact(number).args[0]) ** -int(exponent)
        constant = algebra.reduced(product).constant()
        if constant is not None:
            return constant != 0
        return any(algebra.is_zero(product - algebra.constant(guess)) for guess in (1, -1))

    line.settle(rules, agree, "the number is no product of these factors")
    return fact


def _cases(line: Line, place: int, of: int, below: list, at: list, above: list) -> Term:
    fact, node = line.term(place), line.term(of)
    if shape(node) is not None:
        raise Refused("cases are of a number's sign")
    line.value(node)
    for held, lines in ((pos(mul(MINUS, node)), below), (equal(node, ZERO), at), (pos(node), above)):
        _ends(line, fact, held, lines)
    return fact


def _split(line: Line, place: int, number: int, proofs: list) -> Term:
    fact, several = line.term(place), line.fact(number)
    if several.head != "any" or len(several.args) != len(proofs):
        raise Refused("a proof for each of several facts")
    for held, lines in zip(several.args, proofs, strict=True):
        _ends(line, fact, held, lines)
    return fact


def _ends(line: Line, fact: Term, held: Term, lines: list) -> None:
    """A proof of the fact where another holds too, or of a contradiction there. What is known of an eigenvalue holds for every one, so
    that no case is of one."""
    if speaks_of_modes(held):
        raise Refused("a case of an eigenvalue, or of an entry")
    limits.in_case(line.proof.hypotheses, fact, held)
    inner = line.known.within(held)
    line.proof.run(lines, inner, [*line.shown, held])
    if not (inner.knows(fact) or inner.knows(NEVER)):
        raise Refused(f"a case does not end in {fact!r}")


def _every(line: Line, place: int, lines: list) -> Term:
    """What holds for any whole number in the ranges, of which nothing else is known."""
    fact = line.term(place)
    if any(known.head == "near" for known in line.proof.hypotheses):  # how near may depend on the index
        raise Refused("a fact of every index, where no letter goes to an end")
    held: list[Term] = []
    for name, low, high in changes.ranges(fact):
        line.fresh(name)
        for end in (low, high):
            line.value(end)
        held += [whole(name), nonneg(sub(name, low)), nonneg(sub(high, name))]
    _ends(line, fact.args[0], term("both", held), lines)
    return fact


def _absurd(line: Line, number: int, rules: list) -> Term:
    """A fact that says something false of a number."""
    fact = line.fact(number)

    def false(algebra: Algebra) -> bool:
        if fact.head == "Equality":
            value = (algebra.scalar(fact.args[0]) - algebra.scalar(fact.args[1])).constant()
            return value is not None and value != 0
        value = algebra.scalar(fact.args[0])
        if fact.head == "nonzero":
            return algebra.is_zero(value)
        number = algebra.zero.constant() if algebra.is_zero(value) else value.constant()
        return number is not None and (number <= 0 if fact.head == "pos" else number < 0)

    if fact.head not in ("Equality", "pos", "nonneg", "nonzero"):
        raise Refused("what a fact says of no number")
    line.settle(rules, false, "no contradiction is seen")
    return NEVER


_STEPS: dict[str, Callable[..., Term]] = {
    "hyp": _hyp, "given": _given, "known": _known, "lemma": _lemma, "meaning": _meaning, "piece": _piece, "mode": _mode,
    "algebra": _algebra, "exp": _powers, "log": _log, "root": _root, "modulus": _root, "signum": _signum, "powers": _powers,
    "congruent": _congruent, "flip": _flip, "conjugate": _conjugate, "intertwine": _intertwine, "cancel": _cancel, "definite": _definite,
    "definite_function": _definite_function, "difference": _difference, "sign": _sign, "factors": _factors,
    "cases": _cases, "split": _split, "every": _every, "absurd": _absurd,
    **boxes.STEPS, **changes.STEPS, **limits.STEPS, **integrals.STEPS, **endless.STEPS, **motions.STEPS, **existence.STEPS,
    **matrix_lemmas.STEPS, **open_functions.STEPS,
}
