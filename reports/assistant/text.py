"""An answer as lines, for whoever reads no JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def lines(answer: Mapping) -> str:
    """The answer in words, what was read first."""
    if answer["error"]:
        return f"error: {answer['error']}"
    found = list(_lines(answer, "")) if answer["verdict"] != "listed" or answer["read"] else []
    for item in answer["items"]:
        found += _lines(item, "  " if found else "")
    if answer["verdict"] == "listed":
        found += [f"note: {note}" for note in answer["notes"]] if not answer["read"] else []
    if answer["left_out"]:
        found.append(f"{answer['left_out']} more are not listed")
    return "\n".join(found) or "nothing"


def _lines(item: Mapping, indent: str) -> Iterator[str]:
    where = f"{item['file']}:{item['line']}" if item.get("file") else ""
    heading = "  ".join(filter(None, (item["verdict"], item.get("id"), where, item.get("title"), item.get("condition"))))
    yield f"{indent}{heading}"
    read, corrected, point = item["read"], item.get("corrected"), item["point"]
    rows = [("spelled", read.get("spelled") if read else ""), ("read as", read["latex"] if read else ""),
            ("in words", read["words"] if read else ""),
            ("by", item["by"]), ("scope", item["scope"]), ("recorded", item.get("recorded", "")),
            ("point", point["words"] if point else ""), ("left side", point["left"] if point else ""),
            ("right side", point["right"] if point else ""), ("about", point["note"] if point else ""),
            ("instead", corrected["words"] if corrected else "")]
    rows += [("unread", text) for text in item["unread"]] + [("note", text) for text in item["notes"]]
    for name, text in rows:
        if text:
            yield f"{indent}  {name:<11} {' '.join(text.split())}"
