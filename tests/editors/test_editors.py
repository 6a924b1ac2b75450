"""What `editors/` gives to editors: each part runs in its editor where that is installed, the extension for VS Code in Node with stand-ins
for the two modules that VS Code brings; and all name the server and its options as they are."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from theoremtest.reports.cli import program

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "editors"
STAND_IN = """
const Module = require("module");
const said = { errors: [], commands: [] };
const settings = { command: %(command)s, runClaims: true };
const modules = {
  vscode: {
    commands: { registerCommand: (name, run) => { said.commands.push(name); said.run = run; return {}; } },
    window: { showErrorMessage: (text) => said.errors.push(text) },
    workspace: { isTrusted: %(trusted)s, getConfiguration: () => ({ get: (name) => settings[name] }),
                 createFileSystemWatcher: (pattern) => ({ pattern }) },
  },
  "vscode-languageclient/node": { LanguageClient: class {
    constructor(id, name, server, client) { said.server = server; said.client = client; }
    async start() { said.starts = (said.starts || 0) + 1; if (%(fails)s) throw new Error("ENOENT"); }
    async stop() { said.stops = (said.stops || 0) + 1; }
  } },
};
const load = Module._load;
Module._load = (name, ...rest) => modules[name] || load(name, ...rest);
(async () => {
  const extension = require(%(extension)s);
  await extension.activate({ subscriptions: [] });
  await said.run();
  await extension.deactivate();
  console.log(JSON.stringify(said));
})();
"""


def extension(trusted=True, fails=False, command=("theoremtest", "lsp", "--ledger-only")):
    """What the extension does when it is started, started again and ended."""
    if shutil.which("node") is None:
        pytest.skip("there is no Node here")
    text = STAND_IN % {"command": json.dumps(command), "trusted": json.dumps(trusted), "fails": json.dumps(fails),
                       "extension": json.dumps(str(EDITORS / "vscode" / "extension.js"))}
    done = subprocess.run(["node", "-e", text], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_extension_starts_the_server_and_starts_it_again():
    said = extension()
    assert said["server"] == {"command": "theoremtest", "args": ["lsp", "--ledger-only"]} and said["commands"] == ["theoremtest.restart"]
    assert said["starts"] == 2 and said["stops"] == 2 and not said["errors"]
    assert said["client"]["initializationOptions"] == {"runClaims": True}


def test_a_folder_that_is_not_trusted_runs_no_program_of_its_own():
    said = extension(trusted=False, command=["./evil"])
    assert said["server"] == {"command": "theoremtest", "args": ["lsp"]} and said["client"]["initializationOptions"] == {"runClaims": False}


def test_a_server_that_is_missing_is_told_with_the_repair():
    said = extension(fails=True)
    assert "pip install 'theoremtest[editor]'" in said["errors"][0]


def test_the_extension_declares_what_it_uses():
    declared, text = json.loads((EDITORS / "vscode" / "package.json").read_text()), (EDITORS / "vscode" / "extension.js").read_text()
    named = set(declared["contributes"]["configuration"]["properties"]) | {one["command"] for one in declared["contributes"]["commands"]}
    assert {f"theoremtest.{name}" for name in re.findall(r'settings\.get\("(\w+)"\)', text)} <= named and "theoremtest.restart" in named
    assert set(declared["dependencies"]) == {"vscode-languageclient"} and (EDITORS / "vscode" / declared["main"]).is_file()


def test_all_name_the_server_as_it_is():
    settings = [EDITORS / "vscode" / "package.json", EDITORS / "neovim" / "theoremtest.lua", EDITORS / "emacs" / "theoremtest.el"]
    assert all(re.search(r'"theoremtest",?\s+"lsp"', path.read_text()) for path in settings)
    done = CliRunner().invoke(program.app, ["lsp", "--help"], env={"COLUMNS": "200"})
    assert done.exit_code == 0 and "--ledger-only" in re.sub(r"\x1b\[[\d;]*m", "", done.output)


def test_the_settings_for_emacs_close_what_they_open():
    text = re.sub(r'(?m)^\s*;.*$|"(?:\\.|[^"\\])*"', "", (EDITORS / "emacs" / "theoremtest.el").read_text())
    depth = [0]
    for sign in re.findall("[()]", text):
        depth.append(depth[-1] + (1 if sign == "(" else -1))
    assert depth[-1] == 0 and min(depth) == 0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("emacs") is None, reason="there is no Emacs here")
def test_emacs_loads_its_settings(tmp_path):
    done = subprocess.run(["emacs", "-Q", "--batch", "-l", EDITORS / "emacs" / "theoremtest.el", "--eval",
                           "(princ (alist-get '(tex-mode latex-mode LaTeX-mode) eglot-server-programs nil nil #'equal))"],
                          capture_output=True, text=True)
    if "Cannot open load file" in done.stderr:
        pytest.skip("this Emacs has no Eglot")
    assert done.returncode == 0 and "theoremtest-contact" in done.stdout, done.stderr


def nvim():
    """Neovim, where it is one that the settings are for."""
    found = shutil.which("nvim")
    said = subprocess.run([found, "--version"], capture_output=True, text=True).stdout if found else ""
    version = re.match(r"NVIM v(\d+)\.(\d+)", said)
    return found if version and (int(version[1]), int(version[2])) >= (0, 8) else None


@pytest.mark.slow
@pytest.mark.skipif(nvim() is None, reason="there is no Neovim from 0.8 on here")
def test_neovim_shows_what_is_refuted(tmp_path):
    (tmp_path / "theoremtest-ledger.json").write_text("[]")
    paper = tmp_path / "paper.tex"
    paper.write_text('% theoremtest: paper mine2026 "A note"\n% theoremtest: let x\n% theoremtest: claim eq:a\n\\[ x^2 \\geq 1 \\]\n')
    command = json.dumps([sys.executable, "-m", "theoremtest", "lsp"]).replace("[", "{").replace("]", "}")
    waits = "lua vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 and vim.diagnostic.get(0)[1].code == 'refuted' end, 100)"
    done = subprocess.run([nvim(), "--headless", "-u", "NONE", "--cmd", f"lua vim.g.theoremtest_command = {command}", "--cmd",
                           f"luafile {EDITORS / 'neovim' / 'theoremtest.lua'}", str(paper), "-c", waits, "-c",
                           "lua for _, one in ipairs(vim.diagnostic.get(0)) do print(one.code) end", "-c", "qa!"],
                          cwd=tmp_path, capture_output=True, text=True)
    assert "refuted" in done.stderr + done.stdout
