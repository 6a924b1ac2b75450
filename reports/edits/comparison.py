"""Two statements compared, part by part and field by field over the new one's domain.

Formulas are compared as identities, relations as equivalences, conditions by whether either domain holds a point that the other
does not. A statement that is true is not thereby the old one: what counts is that it says the same.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from sympy import Basic, Dummy, MatrixBase, expand, oo, sympify
from sympy.matrices.expressions.matexpr import MatrixExpr

from theoremtest.derivations.language import All, Domain, Equal, Iff, Statement, to_latex
from theoremtest.derivations.language.domain import described
from theoremtest.derivations.language.laws import Law
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.reports.verify.cache import Cache, NoCache

from .changes import DIFFERENT, NAMES, PROVED, SECONDS, Change
from .goals import Goals, Place, letters


def compare(old: Statement, new: Statement, seed: str = "edit", cache: Cache | None = None,
            seconds: float = SECONDS, numbers_first: bool = False) -> list[Change]:
    """Every place where two statements differ, each decided; an empty list where they are the same.

    numbers_first: what a random point tells apart is not given to the exact engine, which would find a simpler point.
    """
    goals = Goals(seed, NoCache() if cache is None else cache, seconds, numbers_first)
    old, new, renamed = aligned(old, new)
    if renamed:
        goals.changes.append(Change("names", PROVED, note=", ".join(f"{one} is called {other}" for one, other in renamed)))
    if isinstance(old, All) or isinstance(new, All):
        _parts(goals, dict(old.parts()), dict(new.parts()))
    else:
        _one(goals, "", old, new)
    return goals.changes


def _parts(goals: Goals, old: dict[str, Statement], new: dict[str, Statement]) -> None:
    for name in old:
        if name not in new:
            goals.changes.append(Change(f"part {name}" if name else "the statement", DIFFERENT, note="this part is gone"))
    for name, statement in new.items():
        if name in old:
            _one(goals, name, old[name], statement)
        else:
            goals.changes.append(Change(f"part {name}" if name else "the statement", DIFFERENT, note="this part is new"))


def _one(goals: Goals, part: str, old: Statement, new: Statement) -> None:
    label = f"{part}: " if part else ""
    if type(old) is not type(new):
        goals.changes.append(Change(f"{label}kind", DIFFERENT, note=f"it was of kind {old.kind} and is of kind {new.kind}"))
        return
    clashes = _clashes(old, new)
    if clashes:
        goals.changes += [Change(f"{label}{name}", DIFFERENT, note=note) for name, note in clashes]
        return
    place = Place(old, new)
    if place.apart:
        goals.changes.append(Change(f"{label}abbreviations", PROVED, note="they changed; what they stand for is compared"))
    _domains(goals, label, old.on, new.on, place)
    if isinstance(new, Equal):
        _equation(goals, label, old, new, place)
        return
    if isinstance(new, Iff) and (old.left, old.right) == (new.right, new.left):
        goals.changes.append(Change(f"{label}sides", PROVED, note="the two sides changed places"))
        return
    for item in fields(new):
        if item.name != "on":
            _values(goals, f"{label}{item.name}", getattr(old, item.name), getattr(new, item.name), place)


def _clashes(old: Statement, new: Statement) -> list[tuple[str, str]]:
    """Letters that stand for something of another kind or shape now: no domain holds both, and nothing else can be compared."""
    was, now = ({symbol.name: symbol for symbol in letters(statement) if not isinstance(symbol, Dummy)} for statement in (old, new))
    return [(name, f"it was {described(was[name])} and is {described(now[name])}") for name in was
            if name in now and described(was[name]) != described(now[name])]


def _values(goals: Goals, name: str, old: Any, new: Any, place: Place) -> None:
    """Compare two field values, entering records and dictionaries."""
    if isinstance(old, Law) and type(old) is type(new):  # a law is what its parameters are
        _values(goals, name, old.args, new.args, place)
    elif isinstance(old, Law) or isinstance(new, Law):
        goals.changes.append(Change(name, DIFFERENT, _formula(old), _formula(new), note="another law"))
    elif isinstance(old, (Basic, int)) and isinstance(new, (Basic, int)) and not isinstance(old, bool):
        goals.formulas(name, sympify(old, strict=True), sympify(new, strict=True), place)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            if key not in new:
                goals.changes.append(Change(f"{name} of {_named(key)}", DIFFERENT, _formula(old[key]), None, note="left out"))
        for key, value in new.items():
            if key in old:
                _values(goals, f"{name} of {_named(key)}", old[key], value, place)
            else:
                goals.changes.append(Change(f"{name} of {_named(key)}", DIFFERENT, None, _formula(value), note="added"))
    elif is_dataclass(old) and type(old) is type(new):
        for item in fields(new):
            _values(goals, item.name if name == "along" else f"{name}, {item.name}", getattr(old, item.name),
                    getattr(new, item.name), place)
    elif isinstance(old, (tuple, list)) and isinstance(new, (tuple, list)) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True), start=1):
            _values(goals, f"{name} {number}", one, other, place)
    elif old != new:
        shown = [_formula(value) for value in (old, new)]
        said = "" if any(value is not None for value in shown) else f"it was {old} and is {new}"
        status = PROVED if name.rpartition(" ")[2] in NAMES else DIFFERENT
        goals.changes.append(Change(name, status, *shown, note=said or ("left out" if new is None else "added" if old is None else "")))


def _named(key: object) -> str:
    return to_latex(key) if isinstance(key, Basic) else str(key)


def _formula(value: object) -> Basic | None:
    return sympify(value, strict=True) if isinstance(value, (Basic, int)) and not isinstance(value, bool) else None


def _equation(goals: Goals, label: str, old: Equal, new: Equal, place: Place) -> None:
    """An equation is the old one where its sides are, in either order, or where terms moved from one side to the other."""
    pairs = [("left side", old.left, new.left), ("right side", old.right, new.right)]
    kept = place.alike(old.left, new.left) and place.alike(old.right, new.right)
    if not kept and place.alike(old.left, new.right) and place.alike(old.right, new.left):
        goals.changes.append(Change(f"{label}sides", PROVED, note="the two sides changed places"))
        return
    changed = [pair for pair in pairs if not place.alike(pair[1], pair[2])]
    if len(changed) == 2 and _moved(*(place.old(side) for side in (old.left, old.right)),
                                    *(place.new(side) for side in (new.left, new.right))):
        goals.changes += [Change(label + name, PROVED, one, other, note="terms moved between the sides") for name, one, other in changed]
        return
    for name, one, other in changed:
        goals.formulas(label + name, one, other, place)


def _moved(left: Basic, right: Basic, other_left: Basic, other_right: Basic) -> bool:
    """Whether the two equations are one by expansion alone, so that nothing but their arrangement changed."""
    if any(isinstance(side, (MatrixExpr, MatrixBase)) for side in (left, right, other_left, other_right)):
        return False
    gap, other = left - right, other_left - other_right
    if any(value.has(oo, -oo) or value.count_ops() > 300 for value in (gap, other)):
        return False
    if gap != 0 and gap in (other, -other):
        return True
    return expand(gap) != 0 and (expand(gap - other) == 0 or expand(gap + other) == 0)


def _domains(goals: Goals, label: str, old: Domain, new: Domain, place: Place) -> None:
    """Conditions that came or went, and whether that changed the domain."""
    before, now = ([place.old(c) for c in old.conditions], [place.new(c) for c in new.conditions])
    for condition, whole in zip(old.conditions, before, strict=True):
        if whole not in now:
            goals.condition(f"{label}condition", condition, None, whole, place.domain, "the domain is wider: this point is new")
    for condition, whole in zip(new.conditions, now, strict=True):
        if whole not in before:
            goals.condition(f"{label}condition", None, condition, whole, place.before, "the domain is narrower: this point is lost")


def aligned(old: Statement, new: Statement) -> tuple[Statement, Statement, list[tuple[str, str]]]:
    """Both statements with their dummies numbered alike, and the old one in the new one's names where only names changed."""
    trees = [to_tree(old), to_tree(new)]
    for tree in trees:
        seen: dict = {}
        for node in tree:
            if node[0] == "Dummy":
                node[3] = seen[node[1]] = seen.get(node[1], -1) + 1
    names = [{(node[0], str(node[1]), str(node[2:])): node[1] for node in tree if node[0] in ("Symbol", "MatrixSymbol", "Dummy")}
             for tree in trees]
    gone = [key for key in names[0] if key not in names[1]]
    come = [key for key in names[1] if key not in names[0]]
    renamed = []
    if gone and [key[0] for key in gone] == [key[0] for key in come] and [key[2] for key in gone] == [key[2] for key in come]:
        names_of = {one: other[1] for one, other in zip(gone, come, strict=True)}
        for node in trees[0]:
            if node[0] in ("Symbol", "MatrixSymbol", "Dummy"):
                node[1] = names_of.get((node[0], str(node[1]), str(node[2:])), node[1])
        renamed = [(one[1], other[1]) for one, other in zip(gone, come, strict=True)]
    return from_tree(trees[0]), from_tree(trees[1]), renamed
