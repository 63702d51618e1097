//! An MCP client that owns the wire.
//!
//! A [`Session`] connects to a server over stdio, Streamable HTTP or HTTP+SSE,
//! makes calls, answers the server's asks, reconnects, and keeps every frame,
//! stderr line and HTTP exchange in a [`Log`]. Typed results are views over the
//! raw JSON, so nothing a server says is lost because it did not fit a type.
//!
//! ```no_run
//! use mcp_inspector_engine::{Session, SessionConfig, Target, ToolCall};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let target = Target::from_line("npx -y @modelcontextprotocol/server-everything")?;
//! let session = Session::connect(target, SessionConfig::client_library()).await?;
//! for tool in session.list_tools().await?.valid() {
//!     println!("{}", tool.name);
//! }
//! let call = ToolCall::new("echo").arguments(serde_json::json!({ "message": "hello" }));
//! println!("{}", session.call_tool(call).await?.raw());
//! session.stop().await;
//! # Ok(())
//! # }
//! ```

pub mod auth;
pub mod backend;
pub mod browser;
pub mod clients;
mod clock;
pub mod config;
mod driver;
pub mod file;
pub mod link;
pub mod log;
pub mod record;
pub mod responder;
pub mod session;
mod tasks;
mod telemetry;

pub use log::{Cursor, Item, Log, LogLimits};
pub use mcp_inspector_core as core;
pub use mcp_inspector_core::check::{Finding, Level, Report, Verdict};
pub use mcp_inspector_core::command::{Answer, AskId, CallOptions, CallRequest, List, ListOptions, Outcome};
pub use mcp_inspector_core::entry::{Entry, EntryKind, Note};
pub use mcp_inspector_core::era::{Era, Revision, Versions};
pub use mcp_inspector_core::fault::{Blame, Category, Fault, FaultCode, PostMortem};
pub use mcp_inspector_core::frame::{Direction, Frame};
pub use mcp_inspector_core::peer::config::{LogLevel, Offer, PeerConfig, Root};
pub use mcp_inspector_core::peer::terms::Terms;
pub use mcp_inspector_core::raw::Raw;
pub use mcp_inspector_core::skill::{LoadedSkill, Skill, SkillFlaw};
pub use mcp_inspector_core::stamp::{At, Seq};
pub use mcp_inspector_core::target::Target;
pub use mcp_inspector_core::typed::{Listing, Prompt, Resource, ResourceTemplate, Tool, ToolResult, Typed};
pub use mcp_inspector_core::view::View;
pub use responder::Responder;
pub use session::{AppMessage, Notice, Session, SessionConfig, SkillError, ToolCall};
