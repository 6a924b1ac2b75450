"""Coq takes what is true of matrices in every size and refuses its wrong twins. Skipped where there is no Coq."""

import pytest
from sympy import DiagMatrix, Eq, Identity, ImmutableDenseMatrix, Inverse, Ne, Rational, Trace, ZeroMatrix, sqrt

from helpers.coq import denied, needs_coq
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.certificates.matrices_terms import NoCertificate
from theoremtest.derivations.certificates.reasons import NoScript
from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    EveryEntry,
    Evolves,
    Flow,
    GradientFlow,
    MatrixFunction,
    Norm,
    PositiveDefinite,
    SpectralNorm,
    dimension,
    matrix,
    real,
    vector,
)
from theoremtest.derivations.language import Inverse as IsInverse
from theoremtest.reports.certify.kernel import Answer
from theoremtest.reports.certify.matrix_kernel import MatrixKernel

m, n, p = dimension("m"), dimension("n"), dimension("p")
X, Y, U, W, V = matrix("X", m, n), matrix("Y", m, n), matrix("U", m, n), matrix("W", n, p), matrix("V", m, p)
A, B, S = matrix("A", n, n), matrix("B", n, n), matrix("S", n, n)
u, v, s = vector("u", n), vector("v", n), vector("s", n)
a, c, e = real("a"), real("c"), real("e")
FREE = Domain(over=[X, Y, W, V, A, B, u, v, a, c])
FRAME = Domain(Eq(U.T * U, Identity(n)), Eq(S.T, S), over=[X, Y, A, B, u, v, a, c])
DESCENT = GradientFlow(Trace((X * W - V).T * (X * W - V)) / 2, {X: Rational(1), W: Rational(1)})
LINEAR = Flow({X: -X * A, A: ZeroMatrix(n, n)})
ROOT = MatrixFunction(sqrt(e), e, DiagMatrix(s))
F, G, H = matrix("F", m + n, n), matrix("G", m + n, m), matrix("H", m, n)
SPLIT = Domain(Eq(F.T * F, Identity(n)), Eq(G.T * G, Identity(m)), Eq(F.T * G, ZeroMatrix(n, m)), c > 0, sqrt(c**2 + 1) > c / 3,
               over=[F, G, A, H, c])
APART = Domain(Eq(Dot(u, u), 1), Eq(Dot(v, v), 1), Eq(Dot(u, v), 0), over=[u, v, c])
POSITIVE = Domain(Dot(v, v) > 0, over=[u, c])


def equal(left, right, on=FREE):
    return Equal(left, right, on=on)


PAIRS = {
    "distributed": (equal((X * A + a * Y) * B, X * A * B + a * Y * B), equal((X * A + a * Y) * B, X * B * A + a * Y * B)),
    "transposed": (equal((X * A * W).T, W.T * A.T * X.T), equal((X * A * W).T, W.T * A * X.T)),
    "number within a word": (equal(u * v.T * A * u, Dot(v, A * u) * u), equal(u * v.T * A * u, Dot(v, A.T * u) * u)),
    "symmetric frame": (equal(U.T * U * S * A * U.T * U, (A.T * S).T, FRAME), equal(U.T * U * S * A, A * S, FRAME)),
    "complement": (equal(F.T * (F * A + c * G * H), A, SPLIT), equal((F * A + G * H).T * G, c * H.T, SPLIT)),
    "two directions": (equal(Dot(u + c * v, u + c * v), 1 + c**2, APART), equal(Dot(u + c * v, u + c * v), 1 + c, APART)),
    "trace": (equal(Trace(X.T * Y * A), Trace(A.T * Y.T * X)), equal(Trace(X.T * Y * A), Trace(A * Y.T * X))),
    "size": (equal(Trace(Identity(n) + U.T * U), 2 * n, FRAME), equal(Trace(U * U.T), m, FRAME)),
    "inverse cancels": (equal(Inverse(A) * A * B, B), equal(A * B * Inverse(A), B)),
    "norm": (equal(c * v / Norm(v) ** 2 * Norm(v), c * v / Norm(v), POSITIVE), equal(c * v / Norm(v) ** 2, c * v / Norm(v), POSITIVE)),
    "diagonal": (equal(ROOT * ROOT, DiagMatrix(s), Domain(over=[s])), equal(ROOT, DiagMatrix(s), Domain(over=[s]))),
    "two-sided": (IsInverse(Identity(n) + c * u * u.T, Identity(n) - c / (1 + c * Dot(u, u)) * u * u.T, on=Domain(
        Ne(1 + c * Dot(u, u), 0), over=[u, c])), IsInverse(Identity(n) + c * u * u.T, Identity(n) - c * u * u.T, on=Domain(over=[u, c]))),
    "rate": (Evolves(X.T * X, -X.T * X * A - A.T * X.T * X, along=LINEAR, on=FREE),
             Evolves(X.T * X, -2 * X.T * X * A, along=LINEAR, on=FREE)),
    "conserved": (Conserved(X.T * X - W * W.T, along=DESCENT, on=FREE), Conserved(X.T * X + W * W.T, along=DESCENT, on=FREE)),
}


def asked(kernel: MatrixKernel, statement) -> Answer:
    """What Coq says of the theorem of a part."""
    part = matrix_part(statement)
    name = f"certificate_{part.digest[:12]}"
    return kernel.check(name, part.theorem_text(name) + part.proof())


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_what_is_true_is_taken_and_its_wrong_twin_refused(matrix_kernel, name):
    true, wrong = PAIRS[name]
    answer = asked(matrix_kernel, true)
    assert answer.taken, answer.message
    refused = asked(matrix_kernel, wrong)
    assert not refused.taken
    assert "time" not in refused.message


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_the_hypotheses_can_hold(matrix_kernel, name):
    part = matrix_part(PAIRS[name][0])
    label = f"holds_{part.digest[:12]}"
    assert not part.supposes or any(matrix_kernel.check(label, lemma).taken for lemma in part.witnesses(label))


@needs_coq
def test_hypotheses_that_no_matrix_fulfils_have_no_witness(matrix_kernel):
    part = matrix_part(equal(A, B, Domain(Eq(A, B), Eq(Trace(Inverse(A) * A), -n), over=[A, B])))
    assert part.supposes and not any(matrix_kernel.check("never", lemma).taken for lemma in part.witnesses("never"))


AT_ONE = {"sum of traces": (
    equal(Trace(A * B), Trace(B * A)), equal(Trace(A * B), Trace(A) + Trace(B), Domain(Eq(a * A, B), a > 0, over=[A, B, a])))}
"""True, and wrong already for matrices of one row and one column."""
AT = {m: 1, n: 1, p: 1, a: 2, c: 1, **{key: ImmutableDenseMatrix([[2]]) for key in (X, Y, W, V, A, B, u, v)}}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", ["transposed", "trace", "inverse cancels", "norm", "sum of traces"])
def test_an_equation_that_fails_at_small_sizes_is_refuted_and_a_true_one_is_not(matrix_kernel, name):
    true, wrong = AT_ONE.get(name) or PAIRS[name]
    for statement, wanted in ((wrong, name in ("norm", "sum of traces", "inverse cancels")), (true, False)):
        part = denied(statement, None if wanted else AT)
        label = f"denied_{part.digest[:12]}"
        try:
            assert matrix_kernel.check(label, part.theorem_text(label) + part.script()).taken is wanted
        except NoScript:
            assert not wanted


def test_what_leaves_a_condition_out_is_not_refuted():
    part = matrix_part(equal(A, B, Domain(PositiveDefinite(A), over=[A, B])))
    assert part.left_out
    with pytest.raises(NoCertificate, match="condition"):
        part.denied()


def test_a_refutation_supposes_what_a_proof_could_not_use():
    part = matrix_part(equal(Dot(u, v), 2 * Dot(u, v), Domain(EveryEntry(Eq(c, 0) | Eq(c, 1), (c, u)), over=[u, v])))
    assert "\\/" not in part.stated and "forall i : 'I_n_n, (((m_u i ord0) = 0%Re)%Re \\/ ((m_u i ord0) = 1%Re)%Re)" in part.denied().stated


@pytest.mark.slow
@needs_coq
def test_theorems_rest_on_the_reals_and_on_choice_alone(matrix_kernel):
    part = matrix_part(PAIRS["conserved"][0])
    assert matrix_kernel.check("of_the_reals", part.theorem_text("of_the_reals") + part.proof()).taken
    assert set(matrix_kernel.audit(["of_the_reals"])) <= set(MatrixKernel.allowed)


def test_the_theorem_is_the_statement():
    """Sizes are natural numbers, conditions hypotheses, abbreviations equations; the flow is told by the derivatives of its paths."""
    stated = matrix_part(Evolves(X, -X * A, along=LINEAR, on=Domain(Eq(A.T, A), a > 0, over=[X], where={c: a**2}))).stated
    for piece in ("(n_m : nat)", "(m_X : R -> 'M[R]_(n_m, n_n))", "(0 < n_m)%N", "(s_a > 0%Re)%Re", "mxd (fun s : R => (m_X s)) t"):
        assert piece in stated


def test_what_has_no_words_is_refused_with_a_word():
    with pytest.raises(NoCertificate, match="SpectralNorm"):
        matrix_part(equal(SpectralNorm(A) * A, SpectralNorm(A) * A))
