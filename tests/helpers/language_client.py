"""A client of the language server protocol, as an editor is one: a program started, messages over its input and output, counted."""

import asyncio
import contextlib
import itertools
import json
import os
import sys


class Client:
    """One conversation. shown: the last diagnostics of each document; messages: what the server showed a user."""

    def __init__(self, process):
        self.process, self.ids = process, itertools.count(1)
        self.answers, self.shown, self.messages = {}, {}, []
        self.news = asyncio.Event()
        self.reading = asyncio.ensure_future(self._read())

    async def _read(self):
        while header := await self.process.stdout.readline():
            length = int(header.split(b":")[1])
            while (await self.process.stdout.readline()).strip():
                pass
            said = json.loads(await self.process.stdout.readexactly(length))
            if "id" in said and "method" not in said:
                self.answers.pop(said["id"]).set_result(said)
            elif said.get("method") == "textDocument/publishDiagnostics":
                self.shown[said["params"]["uri"]] = said["params"]
                self.news.set()
            elif said.get("method") == "window/showMessage":
                self.messages.append(said["params"])
                self.news.set()

    def _send(self, **message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def tell(self, method, **params):
        """A notification."""
        self._send(method=method, params=params)

    async def ask(self, method, **params):
        """A request; its result. Raises AssertionError for an error."""
        number = next(self.ids)
        self.answers[number] = asyncio.get_running_loop().create_future()
        self._send(id=number, method=method, params=params)
        said = await asyncio.wait_for(self.answers[number], 120)
        assert "error" not in said, said["error"]
        return said["result"]

    async def until(self, holds):
        """Wait until something holds of this client; what it then is."""
        async def waiting():
            while not (found := holds()):
                self.news.clear()
                await self.news.wait()
            return found
        return await asyncio.wait_for(waiting(), 240)

    async def diagnostics(self, uri, holds=lambda shown: True, version=None):
        """The diagnostics of a document once they are as asked for."""
        def found():
            said = self.shown.get(uri)
            if said is None or (version is not None and said.get("version") != version) or not holds(said["diagnostics"]):
                return None
            return said
        return (await self.until(found))["diagnostics"]

    def open(self, uri, text, version=1):
        self.tell("textDocument/didOpen", textDocument={"uri": uri, "languageId": "latex", "version": version, "text": text})

    def change(self, uri, text, version):
        self.tell("textDocument/didChange", textDocument={"uri": uri, "version": version}, contentChanges=[{"text": text}])

    async def hover(self, uri, line, character=0):
        found = await self.ask("textDocument/hover", textDocument={"uri": uri}, position={"line": line, "character": character})
        return found["contents"]["value"] if found else ""

    async def actions(self, uri, line):
        place = {"line": line, "character": 0}
        return await self.ask("textDocument/codeAction", textDocument={"uri": uri}, range={"start": place, "end": place},
                              context={"diagnostics": []})


def talk(folder, speak, *options, initialization=None, encodings=None):
    """Run a conversation with a server that was started in a folder."""
    async def conversation():
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "theoremtest", "lsp", *options, cwd=folder, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, limit=2**26, env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
        client = Client(process)
        try:
            general = {"positionEncodings": encodings} if encodings else {}
            await client.ask("initialize", processId=None, rootUri=folder.as_uri(), capabilities={"general": general},
                             initializationOptions=initialization)
            client.tell("initialized")
            found = await speak(client)
            await client.ask("shutdown")
            client.tell("exit")
            await asyncio.wait_for(process.wait(), 60)
            return found
        finally:
            client.reading.cancel()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return asyncio.run(conversation())
