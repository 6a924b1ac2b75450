"""What the lambda-balanced solver refuses and how it says so; tensors in and tensors out; what a run says of itself."""

import pickle

import numpy as np
import pytest

from theoremtest.numerics.extras import installed
from theoremtest.numerics.models.lambda_balanced import balanced_initialisation, balanced_layers, from_function, solve

TIMES = np.array([0.0, 0.3, 1.0, 3.0])
W1, W2 = balanced_layers(np.array([[0.3, 0.1, 0.0], [0.0, 0.2, -0.1]]), 0.5)
SIGMA = np.array([[1.0, 0.5, 0.0], [0.0, 1.0, -1.0]])
QUANTITIES = ("function", "input_representation", "output_representation", "loss", "kernel_distance", "ntk_norm", "residual", "gram")


@pytest.mark.parametrize("change, error, message", [
    ({"W1": W1 * np.nan}, ValueError, "W1: got nan.*finite"),
    ({"W2": W2.astype(np.float32)}, TypeError, "W2: got type float32.*float64"),
    ({"Sigma": SIGMA.T}, ValueError, r"W1, W2, Sigma: got shapes \(2, 3\), \(2, 2\), \(3, 2\)"),
    ({"W1": np.ones(3)}, ValueError, "W1: got shape"),
    ({"W1": np.ones((0, 3)), "W2": np.ones((2, 0))}, ValueError, "W1, W2: got shapes .*at least one neuron"),
    ({"W2": 2 * W2}, ValueError, "W1, W2: got W2.T W2 - W1 W1.T that strays from .* I by .*expected lambda-balanced layers"),
    ({"lam": 0.6}, ValueError, "W1, W2: got W2.T W2 - W1 W1.T that strays from 0.6 I"),
    ({"tau": 0.0}, ValueError, "tau: got 0.0; expected a time constant"),
    ({"tau": np.ones(2), "Sigma": np.stack([SIGMA] * 3)}, ValueError, r"leading shapes: got .*Sigma \(3,\).*tau \(2,\)"),
    ({"times": np.array([1.0, 0.5])}, ValueError, "times: got a step of -0.5"),
    ({"Sigma": 1e31 * SIGMA}, ValueError, r"Sigma: got 1e\+31 in magnitude"),
    ({"backend": "fortran"}, ValueError, "backend: got 'fortran'.*'numpy'"),
    ({"threads": 0}, ValueError, "threads: got 0"),
])
def test_bad_arguments_are_named_with_what_is_expected(change, error, message):
    with pytest.raises(error, match=message):
        solve(**{"times": TIMES, "W1": W1, "W2": W2, "Sigma": SIGMA} | change)


@pytest.mark.parametrize("arguments, message", [
    ({"function": np.eye(3), "lam": 1.0, "hidden": 2}, "function: got a singular value 1 beyond the first 2"),
    ({"function": np.ones((2, 3)), "lam": 1.0, "hidden": 3}, "lam, hidden: got N_h = 3 .*N_h <= N_o where lambda > 0"),
    ({"function": np.ones((3, 2)), "lam": -1.0, "hidden": 3}, "lam, hidden: got N_h = 3"),
    ({"function": np.eye(2), "lam": 1.0, "hidden": 0}, "hidden: got 0"),
    ({"function": np.eye(2), "lam": 1.0, "rotation": np.eye(3)}, r"rotation: got shape \(3, 3\)"),
])
def test_layers_that_do_not_exist_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        balanced_layers(**arguments)
    with pytest.raises(ValueError, match="N_h: got 0"):
        balanced_initialisation(2, 0, 2, 1.0, 1.0)


def test_no_warning_and_no_nan_over_the_whole_domain():
    times = np.array([0.0, 1e-12, 1e-6, 1.0, 1e6, 1e12])
    for size in (1e-12, 1.0, 1e6):
        for lam in (-1e8, -1.0, -1e-12, 0.0, 1e-12, 1.0, 1e8):
            for scale in (0.0, 1e-9, 1.0, 1e3):
                first, second = balanced_initialisation(3, 2, 3, lam, scale, 0, batch=(2,))
                Sigma = size * np.stack([np.ones((3, 3)), np.diag([1.0, 1.0, 0.0])])
                for backend in ("numpy", "numba"):
                    with np.errstate(all="raise", under="ignore"):
                        run = solve(times, first, second, Sigma, 1.0, backend, lam=lam)
                        assert all(np.isfinite(getattr(run, name)).all() for name in (*QUANTITIES, "singular_values", "balance_drift"))


def test_a_run_says_what_it_is():
    run = solve(TIMES, W1, W2, SIGMA)
    assert run.backend == ("numba" if installed("numba") else "numpy") and len(repr(run)) < 250 and "4 times" in repr(run)
    assert np.array_equal(pickle.loads(pickle.dumps(run)).gram, run.gram)
    pytest.importorskip("xarray")
    data = run.to_xarray()
    assert all(variable.attrs["units"] and variable.attrs["long_name"] for variable in data.variables.values())
    with pytest.raises(ValueError, match=r"X: got shape \(2, 2\); expected \(3, P\)"):
        run.ntk(np.eye(2))


def test_tensors_come_back_as_tensors_with_the_same_values():
    torch = pytest.importorskip("torch")
    plain = solve(TIMES, W1, W2, SIGMA, 0.7)
    for learns in (False, True):
        run = solve(TIMES, torch.tensor(W1, requires_grad=learns), W2, torch.tensor(SIGMA), 0.7)
        for quantity in (*QUANTITIES, "singular_values", "W1", "W2", "lam"):
            value = getattr(run, quantity)
            assert isinstance(value, torch.Tensor) and value.dtype == torch.float64
            if quantity not in ("W1", "W2"):
                assert np.allclose(value.detach(), getattr(plain, quantity), rtol=1e-12, atol=1e-14), quantity
        assert np.allclose(run.ntk(np.eye(3)).detach(), plain.ntk(np.eye(3)))
        assert np.allclose(run.layers()[0], plain.layers()[0], atol=1e-10)
        assert repr(run) == repr(plain).replace("numba", "torch") and set(run.to_xarray().variables) == set(plain.to_xarray().variables)


@pytest.mark.parametrize("lam", [-2.0, 0.0, 1.5])
@pytest.mark.parametrize("shape", [(3, 2, 2), (2, 2, 3), (2, 2, 2)])
def test_slopes_are_those_of_the_closed_form(shape, lam, monkeypatch):
    """Beside central differences, equal singular values of the task included."""
    torch = pytest.importorskip("torch")
    monkeypatch.setattr("theoremtest.numerics.models.lambda_balanced.TOLERANCE", 1.0)  # differences leave the balanced layers
    given = [*balanced_initialisation(*shape, lam, 0.6, 3), np.eye(shape[2], shape[0]), np.array(1.3), np.array(lam), TIMES[1:]]
    tensors = [torch.tensor(value, requires_grad=True) for value in given]
    run = solve(tensors[5], *tensors[:4], lam=tensors[4])
    weights = {name: np.cos(np.arange(getattr(run, name).numel())).reshape(getattr(run, name).shape) for name in QUANTITIES}

    def totals(arguments):
        moved = solve(arguments[5], *arguments[:4], lam=arguments[4], backend="numba")
        return np.array([(getattr(moved, name) * weights[name]).sum() for name in QUANTITIES])

    found = [torch.autograd.grad((getattr(run, name) * torch.tensor(weights[name])).sum(), tensors, retain_graph=True, allow_unused=True)
             for name in QUANTITIES]
    for index, value in enumerate(given):
        for place in np.ndindex(value.shape):
            expected = 0.0
            for sign in (1, -1):
                moved = [part.copy() for part in given]
                moved[index][place] += sign * 1e-5
                expected = expected + sign * totals(moved) / 2e-5
            slopes = [0.0 if slopes[index] is None else float(slopes[index][place]) for slopes in found]
            assert np.allclose(slopes, expected, rtol=1e-6, atol=1e-7), (index, place)


def test_what_cannot_be_run_is_said_in_one_line():
    torch = pytest.importorskip("torch")
    with pytest.raises(ValueError, match="times: got .* a gradient is required; expected at most 40000"):
        solve(torch.tensor([1e6], dtype=torch.float64), torch.tensor(W1, requires_grad=True), W2, SIGMA)
    with pytest.raises(ValueError, match="backend: got 'numba'; expected 'auto' or 'torch' where arguments are tensors"):
        solve(TIMES, torch.tensor(W1), W2, SIGMA, backend="numba")
    with pytest.raises(ValueError, match="function: got singular values that meet or vanish, and a gradient is required"):
        from_function(TIMES, torch.eye(3, dtype=torch.float64, requires_grad=True), 0.5, np.eye(3))
    with pytest.raises(ValueError, match=r"hidden: got 4, and a gradient is required; expected min\(N_i, N_o\) = 3"):
        from_function(TIMES, torch.diag(torch.tensor([3.0, 2.0, 1.0], dtype=torch.float64)).requires_grad_(), 0.0, np.eye(3), hidden=4)
