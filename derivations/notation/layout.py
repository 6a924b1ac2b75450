r"""What a display holds that is none of its formula: a closed list of commands that place, number or colour what is printed, and the
environments around it. Whatever is not in these lists is part of what is read."""

from __future__ import annotations

from .tex import Kind, Token, listed
from .tex.spans import Spans

PAIRED = {"align", "alignat", "flalign", "xalignat", "aligned", "alignedat"}
"""Environments in whose rows every second & begins another column of equations."""
ENVIRONMENTS = set(listed("equation align gather multline eqnarray displaymath math alignat xalignat flalign dmath dgroup IEEEeqnarray"))
"""Displays; with a star or without."""
WRAPPERS = {"split", "aligned", "gathered", "alignedat", "IEEEeqnarraybox", "subequations", "multlined"}
"""What may stand around rows inside of a display."""
_WITH_GROUP = {"alignat", "xalignat", "alignedat", "IEEEeqnarray", "IEEEeqnarraybox"}
_WITH_BRACKETS = {"aligned", "gathered", "alignedat", "multlined", "IEEEeqnarray", "IEEEeqnarraybox", "dmath", "dgroup"}

SPACES = {r"\,", r"\;", r"\:", r"\!", r"\>", r"\ ", "~", r"\thinspace", r"\medspace", r"\thickspace", r"\negthinspace", r"\enspace"}
"""Narrow spaces, which say nothing."""
WIDE = {r"\quad", r"\qquad", r"\enskip", r"\hfill", r"\hfil"}
"""Wide spaces, which may stand between two formulas."""
NO_INK = dict.fromkeys(listed(
    r"\nonumber \notag \yesnumber \IEEEnonumber \IEEEyesnumber \IEEEeqnarraynumspace \displaystyle \textstyle \scriptstyle "
    r"\scriptscriptstyle \displaylimits \allowbreak \nobreak \strut \mathstrut \xspace \displaybreak \noindent \centering "
    r"\small \footnotesize \scriptsize \normalsize \begingroup \endgroup \bgroup \egroup \smash \qedhere"), 0) | dict.fromkeys(listed(
        r"\label \tag \phantom \hphantom \vphantom \color \textcolor \vspace \pagebreak"), 1)
"""Commands that print no part of a formula, with the number of arguments that are theirs."""
ENDS_A_PROOF = {r"\qed", r"\qedsymbol", r"\square", r"\blacksquare", r"\Box"}
"""The box at the end of a proof; before its end it may be an operator."""
_BRACKETS_FOLLOW = {r"\displaybreak", r"\color", r"\textcolor", r"\pagebreak", r"\smash"}
ARGUMENTS = {**dict.fromkeys(listed(
    r"_ ^ \sqrt \text \textrm \mbox \operatorname \mathbf \mathrm \mathcal \mathbb \mathsf \mathfrak \boldsymbol \bar \hat \tilde \vec "
    r"\overline \underline \widehat \widetilde \check \breve \dot \ddot \boxed \fbox \underbrace \overbrace"), 1),
    **dict.fromkeys(listed(r"\frac \dfrac \tfrac \overset \underset \stackrel"), 2)}
"""How many arguments commands take that are read."""
REFERENCES = {r"\eqref", r"\ref", r"\cref", r"\Cref", r"\autoref"}
"""What prints the number of something else."""


def environment(token: Token) -> str:
    """The display or wrapper that begins or ends with a token, without its star; empty for any other."""
    name = token.name.removesuffix("*") if token.kind in (Kind.BEGIN, Kind.END) else ""
    return name if name in ENVIRONMENTS or name in WRAPPERS else ""


def past_opening(spans: Spans, place: int) -> int:
    r"""Behind `\begin{alignat}{2}` and its like, with what belongs to it."""
    name = environment(spans.tokens[place])
    place += 1
    if name in _WITH_BRACKETS:
        place = spans.optional(place)
    at = spans.past_blank(place)
    if name in _WITH_GROUP and at in spans.closing:
        place = spans.closing[at] + 1
    return place


def past_no_ink(spans: Spans, place: int) -> int:
    """Behind a command of layout and its arguments; the place itself where none stands."""
    token = spans.tokens[place]
    if token.kind is not Kind.COMMAND or token.text not in NO_INK:
        return place
    place += 1
    at = spans.past_blank(place)
    if token.text == r"\tag" and at < len(spans.tokens) and spans.tokens[at].text == "*":
        place = at + 1
    if token.text in _BRACKETS_FOLLOW:
        place = spans.optional(place)
    for _ in range(NO_INK[token.text]):
        _, _, place = spans.argument(place, token)
    return place
