"""The velocity of one network written out number by number: Torch's own gradient, recorded operation by operation, each carried out on
arrays of numbers that are known only when the program runs. What a network computes is not known here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from theoremtest.numerics.torch_backend import require_torch
from theoremtest.numerics.training.problem import Problem
from theoremtest.numerics.training.scalars import SPELLED, Tape

MOST = 20_000
"""Operations of one velocity: beyond, compiling takes minutes, and no register holds a network."""

VIEWS = ("detach", "alias", "getitem", "split_with_sizes", "view", "reshape", "expand", "permute", "transpose", "t", "unsqueeze", "squeeze",
         "select", "slice")
"""Operations whose result may be another look at the same numbers."""


@dataclass(frozen=True)
class Written:
    """The lines of `velocity(y, shared, own, row, out, stage)`, which fills out[stage] for the network of one row.

    unknowns: entries of y. shared, own: entries of the data that all networks share, and of each network's own (`data_of`).
    """

    lines: tuple[str, ...]
    unknowns: int
    shared: int
    own: int


def written_out(problem: Problem, state: Any) -> Written:
    """The velocity of a network of `problem`, whose states are rows of `state`.

    ValueError where its gradient uses an operation that is not written out here, or too many.
    """
    torch = require_torch()
    from torch.fx.experimental.proxy_tensor import make_fx

    one, some = problem.rows(slice(0, 1)), torch.zeros_like(state[:1])
    graph = make_fx(lambda theta, x, y, rates: replace(one, x=x, y=y, rates=rates).velocity(theta))(some, one.x, one.y, one.rates)
    tape = Tape()
    inputs = [tape.given("y", some.shape, "y[{}]")]
    taken = {True: 0, False: 0}
    for name, tensor, shared in _data(one):
        count, first = tensor.numel(), taken[shared]
        taken[shared] += count
        text = "shared[{}]" if shared else "own[row, {}]"
        flat = [tape.given(name, (1,), text.format(first + place)) for place in range(count)]
        inputs.append(np.concatenate(flat).reshape(tuple(tensor.shape)))
    result = _carried_out(graph.graph, inputs, tape, problem.network.name)
    lines, count = tape.program(result.ravel(), "out[stage, {}] = {}")
    if count > MOST:
        raise ValueError(f"one gradient of {problem.network.name} takes {count} operations, too many to write out (at most {MOST});"
                         " leave fused out")
    return Written(tuple(lines), state.shape[-1], taken[True], taken[False])


def data_of(problem: Problem) -> tuple[Any, Any]:
    """What `velocity` reads beside y: the data that all networks share (k,), and each network's own (m, k'), or one row of nothing.

    Neither is empty, since compiled code wants to know where an array lies.
    """
    torch = require_torch()
    shared = [tensor.reshape(-1) for _, tensor, together in _data(problem) if together]
    own = [tensor.flatten(1) for _, tensor, together in _data(problem) if not together]
    none = problem.rates.new_zeros
    return torch.cat(shared) if shared else none(1), torch.cat(own, 1).contiguous() if own else none((1, 1))


def all_shared(problem: Problem) -> bool:
    """Whether no network has data of its own."""
    return all(together for _, _, together in _data(problem))


def _data(problem: Problem) -> tuple[tuple[str, Any, bool], ...]:
    """Inputs, targets and rates, and of each whether all networks share it."""
    return (("x", problem.x, problem.x_shared), ("target", problem.y, problem.y_shared), ("rates", problem.rates, problem.rates.ndim == 1))


def _carried_out(graph: Any, inputs: list[np.ndarray], tape: Tape, name: str) -> np.ndarray:
    """The recorded operations on arrays of scalars; the array of the result."""
    known, rest = {}, iter(inputs)
    rules = _rules(tape)

    def look(argument):
        if isinstance(argument, (list, tuple)):
            return type(argument)(map(look, argument))
        return known[argument] if type(argument).__name__ == "Node" else argument

    for node in graph.nodes:
        if node.op == "placeholder":
            known[node] = next(rest)
        elif node.op == "output":
            return look(node.args[0])
        elif node.op == "call_function":
            word = _word(node)
            if word not in rules:
                raise ValueError(f"the gradient of {name} uses Torch's {node.target}, which is not written out; leave fused out"
                                 f" (known are {', '.join(sorted(rules))})")
            known[node] = rules[word](*map(look, node.args))
        else:
            raise ValueError(f"the gradient of {name} reads a tensor ({node.target}) that is neither a parameter nor data;"
                             " leave fused out")
    raise AssertionError("a recorded program ends in its output")


def _word(node: Any) -> str:
    """The operation's name in the table below; one that writes into an array is another only where nobody else reads that array."""
    word = str(getattr(node.target, "__name__", node.target)).partition(".")[0]
    if word.endswith("_") and len(node.args[0].users) == 1 and _word(node.args[0]) not in VIEWS:
        word = word.rstrip("_")
    return word.removeprefix("_unsafe_")


def _rules(tape: Tape) -> dict[str, Callable[..., Any]]:
    """What each of Torch's operations does to arrays of scalars."""
    def entrywise(name):
        operation = partial(tape.do, name)

        def carried(*arrays):
            return np.frompyfunc(operation, len(arrays), 1)(*arrays)
        return carried

    do = {name: entrywise(name) for name in SPELLED if name != "pow"}

    def positive(array):
        return do["gt"](array, 0.0)

    return do | _shapes() | {
        "pow": lambda array, exponent: np.frompyfunc(partial(_power, tape), 2, 1)(array, exponent),
        "rsub": lambda array, other: do["sub"](other, array),
        "mm": np.matmul, "bmm": np.matmul, "mv": np.matmul, "dot": np.dot,
        "sum": lambda array, dims=None, keep=False: _sum(array, None if dims is None else tuple(dims), keep),
        "relu": lambda array: do["where"](positive(array), array, 0.0),
        "threshold_backward": lambda slope, array, threshold: do["where"](do["gt"](array, float(threshold)), slope, 0.0),
        "leaky_relu": lambda array, gamma=0.01: do["where"](positive(array), array, do["mul"](array, float(gamma))),
        "leaky_relu_backward": lambda slope, array, gamma, _: do["where"](positive(array), slope, do["mul"](slope, float(gamma))),
        "tanh_backward": lambda slope, value: do["mul"](slope, do["sub"](1.0, do["mul"](value, value))),
        "sigmoid_backward": lambda slope, value: do["mul"](slope, do["mul"](value, do["sub"](1.0, value))),
    }


def _shapes() -> dict[str, Callable[..., Any]]:
    """Torch's operations that move entries about."""
    def filled(number):
        return lambda array, *_: np.full(array.shape, number, dtype=object)

    def split(array, sizes, dim=0):
        return np.split(array, np.cumsum(sizes)[:-1], axis=dim)

    def select_backward(slope, shape, dim, place):
        whole = np.full(shape, 0.0, dtype=object)
        np.moveaxis(whole, dim, 0)[place] = slope
        return whole

    def slice_backward(slope, shape, dim, start, end, step):
        whole = np.full(shape, 0.0, dtype=object)
        np.moveaxis(whole, dim, 0)[start:end:step] = np.moveaxis(slope, dim, 0)
        return whole

    return {
        "detach": lambda array: array, "alias": lambda array: array, "clone": lambda array: array,
        "getitem": lambda arrays, place: arrays[place],
        "split_with_sizes": split,
        "view": lambda array, shape: array.reshape(shape), "reshape": lambda array, shape: array.reshape(shape),
        "expand": lambda array, shape: np.broadcast_to(array, _spread(array.shape, shape)),
        "permute": np.transpose, "transpose": np.swapaxes, "t": np.transpose,
        "unsqueeze": lambda array, dim: np.expand_dims(array, dim),
        "squeeze": lambda array, dim: np.squeeze(array, dim) if array.shape[dim] == 1 else array,
        "select": lambda array, dim, place: np.take(array, place, dim),
        "slice": lambda array, dim=0, start=None, end=None, step=1: np.moveaxis(np.moveaxis(array, dim, 0)[start:end:step], 0, dim),
        "cat": lambda arrays, dim=0: np.concatenate(arrays, dim),
        "ones_like": filled(1.0), "zeros_like": filled(0.0),
        "select_backward": select_backward, "slice_backward": slice_backward,
    }


def _spread(shape: tuple[int, ...], asked: list[int]) -> list[int]:
    """The shape asked for, -1 standing for the size that is there."""
    own = [1] * (len(asked) - len(shape)) + list(shape)
    return [here if size == -1 else size for here, size in zip(own, asked)]


def _sum(array: np.ndarray, dims: tuple[int, ...] | None, keep: bool) -> np.ndarray:
    return np.asarray(np.sum(array, axis=dims, keepdims=keep), dtype=object)


def _power(tape: Tape, base: Any, exponent: float) -> Any:
    """Small whole powers are products, as in Torch."""
    if exponent in (1, 2, 3):
        return base if exponent == 1 else tape.do("mul", base, base if exponent == 2 else tape.do("mul", base, base))
    return tape.do("pow", base, float(exponent))
