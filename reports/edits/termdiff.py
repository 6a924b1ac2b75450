"""How two formulas differ, term by term: what stands in both, what only the old one has, what only the new one has.

Sums are compared as sets of terms, products as sets of factors, fractions above and below the line; a term that changed only
inside is entered. The outcome is two rows of pieces whose LaTeX, read together, is the old formula and the new one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

from rich.text import Text
from sympy import Add, And, Basic, MatAdd, MatMul, MatrixBase, Mul, Or, Pow, S, Symbol, fraction, preorder_traversal, sympify
from sympy.core.function import AppliedUndef, Function
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixExpr

from theoremtest.derivations.language import Dot, to_latex
from theoremtest.derivations.language.latex import PaperLatex

SAME, CHANGED = "same", "changed"
ALIKE = 0.3
"""Terms that share a smaller part of their expressions than this are shown as one gone and another come."""
STYLES = {"old": "bold red", "new": "bold green"}
CLASSES = {"old": "gone", "new": "come"}


@dataclass(frozen=True)
class Piece:
    """A run of LaTeX. A changed one is an expression or a sign of its own, so that it can be set apart."""

    status: str
    latex: str


Row = tuple[Piece, ...]
_MARK = Symbol("MARK", real=True)


def rows(old: Basic | int | None, new: Basic | int | None) -> tuple[Row, Row]:
    """The old formula and the new one, each as pieces; None stands for a formula that is not there."""
    old, new = (None if value is None else sympify(value, strict=True) for value in (old, new))
    if old is None or new is None:
        return _changed(old), _changed(new)
    one, other = _differ(old, new)
    return _joined(one), _joined(other)


def latex(row: Row, side: str = "") -> str:
    """The row's LaTeX; with a side (`old` or `new`) changed pieces are marked for the HTML page."""
    if not side:
        return "".join(piece.latex for piece in row)
    return "".join(rf"\class{{{CLASSES[side]}}}{{{piece.latex}}}" if piece.status == CHANGED else piece.latex for piece in row)


def coloured(row: Row, side: str) -> Text:
    """The row for a terminal."""
    text = Text()
    for piece in row:
        text.append(piece.latex, style=STYLES[side] if piece.status == CHANGED else "")
    return text


def _changed(value) -> Row:
    return () if value is None else (Piece(CHANGED, to_latex(value)),)


def _same(text: str) -> list[Piece]:
    return [Piece(SAME, text)]


def _joined(pieces) -> Row:
    """Neighbouring unchanged pieces put together."""
    made: list[Piece] = []
    for piece in pieces:
        if not piece.latex:
            continue
        if made and piece.status == SAME == made[-1].status:
            made[-1] = Piece(SAME, made[-1].latex + piece.latex)
        else:
            made.append(piece)
    return tuple(made)


def _differ(old: Basic, new: Basic):
    if old == new:
        text = to_latex(old)
        return _same(text), _same(text)
    for rule in (_relations, _junctions, _sums, _products, _words, _powers, _calls, _grids):
        found = rule(old, new)
        if found is not None:
            return found
    return list(_changed(old)), list(_changed(new))


def _likeness(old: Basic, new: Basic) -> float:
    """How much of the larger expression is shared: nodes in common over nodes in all, signs and numbers aside."""
    one, other = (Counter(node for node in preorder_traversal(value) if not node.is_Number) for value in (old, new))
    total = max(sum(one.values()), sum(other.values()))
    return sum((one & other).values()) / total if total else 0.0


def _paired(old: list, new: list, enter=True) -> tuple[dict, dict]:
    """Partners of items that are not in both lists, by likeness; what is in both is its own partner."""
    to_new, to_old = {}, {}
    free = list(range(len(new)))
    for i, item in enumerate(old):
        match = next((j for j in free if new[j] == item), None)
        if match is not None:
            to_new[i], to_old[match] = match, i
            free.remove(match)
    if enter:
        scores = sorted((-_likeness(old[i], new[j]), i, j) for i in range(len(old)) if i not in to_new for j in free)
        for score, i, j in scores:
            if -score >= ALIKE and i not in to_new and j not in to_old:
                to_new[i], to_old[j] = j, i
    return to_new, to_old


def _relations(old, new):
    if not (isinstance(old, Relational) and isinstance(new, Relational)):
        return None
    sides = [_differ(old.lhs, new.lhs), _differ(old.rhs, new.rhs)]
    made = []
    for place, relation in ((0, old), (1, new)):
        text = to_latex(relation.func(S.Zero, S.One, evaluate=False))[1:-1]
        sign = Piece(SAME if old.func is new.func else CHANGED, text.strip())
        made.append([*sides[0][place], Piece(SAME, " "), sign, Piece(SAME, " "), *sides[1][place]])
    return made


def _junctions(old, new):
    for head, sign in ((And, r" \wedge "), (Or, r" \vee ")):
        if isinstance(old, head) or isinstance(new, head):
            if isinstance(old, head) != isinstance(new, head) and (isinstance(old, (And, Or)) and isinstance(new, (And, Or))):
                return None
            one, other = list(head.make_args(old)), list(head.make_args(new))
            one, other = sorted(one, key=to_latex), sorted(other, key=to_latex)
            return _listed(one, other, lambda first, negative, sign=sign: "" if first else sign, signed=False, bracket=(And, Or))
    return None


def _sums(old, new):
    matrix = isinstance(old, MatrixExpr) and isinstance(new, MatrixExpr)
    heads = (MatAdd,) if matrix else (Add,)
    if not isinstance(old, heads) and not isinstance(new, heads):
        return None
    if matrix:
        one, other = list(MatAdd.make_args(old)), list(MatAdd.make_args(new))
    elif isinstance(old, MatrixExpr) or isinstance(new, MatrixExpr):
        return None
    else:
        one, other = _terms(old), _terms(new)
    both = isinstance(old, heads) and isinstance(new, heads)
    if not both and not set(one) & set(other) and max((_likeness(a, b) for a in one for b in other), default=0) < ALIKE:
        return None
    return _listed(one, other, lambda first, negative: ("- " if negative else "") if first else (" - " if negative else " + "))


def _terms(expression) -> list:
    return list(PaperLatex()._as_ordered_terms(expression)) if expression.is_Add else [expression]


def _negative(term) -> bool:
    coefficient = term.args[0] if term.args and isinstance(term, (Mul, MatMul)) else term
    return bool(coefficient.is_Number and coefficient.is_negative)


def _listed(one: list, other: list, joint, signed=True, bracket=()):
    """Two lists of items joined by signs; an item's sign is compared apart from the rest of it."""
    bodies = [[(-item if signed and _negative(item) else item) for item in items] for items in (one, other)]
    partners = _paired(one, other)
    if signed:  # an item that only changed its sign finds its partner first
        for i, item in enumerate(bodies[0]):
            if i not in partners[0]:
                j = next((j for j, there in enumerate(bodies[1]) if there == item and j not in partners[1]), None)
                if j is not None:
                    partners[0][i], partners[1][j] = j, i
    compared = {}
    made = []
    for place, (items, partner) in enumerate(zip((one, other), partners, strict=True)):
        row = []
        for i, item in enumerate(items):
            negative = signed and _negative(item)
            sign = joint(i == 0, negative)
            if i not in partner:
                row += [*_sign(sign, signed), Piece(CHANGED, _bracketed(to_latex(bodies[place][i]), bodies[place][i], bracket))]
                continue
            pair = (i, partner[i]) if place == 0 else (partner[i], i)
            if pair not in compared:
                compared[pair] = _differ(bodies[0][pair[0]], bodies[1][pair[1]])
            turned = signed and _negative(one[pair[0]]) != _negative(other[pair[1]])
            inner = compared[pair][place]
            if isinstance(item, bracket):
                inner = [Piece(SAME, r"\left("), *inner, Piece(SAME, r"\right)")]
            row += [*_sign(sign, turned), *inner]  # a sign that is not written cannot be set apart; the other formula shows it
        made.append(row)
    return made


def _sign(sign: str, changed: bool) -> list[Piece]:
    """A sign between terms, or the one in front of the first; the spaces around it are nobody's."""
    if not changed or not sign.strip():
        return _same(sign)
    return [Piece(SAME, " " if sign.startswith(" ") else ""), Piece(CHANGED, sign.strip()), Piece(SAME, " ")]


def _bracketed(text: str, item, heads) -> str:
    return rf"\left({text}\right)" if heads and isinstance(item, heads) else text


def _products(old, new):
    if isinstance(old, MatrixExpr) or isinstance(new, MatrixExpr) or not (old.is_Mul or new.is_Mul or _over(old) or _over(new)):
        return None
    if _likeness(old, new) < ALIKE:
        return None
    (up, down), (above, below) = fraction(old, exact=True), fraction(new, exact=True)
    if down != 1 and below != 1:
        tops, bottoms = _differ(up, above), _differ(down, below)
        return [[*_same(r"\frac{"), *tops[k], *_same("}{"), *bottoms[k], *_same("}")] for k in (0, 1)]
    if down == 1 and below == 1:
        return _factors(up, above) if old.is_Mul or new.is_Mul else None  # two powers are compared as powers
    tops = _differ(up, above)
    return [[*_same(r"\frac{"), *tops[k], *_same("}{"), Piece(CHANGED, to_latex(bottom)), *_same("}")] if bottom != 1 else tops[k]
            for k, bottom in ((0, down), (1, below))]


def _over(value) -> bool:
    return bool(value.is_Pow and value.exp.could_extract_minus_sign())


def _factors(old, new):
    """Products without a denominator: a sign in front, then factors in the printer's order."""
    signs = [_negative(value) for value in (old, new)]
    lists = [list((-value if negative else value).as_ordered_factors()) for value, negative in zip((old, new), signs, strict=True)]
    lists = [[factor for factor in factors if factor != 1] or [S.One] for factors in lists]
    to_new, to_old = _paired(*lists)
    compared, made = {}, []
    for place, (factors, partner) in enumerate(zip(lists, (to_new, to_old), strict=True)):
        row = [Piece(SAME if signs[0] == signs[1] else CHANGED, "-")] if signs[place] else []
        for i, factor in enumerate(factors):
            if i:
                row.append(Piece(SAME, r" \cdot " if factor.is_Number or (factor.is_Pow and factor.base.is_Number) else " "))
            if i not in partner:
                row.append(Piece(CHANGED, _factor(factor)))
                continue
            pair = (i, partner[i]) if place == 0 else (partner[i], i)
            if pair not in compared:
                compared[pair] = _differ(lists[0][pair[0]], lists[1][pair[1]])
            inner = compared[pair][place]
            row += [Piece(SAME, r"\left("), *inner, Piece(SAME, r"\right)")] if factor.is_Add else inner
        made.append(row)
    return made


def _factor(factor) -> str:
    text = to_latex(factor)
    return rf"\left({text}\right)" if factor.is_Add else text


def _words(old, new):
    """Products of matrices keep their order, so they are compared as sequences."""
    if not (isinstance(old, MatMul) and isinstance(new, MatMul)):
        return None
    one, other = list(old.args), list(new.args)
    made = [[], []]
    for tag, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        for row, letters in ((made[0], one[a:b]), (made[1], other[c:d])):
            for letter in letters:
                text = _bracketed(to_latex(letter), letter, (MatAdd, Add))
                row += [Piece(SAME, " "), Piece(SAME if tag == "equal" else CHANGED, text)]
    return made


def _powers(old, new):
    if isinstance(old, MatrixExpr) or isinstance(new, MatrixExpr) or not (isinstance(old, Pow) or isinstance(new, Pow)):
        return None
    bases, powers = zip(old.as_base_exp(), new.as_base_exp(), strict=True)
    if any(isinstance(base, Dot) for base in bases) or any(base is S.Exp1 for base in bases):
        return None  # norms are printed in a way of their own
    if powers[0] == powers[1]:
        if powers[0] == S.Half:
            inner = _differ(*bases)
            return [[*_same(r"\sqrt{"), *inner[k], *_same("}")] for k in (0, 1)]
        if _likeness(*bases) < ALIKE or powers[0].is_negative:
            return None
        inner = _differ(*bases)
        return [[*_open(bases[k]), *inner[k], *_shut(bases[k]), *_same(f"^{{{to_latex(powers[0])}}}")] for k in (0, 1)]
    if bases[0] != bases[1] or any(power.is_Rational and power.q != 1 or power.is_negative for power in powers):
        return None
    return [[*_open(bases[k]), *_same(to_latex(bases[k])), *_shut(bases[k]),
             *([] if powers[k] == 1 else [*_same("^{"), Piece(CHANGED, to_latex(powers[k])), *_same("}")])] for k in (0, 1)]


def _open(base) -> list[Piece]:
    return [] if base.is_Symbol else _same(r"\left(") if not (base.is_Integer and base > 0) else []


def _shut(base) -> list[Piece]:
    return [] if base.is_Symbol else _same(r"\right)") if not (base.is_Integer and base > 0) else []


def _calls(old, new):
    if not (isinstance(old, Function) and isinstance(new, Function)) or old.func is not new.func or len(old.args) != 1 != len(new.args):
        return None
    name = old.func.__name__
    if name == "exp":
        before, after = "e^{", "}"
    elif name == "Abs":
        before, after = r"\left|", r"\right|"
    elif isinstance(old, AppliedUndef):
        before, after = f"{name}(", ")"
    else:
        before, _, after = to_latex(old.func(_MARK)).partition(_MARK.name)
        if not before or not after:
            return None
    inner = _differ(old.args[0], new.args[0])
    return [[*_same(before), *inner[k], *_same(after)] for k in (0, 1)]


def _grids(old, new):
    if not (isinstance(old, MatrixBase) and isinstance(new, MatrixBase)) or old.shape != new.shape:
        return None
    made = [_same(r"\left[\begin{matrix}"), _same(r"\left[\begin{matrix}")]
    for i in range(old.rows):
        for j in range(old.cols):
            inner = _differ(old[i, j], new[i, j])
            for k in (0, 1):
                made[k] += [*(_same(" & ") if j else _same(r" \\ ") if i else []), *inner[k]]
    return [[*row, *_same(r"\end{matrix}\right]")] for row in made]

