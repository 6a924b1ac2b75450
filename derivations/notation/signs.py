r"""A relation whose sign the claim reads as another relation: `a \approx b` or `a \to b` as the limit, `a \propto b` as the identity with
the factor, `a = b + O(r)` as the limit with its rate. Which limit and which factor, the claim says; both sides are read as typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import sympy as sp

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.spoken import Spoken
from theoremtest.derivations.language.statement import All, Equal, Limit, Statement

from .build import build, is_matrix
from .canonical import canonical
from .displays import sides_and_signs
from .entries import units_of
from .errors import NotationError
from .every_entry import of_every_entry
from .names import names_of
from .parser import parse
from .reading import like_shape, read_expression, scalar
from .setting import with_declared
from .source import Source
from .tokens import tex_tokens

_ORDER = re.compile(r"\\mathcal\s*\{?\s*O\s*\}?\s*(?:\\left|\\bigl?|\\Bigl?)?\s*\(|(?<![A-Za-z\\])O\s*(?:\\left)?\s*\(")


Link = tuple[Source, Source, str]


def spoken_links(source: Source, spoken: Mapping[str, Spoken]) -> tuple[list[Link], list[Source]]:
    """The links of a relation whose signs the claim reads otherwise, each with its sides and its sign, and the runs of equations that are
    left. A plain `=` is such a link where it ends with an order O(...), or where the claim has no parts."""
    sides, signs = sides_and_signs(source)
    wanted = {(item.sign, item.order is not None) for item in spoken.values()}
    links: list[Link] = []
    runs, run = [], [sides[0]]
    for place, sign in enumerate(signs):
        orderly = _ORDER.search(sides[place + 1].text) is not None
        if (sign, orderly) in wanted and (sign != "=" or orderly or "" in spoken):
            links.append((sides[place], sides[place + 1], sign))
            runs.append(run)
            run = [sides[place + 1]]
        else:
            run.append(sides[place + 1])
    runs.append(run)
    return links, [Source.joined(run, " = ") for run in runs if len(run) > 1] if links else []


def read_link(left: Source, right: Source, sign: str, like: Statement, spoken: Mapping[str, Spoken]) -> tuple[str, Statement]:
    """The part that a relation belongs to, and what it says in that place.

    Raises NotationError where no part reads the sign so, or where several do and their left sides do not tell.
    """
    parts = like.members if isinstance(like, All) else {"": like}
    found, errors = [], []
    for name, item in spoken.items():
        if item.sign != sign or name not in parts:
            continue
        try:
            found.append((name, *_sides(left, right, parts[name], item)))
        except NotationError as error:
            errors.append(error)
    if not found:
        raise max(errors, key=lambda error: error.column) if errors else NotationError(f"the claim does not read {sign}", right.column(1))
    if len(found) > 1:
        told = [entry for entry in found if _bound_alike(entry[1]) == _bound_alike(spoken[entry[0]].left)]
        if len(told) != 1:
            raise NotationError(f"{sign} may be meant of {', '.join(entry[0] for entry in found)}; name the part", right.column(1))
        found = told
    name, one, other, order = found[0]
    return name, _in_place(one, other, order, parts[name], spoken[name])


def _sides(left: Source, right: Source, part: Statement, item: Spoken) -> tuple[sp.Basic, sp.Basic, sp.Basic | None]:
    """Both sides and the order of what is left out; a relation that carries on from a line above has the claim's left side."""
    try:
        one = item.left if not left.text.strip() else read_expression(left.text, part)
        one = one if units_of(one) else _shaped(one, item.left)
    except NotationError as error:
        raise error.moved(left.column(error.column)) from None
    try:
        whole = parse(right.text, "limit", with_declared(names_of(part), part, right.text))
        tree = whole.children[0]
        if whole.data != "limit_value" or tree.children[0].data == "infinite":
            raise NotationError("a formula is due behind this sign", 1)
        other = build(tree.children[0])
        other = other if units_of(other) else like_shape(other, item.right if not units_of(one) else one, tree.children[0])
        order = scalar(tree.children[-1]) if len(tree.children) > 1 else None
        if units_of(one) or units_of(other):
            one, other = of_every_entry(one, other, item.left, part.on)
    except NotationError as error:
        raise error.moved(right.column(error.column)) from None
    if (order is None) != (item.order is None):
        raise NotationError("the claim has " + ("no order O(...) of what is left out" if item.order is None else
                                                "the order O(...) of what is left out; write it"), right.column(1))
    return one, other, order


def _shaped(value: sp.Basic, model: sp.Basic) -> sp.Basic:
    if is_matrix(value) != is_matrix(model) or (is_matrix(value) and value.shape != model.shape):
        raise NotationError("this side has another shape than the claim's", 1)
    return value


def _in_place(one: sp.Basic, other: sp.Basic, order: sp.Basic | None, part: Statement, item: Spoken) -> Statement:
    """What two sides say in the place of a part: the part itself where they are its own."""
    if isinstance(part, Equal):
        return replace(part, left=_own(one, item.left, one, part.left),
                       right=_own(other, item.right, _times(item.scale, other), part.right))
    if not isinstance(part, Limit):
        raise NotationError(f"a statement of kind {part.kind} is not read from this sign", 1)
    if item.turned:
        one, other, item = other, one, replace(item, left=item.right, right=item.left, turned=False)
    expression = _own(one, item.left, _times(item.scale, one), part.expression)
    value = _own(other, item.right, _times(item.scale, other), part.value)
    rate = part.rate if order is None or item.order is None else _own(order, item.order, sp.powsimp(item.scale * order), part.rate)
    if part.variable in atoms_of(part.on.expand(value)):  # what is left of one side less the other vanishes
        gap = _less(expression, value)
        return replace(part, expression=gap, value=sp.ZeroMatrix(*gap.shape) if is_matrix(gap) else sp.S.Zero, rate=rate)
    return replace(part, expression=expression, value=value, rate=rate)


def _own(given: sp.Basic, printed: sp.Basic, otherwise: sp.Basic, own: sp.Basic | None) -> sp.Basic:
    """The part's own formula where a side is the printed one."""
    return own if own is not None and _bound_alike(given) == _bound_alike(printed) else otherwise


def _bound_alike(side: sp.Basic) -> sp.Basic:
    """A side whose sums and integrals have indices of one name, whatever they were called."""
    return canonical(side.as_dummy() if not is_matrix(side) and side.args else side)


def _times(scale: sp.Basic, side: sp.Basic) -> sp.Basic:
    if scale == 1:
        return side
    return sp.MatMul(scale, side).doit(deep=False) if is_matrix(side) else sp.powsimp(scale * side)


def _less(one: sp.Basic, other: sp.Basic) -> sp.Basic:
    return sp.MatAdd(one, sp.MatMul(-1, other)).doit(deep=False) if is_matrix(one) else one - other


_ENDS = {(r"\infty",): sp.oo, ("+", r"\infty"): sp.oo, ("-", r"\infty"): -sp.oo, ("0",): sp.S.Zero, ("0", "^", "{", "+", "}"): sp.S.Zero,
         ("0", "^", "+"): sp.S.Zero}


def approached(source: Source, like: Statement) -> bool:
    r"""Whether a piece such as `k \to \infty` is the variable of a part's limit and where it goes.

    Raises NotationError where the variable is that of a limit which goes elsewhere.
    """
    sides, signs = sides_and_signs(source)
    to = _ENDS.get(tuple(token.text for token in tex_tokens(sides[-1].text))) if signs == [r"\to"] else None
    if to is None:
        return False
    limits = [part for part in (like.members.values() if isinstance(like, All) else (like,)) if isinstance(part, Limit)]
    tokens = tex_tokens(sides[0].text)
    of_it = [part for part in limits if (found := names_of(part).match(tokens, 0)) is not None and found[1] == len(tokens)
             and found[0].value == part.variable]
    if of_it and not any(part.point == to for part in of_it):
        raise NotationError(f"the claim's limit is for {to_latex(of_it[0].variable)} to {to_latex(of_it[0].to)}", source.column(1))
    return bool(of_it)
