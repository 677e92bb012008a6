"""A session of `waybill lsp` with a client of others, which reads each answer into the types of the protocol."""

import asyncio
import json
import os
import pathlib
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

WAYBILL = os.environ.get("WAYBILL", "waybill")
MODULES = """\
waybill: 1
tags: { views: Screens., api: For programs. }
protocols: { EditorInput: { summary: Edits. } }
modules:
  editor: { provides: [EditorInput], kind: view, tags: [views], identifiers: ["app://editor"] }
  list: { requires: [EditorInput] }
interceptors:
  login: { url: /notes/**, use: requireLogin }
"""
ROUTES = """\
waybill: 1
routes:
  - id: show
    url: /notes/:id
    module: editor
    params: { id: int }
  - url: /n/:key
    handler: showKey
    params: { key: int }
  - { id: list, url: /list, module: list }
tests:
  - open: /notes/42
    expect: { route: show, module: editor, interceptors: [login] }
"""
BROKEN = "waybill: 1\nroutes:\n  - { url: /a, methods: [get], handler: a }\n"
VALID = BROKEN.replace("get", "GET")


def uri(path):
    return pathlib.Path(path).as_uri()


class Session:
    """A client with a set of two files."""

    def __init__(self, client, folder):
        self.client = client
        self.folder = folder
        self.versions = {}

    async def begin(self, pulls=False, encodings=None, folders=None):
        capabilities = client_capabilities("visual-studio-code")
        if not pulls:
            capabilities.text_document.diagnostic = None
        if encodings:
            capabilities.general.position_encodings = encodings
        folders = folders or [self.folder]
        return await self.client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                process_id=os.getpid(),
                workspace_folders=[types.WorkspaceFolder(uri=uri(folder), name="x") for folder in folders],
            )
        )

    def uri(self, name):
        return uri(self.folder / name)

    def document(self, name):
        return types.TextDocumentIdentifier(uri=self.uri(name))

    def open(self, name, text, version=1):
        item = types.TextDocumentItem(uri=self.uri(name), language_id="yaml", version=version, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    def change(self, name, version, *changes):
        identifier = types.VersionedTextDocumentIdentifier(uri=self.uri(name), version=version)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(text_document=identifier, content_changes=list(changes))
        )

    def replace(self, name, version, text):
        self.change(name, version, types.TextDocumentContentChangeWholeDocument(text=text))

    async def pull(self, name):
        report = await self.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(text_document=self.document(name))
        )
        return report.items

    async def codes(self, name):
        return sorted(item.code for item in await self.pull(name))

    async def pushed(self, name, condition):
        for _ in range(500):
            found = self.client.diagnostics.get(self.uri(name))
            if found is not None and condition(found):
                return found
            await asyncio.sleep(0.02)
        raise AssertionError(f"no such diagnostics of {name}: {self.client.diagnostics}")

    def place(self, name, text, line, word):
        column = text.splitlines()[line].index(word) + 1
        return {"text_document": self.document(name), "position": types.Position(line, column)}


def make_client():
    client = make_test_lsp_client()

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        return None

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply(params: types.ApplyWorkspaceEditParams):
        return types.ApplyWorkspaceEditResult(applied=True)

    return client


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[WAYBILL, "lsp"], client_factory=make_client))
async def client(lsp_client: LanguageClient):
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def session(client, tmp_path):
    folder = tmp_path.resolve()
    (folder / "Routes").mkdir()
    (folder / "Routes/m.yaml").write_text(MODULES)
    (folder / "Routes/r.yaml").write_text(ROUTES)
    return Session(client, folder)


@pytest.fixture
def pulling(session):
    async def begin(**options):
        await session.begin(pulls=True, **options)
        session.open("Routes/m.yaml", MODULES)
        session.open("Routes/r.yaml", ROUTES)
        return session

    return begin


# MARK: Diagnostics


@pytest.mark.asyncio
async def test_capabilities_follow_the_client(session):
    answer = await session.begin()
    assert answer.capabilities.diagnostic_provider is None
    assert answer.capabilities.document_formatting_provider


@pytest.mark.asyncio
async def test_pushes_come_with_versions_and_are_cleared(session):
    await session.begin()
    session.open("Routes/a.yaml", BROKEN)
    await session.pushed("Routes/a.yaml", lambda found: [one.code for one in found] == ["S003"])
    session.replace("Routes/a.yaml", 2, VALID)
    await session.pushed("Routes/a.yaml", lambda found: not found)


@pytest.mark.asyncio
async def test_two_unsaved_files_are_checked_together(pulling):
    session = await pulling()
    session.open("Routes/a.yaml", VALID)
    session.open("Routes/b.yaml", VALID)
    assert await session.codes("Routes/a.yaml") + await session.codes("Routes/b.yaml") == ["P001"]


@pytest.mark.asyncio
async def test_a_file_that_is_removed_outside_is_cleared(session):
    (session.folder / "Routes/a.yaml").write_text(BROKEN)
    await session.begin()
    await session.pushed("Routes/a.yaml", lambda found: found)
    (session.folder / "Routes/a.yaml").rename(session.folder / "Routes/b.yaml")
    await session.pushed("Routes/b.yaml", lambda found: found)
    await session.pushed("Routes/a.yaml", lambda found: not found)


@pytest.mark.asyncio
async def test_two_folders_are_two_sets(session):
    for name in ["one", "two"]:
        (session.folder / name).mkdir()
        (session.folder / name / ".waybill.yaml").write_text("{}\n")
        (session.folder / name / "a.yaml").write_text(BROKEN)
    await session.begin(folders=[session.folder / "one", session.folder / "two"])
    for name in ["one", "two"]:
        found = await session.pushed(f"{name}/a.yaml", lambda found: found)
        assert [one.code for one in found] == ["S003"]


@pytest.mark.asyncio
async def test_a_linked_folder_has_the_names_of_the_client(session):
    (session.folder / "link").symlink_to(session.folder / "Routes")
    (session.folder / "Routes/.waybill.yaml").write_text("{}\n")
    (session.folder / "Routes/a.yaml").write_text(BROKEN)
    await session.begin(folders=[session.folder / "link"])
    assert await session.pushed("link/a.yaml", lambda found: found)


@pytest.mark.asyncio
@pytest.mark.parametrize("encoding", list(types.PositionEncodingKind))
@pytest.mark.parametrize("before", ["", "é", "😀", "é😀é", "\u2028", "e\u0301", "名前"])
async def test_places_behind_any_characters(session, encoding, before):
    await session.begin(pulls=True, encodings=[encoding])
    line = f"  - {{ summary: x{before}, url: /a, methods: [get], handler: a }}"
    session.open("Routes/a.yaml", f"waybill: 1\r\nroutes:\r\n{line}\r\n")
    (found,) = [one for one in await session.pull("Routes/a.yaml") if one.code == "S003"]
    prefix = line[: line.index("get")]
    units = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding.value]
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding.value]
    assert found.range.start == types.Position(2, len(prefix.encode(units)) // width)


@pytest.mark.asyncio
@pytest.mark.parametrize("encoding", list(types.PositionEncodingKind))
async def test_edits_in_any_encoding(session, encoding):
    await session.begin(pulls=True, encodings=[encoding])
    line = "  - { summary: 😀é, url: /a, methods: [get], handler: a }"
    session.open("Routes/a.yaml", f"waybill: 1\nroutes:\n{line}\n")
    (found,) = [one for one in await session.pull("Routes/a.yaml") if one.code == "S003"]
    session.change(
        "Routes/a.yaml", 2, types.TextDocumentContentChangePartial(range=found.range, text="GET")
    )
    assert await session.codes("Routes/a.yaml") == []


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "text, code",
    [
        ("<<<<<<< HEAD\nwaybill: 1\n=======\nwaybill: 1\n>>>>>>> x\n", "Y001"),
        ("waybill: 1\nroutes:\n  - { url: /a, handler: [\n", "Y001"),
        ("waybill: 1\nwaybill: 1\n", "Y003"),
        ("", None),
        ("\ufeffwaybill: 1\n", None),
        ("waybill: 2\n", "S008"),
        ("routes: 1\n", None),
        ("\t", None),
        ("\x00", None),
        ("&a [*a]\n", None),
        ("a: " * 500, None),
        ("[" * 500, None),
        ("waybill: 1 # \u2028\u2029\x85\n", None),
    ],
)
async def test_invalid_texts_are_diagnostics(session, text, code):
    await session.begin(pulls=True)
    session.open("Routes/a.yaml", text)
    codes = await session.codes("Routes/a.yaml")
    assert code is None or code in codes
    assert await session.codes("Routes/m.yaml") is not None


@pytest.mark.asyncio
async def test_fifty_thousand_lines(session):
    await session.begin(pulls=True)
    lines = ["waybill: 1", "routes:"]
    for number in range(12_500):
        lines += [f"  - url: /x/{number}/:id", "    params: { id: int }", f"    handler: h{number}", ""]
    text = "\n".join(lines) + "\n"
    session.open("Routes/a.yaml", text)
    assert await session.codes("Routes/a.yaml") == []
    folds = await session.client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=session.document("Routes/a.yaml"))
    )
    assert len(folds) >= 12_500


@pytest.mark.asyncio
async def test_a_restart_with_unsaved_texts(session, tmp_path):
    await session.begin(pulls=True)
    session.open("Routes/a.yaml", BROKEN, version=9)
    assert await session.codes("Routes/a.yaml") == ["S003"]


# MARK: Navigation


PLACES = [
    ("Routes/m.yaml", MODULES, 1, "views"),
    ("Routes/m.yaml", MODULES, 2, "EditorInput"),
    ("Routes/m.yaml", MODULES, 4, "editor"),
    ("Routes/m.yaml", MODULES, 4, "EditorInput"),
    ("Routes/m.yaml", MODULES, 4, "views"),
    ("Routes/m.yaml", MODULES, 4, "app:"),
    ("Routes/m.yaml", MODULES, 5, "EditorInput"),
    ("Routes/m.yaml", MODULES, 7, "login"),
    ("Routes/r.yaml", ROUTES, 2, "show"),
    ("Routes/r.yaml", ROUTES, 3, ":id"),
    ("Routes/r.yaml", ROUTES, 4, "editor"),
    ("Routes/r.yaml", ROUTES, 5, "id:"),
    ("Routes/r.yaml", ROUTES, 9, "list, url"),
    ("Routes/r.yaml", ROUTES, 12, "show"),
    ("Routes/r.yaml", ROUTES, 12, "editor"),
    ("Routes/r.yaml", ROUTES, 12, "login"),
]


@pytest.mark.asyncio
@pytest.mark.parametrize("name, text, line, word", PLACES)
async def test_references_contain_the_place_and_its_declaration(pulling, name, text, line, word):
    session = await pulling()
    place = session.place(name, text, line, word)
    found = await session.client.text_document_references_async(
        types.ReferenceParams(**place, context=types.ReferenceContext(include_declaration=True))
    )
    assert any(one.uri == session.uri(name) and one.range.start.line == line for one in found)
    declared = await session.client.text_document_definition_async(types.DefinitionParams(**place))
    assert all(one in found for one in declared or [])


@pytest.mark.asyncio
@pytest.mark.parametrize("name, text, line, word", PLACES)
async def test_a_rename_leaves_no_problem(pulling, name, text, line, word):
    session = await pulling()
    before = {one: await session.codes(one) for one in ["Routes/m.yaml", "Routes/r.yaml"]}
    edit = await session.client.text_document_rename_async(
        types.RenameParams(**session.place(name, text, line, word), new_name="other")
    )
    for change in edit.document_changes:
        path = "Routes/m.yaml" if change.text_document.uri.endswith("m.yaml") else "Routes/r.yaml"
        assert change.text_document.version == 1
        edits = sorted(change.edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True)
        changes = [types.TextDocumentContentChangePartial(range=one.range, text=one.new_text) for one in edits]
        session.change(path, 2, *changes)
    assert {one: await session.codes(one) for one in before} == before


@pytest.mark.asyncio
@pytest.mark.parametrize("name, text, line, word", PLACES)
async def test_a_hover_is_text(pulling, name, text, line, word):
    session = await pulling()
    hover = await session.client.text_document_hover_async(types.HoverParams(**session.place(name, text, line, word)))
    assert hover.contents.kind == types.MarkupKind.Markdown and hover.contents.value


@pytest.mark.asyncio
async def test_all_other_requests_about_a_document(pulling):
    session = await pulling()
    document = session.document("Routes/r.yaml")
    place = session.place("Routes/r.yaml", ROUTES, 4, "editor")
    ask = session.client
    symbols = await ask.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
    assert [one.name for one in symbols] == ["routes", "tests"]
    assert await ask.text_document_folding_range_async(types.FoldingRangeParams(text_document=document))
    assert await ask.text_document_document_highlight_async(types.DocumentHighlightParams(**place))
    assert await ask.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
    ranges = await ask.text_document_selection_range_async(
        types.SelectionRangeParams(text_document=document, positions=[place["position"]])
    )
    assert ranges[0].parent
    assert not await ask.text_document_document_link_async(types.DocumentLinkParams(text_document=document))
    assert await ask.workspace_symbol_async(types.WorkspaceSymbolParams(query="edit"))
    items = await ask.text_document_completion_async(types.CompletionParams(**place))
    assert [one.label for one in items.items] == ["editor", "list"]


# MARK: Changes


@pytest.mark.asyncio
async def test_a_fix_solves_its_problem(session):
    await session.begin(pulls=True)
    session.open("Routes/a.yaml", BROKEN)
    (problem,) = await session.pull("Routes/a.yaml")
    actions = await session.client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=session.document("Routes/a.yaml"),
            range=problem.range,
            context=types.CodeActionContext(diagnostics=[problem]),
        )
    )
    fix = next(one for one in actions if one.is_preferred)
    (edit,) = fix.edit.document_changes[0].edits
    session.change("Routes/a.yaml", 2, types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text))
    assert await session.codes("Routes/a.yaml") == []


@pytest.mark.asyncio
@pytest.mark.parametrize("text", [ROUTES, MODULES, "waybill:   1\nroutes:\n    - {url: /a,  handler: a}\n"])
async def test_formatting_gives_the_bytes_of_fmt(session, text):
    await session.begin(pulls=True)
    session.open("Routes/a.yaml", text)
    edits = await session.client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=session.document("Routes/a.yaml"),
            options=types.FormattingOptions(tab_size=2, insert_spaces=True),
        )
    )
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda one: one.range.start.line, reverse=True):
        lines[edit.range.start.line : edit.range.end.line] = [edit.new_text]
    fmt = subprocess.run([WAYBILL, "fmt", "-"], input=text, capture_output=True, text=True, check=True)
    assert "".join(lines) == fmt.stdout


@pytest.mark.asyncio
async def test_commands(pulling):
    session = await pulling()

    async def run(command, *arguments):
        return await session.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command=command, arguments=list(arguments))
        )

    answer = await run("waybill.explain", {"url": "/notes/1"})
    printed = subprocess.run(
        [WAYBILL, "explain", "/notes/1", str(session.folder / "Routes"), "--format", "json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(json.dumps(answer, default=lambda one: one._asdict() if hasattr(one, "_asdict") else vars(one)))
    assert json.loads(printed.stdout)["outcome"] == "matched"
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(session.folder)]
    for arguments in [["init", "-q"], ["add", "."], ["commit", "-q", "-m", "x"]]:
        subprocess.run(git + arguments, check=True)
    session.replace("Routes/r.yaml", 2, ROUTES.replace("/list", "/all"))
    assert await run("waybill.plan", {})


# MARK: Clients that misbehave


class RawSession:
    """A client that may send anything."""

    def __init__(self, folder):
        self.process = subprocess.Popen([WAYBILL, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        folders = [{"uri": uri(folder), "name": "x"}]
        self.ask("initialize", {"processId": None, "capabilities": {}, "workspaceFolders": folders})

    def send(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def ask(self, method, params):
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        while True:
            length = int(self.process.stdout.readline().split(b":")[1])
            self.process.stdout.readline()
            answer = json.loads(self.process.stdout.read(length))
            if answer.get("id") == self.last and "method" not in answer:
                return answer

    def finish(self):
        self.ask("shutdown", None)
        self.send({"jsonrpc": "2.0", "method": "exit"})
        return self.process.wait(20)


@pytest.mark.parametrize(
    "method",
    [
        "definition", "hover", "references", "rename", "prepareRename", "completion", "codeAction", "formatting",
        "rangeFormatting", "documentSymbol", "documentLink", "selectionRange", "foldingRange", "diagnostic",
    ],
)
def test_odd_parameters_end_no_session(method, tmp_path):
    folder = tmp_path.resolve()
    (folder / "a.yaml").write_text(ROUTES)
    session = RawSession(folder)
    far = {"line": 10**12, "character": -7}
    for document in [None, {}, [], {"uri": 7}, {"uri": "x:"}, {"uri": uri("/no.yaml")}, {"uri": uri(folder / "a.yaml")}]:
        for place in [None, {}, "x", far]:
            params = {"textDocument": document, "position": place, "range": {"start": place, "end": place}}
            answer = session.ask(f"textDocument/{method}", params)
            assert "result" in answer or answer["error"]["code"] in [-32602, -32803]
    for params in [None, [], 7, "x"]:
        assert "error" in session.ask(f"textDocument/{method}", params)
    assert session.finish() == 0


@pytest.mark.parametrize(
    "bytes_",
    [b"", b"rubbish", b"\r\n\r\n", b"Content-Length: 5\r\n\r\n{}", b"Content-Length: -1\r\n\r\n", b"\xff" * 70_000, b"{}"],
)
def test_rubbish_ends_with_the_stream(bytes_, tmp_path):
    run = subprocess.run([WAYBILL, "lsp"], input=bytes_, capture_output=True, cwd=tmp_path, timeout=20)
    assert run.returncode == 1
