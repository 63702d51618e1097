//! The pages for people.

use crate::harness::Running;

/// Roads out of a directory, in the spellings that servers have fallen for.
const TRAVERSALS: [&str; 16] = [
    "../../etc/passwd",
    "../../../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "..%2F..%2Fetc/passwd",
    "%2e%2e/%2e%2e/etc/passwd",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "%252e%252e%252fetc%252fpasswd",
    "..%5c..%5cetc%5cpasswd",
    "..\\..\\etc\\passwd",
    "....//....//etc/passwd",
    "%c0%ae%c0%ae/etc/passwd",
    "%00",
    "page.css%00.html",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "./page.css/../../Cargo.toml",
];

#[test]
fn no_path_leaves_its_directory() {
    let running = Running::start();
    for below in ["/docs/errors/", "/assets/"] {
        for road in TRAVERSALS {
            for headers in [vec![running.host()], vec![running.host(), running.token_line()]] {
                let lines: Vec<&str> = headers.iter().map(String::as_str).collect();
                let answer = running.ask(&format!("GET {below}{road} HTTP/1.1"), &lines);
                assert!(matches!(answer.status, 400 | 404), "{below}{road}: {answer:#?}");
                assert_eq!(answer.error(), "INVALID_REQUEST");
                assert!(!answer.body.contains("root:"), "{answer:#?}");
            }
        }
    }
    // What begins like an open path and leads elsewhere leads nowhere.
    for path in ["/assets/../config", "/docs/errors/../../config", "/assets/%2e%2e/config"] {
        assert_eq!(running.ask(&format!("GET {path} HTTP/1.1"), &[&running.host()]).status, 404, "{path}");
    }
}

#[test]
fn every_help_link_leads_to_a_page_about_its_code() {
    let running = Running::start();
    let list = running.ask("GET /docs/errors HTTP/1.1", &[&running.host()]);
    assert_eq!(list.header("content-type").as_deref(), Some("text/html; charset=utf-8"));
    for code in mcp_inspector_engine::FaultCode::ALL {
        let path = code.help_page();
        assert!(list.body.contains(&format!("<a href=\"{path}\">{code}</a>")), "{path} is not in the list");
        let page = running.ask(&format!("GET {path} HTTP/1.1"), &[&running.host()]);
        assert_eq!(page.status, 200, "{path}");
        assert!(page.body.contains(&format!("<h1>{code}</h1>")), "{path}");
        assert!(page.body.contains("<h2>What to do</h2>"), "{path}");
    }
}

#[test]
fn a_page_is_sent_as_markdown_to_whoever_wants_that() {
    let running = Running::start();
    for (accept, kind) in [("text/markdown", "text/markdown"), ("text/plain, text/html;q=0.1", "text/plain")]
    {
        let accept = format!("Accept: {accept}");
        let answer = running.ask("GET /docs/errors/session-invalid HTTP/1.1", &[&running.host(), &accept]);
        assert_eq!(answer.header("content-type"), Some(format!("{kind}; charset=utf-8")));
        assert_eq!(answer.header("vary").as_deref(), Some("Accept, Origin"));
        assert_eq!(answer.body, mcp_inspector_engine::FaultCode::SessionInvalid.page());
    }
}

#[test]
fn a_page_that_is_not_there_is_told_like_every_error() {
    let running = Running::start();
    insta::assert_snapshot!("no_such_page", running.get("/docs/errors/no-such-thing").shown());
    let strange = running.get("/docs/errors/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
    assert_eq!((strange.status, strange.header("content-type").as_deref()), (404, Some("application/json")));
    let endless = running.get(&format!("/docs/errors/{}", "a".repeat(20_000)));
    assert!(endless.status == 404 && endless.body.len() < 5000, "{}", endless.body.len());
}

#[test]
fn the_first_page_runs_nothing_but_its_own_script() {
    let running = Running::start();
    let page = running.ask("GET / HTTP/1.1", &[&running.host()]);
    let policy = page.header("content-security-policy").unwrap();
    let (policy, frames) = policy.split_once("; frame-src ").unwrap();
    let port: u16 = frames.strip_prefix("http://127.0.0.1:").unwrap().parse().unwrap();
    assert_ne!(port.to_string(), running.host().rsplit(':').next().unwrap(), "frames are of another origin");
    assert_eq!(
        policy,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
         media-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
    );
    assert_eq!(page.body.matches("<script").count(), 1);
    assert!(page.body.contains("<script type=\"module\" src=\"/assets/app.js\"></script>"), "{}", page.body);
    assert!(page.body.contains("<noscript>"), "readable without scripts");
    for forbidden in ["<style", "style=", "onclick", "onload", "javascript:"] {
        assert!(!page.body.contains(forbidden), "{forbidden}");
    }
    for reference in page.body.split("/assets/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert_eq!(running.get(&format!("/assets/{reference}")).status, 200, "{reference}");
    }
    let script = running.get("/assets/app.js");
    assert_eq!(script.header("content-type").as_deref(), Some("text/javascript; charset=utf-8"));
    for forbidden in
        ["outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "localStorage"]
    {
        assert!(!script.body.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn health_is_as_published() {
    let running = Running::start();
    let answer = running.ask("GET /health HTTP/1.1", &[&running.host()]);
    assert_eq!(answer.header("content-type").as_deref(), Some("application/json"));
    let mut body = answer.json();
    assert!(body["uptime"].take().as_u64().is_some_and(|seconds| seconds < 60), "{}", answer.body);
    assert_eq!(body["version"].take(), env!("CARGO_PKG_VERSION"));
    assert_eq!(body, serde_json::json!({ "status": "ok", "version": null, "uptime": null }));
    let head = running.ask("HEAD /health HTTP/1.1", &[&running.host()]);
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}
