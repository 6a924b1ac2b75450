"""The lemmas about matrices, as they stand in the table, at random matrices: where the side conditions hold, so does the conclusion."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from theoremtest.derivations.kernel.matrix_lemmas import RULES, at
from theoremtest.derivations.kernel.table import root
from theoremtest.derivations.kernel.terms import Refused, at_neuron, call, number, shape, term

pytestmark = pytest.mark.drawn(6)

CLOSE = 1e-8
LETTER = term("Dummy", (), (" eigenvalue", (), 0))


def matrix(name, rows, columns):
    return term("MatrixSymbol", (number(rows), number(columns)), name)


def function(formula, of):
    return term("MatrixFunction", (formula, LETTER, of))


def square_cases(size=2):
    a, b, x = (matrix(name, size, size) for name in "ABX")
    c = term("Symbol", (), ("c", ()))
    yield from ([a], [b], [a, b], [c, a], [a, c], [a, x, b], [a, c, c], [a, term("Symbol", (), ("k", ())), c])
    yield [function(root(LETTER), a), function(root(LETTER), b)]
    yield [function(call("log", LETTER), a), function(call("log", LETTER), b)]


def cases_of_functions(size=2):
    """Terms of rows about functions of matrices, and about inverses."""
    a, b, v = matrix("A", size, size), matrix("B", size, size), matrix("V", size, 1)
    c, k = (term("Symbol", (), (name, ())) for name in "ck")
    scalar = term("MatMul", (c, term("Identity", (number(size),))))
    exponential, small = call("exp", LETTER), term("MatMul", (number(Fraction(1, 8)), a))
    yield [function(root(LETTER), term("MatMul", (a, a))), a]
    yield [function(root(LETTER), a), b]
    yield [function(exponential, small)]
    yield from ([function(exponential, small), function(exponential, other)] for other in (b, term("MatMul", (c, small))))
    yield from ([of, v, c] for part in (a, scalar) for of in (function(exponential, part), term("Inverse", (part,))))
    yield [a, b, c, k]


def cases():
    """Terms that rows may speak of: of one size, of several, of numbers, of blocks."""
    yield from square_cases()
    yield from square_cases(1)
    x, y, z, a = matrix("X", 2, 3), matrix("Y", 2, 3), matrix("Z", 3, 2), matrix("A", 2, 2)
    c = term("Symbol", (), ("c", ()))
    yield from ([x], [x, y], [x, z], [c, x], [x, c], [a, x, y], [a, x])
    yield [term("Blocks", [term("Tuple", (a, x)), term("Tuple", (matrix("W", 3, 2), matrix("D", 3, 3)))])]
    yield from ([z, term("Transpose", (z,))], [a, term("Inverse", (a,))])
    e = matrix("e", 3, 1)
    mine, length = term("MatMul", (x, e, term("Transpose", (e,)), z)), term("Dot", (e, e))
    neurons = [term("OverNeurons", (summand, e)) for summand in (mine, term("MatMul", (length, mine)), term("MatMul", (c, mine)))]
    yield from ([neurons[0]], neurons[:2], neurons[1:])
    for size in (1, 2, 3):
        yield [term("Matrix", [term("Symbol", (), (f"m{min(i, j)}{max(i, j)}", ())) for i in range(size) for j in range(size)],
                    (size, size))]


class At:
    """Facts at a point of floats; `truth` is None where they are too close to call."""

    def __init__(self, values):
        self.values = values

    def value(self, node):
        head, args = node.head, node.args
        if node in self.values:
            return self.values[node]
        if head == "number":
            return float(node.mark)
        if head == "MatrixFunction":
            values, frame = np.linalg.eigh(self.value(args[2]))
            return (frame * [At({LETTER: value}).value(args[0]) for value in values]) @ frame.T
        if head == "UnitVector":
            return np.eye(int(self.value(args[0])))[:, [int(self.value(args[1]))]]
        if head == "Sum":
            return sum(where.value(args[0]) for where in self.over(args[1]))
        if head == "OverNeurons":
            summand, numbers = at_neuron(*args)
            return sum(where.value(summand) for where in self.over(numbers))
        inner = [self.value(part) for part in args] if head not in ("Blocks", "Identity") else []
        if head in ("Add", "MatAdd"):
            return sum(inner)
        if head in ("Mul", "MatMul"):
            found = 1.0
            for part in inner:
                found = found @ part if np.ndim(found) == np.ndim(part) == 2 else found * part
            return found
        if head == "ZeroMatrix":
            return np.zeros([int(self.value(size)) for size in args])
        if head == "Identity":
            return np.eye(int(self.value(args[0])))
        if head == "Blocks":
            return np.block([[self.value(block) for block in row.args] for row in args])
        if head == "Matrix":
            return np.reshape(inner, node.mark)
        return VALUES[head](*inner)

    def over(self, limit):
        """The point with each of the numbers that an index runs over."""
        name, low, high = limit.args
        return [At({**self.values, name: float(k)}) for k in range(int(self.value(low)), int(self.value(high)) + 1)]

    def gap(self, fact):
        """How far a fact is from its border, negative where it does not hold."""
        head, args = fact.head, fact.args
        if head == "Equality":
            return CLOSE - float(np.max(np.abs(self.value(args[0]) - self.value(args[1]))))
        if head == "every":
            return min(where.gap(args[0]) for where in self.over(args[1]))
        value = self.value(args[0])
        if head in ("psd", "pd"):
            skew = float(np.max(np.abs(value - value.T)))
            least = float(np.linalg.eigvalsh((value + value.T) / 2)[0])
            return least + (CLOSE if head == "psd" else -CLOSE) if skew < CLOSE else -1.0
        if head == "invertible":
            return abs(float(np.linalg.det(value))) - CLOSE
        if head == "nonzero":
            return abs(value) - CLOSE
        return float(value) + (CLOSE if head == "nonneg" else -CLOSE)

    def holds(self, fact):
        return self.gap(fact) > 0


def rank(matrix):
    """How many singular values are not 0; no number where one is too close to call."""
    values = np.linalg.svd(matrix, compute_uv=False) if np.all(np.isfinite(matrix)) else np.array([np.nan])
    return np.nan if np.any(np.isnan(values) | (values > 1e-12) & (values < 1e-6)) else np.sum(values > 1e-6)


def inverse(matrix):
    """Raises LinAlgError for a matrix that is all but singular: of what it has instead no sign is right."""
    if np.linalg.cond(matrix) > 1e6:
        raise np.linalg.LinAlgError
    return np.linalg.inv(matrix)


VALUES = {
    "Transpose": np.transpose, "Inverse": inverse, "PseudoInverse": np.linalg.pinv,
    "Trace": np.trace, "Determinant": np.linalg.det, "Kron": np.kron,
    "HadamardProduct": np.multiply, "SpectralNorm": lambda a: np.linalg.norm(a, 2), "Rank": rank,
    "LargestEigenvalue": lambda a: np.linalg.eigvalsh((a + a.T) / 2)[-1], "Pow": lambda a, b: a**b, "Abs": abs,
    "exp": np.exp,
    "Dot": lambda a, b: float((a.T @ b)[0, 0]),
    "SmallestEigenvalue": lambda a: np.linalg.eigvalsh((a + a.T) / 2)[0], "log": np.log,
}


OF_FUNCTIONS = ("det_of_exp", "root_unique", "exp_of_sum", "on_eigenvector", "inverse_convex", "mixture")


def letters(node):
    return {node} if node.head in ("MatrixSymbol", "Symbol") else set().union(*map(letters, node.args))


def point(rng, wanted):
    """Values of letters: general ones, symmetric, definite, of low rank, projections, isometries, ordered by Loewner."""
    found, last = {}, None
    for node in sorted(wanted, key=repr):
        sizes = shape(node)
        if sizes is None:
            found[node] = float(rng.choice([0, 1, -1, 2, 0.5, *rng.normal(size=3)]))
            continue
        rows, columns = (int(size.mark) for size in sizes)
        made = rng.integers(-2, 3, size=(rows, columns)) * 1.0 if rng.random() < 0.5 else rng.normal(size=(rows, columns))
        kind = rng.integers(7)
        if rows == columns and kind < 5:
            thin = made[:, :1]
            made = [made + made.T, made @ made.T, thin @ thin.T, made @ made.T + np.eye(rows),
                    thin @ thin.T / max(float((thin.T @ thin)[0, 0]), 1e-3)][kind]
            if last is not None and last.shape == made.shape and rng.random() < 0.5:
                made = last + made
        elif rows >= columns and kind == 5:
            made = np.linalg.qr(made)[0]
        found[node] = last = made
    if any(node.mark == "W" for node in found if node.head == "MatrixSymbol"):
        named = {node.mark: node for node in found}
        whole = rng.normal(size=(5, 4 + rng.integers(3)))
        whole = whole @ whole.T
        for name, block in (("A", whole[:2, :2]), ("X", whole[:2, 2:]), ("W", whole[2:, :2]), ("D", whole[2:, 2:])):
            if rng.random() < 0.85:
                found[named[name]] = block
    return found


def answers(name, seed=0, without=None):
    """Whether the conclusion holds, at each random point at which the side conditions do. without: the place of one that is left out."""
    rng = np.random.default_rng(seed)
    for terms in cases_of_functions() if name in OF_FUNCTIONS else cases():
        try:
            sides, conclusion = at(name, terms)
        except Refused:
            continue
        sides = [side for place, side in enumerate(sides) if place != without]
        for _ in range(150):
            where = At(point(rng, set().union(*map(letters, terms))))
            with np.errstate(all="ignore"):
                try:
                    if all(where.holds(side) for side in sides) and not np.isnan(gap := where.gap(conclusion)):
                        yield gap > -100 * CLOSE
                except np.linalg.LinAlgError:
                    continue


@pytest.mark.slow
@pytest.mark.drawn(18)
@pytest.mark.parametrize("name", RULES)
def test_a_lemma_holds_wherever_its_side_conditions_do(name):
    found = list(answers(name))
    assert found, "no point shows it"
    assert all(found)


NEEDS_EACH = ["trace_nonneg", "trace_of_product", "kron", "hadamard", "minors", "strict_minors", "det_nonneg", "det_grows",
              "det_above_trace", "det_below_exp", "norm_at_most", "norm_of_definite", "norm_of_isometry", "eigenvalue_at_most",
              "complement", "by_complement", "rank_of_invertible",
              "rank_of_projection", "neurons", "pseudo_inverse", "cauchy", "form_pos", "multiple", *OF_FUNCTIONS[1:]]
"""Rows that say something false without one of their conditions; the first of those about functions says it of nothing else."""


@pytest.mark.parametrize("name", NEEDS_EACH)
def test_without_its_side_conditions_it_fails_somewhere(name):
    chosen = cases_of_functions() if name in OF_FUNCTIONS else cases()
    sides = [len(at(name, terms)[0]) for terms in chosen if _speaks(name, terms)]
    assert any(False in answers(name, without=place) for place in range(max(sides)))


def _speaks(name, terms):
    try:
        at(name, terms)
    except Refused:
        return False
    return True


def test_matrices_over_a_function_space_have_no_lemma():
    space = term("Space", (), "H")
    a = term("MatrixSymbol", (space, space), "A")
    for name, (count, _) in RULES.items():
        with pytest.raises(Refused):
            at(name, [a] * count)


def test_a_finite_matrix_of_such_matrices_has_them():
    space, size = term("Space", (), "H"), matrix("A", 2, 2).args[0]
    a = term("MatrixSymbol", (space, size), "A")
    inner = term("MatMul", (term("Transpose", (a,)), a))
    assert at("trace_nonneg", [inner])[1].head == "nonneg"
    for outer in (a, term("MatMul", (a, term("Transpose", (a,))))):
        with pytest.raises(Refused):
            at("trace_nonneg", [outer])


def test_sizes_that_differ_are_refused():
    a, b = matrix("A", 2, 2), matrix("B", 3, 3)
    for name in ("trace_of_product", "hadamard", "det_grows", "det_of_product", "norm_of_sum", "norm_of_product", "rank_of_sum"):
        with pytest.raises(Refused):
            at(name, [a, b])
    for one, other in combinations((a, b, matrix("X", 2, 3)), 2):
        with pytest.raises(Refused):
            at("grows", [function(root(LETTER), one), function(root(LETTER), other)])
