//! Tests of the engine against real processes: what a user gets from each kind of server on stdio.

mod asks;
mod demo;
mod early;
mod ends;
mod flaws;
mod floods;
mod handshake;
mod library;
mod lists;
mod orphans;
#[path = "../support/programs.rs"]
mod programs;
mod queue;
mod reading;
mod reconnects;
mod recording;
mod scene;
mod secrets;
mod starts;
#[path = "../support/mod.rs"]
mod support;
mod telemetry;
