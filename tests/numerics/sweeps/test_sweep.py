"""Sweeps: every point is the function's value, whoever computes it; what is whole is not computed again; a mistake is one line."""

import os
import re
import runpy
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from helpers.sweep_functions import spectra, waves
from theoremtest.models import diagonal_linear
from theoremtest.numerics.experiments.xu2024_phases import time_plane
from theoremtest.numerics.parallel.cluster import local_cluster
from theoremtest.numerics.sweeps import store
from theoremtest.numerics.sweeps.grid import SweepError, grid_of, read_axis
from theoremtest.numerics.sweeps.named import named
from theoremtest.numerics.sweeps.store import Store
from theoremtest.numerics.sweeps.sweep import compute, sweep

pytest.importorskip("zarr", reason="needs the extra `sweeps`")
pytest.importorskip("xarray", reason="needs the extra `sweeps`")

GRID = {"x": np.arange(11.0), "y": np.linspace(0.0, 1.0, 7)}
EXPECTED = waves(GRID["x"][:, None], GRID["y"][None, :])


def test_every_point_is_the_function_s_value(tmp_path):
    found = sweep(waves, GRID, tmp_path / "waves", points=10, about={"wave": "a wave"})
    assert found["wave"].dims == ("x", "y") and found["wave"].attrs["long_name"] == "a wave" and list(found) == ["wave", "along"]
    np.testing.assert_array_equal(found["wave"], EXPECTED["wave"])
    np.testing.assert_array_equal(found["along"], np.broadcast_to(GRID["x"][:, None], (11, 7)))
    np.testing.assert_array_equal(found["y"], GRID["y"])


@pytest.mark.parametrize("shape, points", [((11, 7), 10), ((1,), 1), ((5, 4, 3), 1), ((6, 6), 1000)])
def test_chunks_cover_the_grid_once(shape, points):
    grid = grid_of({f"axis{k}": np.arange(float(size)) for k, size in enumerate(shape)}, points)
    seen = np.zeros(shape, dtype=int)
    for number in range(np.prod(grid.counts)):
        seen[grid.place(number)] += 1
        assert seen[grid.place(number)].size <= points
    assert (seen == 1).all()


def test_a_solver_s_quantities_are_kept_with_their_units(tmp_path):
    grid, fixed = {"a0": np.geomspace(1e-3, 1, 9), "target": np.linspace(-1, 2, 8)}, {"times": 3.0, "b0": 0.1}
    found = sweep(diagonal_linear.solve, grid, tmp_path / "modes", keep=["strength", "loss"], fixed=fixed, points=20)
    run = diagonal_linear.solve(3.0, grid["a0"][:, None], 0.1, grid["target"])
    np.testing.assert_array_equal(found["strength"], run.strength)
    assert found["loss"].attrs["units"] == run.QUANTITIES["loss"].units


# --- taking up --------------------------------------------------------------------------------------------------------------


def counted(monkeypatch, stop_after=10**6):
    """The numbers of the chunks that are computed from here on; an interrupt after so many."""
    numbers = []

    def noted(function, out, number, *rest):
        if len(numbers) == stop_after:
            raise KeyboardInterrupt
        numbers.append(number)
        return compute(function, out, number, *rest)

    monkeypatch.setattr("theoremtest.numerics.sweeps.sweep.compute", noted)
    return numbers


def test_what_is_whole_is_not_computed_again(tmp_path, monkeypatch):
    first = counted(monkeypatch, stop_after=3)
    with pytest.raises(KeyboardInterrupt):
        sweep(waves, GRID, tmp_path / "waves", points=12)
    broken_off = Store(tmp_path / "waves").dataset()["wave"]
    assert 0 < np.isnan(broken_off).sum() < broken_off.size
    rest = counted(monkeypatch)
    found = sweep(waves, GRID, tmp_path / "waves", points=12)
    assert len(first) == 3 and rest and not set(first) & set(rest)
    np.testing.assert_array_equal(found["wave"], EXPECTED["wave"])


def test_a_chunk_without_its_mark_is_computed_again(tmp_path, monkeypatch):
    sweep(waves, GRID, tmp_path / "waves", points=12)
    damaged = Store(tmp_path / "waves")
    damaged.values["wave"][0, 0], damaged.marks[0] = 99.0, 0
    numbers = counted(monkeypatch)
    found = sweep(waves, GRID, tmp_path / "waves", points=12)
    assert numbers == [0]
    np.testing.assert_array_equal(found["wave"], EXPECTED["wave"])


def test_a_store_that_cannot_be_finished_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "_fill", lambda *rest: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        sweep(waves, GRID, tmp_path / "waves")
    assert list(tmp_path.iterdir()) == []


PROGRAM = """
import sys
import time
import numpy as np
from theoremtest.numerics.sweeps.sweep import sweep

calls = []

def slow(x, y):
    calls.append(x.size)
    if len(sys.argv) > 2 and len(calls) > 5:  # it is killed here, however busy the machine is
        time.sleep(3600)
    return {"wave": np.sin(x) * np.exp(-y)}

if __name__ == "__main__":
    sweep(slow, {"x": np.arange(60.0), "y": np.arange(5.0)}, sys.argv[1], points=20)
"""


@pytest.mark.slow
def test_a_run_that_is_killed_is_taken_up(tmp_path):
    program, out = tmp_path / "program.py", tmp_path / "waves"
    program.write_text(PROGRAM)
    running = subprocess.Popen([sys.executable, str(program), str(out), "hang"])
    while not out.is_dir() or len(Store(out).waiting()) == 15:
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert 0 < len(Store(out).waiting()) < 15
    times = {path: path.stat().st_mtime_ns for path in (out / "wave" / "c").rglob("*") if path.is_file() and not path.suffix}
    subprocess.run([sys.executable, str(program), str(out)], check=True)
    assert Store(out).waiting() == []
    np.testing.assert_array_equal(Store(out).dataset()["wave"], np.sin(np.arange(60.0))[:, None] * np.exp(-np.arange(5.0)))
    assert sum(path.stat().st_mtime_ns != before for path, before in times.items()) <= 1  # the one that was written and not marked


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["processes", "cluster"])
def test_every_backend_gives_the_same_digits(tmp_path, backend):
    grid = {"x": np.linspace(0, 3, 40), "y": np.linspace(0, 1, 30)}
    here = sweep(spectra, grid, tmp_path / "here", points=100)
    if backend == "processes":
        there = sweep(spectra, grid, tmp_path / "there", points=100, workers=2)
    else:
        pytest.importorskip("distributed", reason="needs the extra `cluster`")
        with local_cluster(2) as address:
            there = sweep(spectra, grid, tmp_path / "there", points=100, workers=address)
    np.testing.assert_array_equal(here["size"], there["size"])


# --- mistakes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid, told", [
    ({}, "the grid has no axis"),
    ({"x": []}, r"axis x: shape \(0,\)"),
    ({"x": [[1.0]]}, r"axis x: shape \(1, 1\)"),
    ({"x": [1.0, np.nan]}, "axis x: nan among its values"),
    ({"x": [1.0, 1.0]}, "axis x: the same value twice"),
    ({"x": ["a"]}, "axis x: .* holds no numbers"),
    ({"computed": [1.0]}, "'computed' cannot name an axis"),
    ({"x": np.arange(2000.0), "y": np.arange(2000.0)}, "4000000 chunks; expected at most 1000000"),
])
def test_a_bad_grid_is_one_line(grid, told, tmp_path):
    with pytest.raises(SweepError, match=told) as error:
        sweep(waves, grid, tmp_path / "waves", points=1)
    assert "\n" not in str(error.value) and not (tmp_path / "waves").exists()


@pytest.mark.drawn(4)
@pytest.mark.parametrize("change, told", [
    ({"grid": {**GRID, "x": np.arange(12.0)}}, "its axis x is not the one"),
    ({"grid": {"x": GRID["x"]}, "fixed": {"y": np.ones(1)}}, "its axis y is not the one"),
    ({"function": spectra}, "of helpers.sweep_functions.waves"),
    ({"points": 3}, "has chunks of .* points and not"),
])
def test_a_store_of_another_sweep_is_refused(change, told, tmp_path):
    sweep(waves, GRID, tmp_path / "waves", points=12)
    asked = {"function": waves, "grid": GRID, "points": 12, **change}
    with pytest.raises(SweepError, match=told):
        sweep(asked.pop("function"), asked.pop("grid"), tmp_path / "waves", **asked)


def test_an_edited_function_and_other_code_are_another_sweep(tmp_path, monkeypatch):
    sweep(waves, GRID, tmp_path / "waves")
    module = "theoremtest.numerics.sweeps.sweep"
    with monkeypatch.context() as patch:
        patch.setattr(f"{module}.inspect.getsource", lambda function: "edited")
        with pytest.raises(SweepError, match="of an earlier text of helpers.sweep_functions.waves"):
            sweep(waves, GRID, tmp_path / "waves")
    monkeypatch.setattr(f"{module}.fingerprint", lambda folders: {"numpy": "0"})
    with pytest.raises(SweepError, match="computed by other code"):
        sweep(waves, GRID, tmp_path / "waves")


def test_what_a_function_holds_tells_sweeps_apart(tmp_path):
    def held(factor):
        return lambda x, y: factor * (x + y)

    for place, (one, other) in enumerate(((held(2.0), held(3.0)), (partial(waves), partial(waves, y=np.ones(1))))):
        grid = GRID if place == 0 else {"x": GRID["x"]}
        fixed = {} if place == 0 else {"y": np.zeros(1)}
        sweep(one, grid, tmp_path / str(place), fixed=fixed)
        with pytest.raises(SweepError, match="holds another sweep"):
            sweep(other, grid, tmp_path / str(place))


@pytest.mark.parametrize("function, told", [
    (np.vectorize(lambda x, y: x + y), "is no function"),
    (lambda x, y: np.zeros(3), r"has shape \(3,\) over axes"),
    (lambda x, y: {"x": x + y}, "x is an axis and one of the values"),
    (lambda x, y: (x + y) * 1j, "not real numbers"),
    (lambda x, y: {}, "returns no values"),
])
def test_values_that_do_not_fit_are_one_line(function, told, tmp_path):
    with pytest.raises(SweepError, match=told):
        sweep(function, GRID, tmp_path / "waves")
    assert not (tmp_path / "waves").exists()


def test_a_folder_that_is_no_store_is_left_alone(tmp_path):
    (tmp_path / "mine").write_text("mine")
    for place in (tmp_path, tmp_path / "mine"):
        with pytest.raises(SweepError, match="holds no sweep; name another folder"):
            sweep(waves, GRID, place)
    assert os.listdir(tmp_path) == ["mine"]


def test_a_missing_extra_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "zarr", None)
    with pytest.raises(SweepError, match=r"theoremtest\[sweeps\]"):
        sweep(waves, GRID, tmp_path / "waves")


@pytest.mark.parametrize("text, values", [("x=0:1:3", [0, 0.5, 1]), ("x=1:100:3:log", [1, 10, 100]), ("x=0.3,0.6", [0.3, 0.6])])
def test_an_axis_is_read_from_text(text, values):
    name, found = read_axis(text)
    assert name == "x" and found == pytest.approx(values)


@pytest.mark.parametrize("text", ["x", "x=", "=1,2", "x=1:2", "x=1:2:0", "x=1:2:3:cubic", "x=-1:2:3:log", "x=1:2:99999999999", "x=a"])
def test_text_that_is_no_axis_is_one_line(text):
    with pytest.raises(SweepError, match=f"^the grid {text!r} cannot be read"):
        read_axis(text)


# --- the papers' ------------------------------------------------------------------------------------------------------------


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", named())
def test_a_sweep_of_a_paper_has_a_number_at_every_point(name, tmp_path):
    one = named()[name]
    ends = {axis: values[[0, len(values) // 2, -1]] for axis, values in one.grid.items()}
    found = sweep(one.function, ends, tmp_path / name, fixed=one.fixed, about=one.about, points=one.points)
    assert all(np.isfinite(values).all() for values in found.values()) and set(one.about) == {*one.grid, *found}


def test_the_phase_diagram_is_that_of_whole_networks():
    gammas, etas = np.linspace(-1.75, 1.75, 4), np.linspace(-2.75, 2.0, 3)
    found = named()["xu2024_phase_diagram"].function(gammas[:, None], etas[None, :])
    np.testing.assert_allclose(found["time_exponent"], time_plane(gammas, etas), rtol=0, atol=1e-12)
    assert np.abs(found["time_exponent"] - found["expected"]).max() < 0.6


def test_the_readme_s_sweep_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = Path(store.__file__).with_name("README.md").read_text("utf-8")
    program = tmp_path / "program.py"
    program.write_text("\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)))
    space = runpy.run_path(str(program))
    assert space["strength"]["loss"].shape == (300, 200)
    assert set(sweep(space["stages"], {"start": [0.01, 0.1], "strength": [1.0, 2.0]}, "stages")) == {"emergence", "saturation"}
