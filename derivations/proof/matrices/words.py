"""Matrix words: products of non-commuting letters and their transposes, in every dimension at once.

A matrix expression becomes a sum of words with scalar coefficients. A stretch of a word that is 1 x 1 is a scalar: it
leaves the word as an inner product, named by one real symbol per class under transposition. Rewriting relations (for
instance X^T X = I) come from the domain. Two expressions agree in every dimension when, word by word, their coefficients do; the
converse is not used. What is no word (a determinant, an inverse, a single entry) is refused, or left as it stands in a scalar.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product as pairs

from sympy import Add, Derivative, Determinant, DiagMatrix, Dummy, Eq, Expr, Identity, MatrixSymbol, OneMatrix, S, Symbol, ZeroMatrix
from sympy.matrices.expressions import MatAdd, MatMul, MatPow, Trace, Transpose
from sympy.matrices.expressions.matexpr import MatrixElement

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.inverses import PseudoInverse
from theoremtest.derivations.language.kronecker import Kron, Vec
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, NOT_ZERO, Sign

from . import diagonals, symmetries
from .determinants import Determinants
from .inverses import Inverses
from .letters import (  # noqa: F401  whoever reads words needs these too
    Letter,
    NotWords,
    Terms,
    Word,
    accumulate,
    difference,
    fitting,
    is_matrix,
    scaled,
    speaks_of_matrices,
    spelled,
    spelled_out,
    spelling,
    square,
    transpose,
)
from .rewriting import Order, Rewriting
from .writing import restored_matrix

SECONDS = 20.0
"""Time limit of a vocabulary that is given none."""
MOST_WORDS = 20_000
"""Words of one sum beyond which no more are multiplied out."""


class Words:
    """A vocabulary of scalar words shared by the expressions of one decision.

    relations: pairs (left, right) of matrix expressions that are equal. What is multiplied out raises OutOfTime beyond the deadline.
    granted: matrices that have an inverse wherever anything is said; None where inverses and determinants are no words at all.
    """

    def __init__(self, relations=(), deadline: Deadline | None = None, granted=None):
        self.deadline = deadline or Deadline(SECONDS)
        self.speaks_of_inverses = granted is not None
        self.inverses, self.determinants = Inverses(self, granted or ()), Determinants(self)
        self.entry_at_a_mode: Callable[[Letter], Expr] | None = None
        """A diagonal letter's formula at one mode of the domain."""
        self.sign_of: Callable[[Expr], Sign] | None = None
        """Says the sign of a coefficient on the domain; without it numbers alone have a sign."""
        self.definite: set = set()
        self.semidefinite: set = set()
        """Matrix symbols that the domain says are positive definite, or positive semidefinite."""
        self._scalars: dict[Word, Symbol] = {}
        self._words: dict[Symbol, Word] = {}
        self._traces: dict[Word, Symbol] = {}
        self.symmetric: set = set()
        """Matrix symbols that the domain makes equal to their own transposes."""
        self.rewriting = Rewriting(Order(), self.transpose, self.deadline, self.keeps_from_zero)
        symmetries.learn(self, relations)
        read = [sides for left, right in relations if (sides := self._sides(left, right)) is not None]
        self.rewriting.order = Order([(next(iter(left)), [*right]) for left, right in read
                                      if len(left) == 1 and next(iter(left.values())).is_Rational])
        for left, right in read:
            self.rewriting.add(difference(left, right))

    def _sides(self, left, right) -> tuple[Terms, Terms] | None:
        """Both sides of a relation; None where it is one of scalars, or none that words can use. To know less is sound."""
        if left.shape == (1, 1) or not all(map(same_size, left.shape, right.shape)):
            return None
        try:
            return self.matrix(left), self.matrix(right)
        except NotWords:
            return None

    def vanish(self, symbols) -> None:
        """Take matrices for zero from now on."""
        self.rewriting.rules[:0] = [((Letter(symbol, turned),), {}) for symbol in symbols for turned in (False, True)]

    def transpose(self, word: Word) -> Word:
        """A word's transpose; the letters that a relation makes symmetric stay as they are."""
        return tuple(letter if self._is_symmetric(letter) else letter.T for letter in reversed(word))

    def _is_symmetric(self, letter: Letter) -> bool:
        return letter.symbol in self.symmetric or diagonals.is_diagonal(letter)

    # scalars ---------------------------------------------------------------------------------------------------------

    def scalar_word(self, word: Word) -> Symbol:
        """The symbol of a 1 x 1 word; a word and its transpose are one scalar."""
        key = min(word, self.transpose(word), key=spelling)
        if key not in self._scalars:
            symbol = Dummy(f"<{spelled(key)}>", real=True)
            self._scalars[key] = symbol
            self._words[symbol] = key
        return self._scalars[key]

    def trace(self, words: Terms, size) -> Expr:
        """The trace of a sum of square words of one size: a word, its rotations and their transposes have one trace."""
        total = []
        for word, coefficient in words.items():
            self.deadline.check()
            if not word:
                total.append(coefficient * size)
                continue
            turns = [word[k:] + word[:k] for k in range(len(word))]
            shorter = next(((turn, step) for turn in turns if (step := self._shorter(turn)) is not None), None)
            if shorter is not None:
                turn, step = shorter
                total.append(coefficient * self.trace(self.normal(step), turn[0].shape[0]))
                continue
            inner = next((turn for turn in turns if turn[0].shape[0] == 1), None)
            total.append(coefficient * (self._trace_word(turns) if inner is None else self.as_scalar(self.normal({inner: S.One}))))
        return Add(*total)

    def _shorter(self, turn: Word) -> Terms | None:
        """What a rule makes of a word under a trace where all that it leaves is shorter: it may fit only where the circle was cut."""
        step = self.rewriting.step(turn) if self.rewriting.rules else None
        return step if step is not None and all(len(word) < len(turn) for word in step) else None

    def _trace_word(self, turns: list) -> Symbol:
        key = min((form for turn in turns for form in (turn, self.transpose(turn))), key=spelling)
        if key not in self._traces:
            symbol = Dummy(f"<tr {spelled(key)}>", real=True)
            self._traces[key] = symbol
            self._words[symbol] = key
        return self._traces[key]

    def is_trace(self, symbol: Symbol) -> bool:
        """Whether a scalar word's symbol stands for the trace of its word; else the word itself is 1 x 1."""
        return self._traces.get(self._words.get(symbol)) == symbol

    def word_of(self, symbol: Symbol) -> Word | None:
        """The word that a symbol of this vocabulary names."""
        return self._words.get(symbol)

    @property
    def squares(self) -> tuple[Symbol, ...]:
        """The scalar words of the form u^T u, which are never negative."""
        return tuple(symbol for key, symbol in self._scalars.items() if self.is_gram(key)) + tuple(
            symbol for key, symbol in self._traces.items() if any(self.is_gram(key[k:] + key[:k]) for k in range(len(key))))

    def is_gram(self, word: Word) -> bool:
        """Whether a word is M M^T for some word M, which makes it positive semidefinite."""
        return len(word) % 2 == 0 and word[: len(word) // 2] == self.transpose(word[len(word) // 2:])

    # matrices --------------------------------------------------------------------------------------------------------

    def matrix(self, expression) -> Terms:
        """A matrix expression as {word: coefficient}; the empty word is the identity. Raises NotWords for what is none."""
        if isinstance(expression, MatrixSymbol):
            return self.normal({(Letter(expression),): S.One})
        if isinstance(expression, Identity):
            return {(): S.One}
        if isinstance(expression, ZeroMatrix):
            return {}
        if isinstance(expression, OneMatrix) and S.One in expression.shape:  # a vector like any other
            ones = {(Letter(MatrixSymbol("a column of ones", max(expression.shape, key=lambda side: side != 1), 1)),): S.One}
            return self.normal(ones if expression.shape[1] == 1 else self.flipped(ones))
        if isinstance(expression, Transpose):
            return self.normal(self.flipped(self.matrix(expression.arg)))
        if self.speaks_of_inverses and isinstance(expression, Diagonal):
            return self.normal(diagonals.read(expression))
        if self.speaks_of_inverses and isinstance(expression, DiagMatrix) and isinstance(expression.args[0], MatrixSymbol):
            return self.normal(diagonals.of_entries(expression.args[0]))
        if isinstance(expression, MatAdd):
            return self._sum(expression)
        if isinstance(expression, MatMul):
            return self._product(expression)
        if isinstance(expression, MatPow) and expression.exp.is_Integer and expression.exp > 0:
            square(expression.base)
            base = product = self.matrix(expression.base)
            for _ in range(int(expression.exp) - 1):
                product = self.multiply(product, base)
            return product
        if self.speaks_of_inverses and isinstance(expression, PseudoInverse):
            return self.inverses.pseudo_inverse(expression.arg)
        if self.speaks_of_inverses and isinstance(expression, MatPow) and expression.exp.is_Integer and expression.exp < 0:
            base = product = self.inverses.inverse(expression.base)
            for _ in range(-int(expression.exp) - 1):
                product = self.multiply(product, base)
            return product
        raise NotWords("{} is not a word", expression)

    def _sum(self, expression) -> Terms:
        total: Terms = {}
        for term in expression.args:
            if not all(map(same_size, term.shape, expression.shape)):
                raise NotWords("{} adds matrices of different shapes", expression)
            accumulate(total, self.matrix(term))
        return total

    def _product(self, expression) -> Terms:
        product: Terms = {(): S.One}
        before = None
        for factor in expression.args:
            if not is_matrix(factor):
                product = scaled(product, self.scalar(factor))
                continue
            if before is not None:
                fitting(before, factor)
            product, before = self.multiply(product, self.matrix(factor)), factor
        if before is None:
            raise NotWords("{} holds no matrix", expression)
        return product

    def flipped(self, terms: Terms) -> Terms:
        """The transposes of the words of a sum."""
        return {self.transpose(word): c for word, c in terms.items()}

    def multiply(self, left: Terms, right: Terms) -> Terms:
        """The product of two sums of words."""
        if len(left) * len(right) > MOST_WORDS:
            raise NotWords(f"a product of more than {MOST_WORDS} words")
        result: Terms = {}
        for (u, cu), (v, cv) in pairs(left.items(), right.items()):
            accumulate(result, self.normal({u + v: cu * cv}))
        return result

    def normal(self, terms: Terms, by_rules: bool = True) -> Terms:
        """A sum of words with the rules applied, unless told not to, and 1 x 1 stretches taken out, as long as there is anything to do."""
        pending, done = dict(terms), {}
        while pending:
            self.deadline.check()
            word, coefficient = pending.popitem()
            step = self.step(word) if by_rules else None
            step = diagonals.merged(word) if step is None else step
            if step is None:
                scalar, rest = self._inner_product(word)
                if scalar is None:
                    accumulate(done, {word: coefficient})
                    continue
                step = {rest: scalar}
            accumulate(pending, scaled(step, coefficient))
        return done

    def step(self, word: Word) -> Terms | None:
        """The word with one rule applied; None where none fits."""
        return self.rewriting.step(word)

    def _inner_product(self, word: Word) -> tuple[Expr | None, Word]:
        """The first 1 x 1 stretch of a word as a scalar, and what is left of the word; None where there is none."""
        for start, first in enumerate(word):
            if first.shape[0] != 1:
                continue
            for stop in range(start + 1, len(word) + 1):
                if word[stop - 1].shape[1] == 1:
                    stretch = word[start:stop]
                    return S.Zero if self._odd(stretch) else self.scalar_word(stretch), word[:start] + word[stop:]
        return None, word

    def _odd(self, word: Word) -> bool:
        """Whether the rules make a word minus its transpose, as v^T K v is for K^T = -K."""
        turned = self.rewriting.everywhere({self.transpose(word): S.One}) if self.rewriting.rules else {}
        return turned == {word: S.NegativeOne}

    def as_scalar(self, words: Terms) -> Expr:
        """A 1 x 1 sum of words as a scalar expression."""
        return Add(*(c * self.scalar_word(word) if word else c for word, c in words.items()))

    def scalar(self, expression) -> Expr:
        """A scalar expression with its inner products and traces written as scalar words.

        Other scalars of matrices, such as a determinant, stay as they are.
        """
        if isinstance(expression, (Dot, Trace)) and expression.has(Kron, Vec):
            return self._of_products(expression)
        if isinstance(expression, Dot):
            return self.as_scalar(self.multiply(self.flipped(self.matrix(expression.left)), self.matrix(expression.right)))
        if isinstance(expression, Trace):
            square(expression.arg)
            return self.trace(self.matrix(expression.arg), expression.arg.shape[0])
        if isinstance(expression, MatrixElement):
            if expression.parent.shape == (1, 1):
                return self.as_scalar(self.matrix(expression.parent))
            raise NotWords("single entries are not words")
        if self.speaks_of_inverses and isinstance(expression, Determinant):
            return self.determinants.of(expression.arg)
        if is_matrix(expression):
            raise NotWords("{} is a matrix where a scalar should stand", expression)
        if not getattr(expression, "args", ()):
            return expression
        if isinstance(expression, Derivative):
            found = expression.doit()
            return found if isinstance(found, Derivative) else self.scalar(found)
        if any(is_matrix(argument) for argument in expression.args):
            return expression
        return expression.func(*[self.scalar(argument) if isinstance(argument, Expr) else argument
                                 for argument in expression.args])

    def _of_products(self, expression) -> Expr:
        """A trace or an inner product of Kronecker products and vectorised matrices."""
        from .kronecker import Tensors  # reads over a vocabulary, and so needs this module first

        tensors = Tensors(self)
        if isinstance(expression, Dot):
            return tensors.dot(expression.left, expression.right)
        square(expression.arg)
        return tensors.trace(expression.arg)

    def spelled_out(self, word: Word):
        """A word of at least one letter as a matrix expression."""
        return spelled_out(word)

    def spelled_out_sum(self, terms: Terms, size):
        """A square sum of words as a matrix expression."""
        return restored_matrix(self, terms, (size, size))

    # what a vocabulary holds -------------------------------------------------------------------------------------------

    def spelled_here(self, word: Word) -> Word:
        """A word with the letters that are symmetric here written without transposition."""
        return tuple(Letter(letter.symbol) if self._is_symmetric(letter) else letter for letter in word)

    @property
    def names(self) -> set[Symbol]:
        """The symbols that stand for words of this vocabulary."""
        return set(self._words)

    def has_diagonals(self) -> bool:
        """Whether a scalar word holds a diagonal letter."""
        return any(diagonals.is_diagonal(letter) for word in self._words.values() for letter in word)

    def names_of(self, expression: Expr) -> set:
        """The symbols of an expression that stand for words or determinants of this vocabulary."""
        return {symbol for symbol in expression.free_symbols if symbol in self._words or symbol in self.determinants.brackets}

    def depends(self, symbol: Symbol, moving: set) -> bool:
        """Whether a scalar symbol is one of those that move, or stands for words or a determinant that hold one."""
        bracket = self.determinants.brackets.get(symbol)
        words = bracket.terms if bracket else (self._words.get(symbol) or (),)
        within = set().union(*(c.free_symbols for c in bracket.terms.values())) if bracket else set()
        return (symbol in moving or any(letter.speaks_of(moving) for word in words for letter in word)
                or any(self.depends(inner, moving) for inner in within))

    # signs -------------------------------------------------------------------------------------------------------------

    def _sign(self, coefficient: Expr) -> Sign | None:
        if coefficient.is_Rational:
            return Sign.POSITIVE if coefficient > 0 else Sign.NEGATIVE if coefficient < 0 else Sign.ZERO
        return self.sign_of(coefficient) if self.sign_of else None

    def keeps_from_zero(self, coefficient: Expr) -> bool:
        """Whether a coefficient is shown to vanish nowhere on the domain."""
        return self._sign(coefficient) in NOT_ZERO

    def keeps_entries_from_zero(self, letter: Letter) -> bool:
        """Whether a diagonal letter is shown to have no entry zero."""
        return self.entry_at_a_mode is not None and self.keeps_from_zero(self.entry_at_a_mode(letter))

    def is_positive(self, coefficient: Expr) -> bool:
        """Whether a coefficient is shown to be positive all over the domain."""
        return self._sign(coefficient) is Sign.POSITIVE

    def is_not_negative(self, coefficient: Expr) -> bool:
        """Whether a coefficient is shown not to be negative anywhere on the domain."""
        return self._sign(coefficient) in NOT_NEGATIVE

    # what a mean over draws asks for ------------------------------------------------------------------------------------

    def _reduce(self, word: Word):
        """A word as (sum of words, scalar factor)."""
        return self.normal({word: S.One}), S.One


def relations_of(domain) -> tuple:
    """The domain's matrix equations, as rewriting relations for words; what is definite is symmetric, what has length zero is zero."""
    equations = [condition for condition in domain.conditions if isinstance(condition, Eq)]
    definite = [condition.matrix for condition in domain.conditions if isinstance(condition, (PositiveDefinite, PositiveSemidefinite))]
    short = [product.left for condition in equations for product, number in (condition.args, condition.args[::-1])
             if number == 0 and isinstance(product, Dot) and product.left == product.right and not isinstance(product.left, MatrixSymbol)]
    return (*((condition.lhs, condition.rhs) for condition in equations if is_matrix(condition.lhs)),
            *((matrix, matrix.T) for matrix in definite), *((vector, ZeroMatrix(*vector.shape)) for vector in short))
