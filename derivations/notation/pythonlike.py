r"""Formulas as one types them in Python, spelled as the LaTeX that the grammar reads: `exp(x)/y >= 1 + x` becomes
`\frac{e^{x}}{y} \geq 1 + x`.

Python's own parser makes a tree of the text; of the tree arithmetic, comparisons and the functions named here are taken, and nothing is
ever evaluated. What a formula means is the grammar's business alone: this only spells.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable

from .errors import NotationError

MOST = 4_000
"""Characters of a text at most."""
GREEK = frozenset(re.split(" ", (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho sigma tau upsilon phi varphi chi psi "
    "omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell")))
CONSTANTS = {"pi": r"\pi", "E": "e", "oo": r"\infty", "inf": r"\infty"}
RELATIONS = {ast.Lt: "<", ast.LtE: r"\leq", ast.Gt: ">", ast.GtE: r"\geq", ast.NotEq: r"\neq", ast.Eq: "="}
_SIGNS = {"<": "<", "<=": r"\leq", ">": ">", ">=": r"\geq", "!=": r"\neq"}
NAMED = frozenset(re.split(" ", (
    "sin cos tan cot sinh cosh tanh coth sech csch asin acos atan asinh acosh atanh acoth log sign erf erfc tr det rank")))
"""Functions that the grammar knows by the name that they have here."""
OTHERWISE = {"ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "trace": "tr", "sgn": "sign", "Max": "max", "Min": "min",
             "fabs": "abs", "Abs": "abs", "Sum": "sum", "Integral": "integral", "integrate": "integral", "Derivative": "diff",
             "Limit": "limit", "transpose": "T"}
_PLAIN = {"sin", "cos", "tan", "cot", "sinh", "cosh", "tanh", "coth", "log", "det"}
_NUMBER = re.compile(r"\d+(\.\d+)?")


def spelled_in_latex(text: str) -> str:
    """A relation, a chain of relations or a formula in LaTeX. Raises NotationError for what is none of the language."""
    text = _without_keyword(text)
    try:
        return _Speller(text).relation(_tree(text))
    except RecursionError:
        raise NotationError("this formula is nested too deeply") from None


def names_in(text: str) -> list[str]:
    """The names of a formula that are neither constants nor called, as they are typed. Raises NotationError where it is no formula."""
    tree = _tree(_without_keyword(text))
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return list(dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called
                              and node.id not in CONSTANTS))


def letter(name: str) -> str:
    r"""A name as a letter in LaTeX: `alpha_1` as `\alpha_{1}`, `loss` as `\mathrm{loss}`. Raises NotationError for what is no letter."""
    if not name.isidentifier() or not name.isascii() or keyword.iskeyword(name) and name != "lambda":
        raise NotationError(f"{name!r} is no name of a letter; a letter is a name such as x, x_0, alpha or beta_star")
    if name in ("e", "i"):
        raise NotationError(f"{name} reads as a constant; write E or exp for Euler's number, and call a letter otherwise")
    base, _, below = name.strip("_").partition("_")
    base = "lambda" if base in ("lam", "lamda") else base
    if not base:
        raise NotationError(f"{name!r} is no name of a letter")
    head = f"\\{base}" if base in GREEK else base if len(base) == 1 else rf"\mathrm{{{base}}}"
    return head if not below else f"{head}_{{{below.replace('_', '')}}}"


def declared_in_latex(line: str) -> str:
    r"""A line of declarations as the comments of a manuscript have it: `let x, y > 0` and `let A in R^(n, m)`, `assume a < b`, `k = 1/a`.

    A line with a backslash is LaTeX already. Raises NotationError where it cannot be read.
    """
    verb, _, rest = line.strip().partition(" ")
    if "\\" in line or verb in ("along", "start", "forget"):
        return line
    if verb == "assume":
        return "assume " + ", ".join(map(spelled_in_latex, _pieces(rest)))
    if verb == "let":
        return f"let {_let(rest)}"
    left, _, right = line.partition("=")
    return f"{letter(left.strip())} = {spelled_in_latex(right)}"


def _let(text: str) -> str:
    if match := re.fullmatch(r"(?P<names>.+?)\s+in\s+(?P<space>[RN])\s*(?:(?:\^|\*\*)\s*(?P<sizes>.+))?", text.strip()):
        names = ", ".join(letter(name.strip()) for name in match["names"].split(","))
        sizes = [spelled_in_latex(size) for size in _pieces((match["sizes"] or "").strip().removeprefix("(").removesuffix(")"))]
        shape = r" \times ".join(sizes)
        return rf"{names} \in \mathbb{{{match['space']}}}" + (f"^{{{shape}}}" if shape else "")
    named, sign, bound = (part or "" for part in re.fullmatch(r"([^<>=!]*)(<=|>=|!=|<|>)?(.*)", text.strip(), re.DOTALL).groups())
    names = ", ".join(letter(name.strip()) for name in named.split(","))
    return names + (f" {_SIGNS[sign]} {spelled_in_latex(bound)}" if sign else bound)


def _pieces(text: str) -> list[str]:
    """The pieces of a text between commas outside of brackets."""
    found, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return [piece.strip() for piece in found if piece.strip()]


def _without_keyword(text: str) -> str:
    return re.sub(r"\blambda\b", "lamda", text.strip())


def _tree(text: str) -> ast.expr:
    if len(text) > MOST:
        raise NotationError(f"a formula has at most {MOST} characters; this has {len(text)}")
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise NotationError(f"this is no formula as Python has them: {error.msg}", max(error.offset or 1, 1)) from None
    except (ValueError, RecursionError, MemoryError):
        raise NotationError("this is no formula as Python has them") from None


class _Speller:
    """One formula. What binds as tightly as a product is put in brackets inside of one, and so on: none is left to be guessed."""

    def __init__(self, text: str):
        self._text = text

    def relation(self, node: ast.expr) -> str:
        if not isinstance(node, ast.Compare):
            return self._spelled(node)
        sides = [node.left, *node.comparators]
        found = self._spelled(sides[0])
        for operator, side in zip(node.ops, sides[1:], strict=True):
            sign = RELATIONS.get(type(operator))
            if sign is None:
                raise self._refused(node, "a relation is one of ==, !=, <, <=, >, >=")
            found += f" {sign} {self._spelled(side)}"
        return found

    def _spelled(self, node: ast.expr) -> str:
        if isinstance(node, ast.BinOp):
            return self._operation(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            return ("-" if isinstance(node.op, ast.USub) else "") + self._factor(node.operand)
        return self._atom(node)

    def _operation(self, node: ast.BinOp) -> str:
        left, right = node.left, node.right
        if isinstance(node.op, (ast.Add, ast.Sub)):
            sign = "+" if isinstance(node.op, ast.Add) else "-"
            first = self._spelled(left)
            return f"{first} {sign} {self._factor(right)}"
        if isinstance(node.op, (ast.Mult, ast.MatMult)):
            return rf"{self._factor(left)} \cdot {self._factor(right)}"
        if isinstance(node.op, ast.Div):
            return rf"\frac{{{self._spelled(left)}}}{{{self._spelled(right)}}}"
        if isinstance(node.op, ast.Pow):
            base = self._atom(left) if isinstance(left, (ast.Name, ast.Constant)) else self._bracketed(left)
            return f"{base}^{{{self._spelled(right)}}}"
        raise self._refused(node, "operators are +, -, *, @, / and **")

    def _factor(self, node: ast.expr) -> str:
        """A formula as it may stand in a product, or behind a minus."""
        sums = isinstance(node, ast.UnaryOp) or isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))
        return self._bracketed(node) if sums else self._spelled(node)

    def _bracketed(self, node: ast.expr) -> str:
        return rf"\left({self._spelled(node)}\right)"

    def _atom(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            typed = ast.get_source_segment(self._text, node) or repr(node.value)
            if not _NUMBER.fullmatch(typed):
                raise self._refused(node, "a number is typed in plain digits, such as 2 or 0.5")
            return typed
        if isinstance(node, ast.Name):
            return CONSTANTS.get(node.id) or letter(node.id)
        if isinstance(node, ast.Attribute) and node.attr == "T":
            return self._transposed(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._called(OTHERWISE.get(node.func.id, node.func.id), node)
        if isinstance(node, (ast.BinOp, ast.UnaryOp)):
            return self._bracketed(node)
        raise self._refused(node, "a formula holds numbers, names, operators and the functions of the notation")

    def _transposed(self, node: ast.expr) -> str:
        return (self._atom(node) if isinstance(node, ast.Name) else self._bracketed(node)) + r"^{\top}"

    def _called(self, name: str, node: ast.Call) -> str:
        found = node.args
        if name in NAMED and len(found) == 1:
            head = f"\\{name}" if name in _PLAIN else rf"\operatorname{{{name}}}"
            return rf"{head}\left({self._spelled(found[0])}\right)"
        if name in ("max", "min") and len(found) > 1:
            return rf"\{name}\left({', '.join(map(self._spelled, found))}\right)"
        rule = _CALLS.get((name, len(found)))
        if rule is None:
            known = ", ".join(sorted({*NAMED, *(one for one, _ in _CALLS), "max", "min"}))
            raise self._refused(node, f"there is no function {name} of {len(found)} arguments; known are {known}")
        return rule(self, found)

    def bound(self, head: str, node: ast.expr, end: Callable[[str], str]) -> tuple[str, str]:
        """A sum's or an integral's letter with its bounds, (k, a, b), spelled behind its head; end: what follows the formula."""
        if not isinstance(node, ast.Tuple) or len(node.elts) != 3 or not isinstance(node.elts[0], ast.Name):
            raise self._refused(node, "bounds are written (k, 1, n)")
        name, low, high = letter(node.elts[0].id), self._spelled(node.elts[1]), self._spelled(node.elts[2])
        first = f"{name}={low}" if head == r"\sum" else low
        return f"{head}_{{{first}}}^{{{high}}}", end(name)

    def _refused(self, node: ast.AST, why: str) -> NotationError:
        return NotationError(f"{ast.unparse(node)[:60]!r} cannot be read: {why}", getattr(node, "col_offset", 0) + 1)


def _over(head: str, end: Callable[[str], str]) -> Callable[[_Speller, list], str]:
    def rule(speller: _Speller, found: list) -> str:
        before, behind = speller.bound(head, found[1], end)
        return f"{before} {speller._bracketed(found[0])}{behind}"
    return rule


def _limit(speller: _Speller, found: list) -> str:
    return rf"\lim_{{{speller._spelled(found[1])} \to {speller._spelled(found[2])}}} {speller._bracketed(found[0])}"


_CALLS: dict[tuple[str, int], Callable[[_Speller, list], str]] = {
    ("exp", 1): lambda speller, found: f"e^{{{speller._spelled(found[0])}}}",
    ("sqrt", 1): lambda speller, found: rf"\sqrt{{{speller._spelled(found[0])}}}",
    ("abs", 1): lambda speller, found: rf"\left|{speller._spelled(found[0])}\right|",
    ("norm", 1): lambda speller, found: rf"\left\|{speller._spelled(found[0])}\right\|",
    ("gamma", 1): lambda speller, found: rf"\Gamma\left({speller._spelled(found[0])}\right)",
    ("T", 1): lambda speller, found: speller._transposed(found[0]),
    ("inv", 1): lambda speller, found: f"{speller._bracketed(found[0])}^{{-1}}",
    ("diff", 2): lambda speller, found: rf"\frac{{d}}{{d {speller._spelled(found[1])}}} {speller._bracketed(found[0])}",
    ("sum", 2): _over(r"\sum", lambda name: ""),
    ("integral", 2): _over(r"\int", lambda name: rf" \, d {name}"),
    ("limit", 3): _limit}
