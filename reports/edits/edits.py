"""What became of a statement since the baseline: equivalent (proved or supported), different (with the point), new, removed.

Two statements are compared part by part and field by field over the new one's domain: formulas as identities, relations as
equivalences, conditions by whether either domain holds a point that the other does not. A statement that is true is not
thereby the old one: what counts is that it says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass

from sympy import Basic, MatrixBase, Symbol, expand, oo, sympify
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

from rederive.derivations.language import (
    All,
    Counterexample,
    Domain,
    Equal,
    Evidence,
    Holds,
    Iff,
    Outcome,
    RederiveError,
    Registry,
    Statement,
    atoms_of,
    to_latex,
)
from rederive.derivations.language.tree import from_tree, to_tree, tree_of
from rederive.derivations.proof.points.relevant_domain import relevant
from rederive.reports.verify.cache import Cache, NoCache

PROVED, SUPPORTED, DIFFERENT, UNDECIDED, NEW, REMOVED = (
    "equivalent (proved)", "equivalent (supported)", "different", "undecided", "new", "removed")
SECONDS = 10.0
NAMES = ("name", "symbol")
"""Fields that say what a thing is called and nothing of what is claimed."""


@dataclass(frozen=True)
class Change:
    """One place where two statements differ. old, new: expressions, None where there is none."""

    place: str
    status: str
    old: Basic | None = None
    new: Basic | None = None
    example: Counterexample | None = None
    note: str = ""


@dataclass(frozen=True)
class Edit:
    """What became of one statement: of a claim as printed, or of its correction."""

    id: str
    role: str
    status: str
    changes: tuple[Change, ...] = ()
    old_latex: str = ""
    new_latex: str = ""
    title: str = ""

    @property
    def settled(self) -> bool:
        return self.status != UNDECIDED


# --- all claims ---------------------------------------------------------------------------------------------------------


def edits(registry: Registry, baseline: Iterable[Mapping], paper: str | None = None, cache: Cache | None = None,
          seconds: float = SECONDS) -> Iterator[Edit]:
    """The edits between a ledger's records and the claims as they stand, in the register's order, removed ones last."""
    records = {record["id"]: record for record in baseline}
    for claim in registry:
        if paper is None or claim.paper.key == paper:
            yield from of_claim(claim, records.get(claim.id), cache, seconds)
    for identity, record in records.items():
        if identity not in registry and (paper is None or record["paper"] == paper):
            yield Edit(identity, "printed", REMOVED, old_latex=record["latex"], title=record["title"])


def touched(claim, record: Mapping | None) -> bool:
    """Whether a claim says, as printed or as corrected, anything else than its record; nothing is decided."""
    if record is None:
        return True
    return any(old is None or new is None or not _same(old, new) for _, old, new in _roles(claim, record))


def of_claim(claim, record: Mapping | None, cache: Cache | None = None, seconds: float = SECONDS) -> list[Edit]:
    """The edits of one claim against its record in the baseline; none where both say the same."""
    if record is None:
        return [Edit(claim.id, "printed", NEW, new_latex=claim.latex, title=claim.title)]
    found = []
    for role, old, new in _roles(claim, record):
        told = {"id": claim.id, "role": role, "title": claim.title, "old_latex": old["latex"] if old else "",
                "new_latex": new.latex() if new else ""}
        if old is None:
            found.append(Edit(**told, status=NEW))
        elif new is None:
            found.append(Edit(**told, status=REMOVED))
        elif not _same(old, new):
            changes = tuple(_against(old, new, claim.id, cache, seconds))
            found.append(Edit(**told, status=worst(change.status for change in changes), changes=changes))
    return found


def _roles(claim, record: Mapping) -> list[tuple]:
    """(role, what the record holds, the statement as it stands) for the printed and the corrected form."""
    pairs = [("printed", _held(record, ""), claim.statement)]
    before, now = record.get("erratum"), claim.erratum
    if before or now:
        pairs.append(("corrected", _held(before, "corrected_") if before else None, now.corrected if now else None))
    return pairs


def _held(record: Mapping, prefix: str) -> dict:
    return {"latex": record[prefix + "latex"], "domain": record[prefix + "domain"], "tree": record.get(prefix + "tree")}


def _same(old: Mapping, new: Statement) -> bool:
    if old["tree"] is None:  # a ledger of an earlier version: only its text can be compared
        return old["latex"] == new.latex() and old["domain"] == new.on.latex()
    return old["tree"] == tree_of(new)


def _against(old: Mapping, new: Statement, seed: str, cache, seconds) -> Iterator[Change]:
    if old["tree"] is None:
        yield Change("the whole", UNDECIDED, note="the baseline holds this statement as text only, which cannot be compared")
        return
    try:
        before = from_tree(old["tree"])
    except RederiveError as error:
        yield Change("the whole", UNDECIDED, note=f"the baseline's statement cannot be read: {error}")
        return
    yield from compare(before, new, seed, cache, seconds)


def worst(statuses) -> str:
    """One status for several places; what holds nothing against it is equivalent."""
    statuses = set(statuses)
    return next((status for status in (DIFFERENT, UNDECIDED, SUPPORTED) if status in statuses), PROVED)


# --- two statements -----------------------------------------------------------------------------------------------------


def compare(old: Statement, new: Statement, seed: str = "edit", cache: Cache | None = None,
            seconds: float = SECONDS) -> list[Change]:
    """Every place where two statements differ, each decided; an empty list where they are the same."""
    judge = _Judge(seed, NoCache() if cache is None else cache, seconds)
    old, new, renamed = _aligned(old, new)
    if renamed:
        judge.changes.append(Change("names", PROVED, note=", ".join(f"{one} is called {other}" for one, other in renamed)))
    if isinstance(old, All) or isinstance(new, All):
        _parts(judge, dict(old.parts()), dict(new.parts()))
    else:
        _one(judge, "", old, new)
    return judge.changes


def _parts(judge: _Judge, old: dict, new: dict) -> None:
    for name in old:
        if name not in new:
            judge.changes.append(Change(f"part {name}" if name else "the statement", DIFFERENT, note="this part is gone"))
    for name, statement in new.items():
        if name in old:
            _one(judge, name, old[name], statement)
        else:
            judge.changes.append(Change(f"part {name}" if name else "the statement", DIFFERENT, note="this part is new"))


def _one(judge: _Judge, part: str, old: Statement, new: Statement) -> None:
    label = f"{part}: " if part else ""
    if type(old) is not type(new):
        judge.changes.append(Change(f"{label}kind", DIFFERENT, note=f"it was of kind {old.kind} and is of kind {new.kind}"))
        return
    place = judge.over(old, new)
    if place.apart:
        judge.changes.append(Change(f"{label}abbreviations", PROVED, note="they changed; what they stand for is compared"))
    _domains(judge, label, old.on, new.on, place)
    if isinstance(new, Equal):
        _equation(judge, label, old, new, place)
        return
    if isinstance(new, Iff) and (old.left, old.right) == (new.right, new.left):
        judge.changes.append(Change(f"{label}sides", PROVED, note="the two sides changed places"))
        return
    for item in fields(new):
        if item.name != "on":
            _values(judge, f"{label}{item.name}", getattr(old, item.name), getattr(new, item.name), place)


def _values(judge: _Judge, name: str, old, new, place: _Place) -> None:
    """Compare two field values, entering records and dictionaries."""
    if isinstance(old, (Basic, int)) and isinstance(new, (Basic, int)) and not isinstance(old, bool):
        judge.formulas(name, sympify(old, strict=True), sympify(new, strict=True), place)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            if key not in new:
                judge.changes.append(Change(f"{name} of {_named(key)}", DIFFERENT, _formula(old[key]), None, note="left out"))
        for key, value in new.items():
            if key in old:
                _values(judge, f"{name} of {_named(key)}", old[key], value, place)
            else:
                judge.changes.append(Change(f"{name} of {_named(key)}", DIFFERENT, None, _formula(value), note="added"))
    elif is_dataclass(old) and type(old) is type(new):
        for item in fields(new):
            _values(judge, item.name if name == "along" else f"{name}, {item.name}", getattr(old, item.name),
                    getattr(new, item.name), place)
    elif isinstance(old, (tuple, list)) and isinstance(new, (tuple, list)) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True), start=1):
            _values(judge, f"{name} {number}", one, other, place)
    elif old != new:
        shown = [_formula(value) for value in (old, new)]
        said = "" if any(value is not None for value in shown) else f"it was {old} and is {new}"
        status = PROVED if name.rpartition(" ")[2] in NAMES else DIFFERENT
        judge.changes.append(Change(name, status, *shown, note=said or ("left out" if new is None else "added" if old is None else "")))


def _named(key) -> str:
    return to_latex(key) if isinstance(key, Basic) else str(key)


def _formula(value):
    return sympify(value, strict=True) if isinstance(value, (Basic, int)) and not isinstance(value, bool) else None


def _equation(judge: _Judge, label: str, old: Equal, new: Equal, place: _Place) -> None:
    """An equation is the old one where its sides are, in either order, or where terms moved from one side to the other."""
    pairs = [("left side", old.left, new.left), ("right side", old.right, new.right)]
    if place.alike(old.left, new.right) and place.alike(old.right, new.left):
        if not (place.alike(old.left, new.left) and place.alike(old.right, new.right)):
            judge.changes.append(Change(f"{label}sides", PROVED, note="the two sides changed places"))
            return
    changed = [pair for pair in pairs if not place.alike(pair[1], pair[2])]
    if len(changed) == 2 and _moved(*(place.old(side) for side in (old.left, old.right)),
                                    *(place.new(side) for side in (new.left, new.right))):
        judge.changes += [Change(label + name, PROVED, one, other, note="terms moved between the sides") for name, one, other in changed]
        return
    for name, one, other in changed:
        judge.formulas(label + name, one, other, place)


def _moved(left, right, other_left, other_right) -> bool:
    """Whether the two equations are one by expansion alone, so that nothing but their arrangement changed."""
    if any(isinstance(side, (MatrixExpr, MatrixBase)) for side in (left, right, other_left, other_right)):
        return False
    gap, other = left - right, other_left - other_right
    if any(value.has(oo, -oo) or value.count_ops() > 300 for value in (gap, other)):
        return False
    if gap != 0 and gap in (other, -other):
        return True
    return expand(gap) != 0 and (expand(gap - other) == 0 or expand(gap + other) == 0)


def _domains(judge: _Judge, label: str, old: Domain, new: Domain, place: _Place) -> None:
    """Conditions that came or went, and whether that changed the domain."""
    before, now = ([place.old(c) for c in old.conditions], [place.new(c) for c in new.conditions])
    for condition, whole in zip(old.conditions, before, strict=True):
        if whole not in now:
            judge.condition(f"{label}condition", condition, None, whole, place.domain, "the domain is wider: this point is new")
    for condition, whole in zip(new.conditions, now, strict=True):
        if whole not in before:
            judge.condition(f"{label}condition", None, condition, whole, place.before, "the domain is narrower: this point is lost")


class _Place:
    """Where the formulas of two statements are compared: the new domain, with whatever either statement names besides."""

    def __init__(self, old: Statement, new: Statement):
        self.apart = old.on.where != new.on.where
        self._old, self._new = old.on, new.on
        named = [symbol for statement in (old, new) for symbol in sorted(_spoken(statement), key=str)]
        self.domain, self.before = _with(new.on, named), _with(old.on, named)

    def old(self, expression):
        """An expression of the old statement, its abbreviations written out where they changed."""
        return self._old.expand(expression) if self.apart else expression

    def new(self, expression):
        return self._new.expand(expression) if self.apart else expression

    def alike(self, old, new) -> bool:
        return self.old(old) == self.new(new)


def _spoken(statement: Statement) -> set:
    found = set(statement.on.symbols) | set(statement.bound())
    for expression in statement.expressions():
        found |= atoms_of(expression)
    return found - set(statement.on.where)


def _with(domain: Domain, named) -> Domain:
    missing = [symbol for symbol in named if symbol not in domain.declared]
    return domain.but(over=missing) if missing else domain


class _Judge:
    """Decides the goals that a comparison raises, and keeps what it found."""

    def __init__(self, seed: str, cache: Cache, seconds: float):
        self.seed, self.cache, self.seconds = seed, cache, seconds
        self.changes: list[Change] = []

    @staticmethod
    def over(old: Statement, new: Statement) -> _Place:
        return _Place(old, new)

    def formulas(self, name: str, old: Basic, new: Basic, place: _Place) -> None:
        """Two formulas of one field: an identity or an equivalence over the new domain."""
        if place.alike(old, new):
            return
        if name.rpartition(" ")[2] in NAMES:
            self.changes.append(Change(name, PROVED, old, new, note="it is only called differently"))
            return
        one, other = place.old(old), place.new(new)
        if _shape(one) != _shape(other) or _says(one) is not _says(other):
            self.changes.append(Change(name, DIFFERENT, old, new, note="these are things of two sorts"))
        elif any(isinstance(value, (Symbol, MatrixSymbol)) and name in ("variable", "t") for value in (old, new)) \
                or any(value in (oo, -oo) for value in (one, other)):
            self.changes.append(Change(name, DIFFERENT, old, new))
        else:
            kind = Iff if _says(one) else Equal
            one, other = place.domain.expand(one), place.domain.expand(other)
            goal = kind(one, other, on=relevant(place.domain, (one, other)))
            status, example, note = self.settle(goal)
            self.changes.append(Change(name, status, old, new, example, note))

    def condition(self, name: str, old, new, relation, domain: Domain, meaning: str) -> None:
        """A condition that came or went changes nothing where the other domain implies it."""
        relation = domain.expand(relation)
        status, example, note = self.settle(Holds(relation, on=relevant(domain, (relation,))))
        if status == DIFFERENT:
            example = example and Counterexample(example.point, note=meaning)
        elif status in (PROVED, SUPPORTED):
            note = "the other conditions imply it"
        self.changes.append(Change(name, status, old, new, example, note))

    def settle(self, goal: Statement) -> tuple[str, Counterexample | None, str]:
        """(status, counterexample, note): the exact engine first, then 50-digit points."""
        exact = self._by("exact", goal)
        if exact.outcome is Outcome.PROVED:
            return PROVED, None, ""
        if exact.outcome is Outcome.REFUTED:
            return DIFFERENT, exact.counterexample, ""
        numbers = self._by("points", goal)
        if numbers.outcome is Outcome.REFUTED:
            return DIFFERENT, numbers.counterexample, "by numbers, at a random point"
        if numbers.outcome is Outcome.AGREES:
            return SUPPORTED, None, f"numbers agree: {numbers.figure}"
        return UNDECIDED, None, "; ".join((*exact.tried, *numbers.tried))

    def _by(self, route: str, goal: Statement) -> Evidence:
        from rederive.numerics.routes import dispatch as routes
        from rederive.reports.verify.cache import entry_key

        key = entry_key(goal, route, "" if route == "exact" else self.seed, "")
        known = self.cache.get(key)
        if known is None:
            known = routes.run(route, goal, self.seed, self.seconds)
            self.cache.put(key, known)
        return known


def _says(value) -> bool:
    """Whether an expression is a relation or a condition, not a quantity."""
    return isinstance(value, (Relational, BooleanFunction, BooleanAtom))


def _shape(value) -> tuple:
    return tuple(getattr(value, "shape", ()) or ())


def _aligned(old: Statement, new: Statement):
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
