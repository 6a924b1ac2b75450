"""The seam between statements and routes: nothing passes because it was not looked at."""

import pytest

from theoremtest.derivations.language import Domain, Equal, Evidence, Outcome, TheoremtestError, real
from theoremtest.numerics.routes import dispatch as routes

x = real("x")
plain = Equal(x + x, 2 * x, on=Domain(over=[x]))


def test_routes_are_chosen_in_the_order_they_run():
    assert routes.chosen_routes("flow, exact") == ("exact", "flow")


@pytest.mark.parametrize("text", ["", "exakt", "exact,points;flow"])
def test_an_unknown_route_names_the_known_ones(text):
    with pytest.raises(TheoremtestError, match="the routes are exact, points, integration, flow"):
        routes.chosen_routes(text)


def test_a_route_with_nothing_to_say_says_so():
    for route in ("integration", "flow"):
        assert not routes.applies(route, plain)
        assert routes.run(route, plain, "test/1").outcome is Outcome.NOT_APPLICABLE


def test_a_failing_engine_is_undecided_and_named(monkeypatch):
    def broken(statement, seed):
        raise ZeroDivisionError("slip")
    monkeypatch.setattr("theoremtest.numerics.routes.points.check", broken)
    evidence = routes.run("points", plain, "test/1")
    assert evidence.outcome is Outcome.UNDECIDED and evidence.tried == ("crashed: ZeroDivisionError: slip",)


def test_seconds_are_measured_and_not_compared():
    evidence = routes.run("points", plain, "test/1")
    assert evidence.seconds > 0 and evidence == Evidence(**{**evidence.__dict__, "seconds": 0.0})


def test_the_alarm_is_switched_off_afterwards():
    import signal
    routes.run("points", plain, "test/1", seconds=5)
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0
