"""Why a mean is not known here."""

from __future__ import annotations


class NotAverage(Exception):
    """The quantity is none whose mean is known, or one with more terms than can be added up; the words say which."""
