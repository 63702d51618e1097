//! The pure half of mcp-inspector.
//!
//! Everything the inspector knows about the Model Context Protocol, without a
//! clock, a socket, a file, an environment variable or a thread: frames and what
//! is wrong with them, the connection machine ([`peer::Peer`]), the log entry and
//! the view folded from it, targets and their files, the error taxonomy.
//!
//! `mcp-inspector-engine` is the other half: it owns the I/O and drives this one.

pub mod auth;
pub mod brief;
pub mod capability;
pub mod check;
pub mod codec;
pub mod command;
pub mod compose;
pub mod content;
pub mod diff;
pub mod doc;
pub mod entry;
pub mod era;
pub mod expect;
pub mod fault;
pub mod form;
pub mod frame;
pub mod hint;
pub mod junit;
pub mod message;
pub mod method;
pub mod mirror;
pub mod nearest;
mod note;
pub mod peer;
mod post_mortem;
pub mod pretty;
pub mod probe;
pub mod query;
pub mod raw;
pub mod redact;
mod request_id;
pub mod schema;
pub mod share;
pub mod skill;
pub mod stamp;
pub mod stats;
pub mod target;
pub mod terminal;
pub mod timeline;
pub mod typed;
pub mod uri_template;
pub mod view;

pub use raw::Raw;
pub use stamp::{At, Seq};
