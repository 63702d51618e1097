//! Whose word an error is.

use super::*;
use mcp_inspector_engine::Raw;

const WANTS_LOGIN: &str = r#"{"code":"AUTHENTICATION_FAILED","message":"it wants a login","category":"connection",
    "retryable":false,"helpUrl":"http://127.0.0.1:3000/docs/errors/authentication","hint":"GET it",
    "details":{"serverId":"files","httpStatus":401}}"#;

const CODE: FaultCode = FaultCode::AuthenticationFailed;

fn error(code: i64, data: &str) -> RpcError {
    let text = format!(r#"{{"code":{code},"message":"no","data":{data}}}"#);
    RpcError::from_raw(Raw::parse(&text).unwrap())
}

fn refused(code: i64, data: &str) -> Fault {
    Fault::refused("tools/list", error(code, data))
}

/// The answer to a call, as the log has it.
fn frame(exchange: u64, error: &RpcError) -> EntryKind {
    let text = format!(r#"{{"jsonrpc":"2.0","id":1,"error":{}}}"#, error.raw.as_str());
    let frame = Frame::read(text.into());
    EntryKind::Frame {
        direction: Direction::Received,
        frame,
        exchange: Some(exchange),
        masked: false,
        call: None,
    }
}

fn exchange(number: u64, status: u16, mark: Option<&str>) -> EntryKind {
    let response_headers = mark.map(|code| ("Mcp-Inspector-Error".to_owned(), code.to_owned()));
    EntryKind::Http(Box::new(HttpExchange {
        exchange: number,
        status: Some(status),
        response_headers: response_headers.into_iter().collect(),
        ..HttpExchange::default()
    }))
}

fn marked(fault: &Fault, newest: &[EntryKind]) -> bool {
    answer_to(fault, newest.iter()).and_then(mark) == Some(CODE.as_str())
}

#[test]
fn an_error_has_the_form_of_the_backend_by_its_page() {
    let told = told(&refused(-32603, WANTS_LOGIN)).unwrap();
    assert_eq!((told.code, told.message.as_str()), (CODE, "it wants a login"));
    for (code, data) in [
        (-32603, r#"{"code":"AUTHENTICATION_FAILED","message":"mine"}"#),
        (-32603, r#"{"code":"E_MINE","message":"mine","helpUrl":"http://x/docs/errors/e-mine"}"#),
        (-32603, "null"),
        (-32000, WANTS_LOGIN),
    ] {
        assert_eq!(super::told(&refused(code, data)), None, "{data}");
    }
}

#[test]
fn an_error_in_an_answer_without_the_mark_is_the_servers_whatever_it_says() {
    let fault = refused(-32603, WANTS_LOGIN);
    let frame = frame(7, &error(-32603, WANTS_LOGIN));
    let log = |mark| [frame.clone(), exchange(7, 200, mark), exchange(6, 200, Some("AUTHENTICATION_FAILED"))];
    assert!(marked(&fault, &log(Some("AUTHENTICATION_FAILED"))));
    assert!(!marked(&fault, &log(None)), "another answer was marked, and not this one");
    assert!(!marked(&fault, &log(Some("SPAWN_FAILED"))), "it was another error");
    assert!(!marked(&fault, &[]), "nothing is known about it");
}

#[test]
fn an_answer_that_is_no_message_is_known_by_its_status() {
    let mut fault = Fault::new(FaultCode::HttpStatus, "HTTP 401");
    fault.details.http_status = Some(401);
    fault.details.http_body = Some(format!(r#"{{"error":{WANTS_LOGIN}}}"#));
    assert!(told(&fault).is_some());
    let other = exchange(9, 200, None);
    assert!(marked(&fault, &[other.clone(), exchange(8, 401, Some("AUTHENTICATION_FAILED"))]));
    assert!(!marked(
        &fault,
        &[other, exchange(8, 401, None), exchange(7, 401, Some("AUTHENTICATION_FAILED"))]
    ));
    fault.details.http_status = None;
    assert!(!marked(&fault, &[exchange(8, 401, Some("AUTHENTICATION_FAILED"))]));
}
