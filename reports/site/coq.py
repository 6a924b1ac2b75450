"""The Coq files of a report's folder `coq`, by the claim whose theorems each holds."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

_TITLE = re.compile(r"^\(\* (\S+), (?:printed|corrected)\b", re.MULTILINE)
"""The comment above a theorem: whose it is."""


@dataclass(frozen=True)
class CoqFiles:
    """texts: of all files, by name; of_claim: names by id. Files of no claim hold what the others start from."""

    texts: dict[str, str]
    of_claim: dict[str, tuple[str, ...]]


def read(folder: Path | None, known: Collection[str]) -> CoqFiles:
    """The files of a folder; none where there is no folder. known: the ids of the report's claims."""
    texts = {} if folder is None else {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.v"))}
    project = None if folder is None else folder / "_CoqProject"
    of_claim: dict[str, tuple[str, ...]] = {}
    for name, text in texts.items():
        found = _TITLE.search(text)
        if found and found.group(1) in known:
            of_claim[found.group(1)] = (*of_claim.get(found.group(1), ()), name)
    if project is not None and texts and project.is_file():
        texts["_CoqProject"] = project.read_text("utf-8")
    return CoqFiles(texts, of_claim)
