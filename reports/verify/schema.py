"""What a value lacks of a JSON schema: the words that the ledger's own schema is written in, read without a library.

`tests/reports/verify/test_schema.py` holds it to the validator that others use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int, "number": (int, float)}
WORDS = frozenset({"type", "enum", "pattern", "minLength", "minItems", "items", "properties", "required", "anyOf", "$ref",
                   "additionalProperties"})
SILENT = frozenset({"title", "description", "$schema", "$defs"})
Path = tuple[str | int, ...]


class NotInSchema(ValueError):
    """A value is not as its schema has it; the message says where and why."""


def check(value: Any, schema: Mapping[str, Any]) -> None:
    """Raise NotInSchema with the first fault."""
    for path, fault in faults(value, schema, schema):
        raise NotInSchema(f"{'/'.join(map(str, path))}: {fault}" if path else fault)


def faults(value: Any, schema: Any, whole: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Where a value breaks a schema, and how. `whole` holds the definitions. ValueError for a schema of other words."""
    if isinstance(schema, bool):
        if not schema:
            yield path, f"{value!r:.60} may not stand here"
        return
    if unknown := schema.keys() - WORDS - SILENT:
        raise ValueError(f"the schema says {', '.join(sorted(unknown))}, which is not read here")
    if "$ref" in schema:
        yield from faults(value, whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], whole, path)
    if "anyOf" in schema and not any(next(faults(value, other, whole, path), None) is None for other in schema["anyOf"]):
        yield path, f"{value!r:.60} is none of what may stand here"
    kind = schema.get("type")
    if kind is not None and not (isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))):
        yield path, f"{value!r:.60} is no {kind}"
    if "enum" in schema and not any(type(value) is type(one) and value == one for one in schema["enum"]):
        yield path, f"{value!r:.60} is none of {', '.join(map(repr, schema['enum']))}"
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0):
            yield path, "it is empty"
        if "pattern" in schema and not _compiled(schema["pattern"]).search(value):
            yield path, f"{value!r:.60} is not of the form {schema['pattern']}"
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield path, f"it holds {len(value)} of at least {schema['minItems']}"
        if "items" in schema:
            for number, item in enumerate(value):
                yield from faults(item, schema["items"], whole, (*path, number))
    if isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                yield path, f"{name!r} is missing"
        known = schema.get("properties", {})
        for name, item in value.items():
            yield from faults(item, known[name] if name in known else schema.get("additionalProperties", True), whole, (*path, name))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
