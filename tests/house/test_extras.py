"""What is installed without extras decides, tests and reads; what needs an extra says which, in one line."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from theoremtest.numerics.extras import EXTRA_OF, MissingExtra, installed, needed, needing

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAMES = {"sklearn": "scikit-learn", "markdown_it": "markdown-it-py", "markupsafe": "jinja2", "numba_cuda": "numba-cuda"}
"""Distributions that are not called as their modules are; markupsafe comes with jinja2."""
DOORS = {
    "solvers": "from theoremtest.models import single_neuron; single_neuron.solve(1.0, 1.0, [1.0], [1.0], backend='numba')",
    "flow": "from theoremtest.models import single_neuron; single_neuron.solve(1.0, 1.0, [1.0], [1.0], backend='torch')",
    "report": "import theoremtest.reports.render.build",
    "figures": "from theoremtest.models import single_neuron; single_neuron.solve([0.0, 1.0], 1.0, [1.0], [1.0]).plot()",
    "strategies": "import theoremtest; theoremtest.strategy",
    "xarray": "from theoremtest.models import single_neuron; single_neuron.solve([0.0, 1.0], 1.0, [1.0], [1.0]).to_xarray()",
    "data": "from theoremtest.numerics.experiments.nam2024_digits import digits; digits()",
    "cluster": "from theoremtest.numerics.parallel.cluster import require_distributed; require_distributed()",
    "sweeps": "from theoremtest.numerics.sweeps.store import require_zarr; require_zarr()",
    "mcp": "import theoremtest.reports.assistant.server",
    "editor": "import theoremtest.reports.editor.server",
    "watch": "from pathlib import Path; from theoremtest.reports.cli.watch_command import saves; next(saves(Path('.')))",
}
"""What a user asks for first of an extra; `gpu` is asked for where there is a GPU."""


def brought(requirements) -> set[str]:
    """The distributions that these requirements bring here, with all that those need."""
    found, waiting = set(), [Requirement(text) for text in requirements]
    while waiting:
        wanted = waiting.pop()
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if name in found or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        waiting += [Requirement(text) for text in metadata.requires(name) or ()]
    return found


@pytest.fixture(scope="module")
def without_extras(tmp_path_factory):
    """Run Python where there is nothing but what `pip install theoremtest` brings: links to it, and no other folder of packages."""
    place = tmp_path_factory.mktemp("packages")
    for name in brought(PROJECT["dependencies"]):
        of = metadata.distribution(name)
        for top in {file.parts[0] for file in of.files if file.parts[0] not in ("..", "__pycache__")}:
            if not (place / top).exists():
                (place / top).symlink_to(of.locate_file(top))

    def run(*arguments, at=ROOT):
        return subprocess.run([sys.executable, "-S", *arguments], cwd=at, text=True, capture_output=True, timeout=600,
                              env={"PATH": "/usr/bin:/bin", "HOME": str(place), "PYTHONPATH": f"{ROOT}:{place}"})
    return run


def test_there_are_nine_dependencies_and_a_library_of_every_extra_is_known():
    assert len(PROJECT["dependencies"]) <= 9
    extras = {extra: {Requirement(text).name for text in texts} for extra, texts in PROJECT["optional-dependencies"].items()}
    for module, extra in EXTRA_OF.items():
        assert NAMES.get(module, module) in extras[extra], (module, extra)
    assert extras.keys() - set(EXTRA_OF.values()) <= {"bench", "test", "dev"}


def test_what_an_error_does_not_speak_of_is_left_alone():
    with pytest.raises(ModuleNotFoundError, match="no_such_module") as error, needing("it"):
        import no_such_module  # noqa: F401
    assert not isinstance(error.value, MissingExtra)
    with pytest.raises(ValueError), needing("it"):
        raise ValueError
    assert needed("networkx", "it").__name__ == "networkx" if installed("networkx") else True


def test_a_library_that_breaks_when_it_is_loaded_is_named(monkeypatch, tmp_path):
    tmp_path.joinpath("watchfiles.py").write_text("raise OSError('libX.so: cannot open shared object file')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "watchfiles", raising=False)
    with pytest.raises(MissingExtra, match=r"^watching needs watchfiles, .*\(libX.so.*: pip install 'theoremtest\[watch\]'$"):
        needed("watchfiles", "watching")


@pytest.mark.slow
def test_a_door_names_its_extra_in_one_line(without_extras):
    done = without_extras("-c", "import sys\nfrom theoremtest.numerics.extras import MissingExtra\nfor door in sys.argv[1:]:\n    try:\n"
                                "        exec(door)\n    except MissingExtra as error:\n        print(error)", *DOORS.values())
    assert done.returncode == 0, done.stderr
    for extra, line in zip(DOORS, done.stdout.splitlines(), strict=True):
        assert re.fullmatch(rf"[^\n]+ needs \w+, which cannot be imported .+: pip install 'theoremtest\[{extra}\]'", line), (extra, line)


def test_every_extra_has_a_door():
    assert DOORS.keys() == PROJECT["optional-dependencies"].keys() - {"gpu", "bench", "test", "dev"}


@pytest.mark.slow
@pytest.mark.parametrize("words, code, said", [
    (("show", "kunin2024/25"), 0, "verdict         refuted"),
    (("verify", "kunin2024/26", "--routes", "exact,points"), 0, "1 proved"),
    (("errata", "--paper", "kunin2024"), 0, "errata"),
    (("try", "kunin2024/26", "--formula", r"\|\beta_*\|^2 + \delta \nu - \nu^2"), 1, "fails"),
    (("mutate", "--limit", "1"), 2, "pip install 'theoremtest[report]'"),
], ids=lambda value: value[0] if isinstance(value, tuple) else "")
def test_commands_run_or_say_in_one_line_what_they_lack(without_extras, tmp_path, words, code, said):
    done = without_extras("-m", "theoremtest", *words, at=tmp_path)
    assert done.returncode == code and said in done.stdout + done.stderr and "Traceback" not in done.stderr, done


@pytest.mark.drawn(4)
@pytest.mark.slow
def test_her_own_claims_and_manuscript_are_tested_without_extras(without_extras, tmp_path):
    assert without_extras("-m", "theoremtest", "init", "hers", "--key", "mine2026", at=tmp_path).returncode == 0
    done = without_extras("-m", "pytest", "-q", "-p", "theoremtest.reports.pytest_plugin.plugin", at=tmp_path / "hers")
    assert done.returncode == 0 and "1 claims: 1 proved" in done.stdout, done


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_the_versions_that_are_tested_together_can_be_had_for_every_extra():
    """What pip would install, where it reaches an index; nothing is installed."""
    wanted = [*PROJECT["dependencies"], *(text for extra in DOORS for text in PROJECT["optional-dependencies"][extra])]
    words = "install --dry-run --ignore-installed --quiet --retries 0 --timeout 5 --constraint constraints.txt --report -"
    done = subprocess.run([sys.executable, "-m", "pip", *words.split(), *wanted], cwd=ROOT, text=True, capture_output=True, timeout=600)
    if done.returncode and re.search("NewConnectionError|ConnectTimeout|No matching distribution found for sympy|named pip", done.stderr):
        pytest.skip("pip reaches no index here")
    assert done.returncode == 0, done.stderr[-2000:]
    found = {re.sub(r"[-_.]+", "-", item["metadata"]["name"]).lower() for item in json.loads(done.stdout)["install"]}
    assert {re.sub(r"[-_.]+", "-", Requirement(text).name).lower() for text in wanted} <= found
