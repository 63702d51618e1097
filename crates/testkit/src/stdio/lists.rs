//! What behaviours do to tools/list: pages, cursors and malformed tools.

use super::{Flow, Session};
use crate::behaviour::Behaviour;
use crate::mcp::tool;
use crate::rpc::{self, Answer};
use serde_json::{Value, json};
use std::io::Write;

impl<W: Write> Session<'_, W> {
    pub(super) fn on_list_tools(&mut self, id: &Value, params: &Value) -> Flow {
        let answer = match self.behaviour {
            Behaviour::EndlessCursor => {
                let Some(page) = page_of(params) else {
                    return self.answer("tools/list", id, bad_cursor());
                };
                Answer::Result(json!({
                    "tools": [tool(&format!("tool-{page}"), "One of many")],
                    "nextCursor": format!("page-{}", page + 1),
                }))
            }
            Behaviour::CyclicCursor => Answer::Result(json!({
                "tools": self.mcp.tools,
                "nextCursor": "again",
            })),
            Behaviour::Paged { pages } => self.page(params, *pages),
            Behaviour::BadTool => {
                let mut numbered = tool("", "Its name is a number");
                numbered["name"] = json!(5);
                let without_schema = json!({ "name": "without_schema" });
                Answer::Result(json!({
                    "tools": [self.mcp.tools[0], numbered, without_schema],
                }))
            }
            Behaviour::Batch => {
                let answer = self.mcp.answer("tools/list", params);
                let batch = json!([rpc::log("listing tools"), answer.into_response(id)]);
                return self.send(&batch);
            }
            _ => self.mcp.answer("tools/list", params),
        };
        self.answer("tools/list", id, answer)
    }

    /// The usual tools are on page 1; each later page has one tool of its own.
    fn page(&self, params: &Value, pages: usize) -> Answer {
        let Some(page) = page_of(params).filter(|page| *page <= pages.max(1)) else {
            return bad_cursor();
        };
        let mut result = if page == 1 {
            json!({ "tools": self.mcp.tools })
        } else {
            json!({ "tools": [tool(&format!("tool-{page}"), "On a page of its own")] })
        };
        if page < pages {
            result["nextCursor"] = json!(format!("page-{}", page + 1));
        }
        Answer::Result(result)
    }
}

/// The page a cursor of ours stands for; no cursor is page 1.
fn page_of(params: &Value) -> Option<usize> {
    match params.get("cursor") {
        None => Some(1),
        Some(cursor) => cursor.as_str()?.strip_prefix("page-")?.parse().ok(),
    }
}

fn bad_cursor() -> Answer {
    Answer::error(-32602, "Invalid cursor")
}
