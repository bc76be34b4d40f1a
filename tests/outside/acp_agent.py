"""An agent on the official Python library of the Agent Client Protocol, which does what its instruction says.

It keeps its sessions in the folder it is started in, and uses the tools of the server it is given through
the official Python client of the Model Context Protocol."""

import asyncio
import json
import os
import sys

import acp
from acp.schema import (
    AgentCapabilities,
    AllowedOutcome,
    Implementation,
    InitializeResponse,
    LoadSessionResponse,
    NewSessionResponse,
    PermissionOption,
    PromptResponse,
    ToolCallUpdate,
    Usage,
)
from mcp import Client, StdioServerParameters

SESSIONS = "sessions.json"


def sessions():
    try:
        with open(SESSIONS) as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


class Agent(acp.Agent):
    def __init__(self):
        self.servers = {}
        self.cancelled = asyncio.Event()

    def on_connect(self, connection):
        self.editor = connection

    async def initialize(self, protocol_version, client_capabilities=None, **_):
        self.capabilities = client_capabilities
        return InitializeResponse(
            protocol_version=acp.PROTOCOL_VERSION,
            agent_capabilities=AgentCapabilities(load_session=True),
            agent_info=Implementation(name="scripted", version="1"),
        )

    async def new_session(self, cwd, mcp_servers=None, **_):
        known = sessions()
        session = f"session-{len(known) + 1}"
        self.remember(session, [])
        self.servers[session] = mcp_servers
        return NewSessionResponse(session_id=session)

    async def load_session(self, cwd, session_id, mcp_servers=None, **_):
        heard = sessions()[session_id]
        self.servers[session_id] = mcp_servers
        for text in heard:
            await self.editor.session_update(session_id, acp.update_user_message_text(text))
            await self.say(session_id, "This was said before.")
        return LoadSessionResponse()

    async def cancel(self, session_id, **_):
        self.cancelled.set()

    async def say(self, session, text):
        await self.editor.session_update(session, acp.update_agent_message_text(text))

    def remember(self, session, heard):
        known = sessions()
        known[session] = heard
        with open(SESSIONS, "w") as file:
            json.dump(known, file)

    def story(self, session):
        server = self.servers[session][0]
        environment = {it.name: it.value for it in server.env}
        return Client(
            StdioServerParameters(command=server.command, args=server.args, env=environment)
        )

    async def prompt(self, prompt, session_id, **_):
        texts = [it.text for it in prompt]
        heard = sessions()[session_id]
        self.remember(session_id, heard + [texts[-1]])
        self.cancelled.clear()
        word, *rest = texts[-1].split()
        stop = await getattr(self, f"do_{word}")(session_id, texts, rest)
        usage = Usage(total_tokens=12, input_tokens=10, output_tokens=2)
        return PromptResponse(stop_reason=stop or "end_turn", usage=usage)

    async def do_work(self, session, texts, _):
        """Thinks, plans, calls two tools, and says what it did."""
        await self.editor.session_update(session, acp.update_agent_thought_text("Hm. "))
        plan = acp.update_plan([acp.plan_entry("Make fog", status="in_progress")])
        await self.editor.session_update(session, plan)
        await self.say(session, "I begin. ")
        async with self.story(session) as story:
            fog = {"title": "Fog", "kind": "scene", "text": "Grey."}
            made = await story.call_tool("create_node", fog)
            read = await story.call_tool("read_text", {"node": "Fog"})
            wrong = await story.call_tool("read_text", {"node": "Nowhere at all"})
        text = read.content[0].text
        assert "Grey." in text, text
        assert not made.is_error and wrong.is_error
        await self.say(session, "There is fog now.")

    async def do_recall(self, session, texts, _):
        """Says what it heard in this session, and how much it was told now."""
        heard = sessions()[session]
        await self.say(session, f"{session}: {heard}, {len(texts)}")

    async def do_environment(self, session, texts, _):
        """Says what it finds where it runs, and what it may do."""
        told = {
            "variables": sorted(os.environ),
            "files": sorted(os.listdir(".")),
            "terminal": self.capabilities.terminal,
            "reads": self.capabilities.fs.read_text_file if self.capabilities.fs else False,
        }
        await self.say(session, json.dumps(told))

    async def do_ask(self, session, texts, _):
        """Asks for two permissions: for a tool of the story, and for a program."""
        options = [
            PermissionOption(option_id="yes", name="Yes", kind="allow_once"),
            PermissionOption(option_id="no", name="No", kind="reject_once"),
        ]
        answers = []
        for title in ["mcp__storyteller__create_node", "rm -rf storyteller create_node"]:
            call = ToolCallUpdate(tool_call_id=title, title=title, kind="execute")
            answer = await self.editor.request_permission(
                session_id=session, tool_call=call, options=options
            )
            chosen = answer.outcome
            is_chosen = isinstance(chosen, AllowedOutcome)
            answers.append(chosen.option_id if is_chosen else "cancelled")
        await self.say(session, " ".join(answers))

    async def do_wait(self, session, texts, _):
        """Waits until it is cancelled."""
        await self.say(session, "I wait.")
        await self.cancelled.wait()
        return "cancelled"

    async def do_die(self, session, texts, _):
        await self.say(session, "I go.")
        os._exit(3)

    async def do_flood(self, session, texts, _):
        while True:
            await self.say(session, "blah " * 20_000)

    async def do_babble(self, session, texts, _):
        for _ in range(30):
            sys.stdout.write("this is not a message\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


asyncio.run(acp.run_agent(Agent()))
