"""Slips of true statements over every kind; one counts as false where an evaluation apart from the engine sees it."""

from . import change, fields, growth, matrices, scalars

MAKERS = (*scalars.MAKERS, *change.MAKERS, *fields.MAKERS, *matrices.MAKERS, *growth.MAKERS)
