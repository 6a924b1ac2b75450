"""Results in the Static Analysis Results Interchange Format, 2.1.0, and as annotations of GitHub's workflows. Light."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import quote

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ERROR, WARNING = "error", "warning"


@dataclass(frozen=True)
class Result:
    """One thing that is wrong. rule: its kind, in words; file: a path from the repository's root; line, column: from 1, 0 where none is
    known."""

    rule: str
    message: str
    file: PurePath
    line: int = 0
    column: int = 0
    level: str = ERROR


def sarif(results: Iterable[Result]) -> str:
    """The results as a document of one run."""
    found = [_result(one) for one in results]
    rules = [{"id": name, "shortDescription": {"text": name.replace("-", " ")}} for name in sorted({one["ruleId"] for one in found})]
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [
        {"tool": {"driver": {"name": "theoremtest", "rules": rules}}, "results": found}]}, ensure_ascii=False, indent=1)


def _result(one: Result) -> dict:
    where: dict = {"artifactLocation": {"uri": quote(os.fsencode(one.file.as_posix()))}}
    if one.line > 0:
        where["region"] = {"startLine": one.line, **({"startColumn": one.column} if one.column > 0 else {})}
    return {"ruleId": one.rule.replace(" ", "-"), "level": one.level, "message": {"text": _printable(one.message)},
            "locations": [{"physicalLocation": where}]}


def annotation(one: Result) -> str:
    """A result as the line that a workflow of GitHub's shows beside the file."""
    places = {"file": one.file.as_posix(), "line": one.line or None, "col": one.column or None, "title": f"theoremtest {one.rule}"}
    named = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in places.items() if value is not None)
    return f"::{one.level} {named}::{_escaped(_printable(one.message))}"


def _escaped(text: str, more: str = "") -> str:
    return "".join(f"%{ord(sign):02X}" if sign in "%\r\n" + more else sign for sign in _printable(text))


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


__all__ = ["ERROR", "WARNING", "Result", "annotation", "sarif"]
