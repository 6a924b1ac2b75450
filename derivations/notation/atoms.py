"""What stands by itself in a formula, built from a tree: names, functions, norms, derivatives, cases, matrices, sums over an index."""

from __future__ import annotations

import sympy as sp
from lark import Token, Tree
from sympy import Derivative, Piecewise, S, Sum, Symbol, Transpose
from sympy.matrices.expressions.matexpr import MatrixExpr

from theoremtest.derivations.language.blocks import Blocks
from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.errors import StatementError
from theoremtest.derivations.language.expectation import entry
from theoremtest.derivations.language.flow import TIME
from theoremtest.derivations.language.functions import Parity
from theoremtest.derivations.language.inverses import PseudoInverse
from theoremtest.derivations.language.kronecker import OverNeurons
from theoremtest.derivations.language.matrix_function import matrix_exp
from theoremtest.derivations.language.open_functions import OpenFunction
from theoremtest.derivations.language.spectra import FrobeniusNorm, LargestEigenvalue, LargestNorm, Rank, SpectralNorm, SumNorm
from theoremtest.derivations.language.symbols import Dot

from .builders import build, builds, inside
from .conditions import build_condition
from .contraction import summed
from .entries import is_unit
from .errors import NotationError
from .integrals import bound
from .limits import ARGUMENTS, NUMBER_FACTOR_BITS, ROWS
from .powers import power
from .rates import letter_of
from .shapes import bits, checked, column_of, is_matrix, shape_text
from .vocabulary import OF_MATRICES, OF_SQUARE_MATRICES


@builds("name")
def _name(tree: Tree) -> sp.Basic:
    return next(child for child in tree.children if child.type == "NAME").value.value


@builds("application")
def _application(tree: Tree) -> sp.Basic:
    function = tree.children[0].value.value
    if isinstance(function, OpenFunction):
        if len(trees := [child for child in tree.children[1:] if isinstance(child, Tree)]) != 1:
            raise NotationError(f"{function.name} takes one argument", column_of(tree))
        return function(_point(function, trees[0]))
    arguments = [build(child) for child in tree.children[1:] if isinstance(child, Tree)]
    wanted = getattr(function, "variables", ())
    for place, argument in enumerate(arguments):
        due = wanted[place] if place < len(wanted) else None
        if is_matrix(argument) and not (is_matrix(due) and due.shape == argument.shape):
            raise NotationError(f"{function.__name__} takes scalars", column_of(tree))
    return function(*arguments)


@builds("gradient_at")
def _gradient_at(tree: Tree) -> sp.Basic:
    return tree.children[1].value.value.gradient(_point(tree.children[1].value.value, tree.children[3]))


def _point(function: OpenFunction, tree: Tree) -> sp.Basic:
    """What an open function is taken at, a column of the size that it takes."""
    value, due = build(tree), function.anywhere.shape
    if is_matrix(value) and value.shape == due:
        return value
    if value == 0:
        return sp.ZeroMatrix(*due)
    raise NotationError(f"{function.name} takes a column of {due[0]} entries; this is {shape_text(value)}", column_of(tree))


@builds("absolute")
def _absolute(tree: Tree) -> sp.Basic:
    value = inside(tree)
    if is_matrix(value):
        if value.shape == (1, 1) or 1 not in value.shape:
            raise NotationError(r"bars around a matrix read two ways; write \det or \|...\|", column_of(tree))
        raise NotationError(r"the length of a vector is \|...\|", column_of(tree))
    if value.has(sp.Trace):
        return sp.Abs(value, evaluate=False)  # SymPy looks for signs inside, and stumbles over sums of matrices
    return sp.Abs(value)


@builds("norm")
def _norm(tree: Tree) -> sp.Basic:
    which = next((child.value for child in tree.children if isinstance(child, Token) and child.type == "WHICH"), "")
    weight = next((place for place, child in enumerate(tree.children) if getattr(child, "type", "") == "WEIGHT"), None)
    value = inside(Tree("norm", [child for child in tree.children[:weight] if getattr(child, "type", "") != "WHICH"]))
    if which in (*_OF_ENTRIES, "nuclear"):
        return _of_entries(value, which, tree)
    if weight is not None:
        return _weighted(value, build(tree.children[weight + 2]), tree)
    if which == "length" and (not is_matrix(value) or value.shape[1] != 1):
        raise NotationError(r"this norm of a matrix reads two ways; write \|A\|_F, or \|A\|_2 for the spectral norm", column_of(tree))
    if which and is_matrix(value) and value.shape[1] == 1 and (which in ("Frobenius", "length") or value.shape[0] != 1):
        which = ""  # of a column, both are its length
    if which:
        if not is_matrix(value):
            raise NotationError(f"the {which} norm is of a matrix; this is a scalar", column_of(tree))
        return SpectralNorm(value) if which == "spectral" else FrobeniusNorm(value)
    if not is_matrix(value) or value.shape[1] != 1:
        of = r"; write \|A\|_F, or \|A\|_2 for the spectral norm" if is_matrix(value) else ""
        raise NotationError(f"the norm is of a column vector; this is {shape_text(value)}{of}", column_of(tree))
    return sp.sqrt(Dot(value, value))


_OF_ENTRIES = {"sum": (sp.Trace, SumNorm), "largest": (LargestEigenvalue, LargestNorm)}


def _of_entries(value: sp.Basic, which: str, tree: Tree) -> sp.Basic:
    r"""\|x\|_1 and \|x\|_\infty of a column; those of a combination of declared ones are the trace, and the largest eigenvalue, of the
    diagonal matrix of its entries' moduli."""
    if which not in _OF_ENTRIES or not is_matrix(value) or value.shape[1] != 1:
        raise NotationError(r"of norms by entries \|x\|_1 and \|x\|_\infty of a column are read; those of a matrix read two ways, and "
                            r"\|A\|_* is not read; give it a letter of its own, and say in the text above what is known of it",
                            column_of(tree))
    of_diagonal, otherwise = _OF_ENTRIES[which]
    moduli = _moduli(value)
    return otherwise(value) if moduli is None else of_diagonal(moduli)


def _moduli(value: sp.Basic) -> Diagonal | None:
    """The diagonal matrix of the moduli of a column's entries, where it is a combination of declared columns."""
    pairs: dict[sp.Basic, sp.Symbol] = {}
    total = sp.S.Zero
    for summand in value.args if isinstance(value, sp.MatAdd) else [value]:
        factor, rest = summand.as_coeff_mmul() if isinstance(summand, sp.MatMul) else (sp.S.One, summand)
        if isinstance(rest, sp.MatMul) and len(rest.args) == 1:
            (rest,) = rest.args
        if not isinstance(rest, sp.MatrixSymbol) or factor.atoms(sp.MatrixSymbol):
            return None
        total += factor * pairs.setdefault(rest, Symbol(f"x_{{{len(pairs)}}}", real=True))
    return Diagonal(sp.Abs(total), *((letter, vector) for vector, letter in pairs.items()))


def _weighted(value: sp.Basic, weight: sp.Basic, tree: Tree) -> sp.Basic:
    r"""\|x\|_A, \sqrt{x^\top A x}, which has a value where the form is not negative."""
    if not is_matrix(value) or value.shape[1] != 1 or not is_matrix(weight) or weight.shape != (value.shape[0],) * 2:
        raise NotationError(r"below a norm stands 2, F, or a square matrix A for \|x\|_A = \sqrt{x^\top A x}; this is "
                            f"{shape_text(weight)} below {shape_text(value)}", column_of(tree))
    return sp.sqrt(Dot(value, sp.MatMul(weight, value).doit(deep=False)))


@builds("inner_product")
def _inner_product(tree: Tree) -> sp.Basic:
    left, *between, right = [build(child) for child in tree.children if isinstance(child, Tree)]
    bars = [child.value == "|" for child in tree.children if isinstance(child, Token) and child.type == "COMMA"]
    for matrix in between:  # <u | A | v>
        if not all(bars):
            raise NotationError(r"an inner product is of two; \langle u | A | v \rangle has bars", column_of(tree))
        if not is_matrix(matrix) or not is_matrix(right) or matrix.shape[1] != right.shape[0]:
            raise NotationError(r"\langle u | A | v \rangle has a matrix between its columns", column_of(tree))
        right = sp.MatMul(matrix, right)
    if not is_matrix(left) or not is_matrix(right) or left.shape != right.shape:
        raise NotationError(f"an inner product is of two columns or two matrices of one shape; these are {shape_text(left)} and "
                            f"{shape_text(right)}", column_of(tree))
    if left.shape[1] == 1:
        return Dot(left, right)
    return sp.Trace(sp.MatMul(left.T, right))


@builds("rank")
def _rank(tree: Tree) -> sp.Basic:
    value = inside(tree)
    if not is_matrix(value):
        raise NotationError("the rank is of a matrix", column_of(tree))
    return Rank(value)


@builds("dotted")
def _dotted(tree: Tree) -> sp.Basic:
    symbol = next(child for child in tree.children if isinstance(child, Token) and child.type == "NAME").value.value
    letter = letter_of(symbol)
    if letter is None:
        raise NotationError("a time derivative stands in an equation of motion only; this claim is none", column_of(tree))
    return letter


@builds("derivative")
def _derivative(tree: Tree) -> sp.Basic:
    variables, operand = tree.children
    value = build(operand) if isinstance(operand, Tree) else operand.value.value
    if isinstance(value, sp.Basic) and len(variables.value) == 1 and str(variables.value[0]) == f"({TIME}, 1)" \
            and (letter := letter_of(value)) is not None:
        return letter
    if is_matrix(value):
        raise NotationError("the derivative of a matrix stands alone on the left of an equation", column_of(tree))
    if not isinstance(value, (sp.Expr,)) or any(not isinstance(symbol, Symbol) for symbol, _ in variables.value):
        raise NotationError("this cannot be differentiated", column_of(tree))
    try:
        return Derivative(value, *variables.value)
    except (ValueError, NotImplementedError) as error:
        raise NotationError(f"this cannot be differentiated: {error}", column_of(tree)) from None


@builds("elementary")
def _elementary(tree: Tree) -> sp.Basic:
    function = tree.children[0].value
    argument = inside(tree.children[-1])
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
        if argument.is_Rational and bits(argument) > NUMBER_FACTOR_BITS:
            raise NotationError("so large a number is not read here", column_of(tree))
        value = function(argument)
    return value if script is None else power(checked(value, tree), build(script.children[2]), tree)


@builds("exponential")
def _exponential(tree: Tree) -> sp.Basic:
    r"""e^{-tA} of a matrix that is seen to be symmetric; of a number, as any function."""
    seen, head, *rest = tree.children
    argument = inside(rest[-1])
    if not is_matrix(argument):
        return _elementary(Tree("elementary", [head, *rest]))
    if argument.shape[0] != argument.shape[1] or isinstance(argument, sp.MatrixBase) or not seen.value(argument):
        raise NotationError("an exponential of a matrix is read where the matrix is seen to be symmetric; say so in a comment above, "
                            "% theoremtest: assume A is symmetric", column_of(tree))
    if len(rest) > 1:
        raise NotationError("a power of this exponential reads two ways; put the factor into the exponent", column_of(tree))
    factor, matrix = argument.as_coeff_mmul()
    return matrix_exp(matrix.doit() if isinstance(matrix, sp.MatMul) else matrix, factor)


@builds("diagonal")
def _diagonal(tree: Tree) -> sp.Basic:
    formula = build(tree.children[1])
    if is_matrix(formula):
        raise NotationError("an entry of a diagonal matrix is a scalar", column_of(tree))
    try:
        return Diagonal(formula, *tree.children[0].value)
    except StatementError as error:
        raise NotationError(str(error), column_of(tree)) from None


@builds("extreme")
def _extreme(tree: Tree) -> sp.Basic:
    arguments = [build(child) for child in tree.children[1:] if isinstance(child, Tree)]
    if len(arguments) > ARGUMENTS:
        raise NotationError(f"at most {ARGUMENTS} arguments of \\{tree.children[0].value} are read", column_of(tree))
    if tree.children[0].value == "delta" and len(arguments) == 2 and all(map(is_unit, arguments)):
        if arguments[0].shape != arguments[1].shape:
            raise NotationError("the indices of this delta run over different lengths", column_of(tree))
        return Dot(*arguments)
    if any(is_matrix(argument) for argument in arguments):
        raise NotationError(f"\\{tree.children[0].value} takes scalars", column_of(tree))
    named = tree.children[0].value
    if named in _PAIRS and len(arguments) != 2:
        raise NotationError(f"\\{named} takes two arguments", column_of(tree))
    return {"max": sp.Max, "min": sp.Min, **_PAIRS}[named](*arguments)


_PAIRS = {"delta": sp.KroneckerDelta, "parity": Parity}


@builds("element")
def _element(tree: Tree) -> sp.Basic:
    matrix, row, *rest = [build(child) for child in tree.children if isinstance(child, Tree)]
    if not rest:
        if not is_matrix(matrix) or not is_unit(row) or matrix.shape != row.shape:
            raise NotationError("one index below a bracket names an entry of a column, (W x)_i", column_of(tree))
        return Dot(row, matrix)
    (column,) = rest
    if is_matrix(matrix) and is_unit(row) and is_unit(column) and (row.shape[0], column.shape[0]) == matrix.shape:
        return Dot(row, sp.MatMul(matrix, column))
    if not is_matrix(matrix) or is_matrix(row) or is_matrix(column):
        raise NotationError("an entry is of a matrix, and its row and column are whole numbers", column_of(tree))
    return entry(matrix, row, column)


@builds("cases")
def _cases(tree: Tree) -> sp.Basic:
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


@builds("rows")
def _rows(tree: Tree) -> sp.Basic:
    found = [child for child in tree.children if isinstance(child, Tree)]
    entries = [[build(child) for child in row.children if isinstance(child, Tree)] for row in found]
    if len(found) > ROWS or any(len(row) > ROWS for row in entries):
        raise NotationError(f"at most {ROWS} rows and columns are read", column_of(tree))
    if len({len(row) for row in entries}) != 1:
        raise NotationError("the rows of a matrix have one length", column_of(tree))
    if any(is_matrix(entry) for row in entries for entry in row):
        return _blocks(entries, tree)
    return sp.ImmutableMatrix(entries)


def _blocks(entries: list, tree: Tree) -> Blocks:
    """A matrix of blocks; a printed 0 has the size that its neighbours leave it."""
    heights = [next((block.shape[0] for block in row if is_matrix(block)), None) for row in entries]
    widths = [next((row[j].shape[1] for row in entries if is_matrix(row[j])), None) for j in range(len(entries[0]))]
    for i, row in enumerate(entries):
        for j, block in enumerate(row):
            if not is_matrix(block):
                if block != 0 or heights[i] is None or widths[j] is None:
                    raise NotationError("a matrix has scalars for entries, or matrices and zeros whose sizes their neighbours tell",
                                        column_of(tree))
                row[j] = sp.ZeroMatrix(heights[i], widths[j])
    try:
        return Blocks(*entries)
    except StatementError as error:
        raise NotationError(str(error), column_of(tree)) from None


@builds("pseudo_inverse")
def _pseudo_inverse(tree: Tree) -> sp.Basic:
    value = build(tree.children[0])
    if not is_matrix(value):
        raise NotationError("a scalar has no pseudo-inverse", column_of(tree))
    return PseudoInverse(value)


@builds("transposed")
def _transposed(tree: Tree) -> sp.Basic:
    value = build(tree.children[0])
    if not is_matrix(value):
        raise NotationError("a scalar has no transpose", column_of(tree))
    return Transpose(value) if isinstance(value, MatrixExpr) and not isinstance(value, sp.MatrixBase) else value.T


@builds("inverse_transposed")
def _inverse_transposed(tree: Tree) -> sp.Basic:
    value = power(build(tree.children[0]), S.NegativeOne, tree)
    if not is_matrix(value):
        raise NotationError("a scalar has no transpose", column_of(tree))
    return Transpose(value)


@builds("series")
def _series(tree: Tree) -> sp.Basic:
    index, summand = tree.children[1], tree.children[-1]
    symbol = next(child for child in index.children if isinstance(child, Token) and child.type == "IDENT").value.value
    low, high = [bound(child) for child in index.children if isinstance(child, Tree)]
    value = build(summand) if _positive(tree) else -build(summand)
    if is_matrix(value) or is_matrix(low) or is_matrix(high):
        raise NotationError("a sum over an index is of scalars", column_of(tree))
    if low.has(symbol) or high.has(symbol):
        raise NotationError("the limits of a sum speak of its own index", column_of(tree))
    return Sum(value, (symbol, low, high))


def _positive(tree: Tree) -> bool:
    """Whether no minus stands between a sum and what it adds up."""
    return not any(isinstance(child, Token) and child.type == "MINUS" for child in tree.children)


@builds("over_neurons")
def _over_neurons(tree: Tree) -> sp.Basic:
    named = next(child for child in tree.children if isinstance(child, Token) and child.type == "NAME").value
    unit = named.value
    summand = build(tree.children[-1])
    if not _positive(tree):
        summand = sp.MatMul(-1, summand) if is_matrix(summand) else -summand
    if is_unit(unit):
        return summed(summand, unit, named.ones, named.but)
    if not is_matrix(summand):
        raise NotationError("a sum over neurons adds matrices", column_of(tree))
    return OverNeurons(summand, unit)
