"""Readers of problem sets of others, each on a small text in its format: what is read is what stands there, what has no words is named."""

from textwrap import dedent

import pytest
import sympy as sp

from benchmarks.foreign import dlmf, herbie, neqlips, polya, rubi, smtlib, vasile, wester
from benchmarks.foreign.problem import Unread, Unsaid, contradictory, letter, slope
from benchmarks.foreign.run import page, point_against, run
from theoremtest.derivations.language import Domain, Equal, Holds, Limit

x, y = letter("x"), letter("y")


def read_from(reader, folder, name, text):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text), "utf-8")
    return list(reader.problems(file))


def test_inequalities_with_cyclic_sums(tmp_path):
    one, marked, called = read_from(vasile, tmp_path, "vasile.py", """\
        class Book:
            def problem_first(self):
                f = lambda u: u**2 + 1
                return c3s(f(a)/b) - 3, [a, b, c], [c3p(a) - 1]

            @mark(mark.noimpl)
            def problem_second(self): ...

            def problem_third(self):
                return __import__("os").getpid(), [], []
        """)
    a, b, c = map(letter, "abc")
    assert isinstance(one.statement, Holds) and one.truth is True
    assert one.statement.relation.lhs == (a**2 + 1) / b + (b**2 + 1) / c + (c**2 + 1) / a - 3
    assert {sp.Ge(a, 0), sp.Eq(a * b * c - 1, 0), sp.Ne(a, 0)} <= set(one.statement.on.conditions)
    assert isinstance(marked, Unread) and "does not pose" in marked.why
    assert isinstance(called, Unread) and "__import__" in called.why


def test_hypotheses_without_a_conclusion_cannot_stand_together(tmp_path):
    concluded, contrary, consistent, open_function = read_from(polya, tmp_path, "sample_problems.py", """\
        x, y = Vars('x, y')
        examples.append(Example(hyps=[0 < x, x < y], conc=(x**2 < y**2)))
        examples.append(Example(hyps=[x > 1, x < y, y < 0]))
        examples.append(Example(hyps=[x > 1, x < y], comment='The hypotheses ' + 'are consistent.'))
        examples.append(Example(axioms=[Forall([x], f(x) > 0)], conc=(f(y) > 0)))
        """)
    assert concluded.statement.relation == sp.Lt(x**2, y**2) and concluded.truth
    assert contrary.truth and contrary.statement.relation == sp.Ge(y, 0)
    assert consistent.truth is False
    assert "open function" in open_function.why


@pytest.mark.parametrize("reader, name, text", [
    (vasile, "vasile.py", """\
        class Book:
            def problem_1(self): return exp("RUN"), [], []
            def problem_2(self): return "RUN", [], []
            def problem_3(self): return Min(("RUN", 1), 2), [], ["RUN"]
            def problem_4(self): return a, ["RUN"], []
            def problem_5(self): return CyclicSum("RUN", (a, b)), [], []
        """),
    (wester, "test_wester.py", """\
        def test_a():
            assert limit("RUN", x, 0) == 1
            assert exp("RUN") == 1
            assert diff("RUN", x) == 1
            assert x == integrate("RUN", x)
        """),
    (polya, "sample_problems.py", """\
        x = Vars('x')
        examples.append(Example(hyps=[exp("RUN") > 0], conc=(x > 0)))
        examples.append(Example(hyps=[x > 0], conc=(root(2, "RUN") > 0)))
        """),
])
def test_a_text_among_formulas_is_never_run(reader, name, text, tmp_path):
    """SymPy's functions run a text that they are given."""
    trace = tmp_path / "ran"
    found = read_from(reader, tmp_path, name, text.replace("RUN", f"__import__('pathlib').Path('{trace}').touch()"))
    assert len(found) > 1 and all(isinstance(one, Unread) for one in found) and not trace.exists()


@pytest.mark.parametrize("told, truth", [("unsat", True), ("sat", False), ("unknown", None)])
def test_smt_lib(told, truth):
    made, key = smtlib.statement("""(set-logic QF_NRA) (declare-fun x () Real) (declare-const y Real [0, 2])
        (define-fun sq ((u Real)) Real (* u u))
        (assert (let ((z (sq x))) (and (> z 4) (=> (> x 0) (= y 1))))) (assert (< x y)) (check-sat)""", told)
    assert key is truth and isinstance(made, Holds)
    assert made.relation == sp.Ge(x, y) and {sp.Le(y, 2), sp.Gt(x**2, 4)} <= set(made.on.conditions)


@pytest.mark.parametrize("text, why", [
    ("(declare-fun f (Real) Real) (assert (> (f 1) 0)) (check-sat)", "open function"),
    ("(declare-const p Bool) (assert p) (check-sat)", "Bool"),
    ("(declare-const x Real) (push 1) (assert (> x 0)) (check-sat)", "push"), ("(declare-const x Real) (assert (> x 0)", "brackets"),
    ("(declare-const x Real) (assert (> (* x x) (- 1))) (check-sat)", "how it is written")])
def test_what_has_no_words_is_named(text, why):
    with pytest.raises(Unsaid, match=why):
        smtlib.statement(text, "unsat")


def test_a_division_takes_away_what_a_solver_says_of_a_model():
    """By zero a solver may make of it what it likes, and here it has no value."""
    made, key = smtlib.statement("(declare-const x Real) (declare-const y Real) (assert (> (/ 1 x) y)) (assert (> y x)) (check-sat)", "sat")
    assert key is None and sp.Ne(x, 0) in made.on.conditions


def test_facts_that_are_settled_as_they_are_read_are_no_problem():
    with pytest.raises(Unsaid, match="how it is written"):
        contradictory([x > 0, sp.false])


def test_antiderivatives(tmp_path):
    (tmp_path / "Tiny Problems.m").write_text(
        "(* a {note} *)\n{Log[2 x]/x, x, 1, Log[2*x]^2/2}\n{Exp[x]/x, x, 1, ExpIntegralEi[x]}\n{Sqrt[x]/x, x, -1, 0}\n", "utf-8")
    first, second, third = rubi.problems(tmp_path)
    assert isinstance(first.statement, Equal)
    assert first.statement.left == sp.Derivative(sp.log(2 * x) ** 2 / 2, x) and first.statement.on.conditions == (2 * x > 0,)
    assert "ExpIntegralEi" in second.why and "no antiderivative" in third.why


def test_a_slope_is_asked_where_there_is_one():
    assert sp.Ne(x, 0) in slope(sp.Abs(x), x, sp.sign(x)).on.conditions
    assert slope(sp.sqrt(x), x, 1 / (2 * sp.sqrt(x))).on.conditions == (x > 0,)


def test_theorems_of_lean(tmp_path):
    (tmp_path / "Tiny.lean").write_text(dedent("""\
        theorem P1 {a b : ℝ} (ha : a > 0) (h : a * b ≥ 1 ∧ (a + 1) * b < 3) :
          a / b ≤ sqrt (a ^ 2 + 1) := by
          nlinarith
        theorem P2 (n : ℕ) : n ≤ n + 1 := by simp
        """), "utf-8")
    first, second = neqlips.problems(tmp_path)
    a, b = map(letter, "ab")
    assert first.statement.relation == sp.Le(a / b, sp.sqrt(a**2 + 1))
    assert set(first.statement.on.conditions) == {a > 0, a * b >= 1, (a + 1) * b < 3}
    assert isinstance(second, Unread)


def test_formulas_of_the_digital_library(tmp_path):
    lines = [r"\sin^{2}@@{z}+\cos^{2}@@{z}=1, \url{http://dlmf.nist.gov/4.21.E12}",
             r"\sin@{u\pm v}=\sin@@{u}\cos@@{v}\pm\cos@@{u}\sin@@{v}, \url{http://dlmf.nist.gov/4.21.E2}",
             r"\int\frac{\diff{x}}{x}=\ln@@{x}, \url{http://dlmf.nist.gov/4.10.E1}",
             r"\lim_{z\to 0}\frac{\sin@@{z}}{z}=1, \url{http://dlmf.nist.gov/4.31.E1}",
             r"\atan@@{x}\leq\tfrac{1}{2}\pi\tanh@@{x}, \url{http://dlmf.nist.gov/4.32.E4} \constraint{x\geq 0}",
             r"\sin@{iz}=\iunit\sinh@@{z}, \url{http://dlmf.nist.gov/4.28.E8}",
             r"\sin@@{\frac{z}{2}}=\pm\left(\frac{1-\cos@@{z}}{2}\right)^{1/2}, \url{http://dlmf.nist.gov/4.21.E21}",
             r"\Gamma@{z}=1, \url{http://dlmf.nist.gov/5.2.E1}"]
    (tmp_path / "dlmf-formulae.txt").write_text("\n".join(lines), "utf-8")
    found = {one.name: one for one in dlmf.problems(tmp_path / "dlmf-formulae.txt")}
    z, u, v = map(letter, "zuv")
    assert found["4.21.E12"].statement.left == sp.sin(z) ** 2 + sp.cos(z) ** 2
    assert found["4.21.E2 (lower)"].statement.right == sp.sin(u) * sp.cos(v) - sp.cos(u) * sp.sin(v)
    assert found["4.10.E1"].statement.left == sp.Derivative(sp.log(x), x)
    assert isinstance(found["4.31.E1"].statement, Limit) and found["4.32.E4"].statement.on.conditions == (x >= 0,)
    assert "imaginary" in found["4.28.E8"].why and "two signs" in found["4.21.E21 (upper)"].why
    assert not any(name.startswith("5") for name in found)


def test_formulas_with_an_alternative(tmp_path):
    (tmp_path / "tiny.fpcore").write_text(
        '(FPCore (x) :name "roots" :pre (> x 1) :alt (! :herbie-platform c (/ 1 (+ (sqrt (+ x 1)) (sqrt x)))) '
        '(- (sqrt (+ x 1)) (sqrt x)))\n'
        '(FPCore (x) :name "cases" :alt (if (< x 0) x 0) (fmin x 0))\n', "utf-8")
    one, cases = herbie.problems(tmp_path)
    assert one.truth is None and one.statement.right == 1 / (sp.sqrt(x + 1) + sp.sqrt(x)) and one.statement.on.conditions == (x > 1,)
    assert "by cases" in cases.why


def test_assertions_of_a_test(tmp_path):
    equal, limit, matrix = read_from(wester, tmp_path, "test_wester.py", """\
        def test_one():
            t = tan(x)
            assert trigsimp(t*cos(x)) == sin(x)
            assert limit((exp(x) - 1)/x, x, 0) == 1

        def test_two():
            assert Matrix([[1]]).det() == 1
        """)
    assert equal.statement.right == sp.sin(x) and isinstance(limit.statement, Limit)
    assert isinstance(matrix, Unread)


def test_a_key_that_plain_arithmetic_refutes_is_no_wrong_answer_of_ours():
    assert "x = " in point_against(Holds(sp.Ge(x**2, x, evaluate=False), on=Domain(x > 0)), 5.0)
    assert point_against(Holds(sp.Ge(x**2 + 1, x, evaluate=False), on=Domain(x > 0)), 5.0) == ""


@pytest.mark.slow
def test_a_run_counts_each_answer_once(tmp_path):
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "sample_problems.py").write_text(
        "x, y = Vars('x, y')\nexamples.append(Example(hyps=[0 < x, x < y], conc=(x < 2*y)))\n"
        "examples.append(Example(hyps=[0 < x, 0 < y], comment='The hypotheses are consistent.'))\n", "utf-8")
    ((title, told),) = run(tmp_path, 5.0, None, 1, ["theoremtest"])
    counts = told["solvers"]["theoremtest"]
    assert title == polya.TITLE and (counts["right"], counts["wrong"], counts["open"]) == (2, 0, 0)
    assert "| theoremtest | 2 | 0 | 0 |" in page({title: told})


def test_a_folder_without_a_set_is_said(tmp_path):
    with pytest.raises(ValueError, match="no set that can be read"):
        list(run(tmp_path, 1.0, 1, 1))
