"""Formulas that were typeset before, kept in a workspace's cache: typesetting a large ledger takes longer than all else on its pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version

from theoremtest.numerics.extras import needing
from theoremtest.reports.verify.cache import Cache, digest
from theoremtest.reports.verify.sources import text_of

from . import mathml

with needing("the report"):
    from markupsafe import Markup


@contextmanager
def kept_formulas(cache: Cache) -> Iterator[None]:
    """Within it no formula is typeset that was typeset before by the same sources; afterwards all that were shown are kept."""
    key = digest("formulas", text_of(mathml.__name__), version("latex2mathml"))
    known = cache.get_text(key)
    rows = json.loads(known) if known else []
    mathml.MADE.update(((block, latex), mathml.Rendered(Markup(html), why)) for block, latex, html, why in rows)
    before = len(mathml.MADE)
    yield
    if len(mathml.MADE) > before or not known:
        cache.put_text(key, json.dumps([[block, latex, made.html, made.why] for (block, latex), made in mathml.MADE.items()]))
