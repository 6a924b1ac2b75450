"""From one SymPy expression to a function for NumPy, Numba, Torch or mpmath: float64 throughout, arguments broadcast, every
branch of a case distinction evaluated only where it holds.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import math
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import sympy as sp

from theoremtest.numerics.extras import EXTRA_OF, needed
from theoremtest.numerics.kernels.source import BACKENDS, KernelError, Source
from theoremtest.numerics.kernels.sweep import regular_grid, sweep_source
from theoremtest.numerics.user_cache import user_cache

__all__ = ["BACKENDS", "Kernel", "KernelError", "kernel"]


@dataclass(frozen=True)
class Kernel:
    """A compiled expression. Call it with the arguments in order or by name.

    ``outputs`` is None for a single expression and the number of results for a sequence, which returns a tuple.
    ``path`` is the module of generated source; ``sweep`` exists where ``along`` was given and the backend is Numba. ``origin`` holds
    the symbols and the expressions that were compiled. ``float32``: Torch computes
    float32 in float32, which is refused otherwise.
    """

    name: str
    backend: str
    arguments: tuple[str, ...]
    outputs: int | None
    path: Path
    module: ModuleType
    along: int | None = None
    origin: tuple[tuple[sp.Symbol, ...], tuple[sp.Expr, ...]] = ((), ())
    float32: bool = False

    @cached_property
    def operations(self) -> int:
        """How many the expressions hold; few are done before blocks would pay."""
        return sum(int(part.count_ops()) for part in self.origin[1])

    def __call__(self, *values: Any, **named: Any):
        if len(values) > len(self.arguments):
            raise TypeError(f"kernel {self.name!r} takes {len(self.arguments)} arguments {self.arguments}, got {len(values)}")
        given = dict(zip(self.arguments, values))
        twice = given.keys() & named.keys()
        if twice or (given.keys() | named.keys()) != set(self.arguments):
            raise TypeError(f"kernel {self.name!r} takes each of {self.arguments} once, got {[*given, *named]}")
        given |= named
        check = partial(_tensor, float32=True) if self.float32 and self.backend == "torch" else _CHECKS[self.backend]
        values = [check(self.name, key, given[key]) for key in self.arguments]
        results = _CALLS[self.backend](self, values)
        return results[0] if self.outputs is None else tuple(results)

    def sweep(self, *values: np.ndarray, out: tuple[np.ndarray, ...]) -> None:
        """Fills ``out``, each of shape (n, T), from arguments of shape (n,) and the swept one of shape (T,). Numba only.

        Where the swept argument is evenly spaced, decays are products of a few exponentials, exact to rounding all the same.
        """
        # Read-only arrays are another type to Numba, for which nothing is compiled.
        values = [np.require(value, requirements="CW") for value in values]
        grid = regular_grid(values[self.along]) if hasattr(self.module, "sweep_grid") else None
        if grid is None:
            self.module.sweep(*values, *out)
        else:
            self.module.sweep_grid(*values, *grid, *out)


def kernel(expression: Any, arguments: Sequence[sp.Symbol], *, backend: str = "numpy", name: str = "kernel",
           along: sp.Symbol | None = None, float32: bool = False) -> Kernel:
    """The function of ``arguments`` whose value is ``expression``, for one backend.

    ``expression`` is a SymPy expression, or a sequence of them for a kernel that returns a tuple. It is compiled in the
    form in which it is given: nothing is simplified. Arguments are numbers or float64 arrays (tensors for Torch; numbers
    or object arrays of any precision for mpmath, fractions too) that broadcast together; every result has the broadcast shape, constants
    included. float32 and other lossy types raise TypeError, but for Torch's float32 where ``float32`` asks for it. ``along`` (Numba)
    compiles, instead of the elementwise function, a loop over rows that sweeps this one argument: see ``Kernel.sweep``.
    Raises KernelError for an unknown backend, free symbols outside ``arguments``, and functions that a backend lacks.
    """
    if backend not in BACKENDS:
        raise KernelError(f"backend {backend!r} is unknown; allowed: {', '.join(BACKENDS)}")
    if backend in EXTRA_OF:
        needed(backend, f"backend {backend!r}")
    if not name.isidentifier():
        raise KernelError(f"name {name!r} is no identifier")
    arguments = tuple(arguments)
    if not arguments:
        raise KernelError(f"kernel {name!r} needs at least one argument")
    single = isinstance(expression, sp.Basic) or not isinstance(expression, Sequence)
    expressions = [sp.sympify(part, strict=True) for part in ([expression] if single else expression)]
    unbound = set().union(*(part.free_symbols for part in expressions)) - set(arguments)
    if unbound:
        raise KernelError(f"kernel {name!r}: {sorted(map(str, unbound))} are not among the arguments {list(map(str, arguments))}")
    if along is not None and (backend != "numba" or along not in arguments):
        raise KernelError(f"along={along} must be one of the arguments, and the backend numba; got {backend!r}")
    names = tuple(map(str, arguments))
    if len(set(names)) < len(names):
        raise KernelError(f"kernel {name!r}: two arguments share a name in {names}")
    text = _source(backend, name, arguments, tuple(expressions), along)
    module, path = generated_module(name, backend, text)
    return Kernel(name, backend, names, None if single else len(expressions), path, module,
                  None if along is None else arguments.index(along), (arguments, tuple(expressions)), float32)


@cache
def _source(backend, name, arguments, expressions, along):
    plain = plain_names(arguments)
    source = Source(backend)
    parts = [part.xreplace(plain) for part in expressions]
    footer = ""
    if backend == "numba":
        # A cached binary outlives the functions inlined into it: their text is part of this module's identity.
        footer = f"\n\nHELPERS = {_helpers_digest()!r}"
    if along is None:
        source.function("values", list(plain.values()), parts)
        if backend == "numba":
            footer = _elementwise(len(arguments), len(expressions)) + footer
    else:
        footer = sweep_source(source, list(plain.values()), plain[along], parts) + footer
    names = ", ".join(f"{plain[symbol]} = {symbol}" for symbol in arguments)
    return source.module(f"Kernel {name} ({backend}) of {names}".replace("\\", "/"), footer)


def plain_names(arguments: Sequence[sp.Symbol]) -> dict[sp.Symbol, sp.Symbol]:
    """Plain names for the arguments, so that no symbol's name (a LaTeX command, say) has to be Python."""
    return {symbol: sp.Symbol(f"v{index}", real=True) for index, symbol in enumerate(arguments)}


def _helpers_digest():
    return hashlib.sha256((Path(__file__).parent / "scalar_math.py").read_bytes()).hexdigest()[:16]


def _elementwise(arguments, results):
    given = ", ".join(f"v{index}" for index in range(arguments))
    out = ", ".join(f"out{index}" for index in range(results))
    assigned = ", ".join(f"out{index}[0]" for index in range(results))
    layout = ",".join(["()"] * arguments) + "->" + ",".join(["()"] * results)
    types = ", ".join(["float64"] * arguments + ["float64[:]"] * results)
    return (f'@guvectorize([({types})], "{layout}", nopython=True, cache=True)\n'
            f"def elementwise({given}, {out}):\n    {assigned} = values({given})")


def compiled_copy(path: Path, *helpers: Path, after: Kernel | None = None) -> ModuleType:
    """The module at ``path``, loaded from a copy whose name holds a digest of the helper files.

    Numba's cache notices an edit of the file that it caches, not of the functions compiled into it; the copy's name does. The text of
    the kernel ``after`` follows, so that the module's functions may call its loops, which one compiled in another module cannot be for.
    """
    digest = hashlib.sha256(b"".join(helper.read_bytes() for helper in helpers)).hexdigest()
    follows = after.path.read_text() if after else ""
    return generated_module(path.stem.strip("_"), "numba", path.read_text() + f"\nHELPERS = {digest!r}\n\n" + follows)[0]


def _directories():
    """Where generated modules may lie, beside what Numba keeps of them: the user's cache, else a folder for this process alone."""
    yield user_cache() / "kernels"
    yield _temporary()


@cache
def _temporary():
    # Of this process alone: a shared folder would run what somebody else has put there.
    folder = Path(tempfile.mkdtemp(prefix="theoremtest-kernels-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def generated_module(name: str, backend: str, text: str) -> tuple[ModuleType, Path]:
    digest = hashlib.sha256(text.encode()).hexdigest()[:20]
    stem = f"{name}_{backend}_{digest}"
    path = _written(stem, text)
    module_name = f"theoremtest_generated.{stem}"
    if module_name in sys.modules:
        return sys.modules[module_name], path
    spec = importlib.util.spec_from_file_location(module_name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[module_name]
        raise
    return module, path


def _written(stem, text):
    problems = []
    for directory in _directories():
        path = directory / f"{stem}.py"
        try:
            if path.exists() and path.read_text() == text:
                return path
            directory.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=directory, suffix=".tmp")
            with os.fdopen(handle, "w") as file:
                file.write(text)
            os.replace(temporary, path)
            return path
        except OSError as problem:
            problems.append(f"{directory}: {problem}")
    raise KernelError("no directory for generated kernels can be written; tried " + "; ".join(problems))


def _float64(kernel_name, key, value):
    if isinstance(value, (bool, int, float, np.float64)) and not isinstance(value, np.ndarray):
        return np.asarray(float(value))
    array = np.asarray(value)
    if array.dtype == np.float64:
        return array
    if array.dtype.kind in "iu" and (array.size == 0 or np.abs(array.astype(np.float64)).max() <= 2.0**53):
        return array.astype(np.float64)
    raise TypeError(f"kernel {kernel_name!r}: argument {key!r} has type {array.dtype}; float64 is expected (convert it yourself)")


def _tensor(kernel_name, key, value, float32=False):
    import torch

    if isinstance(value, torch.Tensor):
        if value.dtype != torch.float64 and not (float32 and value.dtype == torch.float32):
            raise TypeError(f"kernel {kernel_name!r}: argument {key!r} has type {value.dtype}; torch.float64 is expected")
        return value
    return torch.as_tensor(_float64(kernel_name, key, value))


def _multiprecision(kernel_name, key, value):
    import mpmath

    array = np.asarray(value, dtype=object) if not isinstance(value, np.ndarray) else value
    if array.dtype.kind == "f" and array.dtype != np.float64:
        raise TypeError(f"kernel {kernel_name!r}: argument {key!r} has type {array.dtype}; float64, mpf or int is expected")

    def number(x):
        if isinstance(x, (np.float32, np.float16, np.longdouble)) and not isinstance(x, float):
            raise TypeError(f"kernel {kernel_name!r}: argument {key!r} has type {type(x).__name__}; float64, mpf or int is expected")
        if isinstance(x, (Fraction, sp.Rational)):
            return mpmath.mpf(int(x.numerator)) / int(x.denominator)
        return mpmath.mpf(int(x) if isinstance(x, np.integer) else x)

    with np.errstate(all="ignore"):  # NumPy looks at flags that Python's own float arithmetic has set
        return np.frompyfunc(number, 1, 1)(array)


BLOCK = 8192
"""Elements that are computed at once, so that what is made on the way stays in a cache, and needs no fresh pages of memory."""

MANY = 10
"""Operations from which on blocks pay."""


def _call_numpy(compiled, values):
    # Arrays of one dimension at least: NumPy's ufuncs turn 0-d arrays into scalars.
    shape = np.broadcast_shapes(*(value.shape for value in values))
    values = [np.atleast_1d(value) for value in values]
    with np.errstate(under="ignore"):
        alike = all(value.size == 1 or value.shape == shape and value.flags.c_contiguous for value in values)
        if alike and math.prod(shape) > 2 * BLOCK and compiled.operations >= MANY:
            results = _in_blocks(compiled.module.values, [value.reshape(-1) for value in values], math.prod(shape))
        else:
            results = compiled.module.values(*values)
    results = results if isinstance(results, tuple) else (results,)
    return [_full(result, shape) for result in results]


def _in_blocks(function, values, size):
    """The function's results (size,), block by block."""
    results = None
    for start in range(0, size, BLOCK):
        part = function(*(value if value.size == 1 else value[start:start + BLOCK] for value in values))
        parts = part if isinstance(part, tuple) else (part,)
        results = results or tuple(np.empty(size) for _ in parts)
        for result, found in zip(results, parts, strict=True):
            result[start:start + BLOCK] = found
    return results


def _full(result, shape):
    result = np.asarray(result, dtype=np.float64)
    if result.shape != shape:
        result = result.reshape(shape) if result.size == math.prod(shape) else np.broadcast_to(result, shape).copy()
    return result if shape else result[()]


def _call_numba(compiled, values):
    with np.errstate(all="ignore"):  # the compiled loop sets flags from branches that are computed and dropped
        results = compiled.module.elementwise(*values)
    return results if isinstance(results, tuple) else (results,)


def _call_torch(compiled, values):
    import torch

    devices = {value.device for value in values if value.dim()} or {values[0].device}
    if len(devices) > 1:
        raise TypeError(f"kernel {compiled.name!r}: arguments lie on several devices {sorted(map(str, devices))}; one is expected")
    device = devices.pop()
    values = [value.to(device) for value in values]
    if len({value.dtype for value in values}) > 1:  # a number beside tensors of float32 is one of theirs
        if any(value.dim() and value.dtype == torch.float64 for value in values):
            raise TypeError(f"kernel {compiled.name!r}: some arguments are float32 and some float64; one type is expected")
        values = [value.to(torch.float32) for value in values]
    shape = torch.broadcast_shapes(*(value.shape for value in values))
    results = compiled.module.values(*values)
    results = results if isinstance(results, tuple) else (results,)
    kind = torch.float32 if any(value.dtype == torch.float32 for value in values) else torch.float64
    tensors = (torch.as_tensor(result, dtype=kind, device=device) for result in results)
    return [tensor if tensor.shape == shape else tensor.broadcast_to(shape).clone() for tensor in tensors]


def _call_mpmath(compiled, values):
    import mpmath

    def evaluated(*numbers):
        results = compiled.module.values(*numbers)
        results = results if isinstance(results, tuple) else (results,)
        return tuple(mpmath.mpf(result) for result in results)

    outputs = compiled.outputs or 1
    if all(not isinstance(value, np.ndarray) for value in values):
        return evaluated(*values)
    with np.errstate(all="ignore"):
        table = np.frompyfunc(evaluated, len(values), 1)(*values)
    return [np.frompyfunc(lambda row, index=index: row[index], 1, 1)(table) for index in range(outputs)]


_CHECKS = {"numpy": _float64, "numba": _float64, "torch": _tensor, "mpmath": _multiprecision}
_CALLS = {"numpy": _call_numpy, "numba": _call_numba, "torch": _call_torch, "mpmath": _call_mpmath}
