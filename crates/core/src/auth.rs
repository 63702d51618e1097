//! Authorization, as far as it can be decided without I/O.
//!
//! From the challenge of a server to the token that satisfies it: what a challenge says
//! (`challenge.rs`), where metadata may be (`places.rs`) and what it says (`metadata.rs`), the walk
//! over those places (`walk.rs`), the scopes to ask for (`scope.rs`), what comes back through the
//! browser (`redirect.rs`) and from the token endpoint (`token.rs`), what a token says about itself
//! (`jwt.rs`), and what a target has set up beforehand (`settings.rs`). Everything that is found out is an [`AuthStep`] for the log.
//!
//! Requests are made, keys used and tokens kept by the engine.

pub mod challenge;
pub mod jwt;
pub mod metadata;
pub mod places;
pub mod redirect;
pub mod scope;
pub mod settings;
mod step;
pub mod token;
pub mod walk;

pub use step::{AuthExchange, AuthStep, StepName, StepOutcome};
