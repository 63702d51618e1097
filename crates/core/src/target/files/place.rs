//! Where in a text something is: line and column, as editors count them.

use jsonc_parser::ast::Value as Node;
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, parse_to_ast};

use super::TargetError;
use super::document::{BYTE_ORDER_MARK, DIALECT, below};

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// Where in a text an error is; `None` when it is about no place of it.
pub fn place_of(text: &str, error: &TargetError) -> Option<Place> {
    match error {
        TargetError::Syntax { line, column, .. } => Some(Place { line: *line, column: *column }),
        TargetError::NoServers { .. } => Some(Place { line: 1, column: 1 }),
        TargetError::TwoShapes { .. } => place_of_field(text, "servers"),
        error => place_of_field(text, error.field()?),
    }
}

/// Where the field of that path begins, such as `servers[0].env.TOKEN`; a field that is not there is
/// looked for in the nearest one above it.
pub fn place_of_field(text: &str, field: &str) -> Option<Place> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let root = parse_to_ast(text, &CollectOptions::default(), &DIALECT).ok()?.value?;
    let mut found = root.start();
    let mut node = &root;
    let mut path = String::new();
    while path != field {
        let Some((start, child, child_path)) = child_towards(node, &path, field) else { break };
        (found, node, path) = (start, child, child_path);
    }
    Some(Lines::of(text).place(found))
}

/// The part of a value in which the field is: where it begins, what it is, and its path.
fn child_towards<'a, 'text>(
    node: &'a Node<'text>,
    path: &str,
    field: &str,
) -> Option<(usize, &'a Node<'text>, String)> {
    let leads = |child: &str| {
        field.strip_prefix(child).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    match node {
        Node::Object(object) => object.properties.iter().find_map(|property| {
            let name = property.name.as_str();
            let child = if path.is_empty() { name.to_owned() } else { below(path, name) };
            leads(&child).then_some((property.range.start, &property.value, child))
        }),
        Node::Array(list) => list.elements.iter().enumerate().find_map(|(index, element)| {
            let child = format!("{path}[{index}]");
            leads(&child).then(|| (element.start(), element, child))
        }),
        _ => None,
    }
}

/// Counts lines and columns; places are asked for in the order of the text, so that many of them
/// cost one walk.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// Up to here lines are counted.
    counted: usize,
    line: usize,
    line_start: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Lines { text, counted: 0, line: 1, line_start: 0 }
    }

    /// The place of a byte, which is not before the one asked for last.
    pub(super) fn place(&mut self, offset: usize) -> Place {
        for at in memchr::memchr_iter(b'\n', &self.text.as_bytes()[self.counted..offset]) {
            self.line += 1;
            self.line_start = self.counted + at + 1;
        }
        self.counted = offset;
        let column = self.text[self.line_start..offset].chars().count() + 1;
        Place { line: self.line, column }
    }
}
