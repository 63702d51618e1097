//! A text that is scrolled, made again only when it is about something else.

use crate::pane::doc::DocPane;
use bytes::Bytes;

/// What a page holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Json(Bytes),
    Plain(String),
}

/// A text that is scrolled.
pub(crate) struct Page {
    key: String,
    content: Content,
    pub(crate) doc: DocPane,
}

impl Default for Page {
    fn default() -> Self {
        Page { key: String::new(), content: Content::Plain(String::new()), doc: DocPane::plain(Bytes::new()) }
    }
}

impl Page {
    /// Shows something; what is shown already stays where it was scrolled to.
    pub(crate) fn show(&mut self, key: &str, make: impl FnOnce() -> Content) {
        if self.key == key {
            return;
        }
        self.set(key, make());
    }

    /// Whether that is shown.
    pub(crate) fn is(&self, key: &str) -> bool {
        self.key == key
    }

    /// Shows a text that may have changed.
    pub(crate) fn set(&mut self, key: &str, content: Content) {
        if self.key == key && self.content == content {
            return;
        }
        key.clone_into(&mut self.key);
        self.doc = match &content {
            Content::Json(bytes) => DocPane::json(bytes.clone()),
            Content::Plain(text) => DocPane::plain(Bytes::from(text.clone())),
        };
        self.content = content;
    }

    /// All of it as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }

    /// What is worth copying: of JSON the value at the cursor, of other texts all.
    pub(crate) fn picked(&self) -> String {
        match self.content {
            Content::Json(_) => self.doc.selected_text(),
            Content::Plain(_) => self.text(),
        }
    }

    pub(crate) fn bytes(&self) -> Bytes {
        match &self.content {
            Content::Json(bytes) => bytes.clone(),
            Content::Plain(text) => Bytes::from(text.clone()),
        }
    }
}
