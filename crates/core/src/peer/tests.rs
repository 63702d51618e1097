//! Tests of the machine: scripts in virtual time, and properties under any order of events.

mod asks;
mod backoff;
mod calls;
mod handshake;
mod links;
mod lists;
mod notifications;
mod properties;
mod queue;
mod render;
mod script;
mod timeouts;
mod transitions;
mod world;
