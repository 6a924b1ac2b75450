"""A repository of a user's own, and the program run in it as if each command were a process of its own."""

import sys

from typer.testing import CliRunner

from helpers.own_claims import FALSE, TRUE, forget
from theoremtest.reports.cli import program
from theoremtest.reports.repository import LEDGER
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.workspace import Workspace

PRINTED = ("@claim(MINE, 'Eq. (9)')\ndef misprint():\n    'A misprint.'\n    right = Equal(" + TRUE + ", on=Domain(over=[x]))\n"
           "    return Printed(Equal(" + FALSE + ", on=Domain(over=[x])), erratum=Erratum('wrong', 'a term is lost', right))\n")


class Repository:
    """A folder of hers."""

    def __init__(self, folder, cache):
        for name in [name for name in sys.modules if name.startswith("claims_")]:  # left by a test before, it would take the name of hers
            del sys.modules[name]
        self.folder, self.cache, self.before = folder, cache, set(sys.modules)

    def write(self, text, name="claims_mine.py"):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def opened(self):
        self.forget()
        place = Workspace.here(self.folder)
        place.folder = self.cache
        return place

    def __call__(self, *words, code=0):
        jobs = ("--jobs", "1") if words[0] in ("verify", "accept", "errata", "report", "mutate", "certify") else ()
        done = CliRunner().invoke(program.app, [*words, *jobs], obj=self.opened())
        assert done.exit_code == code, (words, done.output, done.exception)
        return done.output

    def forget(self):
        forget(self.folder, self.before)

    @property
    def records(self):
        return ledger_file.read(self.folder / LEDGER, whole=True)

    @property
    def files(self):
        return {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file()}
