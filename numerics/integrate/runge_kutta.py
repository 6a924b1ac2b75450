"""Embedded Runge-Kutta methods for many autonomous systems at once, each with its own time, step size and error control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
import scipy

from theoremtest.numerics.torch_backend import require_torch

SAFETY, SHRINK, GROW = 0.9, 0.2, 10.0
RUNNING, STALLED, TOO_MANY = 0, 1, 2


class Field(Protocol):
    """A batch of m autonomous systems of p unknowns."""

    def velocity(self, state: Any) -> Any:
        """The time derivative (m, p) at states (m, p)."""

    def rows(self, index: Any) -> Field:
        """The same for a selection of the systems."""


@dataclass(frozen=True)
class Method:
    """The coefficients of an explicit embedded Runge-Kutta pair of s stages (NumPy arrays).

    a (s, s) and b (s,) make a step; `errors` holds one or two rows (s + 1,), the last stage being the velocity at the new
    state, whose combination of stages estimates the error of order `error_order`.
    """

    name: str
    order: int
    error_order: int
    a: np.ndarray
    b: np.ndarray
    errors: tuple[np.ndarray, ...]

    @property
    def stages(self) -> int:
        return len(self.b)


@lru_cache
def method(name: str) -> Method:
    """The method "dop853" (Dormand-Prince 8(5,3)) or "dopri5" (Dormand-Prince 5(4)).

    The coefficients are SciPy's. Reference: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.5.
    """
    if name == "dop853":
        table = scipy.integrate.DOP853
        return Method(name, 8, 7, table.A, table.B, (table.E5, table.E3))
    if name == "dopri5":
        table = scipy.integrate.RK45
        return Method(name, 5, 4, table.A, table.B, (table.E,))
    raise ValueError(f'method is {name!r}; allowed are "dop853" and "dopri5"')


@dataclass(frozen=True)
class Progress:
    """How far an integration is. `fraction` is the mean over all networks of the part of the time span that is done."""

    fraction: float
    finished: int
    networks: int
    attempts: int


@dataclass(frozen=True)
class _State:
    """The systems still under way. Replaced as a whole, so that an interruption always finds a consistent one."""

    systems: Field
    index: Any  # (m,) place in the whole batch
    y: Any  # (m, p)
    f: Any  # (m, p) velocity at y
    t: Any  # (m,)
    h: Any  # (m,) step to try
    due: Any  # (m,) number of the next output
    counts: Any  # (3, m) accepted, attempted, forced
    status: Any  # (m,)
    grow: Any  # (m,) largest factor by which the step may grow


class Integration:
    """Integrates y' = velocity(y) for m systems from t = 0, and records every system at the output times.

    A step is accepted for one system when the root mean square of error / (atol + rtol max(|y|, |y_new|)) over that
    system's unknowns is at most 1. Steps are cut so that every output time is met exactly: SciPy's interpolant of
    DOP853 was measured to be a hundred times less accurate between the steps than the method is at their ends.
    A step of `min_step` or less is taken whatever its estimated error, as a step of Euler's method, and counted as
    `forced`. That is the way along a surface where the velocity jumps and points towards the surface from both sides.
    `advance` may be interrupted between any two instructions and called again.

    Results, for the part done so far: `out` (m, times, p) with NaN where a time has not been reached; `counts` (3, m) of
    steps accepted, attempted and forced; `reached` and `status` (m,).
    """

    def __init__(
        self,
        systems: Field,
        y0: Any,
        times: np.ndarray,
        *,
        rtol: float,
        atol: float,
        method_name: str,
        max_steps: int,
        min_step: float = 0.0,
    ) -> None:
        torch = require_torch()
        self.method = method(method_name)
        self.rtol, self.atol, self.max_steps, self.min_step = rtol, atol, max_steps, min_step
        self.times = torch.as_tensor(times, dtype=torch.float64, device=y0.device)
        self.end = float(times[-1])
        m, p = y0.shape

        def tensor(values):
            return torch.as_tensor(values, dtype=torch.float64, device=y0.device)

        self._a = [tensor(row[: i + 1]) for i, row in enumerate(self.method.a[1:])]
        self._b = tensor(self.method.b)
        self._errors = torch.stack([tensor(row) for row in self.method.errors])
        self.out = torch.full((m, len(times), p), torch.nan, dtype=torch.float64, device=y0.device)
        whole = {"dtype": torch.int64, "device": y0.device}
        self.counts = torch.zeros((3, m), **whole)
        self.reached, self.status = torch.zeros(m, **whole), torch.zeros(m, **whole)
        self._state: _State | None = None
        self._pending = (systems, y0) if m else None

    # -- running -------------------------------------------------------------------------------------------------------

    def advance(self) -> bool:
        """Try one step of every system that is under way; False once all are finished."""
        if self._pending is not None:
            self._begin(*self._pending)
        if self._state is None:
            return False
        self._settle(self._step(self._state))
        return self._state is not None

    def progress(self) -> Progress:
        total = len(self.status)
        if self._pending is not None:
            return Progress(0.0, 0, total, 0)
        if self._state is None:
            return Progress(1.0, total, total, int(self.counts[1].max()) if total else 0)
        here = len(self._state.t)
        part = float(self._state.t.sum()) / self.end if self.end > 0 else float(here)
        live = int(self._live(self._state).sum())
        return Progress((total - here + part) / total, total - live, total, int(self._state.counts[1].max()))

    def collect(self) -> None:
        """Write the counters of the systems under way into the results."""
        if self._state is not None:
            self._write(self._state)

    def _write(self, state: _State) -> None:
        self.counts[:, state.index] = state.counts
        self.reached[state.index], self.status[state.index] = state.due, state.status

    def _begin(self, systems: Field, y0: Any) -> None:
        torch = require_torch()
        m = len(y0)
        f = systems.velocity(y0)
        zeros = torch.zeros(m, dtype=torch.float64, device=y0.device)
        whole = torch.zeros(m, dtype=torch.int64, device=y0.device)
        due = whole.clone()
        if float(self.times[0]) == 0.0:
            self.out[:, 0] = y0
            due += 1
        state = _State(
            systems=systems,
            index=torch.arange(m, device=y0.device),
            y=y0,
            f=f,
            t=zeros,
            h=self._first_step(systems, y0, f),
            due=due,
            counts=torch.stack([whole, whole, whole]),
            status=whole,
            grow=zeros + GROW,
        )
        self._settle(state)
        self._pending = None

    def _first_step(self, systems: Field, y: Any, f: Any) -> Any:
        """A first guess at the step from the sizes of y, y' and y'' (Hairer, Norsett, Wanner I, II.4)."""
        torch = require_torch()
        scale = self.atol + self.rtol * y.abs()
        d0, d1 = _rms(y / scale), _rms(f / scale)
        h0 = torch.where((d0 < 1e-5) | (d1 < 1e-5), torch.full_like(d0, 1e-6), 0.01 * d0 / d1)
        h0 = h0.clamp(max=self.end)
        d2 = _rms((systems.velocity(y + h0[:, None] * f) - f) / scale) / h0.clamp(min=1e-300)
        steepest = torch.maximum(d1, d2)
        h1 = torch.where(
            steepest <= 1e-15,
            (h0 * 1e-3).clamp(min=1e-6),
            (0.01 / steepest) ** (1 / (self.method.error_order + 1)),
        )
        return torch.minimum(100 * h0, h1)

    # -- one step ------------------------------------------------------------------------------------------------------

    def _live(self, state: _State) -> Any:
        return (state.due < len(self.times)) & (state.status == RUNNING)

    def _step(self, state: _State) -> _State:
        torch = require_torch()
        live = self._live(state)
        goal = self.times[state.due.clamp(max=len(self.times) - 1)]
        left = torch.where(live, goal - state.t, 0.0)
        lands = state.h >= left
        h = torch.where(lands, left, state.h)
        own = getattr(state.systems, "step", None)  # a field may have steps as a program
        stages, y_new = own(state.y, state.f, h, self._a, self._b) if own else runge_kutta(
            state.systems.velocity, state.y, state.f, h, self._a, self._b)
        error = self._error(stages, state.y, y_new, h)
        forced = live & (error > 1.0) & torch.isfinite(error) & (h <= self.min_step)
        accept = (live & (error <= 1.0)) | forced
        arrived = accept & lands
        f_new = stages[-1]
        if self.min_step and bool(forced.any()):
            # across a jump the stages mean little; Euler's step is what gradient descent would do
            y_new = torch.where(forced[:, None], state.y + h[:, None] * state.f, y_new)
            f_new = torch.where(forced[:, None], state.systems.velocity(y_new), f_new)

        exponent = -1.0 / (self.method.error_order + 1)
        factor = (SAFETY * error.clamp(min=1e-100) ** exponent).clamp(min=SHRINK)
        # NaN compares false everywhere: such a step is rejected and the next one is the smallest allowed
        factor = torch.where(torch.isfinite(factor) & torch.isfinite(error), factor, SHRINK)
        factor = torch.where(accept, torch.minimum(factor, state.grow), factor.clamp(max=1.0))
        # a step that was cut to meet an output time says nothing against the longer one that was intended
        h_next = torch.where(arrived, torch.maximum(factor * h, state.h), factor * h).clamp(min=self.min_step)
        ulp = torch.nextafter(state.t, torch.full_like(state.t, torch.inf)) - state.t
        counts = state.counts + torch.stack([accept, live, forced])
        due = state.due + arrived
        status = torch.where(live & ~accept & (h <= 10 * ulp), STALLED, state.status)
        status = torch.where(
            live & (counts[1] >= self.max_steps) & (due < len(self.times)) & (status == RUNNING), TOO_MANY, status
        )
        self.out[state.index[arrived], state.due[arrived]] = y_new[arrived]
        return replace(
            state,
            y=torch.where(accept[:, None], y_new, state.y),
            f=torch.where(accept[:, None], f_new, state.f),
            t=torch.where(arrived, goal, torch.where(accept, state.t + h, state.t)),
            h=torch.where(live, h_next, state.h),
            due=due,
            counts=counts,
            status=status,
            # after a rejection the step may not grow at once, or it would be rejected again
            grow=torch.where(accept, GROW, 1.0),
        )

    def _error(self, stages: Any, y: Any, y_new: Any, h: Any) -> Any:
        torch = require_torch()
        scale = self.atol + self.rtol * torch.maximum(y.abs(), y_new.abs())
        estimates = (self._errors @ stages.flatten(1)).reshape(-1, *y.shape) / scale
        squares = estimates.square().mean(-1)
        if len(squares) == 1:
            return h * squares[0].sqrt()
        # the two estimates of DOP853, combined as its authors do
        return h * squares[0] / (squares[0] + 0.01 * squares[1]).clamp(min=1e-300).sqrt()

    def _settle(self, state: _State) -> None:
        """Take `state` over; drop the systems that are finished once they are half of it or more."""
        torch = require_torch()
        keep = torch.nonzero(self._live(state))[:, 0]
        if 2 * len(keep) <= len(state.t):
            self._write(state)
            if len(keep) == 0:
                self._state = None
                return
            state = replace(
                state,
                systems=state.systems.rows(keep),
                counts=state.counts[:, keep],
                **{name: getattr(state, name)[keep] for name in ("index", "y", "f", "t", "h", "due", "status", "grow")},
            )
        self._state = state


def runge_kutta(velocity: Callable[[Any], Any], y: Any, f: Any, h: Any, a: list[Any], b: Any) -> tuple[Any, Any]:
    """One explicit step from states y (m, p) with velocity f there and steps h (m,): all stages (s + 1, m, p) and the new y.

    The last stage is the velocity at the new state, which is the next step's first.
    """
    torch = require_torch()
    stages = torch.empty((len(b) + 1, *y.shape), dtype=y.dtype, device=y.device)
    stages[0] = f
    step = h[:, None]
    for i, weights in enumerate(a, start=1):
        stages[i] = velocity(torch.addcmul(y, step, _combine(weights, stages[:i])))
    y_new = torch.addcmul(y, step, _combine(b, stages[: len(b)]))
    stages[len(b)] = velocity(y_new)
    return stages, y_new


def fixed_steps(velocity: Callable[[Any], Any], y0: Any, span: float, steps: int, method_name: str) -> Any:
    """The states (m, p) after `steps` equal steps over `span`, without error control."""
    torch = require_torch()
    chosen = method(method_name)
    a = [torch.as_tensor(row[: i + 1], device=y0.device) for i, row in enumerate(chosen.a[1:])]
    b = torch.as_tensor(chosen.b, device=y0.device)
    h = torch.full((len(y0),), span / steps, dtype=y0.dtype, device=y0.device)
    y, f = y0, velocity(y0)
    for _ in range(steps):
        stages, y = runge_kutta(velocity, y, f, h, a, b)
        f = stages[-1]
    return y


def _combine(weights: Any, stages: Any) -> Any:
    return (weights @ stages.reshape(len(weights), -1)).reshape(stages.shape[1:])


def _rms(values: Any) -> Any:
    return values.square().mean(-1).sqrt()
