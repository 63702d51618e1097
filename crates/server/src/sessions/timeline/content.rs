//! What entries hold, for those who want it in pieces or whole: the content of a result as a list of blocks, and parts of
//! a body as bytes, decoded where they are text or base64.

use super::document::{nothing_at, part};
use crate::openapi::SessionProblems;
use crate::sessions::held::Held;
use crate::sessions::input::{FoundWith, Params};
use crate::{Backend, Problem};
use axum::Json;
use axum::body::Bytes;
use axum::http::header;
use axum::response::IntoResponse;
use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use mcp_inspector_engine::core::content::{Blocks, blocks};
use mcp_inspector_engine::{FaultCode, Seq};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many blocks a window may have, and has unless told; fewer when their texts are large.
const MOST_BLOCKS: usize = 200;
const USUAL_BLOCKS: usize = 50;
const MOST_TEXT: usize = 256 * 1024;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(content)).routes(routes!(bytes))
}

/// Which blocks.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ContentParams {
    /// A JSON pointer to the result in the body; `/result` unless told.
    #[serde(default = "result")]
    path: String,
    /// The first block, counted from 0.
    #[serde(default)]
    from: usize,
    /// How many; 50 unless told, and fewer when their texts are large.
    #[serde(default)]
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
}

fn result() -> String {
    "/result".to_owned()
}

/// The content of a result, block by block
///
/// Short texts are told whole. Long ones are documents (`GET …/doc/{seq}?decoded=true`), and data are bytes
/// (`GET …/body/{seq}?decode=base64`), at the places that are told.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/content/{seq}",
    tag = "sessions",
    operation_id = "showContent",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "The entry with the answer"),
        ContentParams,
    ),
    responses((status = 200, description = "The blocks", body = Blocks), SessionProblems)
)]
async fn content(
    FoundWith(held, seq): FoundWith,
    Params(params): Params<ContentParams>,
) -> Result<Json<Blocks>, Problem> {
    let limit = params.limit.unwrap_or(USUAL_BLOCKS);
    if !(1..=MOST_BLOCKS).contains(&limit) {
        return Err(Problem::invalid_request(format!("`limit` should be between 1 and {MOST_BLOCKS}")));
    }
    apart(held, move |held| {
        let body = part(held, Seq(seq), "")?;
        let found = blocks(&body, &params.path, params.from, limit, MOST_TEXT);
        found.map(Json).ok_or_else(|| nothing_at(Seq(seq), &params.path))
    })
    .await
}

/// Which bytes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct BytesParams {
    /// A JSON pointer to the part of the body that is meant; all of it unless told.
    #[serde(default)]
    path: String,
    /// What the part is, when it is not wanted as it came: a JSON string whose text is meant, or one in base64 whose bytes
    /// are.
    #[serde(default)]
    #[param(inline)]
    decode: Decode,
}

/// How a part is decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Decode {
    /// Not at all.
    #[default]
    No,
    /// The text of a JSON string.
    Text,
    /// The bytes that a JSON string has in base64.
    Base64,
}

/// The body of an entry, or a part of it, as bytes
///
/// They come as bytes of no type, to be kept: a browser shows none of them by itself.
#[utoipa::path(
    get,
    path = "/api/sessions/{id}/body/{seq}",
    tag = "sessions",
    operation_id = "downloadBody",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("seq" = u64, Path, description = "The entry"),
        BytesParams,
    ),
    responses(
        (status = 200, description = "The bytes", body = Vec<u8>, content_type = "application/octet-stream",
            headers(("content-disposition" = String, description = "Always `attachment`"))),
        SessionProblems,
    )
)]
async fn bytes(
    FoundWith(held, seq): FoundWith,
    Params(params): Params<BytesParams>,
) -> Result<impl IntoResponse, Problem> {
    let bytes = apart(held, move |held| {
        let part = part(held, Seq(seq), &params.path)?;
        decoded(part, params.decode).map_err(|what| {
            Problem::invalid_request(format!("the body of entry {seq} has {what} at `{}`", params.path))
        })
    });
    let headers =
        [(header::CONTENT_TYPE, "application/octet-stream"), (header::CONTENT_DISPOSITION, "attachment")];
    Ok((headers, bytes.await?))
}

/// The part as it is wanted; otherwise what it is instead.
fn decoded(part: Bytes, decode: Decode) -> Result<Bytes, &'static str> {
    if decode == Decode::No {
        return Ok(part);
    }
    let text: String = serde_json::from_slice(&part).map_err(|_| "no string")?;
    if decode == Decode::Text {
        return Ok(text.into());
    }
    // Servers break base64 into lines, and leave out what fills up its end.
    let lenient = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&base64::alphabet::STANDARD, lenient);
    let bare: Vec<u8> = text.into_bytes().into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect();
    engine.decode(bare).map(Bytes::from).map_err(|_| "no base64")
}

/// Works where that holds up nobody: to read through many megabytes takes its time.
async fn apart<T: Send + 'static>(
    held: Arc<Held>,
    work: impl FnOnce(&Held) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let worked = tokio::task::spawn_blocking(move || work(&held)).await;
    worked.map_err(|_| Problem::new(FaultCode::Shutdown, "the body could not be read to the end"))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_decoded_as_they_are_wanted_or_it_is_told_what_they_are() {
        let part = |text: &'static str| Bytes::from_static(text.as_bytes());
        assert_eq!(decoded(part(r#"{"a":1.0}"#), Decode::No).unwrap(), r#"{"a":1.0}"#);
        assert_eq!(decoded(part(r#""a\nb\/""#), Decode::Text).unwrap(), "a\nb/");
        for text in [r#""AAEC/w==""#, r#""AAEC\/w""#, r#""AAEC\n/w==\n""#] {
            assert_eq!(decoded(part(text), Decode::Base64).unwrap()[..], [0, 1, 2, 255], "{text}");
        }
        assert_eq!(decoded(part("7"), Decode::Text), Err("no string"));
        assert_eq!(decoded(part(r#""%""#), Decode::Base64), Err("no base64"));
    }
}
