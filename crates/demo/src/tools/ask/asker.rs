//! Getting one answer from the client, whichever revision it speaks.

use std::collections::BTreeMap;

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{
        common::FromContextPart,
        tool::{InputResponses, RequestState, ToolCallContext},
    },
    model::{
        CallToolResponse, CallToolResult, ClientCapabilities, CustomNotification, ElicitRequestParams,
        InputRequest, InputRequiredResult, ServerNotification, ServerRequest,
    },
    service::{Peer, PeerRequestOptions, RequestContext, ServiceError},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::failure;
use crate::session::{delivered, is_modern};

/// The key of the only question of an `input_required` result.
const QUESTION: &str = "question";

/// What the client must send back with its answer. The demo keeps no secret in
/// it; it is there to show whether clients echo it.
const STATE: &str = "demo-question-asked";

/// The way from a tool call to the client that made it.
#[derive(Debug)]
pub(super) struct Asker {
    context: RequestContext<RoleServer>,
    answers: Option<BTreeMap<String, Value>>,
    state: Option<String>,
}

impl<S> FromContextPart<ToolCallContext<'_, S>> for Asker {
    fn from_context_part(call: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Self {
            context: RequestContext::from_context_part(call)?,
            answers: InputResponses::from_context_part(call)?.0,
            state: RequestState::from_context_part(call)?.0,
        })
    }
}

impl Asker {
    /// Asks `question` and makes a result of the answer. If there is no answer
    /// the response says why, or is the question itself.
    pub(super) async fn ask<T: DeserializeOwned>(
        self,
        question: InputRequest,
        make_result: impl FnOnce(T) -> CallToolResult,
    ) -> CallToolResponse {
        let capabilities = self.context.client_capabilities().unwrap_or_default();
        if let Some(missing) = missing_capability(&question, &capabilities) {
            return failure(format!("the client has no capability `{missing}`")).into();
        }
        let answer = if is_modern(&self.context) {
            let Some(answer) = self.answers.and_then(|mut all| all.remove(QUESTION)) else {
                let questions = BTreeMap::from([(QUESTION.to_owned(), question)]);
                return InputRequiredResult::new(Some(questions), Some(STATE.to_owned())).into();
            };
            if self.state.as_deref() != Some(STATE) {
                return failure("the client did not send `requestState` back unchanged").into();
            }
            answer
        } else {
            match request(&self.context, question).await {
                Ok(answer) => answer,
                Err(reason) => return failure(reason).into(),
            }
        };
        match serde_json::from_value(answer.clone()) {
            Ok(answer) => make_result(answer).into(),
            Err(error) => failure(format!("could not read the answer {answer}: {error}")).into(),
        }
    }

    /// The end of a URL elicitation, to be announced after it was agreed to.
    pub(super) fn visit(&self, elicitation_id: String) -> Visit {
        let peer = (!is_modern(&self.context)).then(|| self.context.peer.clone());
        Visit { peer, elicitation_id }
    }
}

/// A page the user was sent to.
pub(super) struct Visit {
    peer: Option<Peer<RoleServer>>,
    elicitation_id: String,
}

impl Visit {
    /// Tells the client that the user is done on the page.
    ///
    /// Only 2025-11-25 has this notification, and the SDK has no type for it.
    pub(super) async fn complete(self) {
        let Some(peer) = self.peer else {
            return;
        };
        let notification = ServerNotification::CustomNotification(CustomNotification::new(
            "notifications/elicitation/complete",
            Some(json!({ "elicitationId": self.elicitation_id })),
        ));
        // The result of the tool says the same; a lost notification is no loss.
        delivered(peer.send_notification(notification)).await;
    }
}

/// Sends `question` as a request of ours and waits for the response.
async fn request(context: &RequestContext<RoleServer>, question: InputRequest) -> Result<Value, String> {
    let (method, request) = match question {
        InputRequest::CreateMessage(request) => {
            ("sampling/createMessage", ServerRequest::CreateMessageRequest(request))
        }
        InputRequest::Elicitation(request) => ("elicitation/create", ServerRequest::ElicitRequest(request)),
        InputRequest::ListRoots(request) => ("roots/list", ServerRequest::ListRootsRequest(request)),
        other => return Err(format!("the demo cannot ask {}", json!(other))),
    };
    let options = PeerRequestOptions::no_options();
    let unanswered = |error| format!("`{method}` got no answer: {error}");
    let peer = &context.peer;
    let mut pending = peer.send_cancellable_request(request, options).await.map_err(unanswered)?;
    let response = tokio::select! {
        () = context.ct.cancelled() => {
            // The user should not be left with a question nobody waits for.
            let reason = Some("the tool call was cancelled".to_owned());
            pending.cancel(reason).await.map_err(unanswered)?;
            return Err("cancelled while the client was asked".to_owned());
        }
        response = &mut pending.rx => response.unwrap_or(Err(ServiceError::TransportClosed)),
    };
    match response {
        // Back to plain JSON: the SDK guesses the type of a result by its
        // shape, and only the caller knows what was asked for.
        Ok(result) => serde_json::to_value(result).map_err(|error| error.to_string()),
        Err(ServiceError::McpError(error)) => {
            Err(format!("the client refused `{method}`: {} ({})", error.message, error.code.0))
        }
        Err(error) => Err(unanswered(error)),
    }
}

/// The capability `question` needs and the client does not declare.
fn missing_capability(question: &InputRequest, capabilities: &ClientCapabilities) -> Option<&'static str> {
    let elicitation = capabilities.elicitation.as_ref();
    let (name, declared) = match question {
        InputRequest::CreateMessage(_) => ("sampling", capabilities.sampling.is_some()),
        InputRequest::ListRoots(_) => ("roots", capabilities.roots.is_some()),
        InputRequest::Elicitation(request) => match request.params {
            ElicitRequestParams::UrlElicitationParams { .. } => {
                ("elicitation.url", elicitation.is_some_and(|modes| modes.url.is_some()))
            }
            // Before 2025-11-25 there were no modes, only forms.
            _ => {
                ("elicitation", elicitation.is_some_and(|modes| modes.form.is_some() || modes.url.is_none()))
            }
        },
        _ => return None,
    };
    (!declared).then_some(name)
}
