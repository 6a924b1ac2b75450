"""Ranks over neurons: of a sum at most the sum of the ranks; what holds of every unit vector, at one."""

import pytest
from sympy import Gt, Identity, ImmutableMatrix, Integer, MatrixSymbol, Trace

from helpers.kernel_proofs import none_taken, taken
from theoremtest.derivations.kernel.check import shown
from theoremtest.derivations.kernel.facts import nonneg, pos, whole
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.points import fails
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, call, put, read, rows_of, sub, term
from theoremtest.derivations.language import Domain, Dot, Equal, Kron, RankBound, dimension, matrix, vector
from theoremtest.derivations.language.kronecker import OverNeurons
from theoremtest.derivations.language.tree import to_tree

pytestmark = pytest.mark.drawn(6)

h, d, c = (dimension(name) for name in "hdc")
W, A, e, B = MatrixSymbol("W", h, d), MatrixSymbol("A", h, c), vector("e", h), matrix("B", d, c)
beta = W.T * e * e.T * A
share = beta.T * beta / Trace(beta.T * beta)
on, named = Domain(over=[W, A, e]), Domain(over=[W, A, e], where={B: beta})


@pytest.mark.drawn(6)
@pytest.mark.parametrize("statement, holds", [
    (RankBound(OverNeurons(share, e), h, on=on), True), (RankBound(OverNeurons(share, e), c, on=on), True),
    (RankBound(share, 1, neurons=e, on=on), False), (RankBound(share, h, neurons=e, on=on), True),
    (RankBound(Kron(OverNeurons(share, e), Identity(d)), d * h, on=on), True),
    (RankBound(Kron(OverNeurons(share, e), Identity(d)), h, on=on), False),
    (RankBound(OverNeurons(B.T * B / Trace(B.T * B), e), h, on=named), True),
    (RankBound(OverNeurons(share, e), h - 1, on=on.but(h > 1)), False),
    (RankBound(OverNeurons(share + Identity(c), e), h, on=on), False)], ids=str)
def test_ranks_of_sums_over_neurons(statement, holds):
    assert taken(statement) if holds else none_taken(statement)


def test_an_abbreviation_of_a_neuron_is_of_the_one_that_the_sum_is_at():
    total = OverNeurons(B, e)
    assert taken(Equal(total, W.T * A, on=named)) and not taken(Equal(total, h * beta, on=named))


def test_ranks_that_add_up_to_more_at_a_point():
    statement = RankBound(share, c, neurons=e, on=on.but(Gt(h, c), Gt(Dot(A.T * e, A.T * e), 0)))
    at = {h: Integer(2), c: Integer(1), d: Integer(1), A: matrix_of([1], [1]), W: matrix_of([1], [1]), e: matrix_of([1], [0])}
    assert fails(to_tree(statement), to_tree(at)) == "fails"
    with pytest.raises(Refused):
        fails(to_tree(RankBound(share, h, neurons=e, on=on)), to_tree(at))
    with pytest.raises(Refused, match="speaks of one"):
        goals(read(to_tree(RankBound(share, Dot(e, e), neurons=e, on=on))))


def matrix_of(*rows):
    return ImmutableMatrix(rows)


def symbol(name):
    return term("Symbol", (), (name, ("integer",)))


@pytest.mark.parametrize("known, holds", [
    (["at least", "at most"], True), (["at least"], False), (["at most"], False), (["at least", "at most", "a half"], False)])
def test_what_holds_of_every_index_holds_of_one_in_the_range(known, holds):
    k, n = symbol("k"), symbol("n")
    one = term("Symbol", (), ("j", () if "a half" in known else ("integer",)))
    inner = pos(sub(call("cosh", k), ZERO))
    every = term("every", (inner, term("Tuple", (k, ONE, n))))
    said = {"at least": nonneg(sub(one, ONE)), "at most": nonneg(sub(n, one))}
    goal = Goal("", put(inner, {k: one}), [every, whole(n), *(said[name] for name in known if name in said)])
    rows, places = rows_of([one])
    proof = {"terms": rows, "lines": [["hyp", 0], ["index", 0, [places[0]]]]}
    if holds:
        assert not shown(goal, proof)
    else:
        with pytest.raises(Refused, match="not known"):
            shown(goal, proof)


@pytest.mark.parametrize("summand, total, holds", [
    (share, OverNeurons(beta.T * beta / Trace(beta.T * beta), e), True), (share, OverNeurons(2 * share / 2, e), True),
    (share, OverNeurons(2 * share, e), False), (share, h * share, False)], ids=str)
def test_sums_over_neurons_whose_summands_agree(summand, total, holds):
    assert taken(Equal(OverNeurons(summand, e), total, on=on)) is holds
