"""The tables, one for each idea; `every_case` gives all of them with their ids."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module


def every_case() -> Iterator[tuple[str, object]]:
    """(id, case) of every table, such as `jumps-07`."""
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda found: found.name):
        for number, case in enumerate(import_module(f"{__name__}.{module.name}").CASES, start=1):
            yield f"{module.name}-{number:02d}", case
