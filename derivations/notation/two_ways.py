r"""Spellings that readers take in two ways and that a product or a power would silently misread: `x(0)`, `x^2(t)`, `x^{(2)}`, `1e-3`."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from .errors import NotationError
from .groups import continues
from .names import Names
from .tokens import Tex

LONG = 8
"""Tokens of a name that may be an argument; a longer one is a formula that a manuscript declares, and brackets around it are brackets."""
_OF_NUMBERS = {"+", "-", ".", "/", r"\frac", "{", "}", r"\infty"}


def lone_argument(names: Names, tokens: Sequence[Tex], place: int) -> str:
    """What stands between brackets that open at a place, where that is one name or only numbers; empty for anything else."""
    if not continues(tokens, place, ("(",)):
        return ""
    inner = names.match(list(tokens), place + 1)
    if inner is not None and inner[1] <= LONG and continues(tokens, place + 1 + inner[1], (")",)):
        return inner[0].latex
    end = place + 1
    while end < len(tokens) and (tokens[end].text in _OF_NUMBERS or tokens[end].text.isdigit()):
        end += 1
    if end == place + 1 or not continues(tokens, end, (")",)):
        return ""
    return "".join(token.text for token in tokens[place + 1:end])


def refuse_bracketed_exponent(names: Names, inner: Sequence[Tex], before: Token | None) -> None:
    """Raise NotationError for an exponent such as (2) or (n): a power to one reader, a derivative or an index to another."""
    if before is None or before.type not in ("NAME", "RPAR", "RSQUARE") or getattr(before.value, "latex", "") == "e":
        return
    inside = lone_argument(names, inner, 0)
    if inside and inner[0].plain and inner[-1].text == ")":
        raise NotationError(f"the exponent ({inside}) reads two ways: the power {inside}, or an index or the order of a derivative; for "
                            f"the power write ^{{{inside}}}, for another quantity declare a name", inner[0].column)


def refuse_exponent_of_ten(tokens: Sequence[Tex], place: int, number: str, end: int) -> None:
    """Raise NotationError where an e stands directly behind a number, with a sign or digits behind it: 1e-3, 2e5."""
    if not continues(tokens, place, ("e",)) or tokens[place].column != end or place + 1 >= len(tokens):
        return
    after = tokens[place + 1]
    if after.column != end + 1 or not (after.text.isdigit() or (after.text in "+-" and place + 2 < len(tokens)
                                                                and tokens[place + 2].text.isdigit())):
        return
    sign = after.text if after.text in "+-" else ""
    digits = tokens[place + 2].text if sign else after.text
    raise NotationError(f"{number}e{sign}{digits} reads two ways: {number} times 10^{{{sign.replace('+', '')}{digits}}}, or {number} times "
                        f"Euler's number{f' {sign} {digits}' if sign else f' times {digits}'}; write the one that is meant",
                        tokens[place].column)


def coefficient_behind(names: Names, tokens: Sequence[Tex], place: int, out: Sequence[Token]) -> bool:
    r"""Whether a number stands between two factors and belongs to the one behind it, as in `\eta_w 2\mu` and `\operatorname{sgn}(\mu)2\mu`.

    Only behind a subscript or a function's argument: `x2y` and `(x + 1)2y` may have lost a script.
    """
    after = place
    while after < len(tokens) and tokens[after].text.isdigit():
        after += 1
    if not out or after >= len(tokens):
        return False
    if names.match(list(tokens), after) is None and tokens[after].text not in (r"\|", r"\sqrt", r"\frac", r"\left", "("):
        return False
    last = out[-1]
    if last.type == "NAME":
        return "_" in getattr(last.value, "latex", "")
    return last.type == "RPAR" and _of_a_function(out)


def _of_a_function(out: Sequence[Token]) -> bool:
    depth = 0
    for at in range(len(out) - 1, -1, -1):
        depth += {"RPAR": 1, "LPAR": -1}.get(out[at].type, 0)
        if depth == 0:
            return at > 0 and out[at - 1].type in ("ELEMENTARY", "FUNCTION", "EXTREME")
    return False
