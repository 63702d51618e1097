//! Answers to what a server asks for.

use super::super::input::{Body, FoundWith, Params, strict_or_null, whole};
use crate::openapi::SendProblems;
use crate::{Backend, Problem};
use axum::Json;
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::core::message::RpcError;
use mcp_inspector_engine::{Answer, AskId, FaultCode, Raw};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Backend> {
    OpenApiRouter::new().routes(routes!(answer))
}

/// An answer to what the server asks for.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
enum AnswerBody {
    /// This is the result.
    Result(ResultBody),
    /// No, with this error.
    Error(ErrorBody),
    /// No, in the way that fits what is asked.
    Decline(DeclineBody),
}

/// A result.
#[derive(Debug, ToSchema)]
#[schema(as = AnswerResult)]
#[serde(deny_unknown_fields)]
struct ResultBody {
    /// It, sent as it is.
    #[schema(value_type = Object)]
    result: Raw,
}

/// An error.
#[derive(Debug, ToSchema)]
#[schema(as = AnswerError)]
#[serde(deny_unknown_fields)]
struct ErrorBody {
    /// It.
    error: RpcErrorBody,
}

/// A refusal.
#[derive(Debug, ToSchema)]
#[schema(as = AnswerDecline)]
#[serde(deny_unknown_fields)]
struct DeclineBody {
    /// Always true.
    #[schema(schema_with = only_true)]
    decline: bool,
}

fn only_true() -> utoipa::openapi::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::Boolean)
        .enum_values(Some([true]))
        .build()
}

/// A JSON-RPC error.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = RpcError)]
#[serde(deny_unknown_fields)]
struct RpcErrorBody {
    /// The code.
    #[serde(deserialize_with = "whole")]
    code: i64,
    /// The message.
    message: String,
    /// More, as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    data: Option<Raw>,
}

// By hand, because an untagged enum would lose the spelling of the result and could only say that
// nothing fits.
impl<'de> Deserialize<'de> for AnswerBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Any {
            #[serde(default)]
            result: Option<Raw>,
            #[serde(default, deserialize_with = "strict_or_null")]
            error: Option<RpcErrorBody>,
            #[serde(default)]
            decline: Option<bool>,
        }
        match Any::deserialize(deserializer)? {
            Any { result: Some(result), error: None, decline: None } => {
                if !result.is_object() {
                    return Err(D::Error::custom("`result` should be an object"));
                }
                Ok(AnswerBody::Result(ResultBody { result }))
            }
            Any { result: None, error: Some(error), decline: None } => {
                Ok(AnswerBody::Error(ErrorBody { error }))
            }
            Any { result: None, error: None, decline: Some(decline) } => {
                Ok(AnswerBody::Decline(DeclineBody { decline }))
            }
            _ => Err(D::Error::custom("expected one of `result`, `error` and `\"decline\": true`")),
        }
    }
}

/// Who answers.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AnswerParams {
    /// A name for whoever answers, which the others are told; of any kind.
    #[serde(default)]
    by: Option<String>,
}

/// That an answer was taken.
#[derive(Debug, Serialize, ToSchema)]
struct AcceptedBody {
    /// Always true: what no longer waits is a problem.
    accepted: bool,
}

/// Answers what the server asks for
///
/// The first answer counts. Whoever comes later, or after the ask expired or the server took it back,
/// hears `ASK_ENDED`.
#[utoipa::path(
    post,
    path = "/api/sessions/{id}/asks/{ask}/answer",
    tag = "sessions",
    operation_id = "answerAsk",
    params(
        ("id" = String, Path, description = "The session's id"),
        ("ask" = u64, Path, description = "The ask's handle, as the view has it"),
        AnswerParams,
    ),
    request_body = AnswerBody,
    responses((status = 200, description = "The answer was taken", body = AcceptedBody), SendProblems)
)]
async fn answer(
    FoundWith(held, number): FoundWith,
    Params(params): Params<AnswerParams>,
    Body(body): Body<AnswerBody>,
) -> Result<Json<AcceptedBody>, Problem> {
    let session = held.writable()?;
    let ask = AskId(number);
    let waiting = session.log().with_view(|view| view.asks.get(&ask).map(|ask| ask.method.clone()));
    let ended = || {
        let message = format!("ask {number} does not wait for an answer");
        Problem::new(FaultCode::AskEnded, message)
            .with_hint("someone else answered it, it expired, or the server took it back; the log says which")
    };
    let method = waiting.ok_or_else(ended)?;
    let answer = match body {
        AnswerBody::Result(body) => Answer::Result(body.result),
        AnswerBody::Error(body) => Answer::Error(RpcError::from_raw(Raw::of(&body.error))),
        AnswerBody::Decline(DeclineBody { decline: true }) => Answer::refusal(&method, "the user declined"),
        AnswerBody::Decline(DeclineBody { decline: false }) => {
            let problem = Problem::invalid_request("`decline` is false, which is no answer");
            return Err(problem.with_hint("to leave it unanswered, send nothing"));
        }
    };
    let by = params.by.as_deref().map(brief).unwrap_or_default();
    if !held.answer(ask, answer, by).await? {
        return Err(ended());
    }
    Ok(Json(AcceptedBody { accepted: true }))
}
