"""The lambda-balanced solver beside the flow that it solves: integrated, trained by autograd, and the closed forms of special cases."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from theoremtest.numerics.models._lambda_balanced_layers import matched, turned
from theoremtest.numerics.models.lambda_balanced import balance, balanced_initialisation, balanced_layers, from_function, rebalanced, solve

TIMES = np.array([0.0, 1e-3, 0.1, 0.5, 1.0, 1.5, 3.0])
SHAPES = [(4, 3, 3), (3, 3, 4), (3, 3, 3), (5, 2, 4), (4, 6, 4), (3, 4, 6), (2, 2, 5), (5, 2, 2), (1, 1, 1)]  # N_i, N_h, N_o
LAMBDAS = (-20.0, -1.5, 0.0, 0.7, 20.0)
CASES = [(shape, lam) for shape in SHAPES for lam in LAMBDAS if (lam <= 0 or shape[1] <= shape[2]) and (lam >= 0 or shape[1] <= shape[0])]


def task(shape, seed=1, rank=None):
    Sigma = np.random.default_rng(seed).normal(size=(shape[2], shape[0]))
    if rank is not None:
        U, s, Vt = np.linalg.svd(Sigma, full_matrices=False)
        Sigma = (U[:, :rank] * s[:rank]) @ Vt[:rank]
    return Sigma


def integrated(W1, W2, Sigma, tau=1.0, times=TIMES):
    """The layers by integration of their flow, which sees no lambda: W1 (T, N_h, N_i), W2 (T, N_o, N_h)."""

    def velocity(_, state):
        first, second = state[:W1.size].reshape(W1.shape), state[W1.size:].reshape(W2.shape)
        misfit = Sigma - second @ first
        return np.concatenate([(second.T @ misfit).ravel(), (misfit @ first.T).ravel()]) / tau

    start = np.concatenate([W1.ravel(), W2.ravel()])
    path = solve_ivp(velocity, (0.0, times[-1]), start, method="DOP853", rtol=1e-12, atol=1e-13, t_eval=times).y.T
    return path[:, :W1.size].reshape((-1, *W1.shape)), path[:, W1.size:].reshape((-1, *W2.shape))


@pytest.mark.slow
@pytest.mark.parametrize("shape, lam", CASES)
def test_the_flow_integrated(shape, lam):
    W1, W2 = balanced_initialisation(*shape, lam, 0.6, 3)
    first, second = integrated(W1, W2, task(shape), 0.7)
    for backend in ("numpy", "numba"):
        run = solve(TIMES, W1, W2, task(shape), 0.7, backend, lam=lam)
        size = 1 + abs(lam)
        assert np.allclose(run.function, second @ first, atol=1e-10 * size)
        assert np.allclose(run.input_representation, np.swapaxes(first, 1, 2) @ first, atol=1e-10 * size)
        assert np.allclose(run.output_representation, second @ np.swapaxes(second, 1, 2), atol=1e-10 * size)
        assert run.balance_drift < 1e-13
    mine = run.layers()
    assert np.allclose(mine[0], first, atol=1e-9 * size) and np.allclose(mine[1], second, atol=1e-9 * size)


ALIKE = [(4, np.diag([2.0, 1.5, 1.0, 0.5])), (4, np.eye(4)), (4, np.diag([1.0, 1.0, 0.5, 0.0])), (3, np.zeros((4, 4))),
         (2, np.ones((4, 4)))]


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("hidden, Sigma", ALIKE)
@pytest.mark.parametrize("lam, scale", [(0.0, 1e-2), (0.0, 10.0), (-3.0, 0.3), (100.0, 1.0)])
def test_layers_by_the_rotation_s_equation_are_those_by_the_flow(hidden, Sigma, lam, scale):
    """Without Numba the flow itself is integrated: the two share the factor alone."""
    pytest.importorskip("numba", reason="the equation's integration is compiled")
    times = np.array([0.0, 0.0, 1e-3, 0.1, 1.0, 7.0, 40.0])
    W1, W2 = balanced_initialisation(4, hidden, 4, lam, scale, 3, batch=(2,))
    run = solve(times, W1, W2, Sigma, np.array([1.0, 0.2]), lam=lam)
    both = turned(run.inputs, run.factor, times, 1e-12), matched(run.inputs, run.factor, times, 1e-13)
    for compiled, integrated in zip(*both, strict=True):
        assert np.allclose(compiled, integrated, rtol=0, atol=1e-11 * np.abs(integrated).max())


@pytest.mark.slow
def test_layers_at_the_end_of_time_keep_what_the_closed_form_has():
    """Steps grow as the modes settle, and rounding turns nothing that has settled: modes that are alike, apart, and all but alike."""
    W1, W2 = balanced_initialisation(4, 3, 5, 0.5, 0.5, 3)
    frame = np.linalg.qr(np.random.default_rng(1).normal(size=(5, 4)))[0]
    for gap in (0.0, 1e-3, 1.0):
        run = solve(np.array([1.0, 1e3, 1e9]), W1, W2, frame * (1 + gap * np.arange(4)))
        first, second = run.layers()
        assert np.allclose(second @ first, run.function, atol=1e-13) and np.allclose(second[1], second[2], atol=1e-11 if gap != 1e-3 else 1)


def test_layers_of_many_starts_are_those_of_each_alone():
    """They are integrated together: neither a slow one, nor a fast one, nor one that never moves disturbs the others."""
    shape, taus = (4, 3, 4), np.array([0.01, 0.5, 1.0, 1.0, 30.0])
    starts = [balanced_initialisation(*shape, lam, 0.6, seed) for seed, lam in enumerate([0.5, -1.5, 0.0, 3.0, 1.0])]
    starts[2] = tuple(np.zeros_like(layer) for layer in starts[2])
    W1, W2 = (np.array(layers) for layers in zip(*starts, strict=True))
    Sigma = np.array([task(shape, seed) for seed in range(5)])
    Sigma[2] = 0.0
    together = solve(TIMES, W1, W2, Sigma, taus, "numpy").layers()
    for row, (first, second, of_row, tau) in enumerate(zip(W1, W2, Sigma, taus, strict=True)):
        alone = solve(TIMES, first, second, of_row, tau).layers()
        assert all(np.allclose(many[row], one, atol=1e-10) for many, one in zip(together, alone, strict=True))


@pytest.mark.parametrize("rank", [0, 1, 2])
@pytest.mark.parametrize("lam", [-1.5, 0.0, 0.7])
def test_tasks_and_starts_of_low_rank(rank, lam):
    shape = (4, 3, 4)
    Sigma, function = task(shape, rank=rank), task(shape, 5, rank=2 - rank)
    W1, W2 = balanced_layers(function, lam, 3)
    first, second = integrated(W1, W2, Sigma)
    run = solve(TIMES, W1, W2, Sigma, lam=lam)
    again = from_function(TIMES, function, lam, Sigma, hidden=3)
    assert np.allclose(run.function, second @ first, atol=1e-10)
    assert np.allclose(run.gram, again.gram, atol=1e-13)


def test_gradient_flow_by_autograd_finds_the_same():
    pytest.importorskip("torch", reason="trains a network")
    from theoremtest.numerics.training.gradient_flow import flow, ntk, two_layer

    random = np.random.default_rng(2)
    X, _ = np.linalg.qr(random.normal(size=(6, 3)))  # samples by inputs, X^T X = I
    y, (W1, W2) = random.normal(size=(6, 4)), balanced_initialisation(3, 2, 4, 0.8, 0.5, 1)
    network = two_layer(vector_output=True)
    trained = flow(network, {"W": W1, "A": W2.T}, X, y, TIMES, rtol=1e-12, atol=1e-14, device="cpu")
    run = solve(TIMES, W1, W2, y.T @ X)
    function = np.swapaxes(trained.parameters["A"], 1, 2) @ trained.parameters["W"]
    assert np.allclose(run.function, function, atol=1e-9)
    floor = (np.sum(y**2) - np.sum((y.T @ X) ** 2)) / 2
    assert np.allclose(run.loss, trained.losses - floor, atol=1e-9)
    assert np.allclose(run.ntk(X.T), ntk(network, trained.parameters, X, device="cpu"), atol=1e-8)
    first, second = run.layers()
    assert np.allclose(first, trained.parameters["W"], atol=1e-9)
    assert np.allclose(np.swapaxes(second, 1, 2), trained.parameters["A"], atol=1e-9)


@pytest.mark.parametrize("lam", [-1e8, -30.0, -1e-3, 0.0, 1e-3, 2.0, 1e8])
def test_aligned_modes_follow_their_scalar_solution(lam):
    """s(t) of Dominé et al. 2025, Theorem 5.1 (reconstructed), in a form without overflow; the last mode is reversed."""
    random, tau = np.random.default_rng(4), 0.7
    U, V = (np.linalg.qr(random.normal(size=(n, n)))[0][:, :3] for n in (4, 3))
    target, begin = np.array([2.0, 1.0, 0.5]), np.array([0.3, 1e-5, -0.1])
    if lam == 0:
        begin = np.abs(begin)
    W1, W2 = balanced_layers((U * begin) @ V.T, lam)
    times = np.geomspace(1e-6, 1e3, 40) * (1 + 0.01 * abs(lam))
    run = solve(times, W1, W2, (U * target) @ V.T, tau, lam=lam)
    now, end = np.hypot(begin, lam / 2), np.hypot(target, lam / 2)
    a, b, gap = now * end, target * begin + lam**2 / 4, lam**2 / 4 * (target - begin) ** 2
    p, q = np.where(b >= 0, a + b, gap / (a + np.abs(b))), np.where(b <= 0, a - b, gap / (a + np.abs(b)))
    fade = np.exp(-2 * end * times[:, None] / tau)
    gamma = -np.expm1(-2 * end * times[:, None] / tau) * (p + q * fade) / (p - q * fade**2 + 2 * target * (target - begin) * fade)
    expected = begin + gamma * (target - begin)
    assert np.allclose(U.T @ run.function @ V, expected[:, :, None] * np.eye(3), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("shape, lam", [case for case in CASES if case[0][1] == min(case[0][0], case[0][2])])
def test_the_limits_of_representations(shape, lam):
    """W_1^T W_1 and W_2 W_2^T at the end (Dominé et al. 2025, Theorems B.5 and C.4, reconstructed)."""
    W1, W2 = balanced_initialisation(*shape, lam, 0.6, 8)
    Sigma = task(shape)
    if lam == 0 and shape[0] == shape[2] and np.linalg.det(W2 @ W1) * np.linalg.det(Sigma) < 0:
        W2[0] *= -1  # else B is singular: balanced square networks with lambda = 0 keep the sign of their determinant
    run = solve(1e6, W1, W2, Sigma, lam=lam)
    U, s, Vt = np.linalg.svd(Sigma, full_matrices=False)
    small = np.sqrt(s**2 + lam**2 / 4) - lam / 2
    assert np.allclose(run.function, Sigma, atol=1e-11) and np.allclose(run.singular_values, s)
    assert np.allclose(run.input_representation, (Vt.T * small) @ Vt, atol=1e-11)
    assert np.allclose(run.output_representation, (U * (small + lam)) @ U.T, atol=1e-11)


def test_the_kernel_distance_is_that_of_the_kernels():
    W1, W2 = balanced_initialisation(4, 2, 3, 0.4, 0.5, 2, batch=(2,))
    run = solve(TIMES, W1, W2, task((4, 2, 3)))
    kernels = run.ntk(np.eye(4)).reshape(2, len(TIMES), -1)
    sizes = np.linalg.norm(kernels, axis=-1)
    assert np.allclose(run.ntk_norm, sizes)
    assert np.allclose(run.kernel_distance, 1 - (kernels * kernels[:, :1]).sum(-1) / sizes / sizes[:, :1], atol=1e-14)
    early = solve(np.array([1e-9]), W1, W2, task((4, 2, 3))).kernel_distance
    assert (early > 0).all() and (early < 1e-16).all()


@pytest.mark.parametrize("shape, lam", CASES)
def test_balanced_layers(shape, lam):
    W1, W2 = balanced_initialisation(*shape, lam, 0.6, 3, batch=(5,))
    drawn = np.random.default_rng(3)
    first, second = drawn.normal(scale=0.6, size=W1.shape), drawn.normal(scale=0.6, size=W2.shape)
    assert np.allclose(W2 @ W1, second @ first)
    found, apart = balance(W1, W2)
    assert np.allclose(found, lam) and (apart < 1e-14).all()
    again = rebalanced(W1, W2, lam)
    assert np.allclose(again[1] @ again[0], W2 @ W1) and np.allclose(balance(*again)[0], lam)


def test_large_lambda_keeps_its_small_layer():
    W1, W2 = balanced_layers(np.array([[1.0]]), 1e9)
    assert W1[0, 0] == pytest.approx(1e9**-0.5, rel=1e-15) and W2[0, 0] == pytest.approx(1e9**0.5, rel=1e-15)


def test_batches_broadcast_and_chunks_and_threads_change_nothing():
    W1, W2 = balanced_initialisation(3, 2, 2, 0.5, 0.5, 0, batch=(130,))
    Sigma, tau = np.random.default_rng(0).normal(size=(2, 1, 2, 3)), np.array([[1.0], [2.0]])
    for backend in ("numpy", "numba", "torch"):
        run = solve(np.linspace(0, 4, 70), W1, W2, Sigma, tau, backend, threads=2)
        assert run.function.shape == (2, 130, 70, 2, 3) and run.W1.shape == (2, 130, 70, 2, 3) and run.lam.shape == (2, 130)
        one = solve(4.0, W1[7], W2[7], Sigma[1, 0], 2.0, backend)
        assert one.function.shape == (2, 3) and np.allclose(one.function, run.function[1, 7, -1], atol=1e-13)
        none = solve(np.zeros(0), W1[:0], W2[:0], Sigma[0], 1.0, backend)
        assert none.gram.shape == (0, 0, 5, 5) and none.balance_drift.shape == (0,) and repr(none)
    assert np.array_equal(run.gram[0, :, 0], solve(0.0, W1, W2, Sigma[0]).gram)
