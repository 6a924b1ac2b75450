"""Words with functions of symmetric matrices and with inverses among their letters.

Functions of one matrix commute with it and with one another and multiply point by point, f(F) g(F) = (f g)(F), so that neighbours
become one letter. F = P D P^T with an orthogonal P gives f(F) = P f(D) P^T. An inverse is a letter of its own, the same for equal
matrices; where it exists is not asked here, as an identity speaks of the points where both its sides have values.
"""

from __future__ import annotations

from sympy import DiagMatrix, Expr, Inverse, MatPow, MatrixSymbol, S, nan, zoo

from rederive.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from rederive.derivations.language.domain import Domain
from rederive.derivations.language.matrix_function import MatrixFunction
from rederive.derivations.language.wellformed import same_size
from rederive.derivations.proof.matrices.letters import Letter, NotWords, Terms, Word, accumulate, difference, scaled, square
from rederive.derivations.proof.matrices.scalarise import Scalarised
from rederive.derivations.proof.matrices.words import Words
from rederive.derivations.proof.signs.signs import NOT_ZERO, sign

from .bases import NOT_NEGATIVE, POSITIVE, Base, Slot
from .collecting import vanishing


class FunctionWords(Words):
    """A vocabulary whose letters are matrices, slots and inverses.

    bases: by what they are functions of. inverses: by letter symbol, the sum of words that each inverts.
    """

    def __init__(self, relations=(), deadline=None):
        self.bases: dict[object, Base] = {}
        self.spectra: dict[MatrixSymbol, str] = {}
        self.inverses: dict[MatrixSymbol, Terms] = {}
        self.composite: list[tuple[Terms, Base]] = []
        self.is_zero = lambda terms: not terms
        self.is_nonzero = lambda coefficient: coefficient.is_Rational and coefficient != 0
        super().__init__(relations, deadline)

    # reading ---------------------------------------------------------------------------------------------------------

    def matrix(self, expression) -> Terms:
        if isinstance(expression, MatrixFunction):
            return self.spectral(expression)[0]
        if isinstance(expression, DiagMatrix) and isinstance(expression.arg, MatrixSymbol):
            base = self._diagonal(expression)
            return self.normal({(self.slot(base.family, base.eigenvalue),): S.One})
        if isinstance(expression, Inverse):
            return self.inverse(self.matrix(expression.arg), expression.arg)
        if isinstance(expression, MatPow) and expression.exp.is_Integer and expression.exp < 0:
            return super().matrix(MatPow(Inverse(expression.base), -expression.exp)) if expression.exp < -1 else self.matrix(
                Inverse(expression.base))
        return super().matrix(expression)

    def spectral(self, node: MatrixFunction) -> tuple[Terms, Expr, tuple[Base, ...]]:
        """(f(F) as words, f as a formula in the eigenvalues of bases, those bases). Raises NotWords where F is not seen to be symmetric."""
        formula, argument = self.scalar(node.formula), self.matrix(node.argument)
        if difference(self.flipped(argument), argument):
            raise NotWords(f"{node.argument} is not seen to be symmetric")
        if set(argument) <= {()}:
            value = _put(formula, node.eigenvalue, argument.get((), S.Zero))
            return self.normal({(): value}), value, ()
        bounds, inside = self._conjugated(argument)
        family = self._one_family(inside)
        if family is None:
            base = self._composite(argument, node.argument)
            value = _put(formula, node.eigenvalue, base.eigenvalue)
            return self.normal({(self.slot(base.family, value),): S.One}), value, (base,)
        level = sum((c * self._level(word) for word, c in inside.items()), S.Zero)
        value = _put(formula, node.eigenvalue, level)
        terms = self.normal({(*bounds, self.slot(family, value), *self.transpose(bounds)): S.One})
        return terms, value, tuple(base for base in self.bases.values() if base.eigenvalue in level.free_symbols)

    def _conjugated(self, argument: Terms) -> tuple[Word, Terms]:
        """(u, D) with the argument u D u^T and u orthogonal; u is empty where nothing is conjugated."""
        first = next(word for word in argument if word)
        for cut in range(len(first) // 2, 0, -1):
            head = first[:cut]
            tail = self.transpose(head)
            one = {(): S.One}
            if self.normal({tail + head: S.One}) != one or self.normal({head + tail: S.One}) != one:
                continue
            if all(not word or (len(word) > 2 * cut and word[:cut] == head and word[-cut:] == tail) for word in argument):
                return head, {word[cut:-cut] if word else word: c for word, c in argument.items()}
        return (), argument

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
        return self.base_of(letter.symbol).family if letter.symbol in self.symmetric and letter.symbol not in self.inverses else None

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

    def inverse(self, terms: Terms, shown) -> Terms:
        """The inverse of a sum of words: a multiple of the identity, a function of one family, or a letter of its own."""
        square(shown)
        if not terms:
            raise NotWords(f"{shown} is zero and has no inverse")
        if set(terms) == {()}:
            return {(): 1 / terms[()]}
        family = self._one_family(terms)
        if family is not None:
            return self.normal({(self.slot(family, 1 / sum((c * self._level(word) for word, c in terms.items()), S.Zero)),): S.One})
        for symbol, known in self.inverses.items():
            if same_size(symbol.shape[0], shown.shape[0]) and self.is_zero(difference(known, terms)):
                return self.normal({(Letter(symbol),): S.One})
        symbol = MatrixSymbol(f"inverse {len(self.inverses) + 1}", *shown.shape)
        self.inverses[symbol] = terms
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
        return super().step(word) or self._merged(word)

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
        """As in words without functions; slots that meet around the corner are joined first."""
        joined: Terms = {}
        for word, coefficient in words.items():
            if len(word) > 1 and isinstance(word[0], Slot) or len(word) > 1 and isinstance(word[-1], Slot):
                if self._family_near(word[0]) == self._family_near(word[-1]):
                    accumulate(joined, scaled(self.normal({(word[-1], *word[:-1]): S.One}), coefficient))
                    continue
            accumulate(joined, {word: coefficient})
        return super().trace(joined, size) if joined == words else self.trace(joined, size)


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
        for condition in domain.conditions:
            if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)):
                matrix = domain.expand(condition.matrix)
                self.words.spectra[matrix] = POSITIVE if isinstance(condition, PositiveDefinite) else NOT_NEGATIVE

    def _is_nonzero(self, coefficient: Expr) -> bool:
        """Whether a coefficient is shown to vanish nowhere on the domain."""
        return coefficient.is_Rational and coefficient != 0 or sign(coefficient, self.domain, self.words.deadline) in NOT_ZERO
