//! Replies that do not depend on what was asked.

use super::behaviour::{HttpBehaviour, RedirectTo};
use super::hub::Hub;
use super::reply::{After, JSON, Reply};
use super::request::SeenRequest;
use std::io;

const PAGE: &str = "<!doctype html>\n<title>Welcome</title>\n<h1>It works!</h1>\n";

/// Replies if the behaviour spoils this request; `None` if it is to be answered.
pub(super) fn reply(hub: &Hub, request: &SeenRequest, reply: &mut Reply) -> io::Result<Option<After>> {
    let is_post = request.method == "POST";
    let of_handshake = is_handshake(request);
    if hub.after_handshake && (of_handshake || !is_post) {
        return Ok(None);
    }
    let after = match &hub.behaviour {
        HttpBehaviour::Html200 => reply.whole(200, "text/html; charset=utf-8", PAGE)?,
        HttpBehaviour::NeverAnswers => {
            hub.wait_for_the_end();
            After::Close
        }
        HttpBehaviour::ClosesWithoutAnswer => After::Close,
        HttpBehaviour::Redirect { status, to } => {
            let location = match to {
                RedirectTo::SameOrigin => "/moved",
                RedirectTo::CrossOrigin(url) => url,
            };
            reply.header("Location", location);
            reply.empty(*status)?
        }
        HttpBehaviour::Unauthorized401 => {
            reply.header("WWW-Authenticate", r#"Bearer realm="testkit", error="invalid_token""#);
            reply.whole(401, JSON, r#"{"error":"invalid_token"}"#)?
        }
        HttpBehaviour::StatusAfterInit { .. } if of_handshake || !is_post => return Ok(None),
        HttpBehaviour::Status { .. }
        | HttpBehaviour::EmptyBody200
        | HttpBehaviour::BadJson200
        | HttpBehaviour::Gzip200
        | HttpBehaviour::RateLimited429
            if !is_post =>
        {
            reply.header("Allow", "POST");
            reply.empty(405)?
        }
        HttpBehaviour::Status { code, body, content_type }
        | HttpBehaviour::StatusAfterInit { code, body, content_type } => {
            reply.whole(*code, content_type, body)?
        }
        HttpBehaviour::EmptyBody200 => reply.whole(200, JSON, "")?,
        HttpBehaviour::BadJson200 => reply.whole(200, JSON, r#"{"jsonrpc":"2.0","id":1,"res"#)?,
        HttpBehaviour::Gzip200 => {
            reply.header("Content-Encoding", "gzip");
            // The beginning of a gzip file, as text; nobody unpacks it.
            reply.whole(200, JSON, "\u{1f}\u{b}\u{8}\0packed")?
        }
        HttpBehaviour::RateLimited429 => {
            reply.header("Retry-After", "2");
            reply.whole(429, "text/plain", "Too many requests")?
        }
        _ => return Ok(None),
    };
    Ok(Some(after))
}

/// Whether the request belongs to the beginning of a session.
pub(super) fn is_handshake(request: &SeenRequest) -> bool {
    matches!(
        request.rpc_method().as_deref(),
        Some("server/discover" | "initialize" | "notifications/initialized")
    )
}
