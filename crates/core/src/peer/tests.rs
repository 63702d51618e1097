//! Tests of the machine: scripts in virtual time, and properties under any order of events.

mod alone;
mod asks;
mod backoff;
mod calls;
mod eras;
mod handshake;
mod links;
mod lists;
mod notifications;
mod properties;
mod queue;
mod render;
mod script;
mod streams;
mod tasks;
mod terms;
mod timeouts;
mod transitions;
mod world;
