//! Tests of the choice between the eras against real processes and sockets: what a server has to
//! say to be taken for which, what a user reads about it, and what it costs.

mod choices;
mod older;
mod processes;
#[path = "../support/scripted.rs"]
mod scripted;
#[path = "../support/mod.rs"]
mod support;
mod table;
