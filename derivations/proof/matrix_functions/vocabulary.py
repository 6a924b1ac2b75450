"""Words with functions of symmetric matrices and with inverses among their letters.

Functions of one matrix commute with it and with one another and multiply point by point, f(F) g(F) = (f g)(F), so that neighbours
become one letter. F = P D P^T with an orthogonal P gives f(F) = P f(D) P^T. An inverse is a letter of its own, the same for equal
matrices; where it exists is not asked here, as an identity speaks of the points where both its sides have values.
"""

from __future__ import annotations

from sympy import Add, Determinant, DiagMatrix, Expr, Inverse, MatPow, MatrixSymbol, S, Symbol, exp, nan, zoo

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.diagonal import Diagonal, EveryEntry
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.language.relations import ge, gt
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.functions.entries import Demand
from theoremtest.derivations.proof.matrices.letters import (
    Letter,
    NotWords,
    Terms,
    Word,
    accumulate,
    difference,
    finite,
    spelled,
    spelling,
    square,
)
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.matrices.words import Words
from theoremtest.derivations.proof.obligations import obligations
from theoremtest.derivations.proof.signs.signs import NOT_ZERO, sign
from theoremtest.derivations.proof.zero.regularity import met

from .bases import NOT_NEGATIVE, POSITIVE, Base, Slot
from .collecting import vanishing


class FunctionWords(Words):
    """A vocabulary whose letters are matrices, slots and inverses.

    bases: by what they are functions of. inverted: by the symbol of an inverse letter, the sum of words that it inverts. grams: the bases
    u u^T by u; functions of those whose u is in `pushed` are moved past u. has_value: whether a formula is shown to have a value where
    its eigenvalues are some numbers.
    """

    def __init__(self, relations=(), deadline=None, *granted):
        self.bases: dict[object, Base] = {}
        self.spectra: dict[MatrixSymbol, str] = {}
        self.inverted: dict[MatrixSymbol, Terms] = {}
        self.entries: list[EveryEntry] = []
        """What the domain says of every entry of vectors."""
        self.composite: list[tuple[Terms, Base]] = []
        self.grams: dict[Word, Base] = {}
        self.pushed: list[Word] = []
        self.is_zero = lambda terms: not terms
        self.is_nonzero = lambda coefficient: coefficient.is_Rational and coefficient != 0
        self.has_value = _plainly_has_value
        super().__init__(relations, deadline, *granted)

    # reading ---------------------------------------------------------------------------------------------------------

    def matrix(self, expression) -> Terms:
        if isinstance(expression, MatrixFunction):
            return self.spectral(expression)[0]
        if isinstance(expression, DiagMatrix) and isinstance(expression.args[0], MatrixSymbol):
            base = self._diagonal(expression)
            return self.normal({(self.slot(base.family, base.eigenvalue),): S.One})
        if isinstance(expression, Diagonal):
            family, formula = self.entry(expression)
            return self.normal({(self.slot(family, formula),): S.One})
        if isinstance(expression, Inverse):
            return self.inverse_letter(self.matrix(expression.arg), expression.arg)
        if isinstance(expression, MatPow) and expression.exp.is_Integer and expression.exp < 0:
            return super().matrix(MatPow(Inverse(expression.base), -expression.exp)) if expression.exp < -1 else self.matrix(
                Inverse(expression.base))
        return super().matrix(expression)

    def spectral(self, node: MatrixFunction) -> tuple[Terms, tuple[Expr, ...]]:
        """(f(F) as words, the values of f that it takes: formulas in eigenvalues). Raises NotWords where F is not seen to be symmetric."""
        formula, argument = self.scalar(node.formula), self.matrix(node.argument)
        if difference(self.flipped(argument), argument):
            raise NotWords(f"{node.argument} is not seen to be symmetric")
        frame, inside, whole = self._conjugated(argument)
        self._know_gram(inside)
        inside = self.normal(inside)
        level = self.level(inside)
        if level is None:
            base = self._composite(argument, node.argument)
            frame, whole, inside = (), True, {(self.slot(base.family, base.eigenvalue),): S.One}
            level = base.eigenvalue
        value, number = _put(formula, node.eigenvalue, level), argument.get((), S.Zero)
        if whole:
            return self.normal({(*frame, *self._letters(inside, value), *self.transpose(frame)): S.One}
                               if self._letters(inside, value) else {(): value}), (value,)
        rest = _put(formula, node.eigenvalue, number)
        on_frame = self._letters(inside, value - rest)
        terms = self.normal({(*frame, *on_frame, *self.transpose(frame)): S.One if on_frame else value - rest})
        accumulate(terms, {(): rest} if rest != 0 else {})
        return terms, (value, rest)

    def _letters(self, inside: Terms, value: Expr) -> Word:
        """The slot of a value in the eigenvalues of the family of a sum of words; no letter where the sum is a number."""
        return (self.slot(self._one_family(inside), value),) if set(inside) - {()} else ()

    def _conjugated(self, argument: Terms) -> tuple[Word, Terms, bool]:
        """(u, D, whether u u^T = 1) with the argument u D u^T and u^T u = 1; where u u^T is not, a number times the identity is added.

        u is empty where nothing is conjugated.
        """
        first = next((word for word in argument if word), ())
        one = {(): S.One}
        for cut in range(len(first) // 2, 0, -1):
            head, tail = first[:cut], self.transpose(first[:cut])
            if self.normal({tail + head: S.One}) != one:
                continue
            if all(not word or (len(word) >= 2 * cut and word[:cut] == head and word[-cut:] == tail) for word in argument):
                inside: Terms = {}
                for word, c in argument.items():
                    accumulate(inside, {word[cut:len(word) - cut] if word else word: c})
                return head, inside, self.normal({head + tail: S.One}) == one
        return (), argument, True

    def level(self, terms: Terms) -> Expr | None:
        """A sum of words of one family as a function of its eigenvalues, a number where it is one; None where it is neither."""
        return terms.get((), S.Zero) if set(terms) <= {()} else self.alone(terms)

    def _know_gram(self, terms: Terms) -> None:
        """Where a sum of words is a polynomial in u u^T, take u u^T for a base."""
        root = self._gram_root(terms)
        if root is not None:
            self._gram_bases(root)

    def _gram_root(self, terms: Terms) -> Word | None:
        """u where a sum of words is a polynomial in u u^T, None where it is not seen to be one."""
        words = [word for word in terms if word]
        if not words or not all(map(self.is_gram, words)) or any(self._family(letter) for word in words for letter in word):
            return None
        shortest = min(words, key=len)
        size = next(size for size in range(2, len(shortest) + 1, 2) if len(shortest) % size == 0
                    and shortest[:size] * (len(shortest) // size) == shortest and self.is_gram(shortest[:size]))
        root = shortest[:size]
        if any(len(word) % size or root * (len(word) // size) != word for word in words):
            return None
        return root[:size // 2]

    def _gram_bases(self, word: Word) -> None:
        """Take u u^T and u^T u for bases: f(u u^T) u = u f(u^T u), and none of their eigenvalues is negative."""
        other = self.transpose(word)
        if word in self.grams or other in self.grams:
            return
        for place, one in enumerate((word, other)):
            family = MatrixSymbol(f"gram {spelled(one)}~", one[0].shape[0], one[0].shape[0])
            base = self.bases[one] = Base(family, family, NOT_NEGATIVE)
            self.grams[one] = base
            if place == 0:
                self.pushed.append(one)

    def alone(self, terms: Terms) -> Expr | None:
        """A sum of words that is one function of one family, as a formula in its eigenvalues; None where it is none."""
        if self._one_family(terms) is None:
            return None
        return sum((c * self._level(word) for word, c in terms.items()), S.Zero)

    def _one_family(self, terms: Terms) -> MatrixSymbol | None:
        """The family that all letters of a sum of words belong to, None where there is none."""
        families = {self._family(letter) for word in terms for letter in word}
        return families.pop() if len(families) == 1 and None not in families else None

    def _family(self, letter: Letter) -> MatrixSymbol | None:
        if isinstance(letter, Slot):
            return letter.symbol
        return self.base_of(letter.symbol).family if letter.symbol in self.symmetric and letter.symbol not in self.inverted else None

    def _level(self, word: Word) -> Expr:
        """A word of one family's letters as a function of the eigenvalues."""
        value = S.One
        for letter in word:
            value *= letter.formula if isinstance(letter, Slot) else self.base_of(letter.symbol).eigenvalue
        return value

    def base_of(self, symbol: MatrixSymbol) -> Base:
        """The base that a symmetric matrix symbol is."""
        if symbol not in self.bases:
            family = MatrixSymbol(f"{symbol.name}~", *symbol.shape)
            self.bases[symbol] = Base(symbol, family, self.spectra.get(symbol, "any"))
        return self.bases[symbol]

    def _diagonal(self, node: DiagMatrix) -> Base:
        if node not in self.bases:
            self.bases[node] = Base(node, MatrixSymbol("diag~", *node.shape), self.spectra.get(node, "any"))
        return self.bases[node]

    def entry(self, node: Diagonal) -> tuple[MatrixSymbol, Expr]:
        """(the family, the formula in eigenvalues) of a diagonal matrix by a formula: its vectors' entries are the eigenvalues."""
        bases = {symbol: self._diagonal(DiagMatrix(vector)) for symbol, vector in node.pairs}
        formula = self.scalar(node.formula).subs({symbol: base.eigenvalue for symbol, base in bases.items()}, simultaneous=True)
        if formula.has(nan, zoo):
            raise NotWords(f"{node.formula} has no value")
        return next(iter(bases.values())).family, formula

    def known_of(self, values: dict[Base, Expr]) -> tuple:
        """What is known of eigenvalues that stand at one place, {base: eigenvalue}, as relations."""
        by_vector = {base.name.args[0]: value for base, value in values.items() if isinstance(base.name, DiagMatrix)}
        joint = [condition.relation.subs({symbol: by_vector[vector] for symbol, vector in condition.pairs}, simultaneous=True)
                 for condition in self.entries if all(vector in by_vector for _, vector in condition.pairs)]
        return tuple(condition for base, value in values.items() for condition in base.conditions(value)) + tuple(joint)

    def _composite(self, argument: Terms, shown) -> Base:
        for known, base in self.composite:
            if same_size(base.family.shape[0], shown.shape[0]) and self.is_zero(difference(known, argument)):
                return base
        gram = all(self.is_gram(word) and c.is_nonnegative for word, c in argument.items())
        base = Base(shown, MatrixSymbol(f"({len(self.composite)})~", *shown.shape), NOT_NEGATIVE if gram else "any")
        self.bases[base] = base
        self.composite.append((argument, base))
        return base

    @staticmethod
    def slot(family: MatrixSymbol, formula: Expr) -> Slot:
        return Slot(family, False, formula)

    # inverses --------------------------------------------------------------------------------------------------------

    def inverse_letter(self, terms: Terms, shown) -> Terms:
        """The inverse of a sum of words: a multiple of the identity, a function of one family, or a letter of its own."""
        square(shown)
        if not terms:
            raise NotWords(f"{shown} is zero and has no inverse")
        if set(terms) == {()}:
            return {(): 1 / terms[()]}
        self._know_gram(terms)
        terms = self.normal(terms)
        level = self.level(terms)
        if level is not None:
            return self.normal({self._letters(terms, 1 / level): S.One})
        for symbol, known in self.inverted.items():
            if same_size(symbol.shape[0], shown.shape[0]) and self.is_zero(difference(known, terms)):
                return self.normal({(Letter(symbol),): S.One})
        symbol = MatrixSymbol(f"inverse {len(self.inverted) + 1}", *shown.shape)
        self.inverted[symbol] = terms
        if not difference(self.flipped(terms), terms):
            self.symmetric.add(symbol)
        self._cancel(symbol, terms)
        return self.normal({(Letter(symbol),): S.One})

    def _cancel(self, symbol: MatrixSymbol, terms: Terms) -> None:
        """The rules that a matrix times its inverse is the identity, on both sides, solved for the longest word."""
        lead = max(terms, key=self.rewriting.order.key)
        letter, factor = (Letter(symbol),), terms[lead]
        if not lead or not self.is_nonzero(factor):
            return
        rest = {word: c for word, c in terms.items() if word != lead}
        for before, after in (((), letter), (letter, ())):
            replacement: Terms = {(): 1 / factor}
            for word, c in rest.items():
                accumulate(replacement, {before + word + after: -c / factor})
            rule = before + lead + after, replacement
            self.rewriting.rules.append(rule)
            if symbol not in self.symmetric:
                self.rewriting.rules.append((self.transpose(rule[0]), self.flipped(replacement)))

    # slots that meet ---------------------------------------------------------------------------------------------------

    def step(self, word: Word) -> Terms | None:
        for rule in (super().step, self._merged, self._gram_step):
            found = rule(word)
            if found is not None:
                return found
        return None

    def _gram_step(self, word: Word) -> Terms | None:
        """u u^T as a slot, u f(u^T u) u^T as one, and functions of u u^T moved past u.

        The latter where f has a value at 0: u u^T has that eigenvalue where u^T u need not, and there u f(u^T u) u^T is 0, which is no
        limit of l f(l). Where f has none, u (u^T u)^-1 u^T is a projection and not the identity.
        """
        for one, base in self.grams.items():
            other = self.transpose(one)
            size, dual = len(one), self.grams[other].family
            for start in range(len(word) - size + 1):
                head, middle, tail = word[:start], word[start:start + size], word[start + size:]
                if middle == one and tail[:size] == other:
                    return {(*head, self.slot(base.family, base.eigenvalue), *tail[size:]): S.One}
                if middle == one and tail[1:size + 1] == other and isinstance(tail[0], Slot) and tail[0].symbol == dual and (
                        self._at_zero(tail[0], self.grams[other])):
                    value = base.eigenvalue * tail[0].formula.xreplace({self.grams[other].eigenvalue: base.eigenvalue})
                    return {(*head, self.slot(base.family, value), *tail[size + 1:]): S.One}
                if one not in self.pushed:
                    continue
                if middle == one and head and self._passes(head[-1], base):
                    return {(*head[:-1], *one, self._dual(head[-1], base, self.grams[other]), *tail): S.One}
                if middle == other and tail and self._passes(tail[0], base):
                    return {(*head, self._dual(tail[0], base, self.grams[other]), *other, *tail[1:]): S.One}
        return None

    def _passes(self, letter: Letter, base: Base) -> bool:
        return isinstance(letter, Slot) and letter.symbol == base.family and self._at_zero(letter, base)

    def _at_zero(self, slot: Slot, base: Base) -> bool:
        return self.has_value(slot.formula, {base.eigenvalue: S.Zero})

    def _dual(self, slot: Slot, base: Base, other: Base) -> Slot:
        return self.slot(other.family, slot.formula.xreplace({base.eigenvalue: other.eigenvalue}))

    def _merged(self, word: Word) -> Terms | None:
        """Two neighbours of one family as one slot, or a slot that is a number taken out of the word."""
        for place, letter in enumerate(word):
            if not isinstance(letter, Slot):
                continue
            if letter.formula == 0:
                return {}
            number, function = letter.formula.as_independent(*self._eigenvalues(), as_Add=False)
            if function == 1:
                return {word[:place] + word[place + 1:]: number}
            if number != 1:
                return {(*word[:place], self.slot(letter.symbol, function), *word[place + 1:]): number}
            for other in (place - 1, place + 1):
                if 0 <= other < len(word) and self._family_near(word[other]) == letter.symbol:
                    first = min(place, other)
                    joined = self.slot(letter.symbol, letter.formula * self._level((word[other],)))
                    return {(*word[:first], joined, *word[first + 2:]): S.One}
        return None

    def _family_near(self, letter: Letter) -> MatrixSymbol | None:
        if isinstance(letter, Slot):
            return letter.symbol
        return self.bases[letter.symbol].family if letter.symbol in self.bases else None

    def _eigenvalues(self) -> list:
        return [base.eigenvalue for base in self.bases.values()]

    def trace(self, words: Terms, size) -> Expr:
        """As in words without functions; letters that meet around the corner are rewritten, and tr f(u u^T) is told by f(u^T u)."""
        return Add(*(self._trace_of(word, size) * coefficient for word, coefficient in words.items()))

    def _trace_word(self, turns: list) -> Symbol:
        """Of turns that differ in the place of their functions alone, always the same one."""
        forms = [form for turn in turns for form in (turn, self.transpose(turn))]

        def place(form: Word) -> tuple:
            return spelling(form), [str(getattr(letter, "formula", "")) for letter in form]

        return super()._trace_word([min(forms, key=place)])

    def scalar(self, expression) -> Expr:
        """As in words without functions; the determinant of an exponential is the exponential of a trace."""
        if isinstance(expression, Determinant):
            terms = self.matrix(expression.arg)
            level = self.alone(terms)
            if isinstance(level, exp):
                return exp(self._trace_of((self.slot(self._one_family(terms), level.args[0]),), expression.arg.shape[0]))
        return super().scalar(expression)

    def _trace_of(self, word: Word, size) -> Expr:
        self.deadline.check()
        if len(word) == 1 and isinstance(word[0], Slot) and self._is_simple(word[0]):
            return self._trace_by_terms(word[0], size)
        gram = next((one for one in self.pushed if len(word) == 1 and self.grams[one].family == word[0].symbol), None)
        if gram is not None:
            base, other = self.grams[gram], self.grams[self.transpose(gram)]
            if self._at_zero(word[0], base):
                at_zero, inner = word[0].formula.xreplace({base.eigenvalue: S.Zero}), other.family.shape[0]
                return super().trace({(self._dual(word[0], base, other),): S.One}, inner) + at_zero * (size - inner)
        for cut in range(1, len(word)):
            turn = word[cut:] + word[:cut]
            shorter = self.step(turn)
            if shorter is not None:
                return self.trace(self.normal(shorter), turn[0].shape[0])
        return super().trace({word: S.One}, size)


    def _is_simple(self, slot: Slot) -> bool:
        """Whether a slot's formula is a sum, a multiple, or the eigenvalue of a matrix that is a letter."""
        number, function = slot.formula.as_independent(*self._eigenvalues(), as_Add=False)
        return function.is_Add or function in self._names() or number != 1

    def _names(self) -> dict:
        """The matrices that are letters by their eigenvalues."""
        return {base.eigenvalue: name for name, base in self.bases.items() if isinstance(name, MatrixSymbol)}

    def _trace_by_terms(self, slot: Slot, size) -> Expr:
        total = []
        for term in Add.make_args(slot.formula):
            number, function = term.as_independent(*self._eigenvalues(), as_Add=False)
            name = self._names().get(function)
            if name is not None:
                total.append(number * super().trace({(Letter(name),): S.One}, size))
            else:
                total.append(number * (size if function == 1 else self._trace_of((self.slot(slot.symbol, function),), size)))
        return Add(*total)


def _plainly_has_value(formula: Expr, place: dict) -> bool:
    """Whether a formula has a value at some eigenvalues whatever its parameters are, as far as that shows without a domain."""
    return all(not asked.given and any(demand.expression.xreplace(place).is_positive for demand in asked.any_of)
               for asked in obligations(formula))


def _put(formula: Expr, eigenvalue, value) -> Expr:
    """The formula at an eigenvalue; NotWords where it has no value there."""
    found = formula.xreplace({eigenvalue: value})
    if found.has(nan, zoo):
        raise NotWords(f"{formula} has no value at {eigenvalue} = {value}")
    return found


class FunctionSetting(Scalarised):
    """A setting whose words know functions and inverses; `spectrum` of a base comes from the domain's conditions."""

    vocabulary = FunctionWords

    def __init__(self, domain: Domain, deadline=None):
        super().__init__(domain, deadline)
        self.words.is_zero = lambda terms: vanishing(terms, self) is not None
        self.words.is_nonzero = self._is_nonzero
        self.words.has_value = self._has_value
        self._valued: dict = {}
        for condition in domain.conditions:
            if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)):
                matrix = domain.expand(condition.matrix)
                known = POSITIVE if isinstance(condition, PositiveDefinite) and finite(matrix.shape) else NOT_NEGATIVE
                if isinstance(matrix, Diagonal) and matrix.formula.free_symbols & matrix.bound:
                    self.words.entries.append(EveryEntry((gt if known == POSITIVE else ge)(matrix.formula, 0), *matrix.pairs))
                self.words.spectra[matrix] = POSITIVE if self.words.spectra.get(matrix) == POSITIVE else known
            if isinstance(condition, EveryEntry):
                self.words.entries.append(EveryEntry(domain.expand(condition.relation), *condition.pairs))
        for base in self.words.bases.values():  # those met while the relations were read
            base.spectrum = self.words.spectra.get(base.name, base.spectrum)

    def _is_nonzero(self, coefficient: Expr) -> bool:
        """Whether a coefficient is shown to vanish nowhere on the domain."""
        return coefficient.is_Rational and coefficient != 0 or sign(coefficient, self.domain, self.words.deadline) in NOT_ZERO

    def _has_value(self, formula: Expr, place: dict) -> bool:
        """Whether a formula is shown to have a value at some eigenvalues, for all parameters of the domain."""
        key = formula, *place.items()
        if key not in self._valued:
            self._valued[key] = not formula.xreplace(place).has(nan, zoo) and all(
                not asked.given and any(self._met_at(demand, place) for demand in asked.any_of) for asked in obligations(formula))
        return self._valued[key]

    def _met_at(self, demand: Demand, place: dict) -> bool:
        return met(Demand(demand.expression.xreplace(place), demand.sign), self.domain, self.words.deadline)
