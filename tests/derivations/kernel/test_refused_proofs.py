"""Proofs, written by hand, that once would have shown something false; each names the rule that refuses it."""

import pytest
from sympy import Abs, Derivative, Eq, Identity, Max, Min, Ne, Or, Trace, exp, log, sign
from sympy.matrices.expressions.diagonal import DiagMatrix

from theoremtest.derivations.kernel.check import check, shown
from theoremtest.derivations.kernel.facts import equal, pos
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, call, mul, number, power, put, read, rows_of, term
from theoremtest.derivations.language import (
    Domain,
    Equal,
    EveryEntry,
    Evolves,
    Flow,
    Holds,
    MatrixFunction,
    Space,
    dimension,
    eq,
    ge,
    le,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.language.kronecker import OverNeurons
from theoremtest.derivations.language.tree import to_tree

x, y, l = reals("x", "y", "l")
d, h = dimension("d"), dimension("h")
A, B, C, G, v = matrix("A", d, h), matrix("B", d, d), matrix("C", d, d), matrix("G", d, d), vector("v", d)


def of(formula):
    """A formula as a term."""
    return read(to_tree(formula))


def proof(terms, *lines):
    """A proof with these terms; a line names one as `T(place)`."""
    rows, places = rows_of(terms)

    def placed(part):
        return places[part[1]] if isinstance(part, tuple) else [placed(inner) for inner in part] if isinstance(part, list) else part
    return {"terms": rows, "lines": [placed(line) for line in lines]}


def T(place):
    return ("term", place)


def refused(statement, terms, *lines, because):
    with pytest.raises(Refused, match=because):
        check(to_tree(statement), [proof(terms, *lines)])


def test_a_number_that_is_a_multiple_of_itself_need_not_be_zero():
    refused(Holds(Eq(x, 0), on=Domain(Eq(x, x * y))), [equal(of(x), ZERO)], ["hyp", 0], ["algebra", T(0), [["letter", 0]]],
            because="holds the letter itself")


def test_one_entry_of_a_vector_stands_for_no_other():
    D, entry = of(DiagMatrix(v)), term("Entry", (of(v),), 0)
    square = term("MatMul", (D, D))
    statement = Equal(DiagMatrix(v) * DiagMatrix(v) * B * DiagMatrix(v), DiagMatrix(v) * B * DiagMatrix(v) * DiagMatrix(v),
    on=Domain(over=[B, v]))
    goal = goals(of(statement))[0].fact
    refused(statement, [equal(term("MatMul", (entry, D)), square), goal, square],
            ["algebra", T(0), []], ["algebra", T(1), [["word", 0, T(2)]]], because="beside matrices")


def test_what_holds_for_every_eigenvalue_compares_it_with_no_other():
    letter, matrix_of = of(l), of(G)
    every = term("spectral", (letter, matrix_of, equal(letter, term("Eigenvalue", (matrix_of,), 0))))
    statement = Equal(MatrixFunction(exp(l), l, G) * B, B * MatrixFunction(exp(l), l, G), on=Domain(Eq(G, G.T), over=[B]))
    goal = goals(of(statement))[0].fact
    refused(statement, [every, term("Eigenvalue", (matrix_of,), 1), goal], ["known", T(0)], ["mode", 0, T(1)],
            ["algebra", T(2), [["letter", 1]]], because="inside the formula")


def test_identities_of_two_sizes_have_two_ranks():
    one, other = (term("Identity", (of(size),)) for size in (d, h))
    spoken_of = Domain(Eq(B, Identity(d)), Eq(matrix("E", h, h), Identity(h)))
    refused(Holds(Eq(d, h), on=spoken_of), [one, other, equal(of(d), of(h)), ONE, MINUS], ["ranks", "identity", [T(0)]],
            ["ranks", "identity", [T(1)]], ["algebra", T(2), [], [[1, T(3)], [0, T(4)]]], because="not the same")


def test_a_power_of_a_matrix_that_is_not_square_has_no_value():
    turn, middle = term("MatPow", (of(A), ZERO)), of(C)
    trace = term("Trace", (term("MatMul", (term("Transpose", (turn,)), middle, turn)),))
    refused(Holds(Eq(d, h), on=Domain(Eq(C, Identity(d)), Eq(A.T * A, Identity(h)))), [equal(trace, of(h)), middle], ["hyp", 0],
            ["algebra", T(0), [["word", 0, T(1)]]], because="has no value")


@pytest.mark.parametrize("node", [term("Trace", (of(A),)), term("Determinant", (of(A),)), term("exp", (of(B),)), power(of(B), 2),
term("Dot", (of(B), of(B)))])
def test_a_term_of_a_shape_that_its_head_does_not_take_is_not_admitted(node):
    refused(Equal(x, x, on=Domain(over=[x, A, B])), [equal(node, node)], ["known", T(0)], because="(?i)matri|columns|wanted|not known")


def test_the_eigenvalue_of_a_formula_does_not_move():
    statement = Evolves(Trace(MatrixFunction(exp(l * x), l, G)), Trace(MatrixFunction(l * exp(l * x), l, G)), along=Flow({x: 1}),
    on=Domain(Eq(G, G.T), over=[x]))
    tree = to_tree(statement)
    assert goals(read(tree))
    flow = next(row for row in tree if row[0] == "Flow")
    tree[dict(flow[1:])["rates"]].append([row_of(tree, "Symbol", "l"), row_of(tree, "number", 1)])
    with pytest.raises(Refused, match="bound in a formula moves"):
        goals(read(tree))


def row_of(tree, *head):
    """The place of a row in a tree."""
    return next(place for place, row in enumerate(tree) if row[:len(head)] == list(head))


def test_a_derivative_of_what_has_no_value_is_none():
    asked = goals(of(Holds(Derivative(Abs(x) + 1 / y, x) <= 1, on=Domain(over=[x, y]))))
    assert {str(fact) for fact in asked[0].fact.args} == {"nonzero(('y', ('real',)))", "nonzero(('x', ('real',)))"}


def test_a_kink_inside_a_function_of_a_matrix_is_not_lost():
    with pytest.raises(Refused, match="of what is bound"):
        goals(of(Equal(MatrixFunction(Derivative(Abs(l), l), l, G), MatrixFunction(sign(l), l, G), on=Domain(Eq(G, G.T)))))


def test_nothing_is_put_where_a_formula_would_catch_an_eigenvalue():
    node = term("MatrixFunction", (mul(of(l), of(x)), of(l), of(G)))
    assert put(node, {of(x): of(y)}).args[0] is mul(of(l), of(y))
    for caught in (of(l), term("Eigenvalue", (of(G),), 0), call("exp", term("Entry", (of(v),), 1))):
        with pytest.raises(Refused):
            put(node, {of(x): caught})


def test_definite_over_a_space_of_functions_is_not_invertible():
    H = Space("H")
    P = matrix("P", H, H)
    statement = Equal(x, x, on=Domain(over=[x, P]))
    inverse = term("Inverse", (of(P),))
    refused(statement, [equal(inverse, inverse)], ["known", T(0)], because="(?i)matri|columns|wanted|not known")


def test_matrices_apart_have_a_squared_distance_where_their_entries_can_be_added_up():
    n, H = dimension("n"), Space("H")
    v, f = vector("v", n), vector("f", H)
    (goal,) = goals(read(to_tree(Equal(x, x, on=Domain(Ne(v, 0 * v), over=[x])))))
    assert goal.hypotheses[0].head == "pos" and goal.hypotheses[0].args[0].head == "Trace"
    with pytest.raises(Refused, match="Unequality"):  # an operator has no such sum
        goals(read(to_tree(Equal(x, x, on=Domain(Ne(f, 0 * f), over=[x])))))


@pytest.mark.parametrize("lines", [
    [[]], [["hyp"]], [["hyp", -1]], [["hyp", True]], [["hyp", 0.0]], [["hyp", "0"]], [["lemma", "exp_pos", 0]], [["lemma", ["exp_pos"],
    [0]]], [["algebra", 0]],
    [["sign", 0, [], [["a", []]], []]], [["sign", 0, [], [[None, []]], []]], [["cases", 0, 0, [], [], [["hyp", 9]]]], [["split", 0, 0,
    []]], None, [None], [7], "hyp",
    [["algebra", 0, [["letter", 0, 0, 0, 0]]]], [["algebra", 0, [["none", 0]]]], [["factors", 0, [[0, 10**40]], []]], [["mode", 0, 0]],
    [["flip", 0]]])
def test_lines_of_a_wrong_form_are_refused(lines):
    statement = Holds(x > 1, on=Domain(x > 0))
    rows, _ = rows_of([pos(of(x)), of(x)])
    with pytest.raises(Refused):
        check(to_tree(statement), [{"terms": rows, "lines": lines}])


@pytest.mark.parametrize("row", [["number", 1, 0], ["number", float("inf")], ["number"], [], ["Add", -1], ["Add", True], ["Add", 5],
[["Add"]], ["Matrix", 2, 2],
                                 ["Eigenvalue", [], 0], None, ["plain", 3], ["dict"]])
def test_terms_of_a_wrong_form_are_refused(row):
    with pytest.raises(Refused):
        check(to_tree(Holds(x > 1, on=Domain(x > 0))), [{"terms": [row], "lines": []}])


def test_a_power_that_no_machine_holds_is_refused():
    huge = power(number(2), 10**12)
    refused(Equal(x, x, on=Domain(over=[x])), [equal(huge, huge)], ["known", T(0)], because="so long a number")


def test_a_true_line_beside_them_is_taken():
    statement = Holds(x * y > 0, on=Domain(x > 0, y > 0))
    assert check(to_tree(statement), [{"terms": [], "lines": []}]).supposed == ()


def test_what_is_not_below_both_is_not_strictly_above_either():
    on = Domain(y >= x, y >= -x, over=[l])
    refused(Holds(Abs(x) < y, on=on), [of(x), of(y)], ["lemma", "strictly_within", [T(0), T(1)]], because="it is not known that")
    refused(Holds(Max(x, l) <= y, on=on), [of(x), of(l), of(y)], ["lemma", "above_both", [T(0), T(1), T(2)]],
            because="it is not known that")
    refused(Holds(Min(x, l) >= -y, on=on), [of(x), of(l), of(-y)], ["lemma", "below_both", [T(0), T(1), T(2)]],
            because="it is not known that")


def test_an_equation_is_not_divided_by_what_may_be_zero():
    refused(Equal(x, 1, on=Domain(Eq(x * y, y))), [equal(of(x), ONE), of(x)], ["hyp", 0], ["algebra", T(0), [["modulo", 0, T(1), 1]]],
            because="zero|before")
    refused(Equal(x, 1, on=Domain(Eq(x * y, y))), [equal(of(x), ONE), power(of(y), MINUS)], ["hyp", 0],
            ["algebra", T(0), [], [[0, T(1)]]], because="no value")


def test_what_holds_of_every_entry_holds_of_one_where_there_is_one():
    rest = vector("r", d - h)
    statement = Holds(x >= y, on=Domain(EveryEntry(le(l, x), (l, rest)), EveryEntry(ge(l, y), (l, rest)), d >= h, over=[x, y]))
    goal = goals(of(statement))[0]
    first, second = (place for place, fact in enumerate(goal.hypotheses) if fact.head == "entries")
    refused(statement, [term("Entry", (of(rest),), 0), goal.fact], ["hyp", first], ["mode", 0, T(0)], ["hyp", second], ["mode", 2, T(0)],
            ["sign", T(1), [], [["1", [["line", 1]]], ["1", [["line", 3]]]], []], because="not known that pos")


@pytest.mark.parametrize("relation", [ge(log(l), log(l)), eq(1 / l, 1 / l)], ids=str)
def test_what_is_said_of_every_entry_has_to_have_a_value(relation):
    every = EveryEntry(relation, (l, v))
    refused(Holds(every, on=Domain(over=[v])), [], because="has no value")
    refused(Holds(Or(every, ge(x**2, 0)), on=Domain(over=[v, x])), [], because="has no value")
    one = term("Entry", (of(v),), 0)
    assert check(to_tree(Holds(every, on=Domain(EveryEntry(l > 0, (l, v))))), [proof([one], ["hyp", 0], ["mode", 0, T(0)])])


def test_a_matrix_is_no_number_where_something_is_cancelled():
    node = of(B)
    refused(Equal(B, B, on=Domain(Eq(C, Identity(d)), Eq(C * B, x * C), over=[x])), [equal(node, of(x)), of(C)], ["hyp", 1],
            ["cancel", T(0), 0, T(1), True, []], because="not known|before matrices")


def test_what_is_bound_keeps_its_size():
    e = vector("e", d)
    with pytest.raises(Refused, match="another size"):
        put(of(OverNeurons(e * e.T, e)), {of(d): of(h)})


E = term("exp", (of(x),))
OTHER = term("exp", (of(y),))


@pytest.mark.parametrize("left, right, holds", [
    (mul(E, OTHER), exp(x + y), True), (mul(E, term("constant", (), "E")), exp(x + 1), True),
    (power(mul(E, OTHER), 2), exp(2 * x + 2 * y), True), (power(E, 2), exp(2 * x), True),
    (mul(E, OTHER), exp(x * y), False), (power(E, 2), exp(x**2), False), (mul(E, of(y)), exp(x + y), False),
    (mul(number(2), E), exp(2 * x), False), (mul(E, power(number(2), of(y))), exp(x + y), False)], ids=str)
def test_exponentials_agree_by_the_sum_of_their_exponents(left, right, holds):
    fact = equal(left, of(right))
    asked, line = Goal("", fact, []), proof([fact], ["exp", T(0), []])
    if holds:
        assert shown(asked, line) == []
    else:
        with pytest.raises(Refused, match="different bases|exponents do not agree|not known"):
            shown(asked, line)
