"""Addresses: one for each id and back, safe on every system, the same for ever."""

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports.site.addresses import identity_of, page_of, pages
from theoremtest.reports.verify import ledger_file

NAMES = st.text(st.characters(exclude_characters="/", exclude_categories=("Cs",)), min_size=1, max_size=12)


@pytest.mark.parametrize(("identity", "page"), [
    ("kunin2024/27", "kunin2024/27.html"), ("kunin2024/fig-3:agreement", "kunin2024/fig-3~agreement.html"),
    ("one_theory/sec-5:two-ends", "one_theory/sec-5~two-ends.html"), ("mine2026/index", "mine2026/+69+ndex.html"),
    ("assets/1", "+61+ssets/1.html"), ("mine2026/a b", "mine2026/a+20+b.html")])
def test_an_address_never_changes(identity, page):
    assert page_of(identity) == page


@given(NAMES, NAMES)
@example("..", "INDEX")
@example("coq", "~+3a+")
def test_an_address_leads_back_to_its_id_and_is_safe(paper, place):
    page = page_of(f"{paper}/{place}")
    assert identity_of(page) == f"{paper}/{place}"
    assert re.fullmatch(r"[A-Za-z0-9_~+-][A-Za-z0-9._~+-]*/[A-Za-z0-9_~+-][A-Za-z0-9._~+-]*\.html", page)
    assert page.split("/")[1] not in ("index.html", "graph.html") and page.split("/")[0] not in ("assets", "coq")


def test_every_claim_of_the_ledger_has_a_page_of_its_own():
    known = [record["id"] for record in json.loads(ledger_file.LEDGER.read_text("utf-8"))]
    assert len({page.lower() for page in pages(known).values()}) == len(known)


@pytest.mark.parametrize("wrong", ["27", "kunin2024/", "/27"])
def test_what_is_no_id_is_named(wrong):
    with pytest.raises(TheoremtestError, match=repr(wrong)):
        page_of(wrong)


def test_ids_that_some_systems_would_not_tell_apart_are_refused():
    with pytest.raises(TheoremtestError, match=r"mine2026/A\.1 and mine2026/a\.1"):
        pages(["mine2026/A.1", "mine2026/a.1"])
