r"""Macros mean what TeX makes of them at their place: in document order, within their group, and not where TeX does not come to."""

import pytest

from helpers.work import calls
from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.source import Source
from theoremtest.derivations.notation.tex import macros_of, spelled, written


def out(text, preamble=""):
    return "".join(spelled(written(Source.of(text), macros_of(preamble)))[0].split())


@pytest.mark.parametrize("text, made", [
    (r"\def\s{+}a\s b\def\s{-}a\s b", "a+ba-b"), (r"\def\s{+}{\def\s{-}a\s b}a\s b", "{a-b}a+b"),
    (r"\def\s{+}\begingroup\def\s{-}\endgroup a\s b", r"a+b"), (r"\newcommand{\s}{+}\renewcommand{\s}{-}a\s b", "a-b"),
    (r"\newcommand{\s}{+}\providecommand{\s}{-}a\s b", "a+b"), (r"\providecommand{\s}{-}a\s b", "a-b"),
    (r"\def\s{+}\let\r=\s\def\s{-}a\r b", "a+b"), (r"\iffalse\def\s{-}\fi\def\r{+}a\r b", "a+b"),
    (r"\newif\ifplus\plustrue a\ifplus+\else-\fi b", "a+b"), (r"\newif\ifplus a\ifplus+\else-\fi b", "a-b"),
    (r"\newcommand{\p}[2][x]{#1+#2}\p{y}\p[z]{y}", "x+yz+y"), (r"\def\pd[#1]#2{#1/#2}\pd[a]{b}", "a/b"),
    (r"\def\s{\t}\def\t{+}a\s b", "a+b"), (r"\DeclareMathOperator{\E}{\mathbb{E}}\E x", r"\mathbb{E}x"),
    ("a% \\def\\s{-}\n b", "ab"),
])
def test_definitions_hold_from_their_place_to_the_end_of_their_group(text, made):
    found = out(text).replace(r"\begingroup", "").replace(r"\endgroup", "")
    assert found == made


@pytest.mark.parametrize("loop", [r"\def\l{A,B}\@for\q:=\l\do", r"\@tfor\q:=AB\do"])
def test_a_loop_defines_a_command_for_each_of_a_list(loop):
    preamble = r"\makeatletter\newcommand{\n}[1]{\expandafter\newcommand\csname c#1\endcsname{[#1]}}" + loop + r"{\expandafter\n\q}"
    assert out(r"\cA\cB", preamble) == "[A][B]"


@pytest.mark.parametrize("text", [r"\def\a{\a}\a", r"\def\a{\a\a}\a", r"\newcommand{\a}{", r"\newcommand{\s}[1]{#1}\s{", r"\iffalse a",
                                  "".join(rf"\def\{chr(97 + i)}{{\{chr(98 + i)}\{chr(98 + i)}}}" for i in range(24)) + r"\a"])
def test_what_has_no_end_is_an_error_of_one_line(text):
    with pytest.raises(NotationError) as caught:
        written(Source.of(text), {})
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("piece", ["a", "{", r"\sq{", r"\begin{align}", "$", r"\iffalse", r"\left(", r"\def\a{b}", r"\\ ", "a & b ", "%\n"])
def test_the_work_grows_as_the_text_does(piece):
    text = r"\newcommand{\sq}[1]{#1}"
    short, long = (calls(lambda number=number: written(Source.of(text + number * piece), {})) for number in (300, 1200))
    assert long <= 4.5 * short
