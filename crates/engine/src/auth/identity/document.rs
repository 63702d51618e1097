//! The document about us whose URL is our id.

use mcp_inspector_core::auth::settings::OAuthSettings;
use mcp_inspector_core::auth::{AuthStep, StepName};
use mcp_inspector_core::redact::redact_url;
use reqwest::Url;

/// What is wrong with the URL of the document about us, if one is configured.
pub(crate) fn document_problem(settings: &OAuthSettings) -> Option<AuthStep> {
    let url = settings.client_metadata_url.as_ref()?;
    let is_fit = |url: &Url| url.scheme() == "https" && url.path() != "/" && url.fragment().is_none();
    if Url::parse(url).is_ok_and(|url| is_fit(&url)) {
        return None;
    }
    let step = AuthStep::failed(
        StepName::Identity,
        "the URL of the client metadata document cannot be a client's id",
    )
    .by("draft-ietf-oauth-client-id-metadata-document section 3")
    .wanted("an https URL with a path and without a fragment", format!("`{}`", redact_url(url)));
    Some(step.advise("publish the document at such a URL, and configure that (`clientMetadataUrl`, `--client-metadata-url`)"))
}
