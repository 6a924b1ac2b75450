"""Which backend a solver takes, tensors in and tensors out with their gradients, and what a run says of itself."""

import pickle

import diagonal_linear_cases as diagonal
import latent_variable_cases as latent
import lazy_rich_cases as lazy
import numpy as np
import pytest
import single_neuron_cases as neuron

from theoremtest.numerics.models import diagonal_linear, latent_variable, lazy_rich, multilinear, single_neuron

TIMES = np.array([0.3, 1.0, 3.0])
QUANTITIES = {
    single_neuron: ("a", "w", "mu", "phi", "residual", "loss", "kernel_distance", "M", "delta"),
    latent_variable: ("u", "W", "v", "output", "residual", "loss", "zeta", "u_norm", "v_norm", "W_norm", "ntk", "ntk_change", "M", "t_c"),
    diagonal_linear: ("a", "b", "strength", "residual", "loss", "conserved"),
    lazy_rich: ("a", "b", "theta", "delta_theta", "residual", "loss", "ntk", "ntk_change", "lazy_theta", "lazy_residual", "conserved",
                "weight_change"),  # a distance, without a slope where nothing moves
}
STARTS = [(single_neuron, name, neuron.corner(name)) for name in neuron.CORNERS]
STARTS += [(latent_variable, name, latent.corner(name)) for name in latent.CORNERS]
STARTS += [(diagonal_linear, name, diagonal.corner(name)) for name in diagonal.CORNERS]
STARTS += [(lazy_rich, name, lazy.corner(name)) for name in lazy.CORNERS]
LEARNED = {single_neuron: 2, latent_variable: 5, diagonal_linear: 3, lazy_rich: 4}  # arguments that learn; rates may be at their edge, 0
NO_SLOPE = {"saddle", "separatrix", "balanced and opposed", "origin", "beta_* = 0", "x = 0", "gamma = 0", "P = 0, to the saddle",
            "Q = 0, to the saddle", "P = 0, y = 0", "P = 0 in two dimensions", "to the saddle", "to the saddle, target below 0",
            "target = 0, balanced", "to the saddle, Z < 0", "target = 0, opposed"}


def named(value):
    return value if isinstance(value, str) else ""


@pytest.mark.slow
@pytest.mark.parametrize("solver", [single_neuron, latent_variable, diagonal_linear, lazy_rich])
def test_the_fastest_backend_is_taken(solver):
    pytest.importorskip("numba")
    start = next(start for model, _, start in STARTS if model is solver)
    run = solver.solve(TIMES, *start)
    assert run.backend == "numba"
    assert len(repr(run)) < 250 and "3 times" in repr(run)
    again = pickle.loads(pickle.dumps(run))
    assert all((getattr(again, name) == getattr(run, name)).all() for name in QUANTITIES[solver])


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("solver, name, start", STARTS, ids=named)
def test_tensors_come_back_as_tensors_with_the_same_values(solver, name, start):
    torch = pytest.importorskip("torch")
    run, plain = (
        solver.solve(np.append(0.0, TIMES), *(torch.tensor(part, dtype=torch.float64) for part in start)),
        solver.solve(np.append(0.0, TIMES), *start),
    )
    for quantity in QUANTITIES[solver]:
        value = getattr(run, quantity)
        assert isinstance(value, torch.Tensor) and value.dtype == torch.float64
        assert np.allclose(value, getattr(plain, quantity), rtol=1e-11, atol=1e-13), quantity
    assert repr(run) == repr(plain).replace(plain.backend, "torch")


class Slopes:
    """Derivatives of weighted sums of quantities, by central differences of sixth order; a run serves all quantities."""

    STEP = 1e-3

    def __init__(self, solver, start):
        self.solver, self.start, self.runs = solver, start, {}

    def run(self, argument, place, steps):
        """The run from a start of which one number is moved by so many steps."""
        key = argument, place, steps
        if key not in self.runs:
            moved = [np.array(part, dtype=float) for part in self.start]
            moved[argument][place] += steps * self.STEP
            self.runs[key] = self.solver.solve(TIMES, *moved)
        return self.runs[key]

    def __call__(self, quantity, weights, argument, place):
        total = sum(sign * weight * (getattr(self.run(argument, place, sign * steps), quantity) * weights).sum()
                    for steps, weight in ((1, 45), (2, -9), (3, 1)) for sign in (1, -1))
        return total / (60 * self.STEP)


@pytest.mark.drawn(10)
@pytest.mark.slow
@pytest.mark.parametrize("solver, name, start", [case for case in STARTS if case[1] not in NO_SLOPE], ids=named)
def test_autograd_goes_through_the_closed_form(solver, name, start):
    torch = pytest.importorskip("torch")
    learned = LEARNED[solver]
    tensors = [torch.tensor(part, dtype=torch.float64, requires_grad=index < learned) for index, part in enumerate(start)]
    run, slope = solver.solve(TIMES, *tensors), Slopes(solver, start)
    for quantity in QUANTITIES[solver][:-1]:
        value = getattr(run, quantity)
        if not value.requires_grad:
            assert quantity == "kernel_distance" and tensors[1].numel() == 1  # one dimension has one kernel, up to scale
            continue
        weights = np.cos(np.arange(value.numel())).reshape(value.shape)
        slopes = torch.autograd.grad((value * torch.tensor(weights)).sum(), tensors[:learned], retain_graph=True, allow_unused=True)
        for argument, found in enumerate(slopes):
            for place in np.ndindex(tuple(tensors[argument].shape)):
                expected = slope(quantity, weights, argument, place)
                assert (0.0 if found is None else float(found[place])) == pytest.approx(expected, rel=1e-6, abs=1e-6), (
                    quantity,
                    argument,
                    place,
                )


@pytest.mark.parametrize("solver, name, start", [case for case in STARTS if case[1] in NO_SLOPE], ids=named)
def test_where_the_form_has_no_slope_a_gradient_is_refused(solver, name, start):
    torch = pytest.importorskip("torch")
    with pytest.raises(ValueError, match="a gradient is required; expected a start nearby"):
        solver.solve(TIMES, *(torch.tensor(part, dtype=torch.float64, requires_grad=True) for part in start))


def test_plain_numbers_beside_tensors_keep_their_digits():
    torch = pytest.importorskip("torch")
    numbers = 0.3, [0.1, 0.7], [0.9, 0.2], 0.7, 0.1  # none of them a float of 32 bits
    plain = single_neuron.solve(TIMES, *numbers, backend="numpy")
    beside = single_neuron.solve(torch.as_tensor(TIMES), *numbers)
    np.testing.assert_allclose(beside.a.numpy(), plain.a, rtol=1e-9)  # a 32-bit float is 1e-8 away


def test_gradients_reach_the_times():
    torch = pytest.importorskip("torch")
    times = torch.tensor(TIMES, requires_grad=True)
    start = neuron.corner("unequal rates")
    run = single_neuron.solve(times, *start)
    (found,) = torch.autograd.grad(run.a.sum(), times)
    a, w = run.a.detach(), run.w.detach()
    beta_star = torch.tensor(start[2])
    assert torch.allclose(found, start[3] * (w @ beta_star - a * (w * w).sum(-1)), rtol=1e-11)
    with pytest.raises(ValueError, match="times: got 0 in a tensor that requires a gradient"):
        single_neuron.solve(torch.tensor([0.0, 1.0], dtype=torch.float64, requires_grad=True), *start)


@pytest.mark.parametrize("solver", [single_neuron, latent_variable, diagonal_linear, lazy_rich])
def test_what_cannot_be_run_is_said_in_one_line(solver):
    torch = pytest.importorskip("torch")
    start = next(start for model, _, start in STARTS if model is solver)
    if not torch.cuda.is_available():
        with pytest.raises(ValueError, match='^device is \'cuda\', but torch .* sees no CUDA device; use "cpu" or "auto"$'):
            solver.solve(TIMES, *start, backend="torch", device="cuda")
    with pytest.raises(ValueError, match="backend: got 'numba'; expected 'auto' or 'torch' where arguments are tensors"):
        solver.solve(torch.tensor(TIMES), *start, backend="numba")
    with pytest.raises(ValueError, match="device: got 'cuda'; expected 'cpu' or None"):
        solver.solve(TIMES, *start, backend="numpy", device="cuda")
    with pytest.raises(TypeError, match="times: got type float32"):
        solver.solve(torch.ones(2), *start)


@pytest.mark.gpu
def test_tensors_stay_on_their_device():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("needs a CUDA device")
    for solver, name, start in STARTS:
        run = solver.solve(TIMES, *(torch.tensor(part, dtype=torch.float64, device="cuda") for part in start))
        plain = solver.solve(TIMES, *start)
        for quantity in QUANTITIES[solver]:
            value = getattr(run, quantity)
            assert value.is_cuda and np.allclose(value.cpu(), getattr(plain, quantity), rtol=1e-10, atol=1e-12), (name, quantity)


@pytest.mark.slow
@pytest.mark.parametrize("solver", [single_neuron, latent_variable, diagonal_linear, lazy_rich])
def test_the_dataset_says_units_and_meaning(solver):
    pytest.importorskip("xarray")
    start = next(start for model, _, start in STARTS if model is solver)
    data = solver.solve(TIMES, *start).to_xarray()
    assert all(variable.attrs["units"] and variable.attrs["long_name"] for variable in data.variables.values())


def test_a_gpu_that_is_asked_for_and_is_not_there_is_said_in_one_line(monkeypatch):
    torch = pytest.importorskip("torch")
    start = neuron.corner("unequal rates")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    for solve, arguments in ((single_neuron.solve, (TIMES, *start)), (multilinear.solve, (TIMES, 0.6))):
        with pytest.raises(ValueError, match='^device is \'cuda\', but torch .* sees no CUDA device; use "cpu" or "auto"$'):
            solve(*arguments, device="cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(ValueError, match="^device is 'cuda:2', but torch sees cuda:0, cuda:1 and cpu$"):
        single_neuron.solve(TIMES, *start, device="cuda:2")
    with pytest.raises(ValueError, match="^device is 'gpu'; allowed are \"auto\", \"cpu\", \"cuda\" and \"cuda:<n>\"$"):
        single_neuron.solve(TIMES, *start, device="gpu")
