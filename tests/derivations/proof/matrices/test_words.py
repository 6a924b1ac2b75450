"""Matrix words: products reduce in every dimension, scalars leave them, and calculus goes letter by letter."""

import pytest
from sympy import Eq, Identity, Inverse, S

from theoremtest.derivations.language import Domain, Dot, dimension, matrix, real, vector
from theoremtest.derivations.proof.matrices.calculus import gradient, matrix_derivative
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.matrices.words import NotWords, Words

d, n = dimension("d"), dimension("n")
a = real("a")
u, v, w, y = vector("u", d), vector("v", d), vector("w", d), vector("y", n)
X = matrix("X", n, d)


def test_a_scalar_word_equals_its_transpose():
    words = Words()
    assert words.scalar(Dot(X * w, y)) == words.scalar(Dot(y, X * w)) == words.scalar(Dot(w, X.T * y))


def test_inner_products_leave_the_word():
    words = Words()
    product = words.matrix(u * u.T * v * v.T)
    assert list(product.values()) == [words.scalar(Dot(u, v))]
    assert product.keys() == words.matrix(u * v.T).keys()


def test_products_do_not_commute():
    words = Words()
    assert words.matrix(X.T * X * u * v.T) != words.matrix(u * v.T * X.T * X)


def test_a_relation_rewrites():
    words = Words(relations=((X.T * X, Identity(d)),))
    assert words.matrix(X.T * X * w) == words.matrix(w)
    assert words.scalar(Dot(X * w, X * w)) == words.scalar(Dot(w, w))


K, L, M = matrix("K", d, d), matrix("L", d, d), matrix("M", d, d)


@pytest.mark.parametrize(("relations", "symmetric"), [
    ([(K, K.T)], "K"),
    ([(K, X.T * X)], "K"),
    ([(X.T * X, K)], "K"),
    ([(K, a * X.T * X + Identity(d))], "K"),
    ([(K, M + M.T)], "K"),
    ([(L, K * M * K * M.T * K), (K, u * u.T)], "K L"),  # what stands on a symmetric letter, whatever the order
    ([(L, K * M * K), (K, u * u.T), (M, M.T)], "K L M"),
    ([(K, M)], ""),
    ([(K, -K.T)], ""),
    ([(K, M - M.T)], ""),
    ([(K, u * v.T)], ""),
    ([(L, K * M), (K, K.T), (M, M.T)], "K M"),
    ([(K * M, X.T * X)], ""),
], ids=str)
def test_a_letter_is_symmetric_by_what_it_equals(relations, symmetric):
    assert {letter.name for letter in Words(relations).symmetric} == set(symmetric.split())


def test_the_gradient_of_half_the_squared_residual():
    words = Words()
    loss = words.scalar(Dot(a * X * w - y, a * X * w - y) / 2)
    wanted = words.matrix(a * X.T * (a * X * w - y))
    gap = {word: (gradient(words, loss, w).get(word, S.Zero) - wanted.get(word, S.Zero)).expand() for word in wanted}
    assert set(gap.values()) == {S.Zero}


def test_the_derivative_of_an_outer_product():
    words = Words()
    change = matrix_derivative(words, words.matrix(w * w.T), {w: words.matrix(u)})
    assert change == words.matrix(u * w.T + w * u.T)


def test_what_is_no_word_is_refused():
    with pytest.raises(NotWords, match=r"\^{-1}\$ is not a word"):
        Words().matrix(Inverse(X.T * X) * w)


def test_squares_are_nonnegative_and_bound_inner_products():
    setting = Scalarised(Domain(over=[u, v]))
    product, left, right = (setting.scalar(e) for e in (Dot(u, v), Dot(u, u), Dot(v, v)))
    domain = setting.domain
    assert domain.bounds[left].weak_sign == domain.bounds[right].weak_sign == 1
    assert (product**2 <= left * right) in domain.conditions


def test_matrix_equations_of_a_domain_become_relations():
    setting = Scalarised(Domain(Eq(X.T * X, Identity(d)), over=[w]))
    assert setting.scalar(Dot(X * w, X * w)) == setting.scalar(Dot(w, w))


def test_the_inverse_of_a_square_matrix_is_two_sided():
    A, B, L, W = matrix("A", d, d), matrix("B", d, d), matrix("L", d, n), matrix("W", n, d)
    words = Words(relations=((A * B, Identity(d)), (L * W, Identity(d))))
    assert words.matrix(B * A * u) == words.matrix(u)
    assert words.matrix(W * L) != words.matrix(Identity(n))  # a left inverse of a tall matrix is no right inverse
    assert Words(relations=((A * B, a * Identity(d)),)).matrix(B * A) != {(): a}  # where a = 0 the order matters
