//! Forms driven by keys: what becomes of the value, and what is seen.

mod modes;
mod picking;
mod properties;
mod screens;
mod shapes;

use super::*;
use crate::pane::field::tests::{any_key, key};
use crate::theme::{Colours, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::{Value, json};

fn form(schema: &Value) -> FormPane {
    FormPane::new(&schema.to_string(), None)
}

/// Presses keys by their names; `'text` types a text.
fn press(pane: &mut FormPane, keys: &str) -> FormDid {
    let mut did = FormDid::Nothing;
    for name in keys.split_whitespace() {
        match name.strip_prefix('\'') {
            Some(text) => {
                for letter in text.chars() {
                    did = pane.handle(key(&letter.to_string()));
                }
            }
            None => did = pane.handle(key(name)),
        }
    }
    did
}

/// Asserts what the value is after some keys.
#[track_caller]
fn gives(schema: &Value, keys: &str, expected: &str) -> FormPane {
    let mut pane = form(schema);
    press(&mut pane, keys);
    let seen = screen(&mut pane, 80, 24);
    assert_eq!(pane.text(), expected, "{keys}\n{seen}");
    pane
}

fn screen(pane: &mut FormPane, width: u16, height: u16) -> String {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    pane.draw(&Theme::new(Colours::Many), true, area, &mut buffer);
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    let rows: Vec<String> = (0..height).map(|y| row(y).trim_end().to_owned()).collect();
    rows.join("\n").trim_end().to_owned()
}

/// The schema shapes of real servers, all in one tool.
fn sixteen() -> Value {
    json!({
        "type": "object",
        "required": ["name", "when"],
        "properties": {
            "name": { "type": "string", "description": "Who it is for", "minLength": 2 },
            "tags": { "type": "array", "items": { "type": "string" } },
            "point": { "prefixItems": [{ "type": "number" }, { "type": "number" }], "items": false },
            "shape": { "oneOf": [
                { "title": "circle", "properties": { "kind": { "const": "circle" }, "r": { "type": "number" } }, "required": ["kind"] },
                { "title": "box", "properties": { "kind": { "const": "box" }, "w": { "type": "number" } }, "required": ["kind"] },
            ] },
            "either": { "anyOf": [{ "type": "string" }, { "type": "integer" }] },
            "env": { "type": "object", "additionalProperties": { "type": "string" } },
            "tree": { "$ref": "#/$defs/tree" },
            "level": { "enum": ["low", "high", 3] },
            "limit": { "type": ["integer", "null"] },
            "version": { "const": "v1" },
            "mode": { "enum": ["fast", "slow"] },
            "when": { "type": "string", "format": "date-time" },
            "options": { "type": "object", "properties": {
                "deep": { "type": "object", "properties": { "on": { "type": "boolean" } } },
            } },
            "colours": { "type": "array", "uniqueItems": true, "items": { "enum": ["red", "green", "blue"] } },
            "size": { "type": "integer", "default": 5, "minimum": 1, "maximum": 9 },
            "anything": true,
        },
        "if": { "properties": { "mode": { "const": "slow" } }, "required": ["mode"] },
        "then": { "properties": { "delay": { "type": "number" } } },
        "$defs": { "tree": { "type": "object", "properties": {
            "value": { "type": "string" },
            "children": { "type": "array", "items": { "$ref": "#/$defs/tree" } },
        } } },
    })
}
