//! What a single content block holds, as bytes: for `--output-format raw`.

use crate::failure::Failure;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcp_inspector_engine::{Fault, FaultCode, Raw};
use serde_json::Value;

/// The text or the decoded bytes of the one content block of `result`.
pub(crate) fn bytes(result: &Raw) -> Result<Vec<u8>, Failure> {
    let value = result.to_value();
    let blocks = value["content"].as_array().or(value["contents"].as_array());
    let [block] = blocks.map(Vec::as_slice).unwrap_or_default() else {
        let has = match blocks {
            None if value.get("content").is_some() => "a `content` that is not an array".to_owned(),
            blocks => blocks.map_or(0, Vec::len).to_string(),
        };
        let message =
            format!("`--output-format raw` needs a result with one content block, and this has {has}");
        return Err(Failure::from(Fault::new(FaultCode::OutputFailed, message))
            .with_hint("leave `--output-format` out to write the whole result"));
    };
    let block = if block["type"] == "resource" { &block["resource"] } else { block };
    if let Some(text) = block["text"].as_str() {
        return Ok(text.as_bytes().to_vec());
    }
    let data = block["data"].as_str().or(block["blob"].as_str());
    let decoded = data.and_then(|data| STANDARD.decode(data).ok());
    decoded.ok_or_else(|| {
        let kind = block["type"].as_str().map_or_else(|| Value::Null.to_string(), str::to_owned);
        Fault::new(
            FaultCode::OutputFailed,
            format!("the content block of type `{kind}` holds neither text nor base64"),
        )
        .into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<u8>, String> {
        bytes(&Raw::parse(text).unwrap()).map_err(|failure| failure.fault.message)
    }

    #[test]
    fn text_and_decoded_data_are_the_bytes() {
        assert_eq!(read(r#"{"content":[{"type":"text","text":"hi"}]}"#).unwrap(), b"hi");
        assert_eq!(read(r#"{"content":[{"type":"image","data":"AAEC"}]}"#).unwrap(), [0, 1, 2]);
        assert_eq!(read(r#"{"contents":[{"uri":"x","blob":"AAEC"}]}"#).unwrap(), [0, 1, 2]);
        assert_eq!(read(r#"{"content":[{"type":"resource","resource":{"text":"t"}}]}"#).unwrap(), b"t");
    }

    #[test]
    fn anything_else_is_an_error_that_says_so() {
        assert!(read(r#"{"content":[]}"#).unwrap_err().contains("this has 0"));
        assert!(read(r#"{"tools":[]}"#).unwrap_err().contains("this has 0"));
        assert!(read(r#"{"content":[{"type":"image","data":"%"}]}"#).unwrap_err().contains("`image`"));
    }
}
