//! The PEM around a private key.

use super::KeyError;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The label of a PKCS#8 document.
pub(super) const PKCS8: &str = "PRIVATE KEY";
/// The label of an RSA key in its own form.
pub(super) const PKCS1: &str = "RSA PRIVATE KEY";

const SEC1: &str = "EC PRIVATE KEY";
const ENCRYPTED: &str = "ENCRYPTED PRIVATE KEY";

/// How wide PEM lines are.
const LINE: usize = 64;

/// What stands between two PEM lines, and what they call it.
pub(super) struct Block {
    pub(super) label: String,
    pub(super) bytes: Vec<u8>,
}

impl Block {
    pub(super) fn to_pem(&self) -> String {
        let text = STANDARD.encode(&self.bytes);
        let mut pem = format!("-----BEGIN {}-----\n", self.label);
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (line, after) = rest.split_at(rest.len().min(LINE));
            pem.push_str(line);
            pem.push('\n');
            rest = after;
        }
        pem.push_str("-----END ");
        pem.push_str(&self.label);
        pem.push_str("-----\n");
        pem
    }
}

/// The first private key in a text. Other blocks and the text around them are passed over,
/// because tools put curve parameters and certificates beside a key.
pub(super) fn private_key(text: &str) -> Result<Block, KeyError> {
    // In a variable or a JSON string pasted by hand, line ends often are written out.
    let text = text.replace("\\r", "").replace("\\n", "\n");
    let mut passed = None;
    let mut rest = text.as_str();
    while let Some((label, inside, after)) = next_block(rest)? {
        match label {
            PKCS8 | PKCS1 => return Ok(Block { label: label.to_owned(), bytes: decoded(inside)? }),
            SEC1 if inside.contains("ENCRYPTED") => return Err(KeyError::Encrypted),
            SEC1 => return Err(KeyError::Sec1),
            ENCRYPTED => return Err(KeyError::Encrypted),
            other if other.ends_with("PRIVATE KEY") => {
                return Err(KeyError::Unsupported { what: format!("`{other}`") });
            }
            other => passed = passed.or(Some(other)),
        }
        rest = after;
    }
    let found = match passed {
        Some(label) => format!("the text holds `{label}`"),
        None if text.trim().is_empty() => "the text is empty".to_owned(),
        None if text.trim_start().starts_with('{') => "the text looks like JSON".to_owned(),
        None => "the text has no `-----BEGIN` line".to_owned(),
    };
    Err(KeyError::NotAKey { found })
}

/// The label and the inside of the next block, and what comes after it.
fn next_block(text: &str) -> Result<Option<(&str, &str, &str)>, KeyError> {
    let Some((_, begun)) = text.split_once("-----BEGIN ") else { return Ok(None) };
    let (label, inside) =
        begun.split_once("-----").ok_or(KeyError::Garbled { what: "its first line is cut off" })?;
    let (inside, ended) =
        inside.split_once("-----END ").ok_or(KeyError::Garbled { what: "its `-----END` line is missing" })?;
    let after = ended
        .strip_prefix(label)
        .and_then(|ended| ended.strip_prefix("-----"))
        .ok_or(KeyError::Garbled { what: "its last line does not fit its first" })?;
    Ok(Some((label, inside, after)))
}

fn decoded(inside: &str) -> Result<Vec<u8>, KeyError> {
    // The old way to encrypt a key is told by headers in front of it.
    if inside.contains("Proc-Type:") && inside.contains("ENCRYPTED") {
        return Err(KeyError::Encrypted);
    }
    let text: String = inside.split_ascii_whitespace().collect();
    STANDARD.decode(text).map_err(|_| KeyError::Garbled { what: "between its lines is no base64" })
}
