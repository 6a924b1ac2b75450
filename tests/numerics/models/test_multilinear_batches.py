"""The multilinear model's solver on batches, whose rows do not see one another, and on Torch tensors: the same losses, gradients beside
differences of the 50-digit reference, and memory that stays bounded on the way back.
"""

import tracemalloc

import flint
import mpmath
import numpy as np
import pytest

from benchmarks import accuracy_multilinear as reference
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import _multilinear_losses, error_bounds
from theoremtest.numerics.models.multilinear import data_law, lacking, one_shot, parameter_law, solve, time_law

TIMES = np.array([0.0, 3.0, 500.0, 1e6])
BATCH = {"alpha": np.array([[[0.2]], [[0.6]], [[3.0]]]), "target": np.array([[1.0], [2.5]]), "start": np.array([[1e-3], [2.0]]),
         "eta": np.array([[0.3], [2.0]]), "skills": np.array([[[np.inf]], [[3e3]], [[1e8]]])}
"""Three models at two scales; with `TIMES`, 24 rows."""
SLOPES = {  # time, alpha, target, start, eta: endless skills of which hundreds have been learned, then a steep and a nearly learned model
    "plain": (300.0, 0.6, 1.0, 1e-3, 1.0),
    "slow decay": (40.0, 0.1, 2.5, 1e-2, 0.3),
    "steep": (20.0, 2.0, 0.7, 1e-6, 2.0),
    "nearly learned": (5.0, 0.4, 1.0, 0.999, 1.0),
}


def rows_of(batch, shape):
    spread = {name: np.broadcast_to(value, shape) for name, value in batch.items()}
    return [(place, {name: value[place] for name, value in spread.items()}) for place in np.ndindex(shape)]


def test_a_batch_is_its_rows():
    run = solve(TIMES, **BATCH)
    assert run.loss.shape == run.remainder.shape == (3, 2, 4)
    bounds = error_bounds.multilinear(run).slack * UNIT
    strength, skill_loss, waits = run.strength(np.array([1, 7])), run.skill_loss(7), run.emergence_time(0.9, np.array([1, 7]))
    assert strength.shape == (2, 3, 2, 4) and skill_loss.shape == (3, 2, 4) and waits.shape == (2, 3, 2, 1)
    assert run.frequency(np.arange(1, 6)).shape == (5, 3, 1, 1)
    for place, (time, model) in ((place, (row.pop("times"), row)) for place, row in rows_of({"times": TIMES} | BATCH, (3, 2, 4))):
        alone = solve(time, **model)
        assert abs(run.loss[place] - alone.loss) <= 2 * bounds[place]
        assert np.allclose(strength[(slice(None), *place)], alone.strength([1, 7]), rtol=1e-13)
        assert np.allclose(skill_loss[place], alone.skill_loss(7), rtol=1e-11)
        assert np.allclose(waits[(slice(None), *place[:2], 0)], alone.emergence_time(0.9, [1, 7]), rtol=1e-13)


def test_losses_of_a_batch_stay_within_their_bounds():
    """Beside 50 digits, each row with an alpha, a scale and a number of skills of its own."""
    times = np.array([0.0, 3.0, 200.0])
    run = solve(times, **BATCH)
    allowed = error_bounds.multilinear(run).slack * UNIT
    for place, row in rows_of({"times": times} | BATCH, run.loss.shape):
        exact = reference.in_time(row["times"], row["alpha"], row["target"], row["start"], row["eta"], row["skills"], row["skills"])
        assert abs(mpmath.mpf(float(run.loss[place])) - exact) <= allowed[place], place


def test_so_do_the_other_losses_and_the_power_laws():
    alphas, numbers = np.array([0.3, 1.0, 2.0]), np.array([[5.0], [1e6]])
    few = lacking(numbers, alphas, skills=1e8)
    shot = one_shot(numbers, alphas, 1.5)
    for i, j in np.ndindex(2, 3):
        assert few.loss[i, j] == pytest.approx(float(reference.lacking(alphas[j], 1.0, 1e8, numbers[i, 0])), rel=1e-13)
        assert shot.loss[i, j] == pytest.approx(float(one_shot(numbers[i, 0], alphas[j], 1.5).loss), rel=1e-13)
    for law, arguments in ((time_law, (1.5, np.array([[1e-3], [1.4]]))), (data_law, (1.5,)), (parameter_law, (1.5,))):
        found = law(alphas, *arguments)
        assert found.constant.shape == found.remainder.shape == np.broadcast_shapes((3,), *(np.shape(part) for part in arguments))
        for place in np.ndindex(found.constant.shape):
            alone = law(alphas[place[-1]], *(np.broadcast_to(part, found.constant.shape)[place] for part in arguments))
            assert isinstance(alone.constant, float) and found.exponent[place[-1]] == alone.exponent
            assert found.constant[place] == pytest.approx(alone.constant, rel=1e-13) and found(1e9)[place] == pytest.approx(alone(1e9))


def test_memory_is_bounded_however_many_rows(monkeypatch):
    """Four times the rows take the memory of their results more, and no more."""
    monkeypatch.setattr(_multilinear_losses, "ROWS", 64)
    peaks = []
    solve(np.ones(64), np.linspace(0.3, 0.9, 64), skills=1e8)
    for count in (256, 1024):
        alphas, times = np.linspace(0.3, 0.9, count), np.geomspace(1.0, 1e9, count)
        tracemalloc.start()
        try:
            assert np.isfinite(solve(times, alphas, skills=1e8).loss).all()
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] - peaks[0] < 40 * 8 * (1024 - 256)


# Torch: tensors in, tensors out.


def test_tensors_come_back_as_tensors_with_the_same_values():
    torch = pytest.importorskip("torch")
    plain, run = solve(TIMES, **BATCH), solve(torch.tensor(TIMES), **{name: torch.tensor(value) for name, value in BATCH.items()})
    assert repr(run) == repr(plain)
    for name in ("loss", "remainder"):
        value = getattr(run, name)
        assert isinstance(value, torch.Tensor) and np.allclose(value, getattr(plain, name), rtol=1e-12, atol=1e-30), name
    for name, arguments in (("strength", ([1, 7],)), ("skill_loss", (2,)), ("frequency", (5,)), ("emergence_time", (0.4, [1, 7]))):
        value = getattr(run, name)(*arguments)
        assert isinstance(value, torch.Tensor) and np.allclose(value, getattr(plain, name)(*arguments), rtol=1e-12), name
    samples = torch.tensor([3, 1000])
    assert np.allclose(one_shot(samples, 0.6).loss, one_shot(samples.numpy(), 0.6).loss, rtol=1e-13)
    assert np.allclose(lacking(samples, 0.6).loss, lacking(samples.numpy(), 0.6).loss, rtol=1e-13)
    for law in (time_law, data_law, parameter_law):
        found, expected = law(torch.tensor([0.3, 0.6], dtype=torch.float64)), law(np.array([0.3, 0.6]))
        assert isinstance(found(1e5), torch.Tensor) and np.allclose(found(1e5), expected(1e5), rtol=1e-12)
    numbers = solve(TIMES, 0.6, backend="torch")
    assert isinstance(numbers.loss, np.ndarray) and np.allclose(numbers.loss, solve(TIMES, 0.6).loss, rtol=1e-12)


def exact_slope(given, place, parameters):
    """The derivative by this argument, from differences of the 50-digit reference."""
    with reference._precise(), mpmath.workdps(100):
        step = flint.arb(given[place]) * flint.arb(10) ** -15
        ends = []
        for sign in (1, -1):
            moved = [flint.arb(value) for value in given]
            moved[place] += sign * step
            ends.append(reference.in_time(*moved, np.inf, parameters))
        return (ends[0] - ends[1]) / (2 * reference._number(step))


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("name", SLOPES)
@pytest.mark.parametrize("parameters", [np.inf, 40.0])
def test_autograd_goes_through_the_sums(name, parameters):
    """Each slope is made of the operations of the loss and their derivatives. With w units counted for the loss, of which its terms make
    up 1, a term's slope is off by at most 4 w units: w of each of the two factors, of the derivative and of the way back."""
    torch = pytest.importorskip("torch")
    given = SLOPES[name]
    tensors = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in given]
    run = solve(*tensors, parameters=parameters)
    slopes = torch.autograd.grad(run.loss, tensors)
    plain = solve(*given, parameters=parameters)
    units = float(error_bounds.multilinear(plain).slack) / float(plain.loss)
    for place, found in enumerate(slopes):
        exact = exact_slope(given, place, parameters)
        size = abs(exact) + float(plain.loss) / given[place]
        assert abs(mpmath.mpf(float(found)) - exact) <= 4 * units * UNIT * size, place


@pytest.mark.slow
def test_laws_and_single_skills_have_slopes():
    torch = pytest.importorskip("torch")
    calls = {
        "time_law": lambda alpha, target: time_law(alpha, target).constant, "data_law": lambda alpha, target: data_law(alpha, target)(1e4),
        "parameter_law": lambda alpha, target: parameter_law(alpha, target)(1e4),
        "one_shot": lambda alpha, target: one_shot(50, alpha, target).loss,
        "lacking": lambda alpha, target: lacking(50, alpha, target).loss,
        "strength": lambda alpha, target: solve(30.0, alpha, target).strength(3),
        "emergence_time": lambda alpha, target: solve(30.0, alpha, target).emergence_time(0.3, 2),
        "frequency": lambda alpha, target: solve(30.0, alpha, target).frequency(2) * target}
    for name, call in calls.items():
        tensors = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in (0.7, 1.3)]
        slopes = torch.autograd.grad(call(*tensors), tensors)
        for found, shift in zip(slopes, ((1e-4, 0.0), (0.0, 1e-4)), strict=True):
            ends = [[float(call(0.7 + times * sign * shift[0], 1.3 + times * sign * shift[1])) for sign in (1, -1)] for times in (1, 2)]
            expected = (8 * (ends[0][0] - ends[0][1]) - (ends[1][0] - ends[1][1])) / 12e-4
            assert float(found) == pytest.approx(expected, rel=1e-8, abs=1e-12), name
    alpha = torch.tensor(0.7, dtype=torch.float64, requires_grad=True)
    (first,) = torch.autograd.grad(solve(30.0, alpha).loss, alpha, create_graph=True)
    (second,) = torch.autograd.grad(first, alpha)
    near = [torch.tensor(0.7 + sign * 1e-4, dtype=torch.float64, requires_grad=True) for sign in (1, -1)]
    ends = [float(torch.autograd.grad(solve(30.0, value).loss, value)[0]) for value in near]
    assert float(second) == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-6)


@pytest.mark.slow
def test_no_nan_leaks_into_a_gradient():
    """At time 0, where all or nothing has been learned, with few skills and endless ones, at the ends of what is allowed."""
    torch = pytest.importorskip("torch")
    times = torch.tensor([0.0, 1e-70, 1.0, 1e70], dtype=torch.float64, requires_grad=True)
    cases = [([1e-3, 0.7], 1.0, 1e-100, 1e30, np.inf, np.inf), ([0.7], 1e30, 1e29, 1e-30, 2.0**53, 2.0**53),
             ([20.0], 1.0, 1 - 2**-53, 1.0, np.inf, np.inf), ([1e-3, 20.0], 1.0, 1e-3, 1.0, 2.0, 1.0),
             ([0.7], 1.0, 1e-3, 1.0, np.inf, 100.0)]
    for alphas, target, start, eta, skills, parameters in cases:
        given = np.array(alphas)[:, None], target, start, eta
        learned = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in given]
        run = solve(times, *learned, skills=skills, parameters=parameters)
        slopes = torch.autograd.grad(run.loss.sum() + run.skill_loss([1, 2]).sum(), [times, *learned])
        assert all(torch.isfinite(slope).all() for slope in slopes), (target, skills)


@pytest.mark.slow
def test_what_autograd_keeps_does_not_grow_with_the_sums():
    """Per row a few numbers, though a row's sum has thousands of terms; without a gradient nothing is kept."""
    torch = pytest.importorskip("torch")
    kept = []
    alpha = torch.tensor(0.6, dtype=torch.float64, requires_grad=True)
    times = torch.tensor(np.geomspace(1.0, 1e9, 300))
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: kept.append(tensor.numel()) or tensor, lambda tensor: tensor):
        loss = solve(times, alpha).loss
        assert 0 < sum(kept) < 20 * 300
    (found,) = torch.autograd.grad(loss.sum(), alpha)
    parts = [torch.autograd.grad(solve(time, alpha).loss, alpha)[0] for time in times[::73]]
    assert torch.isfinite(found) and all(torch.isfinite(part) for part in parts)
    with torch.no_grad():
        assert not solve(times, alpha).loss.requires_grad


@pytest.mark.parametrize("change, message", [
    ({"skills": 1e4}, "skills: got a tensor that requires a gradient; expected whole numbers, along which there is none"),
    ({"parameters": 30.0}, "parameters: got a tensor that requires a gradient"),
])
def test_whole_numbers_have_no_slope(change, message):
    torch = pytest.importorskip("torch")
    given = {name: torch.tensor(value, dtype=torch.float64, requires_grad=True) for name, value in change.items()}
    with pytest.raises(ValueError, match=message) as caught:
        solve(1.0, 0.6, **given)
    assert "\n" not in str(caught.value)
    with pytest.raises(TypeError, match="alpha: got type float32"):
        solve(1.0, torch.tensor(0.6))
    with pytest.raises(ValueError, match="backend: got 'numpy'; expected 'auto' or 'torch' where arguments are tensors"):
        solve(torch.tensor(1.0, dtype=torch.float64), 0.6, backend="numpy")


@pytest.mark.gpu
def test_tensors_stay_on_their_device():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("needs a CUDA device")
    alphas = torch.tensor([[0.3], [2.0]], dtype=torch.float64, device="cuda", requires_grad=True)
    run, plain = solve(TIMES, alphas, skills=1e8), solve(TIMES, np.array([[0.3], [2.0]]), skills=1e8)
    (slope,) = torch.autograd.grad(run.loss.sum(), alphas)
    assert run.loss.is_cuda and run.remainder.is_cuda and slope.is_cuda
    assert np.allclose(run.loss.detach().cpu(), plain.loss, rtol=1e-12)
    assert np.allclose(run.emergence_time(0.5, [1, 2]).detach().cpu(), plain.emergence_time(0.5, [1, 2]), rtol=1e-12)
