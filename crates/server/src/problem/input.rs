//! Requests that cannot be read: extractors whose refusals are problems.
//!
//! They stand for axum's `Json`, `Query`, `Path` and `Bytes`, and say in the form of every other error
//! what was wrong and where.

use super::Problem;
use crate::body_limit::BodySize;
use crate::start::TooSlow;
use axum::Json;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use bytes::Bytes;
use mcp_inspector_engine::core::brief::brief;
use serde::de::DeserializeOwned;
use std::error::Error;

/// The body, read as JSON.
#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let size = BodySize::of(&request);
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(JsonBody(value)),
            Err(JsonRejection::BytesRejection(rejection)) => Err(unread(&rejection, size)),
            Err(JsonRejection::MissingJsonContentType(_)) => {
                let message = "the body is not marked as JSON: expected `Content-Type: application/json`";
                Err(Problem::invalid_request(message).with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE))
            }
            Err(JsonRejection::JsonSyntaxError(rejection)) => {
                Err(Problem::invalid_request(format!("the body is not JSON: {}", reason(&rejection)))
                    .with_hint("line and column count from 1, within the body"))
            }
            Err(rejection) => {
                let message = format!("the body does not have the form it should: {}", reason(&rejection));
                Err(Problem::invalid_request(message)
                    .with_hint("/api/openapi.json describes what each request takes"))
            }
        }
    }
}

/// The body as it came.
#[derive(Clone, Debug)]
pub struct BytesBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for BytesBody {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let size = BodySize::of(&request);
        let bytes = Bytes::from_request(request, state).await;
        bytes.map(BytesBody).map_err(|rejection| unread(&rejection, size))
    }
}

/// The query of the URL.
#[derive(Clone, Copy, Debug)]
pub struct QueryOf<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryOf<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(value)| QueryOf(value)).map_err(|rejection: QueryRejection| {
            Problem::invalid_request(format!("the query of the URL makes no sense: {}", reason(&rejection)))
                .with_hint("/api/openapi.json describes the parameters")
        })
    }
}

/// The parameters in the path of the URL.
#[derive(Clone, Copy, Debug)]
pub struct PathOf<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathOf<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(value)| PathOf(value)).map_err(|rejection| {
            Problem::invalid_request(format!("the path of the URL makes no sense: {}", reason(&rejection)))
        })
    }
}

/// Why a body could not be read to its end.
fn unread(rejection: &BytesRejection, size: BodySize) -> Problem {
    if let BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) = rejection {
        return Problem::invalid_request(size.excess()).with_status(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let is_too_slow = causes(rejection).any(<dyn Error>::is::<TooSlow>);
    let status = if is_too_slow { StatusCode::REQUEST_TIMEOUT } else { StatusCode::BAD_REQUEST };
    Problem::invalid_request(format!("the body could not be read: {}", reason(rejection))).with_status(status)
}

/// The innermost reason, without the words of the layers around it.
fn reason(rejection: &(dyn Error + 'static)) -> String {
    brief(&causes(rejection).last().map(ToString::to_string).unwrap_or_default())
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| (*error).source())
}
