//! Tests of logins: the engine against the kit's authorization server, from the first refusal to
//! the token that is given back, with all that can go wrong in between.

// All of this is test code, also what has no `#[test]` on it.
#![cfg(test)]

mod belonging;
mod binding;
mod callback;
mod explained;
mod faults;
mod forgotten;
mod grants;
mod identity;
mod journey;
mod meanwhile;
mod odd_answers;
mod probing;
mod processes;
mod renewal;
mod scene;
mod scopes;
mod secrets;
mod stored;
#[path = "../support/mod.rs"]
mod support;
mod together;
mod unkept;
mod waiting;
