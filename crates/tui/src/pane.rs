//! Panes that know nothing of sessions: a document and a form, drawn and driven by keys.

pub(crate) mod doc;
pub(crate) mod field;
pub(crate) mod form;
mod ink;

/// Whether a pane took a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It did something with it.
    Yes,
    /// It has no use for it: whoever is around may have one.
    No,
}
