"""One system followed by itself: the control of `runge_kutta.Integration` for single numbers, to be compiled, and the text of its step.

A compiled loop of this kind takes many steps of a system without handing anything back, which is what small systems need: one step
of theirs costs less than telling a processor of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from theoremtest.numerics.integrate.runge_kutta import GROW, RUNNING, SAFETY, SHRINK, STALLED, TOO_MANY, Method

FINEST = 2.0**-52
SUBNORMAL = 5e-324

_LOOP = """\
        for q in range(UNKNOWNS):
            y_new[q] = 0.0
        for before in range(stage):
            weight = A[stage, before]
            if weight != 0.0:
                for q in range(UNKNOWNS):
                    y_new[q] += weight * stages[before, q]
        for q in range(UNKNOWNS):
            y_new[q] = y[q] + h * y_new[q]
        velocity(y_new, shared, own, row, stages, stage)""".splitlines()


def step_text(method: Method, unrolled: bool) -> str:
    """The function `step`: it fills stages[1:] and y_new from y, stages[0] and h, and returns the error beside the tolerance.

    `velocity` is called by name. Unrolled, there is a call for every stage and no index is left open, so that stages may live in
    registers, as on a GPU; else one call in a loop, which compiles in a fraction of the time; A is then `table_text`.
    """
    lines = ["def step(y, stages, y_new, h, rtol, atol, shared, own, row):"]
    last = method.stages
    if unrolled:
        for stage, row in enumerate(method.a[1:], start=1):
            lines += _moved(row[:stage]) + [f"    velocity(y_new, shared, own, row, stages, {stage})"]
        lines += _moved(method.b) + [f"    velocity(y_new, shared, own, row, stages, {last})"]
    else:
        lines += [f"    for stage in range(1, {last + 1}):", *_LOOP]
    lines += [f"    square{number} = 0.0" for number in range(len(method.errors))]
    lines += ["    for q in range(UNKNOWNS):", "        scale = 1.0 / (atol + rtol * max(abs(y[q]), abs(y_new[q])))"]
    for number, weights in enumerate(method.errors):
        lines += [f"        part = ({_combined(weights)}) * scale", f"        square{number} += part * part"]
    if len(method.errors) == 1:
        return "\n".join([*lines, "    return h * math.sqrt(square0 / UNKNOWNS)"])
    # the two estimates of DOP853, combined as its authors do
    lines += ["    square0, square1 = square0 / UNKNOWNS, square1 / UNKNOWNS",
              "    return h * square0 / math.sqrt(max(square0 + 0.01 * square1, 1e-300))"]
    return "\n".join(lines)


def table_text(method: Method) -> str:
    """The rows by which stages are combined, the last being that of the step itself."""
    rows = np.zeros((method.stages + 1, method.stages))
    rows[: method.a.shape[0], : method.a.shape[1]], rows[method.stages] = method.a, method.b
    return f"A = np.array({rows.tolist()!r})"


def _moved(weights: Any) -> list[str]:
    return ["    for q in range(UNKNOWNS):", f"        y_new[q] = y[q] + h * ({_combined(weights)})"]


def _combined(weights: Any) -> str:
    return " + ".join(f"{float(weight)!r} * stages[{place}, q]" for place, weight in enumerate(weights) if weight) or "0.0"


def advance_of(compiled: Callable, step: Callable, velocity: Callable, method: Method, unknowns: int) -> Callable:
    """`advance`, which tries up to `attempts` steps of the system of one row and writes back where it then is.

    compiled makes a function of single numbers from a Python function. The arrays are those of `Integration`, the system's own work
    space being y, y_new (p,) and stages (s + 1, p); `shared` and `own` are the data that `velocity` reads.
    """
    last, exponent = method.stages, -1.0 / (method.error_order + 1)

    def advance(row, attempts, most, control, times, Y, F, T, H, due, counts, status, grow, index, out, shared, own, y, y_new, stages):
        rtol, atol, least = control[0], control[1], control[2]
        here, accepted, tried, forced = due[row], counts[0, row], counts[1, row], counts[2, row]
        state, growth, t, intended = status[row], grow[row], T[row], H[row]
        for q in range(unknowns):
            y[q], stages[0, q] = Y[row, q], F[row, q]
        for _ in range(attempts):
            if here >= times.size or state != RUNNING:
                break
            left = times[here] - t
            lands = intended >= left
            h = left if lands else intended
            error = step(y, stages, y_new, h, rtol, atol, shared, own, row)
            finite = error - error == 0.0  # neither NaN nor infinite
            push = finite and error > 1.0 and h <= least
            accept, tried = error <= 1.0 or push, tried + 1
            if push:
                # across a jump the stages mean little; Euler's step is what gradient descent would do
                forced += 1
                for q in range(unknowns):
                    y_new[q] = y[q] + h * stages[0, q]
                velocity(y_new, shared, own, row, stages, last)
            # a step without an error estimate is rejected, and the next one is the smallest allowed
            factor = max(SAFETY * max(error, 1e-100) ** exponent, SHRINK) if finite else SHRINK
            factor = min(factor, growth) if accept else min(factor, 1.0)
            grown = factor * h
            growth = 1.0  # after a rejection the step may not grow at once, or it would be rejected again
            if accept:
                accepted += 1
                growth = GROW
                for q in range(unknowns):
                    y[q], stages[0, q] = y_new[q], stages[last, q]
                if lands:
                    t = times[here]
                    for q in range(unknowns):
                        out[index[row], here, q] = y[q]
                    here += 1
                    # a step that was cut to meet an output time says nothing against the longer one that was intended
                    grown = max(grown, intended)
                else:
                    t += h
            elif h <= 10 * max(FINEST * t, SUBNORMAL):
                state = STALLED
            intended = max(grown, least)
            if tried >= most and here < times.size and state == RUNNING:
                state = TOO_MANY
        for q in range(unknowns):
            Y[row, q], F[row, q] = y[q], stages[0, q]
        due[row], counts[0, row], counts[1, row], counts[2, row] = here, accepted, tried, forced
        status[row], grow[row], T[row], H[row] = state, growth, t, intended

    return compiled(advance)
