//! Tests of the engine against real processes and sockets.
#[path = "../support/mod.rs"]
mod support;
