//! A text that is scrolled, made again only when it is about something else.

use crate::pane::doc::DocPane;
use bytes::Bytes;

/// Up to how many bytes lines are broken to fit.
const LARGEST: usize = 1 << 20;

/// The columns before a line.
const GUTTER: usize = 2;

/// What a page holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Json(Bytes),
    Plain(String),
}

impl Content {
    /// All of it as text.
    pub(crate) fn text(&self) -> String {
        match self {
            Content::Json(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Content::Plain(text) => text.clone(),
        }
    }
}

/// A text that is scrolled.
pub(crate) struct Page {
    key: String,
    content: Content,
    pub(crate) doc: DocPane,
    /// To how many columns its lines were broken.
    columns: Option<u16>,
}

impl Default for Page {
    fn default() -> Self {
        let (content, doc) = (Content::Plain(String::new()), DocPane::plain(Bytes::new()));
        Page { key: String::new(), content, doc, columns: None }
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
        let mut doc = match &content {
            Content::Json(bytes) => DocPane::json(bytes.clone()),
            Content::Plain(text) => DocPane::plain(Bytes::from(text.clone())),
        };
        if self.key == key {
            // Who reads a text that grows goes on reading where they were.
            doc.stay_at(&self.doc);
        }
        key.clone_into(&mut self.key);
        self.doc = doc;
        self.content = content;
        self.columns = None;
    }

    /// Breaks the lines of a text so that they fit some columns. What is huge stays as it is.
    pub(crate) fn fit(&mut self, columns: u16) {
        let Content::Plain(text) = &self.content else { return };
        if text.len() > LARGEST || self.columns == Some(columns) {
            return;
        }
        self.columns = Some(columns);
        let room = usize::from(columns).saturating_sub(GUTTER).max(8);
        if text.lines().all(|line| line.len() <= room) {
            return;
        }
        let lines = crate::text::wrap(&text.replace('\t', "    "), room, usize::MAX);
        self.doc = DocPane::plain(Bytes::from(lines.join("\n")));
    }

    /// All of it as text.
    pub(crate) fn text(&self) -> String {
        self.content.text()
    }

    /// What is worth copying: of JSON the value at the cursor, of other texts all.
    pub(crate) fn picked(&self) -> String {
        match self.content {
            Content::Json(_) => self.doc.selected_text(),
            Content::Plain(_) => self.text(),
        }
    }
}
