"""Arithmetic written down: operations on single numbers are noted in their order, each distinct one once, and printed as the lines of
a function."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

SPELLED = {
    "add": "{} + {}", "sub": "{} - {}", "mul": "{} * {}", "div": "{} / {}", "pow": "{} ** {}", "neg": "-{}",
    "gt": "{} > {}", "ge": "{} >= {}", "lt": "{} < {}", "le": "{} <= {}", "where": "{1} if {0} else {2}",
    "sqrt": "math.sqrt({})", "exp": "math.exp({})", "log": "math.log({})", "tanh": "math.tanh({})", "sin": "math.sin({})",
    "cos": "math.cos({})", "erf": "math.erf({})", "abs": "abs({})", "sigmoid": "1.0 / (1.0 + math.exp(-{}))",
}
"""How each operation is printed."""


@dataclass(frozen=True, eq=False)
class Scalar:
    """A number that is known only when the program runs: the place of its line on the tape."""

    tape: Tape = field(repr=False)
    place: int

    def __add__(self, other: Any) -> Any:
        return self.tape.do("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return self.tape.do("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return self.tape.do("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self.tape.do("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return self.tape.do("mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self.tape.do("mul", other, self)

    def __neg__(self) -> Any:
        return self.tape.do("neg", self)


@dataclass
class Tape:
    """The operations so far: the name of each and its arguments, scalars or Python's own numbers."""

    lines: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)
    _known: dict[tuple, Scalar] = field(default_factory=dict)

    def given(self, name: str, shape: tuple[int, ...], text: str) -> np.ndarray:
        """An array of numbers that the program is given; `text` prints one from its place in the flat array."""
        count = int(np.prod(shape))
        found = np.empty(count, dtype=object)
        found[:] = [self._noted(("given", (name, text.format(place)))) for place in range(count)]
        return found.reshape(shape)

    def do(self, name: str, *arguments: Any) -> Any:
        """The result of one operation; where its value is plain from Python's numbers among the arguments, that one."""
        plain = _without(name, arguments)
        return self._noted((name, arguments)) if plain is None else plain

    def _noted(self, line: tuple[str, tuple[Any, ...]]) -> Scalar:
        key = (line[0], *(argument.place if isinstance(argument, Scalar) else ("number", argument) for argument in line[1]))
        if key not in self._known:
            self._known[key] = Scalar(self, len(self.lines))
            self.lines.append(line)
        return self._known[key]

    def program(self, results: Iterable[Any], write: str) -> tuple[list[str], int]:
        """The lines that give the results and nothing else, and how many of them compute; `write` takes a result's place and text."""
        results = list(results)
        needed, waiting = set(), [result.place for result in results if isinstance(result, Scalar)]
        while waiting:
            place = waiting.pop()
            if place not in needed:
                needed.add(place)
                waiting += [argument.place for argument in self.lines[place][1] if isinstance(argument, Scalar)]
        lines = []
        for place in sorted(needed):
            name, arguments = self.lines[place]
            text = arguments[1] if name == "given" else SPELLED[name].format(*map(_printed, arguments))
            lines.append(f"v{place} = {text}")
        counted = sum(self.lines[place][0] != "given" for place in needed)
        return lines + [write.format(place, _printed(result)) for place, result in enumerate(results)], counted


def _printed(value: Any) -> str:
    if isinstance(value, Scalar):
        return f"v{value.place}"
    text = repr(value) if math.isfinite(value) else f"math.{abs(value)}"
    return f"(-{text.removeprefix('-')})" if value < 0 else text


def _without(name: str, arguments: tuple[Any, ...]) -> Any:
    """The value where no line is needed for it, else None.

    Python's numbers come from autograd's own zeros and ones; a product with such a zero pads, and is left out.
    """
    if not any(isinstance(argument, Scalar) for argument in arguments):
        return _computed(name, arguments)
    first, second = (*arguments, None)[:2]
    if name == "add" and 0 in _numbers(arguments):
        return second if _is(first, 0) else first
    if name == "sub" and _is(second, 0):
        return first
    if name == "mul" and 0 in _numbers(arguments):
        return 0.0
    if name == "mul" and 1 in _numbers(arguments):
        return second if _is(first, 1) else first
    return None


def _computed(name: str, arguments: tuple[Any, ...]) -> Any:
    functions = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "neg": np.negative, "pow": np.power,
                 "where": np.where}
    if name not in functions:
        return None
    return functions[name](*(np.float64(argument) if not isinstance(argument, bool) else argument for argument in arguments)).item()


def _numbers(arguments: tuple[Any, ...]) -> list[Any]:
    return [argument for argument in arguments if not isinstance(argument, Scalar)]


def _is(value: Any, number: float) -> bool:
    return not isinstance(value, Scalar) and value == number
