//! Where a walk does not go: into a private network, and into the open.

use super::super::places;
use super::super::step::{AuthStep, StepName};
use super::{Stage, Walk};

impl Walk {
    /// Places that a server on the public net has no business to send us to are not visited.
    pub(super) fn refuse_forbidden_places(&mut self) {
        let may_go = |url: &str| {
            self.settings.allow_private_hosts
                || places::is_private(&self.server)
                || places::absolute(url).is_ok_and(|url| !places::is_private(&url))
        };
        let (left, step) = match &mut self.stage {
            Stage::Resource { left } => (left, StepName::ResourceMetadata),
            Stage::Servers { left, .. } => (left, StepName::ServerMetadata),
            Stage::Over => return,
        };
        let is_open = |url: &str| self.server.scheme() == "https" && !places::is_safe(url);
        while let Some(place) = left.front().filter(|place| is_open(&place.url) || !may_go(&place.url)) {
            let refused = if is_open(&place.url) {
                AuthStep::failed(step, format!("{} is not asked: it is plain http", place.url))
                    .by("MCP authorization, communication security")
                    .wanted("an https URL, like the server's own", place.url.clone())
                    .advise("serve it over https: what travels in the open can be changed on the way")
            } else {
                AuthStep::failed(step, format!("{} is not asked: it is in a private network", place.url))
                    .by("OAuth 2.0 Security BCP, server-side request forgery")
                    .wanted("an address that the public can reach, like the server's own", place.url.clone())
                    .advise("name public addresses in the metadata; if it is meant so, allow private hosts")
            };
            self.steps.push(refused);
            left.pop_front();
        }
    }

    /// Endpoints that are configured, and that codes and secrets would travel to in the open. True when there
    /// is one.
    pub(super) fn refuse_open_endpoints(&mut self) -> bool {
        let settings = &self.settings;
        let named = [("authorizationUrl", &settings.authorization_url), ("tokenUrl", &settings.token_url)];
        let open = named.into_iter().find_map(|(name, url)| {
            let url = url.as_ref().filter(|url| !places::is_safe(url))?;
            Some((name, url.clone()))
        });
        let Some((name, url)) = open else { return false };
        self.steps.push(
            AuthStep::failed(StepName::ServerMetadata, format!("the configured `{name}` is not used"))
                .by("MCP authorization, communication security")
                .wanted("an https URL", format!("`{url}`"))
                .advise("use https: codes and tokens must not travel in the open; plain http is only for this machine and private networks"),
        );
        true
    }

    /// An endpoint that is configured alone goes with those of the issuer that it was configured for. Beside
    /// those of another one, which the server names, codes or secrets would get there. True when it would.
    pub(super) fn refuse_mixed_endpoints(&mut self, issuer: &str) -> bool {
        let settings = &self.settings;
        // Whoever names the issuer has decided.
        if settings.issuer.is_some() {
            return false;
        }
        let named = [
            ("authorizationUrl", &settings.authorization_url, "tokenUrl"),
            ("tokenUrl", &settings.token_url, "authorizationUrl"),
        ];
        let foreign = named.into_iter().find_map(|(name, url, other)| {
            let url = url.as_ref().filter(|url| !places::is_same_origin(url, issuer))?;
            Some((name, url.clone(), other))
        });
        let Some((name, url, other)) = foreign else { return false };
        self.steps.push(
            AuthStep::failed(
                StepName::ServerMetadata,
                format!("the configured `{name}` is not one of the authorization server that the server names"),
            )
            .by("MCP authorization, authorization server binding")
            .wanted(format!("an issuer at the origin of `{url}`"), format!("`{issuer}`"))
            .advise(format!(
                "configure `{other}` too; or, if both belong together, say so: `\"issuer\": \"{issuer}\"` or `--issuer`"
            )),
        );
        true
    }
}
