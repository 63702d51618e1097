//! What a walk without a login says of each grant: who one would be, and what is missing for that.

use crate::scene::{faulty, good, target_with};
use mcp_inspector_engine::auth::{self, Book, Explanation};
use mcp_inspector_engine::core::auth::settings::{Grant, IdentityProvider, OAuthSettings, SecretText};
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_testkit::auth::{AuthBehaviour, AuthFault, AuthServer};

async fn explained(server: &AuthServer, set_up: impl FnOnce(&mut OAuthSettings)) -> Explanation {
    auth::explain(&target_with(server, set_up), &Book::default(), None, &|_| {})
        .await
        .expect("the server answers")
}

fn known(oauth: &mut OAuthSettings) {
    oauth.client_id = Some(AuthServer::CLIENT_ID.to_owned());
    oauth.client_secret = Some(AuthServer::CLIENT_SECRET.to_owned());
}

fn of(explanation: &Explanation, name: StepName) -> Vec<&AuthStep> {
    explanation.steps.iter().filter(|step| step.step == name).collect()
}

fn broken(explanation: &Explanation) -> Option<StepName> {
    explanation.steps.iter().find(|step| step.has_failed()).map(|step| step.step)
}

#[tokio::test]
async fn a_workload_needs_no_client_but_its_assertion() {
    let server = good();
    let given = Grant::JwtBearer { assertion: SecretText::Given("an assertion".to_owned()) };
    let explanation = explained(&server, |oauth| oauth.grant = given).await;
    assert!(explanation.can_log_in, "{:#?}", explanation.steps);
    assert!(of(&explanation, StepName::Redirect).is_empty(), "nobody comes back");
    assert!(!format!("{:?}", explanation.steps).contains("an assertion"));
    let missing = Grant::JwtBearer { assertion: SecretText::File("/nowhere/token".into()) };
    let explanation = explained(&server, |oauth| oauth.grant = missing).await;
    assert!(!explanation.can_log_in);
    let step = of(&explanation, StepName::Identity).into_iter().find(|step| step.has_failed());
    let step = step.unwrap_or_else(|| panic!("{:#?}", explanation.steps));
    assert!(step.came.as_ref().unwrap().contains("/nowhere/token"), "{step:#?}");
}

#[tokio::test]
async fn a_grant_for_the_client_itself_needs_one_that_is_configured() {
    let server = good();
    let explanation = explained(&server, |oauth| {
        known(oauth);
        oauth.grant = Grant::ClientCredentials;
    });
    let explanation = explanation.await;
    assert!(explanation.can_log_in && of(&explanation, StepName::Redirect).is_empty());
    let explanation = explained(&server, |oauth| oauth.grant = Grant::ClientCredentials).await;
    assert!(!explanation.can_log_in);
    assert_eq!(broken(&explanation), Some(StepName::Identity));
}

#[tokio::test]
async fn a_person_at_a_browser_comes_back_from_whoever_names_itself() {
    let explanation = explained(&good(), |_| {}).await;
    let [step] = of(&explanation, StepName::Redirect)[..] else { panic!("{:#?}", explanation.steps) };
    assert_eq!(step.outcome, StepOutcome::Passed);
}

#[tokio::test]
async fn a_member_of_an_organization_needs_its_identity_provider() {
    let server = good();
    let provider = |idp: &AuthServer| IdentityProvider {
        issuer: Some(idp.issuer()),
        client_id: Some(AuthServer::CLIENT_ID.to_owned()),
        id_token: Some(SecretText::Given("who I am".to_owned())),
        ..IdentityProvider::default()
    };
    let with = |provider: IdentityProvider| {
        |oauth: &mut OAuthSettings| {
            known(oauth);
            oauth.grant = Grant::EnterpriseManaged(Box::new(provider));
        }
    };
    for faults in [&[][..], &[AuthFault::AsOidcOnly]] {
        let idp = faulty(faults);
        let explanation = explained(&server, with(provider(&idp))).await;
        assert!(explanation.can_log_in, "{:#?}", explanation.steps);
        assert!(of(&explanation, StepName::TokenExchange).iter().any(|step| step.exchange.is_some()));
        assert!(of(&explanation, StepName::Redirect).is_empty());
        assert_eq!(idp.token_requests().len() + server.token_requests().len(), 0);
    }
    let lost = faulty(&[AuthFault::AsMissing]);
    let nobody = IdentityProvider { id_token: None, ..provider(&lost) };
    let open = IdentityProvider { token_url: Some("http://idp.example/token".to_owned()), ..provider(&lost) };
    for provider in [provider(&lost), nobody, open] {
        let explanation = explained(&server, with(provider)).await;
        assert!(!explanation.can_log_in, "{:#?}", explanation.steps);
        assert_eq!(broken(&explanation), Some(StepName::TokenExchange));
    }
}

#[tokio::test]
async fn a_document_about_the_client_is_on_https_and_has_a_path() {
    let server = AuthServer::start(AuthBehaviour { client_id_documents: true, ..AuthBehaviour::default() });
    let url = |url: &str| {
        let url = url.to_owned();
        |oauth: &mut OAuthSettings| oauth.client_metadata_url = Some(url)
    };
    assert!(explained(&server, url("https://client.example/it.json")).await.can_log_in);
    for unfit in
        ["http://127.0.0.1:9/it.json", "https://client.example", "https://client.example/#x", "it.json"]
    {
        let explanation = explained(&server, url(unfit)).await;
        assert_eq!(
            (explanation.can_log_in, broken(&explanation)),
            (false, Some(StepName::Identity)),
            "{unfit}"
        );
        let login = crate::scene::agreeing(&auth::Store::in_memory());
        let fault = auth::log_in(&target_with(&server, url(unfit)), &login, &|_| {}).await.unwrap_err();
        assert_eq!(fault.details.auth_step.unwrap().step, StepName::Identity, "{unfit}");
    }
}
