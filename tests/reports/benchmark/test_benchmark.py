"""The benchmark: a label is what was proved, or what fails at a point that is seen again; nothing that is asked tells the answer."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sympy import Integer

from theoremtest.derivations.kernel.points import fails
from theoremtest.derivations.language import Counterexample, Domain, Equal, Holds, ge, real, reals
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.gate import exact_point, stands
from theoremtest.reports.benchmark import export, model, score
from theoremtest.reports.benchmark.items import CANARY, FALSE, LABELS, MISSING, TRUE, identity, item
from theoremtest.reports.benchmark.made import _refuted, items_of
from theoremtest.reports.benchmark.relations import statement_of
from theoremtest.reports.benchmark.trivial import DIMENSION, PARITY, ZERO, settled_by
from theoremtest.reports.workspace import FLOORS, Workspace

SAMPLE = FLOORS / "reports" / "benchmark" / "sample.jsonl"
ITEMS = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
x, y = reals("x", "y")


def made(statement, label=TRUE, **rest):
    return item(statement, label, {"by": "kernel", "assumes": []},
                {"paper": "kunin2024", "claim": "kunin2024/1", "role": "printed", "part": ""}, **rest)


@pytest.fixture(scope="module")
def place():
    return Workspace.here(FLOORS)


def test_the_sample_is_whole():
    by_id = {one["id"]: one for one in ITEMS}
    assert len(by_id) == len(ITEMS) == export.SAMPLE and {one["label"] for one in ITEMS} == set(LABELS)
    for one in ITEMS:
        assert identity(one["tree"]) == one["id"] and one["formula"] == statement_of(one).latex()
        assert one["certificate"]["by"] and ("point" in one["certificate"]) is (one["label"] != TRUE)
        assert not one["twin"] or one["twin"] not in by_id or by_id[one["twin"]]["twin"] == one["id"]
        assert bool(one["slip"]) is (one["label"] != TRUE)


@pytest.mark.slow  # many exact points
def test_what_is_broken_fails_at_its_point_by_what_its_certificate_names():
    seen = 0
    for one in ITEMS:
        if one["label"] == TRUE:
            continue
        statement, held = statement_of(one), one["certificate"]
        example = Counterexample(tuple(held["point"].items()))
        if "kernel" in held["by"]:
            fails(tree_of(statement), to_tree(exact_point(statement, example, Deadline(20))))
        if "ball" in held["by"]:
            assert stands(statement, example, Deadline(20)), one["id"]
        seen += 1
    assert seen > 20


@pytest.mark.slow
def test_a_claim_gives_true_items_with_twins_and_its_erratum(place):
    record = next(record for record in place.library_records if record["id"] == "kunin2024/25")
    found = items_of(place.find("kunin2024/25")[0], record)
    assert {one["label"] for one in found} == set(LABELS)
    erratum = next(one for one in found if one["slip"].get("kind") == "erratum")
    assert erratum["label"] == FALSE and erratum["source"]["role"] == "printed"
    by_id = {one["id"]: one for one in found}
    pairs = [(one, by_id[one["twin"]]) for one in found if one["label"] == TRUE and one["twin"]]
    assert pairs and all(other["label"] == FALSE and other["formula"] != one["formula"] and other["twin"] == one["id"] for one,
                         other in pairs)
    assert [one["id"] for one in items_of(place.find("kunin2024/25")[0], record)] == [one["id"] for one in found]


def test_what_was_forged_or_only_numbers_support_is_no_true_item(place):
    record = next(record for record in place.library_records if record["verdict"] == "supported")
    assert not [one for one in items_of(place.find(record["id"])[0], record) if one["label"] == TRUE and one["source"]["role"] == "printed"
                and record["parts"] == []]


def test_no_point_no_label():
    assert _refuted(Equal(x + y, y + x, on=Domain(over=[x, y])), {x: Integer(1), y: Integer(2)}) is None
    assert _refuted(Holds(ge(x**2, 0), on=Domain(over=[x])), {x: Integer(-1)}) is None


@pytest.mark.parametrize("statement, look", [
    (Equal(x + 1, x, on=Domain(over=[x])), ZERO), (Equal(x**2 + x, x**2, on=Domain(x > 2)), ZERO),
    (Equal(x**3, x**2, on=Domain(over=[x])), PARITY), (Equal(x * y, x * y**2, on=Domain(over=[x, y])), PARITY),
    (Equal(x**4, x**2, on=Domain(over=[x])), DIMENSION), (Equal(x**2 * (1 + y), x**2 + x**2 * y, on=Domain(over=[x, y])), ""),
    (Equal(x**3 + x**2, x**3 + x**4, on=Domain(over=[x])), "")])
def test_a_trivial_look_settles_what_it_can(statement, look):
    assert settled_by(statement) == look


def test_one_statement_with_two_answers_is_left_out():
    true, false = made(Equal(x, y, on=Domain(over=[x, y]))), made(Equal(x, y, on=Domain(over=[x, y])), FALSE)
    other = made(Equal(x, x + y - y, on=Domain(over=[x, y])))
    other["twin"] = true["id"]
    (kept,) = export.whole([true, false, other])
    assert kept["id"] == other["id"] and kept["twin"] == ""


def test_the_card_counts_what_there_is():
    page = export.card(ITEMS)
    assert CANARY in page and f"{len(ITEMS)} statements" in page and "$" not in page and len(page.splitlines()) < 80
    assert all(f"| {name} |" in page for name in export.SPLITS)


def test_a_sample_is_the_same_for_the_same_seed_and_keeps_twins_together():
    one, other = export.sample(ITEMS, 40, 3), export.sample(list(reversed(ITEMS)), 40, 3)
    ids = {item["id"] for item in one}
    assert one == other and len(one) == 40 and all(not item["twin"] or item["twin"] in ids or item["twin"] not in {i["id"] for i in ITEMS}
                                                   for item in one)


def test_the_ten_of_the_guide_are_items_with_these_answers():
    page = (FLOORS / "reports" / "site" / "guide" / "benchmark.md").read_text("utf-8")
    told = dict(re.findall(r"(\d+) (true|false|condition missing)", page.partition("Answers:")[2]))
    shown = re.findall(r"(?m)^(\d+)\. `(\w+)` ", page)
    assert len(shown) == len(told) == 10
    for number, start in shown:
        (one,) = [one for one in ITEMS if one["id"].startswith(start)]
        assert one["label"] == told[number] and f"`{one['words']}`" in page and f"`{one['domain_words']}`" in page


# the scorer ------------------------------------------------------------------------------------------------------------


def pair():
    true, false = made(Holds(ge(x**2, 0), on=Domain(over=[x]))), made(Holds(x**2 >= x, on=Domain(over=[x])), FALSE,
                                                                    slip={"kind": "term", "place": ""})
    lone = made(Equal(x, real("z"), on=Domain(x > 0, over=[real("z")])), MISSING, slip={"kind": "condition", "place": "domain"})
    true["twin"], false["twin"] = false["id"], true["id"]
    return true, false, lone


def test_the_score_counts_what_was_said():
    true, false, lone = items = pair()
    found = score.score(list(items),
        [{"id": true["id"], "answer": "true", "probability": 1.0}, {"id": false["id"], "answer": "false", "probability": 0},
                                      {"id": lone["id"], "answer": "false"}])
    assert found["accuracy"] == round(2 / 3, 4) and found["true or broken"] == 1 and found["twin accuracy"] == 1
    assert found["Brier score"] == round(0.25 / 3, 4) and found["by slip"]["term"]["accuracy"] == 1
    assert found["by slip"]["condition"] == {"number": 1, "accuracy": 0.0, "true or broken": 1.0}
    silent = score.score(list(items), [])
    assert silent["accuracy"] == silent["true or broken"] == silent["twin accuracy"] == 0 and silent["Brier score"] is None
    all_true = score.score(list(items), [{"id": one["id"], "answer": "true"} for one in items])
    assert all_true["twin accuracy"] == 0 and all_true["accuracy"] == round(1 / 3, 4)


@pytest.mark.parametrize("row, word", [({"id": "none", "answer": "true"}, "no such item"), ({"answer": "yes"}, "an answer is one of"),
                                       ({"answer": "true", "probability": 2}, "from 0 to 1"),
                                       ({"answer": "true", "probability": True}, "from 0 to 1")])
def test_what_is_no_answer_is_named(row, word):
    items = pair()
    with pytest.raises(score.Mistake, match=word):
        score.score(list(items), [{"id": items[0]["id"], **row}])


def test_the_scorer_needs_nothing_but_python(tmp_path):
    items, answers = tmp_path / "items.jsonl", tmp_path / "answers.jsonl"
    items.write_text("".join(export.line(one) for one in pair()))
    answers.write_text("".join(json.dumps({"id": one["id"], "answer": one["label"]}) + "\n" for one in pair()))
    (tmp_path / "score.py").write_text(Path(score.__file__).read_text("utf-8"))
    done = subprocess.run([sys.executable, "-I", "-S", tmp_path / "score.py", items, answers], capture_output=True, text=True)
    assert done.returncode == 0 and "accuracy             1.0000" in done.stdout, done
    answers.write_text("no json\n")
    done = subprocess.run([sys.executable, "-I", "-S", tmp_path / "score.py", items, answers], capture_output=True, text=True)
    assert done.returncode == 2 and "line 1" in done.stderr and "Traceback" not in done.stderr


# language models -------------------------------------------------------------------------------------------------------


def test_a_question_tells_nothing_of_the_answer():
    for one in ITEMS:
        asked = model.question(one)
        other = {**one, "label": "?", "certificate": {}, "twin": "", "slip": {}, "source": {}, "tree": None, "id": ""}
        assert asked == model.question(other) and one["formula"] in asked and "kunin2024" not in asked


@pytest.mark.parametrize("text, answer, chance", [
    ('so {"answer": "true", "probability": 0.9}', "true", 0.9),
    ('{"answer": "true"} no, {"answer": "condition missing"}', "condition missing", None),
    ("It is true.", None, None), ('{"answer": "maybe", "probability": 1}', None, 1.0),
    ('{"answer": "false", "probability": 7}', "false", None),
    ('{"answer": broken}', None, None), ("", None, None)])
def test_only_what_is_said_in_form_is_an_answer(text, answer, chance):
    assert model.understood(text) == (answer, chance)


FAKE = "import sys; q = sys.stdin.read(); print('hm', '{\"answer\": \"true\", \"probability\": 0.5}' if 'Statement' in q else '')"


def test_a_command_is_asked_and_goes_on_where_it_ended(tmp_path):
    fake, kept = tmp_path / "fake.py", tmp_path / "answers.jsonl"
    fake.write_text(FAKE)
    ask = model.Command(f"{sys.executable} {fake}")
    assert list(model.run(pair()[:1], ask, kept)) == [(1, 1)] and list(model.run(pair(), ask, kept)) == [(1, 2), (2, 2)]
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    assert score.score(list(pair()), rows)["answered"] == 3 and all(row["answer"] == "true" for row in rows)


@pytest.mark.parametrize("shape", model.SHAPES)
def test_an_endpoint_of_either_shape_is_asked(shape, monkeypatch):
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    heard = []

    class Fake(BaseHTTPRequestHandler):
        def do_POST(self):
            heard.append((dict(self.headers), json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
            text = '{"answer": "false", "probability": 0.1}'
            told = {"content": [{"type": "text", "text": text}]} if shape == "anthropic" else {"choices": [{"message": {"content": text}}]}
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, *words):
            pass

    server = HTTPServer(("127.0.0.1", 0), Fake)
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    monkeypatch.setenv("A_KEY", "s")
    text = model.Endpoint(f"http://127.0.0.1:{server.server_port}/x", shape, "m", "A_KEY")("?")
    thread.join()
    server.server_close()
    assert model.understood(text) == ("false", 0.1) and heard[0][1]["messages"][0]["content"] == "?"
    assert heard[0][0].get("x-api-key" if shape == "anthropic" else "Authorization", heard[0][0].get("X-Api-Key")).endswith("s")
