"""Hessians of potentials that are functions of the length, fields that are the Hessian of no potential, and what a flow minimises.

A Hessian is the derivative of the gradient: some field G is the gradient of the potential wherever the vector is not zero, and has the
stated matrix as its derivative along every direction. All formulas are said to have a value there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from theoremtest.derivations.language import Hessian, Minimises, NotHessian

from .matrices import MatrixPart
from .matrices_radial import UNFOLDED, Field, Radial
from .matrices_terms import NoCertificate
from .reasons import NoScript
from .terms import Term, app, num, put, text, var

AND = " /\\\n  "


def hessian(statement: Hessian) -> MatrixPart:
    """The potential has a gradient whose derivative is the field. Raises NoCertificate where they are no functions of the length."""
    made = Radial(statement, statement.variable)
    potential, field = made.scalar(statement.potential), made.field(statement.field)
    terms = [potential, field.one, field.outer]
    x, y, g, v = made.bound("x"), made.bound("y"), made.bound("G"), made.vector
    said = [*_has_values(made, terms, x), f"is_gradient (fun {y} : {v} => {made.at(potential, y)}) {x} ({g} {x})",
            f"is_jacobian {g} {x} {made.shown(field.shape, x)}"]

    def proof() -> str:
        a, b = made.function(field.one), made.function(field.outer)
        lines = [*made.opening(), *made.positive(terms), *_halves(made, potential, field.one, field.outer),
                 f"exists (fun {y} : {v} => {made.at(field.one, y)} *: {y}) => x hx.", *_values(made, terms),
                 f"split; first exact: (radial_gradient (phi := {made.function(potential)}) (a := {a}) S hx).",
                 f"rewrite {made.is_steered(field, 'x')}.", f"exact: (radial_jacobian (a := {a}) (b := {b}) T hx)."]
        return made.script(lines)
    return _part(made, made.stated(f"exists {g} : {v} -> {v}, {_everywhere(made, x)} {AND.join(said)}"), proof)


def not_hessian(statement: NotHessian) -> MatrixPart:
    """No potential has a gradient whose derivative is the field, in two dimensions or more."""
    made = Radial(statement, statement.variable)
    field = made.field(statement.field)
    terms = [field.one, field.outer]
    x, f, g, v = made.bound("x"), made.bound("F"), made.bound("G"), made.vector
    gaps = AND.join(_has_values(made, terms, x))
    no = (f"~ (exists ({f} : {v} -> R) ({g} : {v} -> {v}), {_everywhere(made, x)} is_gradient {f} {x} ({g} {x}) /\\ "
          f"is_jacobian {g} {x} {made.shown(field.shape, x)})")

    def proof() -> str:
        lines = [*made.opening(), *made.positive(terms)]
        slopes = [made.multiple_of(made.slope(field.one), app("div", field.outer, num(2))), made.slope(field.outer)]
        for name, term, slope in zip("ST", terms, slopes):
            lines += made.fact(name, (term, slope))
        lines += made.fact("D", app("ne", slopes[0], app("div", field.outer, num(2))))
        a, b = map(made.function, terms)
        lines += [*(["split.", "{ move=> x hx.", *_values(made, terms, True), "}"] if gaps else []),
                  "move=> [F [G hG]].", "have one : (1 > 0)%Re by lra.",
                  f"apply: (@no_potential {a} {b} 1 _ (fun r h => ex_intro _ _ (T r h)) one (S _ one) {made.name} G Hn (D _ one)) => x hx.",
                  f"have [_] := hG x hx; rewrite {made.is_steered(field, 'x')}.", "exact."]
        return made.script(lines)
    return _part(made, made.stated(f"({_everywhere(made, x)} {gaps}){AND}{no}" if gaps else no, 1), proof)


def minimises(statement: Minimises) -> MatrixPart:
    """The potential is strictly convex, warp times the preconditioner's inverse is its Hessian, and the slope its gradient at the start.

    Where a path of the flow tends to a vector that fulfils the equations, every other vector that does has a greater objective.
    """
    made = Radial(statement, statement.variable, statement.initial)
    potential, matrix, warp = made.scalar(statement.potential), made.field(statement.preconditioner), made.scalar(statement.warp)
    slope = made.multiple(statement.slope, statement.initial)
    terms = [potential, matrix.one, matrix.outer, warp, slope]
    gaps = AND.join(_has_values(made, terms, made.bound("x")))
    said = [f"({_everywhere(made, made.bound('x'))} {gaps})"] if gaps else []
    said += [f"({item})" for item in (_convex(made, potential), _warped(made, potential, matrix, warp), _sloped(made, potential, slope),
                                      _least(made, potential, matrix, slope))]

    def proof() -> str:
        return made.script(_minimised(made, potential, matrix, warp, slope, terms))

    def denial(point: Mapping) -> str:
        made.lemmas, made.known = [], []
        return made.script(_steeper(made, potential, slope, point, bool(gaps)))
    return replace(_part(made, made.stated(AND.join(said)), proof), denial=denial)


def _everywhere(made: Radial, x: str) -> str:
    return f"forall {x} : {made.vector}, (dot {x} {x} > 0)%Re ->"


def _has_values(made: Radial, terms: Sequence[Term], x: str) -> list[str]:
    return [made.at(item, x) for item in made.defined(terms)]


def _convex(made: Radial, potential: Term) -> str:
    x, y, c = made.bound("x"), made.bound("y"), made.bound("c")
    mean = f"({c} *: {x} + (1 - {c})%Re *: {y})"
    return (f"forall ({x} {y} : {made.vector}) ({c} : R), (dot {x} {x} > 0)%Re -> (dot {y} {y} > 0)%Re -> {x} <> {y} -> (0 < {c})%Re -> "
            f"({c} < 1)%Re ->\n    (dot {mean} {mean} > 0)%Re ->\n    ({made.at(potential, mean)} < {c} * {made.at(potential, x)} + "
            f"(1 - {c}) * {made.at(potential, y)})%Re")


def _warped(made: Radial, potential: Term, matrix: Field, warp: Term) -> str:
    x, y, g, m, v = made.bound("x"), made.bound("y"), made.bound("G"), made.bound("M"), made.vector
    shown = made.shown(matrix.shape, x)
    return (f"exists {g} : {v} -> {v}, {_everywhere(made, x)} is_gradient (fun {y} : {v} => {made.at(potential, y)}) {x} ({g} {x}) /\\\n"
            f"    exists {m} : 'M[R]_{made.name}, {shown} *m {m} = 1%:M /\\ {m} *m {shown} = 1%:M /\\ "
            f"is_jacobian {g} {x} ({made.at(warp, x)} *: {m})")


def _sloped(made: Radial, potential: Term, slope: Term) -> str:
    x, y = made.bound("x"), made.bound("y")
    return (f"{_everywhere(made, x)} is_gradient (fun {y} : {made.vector} => {made.at(potential, y)}) {x} "
            f"({made.at(slope, x)} *: {x})")


def _least(made: Radial, potential: Term, matrix: Field, slope: Term) -> str:
    m, many, f, p, start, end, t, i, z = map(made.bound, ("N", "X", "f", "p", "start", "limit", "t", "i", "z"))
    v, there = made.vector, f"({p} {t})"

    def objective(at: str) -> str:
        return f"{made.at(potential, at)} - dot ({made.at(slope, start)} *: {start}) {at}"
    return (f"forall ({m} : nat) ({many} : 'M[R]_({m}, {made.name})) ({f} : R -> 'cV[R]_{m}) ({p} : R -> {v}) ({start} {end} : {v}),\n"
            f"    (dot {start} {start} > 0)%Re -> {p} 0%Re = {start} ->\n    (forall {t} : R, (0 <= {t})%Re -> "
            f"(dot {there} {there} > 0)%Re /\\ mxd {p} {t} (- ({made.shown(matrix.shape, there)} *m {many}^T *m {f} {t}))) ->\n"
            f"    (dot {end} {end} > 0)%Re -> "
            f"(forall {i} : 'I_{made.name}, is_lim (fun {t} : R => {p} {t} {i} ord0) p_infty ({end} {i} ord0)) ->\n    forall {z} : {v}, "
            f"(dot {z} {z} > 0)%Re -> {many} *m {z} = {many} *m {end} -> {z} <> {end} ->\n    ({objective(end)} < {objective(z)})%Re")


def _minimised(made: Radial, potential: Term, matrix: Field, warp: Term, slope: Term, terms: Sequence[Term]) -> list[str]:
    """The proof: the gradient is that multiple of the vector which warp over the preconditioner makes, and so is the slope."""
    r = var(made.r)
    along = app("add", matrix.one, app("mul", matrix.outer, r))
    one = app("div", warp, matrix.one)
    bend = app("opp", app("div", app("mul", matrix.outer, one), along))
    lines = [*made.opening(), *made.positive([*terms, one, bend], [app("lt", num(0), item) for item in (matrix.one, along, warp, slope)])]
    lines += _halves(made, potential, one, bend)
    lines += made.fact("W", app("eq", app("mul", one, matrix.one), warp))
    lines += made.fact("V", app("eq", app("add", app("mul", one, matrix.outer), app("add", app("mul", bend, matrix.one), app(
        "mul", app("mul", bend, matrix.outer), r))), num(0)))
    lines += made.fact("A", app("gt", one, num(0)))
    lines += made.fact("B", app("gt", app("add", one, app("mul", r, bend)), num(0)))
    lines += made.fact("Z", app("gt", matrix.one, num(0)))
    lines += made.fact("U", app("eq", slope, one))
    phi, a, b, w, c = map(made.function, (potential, one, bend, warp, slope))
    p, q = made.function(matrix.one), made.function(matrix.outer)
    first = ["split.", "{ move=> x hx.", *_values(made, terms, True), "}"] if made.defined(terms) else []
    return [*lines, *first,
            f"have E : forall x : {made.vector}, (dot x x > 0)%Re -> {made.shown(matrix.shape, 'x')} = at_length {p} {q} x.",
            f"{{ move=> x _; {UNFOLDED}. }}",
            f"exact: (@radial_minimises {phi} {a} {b} {w} {p} {q} {c} S T A B W V Z U {made.name} _ E)."]


def _steeper(made: Radial, potential: Term, slope: Term, there: Mapping, after: bool) -> list[str]:
    """The proof that the stated slope is not the gradient, at the number two of one dimension; after: another part stands before."""
    lines = made.point(there)
    twice = app("mul", num(2), made.slope(potential))
    lines += [*made.positive([potential, twice]), *made.fact("S", (potential, app("div", twice, num(2))))]
    phi, a = made.function(potential), made.function(twice)
    sides = [f"({text(put(item, {var(made.r): num(4)}))} * 2)" for item in (slope, twice)]
    return ["move=> T0.", *lines, f"have {'[_ ' * after}[_ [_ [T1 _]]]{']' * after} := T0 1%N {made.arguments}.",
            f"pose x : {made.vector.replace(made.name, '1')} := const_mx 2%Re.",
            "have e : dot x x = 4%Re by rewrite /x one_dot; lra.", "have h : (dot x x > 0)%Re by rewrite e; lra.",
            f"have U := gradient_is (T1 x h) (radial_gradient (phi := {phi}) (a := {a}) S h).",
            "have V := congr1 (fun M : 'cV[R]_1 => M ord0 ord0) U; rewrite e /x !mxE in V.",
            f"have {{}}V : ({' = '.join(sides)})%Re := V.",
            f"move: V; rewrite /Rpower {' '.join(f'E_{name}' for name, _ in made.params)}; against."]


def _halves(made: Radial, potential: Term, one: Term, outer: Term) -> list[str]:
    """The derivative of the potential is half the multiple of the gradient, that of this one half the multiple of the outer product."""
    return [line for name, value, rate in (("S", potential, one), ("T", one, outer))
            for line in made.fact(name, (value, app("div", rate, num(2))))]


def _values(made: Radial, terms: Sequence[Term], alone: bool = False) -> list[str]:
    """Lines that show that the terms have a value at x; alone: nothing else is to be shown with that."""
    count = len(made.defined(terms))
    if not count:
        return []
    return [f"have {made.pattern} := C _ hx.", *["split; first assumption."] * (count - alone), *(["assumption."] if alone else [])]


def _part(made: Radial, stated: str, proof: Callable[[], str]) -> MatrixPart:
    def written() -> str:
        made.lemmas, made.known = [], []
        try:
            return proof()
        except NoCertificate as reason:
            raise NoScript(reason.word) from None
    return MatrixPart(stated, written, supposes=bool(made.supposed), lemmas=made.witness)
