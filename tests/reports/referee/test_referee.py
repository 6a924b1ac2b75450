r"""A referee reports what a checked point refutes and a change of one token mends; whatever else fails may rest on what was not read."""

import json
import tarfile
from pathlib import Path

import pytest

from theoremtest.derivations.notation import NotationError
from theoremtest.reports.referee.findings import as_json, lines, markdown, sarif
from theoremtest.reports.referee.indices import Ranges
from theoremtest.reports.referee.referee import refereed

PAPERS = Path(__file__).parent / "papers"
HEAD, FOOT = "\\documentclass{article}\n\\begin{document}\n\\section{One}\n", "\n\\end{document}\n"


@pytest.fixture
def read(tmp_path):
    def of(text):
        path = tmp_path / "paper.tex"
        path.write_text(HEAD + text + FOOT)
        return refereed(path, tmp_path)
    return of


# --- what is found ---------------------------------------------------------------------------------------------------------

@pytest.mark.slow
@pytest.mark.parametrize("paper", sorted(PAPERS.glob("*.tex")), ids=lambda path: path.stem)
def test_a_manuscript_without_a_slip_has_no_finding_and_is_held_to_itself(paper):
    report = refereed(paper, paper.parent)
    assert not report.findings and report.held >= report.displays // 2


FOUND = {
    "a sign in a chain": (r"Let $u = a + b$ and $v = a - b$. Then \[ u v = a^2 + b^2. \]", "identity"),
    "a factor in a link": (r"We have \[ c = 2 (a + b)^2 = 2 a^2 + 2 a b + 2 b^2. \]", "link"),
    "an exponent": (r"Let $p = a b$. Then \[ p^2 = a^2 b. \]", "identity"),
    "another letter": (r"Let $p = a b$ and $q = a + b$. Then \[ q^2 - 4 p = (a - q)^2. \]", "identity"),
    "a rate that does not follow": (
        r"The weight follows \[ \dot x = -k x. \] Let $\ell = x^2$. Then \[ \dot \ell = 2 k \ell. \]", "rate"),
    "a solution of another equation": (
        r"The weight follows \[ \dot x = -k x, \quad x(0) = x_0. \] The solution is \[ x(t) = x_0 e^{k t}. \]", "solution"),
    "a slip in what the relation rests on": (
        r"Let $u = a + b$. Then \[ u^2 - (a - b)^2 = 4 a b. \] Let $w = a - 2 b$. Then \[ w^2 = a^2 - 2 a b + b^2. \]", "identity"),
    "a transpose": (
        r"Let $X \in \mathbb{R}^{n \times d}$ and $w \in \mathbb{R}^d$. We get \[ \|X w\|^2 = w^\top X X w. \]", "identity"),
    "a letter that stands nowhere else in it": (
        r"Let $a \in \mathbb{R}^d$ and $b \in \mathbb{R}^d$. We get \[ \|a + b\|^2 - \|a - a\|^2 = 4 a^\top b. \]", "identity"),
    "a vector in the place of a matrix": (
        r"Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $w \in \mathbb{R}^d$ and $r = y - X w$. We get \[ X^\top r = X^\top w "
        r"- X^\top X w. \]", "identity"),
    "a number that is transposed": (
        r"Let $a \in \mathbb{R}$, $w \in \mathbb{R}^d$ and $\beta = a w$. We get \[ \beta^\top \beta = a^2 a^\top w. \]", "identity"),
    "a power of a vector": (
        r"Let $a \in \mathbb{R}$, $w \in \mathbb{R}^d$ and $\beta = a w$. We get \[ \beta^\top \beta = w^2 w^\top w. \]", "identity"),
    "a turned bound": (r"For all real $a$ and $b$ we have \[ a^2 + b^2 \leq 2 a b - 1. \]", "bound"),
    "a turned bound at the end of a chain": (r"Let $a > 0$ and $b > 0$. Then \[ (a + b)^2 = a^2 + 2 a b + b^2 < a^2. \]", "bound"),
    "a law in a line of text": (r"Let $r = a + b$ and $s = a - b$. The constants $r s = a^2 + b^2$ set the scale.", "identity"),
}


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("text, kind", FOUND.values(), ids=FOUND)
def test_a_slip_is_found_with_its_reading_a_checked_point_and_what_mends_it(read, text, kind):
    found = [one for one in read(text).findings if one.kind == kind]
    assert found, read(text).withheld
    assert found[0].line == 4 and found[0].column > 1
    assert found[0].counterexample.point and found[0].mended and "for" in found[0].reading


# --- what is not -----------------------------------------------------------------------------------------------------------

NOT_FOUND = {
    "a condition": r"We assume that \[ a + b = 1. \] Then \[ a^2 + b^2 = 1 - 2 a b. \]",
    "a relation that was not read":
        r"The $a_i$ satisfy \[ \sum_i a_i = b, \quad \sum_i a_i^2 = c. \] Then \[ c - b = (b - 1)^2. \]",
    "a letter set to a number": r"We set $c = 1$. Let $u = a + b$. Then \[ u^2 = c a^2 + 2 a b + b^2. \]",
    "under a condition in words": r"Let $u = a + b$. When both are equal, we have \[ u^2 = 4 a^2. \]",
    "an equation to be solved": r"The root solves the equation \[ x^2 - 2 a x + b = 0. \]",
    "another meaning in another place": r"Let $u = a + b$. Then $u$ is kept. Case 2: let $u = a - b$. Then \[ u^2 = a^2 - 2 a b + b^2. \]",
    "where one side has no value": r"Let $s = \sqrt{-a - b}$. Then \[ s^2 = a + b. \]",
    "a bound of letters whose sign is not said": r"We get \[ a + b \leq - c. \]",
    "a bound that may be a condition": r"We assume that \[ a^2 + b^2 \leq - c^2. \]",
    "a bound that holds here and there": r"Let $a > 0$. We get \[ a^2 \leq a. \]",
    "a bound under another one":
        r"The step $\eta < \frac{1}{1000 L}$ is small, and $L > 0$, $\eta > 0$. Then \[ 2 \eta L + 1 \leq 1 + \eta^2 L^2. \]",
    "a bound that holds": r"Then \[ a^2 + b^2 \geq 2 a b - 1. \]",
    "a number that is transposed and stays itself": r"Let $a \in \mathbb{R}$ and $b \in \mathbb{R}$. We get \[ a^\top b = b a. \]",
    "sizes that no one letter mends":
        r"Let $a \in \mathbb{R}$, $w \in \mathbb{R}^d$ and $x \in \mathbb{R}^d$. We get \[ a^\top w + x^2 = a x w. \]",
    "what does not follow from letters in other places":
        r"Let $a \in \mathbb{R}^d$ and $b \in \mathbb{R}^d$. We get \[ \|a + b\|^2 = 3 a^\top b. \]",
    "nothing that one token mends": r"We get \[ a^3 + b = a b. \]",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", NOT_FOUND.values(), ids=NOT_FOUND)
def test_what_may_rest_on_something_else_is_not_reported(read, text):
    assert not read(text).findings


REFUSED = {
    "an order": r"\[ a = b + O(\eta). \]", "an iterate": r"\[ \beta^{t+1} = \beta^t - \eta g. \]",
    "an iterate in brackets": r"\[ w^{(k)} = a. \]", "a sum": r"\[ a = \sum_i b_i. \]",
    "a mean": r"\[ a = \mathbf{E} \phi(x). \]", "a probability": r"\[ a = \mathbb{P}[x > 0]. \]", "a minimum": r"\[ a = \argmin_w b. \]",
    "an indicator": r"\[ a = \mathbf{1}_{x > 0} b. \]", "an index of time": r"\[ x_{t+1} = x_t - \eta g. \]",
    "an approximation": r"\[ a \approx b. \]", "a function of several letters": r"\[ a = f(x, y) b. \]", "words": r"\[ a = const b. \]",
    "two statements side by side": r"\[ d = 1 M. \]",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_is_misread_where_letters_are_guessed_is_refused_first(read, text):
    report = read("We get " + text)
    assert report.read == 0 and sum(report.refused.values()) == 1 and not report.findings


# --- how it is told --------------------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def told(tmp_path_factory):
    folder = tmp_path_factory.mktemp("paper")
    (folder / "paper.tex").write_text(HEAD + r"Let $p = a b$. Then \[ p^2 = a^2 b. \]" + FOOT)
    return refereed(folder / "paper.tex", folder)


def test_a_finding_is_a_line_an_object_a_row_and_a_result(told):
    (first, read_as, holds) = lines(told)
    assert first.startswith("paper.tex:4:24: this identity fails at ") and "p^2 = a^2 b" in read_as and "a^2 b^2" in holds
    (one,) = json.loads(as_json([told]))
    assert {"file", "line", "column", "message", "reading", "counterexample"} <= set(one)
    (result,) = json.loads(sarif([told]))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 4, "startColumn": 24}
    assert "paper.tex:4:24" in markdown([told])
    assert "1 displays, 1 read, 1 of them held" in told.said()


# --- bad input -------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("content", [
    b"", b"\x00\xff" * 500, b"$" * 999, b"\\[" * 400, b"{" * 999, b"\\begin{equation}", b"\\input{paper}",
    b"\\def\\a{\\a\\a}\\[ \\a = 1 \\]",
    b"\\[ " + b"\\frac{1}{" * 200 + b" \\]", b"$a$" * 300, b"\\write18{touch ran}\\[ a = b \\]",
])
def test_any_bytes_end_and_nothing_of_them_is_run(tmp_path, content):
    path = tmp_path / "paper.tex"
    path.write_bytes(content)
    report = refereed(path, tmp_path)
    assert not report.findings and all("\n" not in fault for fault in report.faults)
    assert [one.name for one in tmp_path.iterdir()] == ["paper.tex"]


def test_an_archive_is_read_and_its_names_lead_nowhere(tmp_path):
    from theoremtest.derivations.errors import TheoremtestError
    from theoremtest.reports.referee.sources import manuscripts

    (tmp_path / "a.tex").write_text(HEAD + r"\[ a = b. \]" + FOOT)
    with tarfile.open(tmp_path / "sources.tar.gz", "w:gz") as archive:
        for name in ("main.tex", "../outside.tex", "/absolute.tex", "figure.png"):
            member = tarfile.TarInfo(name)
            member.size = (tmp_path / "a.tex").stat().st_size
            with (tmp_path / "a.tex").open("rb") as content:
                archive.addfile(member, content)
    with manuscripts(tmp_path / "sources.tar.gz") as (documents, folder):
        assert [path.relative_to(folder).as_posix() for path in documents] == ["main.tex"]
        assert [path.name for path in folder.rglob("*.*")] == ["main.tex"]
    assert not (tmp_path.parent / "outside.tex").exists()
    for name, content in (("bad.tar.gz", b"no archive"), ("empty.tar.gz", b""), ("paper.pdf", b"%PDF")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(TheoremtestError, match=name) as error, manuscripts(tmp_path / name):
            pass
        assert "\n" not in str(error.value)
    with pytest.raises(TheoremtestError, match="no such file"), manuscripts(tmp_path / "missing.tex"):
        pass


def test_a_sum_over_nothing_ends_what_it_stands_in():
    with pytest.raises(NotationError, match="does not say what it is over"):
        Ranges().places(r"b + \sum a")
