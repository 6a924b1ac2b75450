"""Training experiments at the papers' own sizes on a GPU: steps per second beside this machine's CPU, and two figures whole.

`python -m benchmarks.training_gpu` prints the figures. Steps of all networks of a call are taken side by side.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

import numpy as np

from benchmarks.measured import command
from theoremtest.numerics.experiments import kunin2024_teacher_student as students
from theoremtest.numerics.experiments import nam2024_emergence as emergence
from theoremtest.numerics.training.gradient_flow import descend

EMERGENCE = emergence.Training(5, 32, 1000, 4000, 500_000, 0.05, together=1)
"""Nam 2024, Fig. 5.1: ten networks of width 1000, samples of 4000 for each step."""
STUDENTS = {"d": 100, "h": 50, "n": 1000, "step": 5e-3}
"""Kunin et al. 2024, Fig. 1 (b): students of width 50 in 100 dimensions on 1000 samples, on a grid of 8 by 8 for tau and delta."""
TAUS, DELTAS = np.geomspace(0.1, 2, 8), np.linspace(-1, 1, 8)


def by_step(run, few: int, many: int) -> float:
    """Seconds of one step: the difference of a long and a short run, so that set-up drops out."""
    taken = []
    for steps in (few, many):
        began = time.perf_counter()
        run(steps)
        taken.append(time.perf_counter() - began)
    return (taken[1] - taken[0]) / (many - few)


def emerging(device: str, steps: int) -> None:
    """The ten networks of one width, new samples in each step."""
    training = replace(EMERGENCE, device=device)
    batch = emergence._Networks(training, [training.width] * training.runs, 0)
    for _ in batch.train(batch.new_samples, steps):
        pass
    float(batch.layers[0].detach().sum())  # waits for the device


def taught(device: str, steps: int) -> None:
    """Students of one teacher, 64 starts."""
    generator = np.random.Generator(np.random.PCG64(0))
    made = students.task(generator, STUDENTS["d"], STUDENTS["n"])
    tau, delta = (part.ravel() for part in np.meshgrid(TAUS, DELTAS, indexing="ij"))
    start = students.students(generator, STUDENTS["d"], STUDENTS["h"], tau, delta)
    descend(students.STUDENT, start, made.X, made.y, [0.0, steps * STUDENTS["step"]], {"a": 1 / tau**2, "W": 1 / tau**2},
            step=STUDENTS["step"], loss="mean", device=device)


EXPERIMENTS = {"networks that emerge (Nam, Fig. 5.1, in time)": (emerging, 10, 500_000),
               "students of a teacher (Kunin et al., Fig. 1 (b), 8 x 8 of one seed)": (taught, 64, 100_000)}
"""What trains, how many networks, and the steps of the whole."""


def figure(device: str) -> dict:
    """Fig. 1 (b) of Kunin et al. whole, one of its 16 seeds, with 10,000 samples for the test loss."""
    began = time.perf_counter()
    found = students.sweep(TAUS, DELTAS, seeds=1, updates=100_000, tests=10_000, device=device, **STUDENTS)
    return told(found, time.perf_counter() - began)


def emergence_in_time(device: str) -> dict:
    """Fig. 5.1 (a) of Nam whole: ten networks that learn five skills, and ten that learn one, which alone calibrate the model."""
    from theoremtest.reports.figures import _nam2024_emergence as drawn

    began, panels = time.perf_counter(), {}
    for skills in (1, 5):
        sizes = drawn.Sizes.of(skills, full=True)
        training = replace(sizes.time, device=device)
        strengths = emergence.in_time(training, sizes.times)
        panels[skills] = drawn.Panel(np.array(sizes.times), strengths, training.frequencies)
    single, networks, strength = panels[1], panels[5], drawn.in_steps(drawn.FULL.rate)
    constant = single.calibrated(strength, np.geomspace(1e-3, 1.0, 400))
    model = strength(networks.places, networks.often, constant)
    measured = [networks.halfway(strengths) for strengths in networks.strengths]
    return {"seconds": time.perf_counter() - began, "networks": 20, "steps": networks.places[-1].item(), "B": constant,
            "the networks of one skill stray from the model by at most": float(
                single.apart(strength(single.places, single.often, constant))[0]),
            "half of its strength, steps, by skill": _figures(networks.halfway(networks.mean)),
            "and its deviation over the networks": _figures(np.std(measured, axis=0, ddof=1)),
            "the model's": _figures(networks.halfway(model)),
            "strength at the end, by skill": _figures(networks.mean[-1]), "the model's at the end": _figures(model[-1]),
            "greatest distance of the model from the mean, by skill": _figures(networks.apart(model))}


def _figures(values: np.ndarray) -> list[str]:
    return [f"{value:.3g}" for value in values]


def told(found: students.Sweep, seconds: float) -> dict:
    """What the caption speaks of: where the test loss is smallest, and both grids, rows by tau."""
    row, column = np.unravel_index(np.argmin(found.test_loss), found.test_loss.shape)
    return {"seconds": seconds, "test loss is smallest at": {"tau": float(found.taus[row]), "delta": float(found.deltas[column])},
            "delta strays by at most": found.delta_drift,
            "taus": [f"{value:.3g}" for value in found.taus], "deltas": [f"{value:.3g}" for value in found.deltas],
            **{f"{name}, tau = {tau:.3g}": [f"{value:.3g}" for value in values]
               for name, grid in (("test loss", found.test_loss), ("kernel distance", found.kernel_distance))
               for tau, values in zip(found.taus, grid, strict=True)}}


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold."""
    from theoremtest.numerics.torch_backend import available

    here, found = available(), {}
    for name, (train, networks, whole) in EXPERIMENTS.items():
        train("cpu", 1)
        slow = by_step(partial(train, "cpu"), 1, 3 if quick else 8)
        found[name] = {"networks": networks, "seconds of a step, CPU": slow}
        if here.state == "cuda":
            train("cuda", 20)
            step = by_step(partial(train, "cuda"), 50, 150 if quick else 1050)
            found[name] |= {"seconds of a step": step, "networks x steps per second": networks / step,
                            "times faster than the CPU": slow / step, "hours of the whole": step * whole / 3600}
    whole_figures = {} if quick or here.state != "cuda" else {
        "Kunin et al., Fig. 1 (b), one seed of 16": figure("cuda"), "Nam, Fig. 5.1 (a)": emergence_in_time("cuda")}
    return {"what": "training experiments at the papers' sizes; the CPU with as many threads as Torch takes", "device": here.detail,
            "experiments": found, **whole_figures}


if __name__ == "__main__":
    command(run, __doc__, "few steps")
