"""Digests of what is kept: of nested tuples of text, of a record of the ledger, and of the file of claims that a record was made from.

Light: a command that only reads the ledger takes them, too.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from .sources import FACE, FLOORS, IMPORT
from .witnesses import FIELD

PAPERS = f"{FACE}.derivations."


def digest(*parts: object) -> str:
    """A digest of nested tuples of text; symbols without identity (dummies) count by order of appearance."""
    text = repr(parts)
    order: dict[str, str] = {}
    text = re.sub(r"dummy_index=\d+", lambda m: order.setdefault(m.group(), f"dummy_index={len(order)}"), text)
    return hashlib.sha256(text.encode()).hexdigest()


def record_digest(record: Mapping) -> str:
    """The digest of all that a record holds beside its digest, and its witnesses, which the ledger does not hold."""
    held = {name: value for name, value in record.items() if name not in ("digest", FIELD)}
    text = json.dumps(held, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache
def paper_text(module: str) -> str:
    """The digest of the text of a paper's module and of those of its paper that it imports, which is what its claims are written in.

    Empty for a module that is not this library's, of which the claims themselves are asked.
    """
    if not module.startswith(PAPERS):
        return ""
    paper, _, name = module.removeprefix(PAPERS).partition(".")
    texts, found, waiting = _texts(paper), set(), [name or "__init__"]
    while waiting:
        one = waiting.pop()
        if one not in found and one in texts:
            found.add(one)
            waiting += texts[one].names
    return digest(tuple((one, texts[one].digest) for one in sorted(found)))


class _Text(NamedTuple):
    digest: str
    names: frozenset[str]
    """What its import statements name: modules of the paper, and much else that is no module of it."""


@lru_cache
def _texts(paper: str) -> dict[str, _Text]:
    """Module to text, of a paper's folder."""
    found = {}
    for file in sorted((FLOORS / "derivations" / paper).glob("*.py")):
        text = file.read_text("utf-8")
        found[file.stem] = _Text(hashlib.sha256(text.encode()).hexdigest(), frozenset(re.findall(r"\w+", " ".join(IMPORT.findall(text)))))
    return found
