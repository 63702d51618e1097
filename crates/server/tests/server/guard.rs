//! Attacks on the guard: tokens, hosts, origins, preflights.

use crate::harness::Running;

/// Paths that need the token, also those where nothing is.
const CLOSED: [&str; 15] = [
    "/config",
    "/config/x",
    "/mcp?serverId=demo",
    "/api/history",
    "/api/logs",
    "/api/openapi.json",
    "/oauth/callback/",
    "/nothing",
    "/assets",
    "/docs",
    "/docs/errorsx",
    "/health/",
    "//health",
    "/Health",
    "/%68ealth",
];

#[test]
fn nothing_but_health_and_pages_goes_without_the_token() {
    let running = Running::start();
    for path in CLOSED {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] {
            let answer = running.ask(&format!("{method} {path} HTTP/1.1"), &[&running.host()]);
            assert_eq!(answer.status, 401, "{method} {path}");
            assert_eq!(answer.error(), "SESSION_INVALID");
            assert!(answer.header("www-authenticate").is_some());
        }
    }
    for path in
        ["/", "/health", "/favicon.ico", "/assets/page.css", "/docs/errors", "/docs/errors/spawn-failed"]
    {
        assert_eq!(running.ask(&format!("GET {path} HTTP/1.1"), &[&running.host()]).status, 200, "{path}");
    }
}

#[test]
fn every_token_but_the_right_one_is_refused() {
    let running = Running::start();
    let token = running.token.as_str();
    let line = running.token_line();
    let refused: [Vec<String>; 17] = [
        vec![],
        vec!["X-Session-Token:".to_owned()],
        vec![format!("X-Session-Token: {}", &token[..35])],
        vec![format!("X-Session-Token: {}", &token[1..])],
        vec![format!("X-Session-Token: {token}0")],
        vec![format!("X-Session-Token: {token} {token}")],
        vec![format!("X-Session-Token: Bearer {token}")],
        vec![format!("X-Session-Token: {token}, {token}")],
        vec!["X-Session-Token: 00000000-0000-4000-8000-000000000000".to_owned()],
        vec![line.clone(), line.clone()],
        vec![line.clone(), "X-Session-Token: other".to_owned()],
        vec!["X-Session-Token: other".to_owned(), line.clone()],
        // A wrong token is not made good by a right one elsewhere.
        vec!["X-Session-Token: other".to_owned(), format!("Authorization: Bearer {token}")],
        vec![format!("Authorization: Basic {token}")],
        vec![format!("Authorization: {token}")],
        vec![format!("Authorization: Bearer {token}"), format!("Authorization: Bearer {token}")],
        vec![format!("Cookie: X-Session-Token={token}; token={token}")],
    ];
    for headers in refused {
        let host = running.host();
        let lines: Vec<&str> =
            [host.as_str()].into_iter().chain(headers.iter().map(String::as_str)).collect();
        let answer = running.ask("GET /nothing HTTP/1.1", &lines);
        assert_eq!((answer.status, answer.error().as_str()), (401, "SESSION_INVALID"), "{headers:?}");
        assert!(!answer.body.contains(token), "{}", answer.body);
    }
    let in_query = format!("GET /nothing?token={token}&X-Session-Token={token} HTTP/1.1");
    assert_eq!(running.ask(&in_query, &[&running.host()]).status, 401, "a token in a URL ends in logs");
}

#[test]
fn the_right_token_is_taken_from_either_header() {
    let running = Running::start();
    let bearer = [
        format!("Authorization: Bearer {}", running.token),
        format!("authorization: bEARER {}", running.token),
    ];
    for line in [
        running.token_line(),
        running.token_line().to_uppercase().replace(&running.token.to_uppercase(), &running.token),
    ]
    .iter()
    .chain(&bearer)
    {
        assert_eq!(running.ask("GET /nothing HTTP/1.1", &[&running.host(), line]).status, 404, "{line}");
    }
    let both = [running.host(), running.token_line(), "Authorization: Bearer for-another".to_owned()];
    assert_eq!(running.ask("GET /nothing HTTP/1.1", &both.each_ref().map(String::as_str)).status, 404);
}

#[test]
fn a_missing_and_a_wrong_token_are_told_apart() {
    let running = Running::start();
    let missing = running.ask("GET /config HTTP/1.1", &[&running.host()]);
    insta::assert_snapshot!("token_missing", missing.shown());
    let wrong = running.ask("GET /config HTTP/1.1", &[&running.host(), "X-Session-Token: wrong"]);
    insta::assert_snapshot!("token_wrong", wrong.shown());
}

#[test]
fn only_names_of_this_machine_lead_here() {
    let running = Running::start();
    let port = running.address.port();
    let with_port = ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"].map(|host| format!("{host}:{port}"));
    // A container may be reached by another port; the name is what counts.
    for host in
        with_port.iter().map(String::as_str).chain(["localhost", "127.0.0.1", "[::1]", "localhost:8080"])
    {
        assert_eq!(running.ask("GET /health HTTP/1.1", &[&format!("Host: {host}")]).status, 200, "{host}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "evil.example:3000",
        "127.0.0.1.evil.example",
        "sub.localhost",
        "localhost.",
        "127.0.0.2",
        "0.0.0.0",
        "[::]",
        "[::ffff:127.0.0.1]",
        "2130706433",
    ] {
        let answer = running.ask("GET /health HTTP/1.1", &[&format!("Host: {host}")]);
        assert_eq!((answer.status, answer.error().as_str()), (403, "REQUEST_REFUSED"), "{host}");
    }
    for host in
        ["", "localhost:", "localhost:x", "localhost@evil.example", "localhost/", "a b", "localhost:99999"]
    {
        let answer = running.ask("GET /health HTTP/1.1", &[&format!("Host: {host}")]);
        assert_eq!((answer.status, answer.error().as_str()), (400, "INVALID_REQUEST"), "{host}");
    }
}

#[test]
fn a_request_names_its_host_once() {
    let running = Running::start();
    assert_eq!(running.ask("GET /health HTTP/1.1", &[]).status, 403, "none");
    assert_eq!(running.ask("GET /health HTTP/1.0", &[]).status, 403, "none, by an old client");
    assert_eq!(running.ask("GET /health HTTP/1.0", &["Host: localhost"]).status, 200);
    let twice = ["Host: localhost", "Host: evil.example"];
    assert_eq!(running.ask("GET /health HTTP/1.1", &twice).status, 403, "two");
    assert_eq!(running.ask("GET /health HTTP/1.1", &["Host: localhost", "Host: localhost"]).status, 403);
}

#[test]
fn a_target_with_a_host_of_its_own_is_checked_like_the_header() {
    let running = Running::start();
    let host = "Host: localhost";
    assert_eq!(running.ask("GET http://localhost/health HTTP/1.1", &[host]).status, 200);
    assert_eq!(running.ask("GET http://evil.example/health HTTP/1.1", &[host]).status, 403);
    let answer = running.ask("GET http://localhost/health HTTP/1.1", &["Host: evil.example"]);
    assert_eq!(answer.status, 403);
    assert_eq!(running.ask("GET http://localhost@evil.example/health HTTP/1.1", &[host]).status, 400);
    assert_eq!(running.ask("GET http://localhost/config HTTP/1.1", &[host]).status, 401);
}

#[test]
fn a_foreign_host_and_origin_are_told_with_a_way_out() {
    let running = Running::start();
    let host = running.ask("GET /config HTTP/1.1", &["Host: evil.example:3000", &running.token_line()]);
    insta::assert_snapshot!("foreign_host", host.shown());
    let origin = running.ask(
        "POST /config HTTP/1.1",
        &[&running.host(), "Origin: https://evil.example", &running.token_line()],
    );
    insta::assert_snapshot!("foreign_origin", origin.shown());
    let malformed = running.ask("GET /config HTTP/1.1", &["Host: a b", &running.token_line()]);
    insta::assert_snapshot!("malformed_host", malformed.shown());
}

#[test]
fn pages_of_other_origins_can_do_nothing_even_with_the_token() {
    let running = Running::start();
    let port = running.address.port();
    let near = [
        format!("https://localhost:{port}"),
        format!("http://localhost:{}", port.wrapping_add(1).max(1)),
        format!("http://localhost.evil.example:{port}"),
        format!("http://127.0.0.1.evil.example:{port}"),
        format!("http://localhost:{port}/"),
        format!("http://localhost:{port}, http://evil.example"),
        format!("http://evil.example http://localhost:{port}"),
    ];
    let far =
        ["https://evil.example", "null", "", "file://", "http://localhost", "*", "chrome-extension://abc"];
    for origin in near.iter().map(String::as_str).chain(far) {
        for (method, path) in [("GET", "/health"), ("GET", "/nothing"), ("POST", "/config"), ("GET", "/")] {
            let headers = [running.host(), running.token_line(), format!("Origin: {origin}")];
            let answer =
                running.ask(&format!("{method} {path} HTTP/1.1"), &headers.each_ref().map(String::as_str));
            assert_eq!((answer.status, answer.error().as_str()), (403, "REQUEST_REFUSED"), "{origin}");
            assert_eq!(answer.permits(), [""; 0], "{origin}");
            assert_eq!(answer.header("cross-origin-resource-policy").as_deref(), Some("same-origin"));
        }
    }
    let own = format!("Origin: http://localhost:{port}");
    let twice = [running.host(), own, "Origin: https://evil.example".to_owned()];
    assert_eq!(running.ask("GET /health HTTP/1.1", &twice.each_ref().map(String::as_str)).status, 403);
}

#[test]
fn pages_that_the_backend_was_made_for_can_read_its_answers() {
    let running = Running::start();
    let port = running.address.port();
    let own = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("http://{host}:{port}"));
    for origin in own.iter().map(String::as_str).chain(["http://localhost:5173", "http://localhost:3000"]) {
        let headers = [running.host(), format!("Origin: {origin}")];
        let headers = headers.each_ref().map(String::as_str);
        for (path, status) in [("/health", 200), ("/config", 401)] {
            let answer = running.ask(&format!("GET {path} HTTP/1.1"), &headers);
            assert_eq!(answer.status, status, "{origin}");
            assert_eq!(answer.header("access-control-allow-origin").as_deref(), Some(origin));
            assert_eq!(answer.header("access-control-allow-credentials").as_deref(), Some("true"));
            assert_eq!(answer.header("access-control-expose-headers").as_deref(), Some("Mcp-Session-Id"));
            assert_eq!(answer.header("vary").as_deref(), Some("Origin"));
        }
    }
    // Without an origin there is nobody to permit anything to.
    let answer = running.ask("GET /health HTTP/1.1", &[&running.host()]);
    assert_eq!(answer.permits(), [""; 0]);
    assert_eq!(answer.header("vary").as_deref(), Some("Origin"));
    // A tunnel gives the backend another port; its page is then at the address it asks.
    let forwarded = ["Host: localhost:8080", "Origin: http://localhost:8080"];
    assert_eq!(running.ask("GET /health HTTP/1.1", &forwarded).status, 200);
}

#[test]
fn a_preflight_is_answered_without_a_token_and_only_for_pages_that_may() {
    let running = Running::start();
    let asked = ["Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: x-session-token"];
    let private = "Access-Control-Request-Private-Network: true";
    let may = [&running.host(), "Origin: http://localhost:5173", asked[0], asked[1], private];
    let answer = running.ask("OPTIONS /config/x HTTP/1.1", &may);
    assert_eq!((answer.status, answer.body.as_str()), (204, ""));
    let header = |name| answer.header(name).unwrap_or_default();
    assert_eq!(header("access-control-allow-origin"), "http://localhost:5173");
    assert_eq!(header("access-control-allow-methods"), "GET, POST, PUT, PATCH, DELETE");
    assert_eq!(
        header("access-control-allow-headers"),
        "Content-Type, X-Session-Token, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID"
    );
    assert_eq!(header("access-control-allow-credentials"), "true");
    assert_eq!(answer.header("access-control-allow-private-network"), None);
    for origin in ["https://evil.example", "null"] {
        let origin = format!("Origin: {origin}");
        let answer = running.ask("OPTIONS /config HTTP/1.1", &[&running.host(), &origin, asked[0], asked[1]]);
        assert_eq!((answer.status, answer.permits()), (403, vec![]), "{origin}");
    }
    let foreign_host = ["Host: evil.example", "Origin: http://localhost:5173", asked[0]];
    assert_eq!(running.ask("OPTIONS /config HTTP/1.1", &foreign_host).status, 403);
    // What only looks like one needs the token like everything else.
    assert_eq!(running.ask("OPTIONS /config HTTP/1.1", &[&running.host(), asked[0]]).status, 401);
    assert_eq!(
        running.ask("OPTIONS /config HTTP/1.1", &[&running.host(), "Origin: http://localhost:5173"]).status,
        401
    );
}

#[test]
fn what_a_page_of_another_site_embeds_is_refused_and_what_a_user_follows_is_not() {
    let running = Running::start();
    let asked = |path: &str, method: &str, site: &str, mode: &str| {
        let headers = [running.host(), format!("Sec-Fetch-Site: {site}"), format!("Sec-Fetch-Mode: {mode}")];
        running.ask(&format!("{method} {path} HTTP/1.1"), &headers.each_ref().map(String::as_str)).status
    };
    for site in ["cross-site", "same-site", "", "odd"] {
        assert_eq!(asked("/health", "GET", site, "no-cors"), 403, "{site}");
        assert_eq!(asked("/assets/front.js", "GET", site, "no-cors"), 403, "{site}");
        assert_eq!(asked("/docs/errors", "GET", site, "navigate"), 200, "{site}");
        assert_eq!(asked("/", "POST", site, "navigate"), 403, "{site}");
        assert_eq!(asked("/config", "GET", site, "navigate"), 403, "{site}");
    }
    for site in ["same-origin", "none"] {
        assert_eq!(asked("/health", "GET", site, "cors"), 200, "{site}");
        assert_eq!(asked("/config", "GET", site, "cors"), 401, "{site}");
    }
    // A page that may ask is on another site, too.
    let may = [&running.host(), "Origin: http://localhost:5173", "Sec-Fetch-Site: same-site"];
    assert_eq!(running.ask("GET /health HTTP/1.1", &may).status, 200);
}

#[test]
fn what_is_allowed_by_flags_is_allowed_and_nothing_else() {
    let running = Running::with(
        |_| axum::Router::new(),
        |guard| {
            guard
                .allowing_hosts(&["inspector.test".parse().unwrap()])
                .allowing_origins(&["https://page.test".parse().unwrap()])
        },
    );
    for (headers, status) in [
        (&["Host: inspector.test:8080"][..], 200),
        (&["Host: INSPECTOR.TEST"], 200),
        (&["Host: other.test"], 403),
        (&["Host: sub.inspector.test"], 403),
        (&["Host: inspector.test", "Origin: http://inspector.test"], 200),
        (&["Host: inspector.test:8080", "Origin: http://inspector.test:8080"], 200),
        (&["Host: inspector.test:8080", "Origin: http://inspector.test:9090"], 403),
        (&["Host: localhost", "Origin: https://page.test"], 200),
        (&["Host: localhost", "Origin: https://page.test", "Sec-Fetch-Site: cross-site"], 200),
        (&["Host: localhost", "Origin: http://page.test"], 403),
        (&["Host: page.test"], 403),
    ] {
        assert_eq!(running.ask("GET /health HTTP/1.1", headers).status, status, "{headers:?}");
    }
}

#[test]
fn every_answer_tells_browsers_to_be_careful() {
    let running = Running::start();
    let answers = [
        running.get("/health"),
        running.get("/"),
        running.get("/assets/page.css"),
        running.get("/nothing"),
        running.ask("GET /config HTTP/1.1", &[&running.host()]),
        running.ask("GET /config HTTP/1.1", &["Host: evil.example"]),
    ];
    for answer in answers {
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("x-frame-options", "DENY"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name).as_deref(), Some(value), "{name}: {answer:#?}");
        }
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        let is_page = answer.header("content-type").is_some_and(|kind| !kind.contains("json"));
        let kept = if is_page { "no-cache" } else { "no-store" };
        assert_eq!(answer.header("cache-control").as_deref(), Some(kept), "{answer:#?}");
    }
}

#[test]
fn no_page_that_goes_without_the_token_holds_it() {
    let running = Running::start();
    for path in
        ["/", "/health", "/assets/front.js", "/docs/errors", "/docs/errors/session-invalid", "/nothing"]
    {
        let answer = running.ask(&format!("GET {path} HTTP/1.1"), &[&running.host()]);
        assert!(!answer.body.contains(&running.token), "{path}");
    }
    assert!(!format!("{:?}", running.backend).contains(&running.token));
}
