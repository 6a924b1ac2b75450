r"""The claims that a manuscript makes itself: their ids, what holds at their place, claims in Python beside them, and what is said of a
comment that cannot be read."""

import pytest

from helpers.own_claims import TRUE, claims_text
from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language.claim import claims_in
from theoremtest.reports.tex.claims import module_of
from theoremtest.reports.workspace import Workspace

PAPER = '% theoremtest: paper mine2026 "A note" by A. Theorist\n'
EQUATION = "\\begin{{equation}}\\label{{{}}}\n  {}\n\\end{{equation}}\n"


def claim(label, formula, comment="claim"):
    return f"% theoremtest: {comment}\n{EQUATION.format(label, formula)}"


@pytest.fixture
def made(tmp_path):
    """The claims of a manuscript by id: `made(body)`."""
    def make(body, paper=PAPER, **beside):
        (tmp_path / ".git").mkdir(exist_ok=True)
        for name, text in beside.items():
            (tmp_path / f"{name}.tex").write_text(text)
        path = tmp_path / "paper.tex"
        path.write_text(paper + "\\documentclass{article}\n\\begin{document}\n" + body + "\\end{document}\n")
        return {one.id: one for one in claims_in(module_of(path))}
    return make


def test_a_claim_is_known_by_its_label_or_by_the_name_in_its_comment(made):
    found = made("% theoremtest: let x\n" + claim("eq:a", "x = x + 0")
                 + "% theoremtest: claim square \"A square\" uses eq:a\n\\[ (-x)^2 = x^2 \\]\n")
    assert list(found) == ["mine2026/eq:a", "mine2026/square"]
    assert found["mine2026/square"].uses == ("mine2026/eq:a",) and found["mine2026/square"].title == "A square"
    assert found["mine2026/eq:a"].paper.authors == "A. Theorist"


def test_rows_of_an_aligned_display_are_claims_by_themselves(made):
    found = made("% theoremtest: let x\n\\begin{align}\n% theoremtest: claim\n x^2 &\\geq 0 \\label{eq:a} \\\\\n% theoremtest: claim\n"
                 "(x + 1)^2 &= x^2 + 2 x \\label{eq:b} \\\\\n&\\quad + 1\n\\end{align}\n")
    assert {name: one.statement.latex() for name, one in found.items()} == {
        "mine2026/eq:a": "x^{2} \\geq 0", "mine2026/eq:b": "\\left(x + 1\\right)^{2} = x^{2} + 2 x + 1"}


def test_macros_and_files_count_where_they_stand(made):
    found = made("\\newcommand{\\sq}[1]{#1^2}\n\\input{more}\n", more="% theoremtest: let x\n" + claim("eq:a", r"\sq{x} = x^{1+1}"))
    assert found["mine2026/eq:a"].statement.latex() == "x^{2} = x^{2}"


def test_what_a_section_declares_ends_with_it_and_what_stands_before_all_sections_stays(made):
    found = made("% theoremtest: let x\n\\section{A}\n% theoremtest: assume x > 1\n" + claim("eq:a", "x > 0") + "\\section{B}\n"
                 + claim("eq:b", "x > 0"))
    assert [len(one.statement.on.conditions) for one in found.values()] == [1, 0]


def test_what_an_environment_declares_ends_with_it(made):
    found = made("% theoremtest: let x\n\\begin{lemma}\n% theoremtest: assume x > 1\n" + claim("eq:a", "x > 0") + "\\end{lemma}\n"
                 + claim("eq:b", "x > 0"))
    assert [len(one.statement.on.conditions) for one in found.values()] == [1, 0]


@pytest.mark.parametrize(("body", "says"), [
    ("% theoremtest: let x\n% theoremtest: claim\n\\[ x = x \\]\n", "has one label"),
    ("% theoremtest: let x\n" + claim("eq:a", "x = x") * 2, "another claim above"),
    ("% theoremtest: claim\nwords\n", "no displayed equation follows"),
    ("% theoremtest: assume x > 0\n", "let x"),
    ("% theoremtest: let\n", "says nothing here"),
    (claim("eq:a", "x = x", "claim as theorem"), "no kind 'theorem'"),
    (claim("eq:a", "x = x", "claim of a square"), "write `claim`"),
    ("% theoremtest: let x, y\n% theoremtest: along \\dot x = -y\n% theoremtest: along \\dot x = y\n", "a second flow"),
    ("% theoremtest: paper other2026 \"Another\"\n", "already"),
    ("% theoremtest: let x\n\\begin{align} % theoremtest: claim\n x &= x \\label{eq:a}\\end{align}\n", "line of its own"),
])
def test_a_comment_that_cannot_be_taken_in_is_one_line_with_its_place(made, body, says):
    with pytest.raises(TheoremtestError) as error:
        made(body)
    assert says in str(error.value) and str(error.value).startswith("paper.tex:")


def test_a_claim_without_a_paper_says_what_is_missing(made):
    with pytest.raises(TheoremtestError, match="% theoremtest: paper"):
        made("% theoremtest: let x\n" + claim("eq:a", "x = x"), paper="")


def test_a_display_that_cannot_be_read_names_its_line_and_column(made):
    found = made("% theoremtest: let x\n" + claim("eq:a", "x = q"))
    with pytest.raises(TheoremtestError, match=r"paper\.tex:7:7: unknown name q.*let q"):
        _ = found["mine2026/eq:a"].statement


def test_claims_in_latex_and_in_python_rest_on_one_another(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "paper.tex").write_text(PAPER.replace("mine2026", "note2026") + "% theoremtest: let x\n"
                                        + claim("eq:a", "x^2 + 1 > 0", "claim uses mine2026/1"))
    (tmp_path / "claims_mine.py").write_text(claims_text({1: TRUE, 2: TRUE}, uses={2: ["note2026/eq:a"]}))
    place = Workspace.here(tmp_path)
    assert place.library.around(place.own_claims).rests_on("mine2026/2") == ("note2026/eq:a", "mine2026/1")
    assert place.library.file_of("note2026/eq:a") == (tmp_path / "paper.tex").resolve()


def test_an_edited_manuscript_is_read_again(made):
    first = made("% theoremtest: let x\n" + claim("eq:a", "x^2 = x + 1"))["mine2026/eq:a"]
    second = made("% theoremtest: let x\n" + claim("eq:a", "x^2 = x - 1 + 0"))["mine2026/eq:a"]
    assert first.statement.latex() != second.statement.latex()


@pytest.mark.parametrize("formula", [r"e^{\log x} \geq x - 1", r"\log x - \log x < 1", r"\frac{x^2}{x} \leq x^2 + 1",
                                     r"0 \cdot \sqrt{x} \leq 1"])
def test_what_cancels_while_it_is_read_has_a_value_everywhere_or_is_refused(made, formula):
    """An inequality speaks of every point: at x = -1, or at 0, nothing stands there that could hold."""
    found = made("% theoremtest: let x\n" + claim("eq:a", formula))["mine2026/eq:a"]
    with pytest.raises(TheoremtestError, match="cancels while this is read"):
        found.statement  # noqa: B018
    with_condition = made("% theoremtest: let x > 0\n" + claim("eq:a", formula))["mine2026/eq:a"]
    assert with_condition.statement.kind == "Holds"


@pytest.mark.parametrize(("comments", "formula"), [
    ("f = \\frac{x}{x}", r"f \leq 1"),
    ("f = \\frac{x}{x}\n% theoremtest: g = f + 1", r"g \leq 2"),
    ("assume \\frac{x}{x} = 1", r"x^2 \geq 0"),
    ("assume \\sqrt{x}^2 = x", r"x^2 \geq 0"),
    ("along \\dot{x} = \\frac{x}{x}", r"\frac{d}{dt} x = 1"),
])
def test_what_cancels_in_a_comment_has_a_value_everywhere_or_is_refused(made, comments, formula):
    """A condition or a rate that lost a part would let in points at which it says nothing."""
    said = f"% theoremtest: {comments}\n" + claim("eq:a", formula)
    with pytest.raises(TheoremtestError, match="cancels while"):
        made("% theoremtest: let x\n" + said)["mine2026/eq:a"].statement  # noqa: B018
    assert made("% theoremtest: let x > 0\n" + said)["mine2026/eq:a"].statement is not None


def test_an_abbreviation_that_a_display_does_not_speak_of_is_not_asked_for_a_value(made):
    said = "% theoremtest: let x, y\n% theoremtest: f = \\frac{x}{x}\n" + claim("eq:a", r"y^2 \geq 0")
    assert made(said)["mine2026/eq:a"].statement.kind == "Holds"


@pytest.mark.parametrize(("letters", "refused"), [("let x, a", True), ("let x, a\n% theoremtest: assume a \\neq 0", False)])
def test_a_limit_speaks_of_every_value_of_its_other_letters(made, letters, refused):
    found = made(f"% theoremtest: {letters}\n" + claim("eq:a", r"\lim_{x \to 0} \frac{a}{a} (x + 1) = 1"))["mine2026/eq:a"]
    if refused:
        with pytest.raises(TheoremtestError, match="cancels while this is read"):
            found.statement  # noqa: B018
    else:
        assert found.statement is not None


def test_a_gradient_has_a_value_where_the_function_is_said_to_be_smooth(made):
    head = "% theoremtest: let f : \\mathbb{R}^{d} \\to \\mathbb{R}\n% theoremtest: let x \\in \\mathbb{R}^{d}\n"
    display = claim("eq:a", r"\|\nabla f(x)\|^2 \geq 0 \cdot f(x) - 1")
    assert made(head + "% theoremtest: assume f is differentiable\n" + display)["mine2026/eq:a"].statement.kind == "Holds"
    with pytest.raises(TheoremtestError, match="cancels while this is read"):
        made(head + display)["mine2026/eq:a"].statement  # noqa: B018


def test_an_identity_speaks_of_where_its_sides_have_a_value(made):
    assert made("% theoremtest: let x\n" + claim("eq:a", r"\frac{x^2}{x} = x"))["mine2026/eq:a"].statement.kind == "Equal"
