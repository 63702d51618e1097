//! What a message of the server asks of us, in either era: a request of its own, or a result that
//! wants input.

use mcp_inspector_engine::Raw;
use mcp_inspector_engine::core::message::{Message, Reply, RequestId};

/// Something the server wants.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Asked {
    /// What the answer will carry.
    pub(crate) id: RequestId,
    pub(crate) method: String,
    pub(crate) params: Option<Raw>,
}

/// Everything that `message` asks of us.
pub(crate) fn asks_of(message: &Message) -> Vec<Asked> {
    match message {
        Message::Request { id, method, params } => {
            vec![Asked { id: id.clone(), method: method.clone(), params: params.clone() }]
        }
        Message::Response { reply: Reply::Result(result), .. } => {
            let wanted = result.member("inputRequests").and_then(|wanted| wanted.members());
            let named = wanted.unwrap_or_default().into_iter().map(|(name, ask)| Asked {
                id: RequestId::Text(name),
                method: ask.text_member("method").unwrap_or_default(),
                params: ask.member("params"),
            });
            named.collect()
        }
        _ => Vec::new(),
    }
}
