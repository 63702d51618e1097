//! The fields of one object in a rules file, taken one by one, so that an error names the field.

use super::file::{Place, RulesError};
use mcp_inspector_core::brief::brief;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The fields of one object.
pub(super) struct Fields {
    place: Place,
    members: Map<String, Value>,
}

impl Fields {
    /// The fields of `members`, all of which must be `known`.
    pub(super) fn of(
        members: Map<String, Value>,
        place: Place,
        known: &'static [&'static str],
    ) -> Result<Self, RulesError> {
        match members.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(RulesError::UnknownField { place, field: brief(name), known }),
            None => Ok(Fields { place, members }),
        }
    }

    /// Whether there is a field of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// The value of a field, if it is there.
    pub(super) fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>, RulesError> {
        let Some(value) = self.members.remove(name) else { return Ok(None) };
        serde_json::from_value(value).map(Some).map_err(|error| self.wrong(name, &error.to_string()))
    }

    /// The error that says what is wrong with a field.
    pub(super) fn wrong(&self, field: &'static str, why: &str) -> RulesError {
        RulesError::Field { place: self.place, field, why: brief(why) }
    }
}
