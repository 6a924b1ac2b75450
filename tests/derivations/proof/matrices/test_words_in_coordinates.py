"""What the calculus of words says, held against the same matrices written out in coordinates, at random expressions."""

import random

import pytest
from sympy import Eq, Expr, Identity, ImmutableMatrix, MatMul, Rational, Trace, diff, expand, eye, zeros

from theoremtest.derivations.language import Domain, Dot, Kron, Vec, dimension, matrix, real, vector
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.kinds.fields import Slopes
from theoremtest.derivations.proof.matrices.calculus import matrix_derivative
from theoremtest.derivations.proof.matrices.kronecker import Tensors
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.matrices.words import Words
from theoremtest.numerics.integrate.components import written_out

d, n = dimension("d"), dimension("n")
v, w = vector("v", d), vector("w", d)
A, B, X, K, Q, P, Y = (matrix(name, d, d) for name in ("A", "B", "X", "K", "Q", "P", "Y"))
T = matrix("T", n, d)
SIZES = {d: 2, n: 3}


def entries(symbol):
    rows, columns = (int(side.subs(SIZES)) for side in symbol.shape)
    return ImmutableMatrix(rows, columns, lambda i, j: real(f"{symbol.name}{i}{j}"))


SYMBOLS = {symbol: entries(symbol) for symbol in (v, w, A, B, X, T)}
KNOWN = {**SIZES, **SYMBOLS}


def square(draw, letters, depth=2):
    """A random d x d matrix of the letters."""
    if depth == 0 or draw.random() < 0.3:
        letter = draw.choice(letters)
        return draw.choice((letter, letter.T)) if letter.shape == (d, d) else letter.T * letter
    left, right = square(draw, letters, depth - 1), square(draw, letters, depth - 1)
    return draw.choice((left * right, left + right, left - draw.choice((1, 2)) * right, (left * right).T))


def potential(draw, letters) -> Expr:
    """A random scalar of v, w and the letters."""
    made = [Dot(v, square(draw, letters) * w), Dot(v, square(draw, letters) * v), Dot(w, v), Dot(v, v), Trace(square(draw, letters))]
    first, second = draw.sample(made, 2)
    return draw.choice((first * second, first + second, first**2 - second, first * (1 + second)))


def columns_of(slope, variable):
    """The gradient in coordinates."""
    grid = SYMBOLS[variable]
    return ImmutableMatrix(*grid.shape, [diff(slope, entry) for entry in grid.flat()])


def agree(one, other) -> bool:
    return (written_out(one, KNOWN) - other).applyfunc(expand) == zeros(*other.shape)


@pytest.mark.drawn(8)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 9))
@pytest.mark.parametrize("variable", [v, X, T], ids=str)
def test_gradients(seed, variable):
    value = potential(random.Random(seed), (A, X, T))
    slopes = Slopes(value, variable, Domain(over=[v, w, A, X, T]), Deadline(20))
    found = slopes.setting.restore_matrix(slopes.first(), variable.shape)
    assert agree(found, columns_of(written_out(value, KNOWN), variable))


@pytest.mark.parametrize("seed", range(3, 9))
def test_hessians(seed):
    value = potential(random.Random(seed), (A, T))
    slopes = Slopes(value, v, Domain(over=[v, w, A, T]), Deadline(20))
    found, flat = slopes.setting.restore_matrix(slopes.second(), (d, d)), SYMBOLS[v].flat()
    plain = written_out(value, KNOWN)
    assert agree(found, ImmutableMatrix(2, 2, [diff(plain, one, other) for one in flat for other in flat]))


@pytest.mark.parametrize("seed", range(6))
def test_motions(seed):
    draw, setting = random.Random(seed), Scalarised(Domain(over=[v, w, A, X]))
    quantity, rates = square(draw, (A, X), 3), {A: square(draw, (A, X), 1), X: square(draw, (A, X), 1)}
    words = setting.words
    change = matrix_derivative(words, words.matrix(quantity), {state: words.matrix(rate) for state, rate in rates.items()})
    plain, velocity = written_out(quantity, KNOWN), {state: written_out(rate, KNOWN) for state, rate in rates.items()}
    moved = zeros(2, 2)
    for state, speed in velocity.items():
        for entry, pace in zip(SYMBOLS[state].flat(), speed.flat(), strict=True):
            moved += plain.diff(entry) * pace
    assert agree(setting.restore_matrix(change, (d, d)), moved.as_immutable())


HALF = Rational(1, 2)
TURN = ImmutableMatrix([[Rational(3, 5), -Rational(4, 5)], [Rational(4, 5), Rational(3, 5)]])
RELATED = {
    "antisymmetric": ((Eq(K.T, -K),), {K: ImmutableMatrix([[0, 3], [-3, 0]]), Q: ImmutableMatrix([[1, 2], [3, 5]])}),
    "orthogonal": ((Eq(Q.T * Q, Identity(d)),), {Q: TURN, K: ImmutableMatrix([[1, 2], [0, 1]])}),
    "idempotent": ((Eq(K, K**2),), {K: ImmutableMatrix([[1, 4], [0, 0]]), Q: ImmutableMatrix([[1, 2], [3, 5]])}),
    "inverse": ((Eq(K * Q, Identity(d)),), {K: ImmutableMatrix([[2, 1], [1, 1]]), Q: ImmutableMatrix([[1, -1], [-1, 2]])}),
    "anticommuting": ((Eq(K * Q, -Q * K),), {K: ImmutableMatrix([[1, 0], [0, -1]]), Q: ImmutableMatrix([[0, 2], [3, 0]])}),
    "both ways": ((Eq(K * Q, -Q * K), Eq(Q * K, -K * Q)), {K: ImmutableMatrix([[1, 0], [0, -1]]), Q: ImmutableMatrix([[0, 2], [3, 0]])}),
    "commuting": ((Eq(K * Q, Q * K),), {K: ImmutableMatrix([[1, 2], [0, 1]]), Q: ImmutableMatrix([[3, 5], [0, 3]])}),
    "symmetric": ((Eq(K, K.T), Eq(Q.T, Q), Eq(K, Q * Q)), {K: ImmutableMatrix([[5, 4], [4, 5]]), Q: ImmutableMatrix([[1, 2], [2, 1]])}),
    "balanced": ((Eq(K * K.T, Q.T * Q + Identity(d)),), {K: eye(2).as_immutable() * 2 * HALF * TURN, Q: zeros(2, 2).as_immutable()}),
    "vector": ((Eq(K * v, 3 * v), Eq(Dot(v, v), 1)), {K: ImmutableMatrix([[3, 1], [0, 2]]), Q: TURN, v: ImmutableMatrix([1, 0])}),
    "unit": ((Eq(v.T * v, Identity(1)), Eq(Q * v, w)), {K: TURN, Q: TURN, v: ImmutableMatrix([1, 0]), w: TURN[:, 0]}),
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", RELATED)
def test_relations_put_equals_for_equals(seed, name):
    """Each relation holds for the matrices beside it, so that rewriting may not change the value of any word."""
    conditions, values = RELATED[name]
    known = {**SIZES, v: ImmutableMatrix([1, 2]), w: ImmutableMatrix([3, -1]), **values}
    for condition in conditions:
        assert written_out(condition.lhs, known) == written_out(condition.rhs, known)
    draw, setting = random.Random(seed), Scalarised(Domain(*conditions, over=[K, Q, v, w]))
    letters = [K, Q, K.T, Q.T, v * w.T, w * v.T, K, Q, v * v.T]
    for _ in range(10):
        expression = MatMul(*draw.choices(letters, k=draw.randint(2, 7)))
        found = setting.restore_matrix(setting.words.matrix(expression), (d, d))
        assert written_out(found, known) == written_out(expression, known)
        traced = setting.restore(setting.words.scalar(Trace(expression)))
        assert written_out(traced, known) == written_out(expression, known).trace()


@pytest.mark.parametrize("seed", range(6))
def test_kronecker_products(seed):
    """Two random products of Kronecker products: the terms agree only where the matrices do."""
    draw = random.Random(seed)
    letters = [A, B, X, Identity(d), A.T]
    known = {**KNOWN, A: ImmutableMatrix([[1, 2], [3, 5]]), B: ImmutableMatrix([[0, 1], [1, 1]]), X: ImmutableMatrix([[2, 0], [1, 1]])}

    def product():
        return MatMul(*(Kron(draw.choice(letters), draw.choice(letters)) for _ in range(2)))

    for _ in range(8):
        left, right = product(), product()
        if not Tensors(Words()).gap(left, right):
            assert written_out(left, known) == written_out(right, known)
        on_vec = Tensors(Words()).read(left * Vec(X))
        (term, coefficient), = on_vec.items()
        word = Scalarised(Domain(over=[A, B, X])).restore_matrix({term.factors[0].word: coefficient}, (d, d))
        assert written_out(Vec(word), known) == written_out(left * Vec(X), known)
