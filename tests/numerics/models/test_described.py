"""What every solver's result offers beside its numbers: a dataset with units, a drawing along time, and one clear line where it cannot."""

import sys

import numpy as np
import pytest

from theoremtest.models import diagonal_linear, lambda_balanced, latent_variable, lazy_rich, multilinear, single_neuron
from theoremtest.numerics.extras import MissingExtra

TIMES = np.array([0.0, 0.5, 2.0])
VECTOR = np.array([[0.3, 0.1], [0.2, -0.4]])


def results(times=TIMES):
    """A result of each public solver, with two starts."""
    layers = lambda_balanced.balanced_layers(np.stack([np.diag([0.1, -0.2])] * 2), 0.5)
    return {
        "single_neuron": single_neuron.solve(times, 0.5, VECTOR, np.array([1.0, 0.5]), backend="numpy"),
        "latent_variable": latent_variable.solve(times, VECTOR, np.eye(2), np.array([1.0, 0.5]), 1.0, backend="numpy"),
        "lambda_balanced": lambda_balanced.solve(times, *layers, np.diag([2.0, 1.0]), backend="numpy"),
        "diagonal_linear": diagonal_linear.solve(times, VECTOR[0], 0.2, 1.0, backend="numpy"),
        "lazy_rich": lazy_rich.solve(times, VECTOR, 2 * VECTOR, 1.0, backend="numpy"),
        "multilinear": multilinear.solve(times, np.array([[0.3], [0.6]]) if np.ndim(times) else np.array([0.3, 0.6])),
        "one_shot": multilinear.one_shot(np.array([1, 10, 100]), np.array([[0.3], [0.6]])),
        "lacking": multilinear.lacking(np.array([1, 10, 100]), np.array([[0.3], [0.6]])),
    }


@pytest.mark.parametrize("name", results())
def test_every_dataset_says_units_and_meaning(name):
    pytest.importorskip("xarray")
    data = results()[name].to_xarray()
    assert set(data.data_vars) == set(results()[name].QUANTITIES)
    assert all(variable.attrs["units"] and variable.attrs["long_name"] for variable in data.variables.values())
    assert {"multilinear": "time", "one_shot": "samples", "lacking": "parameters"}.get(name, "time") in data.dims


def test_a_curve_names_the_axes_along_which_one_argument_varies():
    pytest.importorskip("xarray")
    data = multilinear.solve(TIMES, np.array([[0.3], [0.6]])).to_xarray()
    assert data.loss.dims == ("alpha", "time") and data.alpha.values.tolist() == [0.3, 0.6]
    together = multilinear.solve(TIMES, np.array([0.3, 0.4, 0.6])).to_xarray()
    assert together.loss.dims == ("axis_0",) and together.time.dims == together.alpha.dims == ("axis_0",)


@pytest.mark.parametrize("name", results())
def test_every_result_draws_itself(name):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    run = results()[name]
    panels = np.atleast_1d(run.plot())
    assert len(panels) == len(run.DRAWN)
    drawn = panels[-1].get_lines()
    loss = np.asarray(run.loss).reshape(-1, 3)
    np.testing.assert_array_equal([line.get_ydata() for line in drawn], loss)
    assert panels[-1].get_ylabel() == f"loss in {run.QUANTITIES['loss'].units}"
    matplotlib.pyplot.close("all")


def test_many_lines_are_thinned_and_the_title_says_so():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    run = diagonal_linear.solve(TIMES, np.linspace(0.1, 1.0, 400), 0.2, 1.0, backend="numpy")
    figure = matplotlib.figure.Figure()
    panel = run.plot("loss", ax=figure.subplots())
    assert len(panel.get_lines()) == 50 and "(50 of 400 lines)" in panel.get_title()


def test_tensors_are_drawn_as_numbers():
    torch = pytest.importorskip("torch")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    layers = (torch.tensor(part, requires_grad=True) for part in lambda_balanced.balanced_layers(np.diag([0.1, -0.2]), 0.5))
    for run in (diagonal_linear.solve(torch.tensor(TIMES), torch.tensor(0.1, dtype=torch.float64, requires_grad=True), 0.2, 1.0),
                lambda_balanced.solve(TIMES, *layers, np.diag([2.0, 1.0]))):
        (line,) = run.plot("loss", ax=matplotlib.figure.Figure().subplots()).get_lines()
        np.testing.assert_array_equal(line.get_ydata(), run.loss.detach().numpy())


def test_what_cannot_be_drawn_is_said_in_one_line():
    run = results()["diagonal_linear"]
    with pytest.raises(ValueError, match="^quantity: got 'conserved'; expected one of a, b, strength, residual, loss$"):
        run.plot("conserved")
    with pytest.raises(ValueError, match="^ax: got axes for 2 quantities; expected one quantity, or ax=None for a panel each$"):
        run.plot("a", "loss", ax=object())
    for name in ("diagonal_linear", "multilinear"):
        with pytest.raises(ValueError, match="^plot: got a result at one time; expected one along time, samples or parameters$"):
            results(times=1.0)[name].plot()


@pytest.mark.parametrize("library, command", [("numba", "solvers"), ("torch", "flow")])
def test_a_backend_that_is_absent_is_named(monkeypatch, library, command):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=rf"^backend '{library}' needs {library}, .*: pip install 'theoremtest\[{command}\]'$"):
        diagonal_linear.solve(TIMES, 0.1, 0.2, 1.0, backend=library)


@pytest.mark.parametrize("library, call, line", [
    ("matplotlib.pyplot", "plot", r"^plot needs matplotlib, which cannot be imported (.*): pip install 'theoremtest\[figures\]'$"),
    ("xarray", "to_xarray", r"^to_xarray needs xarray, which cannot be imported (.*): pip install 'theoremtest\[xarray\]'$"),
])
def test_a_library_that_is_absent_is_named(monkeypatch, library, call, line):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=line):
        getattr(results()["diagonal_linear"], call)()
