"""Arrays of another kind that NumPy's own functions accept, so that code written once for NumPy arrays also runs on them: bounds
of rounding (``rounding``) and Torch tensors (``tensor_array``).
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, ClassVar

import numpy as np


class ArrayLike(np.lib.mixins.NDArrayOperatorsMixin):
    """The protocol: a kind of array gives a rule per NumPy function, and a choice between two arrays.

    A function without a rule raises TypeError, as NumPy does where nobody takes the call.
    """

    UFUNCS: ClassVar[dict[np.ufunc, Callable]] = {}
    FUNCTIONS: ClassVar[dict[Callable, Callable]] = {}

    @classmethod
    def lifted(cls, value: Any) -> ArrayLike:
        """A NumPy array or number as an array of this kind."""
        raise NotImplementedError

    @classmethod
    def chosen(cls, condition: Any, yes: Any, no: Any) -> ArrayLike:
        """``yes`` where the condition holds, else ``no``."""
        raise NotImplementedError

    def like(self, value: Any) -> ArrayLike:
        """A NumPy array or number as an array of this kind, where this one is."""
        return self.lifted(value)

    def numpy(self) -> np.ndarray:
        """The numbers alone."""
        raise NotImplementedError

    def erased(self) -> ArrayLike:
        """0, with the derivative that the array has, if it has one."""
        raise NotImplementedError

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, where=True, **settings):
        rule = self.UFUNCS.get(ufunc)
        if rule is None or method != "__call__" or settings:
            return NotImplemented
        with np.errstate(all="ignore"):
            if where is True:
                return rule(*inputs)
            # A quotient is formed only where it is asked for, so that nothing of what is dropped shows, not even in a derivative.
            safe = [*inputs[:-1], self.chosen(where, inputs[-1], 1.0)] if ufunc is np.divide else inputs
            return self.chosen(where, rule(*safe), out[0])

    def __array_function__(self, function, types, arguments, settings):
        rule = self.FUNCTIONS.get(function)
        if rule is None:
            return NotImplemented
        with np.errstate(all="ignore"):
            return rule(*arguments, **settings)

    def __len__(self) -> int:
        return self.shape[0]


def rebound(functions: dict[str, Any], **replaced: Any) -> dict[str, Any]:
    """The namespace of a module whose functions see ``replaced`` in place of the globals of that name."""
    namespace = dict(functions)
    for name, value in functions.items():
        if isinstance(value, FunctionType) and value.__globals__ is functions:
            copy = FunctionType(value.__code__, namespace, name, value.__defaults__, value.__closure__)
            copy.__kwdefaults__ = value.__kwdefaults__
            namespace[name] = copy
    namespace.update(replaced)  # in place: the copied functions look names up here
    return namespace


def settled(value: Any) -> Any:
    """A contiguous float64 array of its own; another kind of array is left as it is."""
    return value if isinstance(value, ArrayLike) else np.array(value, dtype=np.float64, order="C")


def plain(value: Any) -> np.ndarray:
    """The numbers of an array of whatever kind, as a NumPy array."""
    return value.numpy() if isinstance(value, ArrayLike) else np.asarray(value)


def erased(value: Any) -> Any:
    """0 in place of a value that counts as zero; a derivative stays."""
    return value.erased() if isinstance(value, ArrayLike) else np.zeros_like(value)
