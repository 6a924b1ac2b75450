"""Where the page of a claim stands: its id, turned into a path that every file system and every browser takes, and back.

Letters, digits, points, hyphens and underscores stay; `:` becomes `~`; any other character becomes its code between plus signs. A name
that the site needs for a page of its own is taken apart by the code of its first letter. So `kunin2024/27` is `kunin2024/27.html` and
`kunin2024/fig-3:agreement` is `kunin2024/fig-3~agreement.html`, and no two ids share a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from theoremtest.derivations.errors import TheoremtestError

ASSETS = "assets"
"""The folder of style, script and figures."""
GUIDE = "guide"
"""The folder of the guide."""
OF_PAPERS, OF_CLAIMS = frozenset({ASSETS, GUIDE, "coq"}), frozenset({"index", "graph"})
"""Names that are taken: in the site's folder, and in the folder of each paper."""
_KEPT = re.compile(r"[A-Za-z0-9._-]")
_CODE = re.compile(r"\+([0-9a-f]+)\+|~")


def page_of(identity: str) -> str:
    """The path of a claim's page from the site's root. Raises TheoremtestError for an id without a paper or a place."""
    paper, _, place = identity.partition("/")
    if not paper or not place:
        raise TheoremtestError(f"{identity!r} is no id of a claim: it has the form paper/place, for instance kunin2024/27")
    return f"{folder_of(paper)}/{_safe(place, OF_CLAIMS)}.html"


def folder_of(paper: str) -> str:
    """The folder of a paper, by its key."""
    return _safe(paper, OF_PAPERS)


def identity_of(page: str) -> str:
    """The id whose page this is."""
    folder, _, name = page.removesuffix(".html").partition("/")
    return f"{_plain(folder)}/{_plain(name)}"


def _safe(name: str, taken: frozenset[str]) -> str:
    """A name as a file is called. Points alone, or at the start, mean something else to a file system."""
    first = _coded(name[0]) if name.lower() in taken or name[0] == "." else ""
    return first + "".join(letter if _KEPT.match(letter) else "~" if letter == ":" else _coded(letter) for letter in name[bool(first):])


def _coded(letter: str) -> str:
    return f"+{ord(letter):x}+"


def _plain(name: str) -> str:
    return _CODE.sub(lambda found: ":" if found.group() == "~" else chr(int(found.group(1), 16)), name)


def pages(identities: Iterable[str]) -> dict[str, str]:
    """The page of each id. Raises TheoremtestError where two differ in nothing but capitals, which some file systems do not tell apart."""
    found, seen = {}, {}
    for identity in identities:
        page = page_of(identity)
        other = seen.setdefault(page.lower(), identity)
        if other != identity:
            raise TheoremtestError(f"{other} and {identity} differ in capital letters alone; their pages would be one file on some systems")
        found[identity] = page
    return found
