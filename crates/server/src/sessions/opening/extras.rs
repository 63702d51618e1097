//! What a server is given besides where it is: variables, a directory and headers, checked before anything starts.

use super::reading::bad;
use crate::Problem;
use axum::http::{HeaderName, HeaderValue};
use mcp_inspector_engine::Target;
use mcp_inspector_engine::core::target::Transport;
use std::collections::BTreeMap;

/// Adds variables to what a program is started with, instead of those of the same name.
pub(crate) fn add_env(target: &mut Target, env: BTreeMap<String, String>) -> Result<(), Problem> {
    if env.is_empty() {
        return Ok(());
    }
    check_env(&env)?;
    let Transport::Stdio(stdio) = &mut target.transport else {
        return Err(
            bad("a server that is an address has no environment").with_hint("give it headers instead")
        );
    };
    stdio.env.extend(env);
    Ok(())
}

/// Has a program start in a directory.
pub(super) fn set_cwd(target: &mut Target, cwd: Option<String>) -> Result<(), Problem> {
    let Some(cwd) = cwd.filter(|cwd| !cwd.is_empty()) else { return Ok(()) };
    if cwd.contains('\0') {
        return Err(bad("`target.cwd` has a NUL character, which no directory has"));
    }
    let Transport::Stdio(stdio) = &mut target.transport else {
        return Err(bad("a server that is an address has no directory"));
    };
    stdio.cwd = Some(cwd.into());
    Ok(())
}

/// Adds headers to what is sent with every request, instead of those of the same name.
pub(super) fn add_headers(target: &mut Target, headers: BTreeMap<String, String>) -> Result<(), Problem> {
    if headers.is_empty() {
        return Ok(());
    }
    check_headers(&headers)?;
    let Transport::Http(http) = &mut target.transport else {
        return Err(bad("a server that is a program gets no headers").with_hint("give it variables instead"));
    };
    http.headers.retain(|(known, _)| !headers.keys().any(|name| name.eq_ignore_ascii_case(known)));
    http.headers.extend(headers);
    Ok(())
}

pub(super) fn check_env(env: &BTreeMap<String, String>) -> Result<(), Problem> {
    if env.iter().flat_map(|(name, value)| [name, value]).any(|text| text.contains('\0')) {
        return Err(bad("`env` has a NUL character, which no program can be started with"));
    }
    match env.keys().find(|name| name.is_empty() || name.contains('=')) {
        Some(name) => Err(bad(format!("`env` has `{name}`, which no variable can be called"))),
        None => Ok(()),
    }
}

pub(super) fn check_headers(headers: &BTreeMap<String, String>) -> Result<(), Problem> {
    for (name, value) in headers {
        if HeaderName::try_from(name).is_err() {
            return Err(bad(format!("`target.headers` has `{name}`, which no header can be called")));
        }
        // The value may be a secret, so it is not told.
        if HeaderValue::try_from(value).is_err() {
            let message = format!("the value of the header `{name}` has characters that none may have");
            return Err(bad(message));
        }
    }
    Ok(())
}
