"""The multilinear model of skills with power-law frequencies: its loss in time, data and parameters, for up to endlessly many skills."""

from __future__ import annotations

from theoremtest.numerics.models.multilinear import (
    BACKENDS,
    Enclosed,
    LearningCurve,
    PowerLaw,
    data_law,
    lacking,
    one_shot,
    parameter_law,
    solve,
    time_law,
)

__all__ = ["BACKENDS", "Enclosed", "LearningCurve", "PowerLaw", "data_law", "lacking", "one_shot", "parameter_law", "solve", "time_law"]
