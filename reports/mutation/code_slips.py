"""Slips in a paper's source: one sign, factor, exponent, root, name or condition of an expression in a helper, as an author would slip.

They are made in the syntax tree, so that a helper is mutated once for all its uses. What declares letters, texts, subscripts and the
plumbing of Python are left alone: a slip in those is no slip in a formula.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

DECLARES = {"Chart", "Convention", "Flow", "GradientFlow", "Meaning", "Paper", "dimension", "fresh", "function", "matrix", "range", "real",
            "reals", "stated", "symbols", "vector", "zip", "dict", "isinstance", "getattr"}
"""Calls whose arguments that are no formulas are not entered: names, sizes, texts."""
FORMULAS_INSIDE = {"Flow", "GradientFlow", "Chart"}
"""Of these the first argument is a formula all the same."""
_SWAPPED = {"cosh": "sinh", "sinh": "cosh", "cos": "sin", "sin": "cos", "Ge": "Le", "Le": "Ge", "Gt": "Lt", "Lt": "Gt", "Max": "Min",
            "Min": "Max", "Or": "And", "And": "Or"}
_TURNED = {ast.Gt: ast.Lt, ast.Lt: ast.Gt, ast.GtE: ast.LtE, ast.LtE: ast.GtE}
_OPENED = {ast.Gt: ast.GtE, ast.Lt: ast.LtE, ast.GtE: ast.Gt, ast.LtE: ast.Lt}
Path = tuple[tuple[str, int | None], ...]
"""The way to a node from the statement that holds it: field, and number where the field is a list."""


@dataclass(frozen=True)
class CodeSlip:
    """One slip: its kind, and the line and both spellings of the expression."""

    kind: str
    line: int
    before: str
    after: str
    statement: int
    """Number of the module's statement that it is in."""
    path: Path
    new: ast.expr

    @property
    def told(self) -> str:
        """The slip in words."""
        return f"line {self.line}: {self.before} becomes {self.after}"


def slips_of(tree: ast.Module, number: int) -> Iterator[CodeSlip]:
    """Every slip in one statement of a module, outermost first; each spelling of the statement once."""
    seen = {ast.unparse(tree.body[number])}
    for path, node, outermost in _expressions(tree.body[number], (), _names(tree.body[number])):
        for kind, new in _slips(node, outermost, _names(tree.body[number])):
            slip = CodeSlip(kind, node.lineno, ast.unparse(node), ast.unparse(new), number, path, new)
            spelled = ast.unparse(patched(tree, slip).body[number])
            if spelled not in seen:
                seen.add(spelled)
                yield slip


def patched(tree: ast.Module, slip: CodeSlip) -> ast.Module:
    """A copy of a module's tree with the slip in it."""
    made = ast.Module(body=list(tree.body), type_ignores=[])
    made.body[slip.statement] = copy.deepcopy(tree.body[slip.statement])
    node: ast.AST = made.body[slip.statement]
    for field, place in slip.path[:-1]:
        child = getattr(node, field)
        node = child if place is None else child[place]
    field, place = slip.path[-1]
    if place is None:
        setattr(node, field, slip.new)
    else:
        getattr(node, field)[place] = slip.new
    return ast.fix_missing_locations(made)


def _names(statement: ast.stmt) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))


def _expressions(node: ast.AST, path: Path, names: frozenset[str], outermost: bool = True) -> Iterator[tuple[Path, ast.expr, bool]]:
    """Expressions that a slip may be in, with the way to them; outermost: it is a whole value, as an assigned or a returned one is."""
    if isinstance(node, ast.expr):
        if isinstance(node, (ast.JoinedStr, ast.Lambda)) or (isinstance(node, ast.Constant) and not _is_number(node)):
            return
        yield path, node, outermost
    for field, child, place in _children(node):
        whole = isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return, ast.Tuple, ast.Dict)) or not isinstance(node, ast.expr)
        yield from _expressions(child, (*path, (field, place)), names, whole)


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST, int | None]]:
    """The parts of a node that formulas stand in: no targets, annotations, subscripts, decorators, keywords of a declaration."""
    for field in node._fields:
        if field in {"targets", "target", "annotation", "returns", "decorator_list", "args" if isinstance(node, ast.FunctionDef) else "",
                     "slice", "ctx", "op", "ops", "func" if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""}:
            continue
        if isinstance(node, ast.Call) and _called(node) in DECLARES and not (field == "args" and _called(node) in FORMULAS_INSIDE):
            continue
        if isinstance(node, (ast.If, ast.While, ast.Assert, ast.Raise)) and field in ("test", "exc", "cause"):
            continue
        value = getattr(node, field, None)
        if isinstance(value, ast.AST):
            yield field, value, None
        elif isinstance(value, list):
            yield from ((field, child, place) for place, child in enumerate(value) if isinstance(child, ast.AST))


def _called(node: ast.expr) -> str:
    """The name of a function or method that is called; empty for anything else."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)


def _slips(node: ast.expr, outermost: bool, names: frozenset[str]) -> Iterator[tuple[str, ast.expr]]:
    """(kind, what stands there instead) for one expression."""
    if isinstance(node, ast.BinOp):
        yield from _of_operation(node)
        if outermost and not isinstance(node.op, ast.BitAnd):
            yield "factor", ast.BinOp(ast.Constant(2), ast.Mult(), node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "sign", node.operand
    elif _is_number(node):
        yield "number", ast.Constant(node.value + 1)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        for kind, table in (("relation turned", _TURNED), ("bound let in or out", _OPENED)):
            if type(node.ops[0]) in table:
                yield kind, ast.Compare(node.left, [table[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield "transpose", node.value
    elif isinstance(node, ast.Name):
        stem = node.id.split("_")[0]
        yield from (("name", ast.Name(other, ast.Load())) for other in sorted(names)
                    if other != node.id and other.split("_")[0] == stem and "_" in node.id + other)


def _of_operation(node: ast.BinOp) -> Iterator[tuple[str, ast.expr]]:
    left, right = node.left, node.right
    if isinstance(node.op, (ast.Add, ast.Sub)):
        yield "sign", ast.BinOp(left, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(), right)
        yield "term", left
        yield "term", right
    elif isinstance(node.op, ast.Mult):
        yield "factor", left
        yield "factor", right
    elif isinstance(node.op, ast.Div):
        yield "factor", ast.BinOp(left, ast.Mult(), right)
        yield "factor", left
    elif isinstance(node.op, ast.BitAnd):
        yield "condition", left
        yield "condition", right
    elif isinstance(node.op, ast.Pow):
        yield "root" if isinstance(right, ast.BinOp) else "exponent", left


def _of_call(node: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    name = _called(node)
    if name == "sqrt" and len(node.args) == 1:
        yield "root", node.args[0]
    if name == "exp" and len(node.args) == 1:
        yield "sign", ast.Call(node.func, [ast.UnaryOp(ast.USub(), node.args[0])], [])
    if name in _SWAPPED and isinstance(node.func, ast.Name):
        yield "function", ast.Call(ast.Name(_SWAPPED[name], ast.Load()), node.args, node.keywords)
    if name in ("Domain", "but"):
        for place in range(len(node.args)):
            yield "condition", ast.Call(node.func, [*node.args[:place], *node.args[place + 1:]], node.keywords)
