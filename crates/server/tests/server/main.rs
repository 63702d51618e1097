//! The backend as its clients see it: asked within the process (`api.rs`), and over real sockets
//! (`harness.rs`).

mod api;
mod config;
mod config_attacks;
mod config_writers;
mod guard;
mod harness;
mod input;
mod pages;
mod wire;
