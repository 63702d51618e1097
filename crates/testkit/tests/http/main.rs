//! Tests of the engine against servers behind a URL: what a user gets from each kind of them.

mod answers;
mod asks;
mod bodies;
mod demo;
mod exchanges;
mod legacy;
mod limits;
mod proxies;
mod reaching;
mod redirects;
mod resuming;
mod scene;
mod secrets;
mod sessions;
mod silence;
mod statuses;
mod streams;
#[path = "../support/mod.rs"]
mod support;
mod tls;
