"""The figures of Kunin et al. 2024 that lie beside the report: each with its caption, small, and the same from run to run."""

import re

import pytest

from rederive.reports.figures import HERE, draw, names

FIGURES = [f"kunin2024_fig_{number}" for number in (1, 2, 3, 4, 5, 7, 8, 9)]


@pytest.mark.parametrize("name", FIGURES)
def test_each_figure_has_its_drawings_and_a_caption_with_a_figure(name):
    assert name in names()
    assert (HERE / f"{name}.svg").stat().st_size < 400_000 and (HERE / f"{name}.png").stat().st_size > 10_000
    caption = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert f"Fig. {name[-1]}" in caption and re.search(r"(deviation|strays|distance)", caption) and re.search(r"\de-\d\d", caption)


@pytest.mark.slow
def test_a_drawing_is_the_same_again(tmp_path):
    for part in ("one", "two"):
        (tmp_path / part).mkdir()
    first, second = (draw("kunin2024_fig_9", folder=tmp_path / part).read_bytes() for part in ("one", "two"))
    assert first == second
