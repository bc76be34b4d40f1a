"""The model behind the gateway: it renames the hero and paints the portrait, then says so."""

import json

import litellm

CALLS = [
    ("update_node_kv", {"items": [{"k": "Name", "v": "Neo"}]}),
    ("generate_image", {"prompt": "portrait of Neo, the hero of the story", "ratio": "2:3"}),
]
DONE = "The hero is called Neo now, and has a portrait."


def answers(messages):
    return [it for it in messages if it.get("role") == "tool"]


def check(messages):
    """Every answer names a call that was made."""
    made = {call["id"] for it in messages for call in it.get("tool_calls") or []}
    for answer in answers(messages):
        if answer["tool_call_id"] not in made:
            raise litellm.BadRequestError(
                f"no call {answer['tool_call_id']}", model="story", llm_provider="scripted"
            )


def tool_calls():
    return [
        {
            "index": at,
            "id": f"call_{at}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)},
        }
        for at, (name, arguments) in enumerate(CALLS)
    ]


class Scripted(litellm.CustomLLM):
    async def acompletion(self, model, messages, *args, **kwargs):
        check(messages)
        if answers(messages):
            message = {"role": "assistant", "content": DONE}
            reason = "stop"
        else:
            message = {"role": "assistant", "content": None, "tool_calls": tool_calls()}
            reason = "tool_calls"
        return litellm.ModelResponse(
            model=model,
            choices=[{"index": 0, "message": message, "finish_reason": reason}],
            usage={"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
        )

    async def astreaming(self, model, messages, *args, **kwargs):
        check(messages)

        def chunk(text="", call=None, reason=""):
            usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
            return {
                "text": text,
                "tool_use": call,
                "is_finished": bool(reason),
                "finish_reason": reason,
                "usage": usage if reason else None,
                "index": 0,
            }

        if answers(messages):
            for word in DONE.split(" "):
                yield chunk(text=word + " ")
            yield chunk(reason="stop")
        else:
            for call in tool_calls():
                yield chunk(call=call)
            yield chunk(reason="tool_calls")


model = Scripted()
