"""A plugin for Storyteller: makes names that sound like those a story has, and finds rhymes.

It is a server of the Model Context Protocol that needs nothing but Python. Add it to settings.toml:

    [mcp.names]
    command = "python3"
    args = ["/path/to/names.py"]

Its tools join those of the assistant as `names_make_name` and `names_find_rhymes`. Messages come one a
line as JSON-RPC on standard input and are answered on standard output; the rest is your own idea."""

import json
import random
import sys

TOOLS = [
    {
        "name": "make_name",
        "description": "Make new names that sound like the given ones.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "names": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Names that the story has already.",
                },
                "count": {"type": "integer", "description": "How many to make.", "default": 5},
                "seed": {"type": "integer", "description": "The same seed gives the same names."},
            },
            "required": ["names"],
        },
    },
    {
        "name": "find_rhymes",
        "description": "Find the words that rhyme with a word by their ending, among the given ones.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "word": {"type": "string", "description": "The word to rhyme with."},
                "words": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Where to look.",
                },
            },
            "required": ["word", "words"],
        },
    },
]


def make_name(names, count=5, seed=None):
    """Joins the beginning of one name to the end of another, where both share a letter."""
    chance = random.Random(seed)
    known = {name.lower() for name in names}
    made = []
    for _ in range(1000):
        if len(made) == count:
            break
        first, second = chance.choice(names), chance.choice(names)
        joints = [
            first[:i] + second[j:]
            for i in range(2, len(first))
            for j in range(1, len(second) - 1)
            if first[i - 1].lower() == second[j - 1].lower()
        ]
        if joints:
            name = chance.choice(joints).capitalize()
            if name.lower() not in known:
                known.add(name.lower())
                made.append(name)
    return {"names": made}


def find_rhymes(word, words):
    ending = word.lower()[-3:]
    return {"rhymes": [it for it in words if it.lower() != word.lower() and it.lower().endswith(ending)]}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "names", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        tools = {"make_name": make_name, "find_rhymes": find_rhymes}
        try:
            data = tools[params["name"]](**params.get("arguments", {}))
        except (KeyError, TypeError, IndexError, ValueError) as error:
            return {"content": [{"type": "text", "text": repr(error)}], "isError": True}
        text = json.dumps(data, ensure_ascii=False)
        return {"content": [{"type": "text", "text": text}], "structuredContent": data}
    return None


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message:
            continue
        result = answer(message["method"], message.get("params", {}))
        reply = {"jsonrpc": "2.0", "id": message["id"]}
        if result is None:
            reply["error"] = {"code": -32601, "message": "there is no such method"}
        else:
            reply["result"] = result
        print(json.dumps(reply, ensure_ascii=False), flush=True)


main()
