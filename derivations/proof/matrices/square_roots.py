"""Positive semidefinite square roots in words: symmetric, with the right square, and a sum of Gram words.

A sum of words u^T u and of multiples of the identity is positive semidefinite where its coefficients are not negative. Where
that shows only after restriction to the range of a square matrix T, T^T R T is looked at instead, and T^T T must exceed a
positive multiple of the identity by Gram words, so that T is onto. The statement may name T; else each square letter is tried, and
half of each word.
"""

from __future__ import annotations

from itertools import combinations

from flint import fmpq_mat
from sympy import Eq, MatAdd, MatrixSymbol, S

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.square_root import SquareRoot
from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.balls.program import program
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.refute import point_items, refute_equal
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, Sign, sign

from .letters import difference
from .scalarise import Scalarised


def gaps_of(statement: SquareRoot, setting: Scalarised) -> list[dict]:
    """Sums of words that must vanish: root^T - root and root^2 - of."""
    root = setting.matrix(statement.root)
    flipped = setting.words.flipped(root)
    square = setting.words.multiply(root, root)
    return [difference(flipped, root), difference(square, setting.matrix(statement.of))]


def is_semidefinite(statement: SquareRoot, setting: Scalarised, deadline) -> bool:
    """Whether the root is certainly positive semidefinite."""
    if _semidefinite(statement, setting, deadline):
        return True
    turned = _turned(statement.on, deadline)
    return turned is not None and _semidefinite(statement, Scalarised(turned, deadline), deadline)


def _turned(domain: Domain, deadline) -> Domain | None:
    """The domain with its equations between matrices solved for a term of their right side; None where none can be.

    `A A^T = c I + k W W^T` rewrites words of A; `W W^T = (A A^T - c I)/k`, which says the same where k is not zero, rewrites those of W.
    """
    told: list = []
    for condition in domain.conditions:
        new = _solved_for_a_term(condition, domain, deadline) if isinstance(condition, Eq) and isinstance(condition.rhs, MatAdd) else None
        told.append(condition if new is None else new)
    return Domain(*told, over=domain.symbols, where=domain.where) if tuple(told) != domain.conditions else None


def _solved_for_a_term(condition: Eq, domain: Domain, deadline) -> Eq | None:
    for term in condition.rhs.args:
        factor, matrix = term.as_coeff_mmul()
        if matrix.atoms(MatrixSymbol) and sign(domain.expand(factor), domain, deadline) in (Sign.POSITIVE, Sign.NEGATIVE):
            rest = MatAdd(*(other for other in condition.rhs.args if other is not term))
            return Eq(matrix, (condition.lhs - rest) / factor)
    return None


def _semidefinite(statement: SquareRoot, setting: Scalarised, deadline) -> bool:
    root = setting.matrix(statement.root)
    if _gram(root, setting, deadline):
        return True
    named = [] if statement.through is None else [setting.matrix(statement.through)]
    letters = sorted({letter for word in root for letter in word}, key=lambda letter: letter.key())
    halves = [word[: len(word) // 2] for word in root if len(word) > 2 and len(word) % 2 == 0]
    return any(_semidefinite_on_range(root, through, setting, deadline)
               for through in (*named, *({(letter,): S.One} for letter in letters), *({half: S.One} for half in halves))
               if all(_square_of_size(word, statement.root.shape) for word in through))


def _square_of_size(word: tuple, shape: tuple) -> bool:
    """Whether a word has the root's shape; the empty word is an identity of any size."""
    return not word or all(map(same_size, (word[0].shape[0], word[-1].shape[1]), shape))


def _semidefinite_on_range(root: dict, through: dict, setting: Scalarised, deadline) -> bool:
    """Whether a root is positive semidefinite on the range of a square matrix of its size, and that range is the whole space."""
    words = setting.words
    back = words.flipped(through)
    onto = words.multiply(back, through)
    positive = sign(onto.get((), S.Zero), setting.domain, deadline) is Sign.POSITIVE
    return positive and _gram(onto, setting, deadline) and _gram(words.multiply(words.multiply(back, root), through), setting,
                                                                 deadline)


def refute_root(statement: SquareRoot, deadline) -> Counterexample | None:
    """A point where the root has another square, or is certainly not symmetric or not positive semidefinite."""
    domain, root = statement.on, statement.root
    found = refute_equal(root * root, statement.of, domain, deadline) or refute_equal(root.T, root, domain, deadline)
    if found is not None:
        return found
    code = program(domain.expand(root))
    for point in points(domain, 12, "semidefinite", deadline):
        deadline.check()
        try:
            grid = code.run(balls.environment(point)).get(code.roots[0])
        except balls.NotEvaluable:
            continue
        minor = _negative_minor(grid, deadline)
        if minor is not None:
            return Counterexample(point_items(domain, point), minor, "0", "a principal minor, which no positive semidefinite "
                                                                          "matrix has negative")
    return None


def _negative_minor(grid, deadline) -> str | None:
    held = grid.flint()
    if not isinstance(held, fmpq_mat):
        return None
    for size in range(1, grid.rows + 1):
        for rows in combinations(range(grid.rows), size):
            deadline.check()
            minor = fmpq_mat(size, size, [held[i, j] for i in rows for j in rows]).det()
            if minor < 0:
                return str(minor)
    return None


def _gram(terms: dict, setting: Scalarised, deadline) -> bool:
    for word, coefficient in terms.items():
        if word and not setting.words.is_gram(word):
            return False
        if sign(coefficient, setting.domain, deadline) not in NOT_NEGATIVE:
            return False
    return True

