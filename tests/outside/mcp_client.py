"""Does a writer's main job on a story through the official Python client of the Model Context Protocol.

    mcp_client.py MODE stdio COMMAND [ARGUMENT …]
    mcp_client.py MODE http URL SECRET

MODE is `auto` (the later revision where the server speaks it) or `legacy`. Prints one JSON object of what
the client saw."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters


async def work(client):
    tools = await client.list_tools()
    outline = await client.call_tool("outline", {})
    made = await client.call_tool(
        "create_node", {"title": "Fog", "text": "Grey.", "kind": "scene"}
    )
    read = await client.call_tool("read_text", {"node": "Fog"})
    failed = await client.call_tool("read_text", {"node": "Nowhere at all"})
    resources = await client.list_resources()
    templates = await client.list_resource_templates()
    page = await client.read_resource("storyteller://node/Fog")
    prompts = await client.list_prompts()
    prompt = await client.get_prompt("continue_scene", {"node": "Fog"})
    return {
        "protocol": client.protocol_version,
        "tools": [tool.name for tool in tools.tools],
        "outline": outline.structured_content,
        "made": made.structured_content,
        "read": read.structured_content,
        "failed": failed.is_error,
        "resources": [str(it.uri) for it in resources.resources],
        "templates": [it.uri_template for it in templates.resource_templates],
        "page": page.contents[0].text,
        "prompts": [it.name for it in prompts.prompts],
        "prompt": prompt.messages[0].content.text,
    }


def server(transport, arguments):
    if transport == "stdio":
        return StdioServerParameters(command=arguments[0], args=arguments[1:])
    from mcp.client.streamable_http import streamable_http_client
    import httpx2

    url, secret = arguments
    headers = {"Authorization": f"Bearer {secret}"}
    return streamable_http_client(url, http_client=httpx2.AsyncClient(headers=headers))


async def main():
    mode, transport, *arguments = sys.argv[1:]
    async with Client(server(transport, arguments), mode=mode) as client:
        print(json.dumps(await work(client)))


asyncio.run(main())
