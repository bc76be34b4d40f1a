"""Checks requests to language models against the types of the vendors' own packages.

Reads one JSON object a line, {"wire": ..., "body": ...}, and answers each with one line of JSON:
null where the request is as the vendor says, else what is wrong with it.
"""

import importlib
import json
import pkgutil
import sys
from collections.abc import Iterable, Mapping
from typing import Any, Optional

from pydantic import BaseModel, ConfigDict, TypeAdapter
from typing_extensions import is_typeddict

import anthropic.types
import ollama
import openai.types.chat
import openai.types.responses
import openai.types.shared_params
from google.genai import types as gemini

STRICT = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


def forbid_extras(package):
    """Makes every type of a package refuse fields that it does not know."""
    models = {}
    modules = [package]
    for module in pkgutil.walk_packages(getattr(package, "__path__", []), package.__name__ + "."):
        if ".beta." not in module.name:
            modules.append(importlib.import_module(module.name))
    for module in modules:
        for value in vars(module).values():
            if is_typeddict(value):
                value.__pydantic_config__ = STRICT
            elif (
                isinstance(value, type)
                and issubclass(value, BaseModel)
                and value.__module__.startswith(package.__name__)
            ):
                models[value] = None
    for model in models:
        model.model_config = {**model.model_config, "extra": "forbid"}
    for model in models:
        model.model_rebuild(force=True)


for package in (
    openai.types.chat,
    openai.types.responses,
    openai.types.shared_params,
    anthropic.types,
    ollama._types,
):
    forbid_extras(package)


class GeminiRequest(BaseModel):
    """The body of generateContent; its types refuse unknown fields by themselves."""

    model_config = STRICT
    contents: list[gemini.Content]
    tools: Optional[list[gemini.Tool]] = None
    toolConfig: Optional[gemini.ToolConfig] = None
    systemInstruction: Optional[gemini.Content] = None
    generationConfig: Optional[gemini.GenerationConfig] = None


class OllamaRequest(BaseModel):
    """The body of a chat; the package's own type takes any mapping for a message."""

    model_config = STRICT
    model: str
    messages: list[ollama._types.Message]
    tools: Optional[list[ollama._types.Tool]] = None
    stream: bool
    options: Optional[ollama._types.Options] = None
    truncate: bool
    shift: bool


def without_ids(body):
    """The body as the package has it: the ids of calls it does not know, though its server does."""
    for message in body["messages"]:
        message.pop("tool_call_id", None)
        if "images" in message:
            # What is plain text on the wire is an object of its own in the package.
            message["images"] = [{"value": it} for it in message["images"]]
        for call in message.get("tool_calls", []):
            call.pop("id", None)
            call["function"].pop("index", None)
    return body


ADAPTERS = {
    "openai": [
        TypeAdapter(openai.types.chat.completion_create_params.CompletionCreateParamsNonStreaming),
        TypeAdapter(openai.types.chat.completion_create_params.CompletionCreateParamsStreaming),
    ],
    "openai-responses": [
        TypeAdapter(openai.types.responses.response_create_params.ResponseCreateParamsNonStreaming),
        TypeAdapter(openai.types.responses.response_create_params.ResponseCreateParamsStreaming),
    ],
    "anthropic": [
        TypeAdapter(anthropic.types.message_create_params.MessageCreateParamsNonStreaming),
        TypeAdapter(anthropic.types.message_create_params.MessageCreateParamsStreaming),
    ],
    "gemini": [TypeAdapter(GeminiRequest)],
    "ollama": [TypeAdapter(OllamaRequest)],
}

def consume(value: Any):
    """Looks at every part: lists that are typed as iterables are checked when they are read."""
    if isinstance(value, BaseModel):
        consume(dict(value))
    elif isinstance(value, Mapping):
        for part in value.values():
            consume(part)
    elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        for part in value:
            consume(part)


def check(request):
    body = without_ids(request["body"]) if request["wire"] == "ollama" else request["body"]
    adapters = ADAPTERS[request["wire"]]
    adapter = adapters[1] if len(adapters) > 1 and body.get("stream") else adapters[0]
    try:
        consume(adapter.validate_python(body))
        return None
    except Exception as error:  # whatever a validator throws is its answer
        return f"{type(error).__name__}: {error}"[:2000]


for line in sys.stdin:
    print(json.dumps(check(json.loads(line))), flush=True)
