"""Formulas as one line of Unicode: exact examples, and every formula of the ledger keeps its letters, numbers and brackets."""

import json
import re
import unicodedata
from importlib import resources

import pytest
from hypothesis import given, settings

from helpers.render_samples import FORMULAS, LONG
from theoremtest.reports.formulas.formula import fault
from theoremtest.reports.formulas.unicode_formula import unicode_conditions, unicode_domain, unicode_formula, unicode_words
from theoremtest.reports.formulas.unicode_signs import accented, in_font, lowered, raised, sign
from theoremtest.reports.formulas.values import tens, value_text

FIELDS = ("latex", "domain", "problem", "corrected_latex", "corrected_domain", "corrected_problem")

EXAMPLES = {
    r"R^{\top} \operatorname{DiagMatrix}\left(\alpha\right) U": "Rᵀ diag(α) U",
    r"\omega^{2}": "ω²",
    r"\|\beta_*\|": "‖β∗‖",
    r"\left\|\beta_0\right\|^{2}": "‖β₀‖²",
    r"{\|w\|^2}^{2}": "(‖w‖²)²",
    r"x \neq 0": "x ≠ 0",
    r"\delta > 0": "δ > 0",
    r"a < b \wedge b \leq c \vee \neg p": "a < b ∧ b ≤ c ∨ ¬p",
    r"\frac{a}{b}": "a/b",
    r"\frac{a + b}{c d}": "(a + b)/(c d)",
    r"\frac{1}{2} x": "(1/2) x",
    r"x \frac{a}{b}": "x (a/b)",
    r"\frac12 + \frac{a}{b}": "1/2 + a/b",
    r"- \frac{\delta}{2} + \mu": "−δ/2 + μ",
    r"\left(\frac{a}{b}\right)^{2}": "(a/b)²",
    r"\frac{d}{dt}\left(a X w\right) = - X": "d/dt (a X w) = −X",
    r"\frac{\partial L}{\partial w}": "∂L/∂w",
    r"\sqrt{x}": "√x",
    r"\sqrt{x^{2}}": "√(x²)",
    r"\sqrt{x}^{2}": "(√x)²",
    r"\sqrt{\delta^{2} + 4 \eta_a}": "√(δ² + 4 η_a)",
    r"\sqrt{\sqrt{a} + 1}": "√(√a + 1)",
    r"\sqrt[3]{x}": "∛x",
    r"\sqrt{2} y": "√2 y",
    r"e^{- \frac{s}{2}}": "e^(−s/2)",
    r"e^{x^{2}}": "e^(x²)",
    r"10^{-3}": "10⁻³",
    r"x^{n}": "xⁿ",
    r"x^{\frac{3}{2}}": "x^(3/2)",
    r"w^{\top} X^{-1} M^{-\top}": "wᵀ X⁻¹ M⁻ᵀ",
    r"x_{ij} + a_0^{2} + \eta_w + q_{\max}": "xᵢⱼ + a₀² + η_w + q_max",
    r"c_{\eta_u}": "c_(η_u)",
    r"\dot{\mu} = \hat{x} + \tilde{y}": "μ̇ = x̂ + \u1ef9",
    r"\dot{\xi'} = \xi'": "ξ̇′ = ξ′",
    r"\dot{\beta_i} + \dot{\eta_w}": "β̇ᵢ + η̇_w",
    r"\dot{P(t)} = \dot{\|w\|^2}": "Ṗ(t) = dot(‖w‖²)",
    r"\overline{x y}": "overline(x y)",
    r"\dot{\Delta\theta}": "dot(Δ θ)",
    r"w \in \mathbb{R}^{d},\; X \in \mathbb{R}^{n \times d}": "w ∈ ℝ^d, X ∈ ℝ^(n × d)",
    r"\mathbf{I}_{d} \otimes \mathcal{N}": "𝐈_d ⊗ 𝒩",
    r"\lim_{t \to \infty} \left(a\right) = 0": "lim_(t → ∞) (a) = 0",
    r"\sum_{i=1}^{n} x_i": "∑_(i = 1)ⁿ xᵢ",
    r"\int_{0}^{t} f\left(s\right) \, ds": "∫₀^t f(s) ds",
    r"\max\left(0, c\right)": "max(0, c)",
    r"\tanh{\left(R t \right)}": "tanh(R t)",
    r"\sinh^{-1}\left(x\right)": "sinh⁻¹(x)",
    r"\log x": "log x",
    r"\operatorname{sgn}\left(\mu\right)": "sgn(μ)",
    r"\beta(\infty) = \arg\min_{X \beta = y} \; \Psi": "β(∞) = argmin_(X β = y) Ψ",
    r"\#\left\{ t \geq 0 : a(t) = 0 \right\} \leq 1": "#{t ≥ 0 : a(t) = 0} ≤ 1",
    r"| |x| - y|": "||x| − y|",
    r"p := \mu \text{ or } q": "p := μ or q",
    r"x = y \\ y = z": "x = y; y = z",
    r"\begin{cases} 0 & \text{if } x \leq 0 \\ 1 & \text{otherwise} \end{cases}": "{0 if x ≤ 0; 1 otherwise}",
    r"\left[\begin{matrix}1 & 2\\3 & 4\end{matrix}\right]": "[1, 2; 3, 4]",
    r"\left(1, \, 2\right)^{\top}": "(1, 2)ᵀ",
    r"-0.25": "−0.25",
    r"\class{gone}{x + y}": "x + y",
}


def in_ledger():
    """Every LaTeX string of the ledger, the names of its counterexamples among them."""
    found = {}

    def walk(value, name=""):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key == "point":
                    found.update(dict.fromkeys(inner))
                else:
                    walk(inner, key)
        elif isinstance(value, list):
            for inner in value:
                walk(inner, name)
        elif name in FIELDS and isinstance(value, str) and value.strip():
            found[value] = None

    walk(json.loads(resources.files("theoremtest.reports").joinpath("ledger.json").read_text(encoding="utf-8")))
    return list(found)


def spoken(text):
    """The letters and digits in their order, raised, lowered and styled ones as plain ones; `max` is a word like any other.

    A third and a fourth root keep their number in their sign.
    """
    plain = unicodedata.normalize("NFKD", text.replace("ᵀ", "").replace("φ", "ϕ").replace("∛", "3").replace("∜", "4"))
    return [character for character in plain if character.isalnum()]


def spoken_in(latex):
    """The same of LaTeX: commands by their sign, structure by nothing."""
    latex = re.sub(r"\\(?:begin|end|class)\{\w+\}|\\(?:left|right|quad|qquad|textstyle|limits|top)(?![A-Za-z])", "", latex)
    several = r"\{(?:[^{}]*[|^]|\\[A-Za-z]+(?![A-Za-z]) *[\\A-Za-z])"  # over more than a letter a dot is a word, as a line is
    latex = re.sub(rf"\\(overline(?![A-Za-z])|dot(?={several}))", r"\1", latex)
    latex = re.sub(r"\\(?:frac|tfrac|sqrt|dot|hat|tilde|bar|mathbb|mathbf|mathcal|operatorname|text|mathrm)(?![A-Za-z])", "", latex)
    return spoken(re.sub(r"\\[A-Za-z]+", lambda match: sign(match.group()), latex))


def as_set(latex):
    """The formula without what LaTeX itself does not show: spaces, the size of brackets, braces around a single character."""
    latex = re.sub(r"\\(?:left|right)(?![A-Za-z])|\s+(?![A-Za-z])", "", latex)
    return re.sub(r"(?<=[_^])\{(\w)\}", r"\1", latex)


@pytest.mark.parametrize(("latex", "line"), EXAMPLES.items())
def test_examples(latex, line):
    assert unicode_formula(latex) == line


@pytest.mark.slow
def test_the_ledger_prints_without_a_backslash_and_loses_no_letter_number_or_bracket():
    strings = in_ledger()
    assert len(strings) > 1500
    for latex in strings:
        line = unicode_formula(latex)
        assert line, latex
        assert not set("\\&") & set(line), (latex, line)
        assert "  " not in line and "()" not in line and "\n" not in line, (latex, line)
        assert all(line.count(first) == line.count(last) for first, last in ("()", "[]", "{}")), (latex, line)
        assert spoken(line) == spoken_in(latex.replace("DiagMatrix", "diag")), (latex, line)


@pytest.mark.slow
def test_no_two_formulas_of_the_ledger_print_alike():
    lines = {}
    for latex in in_ledger():
        squeezed = as_set(latex)
        assert lines.setdefault(unicode_formula(latex), squeezed) == squeezed, latex


@settings(max_examples=60)
@given(LONG)
def test_any_sum_of_fractions_brackets_and_roots_keeps_its_letters_and_brackets(latex):
    line = unicode_formula(latex)
    assert "\\" not in line
    assert line.count("(") == line.count(")") and line.count("‖") == latex.count(r"\|")
    assert line.count("√") == latex.count(r"\sqrt") and line.count("/") == latex.count(r"\frac")
    assert spoken(line) == spoken_in(latex)


@pytest.mark.parametrize("latex", FORMULAS)
def test_samples_print(latex):
    assert "\\" not in unicode_formula(latex)


@pytest.mark.parametrize("text", [r"\frac{a", "a}", r"\left( x", ""])
def test_what_is_no_formula_stays_as_it_is(text):
    assert fault(text) and unicode_formula(text) == text


@pytest.mark.parametrize(("top", "bottom"), [("a b", "c"), ("a", "b c"), ("a", "b + c"), ("-a", "b"), (r"\frac{a}{b}", "c")])
def test_a_fraction_of_more_than_one_factor_has_brackets(top, bottom):
    line = unicode_formula(rf"\frac{{{top}}}{{{bottom}}}")
    assert "(" in line and line != unicode_formula(f"{top} / {bottom}")


def test_a_domain_is_its_conditions_then_its_abbreviations():
    domain = r"\delta > 0,\; a \neq 0,\; \mu := \sqrt{\|w\|^2} a,\; w \in \mathbb{R}^{d}"
    assert unicode_conditions(domain) == ["δ > 0", "a ≠ 0", "μ := √(‖w‖²) a", "w ∈ ℝ^d"]
    assert unicode_domain(domain) == "δ > 0, a ≠ 0, w ∈ ℝ^d; where μ := √(‖w‖²) a"
    assert unicode_domain("") == "everywhere"
    assert unicode_domain(r"p := a^{2}") == "where p := a²"


def test_signs_fonts_and_scripts():
    assert (sign(r"\succeq"), sign(r"\varepsilon"), sign(r"\noSuchSign"), sign("-")) == ("⪰", "ε", "noSuchSign", "−")
    assert (in_font(r"\mathbb", "RN"), in_font(r"\mathcal", "R"), in_font(r"\mathbf", "I1")) == ("ℝℕ", "ℛ", "𝐈𝟏")
    assert (raised("-1"), raised("−1"), lowered("ij"), raised("w"), lowered("a")) == (None, "⁻¹", "ᵢⱼ", None, None)
    assert (accented(r"\dot", "μ"), accented(r"\hat", "x y")) == ("μ̇", "hat(x y)")


@pytest.mark.parametrize(("value", "text"), [("1/2", "1/2"), ("-3", "−3"), ("Matrix([[1], [0]])", "(1, 0)ᵀ"), ("-0.25", "−0.25"),
                                             ("Matrix([[1, 2], [-3/4, 4]])", "[1, 2; −3/4, 4]"), ("4.5 ± 1e-11", "4.5 ± 10⁻¹¹"),
                                             ("-2.5e+07", "−2.5 × 10⁷"), ("-oo", "−∞"), ("[0.5; 1e-3]", "(0.5, 10⁻³)ᵀ"),
                                             ("sqrt(2)", "sqrt(2)")])
def test_values_of_a_counterexample(value, text):
    assert value_text(value) == text


@pytest.mark.parametrize(("text", "said"), [
    ("1.5e-12 and 3E+07 at rtol 1e-6", "1.5 × 10⁻¹² and 3 × 10⁷ at rtol 10⁻⁶"), ("2 ± 1e−9", "2 ± 10⁻⁹"),
    ("case 3e, 0x1e5, e-5 and v1.2e3", "case 3e, 0x1e5, e-5 and v1.2e3"),
])
def test_powers_of_ten_in_a_text_are_written_out_and_nothing_else(text, said):
    assert tens(text) == said


def test_words_with_formulas():
    assert unicode_words(r"without $\eta_a > 0$, not $x^{2}$") == "without η_a > 0, not x²"
    assert unicode_words("no formula") == "no formula"
