"""Equations that speak of integrals: each is a number that the theorem says the integral is, so that it exists; and the proof of that.

An integral over an interval is Coquelicot's `is_RInt`, one up to infinity or over the whole line `is_RInt_gen`. The one is what the
witness's primitive says, the others are integrals of a power, or against the normal density: by a lemma, for which SymPy writes the form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy as sp

from theoremtest.derivations.kernel.check import MALFORMED
from theoremtest.derivations.kernel.terms import Refused, read_terms
from theoremtest.derivations.kernel.terms import Term as Node
from theoremtest.derivations.kernel.terms import read as read_node
from theoremtest.derivations.language import Equal
from theoremtest.derivations.language.tree import to_tree

from .derivatives import derivative
from .openings import SIDES, introduced
from .printing.numbers import shown
from .printing.proofs import functions_of, letters_of
from .printing.terms import Writer
from .reading import Names, Unprintable, conditions, read
from .reasons import NoScript
from .terms import Term, app, conjunction, num, put, speaks_of, text, var
from .theorems import Theorem, setting, unique

DENSITY = sp.sqrt(2) / (2 * sp.sqrt(sp.pi))
MOST = 6
"""The degree up to which the moments of a normal number are known."""


@dataclass
class Area:
    """One integral: its name, its expression, and the term of what is integrated in the variable."""

    name: str
    expression: sp.Integral
    variable: str
    inner: Term


def has_integrals(statement: Equal) -> bool:
    """Whether an integral stands on a side, that within no other word of the calculus."""
    return any(isinstance(side, sp.Basic) and side.has(sp.Integral) for side in statement.expressions())


def stated_integrals(statement: Equal) -> Theorem:
    """There are numbers which the integrals are, and with these both sides are equal. Raises Unprintable."""
    sides = [statement.on.expand(side) for side in statement.expressions()]
    found = sorted(set().union(*(side.atoms(sp.Integral) for side in sides)), key=str)
    if any(len(item.limits) != 1 or len(item.limits[0]) != 3 or item.function.has(sp.Integral) for item in found) or any(
            side.has(sp.Derivative, sp.Sum) for side in sides):
        raise Unprintable("integral")
    outer = [side.xreplace({item: sp.Symbol(f"area_{number}", real=True) for number, item in enumerate(found)}) for side in sides]
    place = setting(statement.on, (*sides, *outer))
    names = place.names
    areas = []
    for number, item in enumerate(found):
        symbol = item.limits[0][0]
        bound = sp.Symbol("z", real=True)
        inner = read(item.function.xreplace({symbol: bound}), names)
        areas.append(Area(names(sp.Symbol(f"area_{number}", real=True)), item, names(bound), inner))
    said = app("eq", *(read(side, names) for side in outer))
    gaps = [gap for area in areas for gap in _defined(area, names)]
    numbers = {area.name for area in areas}
    needed = conditions(said)
    after = [item for item in needed if speaks_of(item, numbers)]
    conclusion = conjunction([*gaps, *(_is(area, names) for area in areas), *after, said])
    for area in reversed(areas):
        conclusion = app("some", area.name, conclusion)
    binders = [pair for pair in place.binders if pair[0] not in numbers]
    supposed = unique([*place.hypotheses, *place.gaps, *(item for item in needed if item not in after)])
    return Theorem(binders, supposed, conclusion, names, "Integral", place.equations, means=(tuple(areas), said, tuple(gaps), tuple(after)))


def _ends(area: Area, names: Names) -> tuple[Term | None, Term | None]:
    """Both ends; None where one is infinite."""
    low, high = area.expression.limits[0][1:]
    if (low is -sp.oo) != (high is sp.oo) and low is -sp.oo or low is sp.oo:
        raise Unprintable("integral")
    return None if low is -sp.oo else read(low, names), None if high is sp.oo else read(high, names)


def _is(area: Area, names: Names) -> Term:
    """The proposition that the integral is a number."""
    low, high = _ends(area, names)
    inner = app("fun", area.variable, area.inner)
    if high is not None and low is not None:
        return app("is_RInt", inner, low, high, var(area.name))
    start = app("Rbar_locally'", "m_infty") if low is None else app("at_point", low)
    return app("is_RInt_gen", inner, start, app("Rbar_locally'", "p_infty"), var(area.name))


def _defined(area: Area, names: Names) -> list[Term]:
    """That what is integrated has a value between the ends."""
    low, high = _ends(area, names)
    gaps = [item for item in conditions(area.inner) if item != app("lt", num(0), app("PI"))]
    if not gaps:
        return []
    within = [*([app("le", low, var(area.variable))] if low is not None else []), *([app("le", var(area.variable), high)] if high else [])]
    said = conjunction(gaps)
    for item in reversed(within):
        said = app("imp", item, said)
    return [app("forall", f"{area.variable} : R", said)]


def integral_proof(theorem: Theorem, tree: list, proofs: Sequence[dict]) -> str:
    """The script, from the primitives that the witness names. Raises NoScript where there is none, and no lemma for an endless integral."""
    areas, said, gaps, after = theorem.means
    lines = [*introduced(theorem), *(f"subst {name}." for name, _ in reversed(theorem.equations))]
    primitives, values, shown_areas = _primitives(proofs), {}, []
    for area in areas:
        value, proof = _found(area, theorem, primitives)
        values[var(area.name)] = value
        shown_areas.append(proof)
        lines.append(f"exists ({text(value)}).")
    for _ in gaps:
        lines.append(f"split. {{ intros. split_all; {SIDES}. }}")
    for proof in shown_areas:
        lines.append("split. { " + "\n  ".join(proof) + " }")
    for item in after:
        lines.append("split. { " + "\n  ".join(shown(theorem, put(item, values))) + " }")
    return "Proof.\n" + "\n".join([*lines, *shown(theorem, put(said, values))]) + "\nQed.\n"


def _primitives(proofs: Sequence[dict]) -> dict[Node, Node]:
    """By integral, the primitive by which the kernel took its value."""
    found = {}
    for proof in (proof for proof in proofs if "lines" in proof):
        try:
            terms = read_terms(proof["terms"])
            found.update({terms[line[1]]: terms[line[2]] for line in proof["lines"] if line[0] == "primitive"})
        except (Refused, *MALFORMED) as error:
            raise NoScript("witness", f"{type(error).__name__}: {error}") from None
    return found


def _found(area: Area, theorem: Theorem, primitives: Mapping[Node, Node]) -> tuple[Term, list[str]]:
    """The value of an integral and the lines that show that it is one."""
    names = theorem.names
    symbol, low, high = area.expression.limits[0]
    if low is -sp.oo:
        return _normal(area, theorem)
    if high is sp.oo:
        return _power(area, names)
    primitive = primitives.get(read_node(to_tree(area.expression)))
    if primitive is None:
        raise NoScript("primitive")
    z = area.variable
    term = Writer({**letters_of(theorem), read_node(to_tree(symbol)): (z, "R")}, functions_of(theorem)).real(primitive)
    at = [put(term, {var(z): read(end, names)}) for end in (low, high)]
    change = derivative(term, {z: num(1)})
    divided = [item for item in conditions(term) if not speaks_of(item, {z})]
    lines: list[str] = []
    for place, item in enumerate(divided):
        lines += [f"assert (V__{place} : {text(item)}).", "{", *shown(theorem, item), "}"]
    lines += [f"apply (integral_by (fun {z} : R => {text(term)})); [ | | reflexivity ].",
             f"{{ intros {z} _. eapply D_is. {{ derive; cbv beta; {SIDES}. }} cbv beta.",
             *shown(theorem, app("eq", change, area.inner), (z, "R")), "}",
             f"{{ intros {z} _. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive; split_all; {SIDES}. }}"]
    return app("sub", at[1], at[0]), lines


def _power(area: Area, names: Names) -> tuple[Term, list[str]]:
    """A multiple of a power, up to infinity."""
    symbol, low, _ = area.expression.limits[0]
    factor, rest = area.expression.function.as_independent(symbol, as_Add=False)
    if not isinstance(rest, sp.Pow) or rest.base != symbol:
        raise NoScript("antiderivative")
    c, e, k = (read(item, names) for item in (factor, rest.exp, low))
    more = app("add", e, num(1))
    value = app("opp", app("div", app("mul", c, app("Rpower", k, more)), more))
    z = area.variable
    canonical = app("mul", c, app("Rpower", var(z), e))
    lines = [f"apply (integral_ext (fun {z} : R => {text(canonical)})); [ typeclasses eauto | typeclasses eauto | intros; field | ].",
             "apply power_up; [ lra | lra | reflexivity ]."]
    return value, lines


def _normal(area: Area, theorem: Theorem) -> tuple[Term, list[str]]:
    """A polynomial or an exponential against the normal density."""
    names = theorem.names
    symbol = area.expression.limits[0][0]
    bound = sp.Symbol("z", real=True)
    inner = sp.powsimp(sp.expand(sp.simplify(area.expression.function / DENSITY)), force=True).xreplace({symbol: bound})
    z = area.variable
    plain_part = sp.simplify(inner * sp.exp(bound**2 / 2))
    over = app("div", app("sqrt", num(2)), app("mul", num(2), app("sqrt", app("PI"))))
    if plain_part.is_polynomial(bound):
        poly = sp.Poly(plain_part, bound)
        if poly.degree() > MOST:
            raise NoScript("degree")
        parts = [read(poly.coeff_monomial(bound**power), names) for power in range(MOST + 1)]
        total = parts[0]
        for power in range(1, MOST + 1):
            total = app("add", total, app("mul", parts[power], app("pow", var(z), str(power)) if power > 1 else var(z)))
        bell = app("exp", app("div", app("opp", app("pow", var(z), "2")), num(2)))
        canonical = app("mul", total, app("mul", bell, over))
        value = app("add", app("add", app("add", parts[0], parts[2]), app("mul", num(3), parts[4])), app("mul", num(15), parts[6]))
        last = "apply bell_moments; ring."
    else:
        exponent = sp.expand(sp.expand_log(sp.log(plain_part), force=True))
        speed = exponent.coeff(bound, 1)
        factor = sp.simplify(plain_part * sp.exp(-speed * bound))
        if factor.has(bound):
            raise NoScript("antiderivative")
        c, s = read(factor, names), read(speed, names)
        gap = app("sub", app("mul", s, var(z)), app("div", app("pow", var(z), "2"), num(2)))
        canonical = app("mul", c, app("mul", app("exp", gap), over))
        value = app("mul", c, app("exp", app("div", app("pow", s, "2"), num(2))))
        last = "apply bell_exponential; reflexivity."
    return value, [f"apply (integral_ext (fun {z} : R => {text(canonical)})); [ typeclasses eauto | typeclasses eauto | | ].",
                   f"{{ intros {z}.", *shown(theorem, app("eq", canonical, area.inner), (z, "R")), "}", last]
