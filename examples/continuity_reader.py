"""A continuity reader: listens to a story and proposes corrections of misspelled names.

It connects to a hub as an agent, hears every change as an event, and reads the text that was written.
Where a word is almost, but not quite, a word of a character's name, it proposes the correction. Its
proposals arrive as a draft for the writer to review.

    pip install websockets
    STAR_CREDENTIAL=… python continuity_reader.py ws://127.0.0.1:7780/env/demo/agent/reader

With `--until N` it ends after N proposals.
"""

import asyncio
import difflib
import json
import os
import re
import sys
import uuid

import websockets


class Story:
    """The story at the other end: asks for actions, and gives the events that come in between."""

    def __init__(self, socket, address):
        environment, _, me = address.split("/env/")[1].partition("/agent/")
        self.socket = socket
        self.sender = {"id": me, "type": "agent"}
        self.recipient = {"id": environment, "type": "environment"}
        self.waiting = {}
        self.events = asyncio.Queue()

    async def listen(self):
        async for text in self.socket:
            message = json.loads(text)
            payload = message["payload"]
            if message["type"] == "error":
                details = payload["details"]
                wait = self.waiting.pop(details.get("original_message_id"), None)
                if wait is None:
                    raise SystemExit(f"{payload['message']} ({details['suggested_action']})")
                wait.set_exception(RuntimeError(payload["message"]))
            elif payload.get("type") == "outcome" and payload["id"] in self.waiting:
                self.waiting.pop(payload["id"]).set_result(payload["outcome"])
            elif payload.get("type") == "event":
                await self.events.put((message.get("sequence"), payload))

    async def act(self, action, **parameters):
        # An action is done once for each id: after a lost connection send it again with the same one.
        id = str(uuid.uuid4())
        wait = self.waiting[id] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({
            "type": "message", "id": id, "sender": self.sender, "recipient": self.recipient,
            "payload": {"type": "action", "id": id, "action": action, "parameters": parameters},
        }))
        outcome = await wait
        if outcome["status"] != "success":
            raise RuntimeError(f"{action}: {outcome['message']}")
        return outcome["data"]

    async def tool(self, name, **parameters):
        return (await self.act(name, **parameters))["result"]["data"]


def corrections(text, names):
    """Words of the text that are almost a word of a name, each with that word."""
    known = {word for name in names for word in name.split() if len(word) > 3}
    for word in sorted(set(re.findall(r"\b[A-Z]\w{3,}", text)) - known):
        near = difflib.get_close_matches(word, known, n=1, cutoff=0.8)
        # A name in the possessive or the plural is none.
        if near and word.rstrip("s") != near[0].rstrip("s"):
            yield word, near[0]


async def proposals(story, change):
    """Reads what a change wrote, and proposes corrections; gives each."""
    written = {it["node"] for it in change.get("changed", []) if it["capability"] == "text"}
    for node in written:
        found = await story.tool("find_nodes", kind="character")
        names = [it["title"] for it in found["nodes"]]
        text = (await story.tool("read_text", node=node))["text"]
        for wrong, right in corrections(text, names):
            await story.tool("replace_text", node=node, old=wrong, new=right, all=True)
            yield wrong, right


async def main(address, until):
    credential = os.environ.get("STAR_CREDENTIAL")
    headers = {"Authorization": f"Bearer {credential}"} if credential else {}
    async with websockets.connect(address, additional_headers=headers) as socket:
        story = Story(socket, address)
        listening = asyncio.create_task(story.listen())
        may = await story.act("list_actions")
        last = may["environment"]["number"]
        print(f"reading “{may['environment']['title']}”", flush=True)
        while not listening.done():
            number, event = await story.events.get()
            if event["event"] != "data:changed" and event["event"] != "gap":
                continue
            changes = [event["data"]]
            if number is None or number > last + 1:
                # Some events were left out, or missed while away: fetch them.
                changes = (await story.act("changes_since", number=last))["changes"]
            for change in changes:
                last = max(last, change["number"])
                if change["author"]["name"] == story.sender["id"]:
                    continue
                async for wrong, right in proposals(story, change):
                    print(f"proposed: {wrong} → {right}", flush=True)
                    until -= 1
                    if until == 0:
                        return
        listening.result()


if __name__ == "__main__":
    words = sys.argv[1:]
    count = int(words[words.index("--until") + 1]) if "--until" in words else -1
    try:
        asyncio.run(main(words[0], count))
    except KeyboardInterrupt:
        pass
