"""A session of `waybill mcp` with the client of the protocol's authors, which reads each answer into its types."""

import contextlib
import os
import subprocess

import pytest
from mcp import Client, StdioServerParameters, stdio_client

WAYBILL = os.environ.get("WAYBILL", "waybill")
SET = """\
waybill: 1
interceptors:
  login: { url: /notes/**, use: requireLogin }
routes:
  - { id: show, url: "/notes/:id", methods: [GET], params: { id: uint }, handler: showNote }
tests:
  - open: /notes/42
    expect: { handler: showNote }
"""
TOOLS = {
    "check": ({}, "no problems in 1 file, 1 route"),
    "explain": ({"url": "/notes/42"}, "login"),
    "plan": ({"against": "HEAD"}, "Every request is served as before."),
    "test": ({"coverage": True}, "1 passed in 1 file"),
    "routes": ({}, "/notes/:id"),
    "schema": ({"kind": "test-file"}, '"$schema"'),
    "rule": ({"rule": "P003"}, "P003 shadowed-route"),
}
# How a session begins: as the client likes, or with `initialize`.
MODES = {"auto": "2026-07-28", "legacy": "2025-11-25"}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "Routes").mkdir()
    (tmp_path / "Routes/a.yaml").write_text(SET)
    for words in [["init", "-q"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "one"]]:
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


@contextlib.asynccontextmanager
async def session(folder, mode):
    server = StdioServerParameters(command=WAYBILL, args=["mcp"], cwd=folder)
    async with Client(stdio_client(server), mode=mode) as client:
        yield client


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_each_tool_is_listed_and_answers(folder, mode):
    async with session(folder, mode) as client:
        assert client.protocol_version == MODES[mode]
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == list(TOOLS)
        assert all(tool.annotations.read_only_hint for tool in tools)
        for name, (arguments, expected) in TOOLS.items():
            answer = await client.call_tool(name, arguments)
            assert not answer.is_error and expected in answer.content[0].text, (name, answer)


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", MODES)
async def test_each_answer_is_about_the_files_as_they_are_now(folder, mode):
    file = folder / "Routes/a.yaml"
    async with session(folder, mode) as client:
        check = lambda: client.call_tool("check", {})
        assert "no problems" in (await check()).content[0].text
        file.write_text(SET.replace("[GET]", "[get]"))
        assert "Routes/a.yaml:5:" in (await check()).content[0].text
        (folder / "Routes/b.yaml").write_text("waybill: 1\nroutes:\n  - { url: /b, handler: b }\n")
        file.write_text(SET)
        assert "no problems in 2 files, 2 routes" in (await check()).content[0].text
        (folder / ".waybill.yaml").write_text("policies:\n  - { name: p, routes: { }, forbid: x }\n")
        assert ".waybill.yaml:" in (await check()).content[0].text


@pytest.mark.asyncio
async def test_a_problem_is_an_error_of_the_tool_and_the_session_goes_on(folder):
    async with session(folder, "auto") as client:
        for name, arguments in [("explain", {}), ("check", {"paths": ["../x.yaml"]}), ("rule", {"rule": "P999"})]:
            assert (await client.call_tool(name, arguments)).is_error
        assert not (await client.call_tool("check", {})).is_error
