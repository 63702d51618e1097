//! The backend over real sockets.

mod guard;
mod harness;
mod input;
mod pages;
mod wire;
