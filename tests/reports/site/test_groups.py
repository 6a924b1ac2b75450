"""A list that is too long for one page is put on several, group by group, in its order and with nothing left out or twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theoremtest.reports.site import groups
from theoremtest.reports.site.groups import LARGEST, Group, divided, files

SIZES = st.lists(st.lists(st.integers(1, LARGEST // 2), max_size=8), max_size=4)


def made(sizes):
    return [Group(f"paper{number}", f"Paper {number}", "", [(f"({number}.{place})", "x" * size) for place, size in enumerate(row)])
            for number, row in enumerate(sizes)]


@given(SIZES)
def test_every_entry_is_on_one_page_in_its_order_and_no_page_is_too_large(sizes):
    found = divided("errata", made(sizes))
    assert [group.key for group in found] == [group.key for group in made(sizes) if group.named]
    if sum(map(sum, sizes)) <= LARGEST:
        assert not any(group.pages for group in found)
        return
    for group in found:
        assert [entry for page in group.pages for entry in page.entries] == group.entries
        assert all(sum(map(len, page.entries)) <= LARGEST for page in group.pages)
        assert group.pages[0].first == group.named[0][0] and group.pages[-1].last == group.named[-1][0]
    names = [page.file for group in found for page in group.pages]
    assert len(set(names)) == len(names)


def test_an_entry_larger_than_a_page_has_one_of_its_own():
    (group,) = divided("errata", made([[1, 2 * LARGEST, 1]]))
    assert [len(page.entries) for page in group.pages] == [1, 1, 1]


def test_pages_of_a_group_lead_from_one_to_the_next():
    (group,) = divided("errata", made([[LARGEST, LARGEST, LARGEST]]))
    ways = {name: (told["before"], told["after"]) for name, told in files("errata", "Errata", [group], lambda template, **told: told)}
    first, second, third = group.pages
    assert ways == {first.file: (None, second), second.file: (first, third), third.file: (second, None)}
    assert first.file == "errata-paper0.html" and third.file == "errata-paper0-3.html"


@pytest.mark.parametrize("size", [1, LARGEST])
def test_what_is_short_stays_on_one_page(size, monkeypatch):
    assert not divided("errata", made([[size]]))[0].pages
    monkeypatch.setattr(groups, "LARGEST", size - 1)
    assert divided("errata", made([[size]]))[0].pages
