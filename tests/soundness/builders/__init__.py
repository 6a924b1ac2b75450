"""Builders of statements: one function for each kind, from a source of choices to a statement whose truth it knows."""

from __future__ import annotations

from . import change, fields, growth, matrices, scalars
from .made import Made

BUILDERS = {**scalars.BUILDERS, **change.BUILDERS, **fields.BUILDERS, **matrices.BUILDERS, **growth.BUILDERS}


def build(source, kind: str | None = None) -> Made | None:
    """A statement of a kind, or of one that the source picks; None where nothing came of it whose truth is known."""
    return BUILDERS[kind or source.pick(sorted(BUILDERS))](source)
