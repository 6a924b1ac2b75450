"""A paper's own names for long formulas, put in their place where a record is shown: what statements say stays as it is decided.

A table `names.toml` beside a paper's claims lists names and formulas, as LaTeX. Where a formula stands in what is shown the name takes its
place, and what it stands for is listed with the abbreviations of the domain.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError

TABLE = "names.toml"
FORMULAS, DOMAINS = ("latex", "stated", "corrected_latex"), {"latex": "domain", "corrected_latex": "corrected_domain"}
"""What of a record is shown as a formula, and where its domain stands."""

Names = tuple[tuple[str, str], ...]
"""(name, formula), the longest formula first."""


def named(record: Mapping) -> Mapping:
    """The record as it is shown: formulas by the names that its paper has for them."""
    names = names_of(str(record.get("module") or "").rpartition(".")[0])
    return _shown(record, names) if names else record


@lru_cache(maxsize=16)
def names_of(package: str) -> Names:
    """The table of a paper's package; nothing where it has none. Raises TheoremtestError for a faulty one."""
    found = find_spec(package) if package else None
    table = Path(next(iter(found.submodule_search_locations))) / TABLE if found and found.submodule_search_locations else None
    if table is None or not table.is_file():
        return ()
    try:
        names = [(entry["name"], entry["formula"]) for entry in tomllib.loads(table.read_text("utf-8"))["name"]]
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise TheoremtestError(f"{table}: {error}; an entry is [[name]] with a name and a formula") from None
    return tuple(sorted(names, key=lambda entry: -len(entry[1])))


def in_names(latex: str, names: Names) -> str:
    """A formula with names in the place of what they stand for."""
    for name, formula in names:
        latex = latex.replace(formula, name)
    return latex


def _shown(item, names: Names):
    if isinstance(item, Mapping):
        made = {key: _shown(value, names) for key, value in item.items() if key != "tree"}
        for key, value in item.items():
            if key in FORMULAS or key in DOMAINS.values():
                made[key] = in_names(value, names) if isinstance(value, str) else made[key]
        for formula, domain in DOMAINS.items():
            if isinstance(item.get(formula), str) and isinstance(item.get(domain), str):
                made[domain] = r",\; ".join(filter(None, (made[domain], *_meanings(item[formula], names))))
        return made
    return [_shown(one, names) for one in item] if isinstance(item, list) else item


def _meanings(latex: str, names: Names) -> list[str]:
    """`name := formula` for each name that a formula is shown by, other names in it, and for these in turn."""
    found = []
    for name, formula in names:
        if formula in latex:
            shorter = tuple(entry for entry in names if len(entry[1]) < len(formula))
            found.append(f"{name} := {in_names(formula, shorter)}")
            latex = f"{latex.replace(formula, name)} {formula}"  # what stands in the formula has a meaning too
    return found
