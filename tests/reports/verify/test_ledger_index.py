"""A ledger in outline says what the whole says, of the file as it is now, and nothing of a record that does not agree with itself."""

import json

import pytest

from theoremtest.reports.assistant import answers
from theoremtest.reports.assistant.places import Place
from theoremtest.reports.verify import ledger_file, ledger_index
from theoremtest.reports.verify.consistency import sealed
from theoremtest.reports.verify.ledger_index import outline
from theoremtest.reports.workspace import Workspace

SOME = ledger_file.read()[::120]


@pytest.fixture
def place(tmp_path):
    ledger_file.save(SOME, tmp_path / "ledger.json")
    return Workspace(root=tmp_path, ledger=tmp_path / "ledger.json", folder=tmp_path / "cache")


def whole(place):
    return Workspace(root=place.root, ledger=place.ledger, fresh=True).standing()


def test_it_lists_what_the_whole_ledger_lists_and_holds_each_record_in_its_place(place):
    rows = place.listed()
    assert all(row[name] == record[name] for row, record in zip(rows, whole(place), strict=True) for name in ledger_index.SHOWN)
    assert [place.record(row["id"]) for row in rows] == whole(place) and place.record("kunin2024/none") is None
    assert not {"records", "library_records"} & set(vars(place))


@pytest.mark.parametrize("change", [lambda record: record | {"verdict": "supported"}, lambda record: sealed(record) | {"paper_text": "0"}])
def test_what_does_not_agree_with_itself_is_not_repeated(place, change):
    assert SOME[1]["verdict"] == "proved"
    ledger_file.save([SOME[0], change(SOME[1])], place.ledger)
    assert [row["verdict"] for row in place.listed()] == [SOME[0]["verdict"], ledger_file.NOT_CHECKED]
    assert place.record(SOME[1]["id"]) is None


def test_another_writing_of_the_ledger_has_another_outline(place):
    assert len(place.listed()) == len(SOME)
    ledger_file.save(SOME[:2], place.ledger)
    assert [row["id"] for row in place.listed()] == [record["id"] for record in SOME[:2]]


@pytest.mark.parametrize("text", ["", "[]", '{"stamp": 1}', "\x00"])
def test_what_is_kept_and_damaged_is_made_anew(place, text):
    before = place.listed()
    (kept,) = (place.folder / "outline").iterdir()
    assert json.loads(kept.read_text("utf-8"))["rows"] == before
    kept.write_text(text)
    ledger_index._outline.cache_clear()
    assert place.listed() == before


@pytest.mark.parametrize("text", [json.dumps(SOME), json.dumps(SOME, indent=4), "[]\n"])
def test_a_ledger_that_is_laid_out_otherwise_is_read_whole(place, text):
    place.ledger.write_text(text, "utf-8")
    assert outline(place.ledger, None) is None
    assert [row["id"] for row in place.listed()] == [record["id"] for record in json.loads(text)]


def test_a_damaged_ledger_is_said_to_be(place):
    place.ledger.write_text(place.ledger.read_text("utf-8")[:-40], "utf-8")
    with pytest.raises(ledger_file.DamagedLedger, match="is damaged"):
        place.listed()


def test_a_formula_is_read_where_it_stands_and_a_search_finds_what_the_whole_ledger_has(place):
    with place.outline.formulas() as formula:
        assert [formula(row) for row in place.listed()] == [record["latex"] for record in SOME]
        assert formula({"formula": [1, 5]}) == ""
    whole = Workspace(root=place.root, ledger=place.ledger, fresh=True)
    assert whole.library_records and whole.outline is None
    asked = {"query": r"\frac the", "limit": 5, "seconds": 0.0}
    in_outline, in_whole = (answers._search(Place(kept, ()), asked) for kept in (place, whole))
    assert in_outline == in_whole and in_whole["items"]
