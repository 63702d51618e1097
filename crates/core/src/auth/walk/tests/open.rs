//! Walks that would lead into the open: codes, tokens and secrets do not travel there.

use super::*;

#[test]
fn an_issuer_in_the_open_is_not_asked_and_the_next_one_is() {
    let open = "http://as.example";
    let documents = resource_document(&[open, AS]);
    let world = World::new()
        .with("https://mcp.example/.well-known/oauth-protected-resource/v1/mcp", page(&documents))
        .with("https://as.example/.well-known/oauth-authorization-server", page(&server_document(AS)))
        .with("http://as.example/.well-known/oauth-authorization-server", page(&server_document(open)));
    let (found, steps, asked) = world.walk(Demand::default(), &OAuthSettings::default());
    assert_eq!(found.unwrap().issuer.as_deref(), Some(AS));
    assert!(asked.iter().all(|url| url.starts_with("https://")), "{asked:?}");
    let refused = steps.iter().find(|step| step.has_failed()).unwrap();
    assert!(refused.what.contains(open) && refused.what.contains("plain http"), "{refused:#?}");
    // On this machine nobody listens in between.
    let near = "http://127.0.0.1:9/mcp";
    let document = json!({ "resource": near, "authorization_servers": ["http://localhost:8"] });
    let world =
        World::new().with("http://127.0.0.1:9/.well-known/oauth-protected-resource/mcp", page(&document));
    let (_, _, asked) = world.walk_from(near, Demand::default(), &OAuthSettings::default());
    assert!(asked.iter().any(|url| url.starts_with("http://localhost:8/")), "{asked:?}");
}

#[test]
fn a_server_on_https_does_not_lead_into_the_open() {
    let demand =
        Demand { resource_metadata: Some("http://mcp.example/metadata".to_owned()), ..Demand::default() };
    let (found, steps, asked) = World::usual().walk(demand, &OAuthSettings::default());
    assert!(found.is_some() && asked.iter().all(|url| url.starts_with("https://")), "{asked:?}");
    assert!(steps.iter().any(|step| step.has_failed() && step.what.contains("plain http")), "{steps:#?}");
}

#[test]
fn configured_endpoints_in_the_open_are_refused() {
    let open = Some("http://as.example/x".to_owned());
    let sealed = Some("https://as.example/y".to_owned());
    for (authorization_url, token_url) in
        [(open.clone(), sealed.clone()), (sealed.clone(), open.clone()), (None, open.clone()), (open, None)]
    {
        let settings = OAuthSettings { authorization_url, token_url, ..OAuthSettings::default() };
        let (found, steps, asked) = World::usual().walk(Demand::default(), &settings);
        assert!(found.is_none() && asked.is_empty(), "{asked:?}");
        assert!(steps[0].has_failed() && steps[0].came.as_ref().unwrap().contains("http://as.example/x"));
    }
    let near = Some("http://127.0.0.1:9/token".to_owned());
    let settings = OAuthSettings { token_url: near, authorization_url: sealed, ..OAuthSettings::default() };
    assert!(World::usual().walk(Demand::default(), &settings).0.is_some());
}

#[test]
fn only_one_slash_is_forgiven_and_only_where_there_is_no_path() {
    let allowed = OAuthSettings { allow_issuer_slash: true, ..OAuthSettings::default() };
    for (named, came, is_forgiven) in [
        ("https://as.example", "https://as.example/", true),
        ("https://as.example/", "https://as.example", true),
        ("https://as.example", "https://as.example//", false),
        ("https://as.example/t", "https://as.example/t/", false),
    ] {
        let path = if named.ends_with("/t") { "/t" } else { "" };
        let world = World::new()
            .with(
                "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp",
                page(&resource_document(&[named])),
            )
            .with(
                &format!("https://as.example/.well-known/oauth-authorization-server{path}"),
                page(&server_document(came)),
            );
        let (found, steps, _) = world.walk(Demand::default(), &allowed);
        assert_eq!(found.is_some(), is_forgiven, "{named} {came}: {steps:#?}");
    }
}
