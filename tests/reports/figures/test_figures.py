"""The papers' figures: what a drawing holds (axes, series, names), and that theory and simulation lie as close as its caption says."""

import re
import struct
from importlib import import_module
from importlib.resources import files
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest

from theoremtest.reports.figures import draw, names

FOLDER = files("theoremtest.reports.figures")
CLOSE = 1e-8
"""Exact solutions and flows integrated in double precision agree to this; what discretised training gives is named below."""
LOOSER = {"kunin2024_fig_1": 0.02, "kunin2024_fig_5": 1e-4, "xu2024_phase_diagram": 1e-6,
          "nam2024_fig_4_2": 0.03, "nam2024_fig_4_3": 2e-6, "nam2024_fig_c_1": 2e-6}
"""Finite steps of gradient descent, a relative deviation of times, one integrated curve between its points for all skills, and the mean
over drawn training sets."""
SIMPLIFIED = {"nam2024_fig_5_1", "nam2024_fig_5_2"}
"""Trained networks beside a model that they need not follow: the caption says how far they are from it, and nothing bounds that."""
WITHOUT_THEORY = {"nam2024_fig_6_5"}
"""What trained networks do, of which no theory is drawn."""
AXES = {"domine2025_fig_1": 7, "domine2025_fig_2": 15, "domine2025_fig_3": 3, "domine2025_fig_4": 18, "domine2025_fig_5": 3,
        "domine2025_fig_8": 10, "domine2025_fig_9": 10, "domine2025_fig_10": 10, "domine2025_fig_11": 3, "domine2025_fig_12": 3,
        "domine2025_fig_13": 4, "domine2025_fig_14": 3,
        "kunin2024_fig_1": 8, "kunin2024_fig_2": 3, "kunin2024_fig_3": 3, "kunin2024_fig_4": 2, "kunin2024_fig_5": 12, "kunin2024_fig_7": 2,
        "kunin2024_fig_8": 18, "kunin2024_fig_9": 2,
        "nam2024_fig_1_2": 2, "nam2024_fig_1_3": 6, "nam2024_fig_1_4": 3, "nam2024_fig_1_5": 3, "nam2024_fig_2_2": 6, "nam2024_fig_3_3": 2,
        "nam2024_fig_3_4": 2, "nam2024_fig_4_2": 3, "nam2024_fig_4_3": 3, "nam2024_fig_5_1": 3, "nam2024_fig_5_2": 3, "nam2024_fig_6_2": 6,
        "nam2024_fig_6_3": 3, "nam2024_fig_6_4": 4, "nam2024_fig_6_5": 5, "nam2024_fig_c_1": 3, "nam2024_fig_c_2": 2,
        "xu2024_fig_1": 10, "xu2024_phase_diagram": 4}
PAIRS = {"domine2025_fig_1": 6, "domine2025_fig_2": 42, "domine2025_fig_3": 9, "domine2025_fig_5": 9, "domine2025_fig_11": 12,
         "domine2025_fig_12": 8, "domine2025_fig_13": 3, "domine2025_fig_14": 15,
         "kunin2024_fig_2": 3, "kunin2024_fig_3": 21, "kunin2024_fig_4": 7, "kunin2024_fig_7": 16, "kunin2024_fig_8": 90,
         "nam2024_fig_1_2": 2, "nam2024_fig_1_3": 6, "nam2024_fig_1_4": 3, "nam2024_fig_1_5": 3, "nam2024_fig_2_2": 18,
         "nam2024_fig_3_3": 8, "nam2024_fig_3_4": 6, "nam2024_fig_4_3": 21, "nam2024_fig_6_2": 21,
         "nam2024_fig_c_1": 3, "nam2024_fig_c_2": 4}
"""Lines of the exact solution, each over the line of a simulation."""
BY_ANOTHER_NAME = {"kunin2024_fig_7", "nam2024_fig_2_2", "nam2024_fig_c_2"}
"""Their legends call theory something else than an exact solution."""
SVG = "{http://www.w3.org/2000/svg}"


def deviations(caption):
    """The figures of a caption in scientific notation: its deviations."""
    return [float(figure) for figure in re.findall(r"\d\.\de[-+]\d\d", caption)]


def test_every_figure_has_its_number_of_axes_listed():
    assert set(AXES) == set(names())


@pytest.mark.parametrize("name", AXES)
def test_the_files_of_a_figure_hold_all_its_axes_and_lines(name):
    drawing = ElementTree.fromstring(FOLDER.joinpath(f"{name}.svg").read_text(encoding="utf-8"))
    groups = [group.get("id", "") for group in drawing.iter(f"{SVG}g")]
    assert sum(group.startswith("axes_") for group in groups) == AXES[name]
    assert sum(group.startswith("line2d_") for group in groups) >= 2 * PAIRS.get(name, 0)
    left, top, width, height = map(float, drawing.get("viewBox").split())
    picture = FOLDER.joinpath(f"{name}.png").read_bytes()
    across, down = struct.unpack(">II", picture[16:24])
    assert picture.startswith(b"\x89PNG") and (left, top) == (0, 0)
    assert (across, down) == pytest.approx((width / 72 * 150, height / 72 * 150), abs=2)


@pytest.mark.parametrize("name", AXES)
def test_a_caption_names_the_figure_and_how_close_theory_and_simulation_are(name):
    caption = FOLDER.joinpath(f"{name}.txt").read_text(encoding="utf-8")
    number = re.search(r"fig_(\w+)", name)
    assert "phase diagram" in caption if number is None else f"Fig. {number.group(1).replace('_', '.').upper()}," in caption
    found = deviations(caption)
    assert bool(found) == (name not in WITHOUT_THEORY)
    assert name in SIMPLIFIED | WITHOUT_THEORY or max(found) <= LOOSER.get(name, CLOSE)


def coordinates(line):
    """The points of a line in the plane or in space, one a row."""
    return np.array(line.get_data_3d() if hasattr(line, "get_data_3d") else line.get_data(), dtype=float).T


def pairs(axes):
    """Each dashed line with the line before it, where both have as many points and are no mere segments."""
    for before, line in zip(axes.lines, axes.lines[1:], strict=False):
        if line.is_dashed() and not before.is_dashed():
            simulation, theory = coordinates(before), coordinates(line)
            if simulation.shape == theory.shape and len(theory) > 2:
                yield simulation, theory


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("name", [*PAIRS][::3])  # each third is drawn; of all, what was drawn last is held to its caption above
def test_the_drawn_theory_lies_on_the_drawn_simulation(name):
    matplotlib.use("Agg")
    drawing = import_module(f"theoremtest.reports.figures.{name}").draw()
    found = [pair for axes in drawing.figure.axes for pair in pairs(axes)]
    assert len(found) == PAIRS[name]
    apart = [np.abs(simulation - theory)[np.abs(theory) < 10].max() for simulation, theory in found]
    assert max(apart) <= 1.05 * max(deviations(drawing.caption))  # two digits are in the caption
    moved = [np.nanmax(theory[np.abs(theory) < 10]) - np.nanmin(theory[np.abs(theory) < 10]) for _, theory in found]
    assert min(moved) > 1e-3  # no line is a point
    shown = {text.get_text() for legend in [*drawing.figure.legends, *(axes.get_legend() for axes in drawing.figure.axes)] if legend
             for text in legend.get_texts()}
    assert "exact solution" in shown or name in BY_ANOTHER_NAME


@pytest.mark.slow
def test_a_drawing_is_the_same_again_whatever_the_memory_held(tmp_path, monkeypatch):
    clean = draw("kunin2024_fig_9", folder=tmp_path / "one").read_bytes()
    monkeypatch.setattr(np, "empty", soiled)
    assert draw("kunin2024_fig_9", folder=tmp_path / "two").read_bytes() == clean


def soiled(*shape, of=np.empty, **options):
    """An array as `numpy.empty` may hand it out: in memory that held great numbers."""
    array = of(*shape, **options)
    if array.dtype.kind == "f":
        array.flat = [1.7e308, -1.7e308]
    return array
