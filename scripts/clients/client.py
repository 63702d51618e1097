"""A client on the Python SDK, which speaks both eras.

    python client.py URL TOKEN everything|demo legacy|auto|modern

Takes the steps that `steps.mjs` has for the TypeScript SDKs, and prints one line for each:
{"step", "ok", "detail"}. Ends with 1 if one failed. `auto` finds out what the server speaks, and must
find 2026-07-28.
"""

import json
import sys
import traceback
import warnings
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import anyio
import httpx2
from anyio.abc import TaskGroup, TaskStatus
from mcp import Client, MCPError, types
from mcp.client.streamable_http import streamable_http_client

MODERN = "2026-07-28"
# How long something that must happen may take.
PATIENCE = 20
# A call that waits this long would not have been answered in time by a server that is stuck.
AT_ONCE = 5

URL, TOKEN, KIND, ERA = sys.argv[1:5]
HEADERS = {"X-Session-Token": TOKEN}
IS_MODERN = ERA != "legacy"


@dataclass
class Kind:
    """What a kind of server calls the same things."""

    name: str
    slow: Callable[[float, int], tuple[str, dict[str, Any]]]
    echoed: Callable[[str], str]
    sample: tuple[str, dict[str, Any]]
    elicit: str
    roots: str
    log: tuple[str, dict[str, Any]]
    change: tuple[str, dict[str, Any]]
    # Whether logs and changes go on until the tool is called again.
    toggles: bool
    resource: str
    content: str
    prompt: tuple[str, dict[str, str]]
    unknown_code: int | None


KINDS = {
    "everything": Kind(
        name="mcp-servers/everything",
        slow=lambda seconds, steps: ("trigger-long-running-operation", {"duration": seconds, "steps": steps}),
        echoed=lambda text: f"Echo: {text}",
        sample=("trigger-sampling-request", {"prompt": "the question", "maxTokens": 7}),
        elicit="trigger-elicitation-request",
        roots="get-roots-list",
        log=("toggle-simulated-logging", {}),
        change=("toggle-subscriber-updates", {}),
        toggles=True,
        resource="demo://resource/dynamic/text/1",
        content="Resource 1",
        prompt=("args-prompt", {"city": "Riga"}),
        unknown_code=None,
    ),
    "demo": Kind(
        name="mcp-inspector-demo",
        slow=lambda seconds, steps: ("slow", {"seconds": seconds, "steps": steps}),
        echoed=lambda text: text,
        sample=("sample", {"prompt": "the question"}),
        elicit="elicit",
        roots="roots",
        log=("log", {"level": "error", "message": "look", "count": 3}),
        change=("touch", {"uri": "demo://clock"}),
        toggles=False,
        resource="demo://clock",
        content="tick",
        prompt=("greet", {"name": "Riga"}),
        unknown_code=-32602,
    ),
}
kind = KINDS[KIND]


class Failed(Exception):
    """What must hold does not."""


def must(holds: object, message: str, seen: object) -> None:
    if not holds:
        raise Failed(f"{message}; seen: {seen!r}")


def must_equal(seen: object, wanted: object, what: str) -> None:
    must(seen == wanted, f"{what} must be {wanted!r}", seen)


def text_of(result: types.CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))


async def until(holds: Callable[[], bool], message: str, seen: Callable[[], object]) -> None:
    with anyio.move_on_after(PATIENCE):
        while not holds():
            await anyio.sleep(0.01)
    must(holds(), f"{message} within {PATIENCE} s", seen())


@dataclass
class Party:
    """A client, and what it was told and asked."""

    name: str
    client: Client
    session: str | None = None
    asked: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    logs: list[Any] = field(default_factory=list)
    updates: list[str] = field(default_factory=list)
    _leave: anyio.Event = field(default_factory=anyio.Event)
    _left: anyio.Event = field(default_factory=anyio.Event)

    async def call(self, name: str, arguments: dict[str, Any], **options: Any) -> types.CallToolResult:
        return await self.client.call_tool(name, arguments, **options)

    async def echo(self, text: str) -> None:
        result = await self.call("echo", {"message": text})
        must_equal(text_of(result), kind.echoed(text), "the echo")

    @asynccontextmanager
    async def subscribed(self, uri: str):
        if not IS_MODERN:
            await self.client.subscribe_resource(uri)
            yield
            await self.client.unsubscribe_resource(uri)
            return
        async with self.client.listen(resource_subscriptions=[uri]) as subscription, anyio.create_task_group() as group:

            async def follow() -> None:
                async for event in subscription:
                    self.updates.append(str(event.uri))

            group.start_soon(follow)
            yield
            group.cancel_scope.cancel()

    async def live(self, http: httpx2.AsyncClient, *, task_status: TaskStatus[None]) -> None:
        """Connects, and stays until `close`. A client has to end in the task that it began in."""
        try:
            async with http, self.client:
                task_status.started()
                await self._leave.wait()
        finally:
            self._left.set()

    async def close(self) -> None:
        self._leave.set()
        await self._left.wait()

    async def is_gone(self) -> bool:
        """Whether the server no longer knows the session."""
        if IS_MODERN:
            return True
        must(self.session, "the older era has a session", self.session)
        accept = {"Accept": "application/json, text/event-stream", "Mcp-Session-Id": self.session}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        async with httpx2.AsyncClient() as http:
            response = await http.post(URL, json=body, headers=HEADERS | accept)
        return response.status_code == 404


async def opened(homes: TaskGroup, name: str) -> Party:
    async def sample(context: Any, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        party.asked.append("sampling")
        party.prompts.append(params.model_dump_json())
        content = types.TextContent(type="text", text=f"sampled by {name}")
        return types.CreateMessageResult(role="assistant", content=content, model=f"model-of-{name}")

    async def elicit(context: Any, params: Any) -> types.ElicitResult:
        party.asked.append("elicitation")
        return types.ElicitResult(action="accept", content={"name": f"user of {name}"})

    async def list_roots(context: Any) -> types.ListRootsResult:
        party.asked.append("roots")
        return types.ListRootsResult(roots=[types.Root(uri=f"file:///{name}", name=name)])

    async def log(params: types.LoggingMessageNotificationParams) -> None:
        party.logs.append(params.data)

    async def hear(message: Any) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            party.updates.append(str(message.params.uri))

    async def note_session(response: httpx2.Response) -> None:
        party.session = response.headers.get("mcp-session-id", party.session)

    http = httpx2.AsyncClient(headers=HEADERS, timeout=60, event_hooks={"response": [note_session]})
    client = Client(
        streamable_http_client(URL, http_client=http),
        mode={"legacy": "legacy", "auto": "auto", "modern": MODERN}[ERA],
        sampling_callback=sample,
        elicitation_callback=elicit,
        list_roots_callback=list_roots,
        logging_callback=log,
        message_handler=hear,
        log_level="debug",
        client_info=types.Implementation(name=name, version="1.0.0"),
    )
    party = Party(name, client)
    await homes.start(lambda *, task_status: party.live(http, task_status=task_status))
    must_equal(client.protocol_version == MODERN, IS_MODERN, "whether it is 2026-07-28")
    must_equal(party.session is None, IS_MODERN, "whether there is no session")
    return party


failures = 0


async def step(name: str, does: Callable[[], Awaitable[object]]) -> None:
    global failures
    line: dict[str, object] = {"step": name}
    try:
        with anyio.fail_after(3 * PATIENCE):
            line |= {"ok": True, "detail": await does()}
    except Failed as failed:
        line |= {"ok": False, "detail": str(failed)}
    except Exception:
        line |= {"ok": False, "detail": traceback.format_exc()}
    failures += not line["ok"]
    print(json.dumps(line), flush=True)


async def every(fetch: Callable[..., Awaitable[Any]], member: str) -> list[Any]:
    found: list[Any] = []
    cursor = None
    while True:
        page = await fetch(cursor=cursor)
        found += getattr(page, member)
        cursor = page.next_cursor
        if cursor is None:
            return found


async def lists(one: Party) -> object:
    tools = [tool.name for tool in await every(one.client.list_tools, "tools")]
    for tool in ["echo", kind.slow(1, 1)[0], kind.sample[0], kind.elicit, kind.roots]:
        must(tool in tools, f"there must be the tool {tool}", tools)
    resources = await every(one.client.list_resources, "resources")
    must(resources, "there must be resources", resources)
    prompts = [prompt.name for prompt in await every(one.client.list_prompts, "prompts")]
    must(kind.prompt[0] in prompts, f"there must be the prompt {kind.prompt[0]}", prompts)
    return {"tools": len(tools), "resources": len(resources), "prompts": len(prompts)}


@dataclass
class Long:
    """A long call of a client and its progress."""

    party: Party
    steps: int
    seen: list[tuple[float, float | None]] = field(default_factory=list)
    begun: anyio.Event = field(default_factory=anyio.Event)

    async def run(self, pause: float = 0.1) -> types.CallToolResult:
        async def told(progress: float, total: float | None, message: str | None) -> None:
            self.seen.append((progress, total))
            self.begun.set()

        arguments = kind.slow(self.steps * pause, self.steps)
        return await self.party.call(*arguments, progress_callback=told)

    def must_be_whole(self) -> None:
        wanted = [(float(number), float(self.steps)) for number in range(1, self.steps + 1)]
        must_equal(self.seen, wanted, f"the progress of {self.party.name}")


async def progress(one: Party) -> None:
    long = Long(one, 8)
    must(not (await long.run(0.05)).is_error, "the call must succeed", None)
    long.must_be_whole()


async def sampling(one: Party) -> None:
    before = one.asked.count("sampling")
    result = text_of(await one.call(*kind.sample))
    must_equal(one.asked.count("sampling"), before + 1, "the number of asks")
    must("the question" in one.prompts[-1], "the prompt must arrive", one.prompts)
    must(f"sampled by {one.name}" in result and f"model-of-{one.name}" in result, "the answer must arrive", result)


async def elicitation(one: Party) -> None:
    before = one.asked.count("elicitation")
    result = text_of(await one.call(kind.elicit, {}))
    must_equal(one.asked.count("elicitation"), before + 1, "the number of asks")
    must(f"user of {one.name}" in result, "the answer must arrive", result)


async def roots(one: Party) -> None:
    result = text_of(await one.call(kind.roots, {}))
    must("file:///one" in result, "the root must arrive", result)


async def logging(one: Party) -> object:
    if not IS_MODERN:
        await one.client.set_logging_level("debug")
    before = len(one.logs)
    wanted = 1 if kind.toggles else 3
    async with anyio.create_task_group() as group:
        if IS_MODERN and kind.toggles:
            # 2026-07-28 has log messages with a call only. Those of this server are of none, so one waits.
            listening = Long(one, 60)
            group.start_soon(listening.run)
            await listening.begun.wait()
        await one.call(*kind.log)
        await until(lambda: len(one.logs) >= before + wanted, "log messages must arrive", lambda: one.logs)
        if kind.toggles:
            await one.call(*kind.log)
    if not kind.toggles:
        must_equal([log["number"] for log in one.logs[before:]], [1, 2, 3], "the log messages")
    return one.logs[before:]


async def cancellation(one: Party) -> None:
    long = Long(one, 300)
    async with anyio.create_task_group() as group:
        ended = anyio.Event()

        async def run() -> None:
            try:
                await long.run()
            finally:
                ended.set()

        group.start_soon(run)
        with anyio.fail_after(PATIENCE):
            await long.begun.wait()
        group.cancel_scope.cancel()
    must(ended.is_set(), "the call must have ended", None)
    count = len(long.seen)
    with anyio.fail_after(AT_ONCE):
        await one.echo("after")
    must(len(long.seen) <= count + 1, "no progress must arrive after the cancellation", long.seen)


async def subscription(one: Party) -> None:
    before = len(one.updates)
    async with one.subscribed(kind.resource):
        await one.call(*kind.change)
        await until(lambda: len(one.updates) > before, "an update must arrive", lambda: one.updates)
        must_equal(one.updates[-1], kind.resource, "the updated resource")
        if kind.toggles:
            await one.call(*kind.change)
    after = len(one.updates)
    await one.call(*kind.change)
    if kind.toggles:
        await one.call(*kind.change)
    await one.echo("fence")
    must_equal(len(one.updates), after, "the number of updates after the subscription has ended")


async def resource(one: Party) -> None:
    contents = (await one.client.read_resource(kind.resource)).contents
    must_equal(str(contents[0].uri), kind.resource, "the address")
    must(kind.content in contents[0].text, f"the text must have {kind.content}", contents)


async def prompt(one: Party) -> None:
    messages = (await one.client.get_prompt(*kind.prompt)).messages
    must("Riga" in repr(messages), "the messages must have Riga", messages)


async def unknown_tool(one: Party) -> object:
    try:
        result = await one.call("no-such-tool", {})
    except MCPError as error:
        must_equal(error.error.code, kind.unknown_code, "the code of the error")
        return str(error)
    # The server answers with a result that is an error, as its SDK has it.
    must(kind.unknown_code is None and result.is_error and "not found" in text_of(result), "an error must come", result)
    return text_of(result)


async def unknown_resource(one: Party) -> object:
    try:
        result = await one.client.read_resource("demo://no/such/thing")
    except MCPError as error:
        must(error.error.code in (-32602, -32002), "the code must be the one of the server", error.error)
        return str(error)
    raise Failed(f"an unknown resource must be refused; seen: {result!r}")


async def two_long_calls(homes: TaskGroup) -> None:
    # Both are new, so that the two calls have the same id and the same progress token.
    three = await opened(homes, "three")
    four = await opened(homes, "four")
    calls = [Long(three, 10), Long(four, 11)]
    async with anyio.create_task_group() as group:
        for call in calls:
            group.start_soon(call.run)
    for call in calls:
        call.must_be_whole()
    await four.close()
    await three.close()


async def asked_while_other_waits(asking: Party, waiting: Party, name: str) -> None:
    long = Long(waiting, 10)
    async with anyio.create_task_group() as group:
        group.start_soon(long.run)
        with anyio.fail_after(PATIENCE):
            await long.begun.wait()
        before = waiting.asked.count(name)
        await {"sampling": sampling, "elicitation": elicitation}[name](asking)
        must_equal(waiting.asked.count(name), before, "how often the other was asked")
    long.must_be_whole()


async def main() -> int:
    async with anyio.create_task_group() as homes:
        await run(homes)
        homes.cancel_scope.cancel()
    return 1 if failures else 0


async def run(homes: TaskGroup) -> None:
    one: Party | None = None

    async def connect() -> object:
        nonlocal one
        party = await opened(homes, "one")
        info = party.client.server_info
        # A pinned revision is taken without asking the server anything.
        if ERA != "modern":
            must_equal(info and info.name, kind.name, "the name of the server")
        one = party
        return info and info.name

    await step("connect", connect)
    if one is None:
        return
    alone = {
        "lists": lists,
        "tool": lambda one: one.echo('a line\nand "another" – ✓'),
        "progress": progress,
        "sampling": sampling,
        "elicitation": elicitation,
        "roots": roots,
        "logging": logging,
        "cancellation": cancellation,
        "subscription": subscription,
        "resource": resource,
        "prompt": prompt,
        "unknown tool": unknown_tool,
        "unknown resource": unknown_resource,
    }
    for name, does in alone.items():
        await step(name, lambda: does(one))
    await step("two long calls", lambda: two_long_calls(homes))
    two = await opened(homes, "two")
    for name in ["sampling", "elicitation"]:
        for asking, waiting in [(two, one), (one, two)]:
            await step(
                f"{name} of {asking.name} while {waiting.name} waits",
                lambda: asked_while_other_waits(asking, waiting, name),
            )

    async def disconnect(party: Party) -> None:
        await party.close()
        must(await party.is_gone(), "the session must be gone", party.session)

    async def second_disconnects() -> None:
        await disconnect(two)
        await one.echo("still here")

    await step("the second disconnects", second_disconnects)
    await step("disconnect", lambda: disconnect(one))


if __name__ == "__main__":
    # The SDK warns of what 2026-07-28 no longer has; clients of today use it.
    warnings.simplefilter("ignore")
    sys.exit(anyio.run(main))
