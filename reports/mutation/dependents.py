"""Which claims use a helper of their paper: read from the names in its modules, without running any of them.

A unit is a statement of a module that gives something a name: a function that is no claim, or constants. A claim depends on the units
whose names it uses, and on those that these use, in whatever module of the paper they stand.
"""

from __future__ import annotations

import ast
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

Name = tuple[str, str]
"""A module of the paper, by its last name, and a name in it."""


@dataclass(frozen=True)
class Unit:
    """A statement of a module that defines names. statement: its number; claim: whether it is a claim function."""

    module: str
    names: tuple[str, ...]
    statement: int
    claim: bool
    uses: frozenset[Name] = field(repr=False)

    @property
    def label(self) -> str:
        """What a report calls it: `notation.drive`."""
        return f"{self.module}.{'/'.join(self.names)}"


@dataclass(frozen=True)
class Source:
    """The modules of one paper's package: their trees, and the units in them."""

    package: str
    trees: dict[str, ast.Module]
    units: tuple[Unit, ...]

    def shared(self) -> tuple[tuple[Unit, tuple[Name, ...]], ...]:
        """Every unit that is no claim and that claims use, with those claims' modules and functions, the nearest first."""
        users: dict[Name, list[Unit]] = {}
        for unit in self.units:
            for used in unit.uses:
                users.setdefault(used, []).append(unit)
        found = []
        for unit in self.units:
            if not unit.claim and (claims := _claims_above(unit, users)):
                found.append((unit, claims))
        return tuple(found)


def source_of(package: str, folder: Path) -> Source:
    """Read a paper's package; modules whose names begin with an underscore are none of its."""
    files = [file for file in sorted(folder.glob("*.py")) if not file.stem.startswith("_")]
    trees = {file.stem: ast.parse(file.read_text("utf-8"), str(file)) for file in files}
    units = []
    for module, tree in trees.items():
        known = _known(module, tree, package, trees)
        units += [Unit(module, names, number, _is_claim(statement), _used(statement, known, trees))
                  for number, statement in enumerate(tree.body) if (names := _defined(statement))]
    return Source(package, trees, tuple(units))


def _claims_above(unit: Unit, users: dict[Name, list[Unit]]) -> tuple[Name, ...]:
    seen, waiting, claims = {unit}, deque([unit]), {}
    while waiting:
        one = waiting.popleft()
        for name in one.names:
            for user in users.get((one.module, name), ()):
                if user not in seen:
                    seen.add(user)
                    waiting.append(user)
                    if user.claim:
                        claims[user.module, user.names[0]] = None
    return tuple(claims)


def _defined(statement: ast.stmt) -> tuple[str, ...]:
    """The names that a statement of a module gives."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return (statement.name,)
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return tuple(dict.fromkeys(node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)))
    return ()


def _is_claim(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef) and any(
        isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "claim" for mark in statement.decorator_list)


def _known(module: str, tree: ast.Module, package: str, modules) -> dict[str, Name]:
    """What each name in a module stands for, where that is something of the paper; a whole module has no second name."""
    found: dict[str, Name] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        whole = node.module or ""
        if node.level == 1 or whole == package or whole.startswith(package + "."):
            inside = whole if node.level == 1 else whole.removeprefix(package).lstrip(".")
            for alias in node.names:
                if inside in modules:
                    found[alias.asname or alias.name] = inside, alias.name
                elif not inside and alias.name in modules:
                    found[alias.asname or alias.name] = alias.name, ""
    for statement in tree.body:
        found.update({name: (module, name) for name in _defined(statement)})
    return found


def _used(statement: ast.stmt, known: dict[str, Name], modules) -> frozenset[Name]:
    own = set(_defined(statement))
    used = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and known.get(node.value.id, ("", "-"))[1] == "":
            used.add((known[node.value.id][0], node.attr))
        elif isinstance(node, ast.Name) and node.id in known and known[node.id][1] and not (node.id in own and _is_target(node)):
            used.add(known[node.id])
    return frozenset(used)


def _is_target(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)
