"""Slips in what claims share, with a paper made for it: which slips there are, which claims use a helper, what nobody notices."""

import ast
import sys

import pytest
from typer.testing import CliRunner

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.papers import Library
from theoremtest.reports.cli.program import app
from theoremtest.reports.mutation import shared
from theoremtest.reports.mutation.code_slips import patched, slips_of
from theoremtest.reports.mutation.dependents import source_of
from theoremtest.reports.mutation.page import markdown
from theoremtest.reports.verify.cache import Cache
from theoremtest.reports.workspace import Workspace

NOTATION = '''
"""Letters and helpers."""
from sympy import sqrt
from sympy import Eq, Identity
from theoremtest.derivations.language import Chart, Domain, Meaning, Paper, dimension, matrix, real

TOY = Paper(key="toyshared2026", authors="A. Author", title="Helpers", year=2026)
x, y = real("x"), real("y")
pinned = x**2 + 2 * x + 1
loose = x + y
half = 2 * pinned
positive = Domain(x > 0)
wide = Domain(y > 0)
LENGTH = Meaning("y is a length", "Section 1", formulas=("y > 0",))
printed = Domain(y > 0, source=LENGTH)
d = dimension("d")
Q, N = matrix("Q", d, d), matrix("N", d, d)
falling = 1 / x
wrong = 2 * x
symmetric = Domain(Eq(Q.T, Q), chart=Chart({Q: N + N.T}, Domain(over=[N])))


def root(value):
    """The root of a square."""
    return sqrt(value**2)


def unused(value):
    return value + 1
'''
CLAIMS = '''
from theoremtest.derivations.language import Equal, Erratum, Limit, Printed, claim
from sympy import oo
from .notation import Q, TOY, falling, half, loose, pinned, positive, printed, root, symmetric, wide, wrong, x, y


@claim(TOY, "Eq. (1)")
def squares():
    """A square."""
    return Equal(half, 2 * (x + 1)**2, on=wide.but(over=[x]))


@claim(TOY, "Eq. (2)")
def the_same_on_both_sides():
    """A sum."""
    return Equal(2 * loose, loose + loose, on=wide.but(over=[x]))


@claim(TOY, "Eq. (3)")
def of_a_square():
    """A root."""
    return Equal(root(x), x, on=positive)


@claim(TOY, "Eq. (4)")
def on_a_printed_domain():
    """A difference of squares."""
    return Equal(y**2 - 1, (y - 1) * (y + 1), on=printed)


@claim(TOY, "Eq. (5)")
def of_a_symmetric_matrix():
    """A square."""
    return Equal(Q.T * Q, Q * Q, on=symmetric)


@claim(TOY, "Eq. (6)")
def of_a_tail():
    """A fraction."""
    return Limit(1 / (x + 1), x, oo, 0, rate=falling, on=positive)


@claim(TOY, "Eq. (7)")
def printed_and_wrong():
    """Another square."""
    return Printed(Equal(x, wrong, on=positive), erratum=Erratum("wrong", "Twice it.", Equal(x, (x**2 + x) / (x + 1), on=positive)))
'''


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "toyshared2026"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "places.toml").write_text("")
    (folder / "notation.py").write_text(NOTATION)
    (folder / "s1_claims.py").write_text(CLAIMS)
    monkeypatch.syspath_prepend(str(tmp_path))
    shared._source.cache_clear()
    shared._checks.cache_clear()
    shared._texts.cache_clear()
    shared._faults.cache_clear()
    yield "toyshared2026"
    for name in [name for name in sys.modules if name.split(".")[0] == "toyshared2026"]:
        del sys.modules[name]


def spelled(text):
    tree = ast.parse(text)
    return {(slip.kind, ast.unparse(patched(tree, slip).body[0])) for slip in slips_of(tree, 0)}


@pytest.mark.parametrize("text, kind, expected", [
    ("v = a + b", "sign", "v = a - b"), ("v = a - b", "term", "v = a"), ("v = a * b", "factor", "v = a"),
    ("v = a / b", "factor", "v = a * b"), ("v = a * b", "factor", "v = 2 * (a * b)"), ("v = a**2", "number", "v = a ** 3"),
    ("v = a**2", "exponent", "v = a"), ("v = sqrt(a)", "root", "v = a"), ("v = -a", "sign", "v = a"), ("v = exp(a)", "sign", "v = exp(-a)"),
    ("v = cosh(a)", "function", "v = sinh(a)"), ("v = Domain(a > 0, b > 0)", "condition", "v = Domain(b > 0)"),
    ("v = D.but(Ne(a, 0))", "condition", "v = D.but()"), ("v = a > 0", "relation turned", "v = a < 0"),
    ("v = a > 0", "bound let in or out", "v = a >= 0"), ("v = eta_a * eta_w", "name", "v = eta_w * eta_w"),
    ("v = A & B", "condition", "v = B"), ("v = M.T", "transpose", "v = M"),
    ("def f(u=1):\n    return u + 2", "sign", "def f(u=1):\n    return u - 2"), ("v = {p: -a}", "sign", "v = {p: a}")])
def test_a_slip_of_each_kind(text, kind, expected):
    assert (kind, expected) in spelled(text)


@pytest.mark.parametrize("text", ["v = real('a')", "v, w = vector('u', 2), 'text'", "v: int", "'''A docstring.'''",
                                  "def f(u: int = 1) -> int:\n    return u",
                                  "v = f'{a}'", "v = w[1]", "v = Paper(year=2024)"])
def test_what_is_no_formula_is_left_alone(text):
    assert spelled(text) == set()


def test_claims_above_a_helper_are_found_through_other_helpers_and_modules(package, tmp_path):
    found = {unit.label: claims for unit, claims in source_of(package, tmp_path / package).shared()}
    assert found["notation.pinned"] == (("s1_claims", "squares"),)
    assert found["notation.half"] == (("s1_claims", "squares"),)
    assert found["notation.root"] == (("s1_claims", "of_a_square"),)
    assert "notation.unused" not in found
    assert set(found["notation.wide"]) == {("s1_claims", "squares"), ("s1_claims", "the_same_on_both_sides")}


def outcomes(package, helper):
    wanted = shared.trials("toyshared2026", package, helpers=[helper])
    return {trial.slip.partition(": ")[2]: shared.attempt(trial).outcome for trial in wanted}


def test_a_slip_that_a_claim_refutes_is_pinned_and_one_on_both_sides_is_not(package):
    assert set(outcomes(package, "notation.pinned").values()) == {"pinned"}
    assert set(outcomes(package, "notation.loose").values()) == {"unpinned"}
    assert outcomes(package, "notation.root")["value ** 2 becomes value"] == "pinned"


def test_a_domain_is_pinned_by_a_claim_that_needs_it_only(package):
    assert set(outcomes(package, "notation.positive").values()) >= {"pinned"}
    found = outcomes(package, "notation.positive")
    assert found["Domain(x > 0) becomes Domain()"] == "pinned" and found["x > 0 becomes x < 0"] == "pinned"
    assert found["x > 0 becomes x >= 0"] == "unpinned"
    assert outcomes(package, "notation.wide")["y > 0 becomes y < 0"] == "unpinned"


def test_a_condition_is_pinned_by_what_its_source_prints(package):
    found = outcomes(package, "notation.printed")
    assert found["y > 0 becomes y < 0"] == found["0 becomes 1"] == found["y > 0 becomes y >= 0"] == "pinned"


def test_a_chart_is_pinned_by_the_points_that_it_draws(package):
    found = outcomes(package, "notation.symmetric")
    assert found["N + N.T becomes N"] == found["N + N.T becomes N - N.T"] == "pinned"
    assert found["N + N.T becomes 2 * (N + N.T)"] == "equivalent"


def test_a_condition_that_a_chart_keeps_is_pinned_where_it_fails(package):
    """The slip drops Q^T = Q, and every point of the chart still has it."""
    found = outcomes(package, "notation.symmetric")
    assert [answer for slip, answer in found.items() if "becomes Domain(chart=" in slip] == ["pinned"]


def test_an_error_bound_times_a_number_is_the_same_bound(package):
    found = outcomes(package, "notation.falling")
    assert found["1 / x becomes 2 * (1 / x)"] == "equivalent" and found["1 / x becomes 1 * x"] == "unpinned"


def test_what_is_printed_and_wrong_must_stay_refuted(package):
    found = outcomes(package, "notation.wrong")
    assert found["2 * x becomes x"] == "pinned" and found["2 becomes 3"] == "unpinned"


def test_the_paper_is_as_it_was_afterwards(package):
    before = Library({package: package}).registry()
    module = sys.modules[f"{package}.notation"]
    for trial in shared.trials("toyshared2026", package, helpers=["notation.pinned"])[:2]:
        shared.attempt(trial)
    assert sys.modules[f"{package}.notation"] is module and not any(type(one).__name__ == "_Text" for one in sys.meta_path)
    assert str(before[f"{package}/1"].statement.left.subs({"x": 1})) and module.pinned == module.x**2 + 2 * module.x + 1


def test_a_slip_that_breaks_a_claim_is_noticed(package):
    trial = shared.trials("toyshared2026", package, helpers=["notation.root"])[0]
    broken = shared.Trial(**{**vars(trial), "text": NOTATION.replace("return sqrt(value**2)", "return value.nothing")})
    found = shared.attempt(broken)
    assert found.outcome == "pinned" and "cannot be made" in found.by


def test_an_unknown_helper_is_an_error(package):
    with pytest.raises(TheoremtestError, match=r"no shared helper notation\.nowhere"):
        shared.trials("toyshared2026", package, helpers=["notation.nowhere"])


def test_a_limit_takes_the_same_slips_every_time(package):
    some = shared.trials("toyshared2026", package, limit=2, helpers=["notation"])
    assert some == shared.trials("toyshared2026", package, limit=2, helpers=["notation"])
    assert max(sum(trial.helper == one.helper for trial in some) for one in some) == 2


def test_what_was_decided_is_not_decided_again(package, tmp_path, monkeypatch):
    wanted = shared.trials("toyshared2026", package, helpers=["notation.loose"])
    first = list(shared.run_shared(wanted, Cache(tmp_path / "cache")))
    monkeypatch.setattr(shared, "attempt", lambda trial: pytest.fail("decided again"))
    assert list(shared.run_shared(wanted, Cache(tmp_path / "cache"))) == first


@pytest.mark.slow
def test_the_command_writes_what_is_unpinned_and_leaves_the_rest_of_the_record(package, tmp_path):
    place = Workspace(root=tmp_path, library=Library({package: package}), ledger=tmp_path / "ledger.json", own=True,
                      folder=tmp_path / "cache")
    file = tmp_path / "found.json"
    told = CliRunner().invoke(app, ["mutate", "--shared", "--helper", "notation.loose", "--jobs", "1", "--json", str(file)], obj=place)
    assert told.exit_code == 1 and "unpinned" in told.stdout
    page = file.with_suffix(".md").read_text()
    assert "## Slips in shared helpers" in page and "notation.loose" in page and "x - y" in page
    again = CliRunner().invoke(app, ["mutate", "--shared", "--helper", "notation.pinned", "--jobs", "1", "--json", str(file)], obj=place)
    assert again.exit_code == 0 and "Shared, unpinned: 0" in file.with_suffix(".md").read_text()
    assert "shared" not in markdown({"seed": 0, "limit": 1, "papers": {}, **{name: [] for name in (
        "survived", "undecided", "true", "equivalent", "rewritings not accepted")}}).lower()
