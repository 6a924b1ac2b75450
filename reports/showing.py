"""Introduces what renders reports to the values that show themselves in a notebook. Light: rendering is imported when it is asked for."""

from __future__ import annotations

from theoremtest.derivations import display
from theoremtest.numerics.extras import MissingExtra


def _html(value: object) -> str | None:
    return _shown(value, "html")


def _latex(value: object) -> str | None:
    return _shown(value, "latex")


def _shown(value: object, form: str) -> str | None:
    try:
        from theoremtest.reports import notebook
    except MissingExtra:
        return None  # a notebook then shows the text
    return getattr(notebook, form)(value)


display.shown_by({"html": _html, "latex": _latex})
