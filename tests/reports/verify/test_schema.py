"""The ledger's schema is read as the validator that others use reads it."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theoremtest.reports.verify import ledger_file
from theoremtest.reports.verify.schema import SILENT, WORDS, NotInSchema, check, faults

jsonschema = pytest.importorskip("jsonschema")
SCHEMA = json.loads(ledger_file.SCHEMA.read_text("utf-8"))
VALUES = st.sampled_from([None, True, 0, 1.5, "", "proved", "open", "a/b", [], [""], [None], {}, {"kind": "exact"}, {"left": "1"}])


@pytest.fixture(scope="module")
def sample():
    """Records of every shape: each brings a name or a kind of thing that none before it has."""
    chosen, seen = [], set()
    for record in ledger_file.read():
        shape = {f"{key}:{type(value).__name__}{bool(value)}" for key, value in record.items()}
        if not shape <= seen:
            chosen.append(record)
            seen |= shape
    return chosen


def places(value, path=()):
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in inside:
        yield from places(item, (*path, name))


@pytest.mark.slow
def test_what_it_takes_and_refuses_is_what_the_validator_takes_and_refuses(sample):
    theirs = jsonschema.Draft202012Validator(SCHEMA)

    @settings(max_examples=150)
    @given(st.data())
    def same(data):
        records = [copy.deepcopy(data.draw(st.sampled_from(sample)))]
        path = data.draw(st.sampled_from([place for place in places(records) if place]))
        *above, last = path
        holder = records
        for name in above:
            holder = holder[name]
        change = data.draw(st.sampled_from(["other", "gone", "more"]))
        if change == "gone":
            del holder[last]
        elif change == "more" and isinstance(holder, dict):
            holder["more"] = 1
        else:
            holder[last] = data.draw(VALUES)
        assert (next(faults(records, SCHEMA, SCHEMA), None) is None) == theirs.is_valid(records)

    same()
    assert theirs.is_valid(sample) and not list(faults(sample, SCHEMA, SCHEMA))


def test_a_fault_says_where_and_what(sample):
    spoilt = copy.deepcopy(sample[:1])
    spoilt[0]["verdict"] = "true"
    with pytest.raises(NotInSchema, match="^0/verdict: 'true' is none of 'proved', "):
        check(spoilt, SCHEMA)


def test_the_schema_is_written_in_words_that_are_read():
    """Of what no record holds yet, too."""
    def words(schema):
        if isinstance(schema, dict):
            yield from schema
            for name in ("properties", "$defs"):
                for inner in schema.get(name, {}).values():
                    yield from words(inner)
            yield from words(schema.get("items"))
            yield from words(schema.get("additionalProperties"))
            for other in schema.get("anyOf", ()):
                yield from words(other)
    assert set(words(SCHEMA)) <= WORDS | SILENT


def test_a_word_that_is_not_read_is_no_silent_pass():
    with pytest.raises(ValueError, match="the schema says maximum, which is not read here"):
        check(1, {"maximum": 0})
