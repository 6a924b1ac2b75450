"""Lists of simple points are kept between calls: whoever reads them, and however a reading ends, sees the same points."""

from itertools import islice

import pytest
from sympy import Eq, Identity

from theoremtest.derivations.language import Chart, Domain, Dot, dimension, matrix, reals, vector
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.points.frames import frames_of
from theoremtest.derivations.proof.points.smallest import _kept, _listing, small_points

x, y, z = reals("x", "y", "z")
n, m = dimension("n"), dimension("m")
v, U = vector("v", n), matrix("U", n, m)
DOMAINS = [Domain(x > 1, y > x, over=[z]), Domain(Eq(x**2 + y**2, 25)), Domain(Eq(Dot(v, v), 1)), Domain(Eq(U.T * U, Identity(m)))]


@pytest.fixture(autouse=True)
def nothing_kept():
    _kept.cache_clear()


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_a_kept_list_is_what_a_listing_gives(domain):
    fresh = list(_listing(domain, 12, None, None))
    assert [list(small_points(domain, count)) for count in (1, 12, 5)] == [fresh[:1], fresh, fresh[:5]]


def test_two_readers_at_once_see_all():
    one, other = small_points(DOMAINS[0], 8), small_points(DOMAINS[0], 8)
    assert [point for pair in zip(one, other) for point in pair] == [point for point in _listing(DOMAINS[0], 8, None, None) for _ in "ab"]


@pytest.mark.parametrize("domain", DOMAINS[:2], ids=str)
def test_a_listing_that_ran_out_of_time_is_taken_up(domain):
    begun = list(islice(small_points(domain, 20), 2))
    with pytest.raises(OutOfTime):
        list(small_points(domain, 20, deadline=Deadline(0)))
    assert list(small_points(domain, 20)) == list(_listing(domain, 20, None, None))
    assert begun == list(_listing(domain, 2, None, None))


def test_a_reader_may_change_its_points():
    next(small_points(DOMAINS[0], 3)).clear()
    assert next(small_points(DOMAINS[0], 3)) == next(_listing(DOMAINS[0], 3, None, None))


@pytest.mark.parametrize("first", ("charted", "uncharted"))
def test_a_chart_belongs_to_its_domain_alone(first):
    """Domains are equal whatever their charts; the lists are not, whichever is asked for first."""
    conditions = Eq(U.T * U, Identity(m)), Eq(Dot(v, v), x)
    chart = Chart({U: matrix("R", n, m), x: Dot(v, v)}, Domain(Eq(matrix("R", n, m).T * matrix("R", n, m), Identity(m)), over=[v]))
    domains = {"charted": Domain(*conditions, chart=chart), "uncharted": Domain(*conditions)}
    assert domains["charted"] == domains["uncharted"]
    list(small_points(domains[first], 6))
    for domain in domains.values():
        assert list(small_points(domain, 6)) == list(_listing(domain, 6, None, None))
    assert frames_of(domains["charted"]) is None and frames_of(domains["uncharted"]) is not None
