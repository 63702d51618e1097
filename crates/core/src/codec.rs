//! Bytes to frames: lines for stdio, events for SSE. Pure, and bounded by the frame limit.

mod limit;
pub mod lines;
pub mod sse;

pub use limit::{LimitError, MessageLimit};

/// The largest frame that is read unless configured otherwise: 16 MiB.
pub const DEFAULT_FRAME_LIMIT: usize = 16 * 1024 * 1024;

/// How much of an oversized frame is kept to show what it was.
pub const OVERSIZE_HEAD: usize = 1024;
