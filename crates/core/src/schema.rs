//! JSON Schema, as far as a client has a use for it.
//!
//! Schemas stay the JSON they came as: nothing here changes, normalizes or
//! fetches one. A reference to another document is a keyword like any other that
//! cannot be followed.

mod sample;

pub use sample::{sample, sample_arguments};
