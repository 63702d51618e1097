//! Tests of the engine against servers that nobody here wrote.
//!
//! `scripts/servers/install` puts them, at pinned versions, below `.servers`;
//! `scripts/check` runs it. Every test ends with the same questions: did the
//! server keep to the protocol (`tour::Tour::oddities`), and is it gone.

// All of this is test code, also what has no `#[test]` on it.
#![cfg(test)]

#[path = "../support/programs.rs"]
mod programs;
#[path = "../support/mod.rs"]
mod support;

mod everything;
mod fastmcp;
mod filesystem;
mod git;
mod guarded;
mod launch;
mod memory;
mod place;
mod protected;
mod rmcp;
mod sdks;
mod time;
mod tour;
