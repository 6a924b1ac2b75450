"""Formulas as they are typed: macros, declared names, conditions, further equations and chains, each used, checked or refused."""

import pytest
from sympy import MatrixSymbol, Symbol

from theoremtest.derivations.language import Domain, Equal, every, reals
from theoremtest.derivations.notation import NotationError, Setting, declaration, macros_of, read_typed, same_formula

x, y, c = reals("x", "y", "c")
n = Symbol("n", integer=True, positive=True)
W, v = MatrixSymbol("W", n, n), MatrixSymbol("v", n, 1)
square = Equal((x + y)**2, x**2 + 2 * x * y + y**2, on=Domain(over=[x, y, c]))
product = Equal(W * v, 2 * v, on=Domain(over=[W, v, c]))


def read(formula, like=square, macros="", declared=()):
    return read_typed(formula, like, Setting(macros_of(macros), tuple(map(declaration, declared))))


SAME = r"(x+y)^2 = x^2 + 2xy + y^2"


@pytest.mark.parametrize("formula, macros, declared", [
    (r"\sq{x+y} = \sq x + 2xy + \sq{y}", r"\newcommand{\sq}[1]{(#1)^2}", ()),
    (r"\s^2 = x^2 + 2xy + y^2", r"\def\s{(x+y)}", ()),
    (r"\boxed{(x+y)^2} = \underbrace{x^2}_{one} + \overbrace{2xy + y^2}^{rest}", "", ()),
    (r"(x+y)^2 := x^2 + 2xy + y^2", "", ()), (r"(x+y)^2 \coloneqq {} x^2 + 2xy + y^2", "", ()),
    (r"\(" + SAME + r"\)", "", ()), (r"\begin{aligned}(x+y)^2 &= x^2 \\ &\quad + 2xy + y^2\end{aligned}", "", ()),
    (r"s^2 = x^2 + 2p + y^2", "", ("s = x + y", "p = x y")), (r"s_\star^2 = x^2 + 2xy + y^2", "", ("s_* = x + y",)),
    (r"f(x + y) = f(x) + 2xy + f(y)", "", ("f(z) = z^2",)), (r"s^2 = x^2 + 2xy + y^2, \quad \text{where } s = x + y", "", ()),
    (r"s^2 = x^2 + 2xy + y^2, \qquad s = x + y", "", ()), (SAME + r", \quad \forall x", "", ()),
    (SAME + r" \quad \text{for all } c > 0", "", ()), (SAME + r", \quad x(0) = x_0", "", ()),
])
def test_one_formula_in_many_spellings(formula, macros, declared):
    (found,) = read(formula, macros=macros, declared=declared)
    assert same_formula(found.statement, square), found


@pytest.mark.parametrize("formula, what", [
    (SAME + r", \quad x = y", "equations stand here"), (SAME + r" \quad (26)", "reads two ways"), (r"\sq{x", "never closed"),
    (r"\loop", "without an end"), (r"q^2 = x", "it is declared, but not over this claim's names"),
    (r"\text{for all } x", "no meaning here"), (r"x + y = c(y), \quad x = 1", "2 equations stand here"),
])
def test_what_is_not_read_says_why(formula, what):
    with pytest.raises(NotationError, match=what):
        read(formula, macros=r"\newcommand{\sq}[1]{#1^2}\newcommand{\loop}{\loop}", declared=("q = z",))


def test_a_declared_name_that_the_claim_uses_otherwise_is_refused():
    with pytest.raises(NotationError, match="a x of its own"):
        read(SAME, declared=("x = y + 1",))


def test_conditions_come_back_and_what_is_set_aside_is_named():
    (found,) = read(SAME + r", \quad \text{for } x > y, \quad x(0) = 1")
    assert [text for text, _ in found.conditions] == ["x > y"] and "x(0) = 1" in found.notes[0]


def test_a_chain_is_read_link_by_link():
    found = read(r"(x+y)^2 = x(x+y) + y(x+y) = x^2 + 2xy + y^2")
    assert same_formula(found[0].statement, square) and len(found[0].also) == 2 and len(found) == 3


def test_parts_of_a_conjunction_by_their_left_sides():
    both = every(a=Equal(x + y, y + x, on=square.on), b=square)
    (found,) = read(r"(x+y)^2 = x^2 + 2xy", like=both)
    assert found.statement.members["b"].right == x**2 + 2 * x * y and found.statement.members["a"] is both.members["a"]


def test_bold_letters_stand_for_plain_ones_unless_both_stand_there():
    (found,) = read(r"\mathbf{W}\bm{v} = 2 \boldsymbol{v}", like=product)
    assert same_formula(found.statement, product)
    with pytest.raises(NotationError, match="both stand here"):
        read(r"W \mathbf{v} = 2 v", like=product)


def test_a_column_is_that_of_the_text_as_typed():
    with pytest.raises(NotationError) as caught:
        read(r"\boxed{(x+y)^2} = \sq{x} + zz", macros=r"\newcommand{\sq}[1]{\left(#1\right)^{2}}")
    assert caught.value.column == r"\boxed{(x+y)^2} = \sq{x} + zz".index("zz") + 1


@pytest.mark.parametrize("words", [r", \quad \text{unless } x = 0", r" \quad \text{is false}", r", \quad \text{approximately}"])
def test_words_that_are_not_understood_are_refused(words):
    with pytest.raises(NotationError, match="have no meaning here"):
        read(SAME + words)
