"""The edit loop driven at random, as its author drives it: files of claims edited, accepted, reverted, two runs at once, a damaged ledger.

The claims are polynomial identities, and an engine that expands them stands in for the exact one.
"""

import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from helpers.own_claims import FALSE, OTHER, TRUE, claims_text, forget, polynomial
from theoremtest.derivations import papers
from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Counterexample, Evidence, Outcome
from theoremtest.reports.edits.accept import accept
from theoremtest.reports.edits.edits import edits
from theoremtest.reports.repository import BADGE, LEDGER
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.workspace import Workspace

HOLDING = (TRUE, "(x + 1)**2, x*(x + 2) + 1", OTHER)
DAMAGES = (b"[", b"\xff\xfe", b"{}", b'[{"id": 1}]', b"<<<<<<< HEAD\n[]\n")
FILES = ("claims_a.py", "claims_b.py")
numbers = st.integers(1, 4)


def expanding(route):
    """An engine that knows polynomial identities and nothing else."""
    def decide(statement, *rest, **more):
        told = polynomial(statement)
        if told is Outcome.REFUTED:
            return Evidence(route, "stub", told, counterexample=Counterexample((("x", "1"),), "4", "2"))
        return Evidence(route, "stub", told if route == "exact" else Outcome.AGREES, "everywhere")
    return decide


class EditLoop(RuleBasedStateMachine):
    """claims: what the files say, number to text; accepted: what the ledger must say; None for either where there is nothing."""

    def __init__(self):
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr("theoremtest.derivations.proof.decide.decide", expanding("exact"))
        self.patch.setattr("theoremtest.numerics.routes.points.check", expanding("points"))
        self.patch.setattr(papers, "installed_papers", dict)
        self.holder = tempfile.TemporaryDirectory()
        self.folder = Path(self.holder.name).resolve()
        self.patch.setattr(ledger_file, "LEDGER", self.folder / "of_the_library.json")
        self.before = set(sys.modules)
        self.claims, self.accepted, self.damaged = {}, {}, False

    def teardown(self):
        self.forget()
        self.patch.undo()
        self.holder.cleanup()

    def forget(self):
        forget(self.folder, self.before)

    @property
    def ledger(self):
        return self.folder / LEDGER

    def write(self):
        """The files as the claims are now: the odd ones in one, each resting on the one before, the even ones in the other."""
        for place, name in enumerate(FILES):
            texts = {number: text for number, text in sorted(self.claims.items()) if number % 2 != place}
            uses = {number: [f"mine2026/{number - 1}"] for number in texts if number - 1 in self.claims}
            (self.folder / name).write_text(claims_text(texts, uses=uses))

    def opened(self):
        """What a new process would see."""
        self.forget()
        place = Workspace.here(self.folder)
        place.fresh = True
        return place

    def holds(self, number):
        return self.claims[number] in HOLDING

    def rests_on(self, number):
        """The claims below one, in a row of numbers without a gap."""
        below = []
        while number - 1 in self.claims:
            number -= 1
            below.append(number)
        return below

    @initialize()
    def begin(self):
        self.claims = {1: TRUE, 2: TRUE}
        self.write()

    @rule(number=numbers, text=st.sampled_from(HOLDING))
    def edit(self, number, text):
        self.claims[number] = text
        self.write()

    @rule(number=numbers)
    def slip(self, number):
        if number in self.claims:
            self.claims[number] = FALSE
            self.write()

    @rule(number=numbers)
    def take_out(self, number):
        if len(self.claims) > 1:
            self.claims.pop(number, None)
            self.write()

    @precondition(lambda self: self.accepted)
    @rule()
    def revert(self):
        self.claims = dict(self.accepted)
        self.write()
        if not self.damaged:
            place = self.opened()
            assert list(edits(place.claims, place.records)) == []

    @rule()
    def draw_a_badge(self):
        (self.folder / BADGE).touch()

    @rule(content=st.sampled_from(DAMAGES))
    def damage(self, content):
        self.ledger.write_bytes(content)
        self.damaged = True

    @precondition(lambda self: self.damaged)
    @rule()
    def remove_what_is_damaged(self):
        self.ledger.unlink()
        self.damaged, self.accepted = False, {}

    @rule()
    def accept(self):
        place = self.opened()
        if self.damaged:
            self.refuses(lambda: accept(place), "is damaged")
            return
        changed = {number for number, text in self.claims.items() if self.accepted.get(number) != text}
        touched = {number for number in self.claims if changed & {number, *self.rests_on(number)}}
        done = accept(place)
        assert all(self.holds(int(reason.split(":")[0].split("/")[1])) is False for reason in done.reasons), done.reasons
        assert bool(done.reasons) == any(not self.holds(number) for number in touched)
        assert {f"mine2026/{number}" for number in touched} <= set(done.examined)
        if not done.reasons:
            self.accepted = dict(self.claims)
            assert f"{len(self.claims)} of {len(self.claims)} proved" in self.badge()

    @precondition(lambda self: not self.damaged and all(text in HOLDING for text in self.claims.values()))
    @rule(text=st.sampled_from(HOLDING))
    def two_at_once(self, text):
        """One run has read the ledger; another takes an edit over before the first is done."""
        first = self.opened()
        assert len(first.records) == len(self.accepted) and first.claims
        self.claims[min(self.claims)] = text
        self.write()
        written = accept(self.opened()).written
        self.accepted = dict(self.claims)
        if written:
            self.refuses(lambda: accept(first), "was written by another run")

    def refuses(self, act, told):
        before = self.ledger.read_bytes()
        with pytest.raises(TheoremtestError, match=told):
            act()
        assert self.ledger.read_bytes() == before

    def badge(self):
        return (self.folder / BADGE).read_text() if (self.folder / BADGE).is_file() else f"{len(self.claims)} of {len(self.claims)} proved"

    @invariant()
    def the_ledger_holds_what_was_accepted_and_nothing_else_is_there(self):
        if not self.damaged:
            records = ledger_file.read(self.ledger, whole=True) if self.ledger.is_file() else []
            assert {int(record["id"].partition("/")[2]) for record in records} == set(self.accepted)
            assert all(record["verdict"] == "proved" for record in records)
        assert {path.name for path in self.folder.iterdir()} <= {LEDGER, BADGE, *FILES}

    @invariant()
    def what_is_told_is_of_the_claims_as_they_stand(self):
        place = self.opened()
        if self.damaged:
            with pytest.raises(TheoremtestError, match="is damaged"):
                place.standing()
            return
        told = {int(record["id"].partition("/")[2]): record["verdict"] for record in place.standing()}
        assert told == {number: "proved" if self.accepted.get(number) == text else "not decided" for number, text in self.claims.items()}


QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def test_the_edit_loop():
    run_state_machine_as_test(EditLoop, settings=settings(max_examples=4, stateful_step_count=8, **QUIET))


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_the_edit_loop_for_long():
    run_state_machine_as_test(EditLoop, settings=settings(max_examples=16, stateful_step_count=25, **QUIET))
