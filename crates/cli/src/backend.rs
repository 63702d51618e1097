//! A running backend that a server is reached through (`--via`): where it is, what it is asked, and what
//! its own errors mean to whoever has flags. How they are told from those of the server behind it is in
//! `backend/own_error.rs`.

mod own_error;

use crate::failure::Failure;
use crate::flags::Flags;
use crate::percent::encoded;
use crate::target::of_target;
use mcp_inspector_engine::backend::{Verb, ask};
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::core::redact::{Redactor, redact_url};
use mcp_inspector_engine::core::target::{Flavour, Transport, with_scheme};
use mcp_inspector_engine::{Fault, FaultCode, Log, Target};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;

/// The header in which the backend expects its token.
const TOKEN_HEADER: &str = "X-Session-Token";

/// How long the backend may take for an answer of its own, unless a flag says so. Before it knows where a
/// login leads it asks several other places.
const PATIENCE: Duration = Duration::from_secs(90);

/// The same where a user may take less time than that.
const BRIEF_PATIENCE: Duration = Duration::from_secs(10);

/// A running backend, and the server behind it that is meant.
#[derive(Clone)]
pub(crate) struct Backend {
    base: String,
    token: Option<String>,
    server: String,
    /// How long it may take for an answer of its own.
    patience: Duration,
}

impl Backend {
    /// The one that the flags name, if they do.
    pub(crate) fn of(flags: &Flags) -> Result<Option<Self>, Failure> {
        let Some(via) = &flags.via else { return Ok(None) };
        let words: Vec<&String> = flags.target.iter().chain(&flags.rest).collect();
        let is_address = words.iter().any(|word| word.contains("://"));
        if flags.demo || flags.server_url.is_some() || words.len() > 1 || is_address {
            return Err(Failure::usage(
                "with `--via` the server is one that the backend knows, named by `--server`",
            )
            .with_hint("add it to the backend's config file"));
        }
        if flags.transport.is_some() {
            return Err(Failure::usage("`--transport` cannot be combined with `--via`")
                .with_hint("leave it out; the backend knows how to reach its servers"));
        }
        if !flags.env.is_empty() || flags.cwd.is_some() {
            return Err(Failure::usage("`--env` and `--cwd` cannot reach a server that the backend starts")
                .with_hint("set them in the backend's config file"));
        }
        refuse_login_flags(flags)?;
        let Some(name) = flags.server.as_ref().or(words.first().copied()) else {
            return Err(Failure::usage("`--via` needs `--server NAME`: the backend may know several"));
        };
        let (base, fragment) = via.split_once('#').unwrap_or((via, ""));
        let token = flags.via_token.as_deref().or_else(|| fragment.strip_prefix("token="));
        let base = with_scheme(base.split('?').next().unwrap_or(base));
        let base = base.trim_end_matches('/').trim_end_matches("/mcp").to_owned();
        let patience = flags.timeout.or(flags.auth_timeout.map(|most| most.clamp(BRIEF_PATIENCE, PATIENCE)));
        let patience = patience.unwrap_or(PATIENCE);
        Ok(Some(Backend { base, token: token.map(str::to_owned), server: name.clone(), patience }))
    }

    /// Where it is, as it may be shown.
    pub(crate) fn base(&self) -> String {
        redact_url(&self.base).into_owned()
    }

    /// The server behind it, through the proxy endpoint.
    pub(crate) fn target(&self) -> Result<Target, Failure> {
        let url = format!("{}/mcp?serverId={}", self.base, encoded(&self.server, b""));
        let mut target = self.at(&url)?;
        target.name.clone_from(&self.server);
        Ok(target)
    }

    fn at(&self, url: &str) -> Result<Target, Failure> {
        let mut target = Target::url(url).map_err(|error| of_target(&error))?;
        if let Transport::Http(http) = &mut target.transport {
            http.flavour = Flavour::Streamable;
            http.headers.extend(self.token.iter().map(|token| (TOKEN_HEADER.to_owned(), token.clone())));
        }
        Ok(target)
    }

    /// Asks for `what` about the logins of the server.
    pub(crate) async fn get<T: DeserializeOwned>(&self, what: &str) -> Result<T, Failure> {
        let (body, secrets) = self.send(Verb::Get, what).await?;
        let read = serde_json::from_slice(&body).and_then(|mut value| {
            blank(&mut value, &secrets);
            serde_json::from_value(value)
        });
        read.map_err(|error| {
            let error = brief(&error.to_string());
            let message = format!("{} answered something unexpected: {error}", self.place(what));
            Fault::new(FaultCode::InvalidResponse, message)
                .with_hint("is there an mcp-inspector of this version?")
                .into()
        })
    }

    /// Has `what` of the logins of the server taken away.
    pub(crate) async fn delete(&self, what: &str) -> Result<(), Failure> {
        self.send(Verb::Delete, what).await.map(drop)
    }

    /// The address of `what` about the logins of the server, as it may be shown.
    pub(crate) fn place(&self, what: &str) -> String {
        redact_url(&self.address(what)).into_owned()
    }

    fn address(&self, what: &str) -> String {
        format!("{}/oauth/{what}/{}", self.base, encoded(&self.server, b""))
    }

    /// What came back, and the secrets that may not be shown of it: whatever is at that address may repeat
    /// what it is sent.
    async fn send(&self, verb: Verb, what: &str) -> Result<(Vec<u8>, Redactor), Failure> {
        let target = self.at(&self.address(what))?;
        let Transport::Http(http) = &target.transport else {
            return Err(Failure::usage(format!("`--via {}` is not a URL", self.base())));
        };
        let mut secrets = Redactor::for_target(&target);
        if let Some(token) = &self.token {
            secrets.add_token(token);
        }
        let reply = ask(verb, http, self.patience).await.map_err(|fault| self.too_slow(fault))?;
        if (200..300).contains(&reply.status) {
            return Ok((reply.body, secrets));
        }
        let body = String::from_utf8_lossy(&reply.body).into_owned();
        let body = secrets.mask_text(&body).unwrap_or(body);
        let refusal = self.refusal(what, reply.status, body);
        // The whole answer is the backend's: nothing of a server behind it comes this way.
        let told = own_error::told(&refusal).map(|told| self.translated(told));
        Err(told.unwrap_or(refusal).into())
    }

    fn too_slow(&self, fault: Fault) -> Fault {
        if fault.code != FaultCode::ConnectionTimeout || self.patience >= PATIENCE {
            return fault;
        }
        fault.with_hint("look whether it runs; `--timeout` says how long to wait")
    }

    fn refusal(&self, what: &str, status: u16, body: String) -> Fault {
        let message = format!("{} answered HTTP {status}", self.place(what));
        let mut fault = Fault::new(FaultCode::HttpStatus, message)
            .with_hint(format!("is there an mcp-inspector at {}?", self.base()));
        fault.details.http_status = Some(status);
        fault.details.http_body = Some(body);
        fault
    }

    /// What the backend itself says, where a fault is its word and not one of the server behind it. The log
    /// of the session knows which of them it is.
    pub(crate) fn own_word(&self, fault: Fault, log: &Log) -> Fault {
        let told = own_error::told(&fault).filter(|told| own_error::is_marked(log, &fault, told.code));
        match told {
            Some(told) => self.in_words_of_flags(told, fault),
            None => fault,
        }
    }

    fn in_words_of_flags(&self, told: Fault, fault: Fault) -> Fault {
        let mut told = self.translated(told);
        if told.details.method.is_none() {
            told.details.method = fault.details.method;
        }
        if told.code == FaultCode::AuthenticationFailed {
            let login = format!("`{}` logs in, with the session token as here", self.login_command());
            let said = told.hint.map(|said| format!("; the backend says: {said}")).unwrap_or_default();
            told.hint = Some(format!("{login}{said}"));
        }
        told
    }

    /// The backend's own error, with hints for whoever has flags and not its API.
    fn translated(&self, mut told: Fault) -> Fault {
        let said = told.hint.take();
        told.hint = match told.code {
            FaultCode::SessionInvalid => Some(
                "give the token that the backend printed when it started: with `--via-token`, in MCPI_TOKEN, \
                 or as `#token=` of the URL"
                    .to_owned(),
            ),
            FaultCode::ServerNotFound => {
                Some(format!("GET {}/config, with the session token, lists the servers", self.base()))
            }
            _ => said,
        };
        told
    }

    /// What to run to log in at the server behind the backend.
    fn login_command(&self) -> String {
        let name = &self.server;
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-._/:@".contains(c));
        let name = if is_plain { name.clone() } else { format!("'{}'", name.replace('\'', r"'\''")) };
        format!("mcp-inspector --cli --method auth/login --via {} --server {name}", self.base())
    }
}

/// The login is the backend's, with what its configuration says.
fn refuse_login_flags(flags: &Flags) -> Result<(), Failure> {
    let given = [
        (flags.access_token_env.is_some(), "--access-token-env"),
        (flags.paste, "--paste"),
        (flags.relogin, "--relogin"),
        (flags.forget_client, "--forget-client"),
        (flags.client_id.is_some(), "--client-id"),
        (flags.client_metadata_url.is_some(), "--client-metadata-url"),
        (flags.callback_url.is_some(), "--callback-url"),
        (flags.scope.is_some(), "--scope"),
        (flags.issuer.is_some(), "--issuer"),
        (flags.allow_private_hosts, "--allow-private-hosts"),
        (flags.allow_issuer_slash, "--allow-issuer-slash"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, flag)) => {
            Err(Failure::usage(format!("`{flag}` cannot be combined with `--via`: the backend logs in"))
                .with_hint("`oauth` of the server in the backend's config file says how"))
        }
        None => Ok(()),
    }
}

/// Masks the texts of an answer. Its names are left alone, or it could not be read any more.
fn blank(value: &mut Value, secrets: &Redactor) {
    match value {
        Value::String(text) => {
            if let Some(masked) = secrets.mask_text(text) {
                *text = masked;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| blank(item, secrets)),
        Value::Object(members) => members.values_mut().for_each(|member| blank(member, secrets)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

impl std::fmt::Debug for Backend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Backend")
            .field("base", &self.base())
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backend() -> Backend {
        Backend {
            base: "http://me:hush@localhost:3000".to_owned(),
            token: Some("hush".to_owned()),
            server: "my files".to_owned(),
            patience: PATIENCE,
        }
    }

    #[test]
    fn an_error_about_a_login_says_what_to_run_and_not_the_password() {
        let told = Fault::new(FaultCode::AuthenticationFailed, "it wants a login").with_hint("GET it");
        let fault = Fault::new(FaultCode::ServerError, "no").for_method("tools/list");
        let told = backend().in_words_of_flags(told, fault);
        assert_eq!((told.code, told.message.as_str()), (FaultCode::AuthenticationFailed, "it wants a login"));
        assert_eq!(told.details.method.as_deref(), Some("tools/list"));
        let hint = told.hint.unwrap();
        assert!(
            hint.contains("--method auth/login --via http://[REDACTED]@localhost:3000 --server 'my files'"),
            "{hint}"
        );
        assert!(hint.ends_with("the backend says: GET it"), "{hint}");
    }

    #[test]
    fn neither_password_nor_token_is_in_what_is_shown_of_it() {
        let backend = backend();
        let shown =
            [backend.base(), backend.place("status"), backend.login_command(), format!("{backend:?}")];
        for text in shown {
            assert!(!text.contains("hush"), "{text}");
        }
        assert!(backend.address("status").contains("me:hush@"), "it is sent all the same");
    }

    #[test]
    fn texts_of_an_answer_are_masked_and_its_names_are_not() {
        let mut secrets = Redactor::default();
        secrets.add_token("tokens");
        let mut answer = serde_json::json!({ "tokens": ["a tokens b", 1, null], "x": { "y": "tokens" } });
        blank(&mut answer, &secrets);
        let expected =
            serde_json::json!({ "tokens": ["a [REDACTED] b", 1, null], "x": { "y": "[REDACTED]" } });
        assert_eq!(answer, expected);
    }
}
