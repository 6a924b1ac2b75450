"""The server as an editor meets it: a client of the protocol over standard input and output."""

import asyncio
import json

import pytest
from test_looks import BAD, GOOD, HEAD, PROGRAM, hostile

from helpers.language_client import talk

pytest.importorskip("pygls", reason="the protocol's library is an extra")
pytestmark = pytest.mark.slow  # each starts a server, and that a worker
HARD = HEAD + r"""% theoremtest: let y
% theoremtest: let n \in \mathbb{N}
% theoremtest: claim eq:hard
\[ \sum_{k=1}^{n} \frac{\sin(k^2 x)}{k + e^{k y}} < 7 + y^8 \]
"""


def only_refuted(shown):
    """What an editor shows is refuted and nothing else; on a busy machine a claim is first shown as not decided yet."""
    return bool(shown) and {one["code"] for one in shown} == {"refuted"}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "theoremtest-ledger.json").write_text("[]")
    return tmp_path


def test_what_fails_is_shown_as_it_is_typed_before_it_is_saved(folder):
    paper = folder / "paper.tex"
    paper.write_text(HEAD + GOOD)

    async def speak(client):
        uri = paper.as_uri()
        client.open(uri, HEAD + GOOD)
        await client.diagnostics(uri, lambda shown: not shown)
        client.change(uri, HEAD + GOOD + BAD, 2)
        (shown,) = await client.diagnostics(uri, only_refuted, 2)
        hover = await client.hover(uri, 5)
        client.change(uri, HEAD + "\U0001d465 é\n" + GOOD + BAD, 3)
        (moved,) = await client.diagnostics(uri, only_refuted, 3)
        client.change(uri, HEAD + GOOD, 4)
        return shown, hover, moved, await client.diagnostics(uri, lambda shown: not shown, 4)

    shown, hover, moved, gone = talk(folder, speak)
    assert shown["range"] == {"start": {"line": 5, "character": 3}, "end": {"line": 5, "character": 13}}
    assert shown["severity"] == 1 and shown["code"] == "refuted" and "x = 1/2" in shown["message"]
    assert "refuted" in hover and "x = 1/2" in hover and moved["range"]["start"]["line"] == 6 and gone == []
    assert paper.read_text() == HEAD + GOOD


@pytest.mark.drawn(4)
def test_a_hover_says_the_verdict_and_then_what_is_needed(folder):
    text = HEAD + "% theoremtest: assume x > 1\n" + BAD

    async def speak(client):
        uri = (folder / "paper.tex").as_uri()
        client.open(uri, text)
        await client.diagnostics(uri)
        for _ in range(100):
            hover = await client.hover(uri, 4)
            if "- `" in hover:
                return hover
            await asyncio.sleep(0.5)

    hover = talk(folder, speak)
    assert "proved" in hover and "x > 1" in hover.replace("`", "") and "needed" in hover


def test_repairs_are_edits_and_acceptance_writes_the_ledger(folder):
    paper = folder / "paper.tex"
    lacking = HEAD + "% theoremtest: claim eq:lack\n\\[ x^2 + y^2 \\geq 0 \\]\n"
    paper.write_text(lacking)

    async def speak(client):
        uri = paper.as_uri()
        client.open(uri, lacking)
        await client.diagnostics(uri, bool)
        (repair,) = [one for one in await client.actions(uri, 3) if "edit" in one]
        (edit,) = repair["edit"]["changes"][uri]
        lines = lacking.splitlines(keepends=True)
        lines.insert(edit["range"]["start"]["line"], edit["newText"])
        paper.write_text("".join(lines))
        client.change(uri, "".join(lines), 2)
        while not (accepts := [one for one in await client.actions(uri, 4) if "command" in one]):
            await asyncio.sleep(0.1)
        (accept,) = accepts
        await client.ask("workspace/executeCommand", command=accept["command"]["command"], arguments=accept["command"]["arguments"])
        await client.until(lambda: client.messages)
        return client.messages

    messages = talk(folder, speak)
    assert "the baseline is written" in messages[-1]["message"]
    assert [record["id"] for record in json.loads((folder / "theoremtest-ledger.json").read_text())] == ["mine2026/eq:lack"]


@pytest.mark.drawn(4)
def test_the_corrected_form_of_an_erratum_is_shown(folder):
    text = "% theoremtest: kunin2024/25\n\\[ \\mu = 1 \\]\n"

    async def speak(client):
        uri = (folder / "paper.tex").as_uri()
        client.open(uri, text)
        await client.diagnostics(uri, bool)
        while not (shows := [one["command"] for one in await client.actions(uri, 1) if "command" in one]):
            await asyncio.sleep(0.1)
        await client.ask("workspace/executeCommand", command=shows[0]["command"], arguments=shows[0]["arguments"])
        await client.until(lambda: client.messages)
        return client.messages

    messages = talk(folder, speak)
    assert messages and "kunin2024/25, corrected" in messages[0]["message"]


def test_what_is_decided_at_length_is_given_up_when_its_text_goes_and_the_rest_goes_on(folder):
    async def speak(client):
        uri = (folder / "paper.tex").as_uri()
        client.open(uri, HARD)
        (waiting,) = await client.diagnostics(uri, bool)
        client.change(uri, HEAD + BAD, 2)
        (shown,) = await client.diagnostics(uri, only_refuted, 2)
        client.change(uri, HARD + BAD, 3)
        both = await client.diagnostics(uri, lambda shown: {one["code"] for one in shown} == {"undecided", "refuted"}, 3)
        return waiting, shown, both

    waiting, shown, both = talk(folder, speak)
    assert waiting["code"] == "undecided" and shown["code"] == "refuted" and {one["code"] for one in both} == {"undecided", "refuted"}


@pytest.mark.drawn(4)
def test_claims_are_decided_as_saved_in_a_process_of_their_own_and_no_loop_in_them_stops_the_server(folder):
    file, paper = folder / "claims_mine.py", folder / "paper.tex"
    file.write_text(PROGRAM)

    async def speak(client):
        uri = file.as_uri()
        client.open(uri, PROGRAM)
        (bad,) = await client.diagnostics(uri, only_refuted)
        endless = "while True: pass\n" + PROGRAM
        file.write_text(endless)
        client.change(uri, endless, 2)
        client.tell("textDocument/didSave", textDocument={"uri": uri})
        client.open(paper.as_uri(), HEAD + BAD)
        (shown,) = await client.diagnostics(paper.as_uri(), only_refuted)
        mended = PROGRAM.replace("+ u*v", "+ 2*u*v")
        file.write_text(mended)
        client.change(uri, mended, 3)
        client.tell("textDocument/didSave", textDocument={"uri": uri})
        return bad, shown, await client.diagnostics(uri, lambda shown: not shown, 3)

    bad, shown, none = talk(folder, speak)
    assert "mine2026/2" in bad["message"] and "left" in bad["message"] and shown["code"] == "refuted" and none == []


@pytest.mark.drawn(4)
def test_only_the_ledger_speaks_of_programs_where_that_is_asked_for(folder):
    (folder / "claims_mine.py").write_text(PROGRAM)

    async def speak(client):
        uri = (folder / "claims_mine.py").as_uri()
        client.open(uri, PROGRAM)
        return await client.diagnostics(uri, lambda shown: len(shown) == 2)

    for way in ({"options": ["--ledger-only"]}, {"initialization": {"runClaims": False}}):
        shown = talk(folder, speak, *way.get("options", ()), initialization=way.get("initialization"))
        assert {one["code"] for one in shown} == {"undecided"} and not (folder / "ran.txt").exists()


@pytest.mark.drawn(6)
def test_no_document_ends_the_server(folder):
    """Broken, huge and unknown documents, closed and unopened ones; afterwards an ordinary one is judged."""
    async def speak(client):
        for seed in range(25):
            client.open(f"file://{folder}/hostile{seed}.{'py' if seed % 3 == 0 else 'tex'}", hostile(seed))
        client.open("untitled:Untitled-1", HEAD + BAD)
        client.open("file:///nowhere/at/all/paper.tex", HEAD + BAD)
        client.open("file:///%00.tex", HEAD)
        client.open((folder / "big.tex").as_uri(), "x" * 2_500_000)
        client.open((folder / "line.tex").as_uri(), HEAD + "x = 1 $y$ " * 60_000 + "\n" + BAD)
        client.change("file:///never/opened.tex", HEAD, 2)
        client.tell("textDocument/didClose", textDocument={"uri": "file:///never/opened.tex"})
        client.tell("textDocument/didSave", textDocument={"uri": "file:///never/opened.tex"})
        assert await client.hover("file:///never/opened.tex", 10 ** 9) == "" and await client.actions("file:///never/opened.tex", 3) == []
        big = await client.diagnostics((folder / "big.tex").as_uri(), bool)
        line = await client.diagnostics((folder / "line.tex").as_uri(), only_refuted)
        client.open((folder / "paper.tex").as_uri(), HEAD + BAD)
        shown = await client.diagnostics((folder / "paper.tex").as_uri(), only_refuted)
        untitled = await client.diagnostics("untitled:Untitled-1", only_refuted)
        return big, line, shown, untitled

    big, line, shown, untitled = talk(folder, speak)
    assert "at most" in big[0]["message"] and len(big) == 1
    assert [one[0]["code"] for one in (line, shown, untitled)] == ["refuted"] * 3


@pytest.mark.drawn(6)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_places_count_as_the_client_counts(folder, encoding):
    async def speak(client):
        uri = (folder / "paper.tex").as_uri()
        client.open(uri, HEAD + BAD.replace(r"\[ x", "\\label{\U0001d4e7é}\\[ x"))
        return await client.diagnostics(uri, only_refuted)

    (shown,) = talk(folder, speak, encodings=[encoding])
    units = {"utf-8": 6, "utf-16": 3, "utf-32": 2}[encoding]
    assert shown["range"]["start"]["character"] == len(r"\label{}") + units + 3
