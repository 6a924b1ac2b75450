"""What goes to a paper's authors can be read without this library: words of theirs, titles that stand alone, letters that are explained.

The letters are made of the ledger, which `test_ledger` holds to the claims as they stand, so that nothing is decided here.
"""

import re

import pytest

from theoremtest.derivations.papers import Library
from theoremtest.reports.formulas.formula import fault, tokens
from theoremtest.reports.render.build import report_of
from theoremtest.reports.render.letter import RATE, as_latex, as_markdown, letter_of
from theoremtest.reports.verify.ledger_file import read

pytestmark = pytest.mark.slow  # errata of all papers are built

INTERNAL = re.compile(r"\b(grip|ledger|verdict|refuted|proved|theoremtest|SymPy|witness|counterexample|stand-in|Holds|Classifies)\b")
LEANS = re.compile(r"(The same\b|These\b|This\b|That\b|Its\b|They\b|Likewise\b)")
"""How a title begins that says nothing without the one before it."""
ENVIRONMENTS = {"document", "itemize", "matrix", "aligned", "gathered", "cases"}
SWALLOWED = re.compile(r"(?:[=<>]|\\(?:to|leq|geq|neq)) (?:-?[01]|[-+ ]*\\infty) \\?[A-Za-z]")
"""A number or infinity behind a relation, and a letter that is no factor of it."""
PREAMBLE = re.compile(r"\\begin\{document\}")
KNOWN = frozenset(re.findall(r"\S+", r"""
\Delta \Gamma \Lambda \Omega \Phi \Psi \Rightarrow \Sigma \Theta \Xi \alpha \approx \bar \begin \beta \bigskip \cdot \cdots \chi \circ
\cos \cosh \ddot \delta \det \displaystyle \dot \dots \ell \emph \end \ensuremath \epsilon \eta \exists \exp \forall \frac \gamma \geq
\gg \hat \hspace \iff \implies \in \infty \int \item \itemsep \kappa \lambda \langle \large \ldots \left \leq \lim \ll \ln \log \lvert
\mapsto \mathbb \mathbf \mathcal \mathrm \max \mid \min \mp \mu \nabla \neq \nu \omega \operatorname \oplus \otimes \overline \parallel
\partial \perp \phi \pi \pm \prime \prod \psi \qquad \quad \rangle \rho \right \rvert \section \setlength \sigma \sim \sin \sinh \small
\sqrt \subset \succeq \sum \sup \tan \tanh \tau \text \textasciicircum \textasciitilde \textbackslash \textbar \textbf \textgreater
\textless \textquotesingle \texttt \theta \tilde \times \to \top \varepsilon \vec \vee \wedge \widehat \xi \zeta
"""))
"""Commands of LaTeX and amsmath that the body of a letter may use."""


@pytest.fixture(scope="module")
def papers():
    return [paper for paper in report_of(read(), library=Library()).papers if paper.slips and paper.key != "one_theory"]


@pytest.fixture(scope="module")
def slips(papers):
    return [(paper, slip) for paper in papers for slip in paper.slips]


def items(paper):
    letter = letter_of(paper)
    return (*letter.false, *letter.conditional, *letter.remarks)


@pytest.mark.drawn(4)
def test_a_title_stands_alone(slips):
    leaning = [(slip.root.id, slip.root.plain_title) for _, slip in slips
               if LEANS.match("".join(run.text for run in slip.title)) and slip.root.label not in slip.root.plain_title]
    assert leaning == []


def test_no_word_of_ours_is_told_to_authors(slips):
    told = [(slip.root.id, found.group()) for _, slip in slips
            for spoken in (slip.title, slip.root.reading, slip.root.erratum.why, slip.root.erratum.convention)
            for run in spoken if run.kind == "text" for found in INTERNAL.finditer(run.text)]
    assert told == []


def test_another_claim_at_the_same_place_is_named_in_brackets_which_a_letter_drops(papers):
    bare = [(paper.key, item.id) for paper in papers for item in items(paper) for spoken in (item.why, item.reading)
            for run in spoken[1:] if run.text == item.place]
    assert bare == []


def test_no_letter_of_a_formula_is_made_a_capital(papers):
    """`a and |w| are ...` at the start of a sentence: A would be another letter."""
    raised = [item.id for paper in papers for item in items(paper) for spoken in (item.title, item.why)
              if spoken and spoken[0].kind == "text" and re.match(r"[Aa] (?:and|or|is|are|moves|stays|changes)\b", spoken[0].text)]
    assert raised == []


def test_no_line_is_printed_and_corrected(papers):
    twice = [item.id for paper in papers for item in items(paper) if set(item.corrected[:1]) & {*item.printed[:1], *item.read_as[:1]}]
    assert twice == []


def test_a_point_is_of_the_formula_above_it(papers):
    """Or, of a rate, of the motion: a target or a learning rate that the formula does not show decides it."""
    for paper in papers:
        for item in items(paper):
            formulas = (*item.printed, *item.read_as)
            shown, moves = set(tokens(" ".join(formulas))), any(RATE.search(formula) for formula in formulas)
            for one in item.at:
                assert moves or "matrix" in one or set(tokens(one.split(" = ")[0])) - {" "} <= shown, (item.id, one)
            assert not item.at or item.printed or item.read_as, item.id


@pytest.mark.parametrize("written", [as_markdown, as_latex])
def test_no_formula_swallows_a_word(papers, written):
    """Of `at d = 1 M is`, `below 1e-5`, `e^-T` and `the proof's x` a formula takes its own part only."""
    for paper in papers:
        text = written(paper)
        for formula in re.findall(r"\$`?([^$]+?)`?\$", text):
            ended = re.sub(r"\\(?:wedge|vee|quad|text|iff|implies)\b", "&", formula)  # what may follow a number
            assert not SWALLOWED.search(ended), (paper.key, formula)
            assert r"e^{-\top}" not in formula and r"\text{oo}" not in formula, (paper.key, formula)
            assert not re.search(r"\d e [-+] \d", formula), (paper.key, formula)


def test_the_latex_of_a_letter_is_whole(papers):
    for paper in papers:
        _, body = PREAMBLE.split(as_latex(paper))
        body = r"\begin{document}" + body
        assert fault(body) is None, (paper.key, fault(body))
        assert set(re.findall(r"\\begin\{([a-z*]+)\}", body)) <= ENVIRONMENTS
        words = tokens(body)
        unknown = {word for word in words if re.fullmatch(r"\\[A-Za-z]+\*?", word)} - KNOWN
        assert unknown == set(), paper.key
        inside, rows = False, 0
        for place, word in enumerate(words):
            if word == "$":
                inside = not inside
            rows += (word == r"\begin") - (word == r"\end") if "".join(words[place + 1:place + 8]).startswith("{matrix") else 0
            raised = words[place - 2:place] == [r"\ensuremath", "{"]
            assert word != "#" and not (word in ("_", "^") and not inside and not raised), (paper.key, "".join(words[place - 30:place + 9]))
            assert word != "&" or rows, (paper.key, "".join(words[place - 30:place + 9]))
            assert not (word == "\n" and inside), (paper.key, "".join(words[place - 30:place + 9]))
        assert not inside
