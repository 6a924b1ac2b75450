"""The Numba loop that sweeps one argument of a kernel, row by row; on an evenly spaced grid, a decay at coarse + fine is the
product of two tabulated ones.
"""

from __future__ import annotations

import numpy as np
import sympy as sp

from theoremtest.derivations.language.functions import Decay, Decayed

WIDTH = 32
_STRAY = 2.0**-50


def regular_grid(times: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Coarse times, every WIDTH-th; fine steps within; and what their sums miss of ``times``. None for uneven grids."""
    if times.size < 2 * WIDTH:
        return None
    coarse, fine = times[::WIDTH].copy(), times[:WIDTH] - times[0]
    first, second = np.repeat(coarse, WIDTH)[:times.size], np.resize(fine, times.size)
    total = first + second
    part = total - first
    stray = (times - total) - ((first - (total - part)) + (second - part))
    if np.abs(stray).max() > _STRAY * np.abs(times).max():
        return None
    # Padded, so that its table, too, is filled by vector instructions alone.
    return np.concatenate([coarse, np.full(-coarse.size % 8, coarse[-1])]), fine, stray


def sweep_source(source, arguments: list[sp.Symbol], along: sp.Symbol, expressions: list[sp.Expr]) -> str:
    """Adds to ``source`` what the loops call, and returns the text of the loops: ``sweep``, and ``sweep_grid`` if there are decays."""
    rows = [argument for argument in arguments if argument != along]
    decays = sorted({node.args for part in expressions for node in part.atoms(Decay, Decayed)
                     if node.args[0] in rows and node.args[1] in rows and node.args[2] == along}, key=str)
    lefts, gones = ([sp.Symbol(f"{stem}{index}", real=True) for index in range(len(decays))] for stem in ("left", "gone"))
    known = {Decay(*given): left for given, left in zip(decays, lefts)} | {Decayed(*given): gone for given, gone in zip(decays, gones)}
    source.function("values", arguments + lefts + gones, [part.xreplace(known) for part in expressions])

    out = [f"out{index}" for index in range(len(expressions))]
    array = {argument: str(argument) for argument in arguments}
    loads = [f"{array[row]}_ = {array[row]}[row]" for row in rows]
    given = ", ".join(["now" if argument == along else f"{array[argument]}_" for argument in arguments]
                      + [str(symbol) for symbol in lefts + gones])
    results = ", ".join(f"value{index}" for index in range(len(out)))
    value = f"{results} = values({given})"

    def falling(index, time):
        rate, low, _ = decays[index]
        return f"scalar_math.falling({array[rate]}_, {array[low]}_, {time})"

    vector, matrix = ["float64[::1]"], ["float64[:, ::1]"]
    plain = _loop("sweep", list(array.values()) + out, vector * len(arguments) + matrix * len(out), [
        (1, "for row in range(out0.shape[0]):"), *((2, load) for load in loads),
        (2, f"for column in range({array[along]}.size):"), (3, f"now = {array[along]}[column]"),
        *((3, f"{left}, {gone} = {falling(index, 'now')}") for index, (left, gone) in enumerate(zip(lefts, gones))),
        (3, value), *((3, f"{name}[row, column] = value{index}") for index, name in enumerate(out)),
    ])
    if not decays:
        return plain
    body = _grid_body(decays, lefts, gones, array, along, loads, out, value, falling)
    kinds = vector * (len(arguments) + 3) + matrix * len(out)
    return plain + "\n\n\n" + _loop("sweep_grid", [*array.values(), "coarse", "fine", "stray", *out], kinds, body)


def _grid_body(decays, lefts, gones, array, along, loads, out, value, falling) -> list[tuple[int, str]]:
    """The lines of ``sweep_grid`` with their depths: tables of decays at coarse and fine times, then their products."""
    tables = [name for index in range(len(decays)) for size in ("fine", "coarse")
              for name in (f"left_{size}{index}", f"gone_{size}{index}")]
    steps = []
    for index, (left, gone) in enumerate(zip(lefts, gones)):
        rate = array[decays[index][0]]
        steps += [(4, f"product{index} = left_here{index} * left_fine{index}[step]"),
                  (4, f"slip{index} = {rate}_ * stray_[step]"),
                  (4, f"{left} = scalar_math.fma(-product{index}, slip{index}, product{index})"),
                  (4, f"{gone} = scalar_math.fma(left_here{index}, gone_fine{index}[step], gone_here{index})"),
                  (4, f"{gone} = scalar_math.fma(product{index}, slip{index}, {gone})")]
    return [
        *((1, f"{name} = np.empty({'fine' if 'fine' in name else 'coarse'}.size)") for name in tables),
        (1, "for row in range(out0.shape[0]):"),
        *((2, load) for load in loads),
        *(
            line
            for index in range(len(decays))
            for size in ("fine", "coarse")
            for line in (
                (2, f"for step in range({size}.size):"),
                (3, f"left_{size}{index}[step], gone_{size}{index}[step] = {falling(index, f'{size}[step]')}"),
            )
        ),
        (2, f"for block in range(-(-{array[along]}.size // fine.size)):"),
        *(
            (3, f"left_here{index}, gone_here{index} = left_coarse{index}[block], gone_coarse{index}[block]")
            for index in range(len(decays))
        ),
        (3, "begin = block * fine.size"),
        (3, f"end = min(begin + fine.size, {array[along]}.size)"),
        # Views indexed from 0: an index that might be negative would keep the loop from becoming vector code.
        (3, f"now_, stray_ = {array[along]}[begin:end], stray[begin:end]"),
        *((3, f"{name}_ = {name}[row, begin:end]") for name in out),
        (3, "for step in range(end - begin):"),
        (4, "now = now_[step]"),
        *steps,
        (4, value),
        *((4, f"{name}_[step] = value{index}") for index, name in enumerate(out)),
    ]



def _loop(name, arguments, types, body):
    lines = [f'@njit("void({", ".join(types)})", cache=True, nogil=True, error_model="numpy")', f"def {name}({', '.join(arguments)}):"]
    return "\n".join(lines + ["    " * depth + line for depth, line in body])
