"""Values of a counterexample, written as text in the ledger, read back for printing: rationals, decimals with their errors, matrices."""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction

from .unicode_formula import unicode_formula

_RATIONAL = re.compile(r"(?P<sign>-?)(?P<top>\d+)(?:/(?P<bottom>\d+))?")
_DECIMAL = re.compile(r"(?P<lead>-?\d+(?:\.\d+)?)(?:[eE](?P<power>[+-]?\d+))?")
_ENDLESS = {"oo": r"\infty", "-oo": r"-\infty", "infinity": r"\infty", "-infinity": r"-\infty"}
_TENS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)[eE]([+−-]?\d+)(?!\w)")
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_MATRIX = re.compile(r"(?:Immutable)?(?:Dense)?(?:Matrix)?\(?\s*(?P<rows>\[.*\])\s*\)?", re.DOTALL)


_NUMERAL = re.compile(r"-?(?:\d+/\d+|\d+\.\d+(?:[eE][+-]?\d+)?|\d+(?:[eE][+-]?\d+)?)")
_LISTED = re.compile(r"'([^',\[\]]*)'")
LONG = 9
"""A numeral with more digits is rounded where it is shown."""


def tens(text: str) -> str:
    """A text with its numbers' powers of ten as they are printed: `1.5e-12` is `1.5 × 10⁻¹²`."""
    def printed(found: re.Match[str]) -> str:
        power = str(int(found.group(2).replace("−", "-"))).translate(_RAISED)
        return f"10{power}" if found.group(1) == "1" else f"{found.group(1)} × 10{power}"
    return _TENS.sub(printed, text)


def rounded(text: str, beside: str = "") -> str:
    """A value whose numerals have many digits, with as few as tell it apart from the one beside it, six at least; any other as it is."""
    if max((sum(letter.isdigit() for letter in found.group()) for found in _NUMERAL.finditer(text)), default=0) <= LONG:
        return text
    return next((few for digits in range(6, 40) if (few := _to_digits(text, digits)) != _to_digits(beside, digits)), text)


def _to_digits(text: str, digits: int) -> str:
    plain = re.sub(r"^\[(.*)\]$", r"(\1)", _LISTED.sub(r"\1", text)) if "'" in text else text
    return _NUMERAL.sub(lambda found: _few(found.group(), digits), plain).replace("-", "−")


def _few(numeral: str, digits: int) -> str:
    if sum(letter.isdigit() for letter in numeral) <= LONG:
        return numeral
    top, bottom = Fraction(numeral).as_integer_ratio()
    return f"{Context(prec=digits).divide(Decimal(top), Decimal(bottom)).normalize():g}"


def value_latex(text: str) -> str | None:
    """LaTeX of a number with or without its error, or of a list or matrix of them (a column prints as a transposed row); else None."""
    text = text.strip()
    number = _number(text)
    if number is not None:
        return number
    matrix = _MATRIX.fullmatch(text)
    if matrix is None:
        return None
    rows = _rows(matrix.group("rows"))
    if rows is None:
        return None
    if all(len(row) == 1 for row in rows) and len(rows) > 1:
        return r"\left(" + ",\\, ".join(row[0] for row in rows) + r"\right)^{\top}"
    return r"\left[\begin{matrix}" + r" \\ ".join(" & ".join(row) for row in rows) + r"\end{matrix}\right]"


def _number(text: str) -> str | None:
    text = text.strip()
    value, between, error = text.partition("±")
    if between:
        parts = _number(value), _number(error)
        return None if None in parts else rf"{parts[0]} \pm {parts[1]}"
    if match := _RATIONAL.fullmatch(text):
        sign, top, bottom = match.group("sign", "top", "bottom")
        return f"{sign}{top}" if bottom is None else rf"{sign}\frac{{{top}}}{{{bottom}}}"
    if match := _DECIMAL.fullmatch(text):
        lead, power = match.group("lead", "power")
        return lead if power is None else rf"10^{{{int(power)}}}" if lead == "1" else rf"{lead} \times 10^{{{int(power)}}}"
    return _ENDLESS.get(text)


def _rows(text: str) -> list[list[str]] | None:
    body = text.strip()[1:-1].strip()
    if body.startswith("["):
        if not re.fullmatch(r"\[[^\[\]]*\](\s*[,;]\s*\[[^\[\]]*\])*", body):
            return None
        lines = re.findall(r"\[([^\[\]]*)\]", body)
    else:
        lines = body.split(";" if ";" in body else ",")
    rows = [[_number(entry) for entry in line.split(",")] for line in lines]
    if not rows or any(entry is None for row in rows for entry in row) or len({len(row) for row in rows}) > 1:
        return None
    return rows


def value_text(text: str) -> str:
    """A value for the terminal: rationals and their matrices as a line of Unicode, anything else as it stands with a true minus sign."""
    latex = value_latex(text)
    if latex is None:
        return re.sub(r"^-(?=\d)", "−", text)
    return unicode_formula(latex)
