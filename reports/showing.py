"""Introduces what renders reports to the values that show themselves in a notebook. Light: rendering is imported when it is asked for."""

from __future__ import annotations

from theoremtest.derivations import display


def _html(value: object) -> str | None:
    from theoremtest.reports import notebook
    return notebook.html(value)


def _latex(value: object) -> str | None:
    from theoremtest.reports import notebook
    return notebook.latex(value)


display.shown_by({"html": _html, "latex": _latex})
