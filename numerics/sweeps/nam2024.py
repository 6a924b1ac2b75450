"""Sweeps of Nam 2024: scaling laws of the multilinear model, stages of a diagonal network, and the scalar network from lazy to rich."""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.models import diagonal_linear, lazy_rich, multilinear

from .named import Named

START = 1e-3
"""R_k(0) for a target scale of 1, as in `experiments.nam2024_scaling`."""


def in_time(alpha: np.ndarray, time: np.ndarray) -> dict[str, np.ndarray]:
    """Loss of endlessly many skills, and its ratio to the power law of late times."""
    curve, law = multilinear.solve(time, alpha, start=START), multilinear.time_law(alpha, start=START)
    return {"loss": curve.loss, "over_the_law": curve.loss / (law.constant * time**law.exponent)}


def in_compute(alpha: np.ndarray, parameters: np.ndarray, compute: np.ndarray) -> dict[str, np.ndarray]:
    """Loss of a model of the most frequent skills, trained for the time that the compute allows."""
    return {"loss": multilinear.solve(compute / parameters, alpha, start=START, parameters=parameters).loss}


def stages(start: np.ndarray, strength: np.ndarray) -> dict[str, np.ndarray]:
    """When a mode emerges, how long it then takes to saturate (5 per cent each), from a balanced start."""
    run = diagonal_linear.solve(0.0, start, start, strength)
    return {"emergence_time": run.emergence_time(0.05), "saturation_time": run.saturation_time(0.05)}


def lazy_to_rich(scale: np.ndarray, target: np.ndarray) -> dict[str, np.ndarray]:
    """How far the kernel moves in training, and how long half of the target takes, from a silent start a = (s, s), b = (s, -s)."""
    layer = scale[..., None]
    run = lazy_rich.solve(np.array([0.0, 1e9]), layer * np.ones(2), layer * np.array([1.0, -1.0]), target)
    return {"kernel_change": run.ntk_change[..., -1], "half_time": run.learning_time(0.5)}


SWEEPS = (
    Named("nam2024_scaling_in_time", "Nam 2024, Fig. 4.2 (a), for endlessly many skills", in_time,
          {"alpha": np.linspace(0.1, 2.0, 96), "time": np.geomspace(1.0, 1e9, 271)},
          {"alpha": "exponent of the skills' frequencies, less 1", "time": "time in units of 1/(eta S)", "loss": "loss",
           "over_the_law": "loss over the power law of Eq. (4.25)"}, points=2**13),
    Named("nam2024_scaling_in_compute", "Nam 2024, Fig. 4.3, for endlessly many skills", in_compute,
          {"alpha": np.array([0.3, 0.6, 0.9]), "parameters": np.unique(np.rint(np.geomspace(1, 1e5, 151))),
           "compute": np.geomspace(1e2, 1e12, 201)},
          {"alpha": "exponent of the skills' frequencies, less 1", "parameters": "skills N of the model", "compute": "compute T N",
           "loss": "loss"}, points=2**13),
    Named("nam2024_stages", "Nam 2024, Fig. 3.4: stages of a diagonal network", stages,
          {"start": np.geomspace(1e-6, 0.1, 401), "strength": np.geomspace(0.1, 10.0, 401)},
          {"start": "size of both layers at the start", "strength": "target strength", "emergence_time": "emergence time",
           "saturation_time": "saturation time"}),
    Named("nam2024_lazy_to_rich", "Nam 2024, Chapter 6: the scalar network from lazy to rich", lazy_to_rich,
          {"scale": np.geomspace(0.1, 10.0, 401), "target": np.geomspace(0.1, 10.0, 401)},
          {"scale": "size of the layers at the start", "target": "target scale S", "kernel_change": "relative change of the kernel",
           "half_time": "time to half of the target"}),
)
