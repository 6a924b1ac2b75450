"""A paper's equation leads to its file: the name of a module ends in the range of equations that have claims in it, and in no other."""

import ast
import re
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from theoremtest.derivations import papers
from theoremtest.derivations.language import claims_in

RANGES = re.compile(r"_eq((?:_?(?:and_)?\d+)+)$")
NUMBER = re.compile(r"Eq\. \((?:([A-Z]|\d+)\.)?(\d+)[a-z]?\)")


def ranges(module: str) -> list[tuple[int, int]]:
    """`a2_eq103_and_111_115` holds 103 and 111 to 115; where a thesis counts by chapter, `s1_5_eq17_26` holds (1.17) to (1.26)."""
    found = RANGES.search(module)
    parts = [tuple(map(int, part.split("_"))) for part in found[1].split("_and_")] if found else []
    return [(part[0], part[-1]) for part in parts]


def equations(name: str) -> set[int]:
    """The numbers of the equations with a claim in a module; `Eq. (12a)` is one of (12), and `Eq. (1.12)` one of 12."""
    places = (re.fullmatch(NUMBER, claim.where) for claim in claims_in(import_module(name)))
    return {int(place[2]) for place in places if place}


def chapters(name: str) -> set[str]:
    """The chapters of a module's equations, where a thesis counts by chapter."""
    places = (re.fullmatch(NUMBER, claim.where) for claim in claims_in(import_module(name)))
    return {place[1] for place in places if place and place[1]}


def without_claims(package) -> set[tuple[str, int]]:
    """Chapter, if any, and number of what the paper's table of places marks as definitions or as no claims."""
    table = tomllib.loads((Path(package.__file__).parent / papers.TABLE).read_text("utf-8"))
    marked = (re.fullmatch(NUMBER, place)
              for section in table.values() for place, what in section.items() if isinstance(what, dict))
    return {(place[1] or "", int(place[2])) for place in marked if place}


@pytest.fixture(scope="module", params=sorted(papers.installed_papers().values()), ids=lambda name: name.rpartition(".")[2])
def paper(request):
    return import_module(request.param)


def test_the_range_in_a_module_s_name_is_that_of_its_equations(paper):
    bare = without_claims(paper)
    for found in iter_modules(paper.__path__):
        held, named = equations(f"{paper.__name__}.{found.name}"), ranges(found.name)
        assert {end for span in named for end in span} <= held, found.name
        inside = {number for first, last in named for number in range(first, last + 1)}
        assert held <= inside, found.name
        chapter = next(iter(chapters(f"{paper.__name__}.{found.name}")), "")
        missing = {number for number in inside - held if (chapter, number) not in bare}
        assert not missing, f"{found.name} names {sorted(missing)} and has no claim of it"


def test_a_module_s_equations_are_of_its_chapter(paper):
    for found in iter_modules(paper.__path__):
        named = chapters(f"{paper.__name__}.{found.name}")
        assert named <= {found.name[0].upper() if found.name[0] != "s" else found.name.partition("_")[0][1:]}, found.name


def test_every_module_is_a_section_or_notation(paper):
    """`s3_2_...` is Section 3.2, `a2_...` Appendix A.2; what sections share is `..._notation`."""
    for found in iter_modules(paper.__path__):
        assert re.match(r"[a-z]\d*_", found.name) or found.name.endswith("notation"), found.name
        if found.name.endswith("notation"):
            assert not claims_in(import_module(f"{paper.__name__}.{found.name}")), found.name


@pytest.mark.parametrize("name, expected", [
    ("b2_deep_eq116_118", [(116, 118)]), ("a2_5_basins_eq33", [(33, 33)]), ("a2_closed_form_eq28_and_32", [(28, 28), (32, 32)]),
    ("b1_3_entropy_eq103_and_111_115", [(103, 103), (111, 115)]), ("s5_regimes", []),
])
def test_ranges_are_read_from_names(name, expected):
    assert ranges(name) == expected


def test_claims_are_not_hidden_behind_their_helpers(paper):
    """What a section needs before its first claim fits on a screen; more of it is notation."""
    for file in Path(paper.__file__).parent.glob("*.py"):
        body = ast.parse(file.read_text("utf-8")).body
        imported = [node.end_lineno for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
        claimed = [node.decorator_list[0].lineno for node in body if isinstance(node, ast.FunctionDef)
                   and any("claim(" in ast.unparse(decorator) for decorator in node.decorator_list)]
        if imported and claimed:
            assert claimed[0] - imported[-1] <= 45, file.name
