"""Exponentials share generators: exp(u/2) and exp(u/3) are powers of exp(u/6). The unit is found by starting again."""

from __future__ import annotations


class FinerUnit(Exception):
    """An exponential needs a finer unit than its generator's: start again with `1/unit` of the exponent `key`."""

    def __init__(self, key, unit: int):
        super().__init__(f"finer unit needed: 1/{unit}")
        self.key, self.unit = key, unit
