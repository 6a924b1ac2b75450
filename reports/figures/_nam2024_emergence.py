"""Figs. 5.1 and 5.2 of Nam's thesis: sizes of the networks, what the extended multilinear model predicts for them, and its calibration."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from matplotlib.axes import Axes

from theoremtest.numerics.experiments.nam2024_emergence import Training, in_data, in_parameters, in_time
from theoremtest.numerics.experiments.nam2024_predicted import Model, by_nodes, by_samples, by_samples_printed, halfway, in_steps, nearest

from ._nam2024 import MODES

FULL = Training(5, 32, 1000, 4000, 500_000, 0.05, device="auto", together=1)
FULL_TIMES, FULL_WIDTHS = tuple(range(0, 30_001, 50)), tuple(range(1, 31))
FULL_SIZES = tuple(100 * 2**power for power in range(9))
"""Appendix C.3; the numbers of samples and of nodes are ours."""


@dataclass(frozen=True)
class Sizes:
    """What is trained for each panel, and where its strengths are taken."""

    time: Training
    times: tuple[int, ...]
    data: Training
    samples: tuple[int, ...]
    nodes: Training
    widths: tuple[int, ...]

    @classmethod
    def of(cls, skills: int, full: bool) -> Sizes:
        """The thesis's, for one skill or five; or smaller ones, for one skill or three."""
        if full:
            thesis = replace(FULL, skills=skills)
            adam = replace(thesis, adam=True, rate=1e-3, decay=5e-5)
            return cls(thesis, FULL_TIMES, replace(thesis, batch=2000, halved=50_000), FULL_SIZES, adam, FULL_WIDTHS)
        small = Training(skills, 9, 64, 128, 0, 0.08)
        adam = replace(small, adam=True, batch=64, rate=0.005, halved=2000, decay=5e-5)
        if skills == 1:
            return cls(small, tuple(range(0, 801, 20)), replace(small, width=48, batch=48, steps=2500, rate=0.07, halved=2000),
                       (10, 20, 40, 60, 80, 120, 160, 240), replace(adam, steps=3000), (1, 2, 3, 4, 6, 9, 14, 20))
        return cls(small, tuple(range(0, 5601, 160)), replace(small, width=48, batch=48, steps=7000, rate=0.07, halved=5500),
                   (30, 60, 120, 240, 480, 960, 1920), replace(adam, steps=3000), (1, 2, 4, 7, 12, 20, 30))


@dataclass(frozen=True)
class Panel:
    """R_k/S of trained networks, (runs, places, skills), where it was taken, (places,), and the frequencies of the skills, (skills,)."""

    places: np.ndarray
    strengths: np.ndarray
    often: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """Over the runs, (places, skills)."""
        return self.strengths.mean(0)

    def calibrated(self, model: Model, constants: np.ndarray) -> float:
        """The constant, of those given in rising order or between them, with which the model is nearest to the first skill."""
        return nearest(model, self.places, self.often, self.mean[:, 0], constants)

    def halfway(self, strengths: np.ndarray) -> np.ndarray:
        """Where each skill's strength, (places, skills), first is a half."""
        return halfway(self.places, strengths)

    def apart(self, model: np.ndarray) -> np.ndarray:
        """The greatest distance of the model from the mean, skill by skill."""
        return np.abs(self.mean - model).max(0)


def trained(sizes: Sizes) -> dict[str, Panel]:
    """Networks in time, by samples and by nodes."""
    often = sizes.time.frequencies
    by_samples, _ = in_data(sizes.data, sizes.samples)
    found = {"time": (sizes.times, in_time(sizes.time, sizes.times)), "data": (sizes.samples, by_samples.swapaxes(0, 1)),
             "parameters": (sizes.widths, in_parameters(sizes.nodes, sizes.widths).swapaxes(0, 1))}
    return {name: Panel(np.array(places), strengths, often) for name, (places, strengths) in found.items()}


@dataclass(frozen=True)
class Constants:
    """B, D_c of the corrected and of the printed Eq. (5.5), and N_c."""

    time: float
    data: float
    printed: float
    nodes: int


def calibrated(panels: dict[str, Panel], rate: float) -> Constants:
    """By least squares on the mean strength of the first skill."""
    data = panels["data"]
    candidates = np.geomspace(data.places[0], data.places[-1], 200)
    parameters = panels["parameters"]
    nodes = min(range(1, 4 * int(parameters.places[-1])), key=lambda number: float(
        np.sum((by_nodes(parameters.places, parameters.often, number) - parameters.mean)[:, 0] ** 2)))
    return Constants(panels["time"].calibrated(in_steps(rate), np.geomspace(1e-3, 1.0, 400)), data.calibrated(by_samples, candidates),
                     data.calibrated(by_samples_printed, candidates), nodes)


def predicted(panels: dict[str, Panel], constants: Constants, rate: float) -> dict[str, np.ndarray]:
    """The model's R_k/S where those of the networks were taken, (places, skills); `printed` is Eq. (5.5) as printed."""
    time, data, parameters = panels["time"], panels["data"], panels["parameters"]
    return {"time": in_steps(rate)(time.places, time.often, constants.time), "data": by_samples(data.places, data.often, constants.data),
            "printed": by_samples_printed(data.places, data.often, constants.printed),
            "parameters": by_nodes(parameters.places, parameters.often, constants.nodes)}


def draw_panel(axes: Axes, panel: Panel, model: np.ndarray, printed: np.ndarray | None = None) -> None:
    """Each skill's mean over the runs with a band of one deviation, the model's line over it, and dotted what is printed."""
    spread = panel.strengths.std(0, ddof=1)
    for skill, shade in zip(range(len(panel.often)), MODES, strict=False):
        mean = panel.mean[:, skill]
        axes.fill_between(panel.places, mean - spread[:, skill], mean + spread[:, skill], color=shade, alpha=0.18, linewidth=0)
        axes.plot(panel.places, mean, color=shade, linewidth=3.2, alpha=0.45, solid_capstyle="butt")
        axes.plot(panel.places, model[:, skill], color=shade, linewidth=1.4, linestyle=(0, (3, 2)))
        if printed is not None:
            axes.plot(panel.places, printed[:, skill], color=shade, linewidth=1.2, linestyle=":")
    axes.set(ylim=(-0.12, 1.12))
