"""Nested lists in round brackets, as SMT-LIB and FPCore write them."""

from __future__ import annotations

import re

from .problem import Unsaid

TOKEN = re.compile(r';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()\[\]]|[^\s()\[\]|";]+')
Nested = str | list


def nested(text: str) -> list:
    """The lists of a text. Raises Unsaid where brackets do not match."""
    stack: list[list] = [[]]
    for token in TOKEN.findall(text):
        if token.startswith(";"):
            continue
        if token in "([":
            stack.append([])
        elif token in ")]":
            if len(stack) == 1:
                raise Unsaid("brackets that do not match")
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(token)
    if len(stack) > 1:
        raise Unsaid("brackets that do not match")
    return stack[0]
