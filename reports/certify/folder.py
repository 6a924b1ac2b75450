"""The folder `coq` of a report: a Coq file for each claim of which theorems were taken here, with the definitions that they start from.

`coq_makefile -f _CoqProject -o Makefile && make` in it has Coq check all of them anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from theoremtest.derivations.certificates import prelude
from theoremtest.derivations.certificates.matrices import HEAD, libraries
from theoremtest.reports.files import write
from theoremtest.reports.verify.cache import Cache, digest

from .certificate import titled
from .kernel import Kernel


def write_folder(records: Iterable[Mapping], cache: Cache, out: Path) -> int:
    """Write the files of what the ledger calls certified and the cache has the proof of; returns of how many claims there is one."""
    files: dict[str, str] = {}
    claims = 0
    for record in records:
        found = _pieces(record, cache)
        for matrices, pieces in found.items():
            name = re.sub(r"\W", "_", record["id"]) + ("_matrices" if matrices else "")
            while name in files:
                name += "_"
            files[name] = "\n".join([HEAD if matrices else Kernel.opening, *pieces])
        claims += bool(found)
    if not files:
        return 0
    files = {"theoremtest": prelude(), **libraries(), **files}
    for name, text in files.items():
        write(out / f"{name}.v", text)
    write(out / "_CoqProject", "\n".join(['-Q . ""', *(f"{name}.v" for name in files)]) + "\n")
    return claims


def _pieces(record: Mapping, cache: Cache) -> dict[bool, list[str]]:
    """The theorems of a claim with their proofs; whether they are about matrices, to the texts."""
    found: dict[bool, list[str]] = {}
    for part in record.get("certificate", {}).get("parts", ()):
        kept = cache.get_text(digest("certificate", part["digest"])) if part["certified"] else None
        if kept is None:
            continue
        row = json.loads(kept)
        pieces = found.setdefault(row.get("matrices", False), [])
        if not any(row["text"] in piece for piece in pieces):
            pieces.append(titled(record["id"], part["role"], part["part"], part["says"], row["text"]))
    return found
