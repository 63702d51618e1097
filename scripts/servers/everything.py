"""A small server on the Python SDK that has one of everything, for the tests of mcp-inspector.

    python everything.py stdio|http dual

The SDK always serves both eras, so `dual` is all there is to say. Over HTTP the server takes the port
from PORT (or any) and says `listening on URL`. `everything.mjs` is the same server on the TypeScript SDK.
"""

import os
import socket
import sys
from typing import Annotated

import anyio
import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, ListRoots, Resolve, Sample
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import (
    Completion,
    CreateMessageResult,
    EmptyResult,
    ListRootsResult,
    SamplingMessage,
    SetLevelRequestParams,
    SubscribeRequestParams,
    TextContent,
    UnsubscribeRequestParams,
)
from pydantic import BaseModel, Field

NOTE = "note://one"
TONES = ["formal", "friendly", "funny"]
NUMBERS = ["1", "2", "10"]

mcp = MCPServer("everything-py", version="1.0.0", instructions="Only for tests.", log_level="WARNING")
changes = 0
has_extra = False
watched: set[str] = set()


class Measured(BaseModel):
    place: str
    celsius: float


class Booking(BaseModel):
    name: str
    seats: int = Field(default=2, ge=1)


@mcp.tool()
def add(a: float, b: float) -> str:
    """Adds two numbers"""
    return f"{a + b:g}"


@mcp.tool()
def measure(place: str) -> Measured:
    """Measures a place, as data"""
    return Measured(place=place, celsius=21.5)


@mcp.tool()
async def count(steps: int, ctx: Context) -> str:
    """Counts, and tells how far it is"""
    for step in range(1, steps + 1):
        await ctx.report_progress(step, steps)
    return f"counted to {steps}"


@mcp.tool()
async def wait(seconds: float) -> str:
    """Waits until it is over or cancelled"""
    print("wait: begun", file=sys.stderr, flush=True)
    try:
        await anyio.sleep(seconds)
    except anyio.get_cancelled_exc_class():
        print("wait: cancelled", file=sys.stderr, flush=True)
        raise
    return f"waited {seconds:g} s"


@mcp.tool()
def fail() -> str:
    """Fails"""
    raise ToolError("it failed")


@mcp.tool()
async def log(message: str, ctx: Context) -> str:
    """Logs a warning"""
    await ctx.log("warning", message)
    return "logged"


# What needs us: the SDK asks in the way of the era.


def who() -> Elicit[Booking]:
    return Elicit("Who is it for?", Booking)


@mcp.tool()
def ask_name(booking: Annotated[ElicitationResult[Booking], Resolve(who)]) -> str:
    """Asks for a name"""
    if isinstance(booking, AcceptedElicitation):
        return f"{booking.data.name}, {booking.data.seats}"
    return booking.action


def something() -> Sample:
    message = SamplingMessage(role="user", content=TextContent(type="text", text="Say something."))
    return Sample([message], max_tokens=50)


@mcp.tool()
def ask_model(answer: Annotated[CreateMessageResult, Resolve(something)]) -> str:
    """Asks a model"""
    return f"the model said: {answer.content.text}"


def shown() -> ListRoots:
    return ListRoots()


@mcp.tool()
def ask_roots(roots: Annotated[ListRootsResult, Resolve(shown)]) -> str:
    """Asks for the roots"""
    return "\n".join(str(root.uri) for root in roots.roots)


# Changes are told in two ways, because the eras listen in two ways.


def extra() -> str:
    """Comes and goes"""
    return "here"


@mcp.tool()
async def toggle_extra(ctx: Context) -> str:
    """Adds or removes a tool"""
    global has_extra
    has_extra = not has_extra
    if has_extra:
        mcp.add_tool(extra)
    else:
        mcp.remove_tool("extra")
    await ctx.notify_tools_changed()
    await ctx.session.send_tool_list_changed()
    return "added" if has_extra else "removed"


@mcp.tool()
async def touch(ctx: Context) -> str:
    """Changes the note"""
    global changes
    changes += 1
    await ctx.notify_resource_updated(NOTE)
    if NOTE in watched:
        await ctx.session.send_resource_updated(NOTE)
    return f"changed {changes} times"


async def subscribe(_: object, params: SubscribeRequestParams) -> EmptyResult:
    watched.add(str(params.uri))
    return EmptyResult()


async def unsubscribe(_: object, params: UnsubscribeRequestParams) -> EmptyResult:
    watched.discard(str(params.uri))
    return EmptyResult()


async def set_level(_: object, params: SetLevelRequestParams) -> EmptyResult:
    return EmptyResult()


# The high-level server has no way to say these; the SDK's own example says them so, too.
lowlevel = mcp._lowlevel_server
lowlevel.add_request_handler("resources/subscribe", SubscribeRequestParams, subscribe)
lowlevel.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, unsubscribe)
lowlevel.add_request_handler("logging/setLevel", SetLevelRequestParams, set_level)


@mcp.resource(NOTE, name="one", mime_type="text/plain")
def note() -> str:
    """A note"""
    return f"{NOTE}, changed {changes} times"


@mcp.resource("note://numbered/{number}", name="numbered", mime_type="text/plain")
def numbered(number: str) -> str:
    """Numbered notes"""
    return f"note://numbered/{number}, changed {changes} times"


@mcp.prompt()
def greet(name: str, tone: str = "friendly") -> str:
    """Greets someone"""
    return f"Greet {name}, {tone}."


@mcp.completion()
async def complete(reference, argument, context) -> Completion:
    values = TONES if argument.name == "tone" else NUMBERS
    return Completion(values=[value for value in values if value.startswith(argument.value)])


def serve_http() -> None:
    listener = socket.create_server(("127.0.0.1", int(os.environ.get("PORT", "0"))))
    print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
    config = uvicorn.Config(mcp.streamable_http_app(), log_level="warning", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[listener])


if sys.argv[1:] == ["stdio", "dual"]:
    mcp.run()
elif sys.argv[1:] == ["http", "dual"]:
    serve_http()
else:
    sys.exit("usage: everything.py stdio|http dual")
