//! What a server says instead of letting a request in, and why no other token would help.

use super::super::discovery::failure;
use super::super::store::TokenRecord;
use super::super::witness::Witness;
use mcp_inspector_core::auth::challenge::Demand;
use mcp_inspector_core::auth::{AuthStep, StepName, StepOutcome, scope};
use mcp_inspector_core::fault::Fault;
use std::collections::BTreeSet;

/// What a server answered instead of letting a request in.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) demand: Demand,
}

/// The scopes that a refusal names, in no order: what the logins for them are counted by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Wished(BTreeSet<String>);

impl Refusal {
    /// The scopes it names.
    pub(crate) fn wished(&self) -> Wished {
        Wished(self.demand.scope.as_deref().map(scope::words).unwrap_or_default().into_iter().collect())
    }

    /// Reads the head of an answer; none when it is no refusal that a token could change.
    pub(crate) fn of<'a>(status: u16, challenges: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let demand = Demand::of(challenges);
        let is_one = status == 401 || (status == 403 && demand.wants_more_scope());
        is_one.then_some(Refusal { status, demand })
    }

    /// The step of a challenge, with what the challenge lacks.
    pub(in super::super) fn judged(&self, step: AuthStep) -> AuthStep {
        let step = step.by("RFC 9728 section 5.1, RFC 6750 section 3");
        if !self.demand.is_oauth {
            return AuthStep { outcome: StepOutcome::Warning, ..step }
                .wanted("a `WWW-Authenticate` header with a Bearer challenge", "none")
                .advise("answer 401 with `WWW-Authenticate: Bearer resource_metadata=\"…\"`: without it clients have to guess");
        }
        if self.demand.resource_metadata.is_none() {
            return AuthStep { outcome: StepOutcome::Warning, ..step }
                .wanted("`resource_metadata` in the challenge", "none")
                .advise(
                    "name the resource metadata in the challenge: clients of 2025-06-18 know no other way",
                );
        }
        step
    }
}

pub(super) fn challenge_step(refusal: &Refusal) -> AuthStep {
    let demand = &refusal.demand;
    let mut parts = vec![format!("HTTP {}", refusal.status)];
    let named = [
        ("error", &demand.error),
        ("scope", &demand.scope),
        ("resource_metadata", &demand.resource_metadata),
    ];
    parts.extend(named.iter().filter_map(|(name, value)| Some(format!("{name} `{}`", value.as_ref()?))));
    let (step, wants) = match refusal.status {
        403 => (StepName::StepUp, "the server wants more scopes"),
        _ => (StepName::Challenge, "the server wants a login"),
    };
    refusal.judged(AuthStep::passed(step, format!("{wants}: {}", parts.join(", "))))
}

/// The scopes that a refusal names were all granted just now: another login would bring nothing new.
pub(super) async fn in_vain(demand: &Demand, witness: &dyn Witness) -> Fault {
    let scope = demand.scope.clone().unwrap_or_default();
    let step = AuthStep::failed(StepName::StepUp, "the server wants scopes that the token has")
        .by("MCP authorization, step-up authorization flow")
        .wanted(
            format!("the request to be let in with the scope `{scope}`, which was granted"),
            format!("403 with the scope `{scope}`"),
        )
        .advise("name all scopes that the operation needs in the challenge; if these are all, compare what the server reads in the token with what was granted");
    witness.step(step.clone()).await;
    failure(&step)
}

/// The server lets everybody in and publishes nothing about a login, so there is nothing to guess at.
pub(super) async fn unwanted(witness: &dyn Witness) -> Fault {
    let step = AuthStep::failed(StepName::Challenge, "the server wants no login")
        .by("MCP authorization, protocol requirements")
        .wanted("401, or metadata that says where to log in", "neither: it answers without a token")
        .advise("there is nothing to log in to, so use it as it is; if it is to be protected, refuse requests without a token");
    witness.step(step.clone()).await;
    failure(&step)
}

pub(super) async fn endless(demand: &Demand, logins: usize, witness: &dyn Witness) -> Fault {
    let came = match &demand.scope {
        Some(scope) => format!("403 with the scope `{scope}`"),
        None => "403 that names no scope".to_owned(),
    };
    let step = AuthStep::failed(StepName::StepUp, "the server wants more scopes again and again")
        .by("MCP authorization, step-up authorization flow")
        .wanted(
            format!("the request to be let in after {logins} logins with the scopes it named"),
            came,
        )
        .advise("name all scopes that the operation needs in the challenge, and let the authorization server grant them");
    witness.step(step.clone()).await;
    failure(&step)
}

pub(super) async fn refused_anew(demand: &Demand, witness: &dyn Witness) -> Fault {
    let came = match (&demand.error, &demand.error_description) {
        (Some(error), Some(description)) => format!("401, `{error}` ({description})"),
        (Some(error), None) => format!("401, `{error}`"),
        (None, _) => "401".to_owned(),
    };
    let step = AuthStep::failed(StepName::Use, "the server refuses the token that was just granted for it")
        .by("MCP authorization, token handling")
        .wanted("the token to be let in", came)
        .advise("compare what the server checks (issuer, audience, expiry, signing key) with what the authorization server grants");
    witness.step(step.clone()).await;
    failure(&step)
}

/// The scopes that a refusal names, that this token was asked for with, and that were not granted.
/// Asking once more would end the same way.
pub(super) fn withheld(demand: &Demand, token: &TokenRecord) -> Vec<String> {
    let wanted = demand.scope.as_deref().map(scope::words).unwrap_or_default();
    let lacking = scope::missing(&wanted, &token.scopes);
    if scope::missing(&lacking, &token.requested_scopes).is_empty() { lacking } else { Vec::new() }
}

pub(super) async fn ungranted(withheld: &[String], token: &TokenRecord, witness: &dyn Witness) -> Fault {
    let granted = match token.scopes.as_slice() {
        [] => "none".to_owned(),
        scopes => format!("`{}`", scopes.join(" ")),
    };
    let step = AuthStep::failed(
        StepName::StepUp,
        "the authorization server does not grant what the server wants for this",
    )
    .by("MCP authorization, step-up authorization flow; RFC 6749 section 3.3")
    .wanted(format!("the scope `{}` to be granted", withheld.join(" ")), format!("only {granted}"))
    .advise("let the authorization server grant it to this user and client, then log in again");
    witness.step(step.clone()).await;
    failure(&step)
}
