"""Matrix words: products of non-commuting letters and their transposes, in every dimension at once.

A matrix expression becomes a sum of words with scalar coefficients. A stretch of a word that is 1 x 1 is a scalar: it
leaves the word as an inner product, named by one real symbol per class under transposition. Rewriting relations (for
instance X^T X = I) come from the domain. Words of one shape are independent when the sizes are free, so two expressions
agree in every dimension when, word by word, their coefficients do. The derivative along a flow and the gradient of a loss
are taken letter by letter.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Derivative, Dummy, Eq, Expr, Identity, MatrixSymbol, S, Symbol, ZeroMatrix, diff
from sympy.matrices.expressions import MatAdd, MatMul, MatPow, Trace, Transpose
from sympy.matrices.expressions.matexpr import MatrixElement

from rederive.derivations.language.symbols import Dot


class NotWords(Exception):
    """The expression is not a polynomial in its matrices and their transposes."""


@dataclass(frozen=True)
class Letter:
    """A matrix symbol, or its transpose."""

    symbol: MatrixSymbol
    transposed: bool = False

    @property
    def shape(self):
        rows, columns = self.symbol.shape
        return (columns, rows) if self.transposed else (rows, columns)

    @property
    def T(self):
        return Letter(self.symbol, not self.transposed)

    def key(self):
        return (self.symbol.name, self.transposed)


def transpose(word: tuple) -> tuple:
    return tuple(letter.T for letter in reversed(word))


def _spelling(word: tuple) -> tuple:
    return tuple(letter.key() for letter in word)


def _spelled(word: tuple) -> str:
    return " ".join(letter.symbol.name + ("'" if letter.transposed else "") for letter in word)


class Words:
    """A vocabulary of scalar words shared by the expressions of one decision."""

    def __init__(self, relations=()):
        self._scalars: dict[tuple, Symbol] = {}
        self._words: dict[Symbol, tuple] = {}
        self._traces: dict[tuple, Symbol] = {}
        self.rules: list = []
        self.symmetric = {right for left, right in relations if isinstance(left, Transpose) and left.arg == right}
        for left, right in relations:
            if right in self.symmetric:
                continue
            pattern, replacement = self._rule(left, right)
            if not pattern:
                continue  # the rules before it say so already
            self.rules.append((pattern, replacement))
            self.rules += [(turned, replacement) for turned in self._turned(pattern, replacement)]
            swapped = replacement == {self.transpose(pattern): S.One}  # a commutation rule: its transpose would undo it
            if self.transpose(pattern) != pattern and not swapped:
                self.rules.append((self.transpose(pattern), {self.transpose(w): c for w, c in replacement.items()}))

    def vanish(self, symbols) -> None:
        """Take matrices for zero from now on."""
        self.rules[:0] = [((Letter(symbol, turned),), {}) for symbol in symbols for turned in (False, True)]

    @staticmethod
    def _turned(pattern: tuple, replacement: dict) -> list[tuple]:
        """The rotations of a product that is the identity: where its two factors are square, each is the other's inverse."""
        if replacement != {(): S.One}:
            return []
        size = pattern[0].shape[0]
        return [pattern[cut:] + pattern[:cut] for cut in range(1, len(pattern)) if pattern[cut].shape[0] == size]

    def transpose(self, word: tuple) -> tuple:
        """A word's transpose; the letters that a relation makes symmetric stay as they are."""
        return tuple(letter if letter.symbol in self.symmetric else letter.T for letter in reversed(word))

    # scalars ---------------------------------------------------------------------------------------------------------

    def scalar_word(self, word: tuple) -> Symbol:
        """The symbol of a 1 x 1 word; a word and its transpose are one scalar."""
        key = min(word, self.transpose(word), key=_spelling)
        if key not in self._scalars:
            symbol = Dummy(f"<{_spelled(key)}>", real=True)
            self._scalars[key] = symbol
            self._words[symbol] = key
        return self._scalars[key]

    def trace(self, words: dict, size) -> Expr:
        """The trace of a sum of square words of one size: a word, its rotations and their transposes have one trace."""
        total = S.Zero
        for word, coefficient in words.items():
            if not word:
                total += coefficient * size
                continue
            turns = [word[k:] + word[:k] for k in range(len(word))]
            inner = next((turn for turn in turns if turn[0].shape[0] == 1), None)
            total += coefficient * (self._trace_word(turns) if inner is None else self.as_scalar(self._multiply({inner: S.One}, {(): S.One})))
        return total

    def _trace_word(self, turns: list) -> Symbol:
        key = min((form for turn in turns for form in (turn, self.transpose(turn))), key=_spelling)
        if key not in self._traces:
            symbol = Dummy(f"<tr {_spelled(key)}>", real=True)
            self._traces[key] = symbol
            self._words[symbol] = key
        return self._traces[key]

    def is_trace(self, symbol: Symbol) -> bool:
        """Whether a scalar word's symbol stands for the trace of its word; else the word itself is 1 x 1."""
        return self._traces.get(self._words.get(symbol)) == symbol

    def word_of(self, symbol: Symbol):
        return self._words.get(symbol)

    @property
    def squares(self) -> tuple[Symbol, ...]:
        """The scalar words of the form u^T u, which are never negative."""
        return tuple(symbol for key, symbol in self._scalars.items() if self._square(key)) + tuple(
            symbol for key, symbol in self._traces.items() if any(self._square(key[k:] + key[:k]) for k in range(len(key))))

    def _square(self, key: tuple) -> bool:
        return len(key) % 2 == 0 and key[: len(key) // 2] == self.transpose(key[len(key) // 2:])

    # matrices --------------------------------------------------------------------------------------------------------

    def matrix(self, expression) -> dict[tuple, Expr]:
        """A matrix expression as {word: coefficient}; the empty word is the identity."""
        if isinstance(expression, MatrixSymbol):
            return {(Letter(expression),): S.One}
        if isinstance(expression, Identity):
            return {(): S.One}
        if isinstance(expression, ZeroMatrix):
            return {}
        if isinstance(expression, Transpose):
            return {self.transpose(word): c for word, c in self.matrix(expression.arg).items()}
        if isinstance(expression, MatAdd):
            total: dict = {}
            for term in expression.args:
                _accumulate(total, self.matrix(term))
            return total
        if isinstance(expression, MatMul):
            product: dict = {(): S.One}
            shape_known = False
            for factor in expression.args:
                if getattr(factor, "is_Matrix", False) or hasattr(factor, "shape") and factor.shape:
                    part = self.matrix(factor)
                    product = self._multiply(product, part)
                    shape_known = True
                else:
                    value = self.scalar(factor)
                    product = {word: c * value for word, c in product.items()}
            if not shape_known:
                raise NotWords(f"{expression} holds no matrix")
            return product
        if isinstance(expression, MatPow) and expression.exp.is_Integer and expression.exp > 0:
            product = {(): S.One}
            for _ in range(int(expression.exp)):
                product = self._multiply(product, self.matrix(expression.base))
            return product
        raise NotWords(f"{type(expression).__name__} is not a word: {expression}")

    def _multiply(self, left: dict, right: dict) -> dict:
        result: dict = {}
        for u, cu in left.items():
            for v, cv in right.items():
                word, scalar = self._reduce(u + v)
                if word is None:
                    continue
                if isinstance(word, dict):
                    _accumulate(result, {w: c * cu * cv * scalar for w, c in word.items()})
                else:
                    _accumulate(result, {word: cu * cv * scalar})
        return result

    def _reduce(self, word: tuple):
        """Apply the rules and take 1 x 1 stretches out: (remaining word or {word: coefficient}, scalar factor)."""
        for pattern, replacement in self.rules:
            size = len(pattern)
            for start in range(len(word) - size + 1):
                if word[start:start + size] == pattern:
                    head, tail = word[:start], word[start + size:]
                    total: dict = {}
                    for middle, coefficient in replacement.items():
                        rest, scalar = self._reduce(head + middle + tail)
                        pieces = rest if isinstance(rest, dict) else {rest: S.One}
                        _accumulate(total, {w: c * scalar * coefficient for w, c in pieces.items()})
                    return total, S.One
        scalar = S.One
        changed = True
        while changed:
            changed = False
            for start in range(len(word)):
                if word[start].shape[0] != 1:
                    continue
                for stop in range(start + 1, len(word) + 1):
                    if word[stop - 1].shape[1] == 1:
                        if start == 0 and stop == len(word):
                            break  # a whole 1 x 1 word stays: its reader takes it as a scalar
                        scalar = scalar * self.scalar_word(word[start:stop])
                        word = word[:start] + word[stop:]
                        changed = True
                        break
                if changed:
                    break
        return word, scalar

    def _rule(self, left, right):
        words = self.matrix(left)
        if len(words) != 1 or next(iter(words.values())) != 1:
            raise NotWords(f"a relation rewrites one product; got {left}")
        return next(iter(words)), self.matrix(right)

    def as_scalar(self, words: dict) -> Expr:
        """A 1 x 1 sum of words as a scalar expression."""
        total = S.Zero
        for word, coefficient in words.items():
            if word == ():
                total += coefficient
            else:
                total += coefficient * self.scalar_word(word)
        return total

    def scalar(self, expression) -> Expr:
        """A scalar expression with its inner products written as scalar words."""
        if isinstance(expression, Dot):
            left = {self.transpose(word): c for word, c in self.matrix(expression.left).items()}
            return self.as_scalar(self._multiply(left, self.matrix(expression.right)))
        if isinstance(expression, Trace):
            return self.trace(self.matrix(expression.arg), expression.arg.shape[0])
        if isinstance(expression, MatrixElement):
            if expression.parent.shape == (1, 1):
                return self.as_scalar(self.matrix(expression.parent))
            raise NotWords("single entries are not words")
        if not getattr(expression, "args", ()):
            return expression
        if isinstance(expression, Derivative):
            expression = expression.doit()
            if isinstance(expression, Derivative):
                return expression
        return expression.func(*[self.scalar(argument) if isinstance(argument, Expr) else argument
                                 for argument in expression.args])

    # calculus --------------------------------------------------------------------------------------------------------

    def derivative(self, expression: Expr, rates: dict) -> Expr:
        """d/dt of a scalar over scalar words, given {state symbol: rate}, scalar rates over words, vector rates as words."""
        total = S.Zero
        for symbol in sorted(expression.free_symbols, key=str):
            if symbol in self._words:
                word = self._words[symbol]
                inner = self.word_derivative(word, rates)
                change = self.trace(inner, word[0].shape[0]) if self.is_trace(symbol) else self.as_scalar(inner)
            elif symbol in rates:
                change = rates[symbol]
            else:
                continue
            total += diff(expression, symbol) * change
        return total

    def word_derivative(self, word: tuple, rates: dict) -> dict:
        """d/dt of one word: each letter replaced in turn by its rate."""
        total: dict = {}
        for position, letter in enumerate(word):
            rate = rates.get(letter.symbol)
            if rate is None:
                continue
            if letter.transposed:
                rate = {self.transpose(w): c for w, c in rate.items()}
            product = self._multiply(self._multiply({word[:position]: S.One}, rate), {word[position + 1:]: S.One})
            _accumulate(total, product)
        return total

    def matrix_derivative(self, words: dict, rates: dict) -> dict:
        """d/dt of a sum of words with coefficients."""
        total: dict = {}
        for word, coefficient in words.items():
            change = self.derivative(coefficient, rates)
            if change != 0:
                _accumulate(total, {word: change})
            _accumulate(total, {w: coefficient * c for w, c in self.word_derivative(word, rates).items()})
        return total

    def gradient(self, expression: Expr, variable) -> Expr | dict:
        """The gradient of a scalar over words: an expression for a scalar variable, words for a matrix variable."""
        if isinstance(variable, Symbol):
            return diff(expression, variable)
        total: dict = {}
        for symbol in sorted(expression.free_symbols & set(self._words), key=str):
            outer = diff(expression, symbol)
            word = self._words[symbol]
            for position, letter in enumerate(word):
                if letter.symbol != variable:
                    continue
                before, after = word[:position], word[position + 1:]
                # before Z after = tr(after before Z), so its gradient is (after before)^T; transposed for Z^T
                piece = self._cyclic(after, before)
                if not letter.transposed:
                    piece = {self.transpose(w): c for w, c in piece.items()}
                _accumulate(total, {w: outer * c for w, c in piece.items()})
        return total

    def _cyclic(self, after: tuple, before: tuple) -> dict:
        return self._multiply({after: S.One}, {before: S.One})


def _accumulate(total: dict, more: dict) -> None:
    for word, coefficient in more.items():
        value = total.get(word, S.Zero) + coefficient
        if value == 0:
            total.pop(word, None)
        else:
            total[word] = value


def is_matrix(expression) -> bool:
    """Whether an expression has a matrix shape."""
    return bool(getattr(expression, "shape", ()))


def speaks_of_matrices(expression) -> bool:
    """Whether matrix symbols occur in it, in inner products too."""
    return is_matrix(expression) or any(isinstance(atom, MatrixSymbol) for atom in expression.atoms(MatrixSymbol))


def relations_of(domain) -> tuple:
    """The domain's matrix equations, as rewriting relations for words."""
    return tuple((condition.lhs, condition.rhs) for condition in domain.conditions
                 if isinstance(condition, Eq) and is_matrix(condition.lhs))
