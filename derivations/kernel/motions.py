"""Sets that a flow does not leave: what has to hold at their edge. A motion is any solution of the flow; it is in the domain all along.

`stays(both(f, ...), (x, v), ...)`: a motion x' = v in which all of the f hold once does not leave them. They are shown in groups, one after
the other: what a group says holds all along, and is known by the groups behind it. Inside a group, look at the first time t at which a
motion leaves. Its parts hold until then, those with >= and = at t too, and those with > as >=.

`edge`: at t, g = 0. Let g^(k) be its derivatives along the flow. Behind t, g has the sign of the first that is not 0; before t, of that one
times (-1)^k. Levels show in turn, where g and the derivatives before are 0 and the group holds with >= for >, that g^(k) >= 0, or for
g > 0 that (-1)^(k + 1) g^(k) >= 0, for g = 0 that g^(k) = 0. The last of them is strict; or else g^(n) = l_0 g + ... + l_(n - 1) g^(n - 1)
all over the domain, with smooth l, so that g is 0 all along where it is so once with its derivatives. Either way g >= 0 goes on behind t,
and g > 0, which held before t, has not become 0.
`grow`: g' >= l g with a smooth l, where g < 0; then g e^(-L) grows along the motion, L' = l, and g was not 0 before it was negative. For
g > 0 it is enough where the group holds, as it does until t: g at t is at least its first value times e^L.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .facts import NEVER, equal, nonneg, pos
from .limits import continuous
from .obligations import obligations
from .slopes import Slope
from .terms import MINUS, ZERO, Refused, Term, add, free, mul, sub

if TYPE_CHECKING:
    from .numbers import Numbers
    from .steps import Line

HEADS = ("pos", "nonneg", "Equality")
LOOKED_AT = 6
"""Derivatives along the flow that are looked at where a motion is to leave at a point, a part's own number as the first."""


def gap(part: Term) -> Term:
    """What is positive, not negative, or zero in a part of a set."""
    if part.head not in HEADS:
        raise Refused("a set is made of comparisons and equations")
    return sub(*part.args) if part.head == "Equality" else part.args[0]


def derivatives(flow: dict[Term, Term], node: Term, count: int) -> tuple[list[Term], list[Term]]:
    """A number and its first derivatives along a flow; and what gives them values and makes them derivatives."""
    slope, found = Slope(flow), [node]
    for _ in range(count):
        found.append(slope.of(found[-1]))
    return found, list(dict.fromkeys([*(need for one in found for need in obligations(one)), *slope.smooth]))


class Group:
    """A group of parts, and what is known all along the motion before it."""

    def __init__(self, line: Line, flow: dict[Term, Term], held: list[Term], parts: list[Term]) -> None:
        self.line, self.flow, self.held, self.parts = line, flow, held, parts
        self.closed = [nonneg(*part.args) if part.head == "pos" else part for part in parts]

    def see(self, facts: list[Term], shown: Term, proof: dict) -> None:
        """Raises Refused where a proof of its own does not show a fact wherever others hold, at any point of the domain."""
        known, _ = self.line.proof.read(proof, [*self.held, *facts], [], shown)
        if not known.knows(NEVER):
            known.admits_fact(shown)
            if not known.knows(shown):
                raise Refused(f"a proof at the edge does not end in {shown!r}")

    def smooth(self, node: Term, count: int) -> list[Term]:
        """The derivatives along the flow, which exist all over the domain."""
        found, needs = derivatives(self.flow, node, count)
        known = type(self.line.proof)([], self.held, []).known()
        for need in needs:
            if not known.knows(need):
                raise Refused(f"it is not known all along that {need!r}")
        return found

    def multiplier(self, place: int) -> Term:
        """A factor that is smooth along the motion, so that it is bounded there for any while."""
        return self.smooth(self.line.term(place), 1)[0]

    def edge(self, part: Term, levels: list, multipliers: list | None = None, relation: Any = None) -> None:
        g = gap(part)
        found, there = self.smooth(g, max(len(levels), len(multipliers or ()))), [*self.closed, equal(g, ZERO)]
        if (not levels or part.head == "Equality") if multipliers is None else len(multipliers) != len(levels) + 1:
            raise Refused("levels up to a strict one, or up to what all derivatives are made of")
        for k, proof in enumerate(levels, 1):
            turned = mul(MINUS, found[k]) if part.head == "pos" and k % 2 == 0 else found[k]
            strict = multipliers is None and k == len(levels)
            self.see(there, equal(turned, ZERO) if part.head == "Equality" else (pos if strict else nonneg)(turned), proof)
            there.append(equal(found[k], ZERO))
        if multipliers is not None:
            made = add(*(mul(self.multiplier(place), one) for place, one in zip(multipliers, found, strict=False)))
            self.see([], equal(found[len(multipliers)], made), relation)

    def grow(self, part: Term, multiplier: int, proof: dict) -> None:
        if part.head == "Equality":
            raise Refused("an equation does not grow")
        g, change = self.smooth(gap(part), 1)
        there = self.parts if part.head == "pos" else [pos(mul(MINUS, g))]
        self.see(there, nonneg(sub(change, mul(self.multiplier(multiplier), g))), proof)


RULES: dict[str, Callable[..., None]] = {"edge": Group.edge, "grow": Group.grow}


def _stays(line: Line, place: int, groups: list) -> Term:
    """Every part in one of the groups. Nothing that was shown, which may be of a case, is used: a motion leaves its case."""
    fact = line.term(place)
    if fact.head != "stays" or any(known.head == "near" for known in line.proof.hypotheses):
        raise Refused("that a set is never left")
    kept(line, dict(pair.args for pair in fact.args[1:]), list(fact.args[0].args), list(line.proof.hypotheses), groups)
    return fact


def kept(line: Line, flow: dict[Term, Term], parts: list[Term], held: list[Term], groups: list) -> list[Term]:
    """What holds all along a motion that starts in a set: what held before, and the parts of the set. Raises Refused where a part is in
    none of the groups, or it is not seen that it is not left."""
    left = dict(enumerate(parts))
    for rules in groups:
        group = Group(line, flow, held, [left.pop(number) for number, *_ in rules])
        for part, (_, name, *needs) in zip(group.parts, rules, strict=True):
            RULES[name](group, part, *needs)
        held = [*held, *group.parts]
    if left:
        raise Refused("a part of the set is in no group")
    return held


def remains(point: Numbers, fact: Term) -> bool:
    """Whether a motion does not leave the set at the point, as far as its first derivatives that are not 0 show. It leaves where the point
    is in the set and what comes next is not, or where what came before is in the set and the point is not."""
    parts, flow = fact.args[0].args, dict(pair.args for pair in fact.args[1:])
    inside = {part: point.truth(part) for part in parts}
    before, after = ([_beside(point, flow, part, way) for part in parts] for way in (-1, 1))
    return not (all(inside.values()) and False in after or all(before) and not all(inside.values()))


def _beside(point: Numbers, flow: dict[Term, Term], part: Term, way: int) -> bool | None:
    """Whether a part holds just behind the point, or just before it; None where that is not seen."""
    slope, one = Slope(flow), gap(part)
    for k in range(LOOKED_AT):
        if not all(need.head in ("pos", "nonzero") and point.truth(need) for need in (*obligations(one), *slope.smooth)):
            return None
        if not point.truth(equal(one, ZERO)):
            return part.head != "Equality" and point.truth(pos(one)) == (k % 2 == 0 or way > 0)
        one = slope.of(one)
    return None


def room(facts: list[Term], flow: dict[Term, Term]) -> list[Term]:
    """What has to hold at a point so that motions run through it that stay in a domain for a while."""
    moving, found = frozenset(flow), []
    for fact in facts:
        if free(fact) & moving:
            wide = fact.head in ("pos", "nonneg", "nonzero") and continuous(*fact.args, moving)
            found.append(NEVER if not wide else fact if fact.head == "nonzero" else pos(*fact.args))
    for rate in flow.values():
        try:
            needs = derivatives(flow, rate, 1)[1]
        except Refused:  # a slope that is not known
            needs = [NEVER]
        found += [need if need.head in ("pos", "nonzero") else NEVER for need in needs]
    return list(dict.fromkeys(found))


STEPS: dict[str, Callable[..., Term]] = {"stays": _stays}
