"""The server: the language server protocol over standard input and output, in front of workers that read and decide.

A document is looked at in passing whenever its text changes; a look finds the places that are new, and what is kept or quickly decided is
shown at once. What takes longer is decided beside that, and given up with its process as soon as its place is gone from the text.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from theoremtest.numerics.extras import needing
from theoremtest.reports.assistant.pool import Pool

with needing("`theoremtest lsp`", "pygls"):
    from lsprotocol import types
    from pygls.lsp.server import LanguageServer
    from pygls.uris import to_fs_path

WORKER = "theoremtest.reports.editor.worker"
MOST = 2_000_000
"""Characters of a document at most."""
KEPT = 20_000
"""Findings that are kept at most."""
SETTLED = 0.1
"""Seconds without a keystroke after which a text is looked at."""
AT_ONCE = 0.3
"""Seconds after which what is known of a text is shown without what is new in it."""
STARTS, HANGS = 120.0, 60.0
"""Seconds after which the first look in passing, and any other, is given up with its worker."""
LONG = 20.0
"""Seconds of work that a longer look may take."""
SHOW, ACCEPT = "theoremtest.show", "theoremtest.accept"
NAME = "theoremtest"


@dataclass
class Document:
    """A document that is open, what is known of its places, and what is worked at."""

    uri: str
    path: Path
    text: str = ""
    version: int | None = None
    spots: list[dict] = field(default_factory=list)
    fault: str = ""
    stale: bool = False
    """Whether the text is another than was last looked at."""
    following: asyncio.Task | None = None
    longer: dict[str, asyncio.Task] = field(default_factory=dict)
    """What is decided at length, by the keys of its places."""


class Editor:
    """All open documents, and what was found."""

    def __init__(self, server: LanguageServer, root: Path, programs: bool) -> None:
        self.server, self.programs = server, programs
        self.passing, self.long = Pool(root, 1, WORKER), Pool(root, 2, WORKER)
        self.open: dict[str, Document] = {}
        self.found: dict[str, dict] = {}
        self.awake, self.hung = False, False
        """Whether a look in passing was answered; a look in passing did not end, as when a file of claims that is imported does not."""

    # what the client says ------------------------------------------------------------------------------------------------

    def changed(self, uri: str, text: str, number: int | None) -> None:
        """A document was opened, or reads otherwise."""
        path = _path(uri)
        if path is None:
            return
        document = self.open.setdefault(uri, Document(uri, path))
        document.text, document.version, document.stale = plain(text), number, True
        for key, task in list(document.longer.items()):
            spot = next((one for one in document.spots if one["key"] == key), None)
            if spot is None or spot["typed"] not in document.text:
                task.cancel()
        self._follow(document)

    def closed(self, uri: str) -> None:
        """A document is not open any more."""
        document = self.open.pop(uri, None)
        if document is not None:  # a look in passing ends by itself
            for task in document.longer.values():
                task.cancel()
            self._publish(document, [])

    def saved(self, path: Path | None) -> None:
        """A file was written: claims may say something else, and programs are imported anew."""
        if path is None or path.suffix == ".py":
            self.hung = False
            self.passing.end()
            self.long.end()
        for document in self.open.values():
            document.stale = True
            self._follow(document)

    def end(self) -> None:
        """End all workers."""
        self.passing.end()
        self.long.end()

    # looks ---------------------------------------------------------------------------------------------------------------

    def _follow(self, document: Document) -> None:
        if document.following is None or document.following.done():
            document.following = asyncio.get_running_loop().create_task(self._followed(document))

    async def _followed(self, document: Document) -> None:
        """Look at a document until all of its text as it stands has been looked at in passing; then at length at what is left."""
        while document.stale:
            document.stale = False
            await asyncio.sleep(SETTLED)
            if document.stale:
                continue
            if len(document.text) > MOST:
                document.spots, document.fault = [], f"this document has {len(document.text)} characters; at most {MOST} are read"
                self._show(document)
                continue
            more = await self._passing(document, judging=False)
            while more and not document.stale and self._is_open(document):
                deciding = asyncio.create_task(self._passing(document))
                if not (await asyncio.wait({deciding}, timeout=AT_ONCE))[0]:
                    self._show(document)  # what is known already does not wait for what is new
                more = await deciding
        if self._is_open(document):
            self._at_length(document)

    def _is_open(self, document: Document) -> bool:
        return self.open.get(document.uri) is document

    async def _passing(self, document: Document, judging: bool = True) -> bool:
        """One look in passing, at first for what there is; whether another is due."""
        text = document.text
        try:
            known = [spot["key"] for spot in document.spots if spot["key"] in self.found]
            asked = self._asked(document, judging=judging, known=known, programs=self.programs and not self.hung)
            answer = await asyncio.wait_for(self.passing.answer("look", asked), HANGS if self.awake else STARTS)
        except TimeoutError:
            self.hung, answer = True, {"error": f"no end within {HANGS:.0f} s; its process was stopped"}
        if document.stale and text != document.text:
            self._keep(answer.get("found", {}))
            return False
        self.awake, document.fault = True, answer["error"]
        if not answer["error"]:
            self._keep(answer["found"])
            document.spots = [{**spot, "typed": text[spot["start"]:spot["end"]]} for spot in answer["spots"]]
            keys = {spot["key"] for spot in document.spots}
            for key in document.longer.keys() - keys:
                document.longer[key].cancel()
        more = not answer["error"] and answer["left"] > 0
        if judging or not more:
            self._show(document)
        return more

    def _keep(self, found: Mapping[str, dict]) -> None:
        for key, one in found.items():
            self.found.pop(key, None)
            self.found[key] = one
        while len(self.found) > KEPT:
            self.found.pop(next(iter(self.found)))

    def _asked(self, document: Document, **more: Any) -> dict[str, Any]:
        """What a worker is asked about a document, beside the others that are open."""
        unsaved = {str(other.path): other.text for other in self.open.values()
                   if other is not document and other.path.suffix != ".py" and len(other.text) <= MOST}
        return {"path": str(document.path), "text": document.text, "unsaved": unsaved, "programs": self.programs, **more}

    def _at_length(self, document: Document) -> None:
        """Decide what is left: each display by itself, of a file of claims all that is open at once, as it is imported for that."""
        left = [spot["key"] for spot in document.spots
                if self.found.get(spot["key"], {}).get("to_come") and spot["key"] not in document.longer]
        for keys in ([left] if document.path.suffix == ".py" else [[key] for key in left]):
            if keys:
                task = asyncio.get_running_loop().create_task(self._longer(document, keys))
                document.longer.update(dict.fromkeys(keys, task))

    async def _longer(self, document: Document, keys: list[str], needs: bool = False) -> None:
        try:
            answer = await self.long.answer("look", self._asked(document, only=keys, seconds=LONG, needs=needs))
            ended = {key: {**one, "to_come": False, "needs_asked": needs} for key, one in answer.get("found", {}).items()}
            for key in keys:
                if key not in ended and key in self.found:
                    why = answer["error"] or "the text changed while it was decided"
                    ended[key] = {**self.found[key], "to_come": False, "hover": [*self.found[key]["hover"], f"not decided: {why}"]}
            self._keep(ended)
            self._show(document)
        finally:
            for key in keys:
                document.longer.pop(key, None)

    def ask_needs(self, document: Document, spot: Mapping) -> None:
        """Have it determined which conditions a claim needs."""
        key = spot["key"]
        if key not in document.longer:
            document.longer[key] = asyncio.get_running_loop().create_task(self._longer(document, [key], needs=True))

    # what is shown -------------------------------------------------------------------------------------------------------

    def _show(self, document: Document) -> None:
        if not self._is_open(document):
            return
        places = Places(document.text, self.server)
        shown = [self._diagnostic(places, spot, found) for spot in document.spots
                 if (found := self.found.get(spot["key"])) is not None and found["message"]]
        if document.fault:
            shown.append(types.Diagnostic(places.between(0, min(len(document.text), 1)), document.fault,
                                          severity=types.DiagnosticSeverity.Information, source=NAME, code="not-read"))
        self._publish(document, shown)

    def _diagnostic(self, places: Places, spot: Mapping, found: Mapping) -> types.Diagnostic:
        start, end = found["span"] or (0, spot["end"] - spot["start"])
        where = places.between(spot["start"] + start, spot["start"] + end)
        return types.Diagnostic(where, found["message"], source=NAME, code=found["word"],
                                severity=types.DiagnosticSeverity(found["severity"]))

    def _publish(self, document: Document, shown: list[types.Diagnostic]) -> None:
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, shown, version=document.version))

    def spots_at(self, uri: str, first: int, last: int) -> list[tuple[Document, dict, dict]]:
        """The places on some lines, from their marks to their ends, with what was found of them."""
        document = self.open.get(uri)
        if document is None or document.stale:
            return []
        starts = line_starts(document.text)
        return [(document, spot, self.found[spot["key"]]) for spot in document.spots if spot["key"] in self.found
                and _line(starts, spot["mark"]) <= last and first <= _line(starts, spot["end"])]


def plain(text: str) -> str:
    """A text with lines as the protocol counts them, each ended by one character."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def line_starts(text: str) -> list[int]:
    """The offsets at which lines begin."""
    return [0, *(match.end() for match in re.finditer("\n", text))]


def _line(starts: list[int], offset: int) -> int:
    from bisect import bisect_right

    return bisect_right(starts, offset) - 1


class Places:
    """Offsets of a text as the client counts them."""

    def __init__(self, text: str, server: LanguageServer) -> None:
        self.text, self.starts, self.codec = text, line_starts(text), server.workspace.position_codec

    def at(self, offset: int) -> types.Position:
        """The place of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = _line(self.starts, offset)
        return types.Position(line, self.codec.client_num_units(self.text[self.starts[line]:offset]))

    def between(self, start: int, end: int) -> types.Range:
        """The range between two offsets."""
        return types.Range(self.at(start), self.at(max(start, end)))


def _path(uri: str) -> Path | None:
    """The file of an address; of a document that is no file yet, a name in the folder that the server was started in."""
    with contextlib.suppress(ValueError, OSError, TypeError):
        text = to_fs_path(uri) if uri.startswith("file:") else None
        path = Path(text) if text else Path.cwd() / (re.sub(r"[^\w.-]", "_", uri)[-60:].removesuffix(".tex") + ".tex")
        if "\0" not in str(path) and path.suffix in (".tex", ".py", ".sty"):
            return path.resolve()
    return None


def _version() -> str:
    try:
        return version("theoremtest")
    except PackageNotFoundError:
        return "0"


def made(root: Path, programs: bool) -> tuple[LanguageServer, Editor]:
    """The server with its features."""
    server = LanguageServer(NAME, _version(), text_document_sync_kind=types.TextDocumentSyncKind.Full)
    editor = Editor(server, root, programs)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        options = params.initialization_options
        if isinstance(options, dict) and options.get("runClaims") is False:
            editor.programs = False

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        await editor.passing.warm()

    _follow_documents(server, editor)
    _answer(server, editor)
    _obey(server, editor)
    return server, editor


def _follow_documents(server: LanguageServer, editor: Editor) -> None:
    """What is opened, changed, saved and closed."""
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        editor.changed(params.text_document.uri, params.text_document.text, params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        editor.changed(uri, server.workspace.get_text_document(uri).source, params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        editor.saved(_path(params.text_document.uri))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def written(params: types.DidChangeWatchedFilesParams) -> None:
        paths = [_path(change.uri) for change in params.changes]
        editor.saved(next((path for path in paths if path is not None and path.suffix == ".py"), paths[0] if paths else None))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        editor.closed(params.text_document.uri)


def _answer(server: LanguageServer, editor: Editor) -> None:
    """Hovers and repairs."""
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        line = params.position.line
        for document, spot, found in editor.spots_at(params.text_document.uri, line, line):
            lines = list(found["hover"])
            if found["verdict"] in ("proved", "proved in part") and "needs" not in lines and not found.get("needs_asked"):
                found["needs_asked"] = True
                editor.ask_needs(document, spot)
                lines.append("which conditions it needs is being determined; hover again")
            return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines)))
        return None

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        made: dict[str, types.CodeAction] = {}
        for document, spot, found in editor.spots_at(uri, params.range.start.line, params.range.end.line):
            places = Places(document.text, server)
            for fix in found["fixes"]:
                made.setdefault(fix["title"], _action(uri, document, places, spot, fix))
        return list(made.values())


def _obey(server: LanguageServer, editor: Editor) -> None:
    """What a repair may ask for besides an edit."""
    @server.command(SHOW)
    async def show(text: str) -> None:
        server.window_show_message(types.ShowMessageParams(types.MessageType.Info, str(text)))

    @server.command(ACCEPT)
    async def accept(uri: str) -> None:
        document = editor.open.get(uri)
        answer = {"error": "no such document is open"} if document is None else await editor.long.answer(
            "accept", {"path": str(document.path), "seconds": LONG})
        failed = bool(answer["error"] or answer.get("refused"))
        server.window_show_message(types.ShowMessageParams(types.MessageType.Warning if failed else types.MessageType.Info,
                                                           answer["error"] or answer["message"]))
        editor.saved(Path("ledger"))


def _action(uri: str, document: Document, places: Places, spot: Mapping, fix: Mapping) -> types.CodeAction:
    """A repair as the protocol has it: an edit, or a command."""
    if "above" in fix or "replace" in fix:
        if "above" in fix:
            start = document.text.rfind("\n", 0, spot["mark"]) + 1
            change = types.TextEdit(places.between(start, start), f"{fix['above']}\n")
        else:
            change = types.TextEdit(places.between(spot["start"], spot["end"]), fix["replace"])
        return types.CodeAction(fix["title"], kind=types.CodeActionKind.QuickFix, edit=types.WorkspaceEdit({uri: [change]}))
    name, argument = (SHOW, fix["show"]) if "show" in fix else (ACCEPT, uri)
    command = types.Command(fix["title"], command=name, arguments=[argument])
    return types.CodeAction(fix["title"], kind=types.CodeActionKind.QuickFix, command=command)


def run(root: Path, programs: bool = True) -> None:
    """Serve until the input ends."""
    server, editor = made(root, programs)
    try:
        server.start_io()
    finally:
        editor.end()
