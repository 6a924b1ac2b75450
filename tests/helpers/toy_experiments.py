"""Experiments for tests, named by `helpers.toy_experiments:function`; each tells its numbers instead of measuring them."""

from theoremtest.numerics.experiments.measured import Measured


def clear() -> Measured:
    """A mean far above 2, another that is known without error."""
    return Measured({"r": (3.0, 0.1), "s": (1.0, 0.0)}, "20 draws, seeds 0 to 19")


def blurred() -> Measured:
    """A mean within four standard errors of 2."""
    return Measured({"r": (2.1, 0.1)}, "20 draws, seeds 0 to 19")


def nothing() -> dict:
    """No Measured."""
    return {"r": 3.0}


def lost() -> Measured:
    """A run that broke."""
    return Measured({"r": (float("nan"), 0.1)}, "one draw")


def broken() -> Measured:
    """A run that ends in an error."""
    raise FloatingPointError("the loss overflowed")


def rounded():
    """A third, as float64 has it."""
    return Measured({"q": (1 / 3, 0.0)}, "one division")
