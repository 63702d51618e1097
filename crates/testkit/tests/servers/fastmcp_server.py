"""A server on fastmcp, as people write them; the port is in the environment."""

import os
from dataclasses import dataclass

from fastmcp import Context, FastMCP

mcp = FastMCP("fastmcp-fixture", version="1.2.3", instructions="Only for tests.")


@dataclass
class Booking:
    name: str
    seats: int


@mcp.tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@mcp.tool
async def count(steps: int, ctx: Context) -> str:
    """Counts and says how far it is."""
    for step in range(1, steps + 1):
        await ctx.report_progress(step, steps, f"step {step}")
    return f"counted to {steps}"


@mcp.tool
async def chat(ctx: Context) -> str:
    """Logs at several levels."""
    await ctx.debug("a debug line", logger_name="fixture")
    await ctx.info("an info line", logger_name="fixture")
    await ctx.warning("a warning line", logger_name="fixture")
    return "said it all"


@mcp.tool
async def book(ctx: Context) -> str:
    """Asks who wants to book."""
    answer = await ctx.elicit("Who wants to book?", response_type=Booking)
    if answer.action == "accept":
        return f"{answer.data.seats} seats for {answer.data.name}"
    return f"no booking: {answer.action}"


@mcp.tool
def fail() -> str:
    """Fails."""
    raise ValueError("this tool always fails")


@mcp.resource("fixture://greeting", mime_type="text/plain")
def greeting() -> str:
    """A text."""
    return "hello from fastmcp"


@mcp.resource("fixture://square/{number}", mime_type="text/plain")
def square(number: int) -> str:
    """The square of a number."""
    return str(number * number)


@mcp.prompt
def ask_about(topic: str) -> str:
    """Asks about a topic."""
    return f"What do you know about {topic}?"


if __name__ == "__main__":
    mcp.run(transport="http", host="127.0.0.1", port=int(os.environ["PORT"]), show_banner=False)
