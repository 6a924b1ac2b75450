r"""Verdicts in the margin: what `theoremtest margin` writes of a manuscript's labels, and what LaTeX makes of it where there is one."""

import hashlib
import re
import shutil
import subprocess
from importlib import resources

import pytest
from typer.testing import CliRunner

from helpers.own_claims import TRUE, claims_text
from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports.cli import program
from theoremtest.reports.margin import ELSE, NOT_READ, PACKAGE, REFUTED, margin, write_margin
from theoremtest.reports.verify.ledger_file import NOT_DECIDED
from theoremtest.reports.workspace import Workspace

NU = r"\dot\nu = \|\beta_*\|^2 - \delta \nu - \nu^2"
HEAD = "\\documentclass{article}\n\\usepackage[status]{theoremtest}\n\\begin{document}\n"


def display(label, formula, comment="kunin2024/26"):
    return f"% theoremtest: {comment}\n\\begin{{equation}}\\label{{{label}}}\n  {formula}\n\\end{{equation}}\n"


@pytest.fixture
def written(tmp_path):
    """A manuscript in a repository of its own: `written(body)`."""
    (tmp_path / "theoremtest-ledger.json").write_text("[]")
    (tmp_path / "claims_mine.py").write_text(claims_text({1: TRUE}))

    def make(body, head=HEAD):
        path = tmp_path / "paper.tex"
        path.write_text(head + body + "\\end{document}\n")
        return path
    return make


def words(path):
    return {one.label: one.word for one in margin(path, Workspace.here(path.parent)).verdicts}


def test_a_display_has_its_claims_verdict_only_where_it_says_what_the_claim_says(written):
    path = written(display("eq:as_it_is", NU) + display("eq:sign", NU.replace("- \\delta", "+ \\delta"))
                   + display("eq:other", "(x + 2)^2 = x^2 + 4 x + 4", "mine2026/1") + display("eq:unknown", r"\dot\nu = \Xi"))
    assert words(path) == {"eq:as_it_is": "proved", "eq:sign": REFUTED, "eq:other": ELSE, "eq:unknown": NOT_READ}


def test_an_erratum_has_the_verdict_of_its_corrected_form(written):
    corrected = Workspace.here().find("kunin2024/25")[0].erratum.corrected.latex()
    printed = corrected.replace("2 \\|", "\\|", 1)
    path = written(display("eq:right", corrected, "kunin2024/25") + display("eq:printed", printed, "kunin2024/25"))
    assert words(path) == {"eq:right": "proved", "eq:printed": REFUTED}


def test_a_claim_of_ones_own_is_not_decided_until_it_is_and_again_once_it_is_edited(written, monkeypatch):
    own = HEAD.replace("\\begin{d", '% theoremtest: paper mine2026 "A note"\n% theoremtest: let x\n\\begin{d')
    path = written(display("eq:a", "x^2 \\geq 0", "claim"), own)
    assert words(path) == {"eq:a": NOT_DECIDED}
    monkeypatch.chdir(path.parent)
    assert CliRunner().invoke(program.app, ["verify"]).exit_code == 0
    assert words(path) == {"eq:a": "proved"}
    written(display("eq:a", "x^2 \\geq 1", "claim"), own)
    assert words(path) == {"eq:a": NOT_DECIDED}


def test_a_label_over_two_equations_has_both_words_and_what_has_none_is_named(written):
    path = written("% theoremtest: kunin2024/26\n\\[ x = x \\]\n\\begin{align}\n% theoremtest: mine2026/1\n"
                   "(x + 2)^2 &= x^2 + 4 x + 4 \\label{eq:a} \\\\\n"
                   f"% theoremtest: kunin2024/26\n{NU} \\label{{eq:a}}\n\\end{{align}}\n")
    found = margin(path, Workspace.here(path.parent))
    assert [one.word for one in found.verdicts] == [f"{ELSE}, proved"] and found.unlabelled == ("paper.tex:4  kunin2024/26",)


def test_what_is_written_is_what_the_package_reads(written):
    path = written(display("eq:a", NU))
    made = margin(path, Workspace.here(path.parent))
    assert {one.name for one in write_margin(path, made)} == {PACKAGE, "paper.theoremtest.tex"} and not write_margin(path, made)
    package = path.with_name(PACKAGE).read_text()
    sums = re.findall(r"\\theoremtestsource\{(.*)\}\{(.*)\}", made.text)
    assert [name for name, _ in sums] == ["paper.tex", "claims_mine.py"]
    assert sums[0][1] == hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest().upper()
    assert r"\theoremtestverdict{eq:a}{proved}{kunin2024/26}" in made.text
    used = set(re.findall(r"(?m)^(\\[a-z]+)", made.text))
    assert used == {r"\theoremtestsource", r"\theoremtestverdict"} and all(f"\\newcommand{name}[" in package for name in used)
    bare = re.sub(r"(?m)%.*$", "", package)
    assert bare.count("{") == bare.count("}") and len(re.findall(r"\\if(?!x|mm|in|NoV|th)", bare)) <= bare.count("\\fi")
    assert words(path) == {"eq:a": "proved"}  # the package beside the manuscript is no part of what is read


def test_what_cannot_be_written_or_read_is_one_line(written):
    path = written(display("eq:a", NU))
    path.with_name(PACKAGE).write_text("mine")
    with pytest.raises(TheoremtestError, match="rename it"):
        write_margin(path, margin(path, Workspace.here(path.parent)))
    done = CliRunner().invoke(program.app, ["margin", str(path.with_name("none.tex"))])
    assert done.exit_code == 2 and done.output.count("\n") == 1
    with pytest.raises(TheoremtestError, match="no marked display"):
        margin(written("\\[ x = x \\]\n"), Workspace.here(path.parent))


def typeset(path):
    """The log of a run of LaTeX over the manuscript."""
    done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", path.name], cwd=path.parent, capture_output=True)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-3000:]
    return path.with_suffix(".log").read_text(errors="replace").replace("\n", "")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex here")
@pytest.mark.parametrize("amsmath", ["", "[leqno]", "[fleqn]"])
def test_latex_takes_it_and_says_so_where_the_text_was_edited_since(written, amsmath):
    rows = "\\\\\n".join(f"% theoremtest: kunin2024/26\n{NU} \\label{{eq:{name}}}" for name in "bcd")
    rest = f"\\begin{{align}}\n{rows}\n\\end{{align}}\n"
    told = HEAD + "\\section{One}\\label{sec:one}\\renewcommand\\theoremtestnote[2]{x\\typeout{SAID #1 of #2}}\n\\label{eq:a}"
    path = written(display("eq:a", NU).replace("\\label{eq:a}", "") + rest + "See \\ref{eq:b}.\n",
                   told.replace("\\usepackage", f"\\usepackage{amsmath}{{amsmath}}\\usepackage", 1))
    write_margin(path, margin(path, Workspace.here(path.parent)))
    assert typeset(path).count("SAID proved of kunin2024/26") == 3
    path.write_text(path.read_text().replace("See", "See "))
    log = typeset(path)
    assert "SAID edited since" in log and "SAID proved" not in log and "paper.tex was edited since" in log


def test_the_package_is_installed_with_the_library():
    assert resources.files("theoremtest.reports.tex").joinpath(PACKAGE).is_file()
