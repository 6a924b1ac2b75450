"""The command `theoremtest sweep`: listed, computed, drawn from the store, and mistakes in one line."""

import pytest
from typer.testing import CliRunner

from theoremtest.reports.cli.program import app

pytest.importorskip("zarr", reason="needs the extra `sweeps`")
SMALL = ("nam2024_stages", "--grid", "start=1e-4:0.1:5:log", "--grid", "strength=1,2,3", "--jobs", "1")


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, ["sweep", *words])


def test_all_sweeps_are_listed(run):
    told = run()
    assert told.exit_code == 0 and "xu2024_phase_diagram" in told.stdout and "c_gamma 351 x c_eta 476" in told.stdout


@pytest.mark.slow
def test_a_sweep_is_computed_once_and_drawn_from_its_store(run, tmp_path):
    told = run(*SMALL, "--points", "4")
    assert told.exit_code == 0, told.output
    assert told.stdout == "nam2024_stages.zarr: start 5, strength 3; 6 chunks computed\n"
    again = run(*SMALL, "--points", "4", "--plot", "plot.svg", "--value", "saturation_time")
    assert again.stdout == "nam2024_stages.zarr: start 5, strength 3; all was there\nwrote plot.svg\n"
    assert b"<svg" in (tmp_path / "plot.svg").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("words, told", [
    (("bogus",), "unknown sweep 'bogus'; there are domine2025_square"),
    ((*SMALL, "--grid", "width=1:2:3"), "nam2024_stages has no axis 'width'; it has start, strength"),
    ((*SMALL, "--grid", "start=1,2"), "axis start is given twice"),
    (("nam2024_stages", "--grid", "start"), "the grid 'start' cannot be read"),
    (("nam2024_scaling_in_time", "--grid", "alpha=-1:1:3"), "nam2024_scaling_in_time: alpha: got -1; expected a number from"),
    ((*SMALL, "--plot", "plot.doc"), "plot.doc: a plot ends in .png, .svg, .pdf"),
    ((*SMALL, "--plot", "plot.png", "--value", "loss"), "the sweep has no values 'loss'; it has emergence_time, saturation_time"),
    ((*SMALL, "--scheduler", "nowhere"), "'nowhere' is no scheduler's address"),
])
def test_a_mistake_is_one_line(run, words, told):
    if "--scheduler" in words:
        pytest.importorskip("distributed", reason="needs the extra `cluster`")
    found = run(*words)
    assert found.exit_code == 2 and f"error: {told}" in found.stderr and found.stderr.count("\n") == 1


def test_an_interrupt_says_how_far_it_came(run, monkeypatch):
    from theoremtest.numerics.sweeps import sweep

    compute, numbers = sweep.compute, []

    def noted(*call):
        if len(numbers) == 2:
            raise KeyboardInterrupt
        numbers.append(compute(*call))

    monkeypatch.setattr(sweep, "compute", noted)
    found = run(*SMALL, "--points", "4")
    assert found.exit_code == 130 and "interrupted after 2 of 6 chunks; what is whole is kept" in found.stderr
    monkeypatch.setattr(sweep, "compute", compute)
    assert "4 chunks computed" in run(*SMALL, "--points", "4").stdout
