//! Secrets that are in a file until they are needed.

use mcp_inspector_core::auth::settings::SecretText;
use mcp_inspector_core::fault::{Fault, FaultCode};

/// The secret itself.
pub(crate) fn reveal(text: &SecretText) -> Result<String, Fault> {
    match text {
        SecretText::Given(text) => Ok(text.clone()),
        SecretText::File(path) => {
            let unreadable = |reason: String| {
                let message = format!("the file {} cannot be read: {reason}", path.display());
                Fault::new(FaultCode::InvalidConfig, message)
                    .with_hint("name a file that is there, has the secret in it and may be read")
            };
            let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
            let text = text.trim();
            if text.is_empty() { Err(unreadable("it is empty".to_owned())) } else { Ok(text.to_owned()) }
        }
    }
}
