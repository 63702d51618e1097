//! What the tools of the server want mirrored into headers, by the newest lists
//! that came.

use crate::mirror::{Mirrored, mirrored};
use crate::raw::Raw;
use std::collections::HashMap;

/// How many tools with such wishes are remembered.
const MOST_TOOLS: usize = 10_000;

/// Tools that want headers, and those that want them in a way that is not allowed.
#[derive(Clone, Debug, Default)]
pub(super) struct ToolHeaders {
    tools: HashMap<String, Result<Vec<Mirrored>, String>>,
}

impl ToolHeaders {
    /// Takes note of one page of `tools/list`.
    pub(super) fn learn(&mut self, is_first_page: bool, page: &Raw) {
        if is_first_page {
            self.tools.clear();
        }
        // Looking for the word first spares reading lists that do not have it.
        if memchr::memmem::find(page.bytes(), b"x-mcp-header").is_none() {
            return;
        }
        for tool in page.member("tools").and_then(|tools| tools.elements()).unwrap_or_default() {
            let Some(name) = tool.text_member("name") else { continue };
            let Some(schema) = tool.member("inputSchema") else { continue };
            match mirrored(&schema.to_value()) {
                Ok(none) if none.is_empty() => {}
                wishes if self.tools.len() < MOST_TOOLS => {
                    self.tools.insert(name, wishes.map_err(|flaw| flaw.to_string()));
                }
                _ => return,
            }
        }
    }

    /// The arguments of this call that are mirrored.
    pub(super) fn of_call(&self, params: Option<&Raw>) -> &[Mirrored] {
        match self.wishes(params) {
            Some(Ok(arguments)) => arguments,
            _ => &[],
        }
    }

    /// Why the tool cannot be called over HTTP, and its name.
    pub(super) fn flaw(&self, params: Option<&Raw>) -> Option<(String, &str)> {
        match self.wishes(params) {
            Some(Err(flaw)) => Some((params?.text_member("name")?, flaw)),
            _ => None,
        }
    }

    fn wishes(&self, params: Option<&Raw>) -> Option<&Result<Vec<Mirrored>, String>> {
        if self.tools.is_empty() {
            return None;
        }
        self.tools.get(&params?.text_member("name")?)
    }
}
