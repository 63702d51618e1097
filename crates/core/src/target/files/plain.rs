//! An entry in the words of the list shape, whatever words its file uses.
//!
//! The other direction, from these words to those of a file, is `edit.rs`.

use serde_json::{Map, Value};

use super::Entry;
use super::entry::{Kind, is_given, transport_key, url_key};
use crate::target::{Flavour, Transport};

impl Entry {
    /// All its fields, unknown ones included, in the words of the list shape: `id`, `name`,
    /// `transport` and `url` are called so, and `transport` is `stdio`, `streamableHttp` or `sse`
    /// where it can be told. Values are as written, variables included. May hold secrets.
    pub fn plain_fields(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("id".into(), self.known_id().into());
        fields.insert("name".into(), self.name.as_str().into());
        if let Some(transport) = self.plain_transport() {
            fields.insert("transport".into(), transport);
        }
        if let Some(url) = self.fields.get(url_key(&self.fields)) {
            fields.insert("url".into(), url.clone());
        }
        for (key, value) in &self.fields {
            if !matches!(key.as_str(), "id" | "name" | "transport" | "type" | "url" | "serverUrl") {
                fields.insert(key.clone(), value.clone());
            }
        }
        fields
    }

    fn plain_transport(&self) -> Option<Value> {
        let written = transport_key(&self.fields).and_then(|key| self.fields.get(key));
        let known = written.and_then(Value::as_str).and_then(Kind::from_word);
        let kind = match (known, written, &self.target) {
            (Some(kind), _, _) => kind,
            // What it says cannot be understood, and is shown as it is.
            (None, Some(written), _) => return Some(written.clone()),
            (None, None, Ok(target)) => match &target.transport {
                Transport::Stdio(_) => Kind::Stdio,
                Transport::Http(http) if http.flavour == Flavour::Sse => Kind::Sse,
                Transport::Http(_) => Kind::Streamable,
            },
            (None, None, Err(_)) => {
                match (is_given(&self.fields, "command"), is_given(&self.fields, url_key(&self.fields))) {
                    (true, false) => Kind::Stdio,
                    (false, true) => Kind::Streamable,
                    (true, true) | (false, false) => return None,
                }
            }
        };
        Some(
            match kind {
                Kind::Stdio => "stdio",
                Kind::Streamable => "streamableHttp",
                Kind::Sse => "sse",
            }
            .into(),
        )
    }
}
