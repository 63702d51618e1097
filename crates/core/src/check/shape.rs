//! What messages must look like, revision by revision.
//!
//! The shapes are a table of our own (`shape/parts.rs`, `shape/results.rs`,
//! `shape/params.rs`); where the official schema files are at hand, a test
//! compares the two. Members the table does not know are always allowed, and a
//! place the specification leaves open stays open.
//!
//! The table is a finite tree, so however deep the JSON nests, looking stops
//! where the table ends; and at most [`MOST_FAULTS`] faults are told.
//!
//! Not here: what a member says (`grammar.rs`, `rules/`), a tool's own JSON
//! Schema (`schema.rs`), the envelope (`message.rs`).

mod params;
mod parts;
mod results;
#[cfg(test)]
mod tests;
mod walk;

use crate::era::Revision;
use crate::raw::Raw;

/// How many faults of one message are told.
pub(crate) const MOST_FAULTS: usize = 32;

/// Which part of a message is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What<'a> {
    /// The result of a request of ours with this method.
    Result(&'a str),
    /// The params of a notification from the server. Missing params count as an empty object.
    Notification(&'a str),
    /// The params of a request from the server, or of an entry in `inputRequests`. Missing params
    /// count as an empty object.
    Request(&'a str),
}

/// One place where a value is not what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShapeFault {
    /// The place, as a JSON pointer.
    pub(crate) pointer: String,
    /// What had to be there.
    pub(crate) expected: String,
    /// What is there.
    pub(crate) found: String,
}

/// Where `value` is not what `what` must be in `revision`. Nothing for methods that are unknown there.
pub(crate) fn faults(revision: Revision, what: What<'_>, value: &Raw) -> Vec<ShapeFault> {
    let shape = match what {
        What::Result(method) => results::shape(revision, method, value),
        What::Notification(method) => params::shape(params::NOTIFICATIONS, revision, method),
        What::Request(method) => params::shape(params::REQUESTS, revision, method),
    };
    shape.map(|shape| walk::faults(revision, shape, value)).unwrap_or_default()
}

/// What some JSON must look like.
#[derive(Debug)]
enum Shape {
    /// Anything.
    Any,
    /// A string.
    Text,
    /// A number without a fraction.
    Integer,
    /// An integer from 0 up.
    Natural,
    /// An integer or null.
    IntegerOrNull,
    /// A number.
    Number,
    /// A number from 0 to 1.
    Fraction,
    /// True or false.
    Flag,
    /// A string or an integer.
    Id,
    /// One of these strings.
    Word(&'static [&'static str]),
    /// An object with these members, and any others.
    Object(&'static [Member]),
    /// An object with any keys, all of whose values look like this.
    Map(&'static Shape),
    /// An array, all of whose elements look like this.
    List(&'static Shape),
    /// An array of at most so many strings.
    Texts(usize),
    /// One of these, or an array of them.
    OneOrMany(&'static Shape),
    /// An object whose kind is told by one of its members.
    Tagged {
        tag: &'static str,
        /// The kind when the member is missing.
        default: Option<&'static str>,
        kinds: &'static [Kind],
        /// What other kinds look like; without it there are no others.
        other: Option<&'static Shape>,
    },
    /// One of several; a present key tells which was meant.
    Either(&'static [(&'static str, &'static Shape)]),
    /// All of these at once.
    All(&'static [&'static Shape]),
}

/// A range of revisions, both ends included.
#[derive(Clone, Copy, Debug)]
struct Span(Revision, Revision);

impl Span {
    const ALWAYS: Span = Span(Revision::R2024_11_05, Revision::R2026_07_28);

    fn contains(self, revision: Revision) -> bool {
        self.0 <= revision && revision <= self.1
    }
}

/// A member an object must or may have.
#[derive(Debug)]
struct Member {
    name: &'static str,
    shape: &'static Shape,
    is_required: bool,
    span: Span,
}

/// A member that must be there.
const fn must(name: &'static str, shape: &'static Shape) -> Member {
    Member { name, shape, is_required: true, span: Span::ALWAYS }
}

/// A member that may be there.
const fn may(name: &'static str, shape: &'static Shape) -> Member {
    Member { name, shape, is_required: false, span: Span::ALWAYS }
}

impl Member {
    /// It is there from this revision on; earlier ones do not know it.
    const fn since(self, first: Revision) -> Member {
        Member { span: Span(first, self.span.1), ..self }
    }

    /// It is there up to this revision; later ones do not know it.
    const fn until(self, last: Revision) -> Member {
        Member { span: Span(self.span.0, last), ..self }
    }
}

/// One kind of a tagged object.
#[derive(Debug)]
struct Kind {
    tag: &'static str,
    shape: &'static Shape,
    span: Span,
}

const fn kind(tag: &'static str, shape: &'static Shape) -> Kind {
    Kind { tag, shape, span: Span::ALWAYS }
}

impl Kind {
    const fn since(self, first: Revision) -> Kind {
        Kind { span: Span(first, self.span.1), ..self }
    }
}

/// What belongs to a method in a range of revisions.
#[derive(Debug)]
struct Row {
    method: &'static str,
    shape: &'static Shape,
    span: Span,
}

const fn row(method: &'static str, shape: &'static Shape) -> Row {
    Row { method, shape, span: Span::ALWAYS }
}

impl Row {
    const fn since(self, first: Revision) -> Row {
        Row { span: Span(first, self.span.1), ..self }
    }

    const fn until(self, last: Revision) -> Row {
        Row { span: Span(self.span.0, last), ..self }
    }
}
