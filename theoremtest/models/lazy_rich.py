"""The scalar network f(x) = a.b x/Z of any width, from lazy to rich: `solve` gives exact trajectories and learning times."""

from __future__ import annotations

from theoremtest.numerics.models.lazy_rich import BACKENDS, LazyRichTrajectories, solve

__all__ = ["BACKENDS", "LazyRichTrajectories", "solve"]
