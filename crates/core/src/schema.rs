//! JSON Schema, as far as a client has a use for it.
//!
//! Schemas stay the JSON they came as: nothing here changes, normalizes or
//! fetches one. A reference to another document is a keyword like any other that
//! cannot be followed.
//!
//! Parts: `addresses.rs` knows which reference leads where, `sample.rs` makes up a value, `fit.rs` holds one against a schema,
//! `pairs.rs` and `arguments.rs` read what a person typed, `allowed.rs` knows what
//! may stand at a place, `signature.rs` tells a tool's parameters in one line.

pub(crate) mod addresses;
pub(crate) mod allowed;
mod arguments;
pub(crate) mod exact;
pub(crate) mod fit;
mod format;
mod members;
mod pairs;
pub(crate) mod reference;
mod sample;
pub(crate) mod short;
mod signature;
#[cfg(test)]
mod strategy;
pub mod texts;

pub use arguments::{ArgumentError, arguments};
pub use fit::{Checked, Misfit, Unusable, checked, fits, misfits};
pub use format::format_misfit;
pub use pairs::{Form, Given, Pair, PairError};
pub(crate) use sample::sample_of_all;
pub use sample::{sample, sample_arguments};
pub use signature::signature;
#[cfg(test)]
pub(crate) use strategy::any_json;
