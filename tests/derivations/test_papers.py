"""The library of claims: where papers are found, what is imported when, and that a claim's formulas are built when they are asked for."""

import os
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from theoremtest.derivations.errors import ClaimError, TheoremtestError, UnknownClaim
from theoremtest.derivations.papers import GROUP, Library, installed_papers, paper_order

NOTATION = """
from theoremtest.derivations.language import Domain, Equal, Paper, claim, real

x = real("x")
TOY = Paper(key="toy2026", authors="A. Author", title="Small identities", year=2026)
built = []


def doubled(number):
    built.append(number)
    return Equal(x + x + number, 2 * x + number, on=Domain(over=[x]))
"""
SECTION = """
from {package}.notation import TOY, claim, doubled


@claim(TOY, "Eq. ({number})", uses={uses!r})
def equation():
    '''Twice a number.'''
    return doubled({number})
"""


def claims_file(key: str, *numbers: int, uses=(), then: str = "") -> str:
    """The text of a file of claims of the paper `key`, and what stands below them."""
    head = f"from theoremtest import Domain, Equal, Paper, claim, real\nx = real('x')\nMINE = Paper('{key}', 'A.', 'T', 2026)\n"
    return head + "".join(f"@claim(MINE, 'Eq. ({number})', uses={list(uses)!r})\ndef e{number}():\n    'Twice.'\n"
                          "    return Equal(x + x, 2 * x, on=Domain(over=[x]))\n" for number in numbers) + then


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder on the path to write packages in; what is imported from it is forgotten after the test."""
    before = set(sys.modules)
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    yield folder
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.fixture
def package(site):
    """A paper's package of three sections, the second resting on the first; returns its name."""
    def make(name="toy_paper", extra=""):
        folder = site / name
        folder.mkdir()
        folder.joinpath("__init__.py").write_text("")
        folder.joinpath("notation.py").write_text(NOTATION)
        for number, uses in ((1, []), (2, ["toy2026/1"]), (10, [])):
            folder.joinpath(f"s{number}_part_eq{number}.py").write_text(SECTION.format(package=name, number=number, uses=uses))
        if extra:
            folder.joinpath("s4_extra.py").write_text(extra)
        return name
    return make


def distribution(site: Path, name: str, *points: str) -> None:
    """An installed distribution that names papers."""
    info = site / f"{name}-1.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    info.joinpath("entry_points.txt").write_text(f"[{GROUP}]\n" + "".join(f"{point}\n" for point in points))


def built(package: str) -> list:
    """The claim functions of a package that were called."""
    return sys.modules[f"{package}.notation"].built


# --- where papers are found ---------------------------------------------------------------------------------------------


def test_this_librarys_papers_are_its_folders_with_a_table_of_places():
    found = installed_papers()
    assert found["kunin2024"] == "theoremtest.derivations.kunin2024" and "xu2024" in found
    assert "language" not in found and "toolbox" not in found


def test_another_distribution_names_its_paper_by_an_entry_point(site, package):
    distribution(site, "theirs", f"toy2026 = {package()}")
    library = Library()
    assert {"kunin2024", "toy2026"} <= set(library.papers)
    assert library.find("toy2026/2")[0].title == "Twice a number"


@pytest.mark.parametrize("second", ["toy2026 = another", "kunin2024 = another"])
def test_two_packages_with_one_key_are_refused_and_both_named(site, package, second):
    distribution(site, "theirs", f"toy2026 = {package()}")
    distribution(site, "others", second)
    with pytest.raises(TheoremtestError, match=f"two packages hold a paper '{second.split()[0]}': .* and another|another and .*"):
        _ = Library().papers


def test_one_package_named_twice_is_one_paper(site, package):
    name = package()
    distribution(site, "theirs", f"toy2026 = {name}")
    distribution(site, "others", f"toy2026 = {name}")
    assert Library().papers["toy2026"] == name


def test_claims_stand_in_the_order_of_the_paper(package):
    assert [claim.id for claim in Library({"toy2026": package()}).registry()] == ["toy2026/1", "toy2026/2", "toy2026/10"]
    names = ["notation", "b1_2_b_eq92_96", "a2_closed_eq28", "s10_last", "a2_1_a_eq14_20", "s3_b_eq3_5", "s3_a_eq1_2", "b1_dynamics_eq73"]
    assert sorted(names, key=paper_order) == ["s3_a_eq1_2", "s3_b_eq3_5", "s10_last", "a2_closed_eq28", "a2_1_a_eq14_20",
                                             "b1_dynamics_eq73", "b1_2_b_eq92_96", "notation"]


def test_a_claim_in_another_papers_folder_is_an_error(package):
    with pytest.raises(ClaimError, match="other2026/1 at s4_extra.py.* folder of the paper 'toy2026'"):
        Library({"toy2026": package(extra=claims_file("other2026", 1))}).registry()


def test_the_graph_of_all_claims_is_checked(package):
    with pytest.raises(UnknownClaim, match="'toy2026/77'.*uses.*toy2026/5"):
        Library({"toy2026": package(extra=claims_file("toy2026", 5, uses=["toy2026/77"]))}).registry()


# --- what is built and imported when -----------------------------------------------------------------------------------


def test_no_statement_is_built_before_it_is_asked_for(package):
    name = package()
    library = Library({"toy2026": name})
    registry = library.registry()
    claim, _ = library.find("toy2026/2")
    assert (claim.id, claim.where, claim.title, claim.uses) == ("toy2026/2", "Eq. (2)", "Twice a number", ("toy2026/1",))
    assert registry.rests_on("toy2026/2") == ("toy2026/1",) and built(name) == []
    assert claim.statement is claim.statement and claim.erratum is None and claim.domain.latex() and claim.latex
    assert built(name) == [2]


@pytest.mark.slow
def test_importing_the_papers_builds_no_statement():
    program = ("from theoremtest.derivations.papers import Library\nregistry = Library().registry()\n"
               "print(len(registry), [claim.id for claim in registry if 'printed' in vars(claim)])")
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=600).stdout
    number, _, ids = told.strip().partition(" ")
    assert int(number) > 400 and ids == "[]"


def test_a_claim_function_that_returns_something_else_is_named(package):
    text = "from theoremtest import claim\nfrom toy_paper.notation import TOY\n@claim(TOY, 'Eq. (5)')\ndef none():\n    'Nothing.'\n"
    claim, _ = Library({"toy2026": package(extra=text)}).find("toy2026/5")
    with pytest.raises(ClaimError, match="toy2026/5 at s4_extra.py:3: .*got NoneType"):
        claim.statement  # noqa: B018  reading it builds it


def test_a_hint_spares_the_other_modules(package):
    name = package()
    hints = {"toy2026/2": f"{name}.s2_part_eq2", "toy2026/1": f"{name}.s1_part_eq1"}
    claim, registry = Library({"toy2026": name}).find("toy2026/2", hints)
    assert claim.id == "toy2026/2" and "toy2026/1" in registry and "toy2026/10" not in registry
    assert f"{name}.s10_part_eq10" not in sys.modules


@pytest.mark.parametrize("hint", ["{}.gone", "{}.gone.further", "{}.s1_part_eq1", "os.path", "", "{}"])
def test_a_hint_that_is_out_of_date_costs_time_and_nothing_else(package, hint):
    name = package()
    claim, registry = Library({"toy2026": name}).find("toy2026/10", {"toy2026/10": hint.format(name)})
    assert claim.id == "toy2026/10" and len(registry) == 3


def test_an_unknown_id_is_told_with_its_neighbours():
    library = Library()
    for wanted, near in (("kunin2024/2666", "kunin2024/26"), ("kunin2025/27", "kunin2024/27"), ("xu2024/thm-11", "xu2024/thm-1")):
        with pytest.raises(UnknownClaim, match=f"unknown claim '{wanted}'; nearest known: .*{near}"):
            library.find(wanted)
    with pytest.raises(UnknownClaim) as error:
        library.find("nobody1999/zzz")
    assert error.value.near == ()


ALONE = """
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify.cache import content
claim, registry = Library().find({claim_id!r}, {hints!r})
few = len(registry)
below = [content(registry[used].statement) for used in registry.rests_on(claim.id)]
alone = content(claim.statement)
full = Library().registry()
assert few < len(full), (few, len(full))
assert full[claim.id] is claim and content(full[claim.id].statement) == alone
print(alone, *below)
"""


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("claim_id", ["kunin2024/27"])
def test_one_claim_by_itself_is_the_claim_of_the_full_register(claim_id):
    from theoremtest.reports.verify.cache import content

    registry = Library().registry()
    hints = {claim.id: claim.module for claim in registry}
    script = ALONE.format(claim_id=claim_id, hints=hints)
    done = subprocess.run([sys.executable, "-"], input=script, text=True, capture_output=True, timeout=600)
    assert done.returncode == 0, done.stderr
    claims = [registry[claim_id], *(registry[used] for used in registry.rests_on(claim_id))]
    assert done.stdout.split() == [content(claim.statement) for claim in claims]


# --- files of one's own -------------------------------------------------------------------------------------------------


def test_a_file_of_claims_is_taken_in_once(site):
    file = site / "claims_mine.py"
    file.write_text(claims_file("mine2026", 1, 2))
    library = Library({})
    assert [claim.id for claim in library.add_file(file)] == ["mine2026/1", "mine2026/2"]
    assert library.add_file(file) and library.files == [file] and len(library.registry()) == 2
    assert library.find("mine2026/2")[0].id == "mine2026/2"


def test_files_of_one_name_and_neighbours_do_not_get_mixed_up(site):
    (site / "other").mkdir()
    (site / "claims_mine.py").write_text(claims_file("mine2026", 1))
    (site / "other" / "claims_mine.py").write_text("from helper_of_mine import KEY\n" + claims_file("other2026", 1))
    (site / "other" / "helper_of_mine.py").write_text("KEY = 1\n")
    library = Library({}, [site / "claims_mine.py", site / "other" / "claims_mine.py"])
    assert {claim.id for claim in library.registry()} == {"mine2026/1", "other2026/1"}


def test_a_file_that_rests_on_a_paper_brings_what_it_needs(site, package):
    name = package()
    file = site / "claims_mine.py"
    file.write_text(claims_file("mine2026", 1, uses=["toy2026/2"]))
    library = Library({"toy2026": name})
    library.add_file(file)
    assert library.find("mine2026/1")[1].rests_on("mine2026/1") == ("toy2026/2", "toy2026/1")


@pytest.mark.parametrize("text, message", [
    (claims_file("mine2026", 1, then="raise ValueError('no')\n"), "claims_mine.py cannot be imported: ValueError: no"),
    (claims_file("mine2026", 1, then="def broken(:\n"), "claims_mine.py cannot be imported: SyntaxError"),
    (claims_file("mine2026", 1, 2, uses=["mine2026/9"]), "claims_mine.py cannot be taken in: unknown claim 'mine2026/9'"),
    (claims_file("mine2026", 1) + claims_file("mine2026", 1), "claims_mine.py cannot be taken in: claim id 'mine2026/1'"),
    (claims_file("mine2026", 1, uses=["mine2026/2"]) + claims_file("mine2026", 2, uses=["mine2026/1"]), "claims rest on one another"),
])
def test_a_file_that_fails_half_way_leaves_nothing_behind(site, text, message):
    library, path = Library({}), list(sys.path)
    good, file = site / "claims_good.py", site / "claims_mine.py"
    good.write_text(claims_file("good2026", 1))
    library.add_file(good)
    file.write_text(text)
    with pytest.raises(TheoremtestError, match=message):
        library.add_file(file)
    assert library.files == [good] and "claims_mine" not in sys.modules and sys.path == path
    assert [claim.id for claim in library.registry()] == ["good2026/1"]
    with pytest.raises(UnknownClaim):
        library.find("mine2026/1")
    file.write_text(claims_file("mine2026", 1) + "# mended, and of another length than before\n")
    assert [claim.id for claim in library.add_file(file)] == ["mine2026/1"] and len(library.registry()) == 2


def test_a_file_may_not_take_an_id_of_a_paper(site, package):
    name = package()
    file = site / "claims_mine.py"
    file.write_text(claims_file("toy2026", 1))
    library = Library({"toy2026": name})
    with pytest.raises(TheoremtestError, match="claim id 'toy2026/1' at claims_mine.py:.* is taken by s1_part_eq1.py"):
        library.add_file(file)
    assert len(library.registry()) == 3


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(TheoremtestError, match="no file of claims at .*claims_none.py"):
        Library({}, [tmp_path / "claims_none.py"])


# --- sent to a worker ---------------------------------------------------------------------------------------------------


def test_a_library_is_sent_by_its_names_and_its_claims_found_again(site, package):
    file = site / "claims_mine.py"
    file.write_text(claims_file("mine2026", 1, uses=["toy2026/2"]))
    name = package()
    library = Library({"toy2026": name}, [file])
    library.registry()
    sent = pickle.dumps(library)
    again = pickle.loads(sent)
    assert len(sent) < 1000 and (again.papers, again.files) == (library.papers, library.files)
    assert again.find("mine2026/1")[0] is library.find("mine2026/1")[0] and built(name) == []


@pytest.mark.slow
def test_another_process_finds_the_claims_of_a_file(tmp_path):
    file = tmp_path / "claims_mine.py"
    file.write_text(claims_file("mine2026", 1))
    (tmp_path / "library").write_bytes(pickle.dumps(Library({}, [file])))
    program = textwrap.dedent("""
        import pickle, sys
        claim, registry = pickle.load(open(sys.argv[1], "rb")).find("mine2026/1")
        print(claim.id, len(registry), claim.statement.latex())""")
    told = subprocess.run([sys.executable, "-c", program, str(tmp_path / "library")], capture_output=True, text=True, timeout=600)
    assert told.stdout.startswith("mine2026/1 1 "), told.stderr


def test_files_of_claims_may_rest_on_one_another_and_come_in_all_or_none(tmp_path):
    first, second = tmp_path / "claims_first.py", tmp_path / "claims_second.py"
    first.write_text(claims_file("one2026", 1, uses=["two2026/1"]))
    second.write_text(claims_file("two2026", 1))
    library = Library({})
    assert [claim.id for claim in library.add_files([first, second])] == ["one2026/1", "two2026/1"]
    assert [claim.id for claim in library.around(library.claims_of("one2026"))] == ["one2026/1", "two2026/1"]
    assert library.file_of("two2026/1") == second and library.file_of("kunin2024/1") is None
    second.write_text("import theoremtest\nraise SystemExit(3)\n")
    del sys.modules["claims_first"], sys.modules["claims_second"]
    library = Library({})
    with pytest.raises(TheoremtestError, match=r"claims_second.py cannot be imported: SystemExit: 3 \(line 2\)"):
        library.add_files([first, second])
    assert library.files == [] and "claims_first" not in sys.modules


def test_an_edit_within_the_same_second_and_of_the_same_size_is_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "claims_swift.py"
    for number in (1, 2):
        path.write_text(claims_file("swift2026", number))
        os.utime(path, (1e9, 1e9))
        assert [claim.id for claim in Library({}, [path]).claims_of("swift2026")] == [f"swift2026/{number}"]
        del sys.modules["claims_swift"]
    assert not (tmp_path / "__pycache__").exists()


def test_a_table_of_places_stands_in_the_package_or_beside_the_file(package, tmp_path):
    path = tmp_path / "claims_placed.py"
    path.write_text(claims_file("placed2026", 1))
    library = Library({"toy2026": package(), "kunin2024": "theoremtest.derivations.kunin2024"}, [path])
    assert library.table_of("kunin2024").parent.name == "kunin2024"
    assert library.table_of("toy2026") is library.table_of("placed2026") is None
    (tmp_path / "places.toml").write_text("")
    assert library.table_of("placed2026") == tmp_path / "places.toml"
    del sys.modules["claims_placed"]
