//! A running backend that a server is reached through (`--via`): where it is, what it is asked, and its
//! own errors told from those of the server behind it.

use crate::failure::Failure;
use crate::flags::Flags;
use crate::percent::encoded;
use crate::target::{of_target, with_scheme};
use mcp_inspector_engine::backend::{Verb, ask};
use mcp_inspector_engine::core::target::{Flavour, Http, Transport};
use mcp_inspector_engine::{Fault, FaultCode, Target};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The header in which the backend expects its token.
const TOKEN_HEADER: &str = "X-Session-Token";

/// The JSON-RPC code under which the backend tells its own errors.
const INTERNAL_ERROR: i64 = -32603;

/// How long the backend may take for an answer of its own. Before it knows where a login leads it asks
/// several other places.
const PATIENCE: Duration = Duration::from_secs(90);

/// A running backend, and the server behind it that is meant.
#[derive(Clone, Debug)]
pub(crate) struct Backend {
    base: String,
    token: Option<String>,
    server: String,
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
        Ok(Some(Backend { base, token: token.map(str::to_owned), server: name.clone() }))
    }

    /// Where it is.
    pub(crate) fn base(&self) -> &str {
        &self.base
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
        let body = self.send(Verb::Get, what).await?;
        serde_json::from_slice(&body).map_err(|error| {
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

    /// The address of `what` about the logins of the server.
    pub(crate) fn place(&self, what: &str) -> String {
        format!("{}/oauth/{what}/{}", self.base, encoded(&self.server, b""))
    }

    async fn send(&self, verb: Verb, what: &str) -> Result<Vec<u8>, Failure> {
        let target = self.at(&self.place(what))?;
        let Transport::Http(http) = &target.transport else {
            return Err(Failure::usage(format!("`--via {}` is not a URL", self.base)));
        };
        let reply = ask(verb, http, PATIENCE).await?;
        if (200..300).contains(&reply.status) {
            return Ok(reply.body);
        }
        let body = String::from_utf8_lossy(&reply.body).into_owned();
        let refusal = self.refusal(http, reply.status, body);
        Err(self.translated(&refusal).unwrap_or(refusal).into())
    }

    fn refusal(&self, http: &Http, status: u16, body: String) -> Fault {
        let message = format!("{} answered HTTP {status}", http.url);
        let mut fault = Fault::new(FaultCode::HttpStatus, message)
            .with_hint(format!("is there an mcp-inspector at {}?", self.base));
        fault.details.http_status = Some(status);
        fault.details.http_body = Some(body);
        fault
    }

    /// What the backend itself says, where a fault is its word and not one of the server behind it.
    pub(crate) fn own_word(&self, fault: Fault) -> Fault {
        let Some(mut told) = self.translated(&fault) else { return fault };
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

    /// The backend's own error in a fault, with hints for whoever has flags and not its API.
    fn translated(&self, fault: &Fault) -> Option<Fault> {
        let mut told = told_by_backend(fault)?;
        let said = told.hint.take();
        told.hint = match told.code {
            FaultCode::SessionInvalid => Some(
                "give the token that the backend printed when it started: with `--via-token`, in MCPI_TOKEN, \
                 or as `#token=` of the URL"
                    .to_owned(),
            ),
            FaultCode::ServerNotFound => {
                Some(format!("GET {}/config, with the session token, lists the servers", self.base))
            }
            _ => said,
        };
        Some(told)
    }

    /// What to run to log in at the server behind the backend.
    fn login_command(&self) -> String {
        let name = &self.server;
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-._/:@".contains(c));
        let name = if is_plain { name.clone() } else { format!("'{}'", name.replace('\'', r"'\''")) };
        format!("mcp-inspector --cli --method auth/login --via {} --server {name}", self.base)
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

/// An error of the backend, as its API tells it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    #[serde(flatten)]
    fault: Fault,
    help_url: String,
}

/// The body of an answer that is such an error.
#[derive(Deserialize)]
struct Body {
    error: Told,
}

/// The backend's own error in a fault. It is the body of the HTTP answer, or the data of a JSON-RPC error
/// where an answer to a call is expected. That it names the page about its code tells it from what a
/// server behind the backend may have as data.
fn told_by_backend(fault: &Fault) -> Option<Fault> {
    let details = &fault.details;
    let data = details.rpc.as_ref().filter(|error| error.code == Some(INTERNAL_ERROR));
    let data = data.and_then(|error| error.data.as_ref()?.read::<Told>().ok());
    let body = || Some(serde_json::from_str::<Body>(details.http_body.as_deref()?).ok()?.error);
    let told = data.or_else(body)?;
    told.help_url.ends_with(&told.fault.code.help_page()).then_some(told.fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_inspector_engine::Raw;
    use mcp_inspector_engine::core::message::RpcError;

    fn backend() -> Backend {
        Backend { base: "http://localhost:3000".to_owned(), token: None, server: "my files".to_owned() }
    }

    fn refused(code: i64, data: &str) -> Fault {
        let mut error = RpcError::new(code, "no");
        error.data = Raw::parse(data).ok();
        Fault::refused("tools/list", error)
    }

    const WANTS_LOGIN: &str = r#"{"code":"AUTHENTICATION_FAILED","message":"it wants a login","category":"connection",
        "retryable":false,"helpUrl":"http://127.0.0.1:3000/docs/errors/authentication","hint":"GET it",
        "details":{"serverId":"files","httpStatus":401}}"#;

    #[test]
    fn an_error_of_the_backend_is_told_as_what_it_is() {
        let told = backend().own_word(refused(-32603, WANTS_LOGIN));
        assert_eq!((told.code, told.message.as_str()), (FaultCode::AuthenticationFailed, "it wants a login"));
        assert_eq!(told.details.method.as_deref(), Some("tools/list"));
        assert_eq!(told.details.rpc, None);
        let hint = told.hint.unwrap();
        assert!(
            hint.contains("--method auth/login --via http://localhost:3000 --server 'my files'"),
            "{hint}"
        );
        assert!(hint.ends_with("the backend says: GET it"), "{hint}");
    }

    #[test]
    fn an_error_of_the_server_stays_as_it_is() {
        for (code, data) in [
            (-32603, r#"{"code":"AUTHENTICATION_FAILED","message":"mine"}"#),
            (-32603, r#"{"code":"E_MINE","message":"mine","helpUrl":"http://x/docs/errors/e-mine"}"#),
            (-32603, "null"),
            (-32000, WANTS_LOGIN),
        ] {
            let fault = refused(code, data);
            assert_eq!(backend().own_word(fault.clone()), fault, "{data}");
        }
    }
}
