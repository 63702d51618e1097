//! The walk to the authorization server told without logging in.

use super::authorizer::Authorizer;
use super::discovery::{discover, failure};
use super::flow::judge;
use super::identity;
use super::login::{Login, http_of};
use super::machine_grants;
use super::probe::ask;
use super::secret::reveal;
use super::store::{Book, Store};
use super::witness::{Notebook, Witness};
use mcp_inspector_core::auth::settings::Grant;
use mcp_inspector_core::auth::walk::{Found, Source};
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome, scope};
use mcp_inspector_core::fault::Fault;
use mcp_inspector_core::target::{Http, Target};

/// What a walk found out.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Every step of it.
    pub steps: Vec<AuthStep>,
    /// The authorization server it ended at.
    pub found: Option<Found>,
    /// Whether a login would have all it needs.
    pub can_log_in: bool,
    /// Whether the server wants one at all; none when it does not say.
    pub is_protected: Option<bool>,
}

/// Walks to the authorization server of a target and says what a login would need, without one. `known` is what
/// is stored: a client that is configured may belong to another authorization server.
pub async fn explain(
    target: &Target,
    known: &Book,
    patience: Option<std::time::Duration>,
    tell: &(dyn Fn(&AuthStep) + Send + Sync),
) -> Result<Explanation, Fault> {
    explain_until(target, known, patience, None, tell).await
}

/// Like [`explain`], and nothing is asked any more after the step that is named.
pub async fn explain_until(
    target: &Target,
    known: &Book,
    patience: Option<std::time::Duration>,
    last: Option<StepName>,
    tell: &(dyn Fn(&AuthStep) + Send + Sync),
) -> Result<Explanation, Fault> {
    let http = http_of(target)?;
    let mut login = Login::stored_only(Store::in_memory(), "");
    if let Some(patience) = patience {
        login = login.patient_for(patience);
    }
    let authorizer = Authorizer::new(http, login)?;
    let notebook = Notebook::new(http, tell).until(last);
    let witness: &dyn Witness = &notebook;
    witness.secrets(&known.secrets_for(&authorizer.server_key())).await;
    let walked = walk(&authorizer, known, http, last, &notebook).await;
    let steps = notebook.steps();
    let (is_protected, found) = match walked {
        Ok((is_protected, found)) => (Some(is_protected), found),
        // A server that cannot be reached is another matter; anything else is told by its step.
        Err(fault) if fault.details.auth_step.is_none() => return Err(fault),
        Err(_) => (None, None),
    };
    // Endpoints that nobody published are only a guess.
    let is_known = found.as_ref().is_some_and(|found| found.source != Source::Defaults);
    let can_log_in =
        is_known && !steps.iter().any(|step| step.step >= StepName::Identity && step.has_failed());
    Ok(Explanation { steps, found, can_log_in, is_protected })
}

async fn walk(
    authorizer: &Authorizer,
    known: &Book,
    http: &Http,
    last: Option<StepName>,
    witness: &dyn Witness,
) -> Result<(bool, Option<Found>), Fault> {
    let (step, refusal) = ask(authorizer, witness).await?;
    let is_protected = step.has_failed() || matches!(refusal.status, 401 | 403);
    let settings = &authorizer.settings;
    let (fetcher, server) = (&authorizer.fetcher, &authorizer.server);
    let found = if is_protected {
        witness.step(step.clone()).await;
        if step.has_failed() {
            return Err(failure(&step));
        }
        discover(fetcher, server, &refusal.demand, settings, witness).await.ok()
    } else {
        // A server that is open to all has nothing to put right.
        let what = "the server is asked without a token, and does not want a login";
        let mut open = AuthStep::passed(StepName::Challenge, what).by(step.rule);
        open.exchange = step.exchange;
        witness.step(open).await;
        // What it publishes all the same is of interest, for instance because only some calls want a login.
        let aside = Notebook::new(http, &|_| {}).until(last);
        let beside: &dyn Witness = &aside;
        beside.secrets(&known.secrets_for(&authorizer.server_key())).await;
        let found = discover(fetcher, server, &refusal.demand, settings, &aside).await.ok();
        let found = found.filter(|found| matches!(found.source, Source::Resource | Source::Configured));
        if found.is_some() {
            for step in aside.steps() {
                witness.step(step).await;
            }
        }
        found
    };
    let Some(found) = found else { return Ok((is_protected, None)) };
    if !witness.goes_on_to(StepName::Scope) {
        return Ok((is_protected, Some(found)));
    }
    let wants_refresh = settings.grant_at(&found.server) == Grant::AuthorizationCode;
    let (scopes, source) = scope::first(
        &settings.scopes,
        &refusal.demand,
        found.resource_metadata.as_ref(),
        &found.server,
        wants_refresh,
    );
    let what =
        if scopes.is_empty() { "no scopes".to_owned() } else { format!("scopes `{}`", scopes.join(" ")) };
    let step = AuthStep::passed(StepName::Scope, format!("a login would ask for {what}: {source}"));
    witness.step(step.by("MCP authorization, scope selection strategy")).await;
    let issuer = identity::issuer_key(&found);
    let belonging = judge(settings, known, &authorizer.bare_server(), None, &issuer);
    let is_foreign = belonging.as_ref().is_some_and(AuthStep::has_failed);
    if let Some(step) = belonging {
        witness.step(step).await;
    }
    if !is_foreign {
        witness.step(identity_step(authorizer, &found)).await;
    }
    match settings.grant_at(&found.server) {
        Grant::AuthorizationCode => witness.step(issuer_step(&found)).await,
        Grant::EnterpriseManaged(provider) if witness.goes_on_to(StepName::TokenExchange) => {
            machine_grants::look_at_provider(fetcher, &provider, witness).await;
        }
        _ => {}
    }
    Ok((is_protected, Some(found)))
}

/// Who a login would be.
fn identity_step(authorizer: &Authorizer, found: &Found) -> AuthStep {
    let settings = &authorizer.settings;
    let server = &found.server;
    let passed = |what: String| {
        AuthStep::passed(StepName::Identity, what).by("MCP authorization, client registration")
    };
    if let Some(client) = identity::configured(settings, server) {
        let key = settings.private_key.as_ref().map(reveal);
        if let Some(Err(fault)) = key {
            return AuthStep {
                outcome: StepOutcome::Failed,
                ..passed("the key of the client is not at hand".to_owned())
            }
            .wanted("a private key that can be read", fault.message)
            .advise(fault.hint.unwrap_or_default());
        }
        return passed(format!("the configured client `{}` ({})", client.client_id, client.method.as_str()));
    }
    let failed = |what: &str| AuthStep { outcome: StepOutcome::Failed, ..passed(what.to_owned()) };
    match settings.grant_at(server) {
        Grant::AuthorizationCode => {}
        Grant::JwtBearer { assertion } => {
            return match reveal(&assertion) {
                Ok(_) => passed("a workload, which is known by its assertion alone".to_owned()),
                Err(fault) => failed("the assertion of the workload is not at hand")
                    .wanted("an assertion that can be read", fault.message)
                    .advise(fault.hint.unwrap_or_default()),
            };
        }
        Grant::ClientCredentials | Grant::EnterpriseManaged(_) => {
            return failed("this grant needs a client that is registered beforehand")
                .wanted("a configured client", "none")
                .advise("give its id as `clientId` or `--client-id`, and its secret or private key");
        }
    }
    if let Some(problem) = identity::document_problem(settings) {
        return problem;
    }
    match (&settings.client_metadata_url, server.client_id_metadata_document_supported) {
        (Some(url), true) => return passed(format!("the client metadata document `{url}`")),
        (None, true) if server.registration_endpoint.is_none() => {
            return failed("the authorization server takes client metadata documents, and none is configured")
            .wanted("a configured client", "none")
            .advise("give the URL of one as `clientMetadataUrl` or `--client-metadata-url`, or the id of a registered client");
        }
        _ => {}
    }
    match &server.registration_endpoint {
        Some(endpoint) => passed(format!("a client would be registered at {endpoint}")),
        None => failed("there is no way to become known to the authorization server")
            .wanted("a configured client, or a `registration_endpoint` in the metadata", "neither")
            .advise("register a client there by hand and give its id (`clientId`, `--client-id`)"),
    }
}

fn issuer_step(found: &Found) -> AuthStep {
    let says = found.server.authorization_response_iss_parameter_supported;
    let step =
        AuthStep::passed(StepName::Redirect, "the authorization server names itself when users come back")
            .by("RFC 9207 section 3");
    if says {
        return step;
    }
    AuthStep {
        outcome: StepOutcome::Warning,
        what: "the authorization server does not say that it names itself when users come back".to_owned(),
        ..step
    }
    .wanted("`authorization_response_iss_parameter_supported: true`", "nothing of the kind")
    .advise("send `iss` with every answer and say so: it keeps answers of other servers out")
}
