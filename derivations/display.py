"""How a value shows itself in a notebook: IPython asks it for HTML and for LaTeX, and whoever renders reports answers.

Rendering stands on a floor above this one, which introduces its writers here: `theoremtest.reports.showing`, imported with whatever is
taken from `theoremtest` or `theoremtest.models`. Without them a value has neither form, and a notebook prints it as a terminal would.
Light.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_WRITERS: dict[str, Callable[[Any], str | None]] = {}


def shown_by(writers: Mapping[str, Callable[[Any], str | None]]) -> None:
    """Let these write what notebooks show: `html` and `latex`, each a function of the value, None where it has no such form."""
    _WRITERS.update(writers)


class Shown:
    """What shows itself in a notebook."""

    def _repr_html_(self) -> str | None:
        return _WRITERS["html"](self) if "html" in _WRITERS else None

    def _repr_latex_(self) -> str | None:
        return _WRITERS["latex"](self) if "latex" in _WRITERS else None
