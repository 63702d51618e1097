//! MCP servers to test a client against: one that behaves, and many that each
//! get one thing wrong.
//!
//! On stdio they are the program `testkit-server`, named by a [`Behaviour`]; on
//! HTTP they run inside the test as an [`http::HttpServer`]. Both start from the
//! same well-behaved server (`mcp.rs`), so a behaviour is only its difference
//! from that. A [`scripted`] server says what its test tells it to, on both
//! transports. An [`auth::AuthServer`] lets in only who has a token, and gives the
//! tokens out as well. `testkit-echo` is for benchmarks and shares nothing with them.
//!
//! Everything is plain threads and blocking I/O: the kit has to build fast, and
//! it must be able to send what a proper library would refuse to send.

pub mod auth;
mod behaviour;
pub mod children;
pub mod client;
pub mod echo;
pub mod http;
mod mcp;
mod rpc;
pub mod scripted;
pub mod stdio;

pub use behaviour::{Behaviour, Entry};
