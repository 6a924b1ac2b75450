"""The ledger as a file: read, written, held against its schema. Light, so that commands which only read answer at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports.files import id_order, write

from .schema import check, faults
from .witnesses import without

FOLDER = Path(__file__).resolve().parents[1]
LEDGER = FOLDER / "ledger.json"
"""The record of the claims of this library."""
SCHEMA = FOLDER / "ledger.schema.json"
FIELDS = {
    **dict.fromkeys(("id", "paper", "where", "title", "note", "origin", "module", "function", "kind", "latex", "domain", "domain_text",
                     "verdict", "scope"), str),
    **dict.fromkeys(("uses", "used_by", "parts", "evidence", "derivation", "failures"), list),
    "erratum": (dict, type(None)),
}
"""What a reader may count on in every record; the schema says all."""
LATER = {"conditions": list, "reading": str, "leaves_out": str, "needs": list}
"""What ledgers of earlier versions lack: it reads as empty there."""
NOT_DECIDED = "not decided"
"""What a record says in place of a verdict where nothing was decided of its statement; no ledger holds such a record."""
NOT_CHECKED = "not checked"
"""What is said in place of a verdict where the ledger has a record that is not to be repeated; no ledger holds such a record either."""
HOW_TO_MEND = "restore it from version control, or remove it and run `theoremtest verify`"


class DamagedLedger(TheoremtestError):
    """A ledger's file cannot be read as a ledger."""


def read(path: Path = LEDGER, whole: bool = False) -> list[dict]:
    """The records of a ledger file. Raises DamagedLedger, which says what is wrong and what to do.

    whole: hold every record against the schema, which takes a moment, instead of what every reader counts on.
    """
    try:
        records = parsed(Path(path).read_text("utf-8"), str(path))
    except OSError as error:
        raise DamagedLedger(f"the ledger {path} cannot be read: {error.strerror}; {HOW_TO_MEND}") from None
    except UnicodeDecodeError:
        raise DamagedLedger(f"the ledger {path} is damaged: it is no UTF-8 text; {HOW_TO_MEND}") from None
    fault = _fault(records) if whole and records else ""
    if fault:
        raise DamagedLedger(f"the ledger {path} is damaged: {fault}; {HOW_TO_MEND}")
    return records


def parsed(text: str, place: str) -> list[dict]:
    """The records of a ledger's text; `place` names it in errors."""
    try:
        records = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DamagedLedger(f"the ledger {place} is damaged: {error}; {HOW_TO_MEND}") from None
    if not isinstance(records, list):
        raise DamagedLedger(f"the ledger {place} is damaged: it holds no list of records; {HOW_TO_MEND}")
    for number, record in enumerate(records, 1):
        wrong = _wrong(record)
        if wrong:
            raise DamagedLedger(f"the ledger {place} is damaged: record {number} {wrong}; {HOW_TO_MEND}")
        for name, kind in LATER.items():
            record.setdefault(name, kind())
    return records


def _wrong(record: object) -> str:
    """What keeps a record from being read, in words; empty where nothing does."""
    if not isinstance(record, dict):
        return "is no record"
    for name, kind in FIELDS.items():
        if name not in record:
            return f"lacks {name!r}"
        if not isinstance(record[name], kind):
            return f"holds {record[name]!r:.40} as its {name!r}"
    for name, kind in LATER.items():
        if not isinstance(record.get(name, kind()), kind):
            return f"holds {record[name]!r:.40} as its {name!r}"
    return ""


def not_checked(record: Mapping) -> dict:
    """A record of which only the claim's own words are repeated, and nothing that was found of it."""
    kept = {name: value for name, value in record.items() if name != "certificate"}
    nothing = {name: [] for name in ("parts", "evidence", "derivation", "conditions", "needs", "failures")}
    return {**kept, **nothing, "verdict": NOT_CHECKED, "certified": False, "scope": "", "erratum": None}


def save(records: Iterable[dict], path: Path) -> bool:
    """Write a ledger in one step and only if it changes; True when written."""
    return write(path, as_text(records))


def as_text(records: Iterable[dict]) -> str:
    """Records as the ledger file holds them, sorted by paper and place; a statement's tree takes one line, and so does a condition."""
    trees: list[str] = []

    def kept_short(value: object) -> object:
        if isinstance(value, dict):
            return {name: short(item) if name.endswith("tree") and item is not None else kept_short(item) for name, item in value.items()}
        return [short(item) if is_plain_condition(item) else kept_short(item) for item in value] if isinstance(value, list) else value

    def is_plain_condition(item: object) -> bool:
        return isinstance(item, dict) and "source" in item and "without" not in item and "verdict" not in item

    def short(tree: object) -> str:
        trees.append(json.dumps(tree, ensure_ascii=False, separators=(",", ":")))
        return f"\x00{len(trees) - 1}\x00"

    held = map(without, sorted(records, key=lambda record: id_order(record["id"])))
    text = json.dumps(kept_short(list(held)), indent=1, ensure_ascii=False)
    return re.sub(r'"\\u0000(\d+)\\u0000"', lambda match: trees[int(match.group(1))], text) + "\n"


def validate(records: list[dict]) -> None:
    """Raise NotInSchema where a record breaks the schema."""
    check(list(map(without, records)), _schema())


def is_whole(record: Mapping) -> bool:
    """Whether a record is as the schema has it."""
    return next(faults([record], _schema(), _schema()), None) is None


def _fault(records: list[dict]) -> str:
    """The first place where records break the schema or name a claim twice, in words; empty where none does."""
    for (number, *inside), fault in faults(records, _schema(), _schema()):
        where = f", {'/'.join(map(str, inside))}" if inside else ""
        return f"{records[number]['id']}{where}: {fault:.120}"
    seen: set[str] = set()
    return next((f"it holds two records of {record['id']}" for record in records if record["id"] in seen or seen.add(record["id"])), "")


@lru_cache(maxsize=1)
def _schema() -> dict:
    return json.loads(SCHEMA.read_text("utf-8"))
