"""Calls that no honest assistant makes, by a seed: broken types, ways out of the folder, code in place of formulas, formulas that blow up,
and false statements in every dress. `SECRET` stands in files that no answer may ever hold a word of."""

from __future__ import annotations

import random
from collections.abc import Iterator

SECRET = "secretsecretsecret"
TOOLS = ("check", "try", "refute", "needs", "errata", "referee", "search")
FALSE = (
    ("x^2 \\geq x", ["let x"]), ("e^{\\log x} = x + 1", ["let x > 0"]), ("\\frac{1}{x} > 0", ["let x"]), ("\\sqrt{x^2} = x", ["let x"]),
    ("\\log(x^2) = 2 \\log x + 1", ["let x > 0"]), ("A B = B A", ["let A, B \\in \\mathbb{R}^{n \\times n}"]),
    ("e^{\\log x} \\geq x - 1", ["let x"]), ("\\log(x) - \\log(x) < 1", ["let x"]), ("\\frac{x}{x} \\geq 1 - y^2", ["let x, y"]),
    ("\\tanh x \\geq x", ["let x > 0"]), ("x = x + 1", ["let x"]), ("0 \\cdot \\log x > -1", ["let x"]))
"""Statements that fail at a point of their domain, or have no value there."""
TEXTS = (
    "__import__('os').system('id')", "().__class__.__bases__[0].__subclasses__()", "open('/etc/passwd').read() == 1", "x; import os",
    "lambda: 1",
    "\\input{/etc/passwd} = 1", "\\input{../outside.tex} = x", "\\write18{id} = 1", "\\def\\a{\\a\\a}\\a = 1",
    "\\newcommand{\\x}{\\x\\x}\\x = 1",
    "((((" * 200, "{" * 3000, "-" * 2000 + "1 = 1", "9^{9^{9^{9}}} = x", "9**9**9**9 == x", "x^{100000} \\cdot (1+x)^{100000} = 1",
    "\\sum_{k=1}^{10^{9}} k^k = 1", "\\int_0^\\infty e^{e^{e^t}} dt = 1", "x\u0000 = 1", "\u202ex = 1", "\U0001d465 = 1", "%", "", " ",
    "=", "= =", "1 =",
    "\\frac{}{} = 1", "\\begin{pmatrix} 1 \\end{matrix} = 1", "\\end{document} = 1", "$x = 1$ $", "\\]", "x = 1 % theoremtest: claim",
    "\\verb|x| = 1",
    "a" * 4000, "\\alpha" * 500, "1" * 3000 + " = x", "0.1e5 = x", "x = \\infty", "\\infty - \\infty = 0", "\\frac{1}{0} = 1",
    "\\log 0 < 1",
    "\\ifnum1=1 x \\else y \\fi = x", "\\csname input\\endcsname{/etc/passwd} = 1", "f'(x) = 1", "'; DROP TABLE claims; --", "\ud800 = 1")
PATHS = ("../outside.tex", "/etc/passwd", "/etc/passwd.tex", "a/../../outside.tex", "link.tex", "nothing.tex", ".", "", "paper.tex\0.tex",
         "~/outside.tex",
         "%2e%2e/outside.tex", "//outside.tex", "claims_mine.py", "file:///etc/passwd", "..\\outside.tex", "x" * 400 + ".tex", "folder.tex")
ODD = (None, True, 0, -1, 1e308, float("inf"), "x", [], {}, [[]], {"a": {"b": []}}, [None], "\x00", 10**30)
MANUSCRIPTS = (
    "\\input{../outside}\\[ x = 1 \\]", "% theoremtest: let x\n\\input{/etc/passwd}\n\\[ x = 1 \\]", "\\include{outside}\\[x\\]",
    "\\def\\a{\\a}\\a\\[ 1 = 1 \\]", "\\[" * 300, "$$" * 301, "% !TEX root = ../outside.tex\n\\[ x = 1 \\]", "\\begin{align}" * 50,
    "% theoremtest: kunin2024/26\n\\[ 1 = 1 \\]", "% theoremtest: ../../etc/passwd\n\\[ 1 = 1 \\]",
    "% theoremtest: let x\n\\[ x^2 \\geq x \\]", "\\usepackage{../outside}\\[ x = 1 \\]",
    "% theoremtest: paper evil2026 \"x\"\n% theoremtest: claim a\n\\[ 1 = 2 \\]")
CLAIMS = ("kunin2024/26", "26", "../../etc/passwd", "kunin2024/", "/", "nobody2026/1", "kunin2024/26\n", "\u0000", "*", "Eq. (26)",
          "__import__", "a" * 300)
TRIED = ("\\|\\beta_*\\|^2 - \\delta \\nu - \\nu^2", "\\|\\beta_*\\|^2 + \\delta \\nu - \\nu^2", "0 = 0")


def calls(seed: int, number: int) -> Iterator[tuple[str, dict, bool]]:
    """(tool, arguments, whether it states something false) of as many calls."""
    chance = random.Random(seed)
    for _ in range(number):
        yield _call(chance)


def _call(chance: random.Random) -> tuple[str, dict, bool]:
    tool = chance.choice(TOOLS) if chance.random() < 0.98 else chance.choice(("eval", "", "Check", "../check", "x" * 300))
    if tool in ("check", "refute") and chance.random() < 0.4:
        statement, lines = chance.choice(FALSE)
        return tool, {"statement": _spaced(chance, statement), "declarations": list(lines), "seconds": chance.choice((0.3, 1))}, True
    asked = {
        "check": lambda: _statement(chance), "refute": lambda: _statement(chance) | {"at": {"x": _text(chance)[:400]}},
        "needs": lambda: _statement(chance) if chance.random() < 0.8 else {"claim": chance.choice(CLAIMS[2:])},
        "try": lambda: {"claim": chance.choice(CLAIMS), "formula": chance.choice(TRIED) if chance.random() < 0.2 else _text(chance),
                        "where": [_text(chance)[:400]] if chance.random() < 0.3 else []},
        "errata": lambda: {"claim": chance.choice(CLAIMS)} if chance.random() < 0.7 else {"paper": _text(chance)[:50] or "x", "limit": 1},
        "referee": lambda: {"path": chance.choice(PATHS)} if chance.random() < 0.5 else {
            "text": chance.choice(MANUSCRIPTS) + (_text(chance) if chance.random() < 0.5 else "")},
        "search": lambda: {"query": _text(chance)[:400] or "x", "limit": 1}}.get(tool, dict)()
    asked["seconds"] = 0.2
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        asked = _broken(chance, asked)
    return tool, asked, False


def _statement(chance: random.Random) -> dict:
    syntax = chance.choice(("latex", "python"))
    lines = [chance.choice(("let x", "let x > 0", "let y", "assume x > 0", "k = \\sqrt{x}", "let", "along", "forget all",
                            _text(chance)[:400]))
             for _ in range(chance.randrange(4))]
    return {"statement": _text(chance), "declarations": lines, "syntax": syntax}


def _text(chance: random.Random) -> str:
    text = chance.choice(TEXTS)
    if chance.random() < 0.3:
        place = chance.randrange(len(text) + 1)
        text = text[:place] + chance.choice(TEXTS)[:50] + text[place:]
    if chance.random() < 0.2:
        text = "".join(chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x110000)))) for _ in range(chance.randrange(60)))
    return "".join(letter for letter in text if not 0xD800 <= ord(letter) < 0xE000)[:4000]


def _spaced(chance: random.Random, text: str) -> str:
    return text.replace(" ", chance.choice((" ", "  ", "\n", " \\, "))) if chance.random() < 0.5 else text


def _broken(chance: random.Random, asked: dict) -> dict:
    if not asked or chance.random() < 0.3:
        return asked | {chance.choice(("statement", "seconds", "limit", "extra", "declarations", "path", "at", "")): chance.choice(ODD)}
    name = chance.choice(list(asked))
    if chance.random() < 0.5:
        return {key: value for key, value in asked.items() if key != name}
    return asked | {name: chance.choice(ODD)}
