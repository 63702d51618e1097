//! Cutting a list into pages.
//!
//! A cursor is the text `from:` and the position of the next item. Clients must
//! treat it as opaque; that it can be read makes a recording easier to follow.

use rmcp::{ErrorData, model::PaginatedRequestParams};
use serde_json::json;

/// The most items one page holds.
pub(crate) const PAGE_SIZE: usize = 25;

const PREFIX: &str = "from:";

/// The page `request` asks for, and the cursor of the next one.
pub(crate) fn page<T>(
    items: Vec<T>,
    request: Option<PaginatedRequestParams>,
) -> Result<(Vec<T>, Option<String>), ErrorData> {
    let start = match request.and_then(|request| request.cursor) {
        None => 0,
        Some(cursor) => cursor
            .strip_prefix(PREFIX)
            .and_then(|position| position.parse().ok())
            .filter(|position| *position < items.len())
            .ok_or_else(|| {
                ErrorData::invalid_params(
                    "this cursor did not come from this server",
                    Some(json!({ "cursor": cursor })),
                )
            })?,
    };
    let end = items.len().min(start.saturating_add(PAGE_SIZE));
    let next = (end < items.len()).then(|| format!("{PREFIX}{end}"));
    let items = items.into_iter().skip(start).take(PAGE_SIZE).collect();
    Ok((items, next))
}
