"""From a syntax tree to SymPy: sums and products are put together as they stand, matrices only where their shapes fit, and a
row times a column is an inner product. Nothing is expanded, and every number is bounded before SymPy sees it."""

from __future__ import annotations

import sympy as sp
from lark import Token, Tree
from sympy import Add, Derivative, Mul, Piecewise, Pow, Rational, S, Sum, Symbol, Transpose
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixExpr

from rederive.derivations.language.errors import StatementError
from rederive.derivations.language.kronecker import Kron, OverNeurons
from rederive.derivations.language.symbols import Dot

from .errors import NotationError
from .limits import ARGUMENTS, BITS, EXPONENT, NUMBER_FACTOR_BITS, ROWS
from .vocabulary import OF_MATRICES, OF_SQUARE_MATRICES

RELATIONS = {"EQ": sp.Eq, "NE": sp.Ne, "LT": sp.Lt, "LE": sp.Le, "GT": sp.Gt, "GE": sp.Ge}
_UPWARD, _DOWNWARD = {"LT", "LE"}, {"GT", "GE"}


def is_matrix(value) -> bool:
    return isinstance(value, MatrixExpr) or bool(getattr(value, "is_Matrix", False))


def shape_text(value) -> str:
    return f"{value.shape[0]} x {value.shape[1]}" if is_matrix(value) else "a scalar"


def column_of(tree) -> int:
    """Where a piece of the tree begins in the text."""
    if isinstance(tree, Token):
        return tree.column or 0
    for child in tree.children:
        found = column_of(child)
        if found:
            return found
    return 0


def build(tree) -> sp.Basic:
    """The scalar or matrix that a tree of the grammar's `sum` stands for."""
    value = _BUILDERS[tree.data](tree)
    return _checked(value, tree)


def build_condition(tree) -> sp.Basic:
    """The relation, or the `And`, `Or`, `Not` of relations, that a tree of the grammar's `disjunction` stands for."""
    if tree.data == "relation":
        return relation(tree)
    if tree.data == "grouped":
        return build_condition(tree.children[1])
    if tree.data == "negation":
        return _open(sp.Not(build_condition(tree.children[2]), evaluate=False), tree)
    head = sp.Or if tree.data == "disjunction" else sp.And
    return _open(head(*[build_condition(child) for child in tree.children if isinstance(child, Tree)], evaluate=False), tree)


def _open(condition, tree):
    """A condition that SymPy has not settled by its form alone."""
    if condition in (S.true, S.false):
        raise NotationError(f"this condition is {str(bool(condition)).lower()} whatever its names stand for", column_of(tree))
    return condition


def sides(tree) -> tuple[list[Tree], list[Token]]:
    """The sides of a relation, as trees, and the relation signs between them."""
    return tree.children[0::2], [child.children[0] for child in tree.children[1::2]]


def relation(tree) -> Relational:
    """`a < b`, or the conjunction that a chain such as `a < b <= c` stands for; nothing is evaluated."""
    trees, signs = sides(tree)
    kinds = {sign.type for sign in signs}
    if "PROPTO" in kinds:
        raise NotationError(r"\propto is read of an order only; of an equation, write the constant factor as a declared name",
                            signs[0].column)
    if len(signs) > 1 and not (kinds <= _UPWARD or kinds <= _DOWNWARD or kinds == {"EQ"}):
        raise NotationError("a chain of relations runs in one direction", signs[1].column)
    values = [build(side) for side in trees]
    found = []
    for sign, left, right in zip(signs, values, values[1:], strict=False):
        left, right = matched(left, right, sign)
        if is_matrix(left) and sign.type not in ("EQ", "NE"):
            raise NotationError("matrices have no order", sign.column)
        found.append(RELATIONS[sign.type](left, right, evaluate=False))
    return found[0] if len(found) == 1 else _open(sp.And(*found, evaluate=False), tree)


def matched(left, right, at=None):
    """Both sides with one shape: a printed 0 opposite a matrix is the zero matrix."""
    if is_matrix(left) == is_matrix(right):
        if is_matrix(left) and left.shape != right.shape:
            raise NotationError(f"the sides have shapes {shape_text(left)} and {shape_text(right)}", _place(at))
        return left, right
    if left == 0:
        return sp.ZeroMatrix(*right.shape), right
    if right == 0:
        return left, sp.ZeroMatrix(*left.shape)
    raise NotationError(f"one side is {shape_text(left)}, the other {shape_text(right)}", _place(at))


def _place(at) -> int:
    return 0 if at is None else column_of(at)


# sums and products ---------------------------------------------------------------------------------------------------


def _term_pieces(tree) -> list[tuple[bool, Tree]]:
    """The terms of a sum, each with whether a minus stands before it."""
    pieces, minus = [], False
    for child in tree.children:
        if child.data == "term":
            sign = child.children[0].data == "sign"
            minus = sign and child.children[0].children[0].type == "MINUS"
            pieces.append((minus, child.children[-1]))
            minus = False
        elif child.data == "sign":
            minus = child.children[0].type == "MINUS"
        else:
            pieces.append((minus, child))
            minus = False
    return pieces


def _sum(tree):
    pieces = _term_pieces(tree)
    values = [product([piece], minus) for minus, piece in pieces]
    if len(values) == 1:
        return values[0]
    if not any(is_matrix(value) for value in values):
        return Add(*values)
    shape = next(value.shape for value in values if is_matrix(value))
    for value, (_, piece) in zip(values, pieces, strict=True):
        if not is_matrix(value) and value != 0:
            raise NotationError(f"a scalar is added to a matrix of shape {shape[0]} x {shape[1]}", column_of(piece))
        if is_matrix(value) and value.shape != shape:
            raise NotationError(f"a matrix of shape {shape_text(value)} is added to one of shape {shape[0]} x {shape[1]}",
                                column_of(piece))
    return _mat_add([value for value in values if is_matrix(value)])


def _mat_add(values):
    if len(values) == 1:
        return values[0]
    if all(isinstance(value, sp.MatrixBase) for value in values):
        return sum(values[1:], values[0])
    return sp.MatAdd(*values)


def product(trees, minus: bool = False, inner: bool = True):
    """The product of what several trees stand for, with a minus before it; factors are multiplied all at once.

    inner: whether a row times a column is their inner product, a scalar, and not a matrix of one entry.
    """
    factors: list = []
    for tree in trees:
        _factors_of(tree, factors)
    if any(kind != "juxtaposed" for _, _, kind in factors):
        return _tensor(factors, minus)
    scalars = [S.NegativeOne] if minus else []
    matrices = []
    for value, tree, _ in factors:
        if is_matrix(value):
            matrices.append((value, tree))
        else:
            scalars.append(value)
    if inner:
        _contract(matrices, scalars)
    _fitting(matrices)
    scalar = _product_of(scalars, factors)
    if not matrices:
        return scalar
    values = [value for value, _ in matrices]
    if all(isinstance(value, sp.MatrixBase) for value in values):
        result = values[0]
        for value in values[1:]:
            result = result * value
        return result * scalar if scalar != 1 else result
    if scalar == 1 and len(values) == 1:
        return values[0]
    return sp.MatMul(*([] if scalar == 1 else [scalar]), *values)


def _product_of(scalars, factors):
    bits = sum(_bits(value) for value in scalars if value.is_Rational)
    if bits > BITS:
        raise NotationError("the numbers of this product are too large", column_of(factors[0][1]))
    return Mul(*scalars)


def _factors_of(tree, out) -> None:
    """(value, tree, how it is joined) of every factor of a product, fractions taken apart and divisors inverted."""
    if tree.data == "product":
        for child in tree.children:
            if isinstance(child, Token):
                continue
            _factors_of(child, out)
    elif tree.data == "factors":
        joined = "juxtaposed"
        for child, following in zip(tree.children, [*tree.children[1:], None], strict=True):
            if following is not None and not isinstance(child, Token) and child.data == "derivative" \
                    and child.children[1].data == "name":
                raise NotationError("put what is differentiated in brackets", column_of(child.children[1]))
            if isinstance(child, Token):
                joined = "dotted" if child.type == "CDOT" else joined
            elif child.data == "tensor":
                joined = child.children[0].type
            else:
                before = len(out)
                _factors_of(child, out)
                if joined in ("OTIMES", "ODOT"):
                    out[before] = (out[before][0], out[before][1], joined)
                joined = "juxtaposed"
    elif tree.data == "over":
        out.append((_inverted(build(tree.children[1]), tree), tree, "juxtaposed"))
    elif tree.data == "fraction":
        above, below = tree.children[2], tree.children[5]
        out += [(value, tree, "juxtaposed") for value in _single_factors(above)]
        out += [(_inverted(value, tree), tree, "juxtaposed") for value in _single_factors(below)]
    else:
        out.append((build(tree), tree, "juxtaposed"))


def _single_factors(tree) -> list:
    """The factors of a sum of one term of scalars, so that a fraction joins the product it stands in; else its one value."""
    pieces = _term_pieces(tree)
    if len(pieces) == 1:
        found: list = []
        _factors_of(pieces[0][1], found)
        if all(kind == "juxtaposed" and not is_matrix(value) for value, _, kind in found):
            return [*([S.NegativeOne] if pieces[0][0] else []), *(value for value, _, _ in found)]
    return [build(tree)]


def _inverted(value, tree):
    if is_matrix(value):
        raise NotationError("a matrix is divided by; write the inverse as ^{-1}", column_of(tree))
    if value == 0:
        raise NotationError("division by zero", column_of(tree))
    return power(value, S.NegativeOne, tree)



def _contract(matrices, scalars) -> None:
    """Rows times columns become inner products, which join the scalars; other neighbours must fit."""
    place = 0
    while place < len(matrices):
        end = _row_to_column(matrices, place)
        if end is None:
            place += 1
            continue
        after = matrices[end + 1][0].shape[0] if end + 1 < len(matrices) else 1
        if after == 1 or after != matrices[end][0].shape[1]:
            scalars.append(_inner(matrices[place:end + 1]))
            del matrices[place:end + 1]
            place = 0
        else:
            place += 1


def _fitting(matrices) -> None:
    for (left, _), (right, tree) in zip(matrices, matrices[1:], strict=False):
        if left.shape[1] != right.shape[0]:
            raise NotationError(f"a matrix of shape {shape_text(left)} meets one of shape {shape_text(right)}", column_of(tree))


def _row_to_column(matrices, place) -> int | None:
    """Where the product that begins with the row at `place` has become 1 x 1; None where it begins with no row or never does."""
    row = matrices[place][0]
    if row.shape[0] != 1 or (row.shape[1] == 1 and not isinstance(row, Transpose)):
        return None
    if place and matrices[place - 1][0].shape[1] == 1 and matrices[place - 1][0].shape[0] != 1:
        # u v^T w: the outer product u v^T comes first, unless the product goes on with a shape that does not fit
        end = _closing(matrices, place)
        return end if end is not None and end + 1 < len(matrices) and matrices[end + 1][0].shape[0] != 1 else None
    return _closing(matrices, place)


def _closing(matrices, place) -> int | None:
    width = matrices[place][0].shape[1]
    for end in range(place + 1, len(matrices)):
        value = matrices[end][0]
        if value.shape[0] != width:
            return None
        width = value.shape[1]
        if width == 1:
            return end
    return None


def _inner(pieces):
    (row, tree), rest = pieces[0], [value for value, _ in pieces[1:]]
    left = row.arg if isinstance(row, Transpose) else row.T
    right = rest[0] if len(rest) == 1 else sp.MatMul(*rest)
    try:
        return Dot(left, right)
    except StatementError as error:
        raise NotationError(str(error), column_of(tree)) from None


def _tensor(factors, minus):
    kinds = {kind for _, _, kind in factors[1:]}
    if len(kinds) != 1 or len(factors) < 2:
        place = next(tree for _, tree, kind in factors if kind != "juxtaposed")
        raise NotationError(r"\otimes or \odot beside another product reads two ways; use brackets", column_of(place))
    values = [value if is_matrix(value) else _one_entry(tree) for value, tree, _ in factors]
    for value, (_, tree, _) in zip(values, factors, strict=True):
        if not is_matrix(value):
            raise NotationError(r"\otimes and \odot stand between matrices", column_of(tree))
    if kinds == {"OTIMES"}:
        result = values[0]
        for value in values[1:]:
            result = Kron(result, value)
    else:
        if len({value.shape for value in values}) != 1:
            raise NotationError(r"\odot stands between matrices of one shape", column_of(factors[0][1]))
        result = sp.HadamardProduct(*values)
    return sp.MatMul(S.NegativeOne, result) if minus else result


def _one_entry(tree):
    """A row times a column in brackets, as the matrix of one entry that it is beside `\\otimes`; None for anything else."""
    if tree.data != "bracket":
        return None
    pieces = _term_pieces(next(child for child in tree.children if isinstance(child, Tree)))
    if len(pieces) != 1:
        return None
    value = product([pieces[0][1]], pieces[0][0], inner=False)
    return value if is_matrix(value) else None


# powers ----------------------------------------------------------------------------------------------------------------


def _bits(number) -> int:
    return max(abs(number.p).bit_length(), number.q.bit_length())


def power(base, exponent, tree):
    """base ** exponent, with numbers kept small."""
    where = column_of(tree)
    if is_matrix(exponent):
        raise NotationError("an exponent is a scalar", where)
    if is_matrix(base):
        if not exponent.is_Integer:
            raise NotationError("a matrix has whole powers only", where)
        if base.shape[0] != base.shape[1]:
            raise NotationError(f"a power of a matrix of shape {shape_text(base)}; only square ones have powers", where)
        if exponent == -1 and not isinstance(base, sp.MatrixBase):
            return sp.Inverse(base)
        if abs(exponent) > ROWS or isinstance(base, sp.MatrixBase):
            raise NotationError("this power of a matrix is not read", where)
        return sp.MatPow(base, exponent)
    if exponent.is_Rational:
        if abs(exponent.p) > EXPONENT or exponent.q > EXPONENT:
            raise NotationError(f"the exponent {exponent} is too large; at most {EXPONENT} is read", where)
        numbers = [factor for factor in Mul.make_args(base) if factor.is_Rational]
        if base == 0 and exponent < 0:
            raise NotationError("division by zero", where)
        for number in numbers:
            if _bits(number) * max(abs(exponent), 1) > BITS:
                raise NotationError("this power of a number is too large", where)
            if exponent.q > 1 and _bits(number) > NUMBER_FACTOR_BITS:
                raise NotationError("the root of so large a number is not read", where)
    elif exponent.is_number and base.is_number:
        raise NotationError("a power of numbers has a rational exponent", where)
    return Pow(base, exponent)


def _powered(tree):
    base, script = tree.children
    return power(build(base), build(script.children[2]), tree)


def _number(tree):
    text = tree.children[0]
    value = Rational(str(text))
    return value if len(tree.children) == 1 else power(value, build(tree.children[1].children[2]), tree)


# atoms -----------------------------------------------------------------------------------------------------------------


def _name(tree):
    return next(child for child in tree.children if child.type == "NAME").value.value


def _application(tree):
    function = tree.children[0].value.value
    arguments = [build(child) for child in tree.children[1:] if isinstance(child, Tree)]
    for argument in arguments:
        if is_matrix(argument):
            raise NotationError(f"{function.__name__} takes scalars", column_of(tree))
    return function(*arguments)


def _inside(tree):
    return build(next(child for child in tree.children if isinstance(child, Tree)))


def _absolute(tree):
    value = _inside(tree)
    if is_matrix(value):
        if value.shape == (1, 1) or 1 not in value.shape:
            raise NotationError(r"bars around a matrix read two ways; write \det or \|...\|", column_of(tree))
        raise NotationError(r"the length of a vector is \|...\|", column_of(tree))
    return sp.Abs(value)


def _norm(tree):
    value = _inside(tree)
    if not is_matrix(value) or value.shape[1] != 1:
        raise NotationError(f"the norm is of a column vector; this is {shape_text(value)}", column_of(tree))
    return sp.sqrt(Dot(value, value))


def _fraction(tree):
    return product([tree])


def _root(tree):
    numbers = [child for child in tree.children if isinstance(child, Token) and child.type == "NUMBER"]
    degree = int(numbers[0]) if numbers else 2
    if not 2 <= degree <= 99:
        raise NotationError("a root has a degree from 2 to 99", column_of(tree))
    value = _inside(tree)
    if is_matrix(value):
        raise NotationError("the root of a matrix belongs to no declared name", column_of(tree))
    return power(value, Rational(1, degree), tree)


def _dotted(tree):
    raise NotationError("a time derivative stands alone on the left of an equation", column_of(tree))


def _derivative(tree):
    variables, operand = tree.children
    value = build(operand) if isinstance(operand, Tree) else operand.value.value
    if is_matrix(value):
        raise NotationError("the derivative of a matrix stands alone on the left of an equation", column_of(tree))
    if not isinstance(value, (sp.Expr,)) or any(not isinstance(symbol, Symbol) for symbol, _ in variables.value):
        raise NotationError("this cannot be differentiated", column_of(tree))
    try:
        return Derivative(value, *variables.value)
    except (ValueError, NotImplementedError) as error:
        raise NotationError(f"this cannot be differentiated: {error}", column_of(tree)) from None


def _elementary(tree):
    function = tree.children[0].value
    argument = _inside(tree.children[-1])
    script = next((child for child in tree.children[1:] if child.data == "power"), None)
    if function in OF_MATRICES:
        if not is_matrix(argument):
            raise NotationError(f"{function.__name__.lower()} takes a matrix; this is a scalar", column_of(tree))
        if function in OF_SQUARE_MATRICES and argument.shape[0] != argument.shape[1]:
            raise NotationError(f"{function.__name__.lower()} takes a square matrix; this is {shape_text(argument)}", column_of(tree))
        value = function(argument)
    elif is_matrix(argument):
        raise NotationError(f"{function.__name__} takes a scalar; this is {shape_text(argument)}", column_of(tree))
    else:
        if argument.is_Rational and _bits(argument) > NUMBER_FACTOR_BITS:
            raise NotationError("so large a number is not read here", column_of(tree))
        value = function(argument)
    return value if script is None else power(_checked(value, tree), build(script.children[2]), tree)


def _extreme(tree):
    arguments = [build(child) for child in tree.children[1:] if isinstance(child, Tree)]
    if len(arguments) > ARGUMENTS:
        raise NotationError(f"at most {ARGUMENTS} arguments of \\{tree.children[0].value} are read", column_of(tree))
    if any(is_matrix(argument) for argument in arguments):
        raise NotationError(f"\\{tree.children[0].value} takes scalars", column_of(tree))
    return (sp.Max if tree.children[0].value == "max" else sp.Min)(*arguments)


def _cases(tree):
    found = [child for child in tree.children if isinstance(child, Tree)]
    if len(found) > ROWS:
        raise NotationError(f"at most {ROWS} cases are read", column_of(tree))
    pairs = []
    for place, case in enumerate(found):
        value, *rest = [child for child in case.children if not (isinstance(child, Token) and child.type == "AMP")]
        words = [child.value.strip(" ,.:") for child in rest if isinstance(child, Token)]
        conditions = [child for child in rest if isinstance(child, Tree)]
        value = build(value)
        if is_matrix(value):
            raise NotationError("cases are of scalars", column_of(case))
        if conditions:
            if words not in ([], ["if"], ["for"], ["when"]):
                raise NotationError(f"the words {words[0]!r} have no meaning here; `if`, `for` and `when` have", column_of(case))
            pairs.append((value, build_condition(conditions[0])))
        elif words not in (["otherwise"], ["else"]) or place + 1 < len(found):
            raise NotationError("a case has a condition; only the last may say `otherwise`", column_of(case))
        else:
            pairs.append((value, S.true))
    return Piecewise(*pairs, evaluate=False)


def _rows(tree):
    found = [child for child in tree.children if isinstance(child, Tree)]
    entries = [[build(child) for child in row.children if isinstance(child, Tree)] for row in found]
    if len(found) > ROWS or any(len(row) > ROWS for row in entries):
        raise NotationError(f"at most {ROWS} rows and columns are read", column_of(tree))
    if len({len(row) for row in entries}) != 1:
        raise NotationError("the rows of a matrix have one length", column_of(tree))
    if any(is_matrix(entry) for row in entries for entry in row):
        raise NotationError("the entries of a matrix are scalars", column_of(tree))
    return sp.ImmutableMatrix(entries)


def _transposed(tree):
    value = build(tree.children[0])
    if not is_matrix(value):
        raise NotationError("a scalar has no transpose", column_of(tree))
    return Transpose(value) if isinstance(value, MatrixExpr) and not isinstance(value, sp.MatrixBase) else value.T


def _inverse_transposed(tree):
    value = power(build(tree.children[0]), S.NegativeOne, tree)
    if not is_matrix(value):
        raise NotationError("a scalar has no transpose", column_of(tree))
    return Transpose(value)


def _series(tree):
    _, index, summand = tree.children
    symbol = next(child for child in index.children if isinstance(child, Token) and child.type == "IDENT").value.value
    low, high = [build(child) for child in index.children if isinstance(child, Tree)]
    value = build(summand)
    if is_matrix(value) or is_matrix(low) or is_matrix(high):
        raise NotationError("a sum over an index is of scalars", column_of(tree))
    if low.has(symbol) or high.has(symbol):
        raise NotationError("the limits of a sum speak of its own index", column_of(tree))
    return Sum(value, (symbol, low, high))


def _over_neurons(tree):
    unit = next(child for child in tree.children if isinstance(child, Token) and child.type == "NAME").value.value
    summand = build(tree.children[-1])
    if not is_matrix(summand):
        raise NotationError("a sum over neurons adds matrices", column_of(tree))
    return OverNeurons(summand, unit)


def _product(tree):
    return product([tree])


_BUILDERS = {
    "sum": _sum, "product": _product, "factors": _product, "number": _number, "powered": _powered, "name": _name,
    "application": _application, "bracket": _inside, "above": _inside, "braced": _inside, "absolute": _absolute, "norm": _norm,
    "fraction": _fraction, "root": _root, "dotted": _dotted, "derivative": _derivative, "elementary": _elementary,
    "extreme": _extreme, "cases": _cases, "rows": _rows, "transposed": _transposed, "inverse_transposed": _inverse_transposed,
    "series": _series, "over_neurons": _over_neurons, "term": lambda tree: _sum(Tree("sum", [tree])),
}


def _checked(value, tree):
    """Numbers that are no real numbers are refused where they arise."""
    if not is_matrix(value) and value.is_number and (value in (S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity)
                                                     or value.has(S.NaN, S.ComplexInfinity, S.ImaginaryUnit, S.Infinity)):
        raise NotationError("this has no real value", column_of(tree))
    return value
