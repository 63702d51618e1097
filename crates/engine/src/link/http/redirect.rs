//! Redirects: where they lead, and what is told of one that is not followed.

use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::redact::redact_url;
use reqwest::header::LOCATION;
use reqwest::{Response, StatusCode, Url};

/// Where an answer sends us, if it does.
pub(super) fn target(response: &Response, url: &Url) -> Option<Url> {
    if !response.status().is_redirection() {
        return None;
    }
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    url.join(location).ok()
}

/// What is told of a redirect that is not followed.
pub(super) fn refused(status: StatusCode, location: &str, url: &Url) -> Fault {
    let message = format!("{} redirects to {location}", redact_url(url.as_str()));
    let is_address = location.starts_with("http://") || location.starts_with("https://");
    let hint = if is_address {
        format!("if you trust that address, connect to {location} instead")
    } else {
        "that is no address of a server; ask whoever runs this one".to_owned()
    };
    let mut fault = Fault::new(FaultCode::Redirected, message).with_hint(hint);
    fault.details.http_status = Some(status.as_u16());
    fault
}
