"""A server of the Model Context Protocol over standard input and output, made with the official library: `FILE`.
It offers the notes of a JSON file as resources, read anew each time; one of them tries to command, another is a
picture and has no text. Its tool draws a picture, always the same, and answers with it beside a script that calls
itself a picture."""

import json
import struct
import sys
import zlib

from mcp.server.mcpserver import Image, MCPServer

server = MCPServer("notes")


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png():
    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + bytes([180, 40 * row, 60] * 2) for row in range(2))
    parts = [chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@server.tool()
def draw(subject: str) -> list:
    """Draws a picture."""
    script = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"
    return [f"A picture of {subject}.", Image(data=png(), format="png"), Image(data=script, format="svg+xml")]


@server.resource("note://{name}")
def any_note(name: str) -> str:
    with open(sys.argv[1]) as file:
        return json.load(file)[name]


def note(name):
    @server.resource(f"note://{name}", name=name, title=f"The {name}\x1b[2J\n", description="A note.")
    def read() -> str:
        return any_note(name)


with open(sys.argv[1]) as notes:
    for title in json.load(notes):
        note(title)


@server.resource("note://map", name="map", mime_type="image/png")
def picture() -> bytes:
    return png()


server.run("stdio")
