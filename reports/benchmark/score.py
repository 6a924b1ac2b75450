"""How good answers to the benchmark are: `python score.py items.jsonl [more.jsonl ...] answers.jsonl [--json]`. Needs nothing but Python.

An answer is one line of JSON: the `id` of an item, `answer` (`true`, `false` or `condition missing`) and, if one likes, `probability`, that
it is true, from 0 to 1. The last answer of an id counts; no answer counts as a wrong one, and as a probability of one half.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

LABELS = ("true", "false", "condition missing")
BINS = 10


class Mistake(Exception):
    """Files that cannot be scored."""


def read(path: str) -> list[dict]:
    """The lines of a file, each an object with an id. Raises Mistake naming the line that is none."""
    found = []
    try:
        for number, line in enumerate(Path(path).read_text("utf-8").splitlines(), start=1):
            if line.strip():
                try:
                    row = json.loads(line)
                except ValueError:
                    row = None
                if not isinstance(row, dict) or not isinstance(row.get("id"), str):
                    raise Mistake(f"{path}, line {number}: this is no JSON object with an id")
                found.append(row)
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return found


def answers_by_id(rows: list[dict], known: set[str]) -> dict[str, dict]:
    """Answers by id. Raises Mistake for one of no item, and for what is no answer."""
    found: dict[str, dict] = {}
    for row in rows:
        if row["id"] not in known:
            raise Mistake(f"{row['id']}: there is no such item")
        if row.get("answer") not in (*LABELS, None):
            raise Mistake(f"{row['id']}: an answer is one of {', '.join(LABELS)}, or null; got {row['answer']!r}")
        chance = row.get("probability")
        if chance is not None and (isinstance(chance, bool) or not isinstance(chance, (int, float)) or not 0 <= chance <= 1):
            raise Mistake(f"{row['id']}: a probability lies from 0 to 1; got {chance!r}")
        found[row["id"]] = row
    return found


def score(items: list[dict], rows: list[dict]) -> dict:
    """All figures: accuracy, that of true against broken, of twins, calibration; by split, by label, by kind of slip."""
    by_id = {item["id"]: item for item in items}
    answers = answers_by_id(rows, set(by_id))
    pairs = [(item, by_id[item["twin"]]) for item in items if item["label"] == "true" and item.get("twin") in by_id]
    groups = {"split": lambda item: item["split"], "label": lambda item: item["label"],
              "slip": lambda item: item["slip"].get("kind", "") if item.get("slip") else ""}
    return {"items": len(items), "answered": sum(_said(item, answers) is not None for item in items), **_accuracies(items, answers),
            "twins": len(pairs), "twin accuracy": _share(_right(one, answers) and _right(other, answers) for one, other in pairs),
            **_calibration(items, answers),
            **{f"by {name}": {value: _accuracies([item for item in items if key(item) == value], answers)
                              for value in sorted({key(item) for item in items} - {""})} for name, key in groups.items()}}


def _said(item: dict, answers: dict[str, dict]) -> str | None:
    return answers.get(item["id"], {}).get("answer")


def _right(item: dict, answers: dict[str, dict]) -> bool:
    return _said(item, answers) == item["label"]


def _accuracies(items: list[dict], answers: dict[str, dict]) -> dict:
    two = ((_said(item, answers) == "true") == (item["label"] == "true") and _said(item, answers) is not None for item in items)
    return {"number": len(items), "accuracy": _share(_right(item, answers) for item in items), "true or broken": _share(two)}


def _share(found) -> float | None:
    found = list(found)
    return round(sum(found) / len(found), 4) if found else None


def _calibration(items: list[dict], answers: dict[str, dict]) -> dict:
    """The mean squared error of the probabilities, and the mean gap between them and what was so, by tenths."""
    told = [(answers.get(item["id"], {}).get("probability"), item["label"] == "true") for item in items]
    if not items or all(chance is None for chance, _ in told):
        return {"Brier score": None, "calibration error": None}
    rows = [(0.5 if chance is None else float(chance), truth) for chance, truth in told]
    bins: dict[int, list] = {}
    for chance, truth in rows:
        bins.setdefault(min(int(chance * BINS), BINS - 1), []).append((chance, truth))
    gap = sum(abs(sum(chance for chance, _ in held) - sum(truth for _, truth in held)) for held in bins.values()) / len(rows)
    return {"Brier score": round(sum((chance - truth) ** 2 for chance, truth in rows) / len(rows), 4), "calibration error": round(gap, 4)}


def shown(found: dict) -> str:
    """The figures as lines."""
    lines = []
    for name, value in found.items():
        if isinstance(value, dict):
            lines += [f"{name}:", *(f"  {group:<20} {held['number']:>6}  accuracy {_text(held['accuracy'])}  "
                                    f"true or broken {_text(held['true or broken'])}" for group, held in value.items())]
        elif name != "number":
            lines.append(f"{name:<20} {_text(value)}")
    return "\n".join(lines)


def _text(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)


def main(words: list[str]) -> int:
    """The command; 2 where the files cannot be scored."""
    as_json, names = "--json" in words, [word for word in words if word != "--json"]
    if len(names) < 2:
        print(__doc__.splitlines()[0] if __doc__ else "", file=sys.stderr)
        return 2
    try:
        found = score([item for name in names[:-1] for item in read(name)], read(names[-1]))
    except Mistake as mistake:
        print(f"error: {mistake}", file=sys.stderr)
        return 2
    print(json.dumps(found, indent=1) if as_json else shown(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
