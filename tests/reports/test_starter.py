"""What `theoremtest init` writes: files that work together, in the places where they are looked for, over nothing that is there."""

import shlex

import pytest
from typer.testing import CliRunner

from theoremtest.reports.badge import ALT
from theoremtest.reports.cli import program
from theoremtest.reports.repository import BADGE, LEDGER
from theoremtest.reports.starter import HOOKS, WORKFLOW, start
from theoremtest.reports.tex.marked import marked
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.workspace import Workspace

WRITTEN = {"claims_mine.py", "paper.tex", WORKFLOW, HOOKS, "README.md", ".gitignore", LEDGER, BADGE}


def below(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def init(folder, *words):
    return CliRunner().invoke(program.app, ["init", str(folder), *words])


def test_a_start_fits_together(tmp_path):
    folder = tmp_path / "paper"
    done = init(folder, "--key", "smith2026")
    assert done.exit_code == 0 and done.output.count("wrote ") == len(WRITTEN) and "now: cd " in done.output, done.output
    assert set(below(folder)) == WRITTEN and not [text for text in below(folder).values() if b"@KEY@" in text or b"@CLAIMS@" in text]
    assert 'key="smith2026"' in (folder / "claims_mine.py").read_text() and "year=2026" in (folder / "claims_mine.py").read_text()
    (mark,) = marked((folder / "paper.tex").read_text())
    assert mark.claim_id == "smith2026/1" and not mark.problem
    assert f"![{ALT}]({BADGE})" in (folder / "README.md").read_text()
    assert ledger_file.read(folder / LEDGER, whole=True) == [] and "none yet" in (folder / BADGE).read_text()


def test_the_workflow_and_the_hook_are_what_github_and_pre_commit_read(tmp_path):
    yaml = pytest.importorskip("yaml", reason="a reader of YAML comes with the extra `dev`")
    (tmp_path / ".git").mkdir()
    start(tmp_path / "papers" / "one")
    job = yaml.safe_load((tmp_path / WORKFLOW).read_text())["jobs"]["theorems"]
    assert job["defaults"]["run"]["working-directory"] == "papers/one"
    assert [step["run"].split()[0] for step in job["steps"] if "run" in step] == ["pip", "pytest", "theoremtest"]
    (hook,) = yaml.safe_load((tmp_path / HOOKS).read_text())["repos"][0]["hooks"]
    assert hook["entry"] == "pytest papers/one" and hook["language"] == "python" and hook["pass_filenames"] is False


def installed_by(folder):
    yaml = pytest.importorskip("yaml", reason="a reader of YAML comes with the extra `dev`")
    steps = yaml.safe_load((folder / WORKFLOW).read_text())["jobs"]["theorems"]["steps"]
    (line,) = [step["run"] for step in steps if step.get("run", "").startswith("pip install ")]
    (hook,) = yaml.safe_load((folder / HOOKS).read_text())["repos"][0]["hooks"]
    return shlex.split(line)[2:], hook["additional_dependencies"]


@pytest.mark.parametrize("source", ["theoremtest @ file:///somewhere/theoremtest-0.1.0-py3-none-any.whl", "theoremtest[flow]>=0.1,<2",
                                    "theoremtest @ git+https://example.org/theory.git@v1#subdirectory=code", "git+https://example.org/t.git",
                                    "./dist/theoremtest-0.1.0-py3-none-any.whl"])
def test_the_workflow_and_the_hook_install_from_where_the_user_says(tmp_path, source):
    assert init(tmp_path, "--install", source).exit_code == 0
    assert installed_by(tmp_path) == ([source], [source])


def test_by_default_they_install_by_the_name_in_the_index(tmp_path):
    start(tmp_path)
    (one,), (other,) = installed_by(tmp_path)
    assert one == other and one.startswith("theoremtest>=")


@pytest.mark.parametrize("source", ["", "  ", "-r requirements.txt", "theorems>=1", "numpy", "theorem-test @ https://example.org/x.whl",
                                    "theoremtest'; rm -rf x", "theoremtest\nnumpy"])
def test_what_would_install_nothing_or_something_else_is_refused(tmp_path, source):
    done = init(tmp_path, "--install", source)
    assert done.exit_code == 2 and done.output.startswith("error: ") and len(done.output.splitlines()) == 1 and below(tmp_path) == {}


def test_nothing_is_overwritten_and_each_file_that_is_there_is_named(tmp_path):
    start(tmp_path)
    before = below(tmp_path)
    done = init(tmp_path, "--key", "other2026")
    assert done.exit_code == 0 and below(tmp_path) == before and "wrote" not in done.output
    assert len([line for line in done.output.splitlines() if " is there" in line]) == len(WRITTEN)


def test_one_s_own_claims_and_manuscript_stay_the_only_ones(tmp_path):
    (tmp_path / "claims_theory.py").write_text("from theoremtest import claim\n")
    (tmp_path / "main.tex").write_text("")
    done = init(tmp_path)
    assert "claims_theory.py is there" in done.output and "main.tex is there; a comment `% theoremtest: ID`" in done.output
    assert not {"claims_mine.py", "paper.tex"} & set(below(tmp_path)) and "claims_theory.py" in (tmp_path / "README.md").read_text()
    (tmp_path / "main.tex").unlink()
    assert "paper.tex is not written, as claims_theory.py has claims of its own" in init(tmp_path).output


@pytest.mark.parametrize("key, told", [("Smith", "small letters and a year"), ("kunin2024", "is that of another paper")])
def test_a_key_that_cannot_be_is_refused_before_anything_is_written(tmp_path, key, told):
    done = init(tmp_path, "--key", key)
    assert done.exit_code == 2 and told in done.output and below(tmp_path) == {}


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    done = init(tmp_path / "file" / "paper")
    assert done.exit_code == 2 and done.output.startswith("error: ") and "Traceback" not in done.output


def test_a_second_paper_of_a_repository_has_a_workflow_of_its_own_and_is_told_of_the_hook(tmp_path):
    (tmp_path / ".git").mkdir()
    init(tmp_path / "one")
    done = init(tmp_path / "papers" / "two", "--key", "other2026")
    second = tmp_path / ".github" / "workflows" / "theoremtest-papers-two.yml"
    assert done.exit_code == 0 and "working-directory: papers/two" in second.read_text() and "entry: pytest papers/two" in done.output
    assert "working-directory: one" in (tmp_path / WORKFLOW).read_text()
    before = below(tmp_path)
    assert init(tmp_path / "papers" / "two").exit_code == 0 and init(tmp_path / "one").exit_code == 0 and below(tmp_path) == before


def test_claims_are_of_the_manuscript_that_is_there(tmp_path):
    (tmp_path / "main.tex").write_text(r"""\documentclass{article}
% \title{Old}
\title{Gr\"uner's flow\\ on $\mathbb{R}^n$\thanks{For \{x\}}}
\author{Zo\"e M\"uller\textsuperscript{1} \and \'Etienne Dupr\'e$^{2}$ \\ Somewhere, 12 \and A. Three}
\begin{document}
\maketitle
\end{document}
""", "utf-8")
    init(tmp_path)
    (paper,) = {one.paper for one in Workspace.here(tmp_path).claims}
    assert paper.title == "Grüner's flow on $\\mathbb{R}^n$" and paper.authors == "Zoë Müller, Étienne Dupré and A. Three"
