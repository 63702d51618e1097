//! Tests of 2026-07-28 against real processes and sockets: what goes over the wire, and what a user
//! gets from servers that get it wrong.

mod answers;
mod cache;
mod headers;
mod hostile;
mod levels;
mod pipes;
mod rounds;
mod scene;
#[path = "../support/scripted.rs"]
mod scripted;
mod skills;
mod statuses;
mod streams;
#[path = "../support/mod.rs"]
mod support;
mod tasks;
