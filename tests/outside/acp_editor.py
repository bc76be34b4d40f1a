"""An editor on the official Python library of the Agent Client Protocol, which does what a scenario says.

    acp_editor.py SCENARIO COMMAND [ARGUMENT …]

COMMAND is the agent. Prints one JSON object of what the editor saw."""

import asyncio
import json
import os
import sys

import acp
from acp.schema import (
    AllowedOutcome,
    ClientCapabilities,
    DeniedOutcome,
    RequestPermissionResponse,
)


class Editor(acp.Client):
    """Notes what it is told, and answers questions with the option of this kind."""

    def __init__(self, choice):
        self.choice = choice
        self.updates = []
        self.asked = []
        self.changed = asyncio.Event()

    async def session_update(self, session_id, update, **_):
        self.updates.append(update.model_dump(mode="json", by_alias=True, exclude_none=True))
        self.changed.set()

    async def request_permission(self, session_id, tool_call, options, **_):
        self.asked.append(tool_call.model_dump(mode="json", by_alias=True, exclude_none=True))
        self.changed.set()
        if self.choice == "never":
            await asyncio.Event().wait()
        for option in options:
            if option.kind == self.choice:
                outcome = AllowedOutcome(outcome="selected", option_id=option.option_id)
                return RequestPermissionResponse(outcome=outcome)
        return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))

    async def until(self, is_so):
        while not is_so():
            self.changed.clear()
            await self.changed.wait()

    def kinds(self):
        return [it["sessionUpdate"] for it in self.updates]

    def seen(self, **more):
        text = [
            it["content"]["text"]
            for it in self.updates
            if it["sessionUpdate"] == "agent_message_chunk"
        ]
        return {"kinds": self.kinds(), "text": "".join(text), "asked": self.asked, **more}


def agent(editor, command):
    return acp.spawn_agent_process(editor, *command, env=dict(os.environ))


async def begin(connection):
    begun = await connection.initialize(
        protocol_version=acp.PROTOCOL_VERSION, client_capabilities=ClientCapabilities()
    )
    assert begun.protocol_version == acp.PROTOCOL_VERSION
    return begun


def prompt(connection, session, text):
    return connection.prompt(session_id=session, prompt=[acp.text_block(text)])


async def plain(command, choice, mode=None):
    """One instruction; the person answers each question in one way."""
    editor = Editor(choice)
    async with agent(editor, command) as (connection, _):
        begun = await begin(connection)
        session = await connection.new_session(cwd="/", mcp_servers=[])
        if mode:
            await connection.set_session_mode(session_id=session.session_id, mode_id=mode)
        answer = await prompt(connection, session.session_id, "do it")
        name = begun.agent_info.name
        modes = [it.id for it in session.modes.available_modes]
        return editor.seen(agent=name, modes=modes, stop=answer.stop_reason)


async def cancelled(command, choice):
    """The instruction is cancelled: while a question is open, or while the model is silent."""
    editor = Editor(choice)
    async with agent(editor, command) as (connection, _):
        await begin(connection)
        session = await connection.new_session(cwd="/", mcp_servers=[])
        asking = asyncio.create_task(prompt(connection, session.session_id, "do it"))
        await editor.until(lambda: editor.asked or "agent_message_chunk" in editor.kinds())
        await connection.cancel(session_id=session.session_id)
        answer = await asking
        return editor.seen(stop=answer.stop_reason)


async def killed(command):
    """The agent is killed in the middle of an instruction, and the session taken up by another."""
    editor = Editor("allow_once")
    async with agent(editor, command) as (connection, process):
        await begin(connection)
        session = await connection.new_session(cwd="/", mcp_servers=[])
        asking = asyncio.create_task(prompt(connection, session.session_id, "do it"))
        # The model has begun to answer to the result of the call.
        await editor.until(lambda: "agent_message_chunk" in editor.kinds())
        process.kill()
        try:
            await asking
            broken = False
        except Exception:
            broken = True
    before = editor.seen()
    editor = Editor("allow_once")
    async with agent(editor, command) as (connection, _):
        await begin(connection)
        await connection.load_session(cwd="/", session_id=session.session_id, mcp_servers=[])
        loaded = editor.seen()
        editor.updates.clear()
        answer = await prompt(connection, session.session_id, "go on")
        after = editor.seen(stop=answer.stop_reason)
        listed = await connection.list_sessions()
        titles = [it.title for it in listed.sessions]
    return {
        "before": before,
        "broken": broken,
        "loaded": loaded,
        "after": after,
        "titles": titles,
    }


async def main():
    scenario, *command = sys.argv[1:]
    name, *arguments = scenario.split(":")
    play = {"plain": plain, "cancelled": cancelled, "killed": killed}[name]
    print(json.dumps(await play(command, *arguments)))


asyncio.run(main())
