"""Which statement a formula is, kind by kind: a reader for each class takes the text and a statement of that class, and builds
one like it, with the same domain, flow and variables, that says what the text says.

A further kind joins with `@reader(Kind)`; a kind without a reader is told so, not guessed at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy as sp
from lark import Token, Tree
from sympy import Eq, MatrixSymbol, S, Symbol, Transpose, oo

from ..language.classifies import Classifies
from ..language.errors import RederiveError
from ..language.expectation import Expectation
from ..language.rank import RankBound
from ..language.scales import Scales
from ..language.square_root import SquareRoot
from ..language.statement import (All, AtMostOneZero, Conserved, Equal, Evolves, Gradient, Hessian, Holds, Iff, Inverse, Limit,
                                  Minimises, NotHessian, Solves, Statement)
from ..language.symbols import Dot
from .build import build, build_condition, column_of, is_matrix, matched, power, product, relation, sides
from .canonical import canonical
from .errors import NotationError
from .names import Names, names_of
from .parser import parse
from .tokens import tex_tokens

READERS: dict[type, Callable] = {}
"""Reader by class of statement: (text, like, names) -> statement of that class."""
_RELATIONS = {"=", r"\neq", "<", r"\leq", ">", r"\geq", r"\propto"}


def reader(kind: type):
    """Register the reader of a kind of statement."""
    def register(function):
        READERS[kind] = function
        return function
    return register


def readable(statement: Statement) -> bool:
    """Whether formulas can be given for this statement: all its parts are of kinds that have a reader."""
    return all(type(part) in READERS for _, part in statement.parts())


def parts_of(statement: Statement) -> tuple[tuple[str, Statement], ...]:
    """The named statements that a formula may be given for."""
    return statement.parts()


def read_statement(text: str, like: Statement) -> Statement:
    """The statement of `like`'s kind and domain that says what the LaTeX says.

    For a relation the whole relation or its right-hand side may be given; for a conjunction its parts, one below the other
    with `\\\\` between them. Raises NotationError with the column where the text cannot be read.
    """
    read = READERS.get(type(like))
    if read is None:
        raise NotationError(f"a statement of kind {like.kind} cannot be given as LaTeX; the kinds that can: "
                            + ", ".join(sorted(kind.__name__ for kind in READERS)))
    try:
        return read(text, like, names_of(like) if not isinstance(like, All) else Names())
    except NotationError as error:
        raise error.within(text)
    except RederiveError as error:  # a malformed statement, for instance one that speaks of what its domain does not declare
        raise NotationError(str(error)) from None
    except (TypeError, ValueError, AttributeError, ArithmeticError, NotImplementedError, RecursionError) as error:
        raise NotationError(f"SymPy refuses this formula: {type(error).__name__}: {error}") from None


def read_expression(text: str, like: Statement):
    """The scalar or matrix that a text stands for, over the names of a statement."""
    try:
        return _expression(text, names_of(like))
    except NotationError as error:
        raise error.within(text)
    except (TypeError, ValueError, AttributeError, ArithmeticError, NotImplementedError, RecursionError) as error:
        raise NotationError(f"SymPy refuses this formula: {type(error).__name__}: {error}") from None


# what the readers share ------------------------------------------------------------------------------------------------


def _expression(text: str, names: Names):
    return build(parse(text, "expression", names).children[0])


def _is_relation(text: str, words=_RELATIONS) -> bool:
    """Whether a relation sign stands outside every bracket."""
    return _sign_column(text, words) > 0


def _sign_column(text: str, words=_RELATIONS) -> int:
    """Where the first relation sign stands outside every bracket; 0 where none does."""
    depth = 0
    for token in tex_tokens(text):
        if token.text in ("{", "(", "[", r"\{") or token.text.startswith(r"\begin"):
            depth += 1
        elif token.text in ("}", ")", "]", r"\}") or token.text.startswith(r"\end"):
            depth -= 1
        elif depth == 0 and token.text in words:
            return token.column
    return 0


def _equation(text: str, names: Names) -> tuple[Tree, Tree, Token]:
    """The trees of both sides of one equation, and its sign."""
    return _two_sides(parse(text, "relation", names))


def _two_sides(tree: Tree) -> tuple[Tree, Tree, Token]:
    trees, signs = sides(tree)
    if len(signs) != 1:
        raise NotationError("one equation is expected; this is a chain", signs[1].column)
    if signs[0].type != "EQ":
        raise NotationError(f"an equation is expected; {signs[0]} is another relation", signs[0].column)
    return trees[0], trees[1], signs[0]


def _only(tree: Tree, data: str) -> Tree | None:
    """The single piece of this kind that a side consists of, brackets aside; None where it is anything else."""
    while isinstance(tree, Tree) and tree.data != data:
        inner = [child for child in tree.children if isinstance(child, Tree)]
        if len(inner) != 1 or (tree.data in ("sum", "term") and len(tree.children) != 1) or tree.data not in (
                "sum", "term", "product", "factors", "bracket"):
            return None
        tree = inner[0]
    return tree


def _like_shape(value, model, tree):
    """The value, a printed 0 taken as the zero matrix where a matrix is due."""
    if is_matrix(model) and not is_matrix(value) and value == 0:
        return sp.ZeroMatrix(*model.shape)
    if is_matrix(model) != is_matrix(value) or (is_matrix(model) and model.shape != value.shape):
        due = f"a matrix of shape {model.shape[0]} x {model.shape[1]}" if is_matrix(model) else "a scalar"
        raise NotationError(f"{due} is due here", column_of(tree))
    return value


def _right_side(text, names, model):
    tree = parse(text, "expression", names).children[0]
    return _like_shape(build(tree), model, tree)


# equalities and change -------------------------------------------------------------------------------------------------


@reader(Equal)
def _equal(text, like, names):
    if not _is_relation(text):
        return replace(like, right=_right_side(text, names, like.left))
    left, right, sign = _equation(text, names)
    left, right = matched(build(left), build(right), sign)
    if left == right == 0 and is_matrix(like.left):
        left = right = sp.ZeroMatrix(*like.left.shape)
    return replace(like, left=left, right=right)


def _changing(tree: Tree, like, names):
    """The quantity whose time derivative a left side names, and its symbol where it bears one."""
    dotted = _only(tree, "dotted")
    if dotted is not None:
        symbol = next(child for child in dotted.children if child.type == "NAME").value.value
        known = getattr(like, "symbol", None)
        return (like.quantity, symbol) if symbol == known else (symbol, None)
    derivative = _only(tree, "derivative")
    if derivative is not None:
        variables, operand = derivative.children
        if len(variables.value) != 1 or variables.value[0] != (_time_of(names), 1):
            raise NotationError("the derivative of a quantity along a flow is by time, once", column_of(tree))
        value = build(operand)
        if value == getattr(like, "symbol", None):
            return like.quantity, value
        return value, None
    raise NotationError(r"the left side is a time derivative, \dot{x} or \frac{d}{dt}\left(...\right)", column_of(tree))


def _written_out(rate, like):
    if like.symbol is None or like.symbol in like.on.declared or like.symbol in like.along.states:
        return rate
    return rate.xreplace({like.symbol: like.quantity})


def _time_of(names: Names):
    found = names.by_tokens.get(names.time)
    return None if found is None else found.value


@reader(Evolves)
def _evolves(text, like, names):
    """`\\dot{x} = rate`; the quantity's own name on the right stands for the quantity."""
    if not _is_relation(text):
        return replace(like, rate=_written_out(_right_side(text, names, like.quantity), like))
    left, right, _ = _equation(text, names)
    quantity, symbol = _changing(left, like, names)
    rate = _written_out(_like_shape(build(right), quantity, right), like)
    if symbol is None and quantity != like.quantity and like.symbol is not None:
        return replace(like, quantity=quantity, rate=rate, symbol=None)
    return replace(like, quantity=quantity, rate=rate)


@reader(Conserved)
def _conserved(text, like, names):
    """`\\frac{d}{dt}(q) = 0`; also the conserved quantity by itself."""
    if not _is_relation(text):
        return replace(like, quantity=_expression(text, names))
    left, right, _ = _equation(text, names)
    if build(right) != 0:
        raise NotationError("a conserved quantity has the rate 0", column_of(right))
    return replace(like, quantity=_changing(left, like, names)[0])


@reader(Solves)
def _solves(text, like, names):
    """`x(t) = ..., y(t) = ...` for every state, or the right-hand side where there is one state."""
    states = like.system.states
    if not _is_relation(text):
        if len(states) > 1:
            raise NotationError("give every function: " + ", ".join(f"{state}({like.system.t}) = ..." for state in states), 1)
        return replace(like, solution={states[0]: _right_side(text, names, states[0])})
    found = {}
    for child in parse(text, "equations", names).children:
        if not isinstance(child, Tree):
            continue
        left, right, _ = _two_sides(child)
        state = build(left)
        if state not in states or state in found:
            raise NotationError(f"the left side is one of {', '.join(f'{s}({like.system.t})' for s in states)}, each once",
                                column_of(left))
        found[state] = _like_shape(build(right), state, right)
    missing = [str(state) for state in states if state not in found]
    if missing:
        raise NotationError(f"no function is given for {', '.join(missing)}", 1)
    return replace(like, solution={state: found[state] for state in like.solution})


# matrices --------------------------------------------------------------------------------------------------------------


@reader(Inverse)
def _inverse(text, like, names):
    if not _is_relation(text):
        return replace(like, inverse=_right_side(text, names, like.matrix))
    left, right, _ = _equation(text, names)
    powered = _only(left, "powered")
    if powered is None or build(powered.children[1].children[2]) != S.NegativeOne:
        raise NotationError(r"the left side is an inverse, \left(...\right)^{-1}", column_of(left))
    matrix = build(powered.children[0])
    if not is_matrix(matrix) or matrix.shape[0] != matrix.shape[1]:
        raise NotationError("only a square matrix has an inverse", column_of(left))
    return replace(like, matrix=matrix, inverse=_like_shape(build(right), matrix, right))


@reader(Gradient)
def _gradient(text, like, names):
    if not _is_relation(text):
        return replace(like, value=_right_side(text, names, like.variable))
    tree = parse(text, "gradient", names)
    (variable,) = [child.value.value for child in tree.children if isinstance(child, Token) and child.type == "NAME"]
    if not isinstance(variable, MatrixSymbol):
        raise NotationError("the gradient is by a declared vector", column_of(tree))
    potential, value = [child for child in tree.children if isinstance(child, Tree)]
    return replace(like, variable=variable, potential=_scalar(potential), value=_like_shape(build(value), variable, value))


@reader(Hessian)
def _hessian(text, like, names):
    if not _is_relation(text):
        return replace(like, field=_right_side(text, names, like.field))
    potential, field = [child for child in parse(text, "hessian", names).children if isinstance(child, Tree)]
    return replace(like, potential=_scalar(potential), field=_like_shape(build(field), like.field, field))


@reader(NotHessian)
def _not_hessian(text, like, names):
    """`M \\neq \\nabla^2 \\Phi \\text{ for every } \\Phi`, or M by itself."""
    if not _is_relation(text):
        return replace(like, field=_right_side(text, names, like.field))
    names.offer(r"\Phi", None, mark="potential")
    tree = parse(text, "not_hessian", names)
    words = next(child for child in tree.children if isinstance(child, Token) and child.type == "TEXT")
    if words.strip() != "for every":
        raise NotationError(r"the claim ends in \text{ for every } \Phi", words.column)
    return replace(like, field=_like_shape(build(tree.children[0]), like.field, tree.children[0]))


def _scalar(tree):
    value = build(tree)
    if is_matrix(value):
        raise NotationError("a scalar is due here", column_of(tree))
    return value


@reader(Minimises)
def _minimises(text, like, names):
    """`b(\\infty) = \\arg\\min_{X b = y} P - (s)^\\top b`, or the objective by itself."""
    b = like.variable
    rows = Symbol("n", integer=True, positive=True)
    inputs, targets = MatrixSymbol("X", rows, b.shape[0]), MatrixSymbol("y", rows, 1)
    names.offer("X", inputs)
    names.offer("y", targets)
    names.offer(f"{_spelled(names, b)}(\\infty)", None, mark="limit")
    if _is_relation(text):
        tree = parse(text, "minimiser", names)
        left, right, objective = [child for child in tree.children if isinstance(child, Tree)]
        wanted = sp.MatMul(names.by_tokens[("X",)].value, b), names.by_tokens[("y",)].value
        if (product([left]), product([right])) != wanted:
            raise NotationError(rf"the minimum is over X {_spelled(names, b)} = y", column_of(left))
    else:
        objective = parse(text, "expression", names).children[0]
    potential, slope = _linear_part(objective, b)
    return replace(like, potential=potential, slope=slope)


def _spelled(names: Names, symbol) -> str:
    return next(meaning.latex for meaning in names.by_tokens.values() if meaning.value == symbol)


def _linear_part(tree: Tree, b: MatrixSymbol):
    """The objective as potential minus slope^T b: its last term is the linear one."""
    last = tree.children[-1]
    before = Tree("sum", tree.children[:-2])
    if len(tree.children) < 3 or tree.children[-2].children[0].type != "MINUS":
        raise NotationError(rf"the objective ends in `- \left(...\right)^{{\top}} {b}`", column_of(last))
    linear = product([last])
    if not isinstance(linear, Dot) or linear.right != b:
        raise NotationError(rf"the objective ends in `- \left(...\right)^{{\top}} {b}`", column_of(last))
    return _scalar(before), linear.left


# limits, relations -------------------------------------------------------------------------------------------------------


@reader(Limit)
def _limit(text, like, names):
    """`\\lim_{x \\to a} e = v + O(r)`, or the right-hand side by itself."""
    tree = parse(text, "limit", names)
    if tree.data == "limit_value":
        value, rate = _value(tree.children[0], like.expression)
        return replace(like, value=value, rate=rate)
    variable = next(child for child in tree.children if isinstance(child, Token) and child.type == "NAME").value.value
    target, expression, value = [child for child in tree.children if isinstance(child, Tree)]
    if not isinstance(variable, Symbol):
        raise NotationError("a limit is in a declared scalar", column_of(tree))
    expression = product([expression])
    value, rate = _value(value, expression)
    return replace(like, variable=variable, to=_target(target), expression=expression, value=value, rate=rate)


def _target(tree: Tree):
    tokens = [child for child in tree.children if isinstance(child, Token)]
    if any(token.type == "INFTY" for token in tokens):
        return -oo if tokens[0].type == "MINUS" else oo
    value = build(tree.children[0])
    if not tokens:
        raise NotationError("say from where: a number is approached from above, ^{+}", column_of(tree))
    return value


def _value(tree: Tree, model):
    """(limit, rate): infinite limits have no rate."""
    first = tree.children[0]
    if first.data == "infinite":
        return (-oo if first.children[0].type == "MINUS" else oo), None
    rate = None
    if len(tree.children) > 1:
        rate = _scalar(tree.children[-1])
    return _like_shape(build(first), model, first), rate


@reader(Holds)
def _holds(text, like, names):
    """A relation, or several joined by `\\wedge` and `\\vee`; the right-hand side alone where the statement is one relation."""
    if _is_relation(text, _RELATIONS | {r"\wedge", r"\vee", r"\neg"}) or not _single(like.relation):
        return replace(like, relation=_condition(parse(text, "condition", names).children[0]))
    value = _right_side(text, names, like.relation.lhs)
    return replace(like, relation=type(like.relation)(like.relation.lhs, value, evaluate=False))


def _single(condition) -> bool:
    return isinstance(condition, sp.core.relational.Relational)


def _condition(tree):
    return build_condition(tree)


@reader(Iff)
def _iff(text, like, names):
    """`A \\iff B`, or B by itself."""
    if _is_relation(text, {r"\iff"}):
        left, _, right = parse(text, "equivalence", names).children
        return replace(like, left=_condition(left), right=_condition(right))
    if _is_relation(text):
        return replace(like, right=_condition(parse(text, "condition", names).children[0]))
    if not _single(like.right):
        raise NotationError("give a relation, or two with \\iff between them", 1)
    value = _right_side(text, names, like.right.lhs)
    return replace(like, right=type(like.right)(like.right.lhs, value, evaluate=False))


@reader(AtMostOneZero)
def _zeros(text, like, names):
    """`\\#\\{t \\geq 0 : q(t) = 0\\} \\leq 1`, or the quantity by itself."""
    if not _is_relation(text):
        return replace(like, quantity=_right_side(text, names, like.quantity))
    tree = parse(text, "zeros", names)
    numbers = [str(child) for child in tree.children if isinstance(child, Token) and child.type == "NUMBER"]
    time = next(child for child in tree.children if isinstance(child, Token) and child.type == "NAME").value.value
    if numbers != ["0", "0", "1"] or time != _time_of(names):
        raise NotationError(r"the claim reads \#\{t \geq 0 : ... = 0\} \leq 1", 1)
    quantity = next(child for child in tree.children if isinstance(child, Tree))
    return replace(like, quantity=_scalar(quantity))


# draws, orders, ranks, roots, cases ------------------------------------------------------------------------------------


@reader(Expectation)
def _expectation(text, like, names):
    """`\\mathbb{E}[q] = v, X \\sim \\mathcal{N}(0, s), ...`; the draws may be left out, and so may the left side."""
    if not _is_relation(text):
        return replace(like, value=_right_side(text, names, like.value))
    tree = parse(text, "expectation", names)
    moment = next(child for child in tree.children if isinstance(child, Token) and child.type == "MOMENT")
    quantity, value, *drawn = [child for child in tree.children if isinstance(child, Tree)]
    draws = {}
    for draw in drawn:
        mean, variance = [child for child in draw.children if isinstance(child, Tree)]
        if build(mean) != 0:
            raise NotationError("the draws have mean 0", column_of(mean))
        draws[draw.children[0].value.value] = _scalar(variance)
    return replace(like, quantity=_scalar(quantity), value=_scalar(value), moment=str(moment.value), draws=draws or like.draws)


@reader(Scales)
def _scales(text, like, names):
    """`e = \\Theta(x^{c})` or `e \\propto x^{c}`, `\\Theta(x^{c})`, or the exponent by itself."""
    if not _is_relation(text) and r"\Theta" not in text:
        return replace(like, exponent=_right_side(text, names, like.exponent))
    tree = parse(text, "order", names)
    left = [child for child in tree.children if isinstance(child, Tree) and child.data == "sum"]
    script = [child for child in tree.children if isinstance(child, Tree) and child.data == "power"]
    base = next(child for child in tree.children if isinstance(child, Token) and child.type in ("NAME", "NUMBER"))
    if base.type == "NUMBER":
        if base != "1":
            raise NotationError("an order is a power of the variable, or 1", base.column)
        variable, exponent = like.variable, S.Zero
    else:
        variable, exponent = base.value.value, _scalar(script[0].children[2]) if script else S.One
    return replace(like, expression=_scalar(left[0]) if left else like.expression, variable=variable, exponent=exponent)


@reader(RankBound)
def _rank_bound(text, like, names):
    """`\\operatorname{rank}(M) \\leq k`, added up over the neurons where a sum stands before it; or the bound by itself."""
    if not _is_relation(text):
        return replace(like, at_most=_right_side(text, names, like.at_most))
    tree = parse(text, "rank_bound", names)
    neurons = next((child.value.value for child in tree.children if isinstance(child, Token) and child.type == "NAME"), None)
    matrix, bound = [child for child in tree.children if isinstance(child, Tree)]
    value = build(matrix)
    if not is_matrix(value):
        raise NotationError("the rank is of a matrix", column_of(matrix))
    return replace(like, matrix=value, at_most=_scalar(bound), neurons=neurons)


@reader(SquareRoot)
def _square_root(text, like, names):
    """`\\sqrt{M} = R`, or R by itself."""
    if not _is_relation(text):
        return replace(like, root=_right_side(text, names, like.root))
    left, right, _ = _equation(text, names)
    radical = _only(left, "root")
    if radical is None or any(isinstance(child, Token) and child.type == "NUMBER" for child in radical.children):
        raise NotationError(r"the left side is a square root, \sqrt{...}", column_of(left))
    inside = next(child for child in radical.children if isinstance(child, Tree))
    return replace(like, of=_like_shape(build(inside), like.of, inside), root=_like_shape(build(right), like.root, right))


@reader(Classifies)
def _classifies(text, like, names):
    """`\\text{label}: condition`, one line for each label; a table's column is a bracket of equations."""
    given = {}
    for start, piece in _lines(text):
        try:
            _labelled(piece, like, names, given)
        except NotationError as error:
            error.column += start if error.column else 0
            raise error.within(text)
    return replace(like, given={label: given[label] for label in (*like.given, *given) if label in given})


def _labelled(piece, like, names, given) -> None:
    label = next((token.text[len(r"\text{"):-1] for token in tex_tokens(piece) if token.text.startswith(r"\text{")), None)
    if label not in like.given or label in given:
        raise NotationError(f"a line begins with one of the labels {', '.join(like.given)}, each once", 1)
    if not isinstance(like.given[label], tuple):
        told = parse(piece, "labelled", names).children[-1]
        if isinstance(told, Token) and told.strip() != "everywhere":
            raise NotationError(r"a label is given on a condition, or \text{everywhere}", told.column)
        given[label] = S.true if isinstance(told, Token) else _condition(told)
        return
    points = []
    for child in parse(piece, "table_row", names).children[2:]:
        if isinstance(child, Token):
            if child.strip() != "or":
                raise NotationError(r"\text{ or } stands between the columns of a table", child.column)
            continue
        point = {}
        for equation in (part for part in child.children if isinstance(part, Tree)):
            left, right, _ = _two_sides(equation)
            point[build(left)] = build(right)
        points.append(point)
    given[label] = tuple(points)


# conjunctions ------------------------------------------------------------------------------------------------------------


@reader(All)
def _all(text, like, names):
    """All parts in their order, with `\\\\` between them; or one part alone where its left side tells which."""
    pieces = _lines(text)
    lines = {name: len(_lines(part.latex())) for name, part in like.members.items()}  # a table has several
    if len(pieces) == 1 and len(lines) > 1:
        name = _part_meant(text, like)
        return replace(like, members={**like.members, name: read_statement(text, like.members[name])})
    if len(pieces) != sum(lines.values()):
        raise NotationError(f"{len(pieces)} lines for parts of {sum(lines.values())}: {', '.join(like.members)}", 1)
    members, first = {}, 0
    for name, part in like.members.items():
        start, last = pieces[first][0], pieces[first + lines[name] - 1]
        try:
            members[name] = read_statement(text[start:last[0] + len(last[1])], part)
        except NotationError as error:
            error.column += start if error.column else 0
            error.text = text
            raise
        first += lines[name]
    return replace(like, members=members)


def _part_meant(text: str, like: All) -> str:
    """The part whose left side, kind and names fit a formula; more than one or none is an error."""
    fitting, furthest = [], None
    for name, part in like.members.items():
        try:
            read = read_statement(text, part)
        except NotationError as error:
            furthest = error if furthest is None or error.column > furthest.column else furthest
            continue
        if _is_relation(text) and same_left(read, part):
            fitting.append(name)
    if not fitting and furthest is not None and furthest.column > _sign_column(text) > 0:
        raise furthest
    if len(fitting) != 1:
        raise NotationError("this claim has the parts " + ", ".join(like.members) + "; give all of them with \\\\ between them, "
                            "or name the part", 1)
    return fitting[0]


_LEFT = {Equal: ("left",), Evolves: ("quantity", "symbol"), Solves: (), Limit: ("expression", "variable", "to"), Iff: ("left",),
         Expectation: ("quantity", "moment"), Scales: ("expression", "variable"), RankBound: ("matrix", "neurons"),
         SquareRoot: ("of",), Inverse: ("matrix",), Gradient: ("potential", "variable"), Hessian: ("potential", "variable")}


def same_left(one: Statement, other: Statement) -> bool:
    """Whether two statements of one kind speak of the same left side."""
    if isinstance(one, Holds):
        return _single(one.relation) and _single(other.relation) and canonical(one.relation.lhs) == canonical(other.relation.lhs)
    fields = _LEFT.get(type(one))
    return fields is not None and all(canonical(getattr(one, name)) == canonical(getattr(other, name)) for name in fields)


def _lines(text: str) -> list[tuple[int, str]]:
    """The pieces between `\\\\` outside every environment and brace, each with where it begins."""
    cuts, depth = [], 0
    for token in tex_tokens(text):
        if token.text == "{" or token.text.startswith(r"\begin"):
            depth += 1
        elif token.text == "}" or token.text.startswith(r"\end"):
            depth -= 1
        elif token.text == r"\\" and depth == 0:
            cuts.append(token.column - 1)
    edges = [0, *(cut + 2 for cut in cuts)]
    return [(start, text[start:end]) for start, end in zip(edges, [*cuts, len(text)], strict=True)]


__all__ = ["Eq", "READERS", "Transpose", "parts_of", "power", "read_expression", "read_statement", "readable", "reader", "relation",
           "same_left"]
