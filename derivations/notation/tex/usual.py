r"""What stands for something else in LaTeX's usual packages, as definitions; a manuscript's own of the name goes before."""

from __future__ import annotations

from .gullet import macros_of

_TEXT = r"""
\newcommand{\ensuremath}[1]{#1} \newcommand{\mathord}[1]{#1} \newcommand{\mathbin}[1]{#1}
\newcommand{\mathrel}[1]{#1} \newcommand{\mathopen}[1]{#1} \newcommand{\mathclose}[1]{#1} \newcommand{\mathop}[1]{#1}
\newcommand{\coloneqq}{=} \newcommand{\defeq}{=} \newcommand{\eqdef}{=} \newcommand{\triangleq}{=} \newcommand{\eqqcolon}{=}
\newcommand{\bm}[1]{\boldsymbol{#1}} \newcommand{\pmb}[1]{\boldsymbol{#1}} \newcommand{\boldmath}[1]{\boldsymbol{#1}}
\DeclarePairedDelimiter{\norm}{\|}{\|} \DeclarePairedDelimiter{\abs}{|}{|}
\newcommand{\mleft}{\left} \newcommand{\mright}{\right} \newcommand{\rightarrow}{\to} \newcommand{\longrightarrow}{\to}
\DeclareMathOperator{\tr}{tr} \DeclareMathOperator{\Tr}{Tr} \DeclareMathOperator{\rank}{rank} \DeclareMathOperator{\sign}{sign}
\DeclareMathOperator{\diag}{diag} \DeclareMathOperator{\Var}{Var} \DeclareMathOperator{\Cov}{Cov} \DeclareMathOperator{\vect}{vect}
\DeclareMathOperator{\sgn}{sgn} \newcommand{\E}{\mathbb{E}} \newcommand{\R}{\mathbb{R}} \newcommand{\argmin}{\arg\min}
"""
USUAL = macros_of(_TEXT)
"""Macros by name."""
