"""The server: the model context protocol over standard input and output, in front of the pool of workers."""

from __future__ import annotations

import asyncio
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from theoremtest.numerics.extras import needing

from .pool import Pool
from .schemas import ANSWER, TOOLS
from .text import lines

with needing("`theoremtest mcp`", "mcp"):
    import mcp_types as types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

INSTRUCTIONS = (
    "Tools that decide statements of mathematics exactly. Every answer repeats the statement as it was read: compare it with what you "
    "meant before you rely on the verdict. Only `proved` and `refuted` settle anything; `undecided` and `not read` say nothing about the "
    "truth.")


async def serve(root: Path) -> None:
    """Answer until the input ends."""
    pool = Pool(root)

    async def list_tools(context, params) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[
            types.Tool(name=name, description=words, input_schema=asked, output_schema=ANSWER,
                       annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False, idempotent_hint=True))
            for name, (words, asked) in TOOLS.items()])

    async def call_tool(context, params: types.CallToolRequestParams) -> types.CallToolResult:
        found = await pool.answer(params.name, params.arguments or {})
        return types.CallToolResult(content=[types.TextContent(type="text", text=lines(found))], structured_content=found,
                                    is_error=bool(found["error"]))

    server: Server = Server("theoremtest", version=_version(), instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool)
    try:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
    finally:
        await pool.close()


def _version() -> str:
    try:
        return version("theoremtest")
    except PackageNotFoundError:
        return "0"


def run(root: Path) -> None:
    """Serve until the input ends."""
    asyncio.run(serve(root))
