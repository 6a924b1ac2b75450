"""What is installed works away from the checkout: the source distribution is whole, the wheel built from it carries what it reads, and
neither minds what stands in the folder where it is used."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLOORS = ("derivations", "numerics", "reports")
NOT_SOURCE = (".git", ".venv", ".types", ".theoremtest-cache", ".hypothesis", ".*_cache", "__pycache__", "*.egg-info", "build", "dist",
              "timings.json")
NOT_INSTALLED = ("README.md",)
"""What a floor holds for readers of the sources only."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def distributions(tmp_path_factory) -> Path:
    """The folder with the source distribution and the wheel, built from a copy, so that no build folder is left in the checkout."""
    pytest.importorskip("build", reason="building distributions needs the extra `dev`")
    place = tmp_path_factory.mktemp("distributions")
    copy = place / "source"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_SOURCE), symlinks=True)
    ran(sys.executable, "-m", "build", "--no-isolation", "--outdir", place / "dist", copy, at=place)
    return place / "dist"


@pytest.fixture(scope="module")
def wheel(distributions) -> Path:
    return next(distributions.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """A fresh environment with the wheel; its dependencies are those of the running one, so that nothing is downloaded."""
    place = tmp_path_factory.mktemp("installed") / "venv"
    ran(sys.executable, "-m", "venv", "--without-pip", place)
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}  # where pip might see the checkout installed
    ran(sys.executable, "-m", "pip", "--python", place, "install", "--quiet", "--no-deps", "--no-index", wheel, env=alone)
    _borrow_dependencies(place)
    return place / "bin"


def _borrow_dependencies(place: Path) -> None:
    """Let an environment import what the running one has, but for what that has as links to sources, such as this library."""
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(place), "platbase": str(place)}))
    theirs = [entry for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")]
    (packages / "dependencies.pth").write_text("\n".join(theirs) + "\n", "utf-8")  # paths named there run no .pth of their own


@pytest.fixture
def run(installed, tmp_path):
    """Run a program of the fresh environment in an empty folder, with an empty home; returns what it wrote."""
    home = tmp_path / "home"
    home.mkdir()

    def run(program, *arguments, at=tmp_path) -> str:
        return ran(installed / program, *arguments, at=at, env={"PATH": "/usr/bin:/bin", "HOME": str(home)})

    return run


def ran(*command, at=None, env=None) -> str:
    """Run a command to its end; what it wrote is the message where it fails."""
    done = subprocess.run([str(part) for part in command], cwd=at, env=env, text=True, capture_output=True, timeout=600)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout + done.stderr


def sources(folder: str) -> set[str]:
    """Every file below a folder of the checkout that is no build product, relative to the root."""
    ignored = shutil.ignore_patterns(*NOT_SOURCE)
    found, waiting = set(), [ROOT / folder]
    while waiting:
        here = waiting.pop()
        names = {path.name for path in here.iterdir()}
        for name in names - ignored(str(here), list(names)):
            path = here / name
            if path.is_dir():
                waiting.append(path)
            elif not path.is_symlink():
                found.add(path.relative_to(ROOT).as_posix())
    return found


@pytest.mark.drawn(4)
def test_the_wheel_carries_everything_that_the_floors_hold(wheel):
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"theoremtest/{name}" for floor in FLOORS for name in sources(floor) if Path(name).name not in NOT_INSTALLED}
    assert not (wanted | sources("theoremtest")) - held
    extra = {name for name in held if name.startswith("theoremtest/")} - wanted - sources("theoremtest")
    assert not extra
    assert not [name for name in held if not name.startswith(("theoremtest/", "theoremtest-"))]  # nothing beside the one package


@pytest.mark.parametrize("name", [
    "theoremtest/py.typed", "theoremtest/reports/ledger.json", "theoremtest/reports/ledger.schema.json",
    "theoremtest/reports/accuracy.json", "theoremtest/reports/benchmarks.json",
    "theoremtest/reports/mutation.json", "theoremtest/reports/figures/kunin2024_fig_1.svg",
    "theoremtest/reports/render/templates/page.html", "theoremtest/reports/site/templates/site.js",
    "theoremtest/derivations/notation/grammar.lark", "theoremtest/derivations/kunin2024/places.toml",
])
def test_the_wheel_carries_what_the_program_reads(wheel, name):
    assert name in zipfile.ZipFile(wheel).namelist()


def test_the_source_distribution_is_the_repository(distributions):
    with tarfile.open(next(distributions.glob("*.tar.gz"))) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"Makefile", "constraints.txt", "conftest.py", "setup.py", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md",
              "LICENSE", "CITATION.cff", ".ci/run", ".ci/lint.py", ".pre-commit-config.yaml",
              "tests/reports/example_manuscript/paper.tex"}
    for folder in ("theoremtest", *FLOORS, "tests", "benchmarks"):
        wanted |= sources(folder)
    assert not wanted - held
    assert not [name for name in held if "__pycache__" in name or name.endswith((".pyc", "/timings.json"))]
    assert not [name for name in held if name.startswith("reports/build")]


@pytest.mark.drawn(4)
def test_the_installed_program_answers(run):
    assert "theoremtest 0." in run("theoremtest", "--version")
    shown = run("theoremtest", "show", "kunin2024/26")
    assert "kunin2024/26" in shown and "proved" in shown


@pytest.mark.drawn(6)
def test_the_installed_library_solves_and_draws_on_no_checkout(run):
    program = ("import theoremtest, theoremtest.models.single_neuron as m; print(theoremtest.__file__); "
               "print(m.solve([0.0, 60.0], 1.0, [0.5, -0.5], [2.0, 0.0]).beta[-1].round(6) + 0.0)")
    told = run("python", "-c", program)
    assert str(ROOT) not in told and "[2. 0.]" in told


@pytest.mark.drawn(4)
def test_a_paper_of_one_s_own_is_put_under_test_and_nothing_of_the_library_changes(run, installed, tmp_path):
    ledger = next(installed.parent.glob("lib/*/site-packages/theoremtest/reports/ledger.json"))
    before, place = ledger.read_bytes(), tmp_path / "paper"
    assert "wrote paper/claims_mine.py" in run("theoremtest", "init", "paper", "--key", "mine2026")
    assert "4 passed" in run("python", "-m", "pytest", "-p", "no:cacheprovider", at=place)
    assert "1 claims: 1 proved" in run("theoremtest", "verify", at=place)
    assert run("theoremtest", "list", at=place).startswith("mine2026/1\tproved")
    files = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert files == {"claims_mine.py", "paper.tex", "README.md", ".gitignore", ".pre-commit-config.yaml",
                     ".github/workflows/theoremtest.yml", "theoremtest-ledger.json", "theoremtest-badge.svg",
                     "theoremtest-witnesses.jsonl"}
    assert "1 parts: the kernel took a proof of 1 and a point of 0" in run("theoremtest", "recheck", at=place)
    assert ledger.read_bytes() == before


@pytest.mark.drawn(6)
def test_the_workflow_that_init_writes_runs_in_a_fresh_environment(installed, wheel, tmp_path):
    """Its lines as they stand, by a shell, where the wheel was said to be; nothing of this library is there before. The programs that it
    calls come with packages that are borrowed here."""
    yaml = pytest.importorskip("yaml", reason="a reader of YAML comes with the extra `dev`")
    venv, repository = tmp_path / "venv", tmp_path / "repository"
    ran(sys.executable, "-m", "venv", "--without-pip", venv)
    _borrow_dependencies(venv)
    programs = {"pip": f'{sys.executable} -m pip --python "{venv}"', "pytest": f'"{venv}/bin/python" -m pytest'}
    for name, command in programs.items():
        (venv / "bin" / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n', "utf-8")
        (venv / "bin" / name).chmod(0o755)
    (repository / ".git").mkdir(parents=True)
    ran(installed / "theoremtest", "init", repository / "papers", "--key", "mine2026", "--install", f"theoremtest @ {wheel.as_uri()}",
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    job = yaml.safe_load((repository / ".github/workflows/theoremtest.yml").read_text("utf-8"))["jobs"]["theorems"]
    place = repository / job["defaults"]["run"]["working-directory"]
    environment = {"PATH": f"{venv}/bin:/usr/bin:/bin", "HOME": str(tmp_path), "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"}
    told = [ran("bash", "-e", "-c", step["run"], at=place, env=environment) for step in job["steps"] if "run" in step]
    assert len(told) == 3 and "4 passed" in told[1] and "1 claims: 1 proved" in told[1] and "0 faults" in told[2]
    assert str(venv) in ran(venv / "bin" / "python", "-c", "import theoremtest; print(theoremtest.__file__)", at=place, env=environment)


@pytest.mark.drawn(6)
def test_a_printed_command_shows_the_failure_again_when_it_is_pasted(run, installed, tmp_path):
    place = tmp_path / "paper"
    run("theoremtest", "init", "paper", "--key", "mine2026")
    claims = place / "claims_mine.py"
    claims.write_text(claims.read_text("utf-8").replace("u**2 - v**2", "u**2 + v**2"), "utf-8")
    environment = {"PATH": f"{installed}:/usr/bin:/bin", "HOME": str(tmp_path / "home"), "PYTHONDONTWRITEBYTECODE": "1"}

    def told(command):
        command = re.sub(r"^pytest ", "python -m pytest ", command)  # whose own script comes with its package, which is borrowed here
        return subprocess.run(command, shell=True, cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=600)

    first = told("pytest -p no:cacheprovider paper")
    commands = [line.split(maxsplit=1)[1] for line in first.stdout.splitlines() if line.strip().startswith("reproduce ")]
    assert [command.partition(" --")[0] for command in commands] == [
        "cd paper && theoremtest verify 'mine2026/1'"] * 3 + ["pytest paper/paper.tex::mine2026/1"], first.stdout
    for command, shown in ((commands[0], "counterexample u = "), (commands[-1], "it is not what mine2026/1 says")):
        again = told(command)
        assert again.returncode == 1 and shown in first.stdout and shown in again.stdout, again.stdout + again.stderr


STRANGER = {
    "conftest.py": '''
        def pytest_addoption(parser):
            parser.addoption("--paper", default="a4", help="paper size")
            parser.addoption("--routes", default="all roads", help="roads to drive")
    ''',
    "test_mine.py": '''
        from pathlib import Path

        import derivations
        import numerics
        import reports

        def test_my_packages_are_mine():
            here = Path(__file__).parent
            assert all(Path(package.__file__).parents[1] == here for package in (derivations, numerics, reports))

        def test_my_options_are_mine(request):
            assert request.config.getoption("--paper") == "a5"
            assert request.config.getoption("--routes") == "all roads"
    ''',
}


def test_it_collides_with_nothing_in_a_stranger_s_folder(run, tmp_path):
    from textwrap import dedent

    place = tmp_path / "stranger"
    for floor in FLOORS:
        (place / floor).mkdir(parents=True)
        (place / floor / "__init__.py").write_text('"""A package of somebody else\'s."""\n', "utf-8")
    for name, text in STRANGER.items():
        (place / name).write_text(dedent(text), "utf-8")
    told = run("python", "-m", "pytest", "-p", "no:cacheprovider", "--paper", "a5", at=place)
    assert "2 passed" in told
    assert "theoremtest" in told  # the plugin was loaded, and gave way
