"""Which of its conditions a claim needs, with claims made for it: dropped, weakened, of a conjunction, of a correction, in the ledger."""

import pytest
from sympy import Eq, Gt, Le, exp, sqrt

from helpers.toy_claims import TOY, make_claim, registry_of, x
from theoremtest.derivations.language import Claim, Domain, Equal, Erratum, Evidence, Holds, Outcome, Solves, System, every, gt, real
from theoremtest.derivations.language.flow import TIME
from theoremtest.derivations.language.symbols import Dot, vector
from theoremtest.reports.verify import known_failures, ledger, ledger_file, needs
from theoremtest.reports.verify.cache import Cache, NoCache
from theoremtest.reports.verify.runner import checks_of, examine, examine_needs

y = real("y")


def claim_of(statement, place="thm-1", **rest):
    return Claim(**{**vars(make_claim("1", statement, **rest)), "id": f"{TOY.key}/{place}"})


def record_of(statement, **rest):
    claim = claim_of(statement, **rest)
    registry = registry_of(claim)
    record = ledger.record_of(claim, examine(claim, ("exact", "points"), what_it_needs=True), registry)
    ledger_file.validate([record])
    return record


def verdicts(record):
    return {row["latex"]: row["verdict"] for row in record["needs"]}


def weaker(record):
    return {row["latex"]: {one["latex"]: one["verdict"] for one in row["weaker"]} for row in record["needs"]}


def test_a_condition_without_which_it_fails_is_needed_and_shows_the_point():
    row, = record_of(Equal(sqrt(x**2), x, on=Domain(x > 0)))["needs"]
    assert row["verdict"] == "needed" and row["counterexample"]["point"] == {"x": "-1"} and row["by"] == "exact"
    assert [(one["latex"], one["verdict"]) for one in row["weaker"]] == [(r"x \geq 0", "enough"), (r"x \neq 0", "not enough")]
    assert row["weaker"][1]["counterexample"]["point"] == {"x": "-1"}


def test_a_condition_that_keeps_out_a_point_without_a_value_is_needed_and_nonzero_is_enough():
    record = record_of(Equal((x + 1) / x, 1 + 1 / x, on=Domain(x > 0)))
    row, = record["needs"]
    assert row["verdict"] == "needed" and row["counterexample"]["point"] == {"x": "0"} and "no value" in row["counterexample"]["note"]
    assert weaker(record)["x > 0"] == {r"x \geq 0": "not enough", r"x \neq 0": "enough"}


def test_a_statement_that_holds_more_generally_says_so_and_tries_nothing_weaker():
    record = record_of(Equal((x + 1)**2, x**2 + 2 * x + 1, on=Domain(x > 0)))
    assert verdicts(record) == {"x > 0": "not needed"} and weaker(record) == {"x > 0": {}}
    assert record["failures"] == []


def test_conditions_are_dropped_one_at_a_time():
    record = record_of(Equal(sqrt(x**2) * sqrt(y**2), x * y, on=Domain(x > 0, y > 0)))
    assert verdicts(record) == {"x > 0": "needed", "y > 0": "needed"}
    implied = record_of(Holds(x > 0, on=Domain(x > 1, x > 2)))
    assert verdicts(implied) == {"x > 1": "not needed", "x > 2": "not needed"}


def test_abbreviations_stay():
    tied = Domain(x > 0, where={y: sqrt(x**2)})
    assert verdicts(record_of(Equal(y, x, on=tied))) == {"x > 0": "needed"}


def test_what_is_proved_where_a_condition_fails_as_well_needs_none(monkeypatch):
    """Of a parameter's condition: over all states and times at once, a motion may leave the part where it is proved."""
    def stub(route, statement, seed, seconds):
        outcome = Outcome.PROVED if any(isinstance(condition, Le) for condition in statement.on.conditions) else Outcome.UNDECIDED
        return Evidence("exact", "a stub", outcome)

    monkeypatch.setattr(needs.routes, "run", stub)
    anywhere = Domain(over=[x, y])
    found = needs.decide_without(Equal(x, x + y - y * x / x, on=anywhere), x > 0, "", 5.0)
    assert found.outcome is Outcome.PROVED and found.engine == "a stub, where the condition fails"
    decay = Solves(System({x: -x}, {x: y}), {x: y * exp(-TIME)}, on=Domain(over=[x, y, TIME]))
    assert needs.decide_without(decay, y > 0, "", 5.0).outcome is Outcome.PROVED
    assert needs.decide_without(decay, TIME > 0, "", 5.0).outcome is Outcome.UNDECIDED


def test_of_a_conjunction_the_parts_that_have_the_condition_are_tried_and_the_one_that_fails_is_named():
    both = every(one=Equal((x + 1)**2, x**2 + 2 * x + 1, on=Domain(x > 0)), other=Equal(sqrt(x**2), x, on=Domain(x > 0)),
                 third=Equal(y * (y + x), y**2 + x * y, on=Domain(y > 0, over=[x])))
    record = record_of(both)
    assert verdicts(record) == {"x > 0": "needed", "y > 0": "not needed"}
    assert record["needs"][0]["part"] == "other"


def test_of_an_erratum_the_correction_is_tried():
    on = Domain(x > 0)
    record = record_of(Equal(sqrt(x**2), -x, on=Domain(over=[x])), erratum=Erratum("wrong", "the sign", Equal(sqrt(x**2), x, on=on)))
    assert verdicts(record) == {"x > 0": "needed"} and record["failures"] == []


def test_what_is_not_proved_under_its_conditions_calls_none_unnecessary():
    claim = claim_of(Equal((x + 1)**2, x**2 + 2 * x + 1, on=Domain(x > 0)))
    proof = Evidence("exact", "an engine", Outcome.PROVED)
    assert needs.rows(claim, [(1, "", proof)], proved=True)[0]["verdict"] == "not needed"
    row, = needs.rows(claim, [(1, "", proof)], proved=False)
    assert row["verdict"] == "undecided" and "not proved with it" in row["reason"]


def test_a_part_that_nobody_looked_at_leaves_it_undecided():
    both = every(a=Holds(gt(x**2 + 1, 0), on=Domain(x > 0)), b=Holds(x + 1 > 0, on=Domain(x > 0)))
    row, = needs.rows(claim_of(both), [(1, "a", Evidence("exact", "an engine", Outcome.PROVED))], proved=True)
    assert row["verdict"] == "undecided"


def test_what_leaves_nothing_meaningful_is_undecided_with_the_reason():
    drop = needs.Drop(x > 0, None, None, "nothing that means something is left")
    assert needs._told(drop, [], True)[1]["reason"] == drop.reason


def test_a_matrix_condition_that_is_needed_is_found_without_its_chart():
    u, v = vector("u", 2), vector("v", 2)
    record = record_of(Equal(Dot(u, u), Dot(u, v), on=Domain(Eq(u, v), over=[u, v])))
    assert [row["verdict"] for row in record["needs"]] == ["needed"]


@pytest.mark.parametrize("place, statement, expected", [
    ("thm-2", Holds(x > 0, on=Domain(x > 0)), True), ("lemma-A.1:proof", Holds(x > 0, on=Domain(x > 0)), True),
    ("prop-1", Holds(x > 0, on=Domain(x > 0)), True), ("cor-1", Holds(x > 0, on=Domain(x > 0)), True),
    ("27", Holds(x > 0, on=Domain(x > 0)), False), ("app-A.2", Holds(x > 0, on=Domain(x > 0)), False),
    ("A.3", Solves(System({x: -x}, {x: y}), {x: y * exp(-TIME)}, on=Domain(TIME >= 0, over=[y])), True)])
def test_theorems_and_numbered_solutions_are_asked(place, statement, expected):
    assert needs.asked(claim_of(statement, place)) is expected


def test_only_a_full_run_asks_and_only_in_the_places_that_are_named():
    on = Domain(x > 0)
    claim = claim_of(Equal(sqrt(x**2), x, on=on))
    assert not any(finding.check.role.startswith("needs") for finding in examine(claim, ("exact",)))
    elsewhere = claim_of(Equal(sqrt(x**2), x, on=on), "27")
    asked = examine(elsewhere, ("exact",), what_it_needs=True)
    assert ledger.record_of(elsewhere, asked, registry_of(elsewhere))["needs"] == []
    roles = {check.role for check in checks_of(claim, what_it_needs=True)}
    assert roles == {"printed", "needs 1", "needs 2", "needs 3"}


def test_undecided_answers_are_kept_until_somebody_asks_again(tmp_path, monkeypatch):
    claim = claim_of(Equal(sqrt(x**2), x, on=Domain(x > 0)))
    asked: list = []

    def answer(statement, condition, seed, seconds, twice, example):
        asked.append(condition)
        return Evidence("exact", "an engine", Outcome.UNDECIDED, tried=("out of time",))

    monkeypatch.setattr(needs, "decide_without", answer)
    cache = Cache(tmp_path)
    for again in (False, False, True):
        examine_needs(claim, cache, again=again)
    assert asked == [x > 0, x > 0]
    assert examine_needs(claim, NoCache()) and len(asked) == 3


def test_a_bound_is_weakened_and_nothing_else():
    assert [str(one) for one in needs.weaker_than(x > 0)] == ["x >= 0", "Ne(x, 0)"]
    assert [str(one) for one in needs.weaker_than(x < y)] == ["x <= y", "Ne(x, y)"]
    assert needs.weaker_than(Eq(x, 0)) == () and needs.weaker_than(x >= 0) == ()
    assert needs.weaker_than(Gt(x**2 + 1, 0, evaluate=False)) == (), "what SymPy settles is no condition"


# --- where it failed before -----------------------------------------------------------------------------------------------


@pytest.fixture
def known(monkeypatch):
    """Have an earlier run's record of a claim known, with another point for its first condition if one is given."""
    def known(claim, record, point=None):
        record = {**record, "needs": [dict(row) for row in record["needs"]]}
        if point is not None:
            record["needs"][0]["counterexample"] = {**record["needs"][0]["counterexample"], "point": point}
        monkeypatch.setattr(known_failures, "_records", lambda: {claim.id: record})

    return known


def two_parts():
    return every(holds=Equal(x + 1, 1 + x, on=Domain(x > 0)), fails=Equal(sqrt(x**2), x, on=Domain(x > 0)))


def test_the_point_of_an_earlier_run_is_worked_out_anew_and_nothing_is_searched_for(known, monkeypatch):
    claim, record = claim_of(two_parts()), record_of(two_parts())
    known(claim, record)
    searched, search = [], needs._decided_without
    monkeypatch.setattr(needs, "_decided_without", lambda statement, *rest: searched.append(statement) or search(statement, *rest))
    (finding,) = [found for found in examine_needs(claim, NoCache()) if found.check.role == "needs 1"]
    assert searched and all(statement.on.conditions for statement in searched), "weaker conditions only, of which one is enough"
    assert finding.check.part == "fails" and finding.evidence[0].outcome is Outcome.REFUTED
    assert finding.evidence[0].counterexample.as_json() == record["needs"][0]["counterexample"]


@pytest.mark.parametrize("point", [{"x": "2"}, {"x": "1/0"}, {"x": "far"}, {"y": "-1"}, {}], ids=str)
def test_a_point_at_which_it_does_not_fail_is_searched_for_as_without_one(known, point):
    claim, record = claim_of(two_parts()), record_of(two_parts())
    known(claim, record, point)
    fresh = ledger.record_of(claim, examine(claim, ("exact", "points"), what_it_needs=True), registry_of(claim))
    assert fresh["needs"] == record["needs"]


def test_a_point_of_another_statement_is_not_looked_at(known):
    record = record_of(two_parts())
    known(other := claim_of(every(holds=Equal(x + 2, 2 + x, on=Domain(x > 0)), fails=Equal(sqrt(x**2), x, on=Domain(x > 0)))), record)
    assert known_failures.failures(other) == {} != known_failures.failures(claim_of(two_parts()))


def test_what_was_left_open_is_left_open_where_what_is_kept_comes_first_and_else_searched_for(known, monkeypatch):
    claim, record = claim_of(two_parts()), record_of(two_parts())
    record["needs"][0] |= {"verdict": "undecided", "counterexample": None, "reason": "too long", "weaker": []}
    known(claim, record)
    assert any(found.evidence[0].outcome is Outcome.REFUTED for found in examine_needs(claim, NoCache()))
    monkeypatch.setenv("THEOREMTEST_WITNESSES", "first")
    found = [finding.evidence[0] for finding in examine_needs(claim, NoCache())]
    assert found and {(item.outcome, item.tried) for item in found} == {(Outcome.UNDECIDED, ("too long",))}
    assert any(item.evidence[0].outcome is Outcome.REFUTED for item in examine_needs(claim, NoCache(), again=True))
