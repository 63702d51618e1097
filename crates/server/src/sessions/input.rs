//! What a request says, read strictly: whatever is wrong with it is named in the answer.

use super::held::Held;
use crate::body_limit::BodySize;
use crate::{Backend, Problem};
use axum::body::{Bytes, HttpBody as _};
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use mcp_inspector_engine::{Raw, Seq};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The body, as a JSON object.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Backend> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, backend: &Backend) -> Result<Self, Problem> {
        json(request, backend).await.map(|Strict(body)| Body(body))
    }
}

async fn json<T: DeserializeOwned>(request: Request, backend: &Backend) -> Result<T, Problem> {
    if !is_json(request.headers()) {
        let message = "the body is not said to be JSON";
        return Err(Problem::invalid_request(message).with_hint("send `Content-Type: application/json`"));
    }
    let RawBody(bytes) = RawBody::from_request(request, backend).await?;
    let wrong = |error| Problem::invalid_request(format!("the body is not what is expected: {error}"));
    serde_json::from_slice(&bytes).map_err(wrong)
}

/// The body, as a JSON object; without one, or with null, what is usual.
pub(crate) struct OptionalBody<T>(pub(crate) T);

impl<T: DeserializeOwned + Default> FromRequest<Backend> for OptionalBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, backend: &Backend) -> Result<Self, Problem> {
        if request.body().is_end_stream() {
            return Ok(OptionalBody(T::default()));
        }
        let body: Option<Strict<T>> = json(request, backend).await?;
        Ok(OptionalBody(body.map_or_else(T::default, |Strict(body)| body)))
    }
}

/// Something that is an object in JSON. By itself, serde takes a list of the members too.
pub(crate) struct Strict<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Strict<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(StrictVisitor(PhantomData))
    }
}

struct StrictVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for StrictVisitor<T> {
    type Value = Strict<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(Strict)
    }
}

/// Reads a member that is an object.
pub(crate) fn strict<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Strict::deserialize(deserializer).map(|Strict(value)| value)
}

/// Reads a member that is an object, or null.
pub(crate) fn strict_or_null<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.map(|Strict(value)| value))
}

/// Reads a member that is a list of objects.
pub(crate) fn strict_list<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let list = Vec::deserialize(deserializer)?;
    Ok(list.into_iter().map(|Strict(value)| value).collect())
}

/// The body as it came: one frame.
pub(crate) struct RawBody(pub(crate) Bytes);

impl PartialSchema for RawBody {
    fn schema() -> RefOr<Schema> {
        // Where frames are not lines, line breaks are taken too.
        ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[^\\n]+$")).build().into()
    }
}

impl ToSchema for RawBody {
    fn name() -> Cow<'static, str> {
        "RawFrame".into()
    }
}

impl FromRequest<Backend> for RawBody {
    type Rejection = Problem;

    async fn from_request(request: Request, backend: &Backend) -> Result<Self, Problem> {
        let size = BodySize::of(&request);
        let bytes = Bytes::from_request(request, backend).await;
        bytes.map(RawBody).map_err(|rejection| unreadable(&rejection, size))
    }
}

fn unreadable(rejection: &BytesRejection, size: BodySize) -> Problem {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Problem::invalid_request(size.excess());
    }
    Problem::invalid_request("the body could not be read to its end")
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// The query.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Backend> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Backend) -> Result<Self, Problem> {
        let read = Query::try_from_uri(&parts.uri);
        read.map(|Query(params)| Params(params)).map_err(|rejection| {
            let text = rejection.body_text();
            let why = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            Problem::invalid_request(format!("the query is not what is expected: {why}"))
        })
    }
}

/// The session that the path names.
pub(crate) struct Found(pub(crate) Arc<Held>);

impl FromRequestParts<Backend> for Found {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, backend: &Backend) -> Result<Self, Problem> {
        let path = path(parts, backend).await?;
        backend.sessions().find(&text(&path, "id")).map(Found)
    }
}

/// The session that the path names, and the number of something in it.
pub(crate) struct FoundWith(pub(crate) Arc<Held>, pub(crate) u64);

impl FromRequestParts<Backend> for FoundWith {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, backend: &Backend) -> Result<Self, Problem> {
        let path = path(parts, backend).await?;
        let held = backend.sessions().find(&text(&path, "id"))?;
        let Some((name, number)) = path.iter().find(|part| part.0 != "id") else {
            return Err(Problem::invalid_request("the path names no number"));
        };
        let wrong = |_| Problem::invalid_request(format!("`{number}` is not the number of a `{name}`"));
        Ok(FoundWith(held, number.parse().map_err(wrong)?))
    }
}

async fn path(parts: &mut Parts, backend: &Backend) -> Result<RawPathParams, Problem> {
    let read = RawPathParams::from_request_parts(parts, backend).await;
    read.map_err(|_| Problem::invalid_request("the path is not UTF-8"))
}

fn text(path: &RawPathParams, name: &str) -> String {
    path.iter().find(|part| part.0 == name).map_or_else(String::new, |part| part.1.to_owned())
}

/// Reads a whole number; to JSON, 5.0 is one too.
pub(crate) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    /// Beyond this, not every whole number can be told from its neighbours.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let number = serde_json::Number::deserialize(deserializer)?;
    let wrong = || D::Error::custom(format!("`{number}` is not a whole number"));
    if let Some(whole) = number.as_i64() {
        return Ok(whole);
    }
    let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() <= EXACT);
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and in range")]
    float.map(|float| float as i64).ok_or_else(wrong)
}

/// Reads a whole number that is not negative, or null.
pub(crate) fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    #[derive(Deserialize)]
    struct Whole(#[serde(deserialize_with = "whole")] i64);
    let number = Option::<Whole>::deserialize(deserializer)?;
    let wrong = |number: i64| D::Error::custom(format!("{number} is negative"));
    number.map(|Whole(number)| u64::try_from(number).map_err(|_| wrong(number))).transpose()
}

/// Refuses parameters that are no object: no method has others.
pub(crate) fn object(params: Option<&Raw>) -> Result<(), Problem> {
    if params.is_some_and(|params| !params.is_object()) {
        let problem = Problem::invalid_request("`params` should be an object");
        return Err(problem.with_hint("POST /api/sessions/{id}/raw sends anything"));
    }
    Ok(())
}

/// A place in a log that makes sense.
pub(crate) fn place(from: Option<u64>) -> Result<Option<Seq>, Problem> {
    const LAST: u64 = i64::MAX.unsigned_abs();
    match from {
        Some(from) if from > LAST => {
            Err(Problem::invalid_request(format!("`from` is {from}, and no log is that long")))
        }
        from => Ok(from.map(Seq)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Numbers {
        #[serde(deserialize_with = "whole")]
        whole: i64,
        #[serde(default, deserialize_with = "count")]
        count: Option<u64>,
    }

    #[test]
    fn a_list_is_no_object_and_raw_text_survives() {
        #[derive(Debug, Deserialize)]
        struct Named {
            raw: Raw,
        }
        let read = |text: &str| serde_json::from_str(text).map(|Strict::<Named>(named)| named.raw);
        assert_eq!(read(r#"{"raw":{"n":1.10}}"#).unwrap().as_str(), r#"{"n":1.10}"#);
        let error = read("[{}]").unwrap_err().to_string();
        assert!(error.contains("expected an object"), "{error}");
    }

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        let read = |text: &str| serde_json::from_str::<Numbers>(text).map_err(|error| error.to_string());
        let numbers = read(r#"{"whole":-699.0,"count":1e3}"#).unwrap();
        assert_eq!((numbers.whole, numbers.count), (-699, Some(1000)));
        assert_eq!(read(r#"{"whole":1,"count":null}"#).unwrap().count, None);
        assert_eq!(read(r#"{"whole":1}"#).unwrap().count, None);
        for wrong in
            [r#"{"whole":1.5}"#, r#"{"whole":1e300}"#, r#"{"whole":"1"}"#, r#"{"whole":1,"count":-1}"#]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
