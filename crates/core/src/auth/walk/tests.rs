//! Walks by script: what is served where, and what comes of it.

mod open;

use super::*;
use serde_json::{Value, json};

const MCP: &str = "https://mcp.example/v1/mcp";
const AS: &str = "https://as.example";

/// Serves documents at URLs; everything else is 404.
struct World(Vec<(String, Reply)>);

fn page(value: &Value) -> Reply {
    Reply::Answer { status: 200, body: value.to_string().into_bytes() }
}

fn status(status: u16, body: &str) -> Reply {
    Reply::Answer { status, body: body.as_bytes().to_vec() }
}

fn server_document(issuer: &str) -> Value {
    json!({ "issuer": issuer, "authorization_endpoint": "https://as.example/authorize",
        "token_endpoint": "https://as.example/token", "code_challenge_methods_supported": ["S256"] })
}

fn resource_document(servers: &[&str]) -> Value {
    json!({ "resource": MCP, "authorization_servers": servers, "scopes_supported": ["read"] })
}

impl World {
    fn new() -> Self {
        World(Vec::new())
    }

    fn with(mut self, url: &str, reply: Reply) -> Self {
        self.0.push((url.to_owned(), reply));
        self
    }

    fn usual() -> Self {
        World::new()
            .with(
                "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp",
                page(&resource_document(&[AS])),
            )
            .with("https://as.example/.well-known/oauth-authorization-server", page(&server_document(AS)))
    }

    fn walk(&self, demand: Demand, settings: &OAuthSettings) -> (Option<Found>, Vec<AuthStep>, Vec<String>) {
        self.walk_from(MCP, demand, settings)
    }

    fn walk_from(
        &self,
        url: &str,
        demand: Demand,
        settings: &OAuthSettings,
    ) -> (Option<Found>, Vec<AuthStep>, Vec<String>) {
        let mut walk = Walk::begin(&Url::parse(url).unwrap(), demand, settings);
        let (mut steps, mut asked) = (walk.take_steps(), Vec::new());
        while let Some(fetch) = walk.next() {
            assert!(asked.len() < 50, "the walk does not end: {asked:?}");
            let reply = self.0.iter().find(|(url, _)| *url == fetch.url);
            let reply = reply.map_or_else(|| status(404, "not here"), |(_, reply)| reply.clone());
            asked.push(fetch.url);
            steps.push(walk.answer(&reply));
            steps.extend(walk.take_steps());
        }
        (walk.found(), steps, asked)
    }

    fn plain(&self) -> (Option<Found>, Vec<AuthStep>, Vec<String>) {
        self.walk(Demand::default(), &OAuthSettings::default())
    }
}

fn failures(steps: &[AuthStep]) -> Vec<&AuthStep> {
    steps.iter().filter(|step| step.has_failed()).collect()
}

#[test]
fn the_usual_server_is_found_in_two_fetches() {
    let (found, steps, asked) = World::usual().plain();
    let found = found.unwrap();
    assert_eq!((found.issuer.as_deref(), found.source), (Some(AS), Source::Resource));
    assert_eq!(found.resource, MCP);
    assert_eq!(asked.len(), 2);
    assert!(failures(&steps).is_empty(), "{steps:#?}");
}

#[test]
fn what_the_challenge_names_is_asked_first_and_a_broken_one_is_left_for_the_next() {
    let demand = Demand { resource_metadata: Some("https://mcp.example/meta".into()), ..Demand::default() };
    let world = World::usual().with("https://mcp.example/meta", status(500, "<html>"));
    let (found, steps, asked) = world.walk(demand, &OAuthSettings::default());
    assert_eq!(asked[0], "https://mcp.example/meta");
    assert!(found.is_some());
    assert_eq!(failures(&steps)[0].came.as_deref(), Some("HTTP 500 with an HTML page"));
}

#[test]
fn a_resource_of_another_origin_ends_the_walk() {
    let document = json!({ "resource": "https://evil.example/v1/mcp", "authorization_servers": [AS] });
    let world = World::usual().with("https://mcp.example/meta", page(&document));
    let demand = Demand { resource_metadata: Some("https://mcp.example/meta".into()), ..Demand::default() };
    let (found, steps, asked) = world.walk(demand, &OAuthSettings::default());
    assert_eq!((found, asked.len()), (None, 1));
    assert_eq!(failures(&steps)[0].rule, "RFC 9728 section 3.3");
}

#[test]
fn a_resource_that_covers_the_url_is_taken_with_a_warning() {
    let place = "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp";
    for (resource, is_taken) in [
        ("https://mcp.example/v1", true),
        ("https://mcp.example", true),
        ("https://mcp.example/v1/mc", false),
        ("https://mcp.example/v1/mcp/deeper", false),
        ("http://mcp.example/v1/mcp", false),
    ] {
        let document = json!({ "resource": resource, "authorization_servers": [AS] });
        let world = World::new()
            .with(place, page(&document))
            .with("https://as.example/.well-known/oauth-authorization-server", page(&server_document(AS)));
        let (found, steps, _) = world.plain();
        assert_eq!(found.map(|found| found.resource).as_deref(), is_taken.then_some(resource));
        assert_eq!(steps.iter().any(|step| step.outcome == StepOutcome::Warning), is_taken, "{resource}");
    }
}

#[test]
fn an_issuer_that_differs_by_a_slash_is_named_as_that() {
    let document = server_document("https://as.example/");
    let world = World::new()
        .with(
            "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp",
            page(&resource_document(&[AS])),
        )
        .with("https://as.example/.well-known/oauth-authorization-server", page(&document));
    let (found, steps, _) = world.plain();
    assert_eq!(found, None);
    assert!(failures(&steps)[0].advice.as_deref().unwrap().contains("slash"));
    let lenient = OAuthSettings { allow_issuer_slash: true, ..OAuthSettings::default() };
    let (found, _, _) = world.walk(Demand::default(), &lenient);
    assert_eq!(found.unwrap().issuer.as_deref(), Some(AS));
}

#[test]
fn a_dead_authorization_server_is_left_for_the_next_and_all_are_shown() {
    let world = World::new()
        .with(
            "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp",
            page(&resource_document(&["https://dead.example", AS])),
        )
        .with(
            "https://dead.example/.well-known/oauth-authorization-server",
            Reply::Failed { error: "nobody listens".into() },
        )
        .with("https://as.example/.well-known/oauth-authorization-server", page(&server_document(AS)));
    let (found, steps, _) = world.plain();
    assert_eq!(found.unwrap().issuer.as_deref(), Some(AS));
    assert!(failures(&steps)[0].came.as_deref().unwrap().contains("nobody listens"));
    let chosen = OAuthSettings { issuer: Some(AS.into()), ..OAuthSettings::default() };
    let (found, _, asked) = world.walk(Demand::default(), &chosen);
    assert_eq!(found.unwrap().issuer.as_deref(), Some(AS));
    assert_eq!(asked.len(), 2);
    let unknown = OAuthSettings { issuer: Some("https://other.example".into()), ..OAuthSettings::default() };
    assert_eq!(world.walk(Demand::default(), &unknown).0, None);
}

#[test]
fn openid_configuration_is_found_in_both_path_forms() {
    let issuer = "https://as.example/tenant";
    for place in [
        "https://as.example/.well-known/openid-configuration/tenant",
        "https://as.example/tenant/.well-known/openid-configuration",
    ] {
        let world = World::new()
            .with(
                "https://mcp.example/.well-known/oauth-protected-resource",
                page(&resource_document(&[issuer])),
            )
            .with(place, page(&server_document(issuer)));
        assert!(world.plain().0.is_some(), "{place}");
    }
}

#[test]
fn a_server_without_resource_metadata_may_be_its_own_authorization_server() {
    let mut document = server_document("https://mcp.example/");
    document["token_endpoint"] = json!("https://mcp.example/token");
    let world =
        World::new().with("https://mcp.example/.well-known/oauth-authorization-server", page(&document));
    let (found, steps, _) = world.plain();
    assert_eq!(found.unwrap().source, Source::Itself);
    assert!(steps.iter().any(|step| step.rule.contains("2025-03-26")));
    let (found, _, asked) = World::new().plain();
    let found = found.unwrap();
    assert_eq!((found.source, found.issuer), (Source::Defaults, None));
    assert_eq!(found.server.token_endpoint.as_deref(), Some("https://mcp.example/token"));
    assert_eq!(asked.len(), 4);
}

#[test]
fn a_server_that_does_not_protect_codes_is_refused() {
    for methods in [Value::Null, json!(["plain"])] {
        let mut document = server_document(AS);
        document["code_challenge_methods_supported"] = methods;
        let world = World::new()
            .with(
                "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp",
                page(&resource_document(&[AS])),
            )
            .with("https://as.example/.well-known/oauth-authorization-server", page(&document));
        let (found, steps, _) = world.plain();
        assert_eq!(found, None);
        assert!(failures(&steps)[0].rule.contains("code protection"), "{steps:#?}");
        let machine = OAuthSettings {
            grant: super::super::settings::Grant::ClientCredentials,
            ..OAuthSettings::default()
        };
        assert!(world.walk(Demand::default(), &machine).0.is_some());
    }
}

#[test]
fn a_public_server_does_not_lead_into_a_private_network() {
    let inside = "http://169.254.169.254/latest";
    let demand = Demand { resource_metadata: Some(inside.into()), ..Demand::default() };
    let (_, steps, asked) = World::usual().walk(demand.clone(), &OAuthSettings::default());
    assert!(!asked.contains(&inside.to_owned()));
    assert!(failures(&steps)[0].what.contains("private network"));
    let allowed = OAuthSettings { allow_private_hosts: true, ..OAuthSettings::default() };
    assert!(World::usual().walk(demand, &allowed).2.contains(&inside.to_owned()));

    let mut document = server_document(AS);
    document["token_endpoint"] = json!("http://127.0.0.1:9/token");
    let world = World::new()
        .with(
            "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp",
            page(&resource_document(&[AS])),
        )
        .with("https://as.example/.well-known/oauth-authorization-server", page(&document));
    assert_eq!(world.plain().0, None);
}

#[test]
fn both_endpoints_configured_need_no_discovery_nor_does_one_where_a_grant_needs_no_other() {
    let both = OAuthSettings {
        authorization_url: Some("https://x/a".into()),
        token_url: Some("https://x/t".into()),
        ..OAuthSettings::default()
    };
    let (found, _, asked) = World::usual().walk(Demand::default(), &both);
    assert_eq!((found.unwrap().source, asked.len()), (Source::Configured, 0));
    let machine = OAuthSettings { grant: Grant::ClientCredentials, authorization_url: None, ..both };
    let (found, _, asked) = World::usual().walk(Demand::default(), &machine);
    let found = found.unwrap();
    assert_eq!((found.source, asked.len()), (Source::Configured, 0));
    assert_eq!((found.server.authorization_endpoint, found.server.revocation_endpoint), (None, None));
}

#[test]
fn one_endpoint_configured_goes_only_with_an_issuer_of_its_origin_or_one_that_is_named() {
    let tokens = |url: &str| OAuthSettings { token_url: Some(url.into()), ..OAuthSettings::default() };
    let users = |url: &str| OAuthSettings { authorization_url: Some(url.into()), ..OAuthSettings::default() };
    let (found, _, _) = World::usual().walk(Demand::default(), &tokens("https://as.example/t"));
    let server = found.unwrap().server;
    assert_eq!(server.token_endpoint.as_deref(), Some("https://as.example/t"));
    assert_eq!(server.authorization_endpoint.as_deref(), Some("https://as.example/authorize"));
    for (settings, other) in
        [(tokens("https://x/t"), "`authorizationUrl`"), (users("https://x/a"), "`tokenUrl`")]
    {
        let (found, steps, _) = World::usual().walk(Demand::default(), &settings);
        assert_eq!(found, None);
        let step = failures(&steps).pop().unwrap();
        assert!(step.advice.as_ref().unwrap().contains(other), "{step:#?}");
        assert_eq!(step.came.as_deref(), Some("`https://as.example`"));
        let named = OAuthSettings { issuer: Some(AS.into()), ..settings };
        assert!(World::usual().walk(Demand::default(), &named).0.is_some());
    }
}

#[test]
fn documents_that_are_none_are_passed_over_with_what_came() {
    let place = "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp";
    let cut = Reply::TooLarge { limit: 1000, length: None };
    for (reply, came) in [
        (status(200, "<html>"), "an HTML page"),
        (status(200, "{\"a\":"), "something that is no JSON"),
        (cut, "more than 1000 bytes"),
        (status(302, ""), "HTTP 302"),
    ] {
        let (_, steps, asked) = World::new().with(place, reply).plain();
        assert!(failures(&steps)[0].came.as_deref().unwrap().contains(came), "{steps:#?}");
        assert!(asked.len() > 1);
    }
}

#[test]
fn a_configured_issuer_is_the_only_one_that_is_asked() {
    let chosen = OAuthSettings { issuer: Some("https://dead.example".into()), ..OAuthSettings::default() };
    let world = World::new()
        .with(
            "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp",
            page(&resource_document(&[AS, "https://dead.example"])),
        )
        .with("https://as.example/.well-known/oauth-authorization-server", page(&server_document(AS)));
    let (found, _, asked) = world.walk(Demand::default(), &chosen);
    assert_eq!(found, None);
    assert!(!asked.iter().any(|url| url.starts_with(AS)), "{asked:?}");
    let (found, steps, asked) = World::new().walk(Demand::default(), &chosen);
    assert_eq!((found, asked.len()), (None, 2), "no guessing either");
    assert!(failures(&steps)[0].rule.contains("issuer binding"), "{steps:#?}");
}

#[test]
fn of_very_many_authorization_servers_only_some_are_asked() {
    let many: Vec<String> = (0..1000).map(|number| format!("https://as{number}.example")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let place = "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp";
    let (found, steps, asked) = World::new().with(place, page(&resource_document(&many))).plain();
    assert_eq!(found, None);
    assert!(asked.len() < 30 && steps.len() < 60, "{} {}", asked.len(), steps.len());
}

#[test]
fn codes_and_tokens_do_not_travel_in_the_open_to_guessed_places() {
    let (found, steps, _) =
        World::new().walk_from("http://mcp.example/mcp", Demand::default(), &OAuthSettings::default());
    assert_eq!(found, None);
    assert!(failures(&steps)[0].rule.contains("communication security"), "{steps:#?}");
}

#[test]
fn what_is_in_the_way_of_a_document_is_what_to_change() {
    let place = "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp";
    let slow = Reply::Slow { error: "it did not answer".into(), patience: Duration::from_millis(2500) };
    let redirected = Reply::Redirected { status: 307, to: "https://elsewhere.example/x".into() };
    let large = Reply::TooLarge { limit: 1000, length: Some(5000) };
    for (reply, came, advice) in [
        (slow, "no answer: it did not answer", "answer within 2.5 s at https://mcp.example/"),
        (
            redirected,
            "HTTP 307, a redirect to `https://elsewhere.example/x`",
            "here `https://elsewhere.example/x`",
        ),
        (large, "a document of 5000 bytes", "at most 1000 bytes"),
    ] {
        let (_, steps, _) = World::new().with(place, reply).plain();
        let broken = failures(&steps)[0];
        assert_eq!(broken.came.as_deref(), Some(came));
        assert!(broken.advice.as_ref().unwrap().contains(advice), "{broken:#?}");
    }
}

#[test]
fn a_client_with_a_secret_is_told_of_the_grant_that_needs_no_user() {
    let mut document = server_document(AS);
    document.as_object_mut().unwrap().remove("authorization_endpoint");
    let known = OAuthSettings {
        client_id: Some("c".into()),
        client_secret: Some("s".into()),
        ..OAuthSettings::default()
    };
    for (settings, is_told) in [(known, true), (OAuthSettings::default(), false)] {
        let world = World::new()
            .with(
                "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp",
                page(&resource_document(&[AS])),
            )
            .with("https://as.example/.well-known/oauth-authorization-server", page(&document));
        let (found, steps, _) = world.walk(Demand::default(), &settings);
        assert_eq!(found, None);
        let advice = failures(&steps)[0].advice.clone().unwrap();
        assert_eq!(advice.contains("`\"grant\": \"client_credentials\"`"), is_told, "{advice}");
    }
}

#[test]
fn resource_metadata_in_trouble_is_not_taken_for_none() {
    let place = "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp";
    let failed = Reply::Failed { error: "reset".to_owned() };
    for reply in [status(500, ""), status(503, ""), status(429, ""), failed] {
        let own = server_document("https://mcp.example");
        let world = World::new()
            .with(place, reply)
            .with("https://mcp.example/.well-known/oauth-authorization-server", page(&own));
        let (found, steps, asked) = world.plain();
        assert_eq!(found, None, "{steps:#?}");
        assert!(asked.iter().all(|url| !url.contains("authorization-server")), "{asked:?}");
        assert!(steps.last().unwrap().step == StepName::ResourceMetadata, "{steps:#?}");
    }
    // Where the challenge says that it is, a refusal is trouble too.
    let guarded = || {
        let own = server_document("https://mcp.example");
        World::new()
            .with(place, status(403, ""))
            .with("https://mcp.example/.well-known/oauth-authorization-server", page(&own))
    };
    assert!(guarded().plain().0.is_some());
    let demand = Demand { resource_metadata: Some(place.to_owned()), ..Demand::default() };
    assert_eq!(guarded().walk(demand, &OAuthSettings::default()).0, None);
}

#[test]
fn metadata_that_was_refused_is_not_passed_by_with_guesses() {
    let own = "https://mcp.example/.well-known/oauth-authorization-server";
    let mut unprotected = server_document("https://mcp.example");
    unprotected["code_challenge_methods_supported"] = json!("S256");
    for reply in [page(&unprotected), status(500, "down"), status(429, "later")] {
        let (found, steps, _) = World::new().with(own, reply).plain();
        assert_eq!(found, None, "{steps:#?}");
        assert!(!failures(&steps).is_empty());
    }
    // What came is told as it stands there.
    let (_, steps, _) = World::new().with(own, page(&unprotected)).plain();
    assert_eq!(failures(&steps)[0].came.as_deref(), Some("`\"S256\"`"));
    let (found, _, _) = World::new().with(own, status(404, "nothing")).plain();
    assert_eq!(found.unwrap().source, Source::Defaults);
    let demand =
        Demand { resource_metadata: Some("https://mcp.example/elsewhere".to_owned()), ..Demand::default() };
    let (found, steps, _) = World::new().walk(demand, &OAuthSettings::default());
    assert_eq!(found, None, "{steps:#?}");
}

#[test]
fn what_a_login_needs_and_the_metadata_leaves_out_is_warned_of() {
    let place = "https://as.example/.well-known/oauth-authorization-server";
    let prm = "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp";
    let mut document = server_document(AS);
    document["grant_types_supported"] = json!(["client_credentials"]);
    document["response_types_supported"] = json!(["token"]);
    document["token_endpoint_auth_methods_supported"] = json!(["client_secret_jwt"]);
    document["authorization_endpoint"] = json!("https://honest.example/authorize");
    let world = World::new().with(prm, page(&resource_document(&[AS]))).with(place, page(&document));
    let (found, steps, _) = world.plain();
    assert!(found.is_some());
    let warned = steps.iter().filter(|step| step.outcome == StepOutcome::Warning);
    let warned: Vec<&str> = warned.filter_map(|step| step.expected.as_deref()).collect();
    let names =
        ["grant_types_supported", "response_types_supported", "token_endpoint_auth_methods_supported"];
    for name in names.into_iter().chain(["`authorization_endpoint` at the origin of"]) {
        assert!(warned.iter().any(|text| text.contains(name)), "{name}: {warned:#?}");
    }
    let (_, steps, _) = World::usual().plain();
    assert!(!steps.iter().any(|step| step.outcome == StepOutcome::Warning), "{steps:#?}");
}
