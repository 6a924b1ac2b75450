"""A damaged ledger is told in one line that says what to do; no command gives a result from it or writes over it."""

import json

import pytest

from helpers.toy_claims import written_ledger
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.verify.ledger_file import DamagedLedger

pytestmark = pytest.mark.usefixtures("truthful")
COMMANDS = [("list",), ("show", "toy2026/1"), ("errata",), ("graph", "toy2026/1"), ("coverage",), ("verify", "--jobs", "1"),
            ("accept", "--jobs", "1"), ("report", "--jobs", "1")]


def truncated(text):
    return text[: len(text) // 2]


def without(name):
    def spoil(text):
        records = json.loads(text)
        del records[1][name]
        return json.dumps(records)
    return spoil


def holding(name, value):
    def spoil(text):
        records = json.loads(text)
        records[1][name] = value
        return json.dumps(records)
    return spoil


DAMAGES = {
    "a truncated file": (truncated, "is damaged: "),
    "an empty file": (lambda text: "", "is damaged: "),
    "a conflict": (lambda text: "<<<<<<< HEAD\n" + text, "is damaged: "),
    "deeper than can be read": (lambda text: "[" * 100_000, "is damaged: "),
    "not a list": (lambda text: '{"records": []}', "it holds no list of records"),
    "no record": (lambda text: "[1]", "record 1 is no record"),
    "a record without id": (without("id"), "record 2 lacks 'id'"),
    "a number as verdict": (holding("verdict", 3), "holds 3 as its 'verdict'"),
}


@pytest.fixture
def path(toy, tmp_path):
    return written_ledger(toy, tmp_path / "reports" / "ledger.json")


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_ledger_is_told_with_what_to_do(path, damage):
    spoil, message = DAMAGES[damage]
    path.write_text(spoil(path.read_text()))
    with pytest.raises(DamagedLedger, match="version control, or remove it and run `theoremtest verify`") as error:
        ledger_file.read(path)
    assert message in str(error.value) and str(path) in str(error.value) and "\n" not in str(error.value)


def test_bytes_that_are_no_text_and_a_folder_are_told(path):
    path.write_bytes(b"[\xff\xfe]")
    with pytest.raises(DamagedLedger, match="no UTF-8 text"):
        ledger_file.read(path)
    with pytest.raises(DamagedLedger, match="cannot be read: "):
        ledger_file.read(path.parent)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_every_command_refuses_a_damaged_ledger_and_leaves_it(command, toy, path, words):
    path.write_text(truncated(path.read_text()))
    before = path.read_bytes()
    result = command(toy, *words)
    assert result.exit_code == 2 and "Traceback" not in result.output, result.output
    (line,) = [line for line in result.output.splitlines() if line.startswith("error:")]
    assert "is damaged" in line and "remove it and run `theoremtest verify`" in line
    assert path.read_bytes() == before


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", ledger_file.FIELDS)
def test_no_command_stumbles_over_a_record_that_lacks_something(command, toy, path, name):
    path.write_text(without(name)(path.read_text()))
    for words in (("list",), ("show", "toy2026/2"), ("errata",), ("graph", "toy2026/3")):
        result = command(toy, *words)
        assert result.exit_code == 2 and f"record 2 lacks '{name}'" in result.output, words


def test_what_a_reader_counts_on_is_what_the_schema_asks_for(path):
    schema = json.loads(ledger_file.SCHEMA.read_text("utf-8"))["$defs"]["record"]
    assert set(ledger_file.FIELDS) <= set(schema["required"])
    ledger_file.validate(ledger_file.read(path))


def test_the_damaged_ledger_of_a_revision_is_told_too():
    with pytest.raises(DamagedLedger, match="the ledger of revision HEAD is damaged"):
        ledger_file.parsed("[", "of revision HEAD")
