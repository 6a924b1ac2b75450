"""The README is true: its commands run in their order in a copy of the checkout and write what it shows, its programs run, its files exist.

How a block is read stands in `helpers.blocks`; `cd` holds for what follows, and a `python` block that is no file is a program.
"""

import re
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer

from helpers.blocks import blocks_of, commands_of, file_of, install, missing, run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COPIED = ("derivations", "numerics", "reports", "theoremtest", "conftest.py", "pyproject.toml", "constraints.txt", "Makefile",
          "tests/test_claims.py", "tests/helpers")
LEFT_OUT = ("build", "timings.json")


BLOCKS = blocks_of(README)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the checkout with nothing decided yet, and the programs of this environment on its path."""
    place = tmp_path_factory.mktemp("readme")
    for name in COPIED:
        source, target = ROOT / name, place / name
        target.parent.mkdir(exist_ok=True, parents=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
        else:
            shutil.copy(source, target)
    install(place / ".venv" / "bin")
    return place


@pytest.mark.drawn(4)
@pytest.mark.slow
def test_every_block_does_what_it_shows(checkout):
    """One test, as the blocks build on one another."""
    here = checkout
    for block in BLOCKS:
        name = file_of(block)
        if name:
            (here / name).write_text(block.text, "utf-8")
        elif "theoremtest.sweep" in block.text and find_spec("zarr") is None:
            continue  # it needs the extra `sweeps`
        elif block.language == "python":
            (checkout / "block.py").write_text(block.text, "utf-8")
            code, written = run(f"{shlex.quote(sys.executable)} block.py", checkout, checkout / ".venv" / "bin", checkout)
            assert code == 0, f"README, line {block.line}:\n{written}"
        elif block.language == "console":
            for command, expected, shown in commands_of(block):
                if command.startswith("cd "):
                    here = (here / command[3:]).resolve(strict=True)
                    continue
                code, written = run(command, here, checkout / ".venv" / "bin", checkout)
                assert code == expected, f"README, line {block.line}: {command}\nexit code {code}\n{written[-3000:]}"
                lacking = missing(shown, written)
                assert lacking is None, f"README, line {block.line}: {command}\nlacks {lacking!r}\n{written}"


def test_every_block_is_of_a_kind_that_is_run():
    """Plain text is for what a whole session would show; there is one."""
    assert {block.language for block in BLOCKS} == {"console", "python", "tex", "text"}
    assert [block.text.split()[0] for block in BLOCKS if block.language == "text"] == ["kunin2024/26"]
    assert all(file_of(block) for block in BLOCKS if block.language == "tex")


INLINE = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("text", [text for text in INLINE if text.startswith("theoremtest ")])
def test_commands_named_in_the_text_exist(text):
    from theoremtest.reports.cli import program

    words = shlex.split(text)[1:]
    command = typer.main.get_command(program.app).commands[words[0]]
    options = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options


PATHS = [text for text in INLINE if re.fullmatch(r"[\w.]+(/[\w.]*)+", text) and not re.match(r"[a-z]+\d{4}/", text)]


@pytest.mark.parametrize("text", PATHS)
def test_files_named_in_the_text_exist(text):
    made = ("reports/build",)
    assert text.startswith(made) or (ROOT / text).exists()


FOLDERS = ("derivations", "numerics", "reports", "tests", "benchmarks")
ROOMS = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("README.md"))


@pytest.mark.parametrize("readme", ROOMS, ids=lambda path: path.parent.relative_to(ROOT).as_posix())
def test_a_room_s_readme_is_one_screen_and_names_files_that_exist(readme):
    text = readme.read_text("utf-8")
    assert len(text.splitlines()) <= 60
    named = set(re.findall(r"`([\w./]+\.(?:py|toml|lark|json|md|tex))`", text))
    lacking = [name for name in named if not any((place / name).exists() for place in (readme.parent, ROOT))
               and not [*readme.parents[1].rglob(name)]]
    assert not lacking


@pytest.mark.parametrize("text", [text for text in INLINE if text.startswith("make ")])
def test_targets_named_in_the_text_exist(text):
    assert re.search(rf"^{shlex.split(text)[1]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("shown, written, lacks", [
    ([], "anything", None), (["a", "...", "c"], "a\nb\nc\n", None), (["...", "b  2", "..."], "a\n  b 2 and more\nc\n", None),
    (["a", "c"], "a\nb\nc\n", "c"), (["b", "..."], "a\nb\n", "b"), (["...", "c", "...", "a"], "a\nb\nc\n", "a"), (["a"], "a\nb\n", "..."),
])
def test_what_is_shown_is_looked_for_in_its_order(shown, written, lacks):
    assert missing(shown, written) == lacks
