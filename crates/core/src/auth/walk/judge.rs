//! What the documents of a walk are worth: each is taken, passed over, or ends the walk.

use super::super::metadata::{ResourceMetadata, ServerMetadata, looks_like_html, object, shown};
use super::super::places::{self, Place};
use super::super::settings::Grant;
use super::super::step::{AuthStep, StepName, StepOutcome};
use super::{Reply, Source, Verdict, Walk};

impl Walk {
    pub(super) fn judge_resource(
        &self,
        place: Option<&Place>,
        reply: &Reply,
    ) -> (AuthStep, Verdict<ResourceMetadata>) {
        let (what, rule) = told(place);
        let passed = AuthStep::passed(StepName::ResourceMetadata, what).by(rule);
        let members = match document(reply) {
            Ok(members) => members,
            Err(came) => {
                let step = AuthStep { outcome: missing(reply), ..passed }
                    .wanted("200 with a JSON object", came)
                    .advise(change(reply, place, "serve the resource metadata (RFC 9728) here, or correct `resource_metadata` in the challenge".to_owned()));
                return (step, Verdict::Next);
            }
        };
        let metadata = ResourceMetadata::read(&members);
        match &metadata.resource {
            None => {
                let step = AuthStep { outcome: StepOutcome::Failed, ..passed }
                    .by("RFC 9728 section 2")
                    .wanted("a `resource`", "a document without one")
                    .advise(format!("add `\"resource\": \"{}\"`", places::canonical(&self.server)));
                return (step, Verdict::Next);
            }
            Some(resource) if !self.is_ours(resource) => {
                let step = AuthStep { outcome: StepOutcome::Failed, ..passed }
                    .by("RFC 9728 section 3.3")
                    .wanted(format!("`resource` to be `{}`", places::canonical(&self.server)), format!("`{resource}`"))
                    .advise(
                        "a token for another resource must not be asked for: correct `resource`, or connect to the URL it names",
                    );
                return (step, Verdict::End);
            }
            Some(_) => {}
        }
        if metadata.authorization_servers.is_empty() {
            let step = AuthStep { outcome: StepOutcome::Failed, ..passed }
                .by("MCP authorization, authorization server location")
                .wanted(
                    "an array `authorization_servers` with at least one issuer",
                    shown(&members, "authorization_servers").unwrap_or_else(|| "none".to_owned()),
                )
                .advise("name the issuer of the authorization server");
            return (step, Verdict::Next);
        }
        let is_exact = metadata.resource.as_deref().is_some_and(|resource| self.is_exactly_ours(resource));
        let step = if is_exact {
            passed
        } else {
            let resource = metadata.resource.clone().unwrap_or_default();
            AuthStep { outcome: StepOutcome::Warning, ..passed }
                .by("RFC 9728 section 3.3")
                .wanted(
                    format!("`resource` to be `{}`", places::canonical(&self.server)),
                    format!("`{resource}`"),
                )
                .advise("it covers the server's URL, and other clients may insist on the very same")
        };
        (step, Verdict::Take(metadata))
    }

    /// Whether a resource is the server's URL, or a part of it that it lies in.
    fn is_ours(&self, resource: &str) -> bool {
        let Ok(resource) = places::absolute(resource) else { return false };
        let path = resource.path().trim_end_matches('/');
        let own = self.server.path();
        resource.origin() == self.server.origin()
            && own.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    fn is_exactly_ours(&self, resource: &str) -> bool {
        let bare = |text: String| text.trim_end_matches('/').to_owned();
        places::absolute(resource)
            .is_ok_and(|url| bare(places::canonical(&url)) == bare(places::canonical(&self.server)))
    }

    pub(super) fn judge_server(
        &mut self,
        place: Option<&Place>,
        reply: &Reply,
        issuer: &str,
        source: Source,
    ) -> (AuthStep, Verdict<ServerMetadata>) {
        let (what, rule) = told(place);
        let passed = AuthStep::passed(StepName::ServerMetadata, what).by(rule);
        let members = match document(reply) {
            Ok(members) => members,
            Err(came) => {
                let step = AuthStep { outcome: missing(reply), ..passed }
                    .wanted("200 with a JSON object", came)
                    .advise(change(
                        reply,
                        place,
                        format!("serve the metadata of `{issuer}` here or at one of the other places"),
                    ));
                return (step, Verdict::Next);
            }
        };
        let metadata = ServerMetadata::read(&members);
        let mut step = passed;
        if metadata.issuer.as_deref() != Some(issuer) {
            let came = metadata.issuer.as_ref().map_or_else(|| "none".to_owned(), |came| format!("`{came}`"));
            let is_slash = metadata.issuer.as_deref().is_some_and(|came| differ_by_a_slash(came, issuer));
            // Whoever is its own authorization server was not named by anybody: there is no text to
            // differ from, only an origin.
            let is_forgiven = is_slash && (self.settings.allow_issuer_slash || source == Source::Itself);
            let advice = if is_forgiven {
                "they differ by the slash at the end, which is let pass here, and not by other clients: write the same text in both documents"
            } else if is_slash {
                "they differ by the slash at the end, and must not: write the same text in both documents; whoever cannot change them can allow it (`--allow-issuer-slash`, `allowIssuerSlash`)"
            } else {
                "the metadata may be that of another authorization server: correct `issuer` here, or what names it"
            };
            step = step
                .by("RFC 8414 section 3.3")
                .wanted(format!("`issuer` to be `{issuer}`, letter by letter"), came)
                .advise(advice);
            if !is_forgiven {
                return (AuthStep { outcome: StepOutcome::Failed, ..step }, Verdict::End);
            }
            step.outcome = StepOutcome::Warning;
        }
        let lacks = self.what_it_lacks(&metadata, &members);
        if let Some((expected, came, rule, advice)) = lacks {
            let step = AuthStep { outcome: StepOutcome::Failed, ..step };
            return (step.by(rule).wanted(expected, came).advise(advice), Verdict::End);
        }
        if self.settings.grant_at(&metadata) == Grant::AuthorizationCode {
            self.steps.extend(unoffered(&members));
            self.steps.extend(split(issuer, &metadata));
        }
        (step, Verdict::Take(metadata))
    }

    /// What metadata must have, depending on how a token is obtained.
    fn what_it_lacks(
        &self,
        metadata: &ServerMetadata,
        members: &serde_json::Map<String, serde_json::Value>,
    ) -> Option<(String, String, &'static str, String)> {
        let lack = |expected: &str, came: String, rule, advice: &str| {
            Some((expected.to_owned(), came, rule, advice.to_owned()))
        };
        let is_code_flow = self.settings.grant_at(metadata) == Grant::AuthorizationCode;
        let endpoints = [
            (&metadata.token_endpoint, &self.settings.token_url, "token_endpoint", true),
            (
                &metadata.authorization_endpoint,
                &self.settings.authorization_url,
                "authorization_endpoint",
                is_code_flow,
            ),
        ];
        for (endpoint, configured, name, is_needed) in endpoints {
            if is_needed && endpoint.is_none() && configured.is_none() {
                let is_machine = name == "authorization_endpoint" && self.settings.is_confidential();
                let otherwise = if is_machine {
                    "; if the client is to get a token for itself, set `\"grant\": \"client_credentials\"`"
                } else {
                    ""
                };
                let advice = format!("add `{name}` to the metadata{otherwise}");
                let came = shown(members, name).unwrap_or_else(|| "none".to_owned());
                return lack(&format!("the URL `{name}`"), came, "RFC 8414 section 2", &advice);
            }
        }
        for (name, url) in metadata.endpoints() {
            if !places::is_safe(url) {
                return lack(
                    &format!("`{name}` to be an https URL"),
                    format!("`{url}`"),
                    "MCP authorization, communication security",
                    "serve it over https; plain http is only for this machine and private networks",
                );
            }
            let leads_inside = places::absolute(url).is_ok_and(|url| places::is_private(&url));
            if leads_inside && !places::is_private(&self.server) && !self.settings.allow_private_hosts {
                return lack(
                    &format!("`{name}` to be an address that the public can reach"),
                    format!("`{url}`"),
                    "OAuth 2.0 Security BCP, server-side request forgery",
                    "name a public address; if it is meant so, allow private hosts",
                );
            }
        }
        if !is_code_flow {
            return None;
        }
        match &metadata.code_challenge_methods_supported {
            None => lack(
                "an array `code_challenge_methods_supported` with `S256`",
                shown(members, "code_challenge_methods_supported")
                    .unwrap_or_else(|| "no such field".to_owned()),
                "MCP authorization, authorization code protection",
                "support PKCE and say so: `\"code_challenge_methods_supported\": [\"S256\"]`",
            ),
            Some(methods) if !methods.iter().any(|method| method == "S256") => lack(
                "`code_challenge_methods_supported` with `S256`",
                format!("{methods:?}"),
                "MCP authorization, authorization code protection",
                "support PKCE with S256; `plain` protects nothing",
            ),
            Some(_) => None,
        }
    }
}

/// A warning for each thing that a login with a user needs, and that a list of what is offered leaves out. It is
/// tried all the same, because metadata is often behind.
fn unoffered(members: &serde_json::Map<String, serde_json::Value>) -> Vec<AuthStep> {
    const NEEDED: [(&str, &[&str]); 3] = [
        ("grant_types_supported", &["authorization_code"]),
        ("response_types_supported", &["code"]),
        (
            "token_endpoint_auth_methods_supported",
            &["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
        ),
    ];
    let lacks = |(field, words): &(&str, &[&str])| {
        let offered = members.get(*field).and_then(serde_json::Value::as_array);
        offered.is_some_and(|offered| !offered.iter().any(|one| words.iter().any(|word| one == word)))
    };
    let warning = |(field, words): (&str, &[&str])| {
        let words = words.join("`, `");
        AuthStep::new(
            StepName::ServerMetadata,
            StepOutcome::Warning,
            format!("the metadata does not offer what a login of a user needs: `{field}`"),
        )
        .by("RFC 8414 section 2")
        .wanted(format!("one of `{words}` in `{field}`"), shown(members, field).unwrap_or_default())
        .advise(format!("add it to `{field}`, or name an authorization server that lets users in"))
    };
    NEEDED.into_iter().filter(lacks).map(warning).collect()
}

/// A warning when users are sent to somebody who has nothing to do with whom their codes are sent to: whoever can
/// write such metadata can have codes that others granted.
fn split(issuer: &str, metadata: &ServerMetadata) -> Option<AuthStep> {
    let users = metadata.authorization_endpoint.as_ref()?;
    let codes = metadata.token_endpoint.as_ref()?;
    if places::is_same_origin(users, issuer) || places::is_same_origin(users, codes) {
        return None;
    }
    let step = AuthStep::new(
        StepName::ServerMetadata,
        StepOutcome::Warning,
        "users are sent to one place, and their codes to another",
    );
    Some(
        step.by("OAuth 2.0 Security BCP, mix-up attacks")
            .wanted(
                format!("`authorization_endpoint` at the origin of `{issuer}` or of the token endpoint"),
                format!("`{users}`, and `{codes}` for the codes"),
            )
            .advise("log in only if you know that both belong together; whoever runs them should send `iss` (RFC 9207)"),
    )
}

/// Whether two issuers are the same but for one slash at the end, where there is no path.
fn differ_by_a_slash(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let is_bare = places::absolute(short).is_ok_and(|url| url.path() == "/" && !short.ends_with('/'));
    is_bare && long.strip_suffix('/') == Some(short)
}

fn told(place: Option<&Place>) -> (&'static str, &'static str) {
    place.map_or(("metadata", ""), |place| (place.what, place.rule))
}

/// A place where there is nothing is no mistake as long as there is another.
fn missing(reply: &Reply) -> StepOutcome {
    match reply {
        Reply::Answer { status: 404 | 405 | 410, .. } => StepOutcome::Skipped,
        _ => StepOutcome::Failed,
    }
}

/// What to change about a place without a document: what is in the way there or, when nothing is,
/// what to serve.
fn change(reply: &Reply, place: Option<&Place>, otherwise: String) -> String {
    let url = place.map_or("here", |place| place.url.as_str());
    match reply {
        Reply::Slow { patience, .. } => format!(
            "answer within {} s at {url}: the document seldom changes, so it can be served from memory",
            patience.as_secs_f32()
        ),
        Reply::Redirected { to, .. } => format!(
            "serve the document at {url} itself: clients do not follow a redirect to another origin, here `{to}`"
        ),
        Reply::TooLarge { limit, .. } => {
            format!("serve a document of at most {limit} bytes at {url}; such documents have a few thousand")
        }
        _ => otherwise,
    }
}

/// The document in a reply, or what came instead.
fn document(reply: &Reply) -> Result<serde_json::Map<String, serde_json::Value>, String> {
    match reply {
        Reply::Failed { error } | Reply::Slow { error, .. } => Err(format!("no answer: {error}")),
        Reply::Redirected { status, to } => Err(format!("HTTP {status}, a redirect to `{to}`")),
        Reply::TooLarge { length: Some(length), .. } => Err(format!("a document of {length} bytes")),
        Reply::TooLarge { limit, .. } => Err(format!("a document of more than {limit} bytes")),
        Reply::Answer { status: 200, body, .. } => object(body),
        Reply::Answer { status, body } if looks_like_html(body) => {
            Err(format!("HTTP {status} with an HTML page"))
        }
        Reply::Answer { status, .. } => Err(format!("HTTP {status}")),
    }
}
