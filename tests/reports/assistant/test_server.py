"""The server as an assistant meets it: a real client of the protocol over standard input and output."""

import asyncio
import json
import os
import sys

import pytest

from helpers.hostile_calls import SECRET, calls
from theoremtest.reports.assistant.schemas import ANSWER, TOOLS
from theoremtest.reports.workspace import FLOORS

pytest.importorskip("mcp", reason="the protocol's SDK is an extra")
jsonschema = pytest.importorskip("jsonschema")
pytestmark = [pytest.mark.slow,  # each starts a server, and that a worker
              pytest.mark.filterwarnings("default::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")]
VALID = jsonschema.Draft202012Validator(ANSWER)


@pytest.fixture
def workspace(tmp_path):
    """A folder with a manuscript, a way out of it, and a secret beside it."""
    inside = tmp_path / "work"
    inside.mkdir()
    (tmp_path / "outside.tex").write_text(f"% theoremtest: let {SECRET}\n\\[ {SECRET} = 1 \\]")
    (inside / "paper.tex").write_text("% theoremtest: let x\n\\[ x^2 \\geq 0 \\]\n\\[ x^2 \\geq x \\]\n")
    (inside / "folder.tex").mkdir()
    (inside / "link.tex").symlink_to(tmp_path / "outside.tex")
    return inside


def talk(workspace, speak):
    """Run a conversation with a server over a folder."""
    from mcp import Client, StdioServerParameters

    path = os.pathsep.join(filter(None, sys.path))
    server = StdioServerParameters(command=sys.executable, args=["-m", "theoremtest", "mcp", "--workspace", str(workspace)], cwd=workspace,
                                   env={"PYTHONPATH": path})

    async def conversation():
        async with Client(server) as client:
            return await speak(client)

    return asyncio.run(conversation())


def test_every_tool_has_its_schemas_and_answers_by_them(workspace):
    asked = {"check": {"statement": "exp(x) >= 1 + x", "declarations": ["let x"], "syntax": "python"},
             "refute": {"statement": r"x^2 \geq x", "declarations": ["let x"]}, "search": {"query": "Riccati", "limit": 1},
             "try": {"claim": "kunin2024/26", "formula": r"\|\beta_*\|^2 + \delta \nu - \nu^2"},
             "needs": {"statement": r"\sqrt{x^2} = x", "declarations": [r"let x \geq 0"]}, "errata": {"claim": "kunin2024/25"},
             "referee": {"path": "paper.tex"}}

    async def speak(client):
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        return listed, {name: await client.call_tool(name, arguments) for name, arguments in asked.items()}

    listed, found = talk(workspace, speak)
    assert set(listed) == set(TOOLS) and all(tool.input_schema == TOOLS[name][1] and tool.output_schema == ANSWER for name,
                                             tool in listed.items())
    for result in found.values():
        VALID.validate(result.structured_content)
        assert not result.is_error and result.content[0].text
    verdicts = {name: result.structured_content["verdict"] for name, result in found.items()}
    assert verdicts == {"check": "proved", "refute": "refuted", "try": "fails", "needs": "listed", "errata": "listed", "search": "listed",
                        "referee": "listed"}
    assert [item["verdict"] for item in found["referee"].structured_content["items"]] == ["proved", "refuted"]
    assert found["errata"].structured_content["items"][0]["verdict"] == "refuted"
    assert "x = 1/2" in found["refute"].content[0].text


def test_a_call_that_is_given_up_ends_and_the_next_is_answered(workspace):
    async def speak(client):
        hard = {"statement": r"\sum_{k=1}^{n} \frac{\sin(k^2 x)}{k + e^{k y}} < 7 + y^8",
                "declarations": ["let x, y", r"let n \in \mathbb{N}"],
                "seconds": 60}
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.call_tool("check", hard), 3)
        return await client.call_tool("check", {"statement": "1 + 1 = 2"})

    assert talk(workspace, speak).structured_content["verdict"] == "proved"


@pytest.mark.drawn(6)
def test_no_hostile_call_breaks_out_or_gets_a_false_word(workspace, number=None):
    """No crash, no way out of the folder, nothing written, nothing false proved."""
    before = {path: path.stat().st_mtime_ns for path in workspace.rglob("*")}
    number = int(os.environ.get("THEOREMTEST_HOSTILE_CALLS", "300"))

    async def speak(client):
        found = []
        for tool, arguments, false in calls(seed=7, number=number):
            try:
                sent = json.loads(json.dumps(arguments, allow_nan=False))
            except ValueError:
                continue  # no JSON: no client can send it
            if tool not in TOOLS:
                found.append((tool, sent, false, (await client.session.call_tool(tool, sent)).structured_content))
            else:
                found.append((tool, sent, false, (await client.call_tool(tool, sent)).structured_content))
        return found

    for tool, arguments, false, answer in talk(workspace, speak):
        told = f"{tool} {arguments}: {answer}"
        VALID.validate(answer)
        assert "defect" not in answer["error"] and "ended by itself" not in answer["error"] and "broke off" not in answer["error"], told
        assert SECRET not in json.dumps({**answer, "unread": []} if SECRET in json.dumps(arguments) else answer), told
        assert "root:" not in json.dumps(answer), told
        assert not (false and answer["verdict"] in ("proved", "holds")), told
    assert before == {path: path.stat().st_mtime_ns for path in workspace.rglob("*")}
    assert FLOORS.is_dir()
