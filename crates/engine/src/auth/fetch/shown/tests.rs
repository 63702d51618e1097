//! What is written down of requests, and of answers that are odd.

use super::*;
use reqwest::Method;

const TOKEN: &str = "tok-7f3a9c1e5b";

fn answer(status: u16, body: &[u8]) -> String {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("text/odd; charset=utf-8"));
    let response = Response { status, headers, body: body.to_vec(), is_cut: false };
    Shown::granting(&["c0de-of-the-user".to_owned()]).answer(&response)
}

#[test]
fn what_is_sent_is_shown_without_its_secrets() {
    let form = "grant_type=authorization_code&code=c1&code_verifier=v1&client_secret=s1&resource=https%3A%2F%2Fa&subject_token=t1&subject_token_type=urn%3Aid&client_assertion=j1&client_assertion_type=x";
    let shown = Shown::public().request(form.as_bytes());
    for secret in ["c1", "v1", "s1", "t1", "j1"] {
        assert!(!shown.contains(&format!("={secret}")), "{shown}");
    }
    for open in ["grant_type=authorization_code", "resource=https%3A%2F%2Fa", "subject_token_type=urn%3Aid"] {
        assert!(shown.contains(open), "{shown}");
    }
}

#[test]
fn an_answer_that_is_understood_is_shown_without_its_secrets() {
    assert_eq!(
        answer(200, br#"{"access_token":"abc","token_type":"Bearer","refresh_token":"def"}"#),
        r#"{"access_token":"[REDACTED]","token_type":"Bearer","refresh_token":"[REDACTED]"}"#
    );
    let repeated = answer(400, br#"{"error":"x","error_description":"no c0de-of-the-user"}"#);
    assert_eq!(repeated, r#"{"error":"x","error_description":"no [REDACTED]"}"#);
    assert_eq!(answer(200, b""), "");
}

#[test]
fn an_answer_that_is_not_understood_is_described_and_not_shown() {
    let json = format!(r#"{{"access_token":"{TOKEN}","token_type":"Bearer"}}"#);
    for (body, what) in [
        (format!("\u{feff}{json}"), "it begins with a byte order mark"),
        (json[..json.len() - 3].to_owned(), "although it begins like it"),
        (format!(r#"{{"access_token":"{TOKEN}"#), "although it begins like it"),
        (format!("{json}<!-- x -->"), "although it begins like it"),
        (format!("{{'access_token':'{TOKEN}'}}"), "although it begins like it"),
        (format!("[\"{TOKEN}\"]"), "JSON that is no object"),
        (format!("\"{TOKEN}\""), "JSON that is no object"),
        (format!("cb({json})"), "no JSON]"),
        (format!("access_token: {TOKEN}\ntoken_type: bearer"), "no JSON]"),
        (format!("access_token={TOKEN}&x={TOKEN}"), "no JSON]"),
        (format!("<r><access_token>{TOKEN}</access_token></r>"), "it begins with `<`"),
        (format!("your token is {TOKEN} ok"), "no JSON]"),
    ] {
        let shown = answer(200, body.as_bytes());
        assert!(!shown.contains(TOKEN), "{body}: {shown}");
        assert!(shown.contains(what), "{body}: {shown}");
        assert!(shown.contains(&format!("{} bytes of `text/odd`", body.len())), "{shown}");
    }
    let wide: Vec<u8> = json.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(answer(200, &wide).starts_with("[not shown"));
    assert!(answer(302, b"<p>moved</p>").starts_with("[not shown"));
}

#[test]
fn an_error_that_is_a_page_or_prose_is_shown_and_one_that_is_broken_json_is_not() {
    assert_eq!(answer(502, b"<html>no c0de-of-the-user</html>"), "<html>no [REDACTED]</html>");
    assert_eq!(answer(400, b"the code c0de-of-the-user is old"), "the code [REDACTED] is old");
    assert_eq!(answer(400, b"error=no&access_token=abc"), "error=no&access_token=[REDACTED]");
    let cut = format!(r#"{{"error":"x","access_token":"{TOKEN}"#);
    for body in [cut.clone(), format!("\u{feff}{cut}\"}}")] {
        let shown = answer(500, body.as_bytes());
        assert!(shown.starts_with("[not shown") && !shown.contains(TOKEN), "{shown}");
    }
}

#[test]
fn what_a_request_brought_is_in_no_header_of_the_answer() {
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, HeaderValue::from_static("Basic bWU6c2VjcmV0"));
    let body = Some(b"grant_type=x&code=c0de%2Fof".to_vec());
    let request = Request { method: Method::POST, url: "https://a/token".to_owned(), headers, body };
    let secrets = secrets_of(&request);
    assert_eq!(secrets, ["c0de/of", "bWU6c2VjcmV0"]);
    let mut echo = HeaderMap::new();
    echo.insert("x-echo", HeaderValue::from_static("bWU6c2VjcmV0 c0de%2fof"));
    echo.insert("location", HeaderValue::from_static("https://me:hush@b/?access_token=hush"));
    let shown = Shown::granting(&secrets).headers(&echo);
    assert_eq!(shown[0].1, "[REDACTED] [REDACTED]");
    assert_eq!(shown[1].1, "https://[REDACTED]@b/?access_token=[REDACTED]");
}
