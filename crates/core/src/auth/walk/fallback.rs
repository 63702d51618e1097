//! Where a walk goes when nothing names an authorization server, or when the user has.

use super::super::metadata::ServerMetadata;
use super::super::places;
use super::super::step::{AuthStep, StepName, StepOutcome};
use super::{Source, Stage, Walk};
use std::collections::VecDeque;

impl Walk {
    pub(super) fn fall_back_to_itself(&mut self) {
        let issuer = places::own_issuer(&self.server);
        if let Some(wanted) = self.settings.issuer.as_ref().filter(|wanted| **wanted != issuer) {
            self.steps.push(
                AuthStep::failed(
                    StepName::ResourceMetadata,
                    "nothing names the authorization server that is configured",
                )
                .by("MCP authorization, issuer binding")
                .wanted(format!("resource metadata with the issuer `{wanted}`"), "none")
                .advise("publish resource metadata that names it, or configure both endpoints"),
            );
            self.stage = Stage::Over;
            return;
        }
        self.steps.push(
            AuthStep::new(
                StepName::ResourceMetadata,
                StepOutcome::Warning,
                "no resource metadata: the server may be its own authorization server, as in 2025-03-26",
            )
            .by("MCP 2025-03-26, authorization")
            .advise("publish resource metadata (RFC 9728) and name it in the challenge"),
        );
        self.stage = self.ask_server(issuer, VecDeque::new(), Source::Itself);
    }

    pub(super) fn fall_back_to_defaults(&mut self) {
        let origin = places::own_issuer(&self.server);
        if !places::is_safe(&origin) {
            self.steps.push(
                AuthStep::failed(
                    StepName::ServerMetadata,
                    "the server has no metadata, and is not reached by https",
                )
                .by("MCP authorization, communication security")
                .wanted("an https URL", origin)
                .advise("serve it over https: codes and tokens must not travel in the open"),
            );
            self.stage = Stage::Over;
            return;
        }
        self.steps.push(
            AuthStep::new(
                StepName::ServerMetadata,
                StepOutcome::Warning,
                format!(
                    "no metadata at all: {origin}/authorize, /token and /register are tried, as in 2025-03-26"
                ),
            )
            .by("MCP 2025-03-26, fallbacks for servers without metadata discovery")
            .advise("publish authorization server metadata (RFC 8414)"),
        );
        self.stage = Stage::Over;
        self.arrive(origin.clone(), ServerMetadata::by_default(&origin), Source::Defaults, Vec::new());
    }

    pub(super) fn use_configured(&mut self, authorization: Option<String>, token: String) {
        let what = match authorization {
            Some(_) => "no discovery: both endpoints are configured",
            None => "no discovery: the token endpoint is configured, and this grant needs no other",
        };
        self.steps.push(AuthStep::new(StepName::ServerMetadata, StepOutcome::Skipped, what));
        let server = ServerMetadata {
            issuer: self.settings.issuer.clone(),
            authorization_endpoint: authorization,
            token_endpoint: Some(token),
            code_challenge_methods_supported: Some(vec!["S256".to_owned()]),
            ..ServerMetadata::default()
        };
        let issuer = self.settings.issuer.clone().unwrap_or_default();
        self.arrive(issuer, server, Source::Configured, Vec::new());
    }
}
