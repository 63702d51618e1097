//! Requests that stand alone: input rounds, headers, levels, and what is gone.

use super::script::{any_era, check_modern, check_modern_on};
use crate::peer::config::{LogLevel, Offer, PeerConfig};

#[test]
fn a_result_that_asks_for_input_becomes_asks_and_the_call_is_sent_again() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x","arguments":{"n":1.10}}
        < send #2 tools/call alone {"name":"x","arguments":{"n":1.10}} [mcp-name=x]
        > answer 2 {"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{"message":"?"}},"r":{"method":"roots/list"},"s":{"method":"sampling/createMessage","params":{}}},"requestState":"\u0041\/="}
        < note input-required {"id":2,"round":1,"asks":3}
        < ask 1 elicitation/create
        < ask 2 sampling/createMessage
        > reply 2 {"role":"assistant"}
        < ask-end 2 answered
        > reply 1 {"action":"accept","content":{}}
        < ask-end 1 answered
        < send #3 tools/call alone {"name":"x","arguments":{"n":1.10},"inputResponses":{"r":{"roots":[]},"s":{"role":"assistant"},"q":{"action":"accept","content":{}}},"requestState":"\u0041\/="} [mcp-name=x]
        > answer 3 {"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{}}}}
        < note input-required {"id":3,"round":2,"asks":1}
        < ask 3 elicitation/create
        > reply 3 {"action":"decline"}
        < ask-end 3 answered
        < send #4 tools/call alone {"name":"x","arguments":{"n":1.10},"inputResponses":{"q":{"action":"decline"}}} [mcp-name=x]
        > answer 4 {"resultType":"complete","content":[]}
        < settle a Answered {"resultType":"complete","content":[]}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn a_verbatim_call_ends_with_its_first_answer_whatever_that_asks_for() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call verbatim {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 2 {"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create"}},"requestState":"s"}
        < settle a Answered {"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create"}},"requestState":"s"}
        > call b tools/call verbatim {"name":"x"}
        < send #3 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 3 {"resultType":"task","taskId":"t"}
        < settle b Answered {"resultType":"task","taskId":"t"}
        > held
        < held in-flight=0 waiting=0 tombstones=0 other=0
        "#,
    );
}

#[test]
fn a_result_with_nothing_but_a_state_is_tried_again_more_and_more_slowly_until_the_limit() {
    let config = PeerConfig { round_limit: 2, ..any_era() };
    check_modern(
        config,
        r#"
        > call a prompts/get {"name":"p"}
        < send #2 prompts/get alone {"name":"p"} [mcp-name=p]
        > answer 2 {"resultType":"input_required","requestState":"one"}
        < note input-required {"id":2,"round":1,"asks":0}
        > wait 249
        > wait 1
        < send #3 prompts/get alone {"name":"p","requestState":"one"} [mcp-name=p]
        > answer 3 {"resultType":"input_required","requestState":"two"}
        < note input-required {"id":3,"round":2,"asks":0}
        > wait 500
        < send #4 prompts/get alone {"name":"p","requestState":"two"} [mcp-name=p]
        > answer 4 {"resultType":"input_required","requestState":"three"}
        < settle a Lost INVALID_RESPONSE
        "#,
    );
}

#[test]
fn a_refusal_that_has_no_form_on_the_wire_ends_the_call_and_takes_its_other_asks_along() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 2 {"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{}},"s":{"method":"sampling/createMessage","params":{}}}}
        < note input-required {"id":2,"round":1,"asks":2}
        < ask 1 elicitation/create
        < ask 2 sampling/createMessage
        > refuse 2 -1
        < ask-end 2 answered
        < ask-end 1 withdrawn
        < settle a Cancelled the server asked for `sampling/createMessage`, which was refused: refused (-1)
        "#,
    );
}

#[test]
fn an_elicitation_nobody_answers_is_cancelled_and_a_sampling_expires_the_call() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 2 {"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{}}}}
        < note input-required {"id":2,"round":1,"asks":1}
        < ask 1 elicitation/create
        > wait 300000
        < ask-end 1 expired
        < send #3 tools/call alone {"name":"x","inputResponses":{"q":{"action":"cancel"}}} [mcp-name=x]
        > answer 3 {"resultType":"input_required","inputRequests":{"q":{"method":"sampling/createMessage","params":{}}}}
        < note input-required {"id":3,"round":2,"asks":1}
        < ask 2 sampling/createMessage
        > wait 300000
        < ask-end 2 expired
        < settle a Expired
        "#,
    );
}

#[test]
fn questions_that_are_no_questions_end_the_call() {
    for result in [
        r#"{"resultType":"input_required"}"#,
        r#"{"resultType":"input_required","inputRequests":[]}"#,
        r#"{"resultType":"input_required","inputRequests":{"q":{"params":{}}}}"#,
        r#"{"resultType":"other"}"#,
        r#"{"resultType":7}"#,
    ] {
        check_modern(
            any_era(),
            &format!(
                r#"
                > call a tools/call {{"name":"x"}}
                < send #2 tools/call alone {{"name":"x"}} [mcp-name=x]
                > answer 2 {result}
                < settle a Lost INVALID_RESPONSE
                > held
                < held in-flight=0 waiting=0 tombstones=0 other=0
                "#
            ),
        );
    }
    check_modern(
        PeerConfig { offer: Offer::default(), ..any_era() },
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 2 {"resultType":"input_required","inputRequests":{"q":{"method":"ping"}}}
        < note input-required {"id":2,"round":1,"asks":1}
        < settle a Lost INVALID_RESPONSE
        > call b tools/call {"name":"x"}
        < send #3 tools/call alone {"name":"x"} [mcp-name=x]
        > answer 3 {"resultType":"input_required","inputRequests":{"q":{"method":"sampling/createMessage"}}}
        < note input-required {"id":3,"round":1,"asks":1}
        < settle b Lost INVALID_RESPONSE
        "#,
    );
    check_modern(
        any_era(),
        r#"
        > call a completion/complete forced {}
        < send #2 completion/complete alone {} []
        > answer 2 {"resultType":"input_required","requestState":"s"}
        < settle a Lost INVALID_RESPONSE
        "#,
    );
}

#[test]
fn a_call_that_waits_for_answers_can_be_taken_back_and_ends_with_the_connection() {
    let ask = r#"answer 2 {"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{}}}}"#;
    check_modern(
        any_era(),
        &format!(
            r#"
            > call a tools/call {{"name":"x"}}
            < send #2 tools/call alone {{"name":"x"}} [mcp-name=x]
            > {ask}
            < note input-required {{"id":2,"round":1,"asks":1}}
            < ask 1 elicitation/create
            > abort a
            < ask-end 1 withdrawn
            < settle a Cancelled enough
            > reply 1 {{"action":"accept"}}
            "#
        ),
    );
    check_modern(
        any_era(),
        &format!(
            r#"
            > call a tools/call {{"name":"x"}}
            < send #2 tools/call alone {{"name":"x"}} [mcp-name=x]
            > {ask}
            < note input-required {{"id":2,"round":1,"asks":1}}
            < ask 1 elicitation/create
            > down retryable
            < close 1
            < settle a Lost TRANSPORT_ERROR
            < ask-end 1 lost
            < phase backoff by link-lost
            "#
        ),
    );
}

#[test]
fn a_call_is_cancelled_by_closing_its_exchange_or_by_a_notification() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > abort a
        < forget 2
        < settle a Cancelled enough
        > call b tools/call timeout=50 {"name":"x"}
        < send #3 tools/call alone {"name":"x"} [mcp-name=x]
        > wait 50
        < forget 3
        < settle b Expired
        "#,
    );
    check_modern_on(
        "pipe",
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"}
        > abort a
        < notify notifications/cancelled {"requestId":2,"reason":"enough"}
        < settle a Cancelled enough
        "#,
    );
}

#[test]
fn a_lost_stream_loses_the_call() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > undelivered 2 lost
        < settle a Lost TRANSPORT_ERROR
        "#,
    );
}

#[test]
fn arguments_are_mirrored_once_the_tools_are_known() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x","arguments":{"r":"eu"}}
        < send #2 tools/call alone {"name":"x","arguments":{"r":"eu"}} [mcp-name=x]
        > error 2 -32020
        < note sent-again {"id":2,"why":"a header did not fit; the tools are listed anew first"}
        < send #3 tools/list alone {} []
        > answer 3 {"resultType":"complete","tools":[{"name":"x","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}]}
        < send #4 tools/call alone {"name":"x","arguments":{"r":"eu"}} [mcp-name=x mcp-param-Region=eu]
        > error 4 -32020
        < settle a Refused {"code":-32020,"message":"no"}
        > call b tools/call {"name":"x","arguments":{"r":null}}
        < send #5 tools/call alone {"name":"x","arguments":{"r":null}} [mcp-name=x]
        "#,
    );
}

#[test]
fn a_tool_with_wrong_header_declarations_is_refused_over_http_only_and_can_be_forced() {
    let list = r#"{"resultType":"complete","tools":[{"name":"x","inputSchema":{"type":"object","properties":{"r":{"type":"number","x-mcp-header":"R"}}}}]}"#;
    check_modern(
        any_era(),
        &format!(
            r#"
            > list t tools
            < send #2 tools/list alone {{}} []
            > answer 2 {list}
            < listed t 1
            > call a tools/call {{"name":"x"}}
            < settle a Lost PROTOCOL_ERROR
            > call b tools/call forced {{"name":"x"}}
            < send #3 tools/call alone {{"name":"x"}} [mcp-name=x]
            "#
        ),
    );
    check_modern_on(
        "pipe",
        any_era(),
        &format!(
            r#"
            > call t tools/list
            < send #2 tools/list alone {{}}
            > answer 2 {list}
            < settle t Answered {list}
            > call a tools/call {{"name":"x"}}
            < send #3 tools/call alone {{"name":"x"}}
            "#
        ),
    );
}

#[test]
fn a_refused_revision_is_tried_once_more() {
    check_modern(
        any_era(),
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} [mcp-name=x]
        > error 2 -32022 {"supported":["2026-07-28"]}
        < note sent-again {"id":2,"why":"the server refused the revision it speaks"}
        < send #3 tools/call alone {"name":"x"} [mcp-name=x]
        > error 3 -32022 {"supported":["2026-07-28"]}
        < settle a Refused {"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}}
        > call b tools/call {"name":"x"}
        < send #4 tools/call alone {"name":"x"} [mcp-name=x]
        > error 4 -32022 {"supported":["2025-11-25"]}
        < settle b Refused {"code":-32022,"message":"no","data":{"supported":["2025-11-25"]}}
        "#,
    );
}

#[test]
fn the_log_level_goes_with_every_request_and_can_be_changed() {
    let config = PeerConfig { quiet_log_level: Some(LogLevel::Debug), ..any_era() };
    check_modern(
        config,
        r#"
        > call a tools/call {"name":"x"}
        < send #2 tools/call alone {"name":"x"} meta {"io.modelcontextprotocol/logLevel":"debug"} [mcp-name=x]
        > answer 2 {}
        < settle a Answered {}
        > call b logging/setLevel {"level":"error"}
        < note log-level {"level":"error"}
        < settle b Answered {}
        > call c tools/call {"name":"x","_meta":{"traceparent":"00-a"}}
        < send #3 tools/call alone {"name":"x"} meta {"io.modelcontextprotocol/logLevel":"error","traceparent":"00-a"} [mcp-name=x]
        "#,
    );
}

#[test]
fn what_the_revision_no_longer_has_is_refused_here_unless_it_is_forced() {
    check_modern(
        PeerConfig { ping_interval: Some(std::time::Duration::from_secs(30)), ..any_era() },
        r#"
        > wait 31000
        > call a ping
        < settle a Lost CAPABILITY_MISSING
        > call b tasks/list
        < settle b Lost CAPABILITY_MISSING
        > call c ping forced
        < send #2 ping alone {} []
        > recv {"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}
        < note unexpected-request {"method":"sampling/createMessage"}
        > roots file:///r
        "#,
    );
}

#[test]
fn a_raw_request_has_the_headers_of_what_it_says() {
    check_modern(
        any_era(),
        r#"
        > raw {"jsonrpc":"2.0","id":"mine","method":"tools/call","params":{"name":"ü"}}
        < raw {"jsonrpc":"2.0","id":"mine","method":"tools/call","params":{"name":"ü"}}
        "#,
    );
}

#[test]
fn answers_are_kept_as_long_as_the_server_allows_for_callers_who_are_content_with_them() {
    check_modern(
        any_era(),
        r#"
        > list a tools
        < send #2 tools/list alone {} []
        > answer 2 {"resultType":"complete","tools":[],"ttlMs":1000,"cacheScope":"private"}
        < listed a 1
        > wait 400
        > list b tools cached
        < note from-cache {"method":"tools/list","ageMs":400}
        < listed b 1
        > list c tools
        < send #3 tools/list alone {} []
        > answer 3 {"resultType":"complete","tools":[],"ttlMs":1000,"cacheScope":"private"}
        < listed c 1
        > recv {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
        < note stray-subscription {"method":"notifications/tools/list_changed"}
        > list d tools cached
        < send #4 tools/list alone {} []
        > answer 4 {"resultType":"complete","tools":[]}
        < listed d 1
        > call e resources/read {"uri":"a"}
        < send #5 resources/read alone {"uri":"a"} [mcp-name=a]
        > answer 5 {"resultType":"complete","contents":[],"ttlMs":60000}
        < settle e Answered {"resultType":"complete","contents":[],"ttlMs":60000}
        > call f resources/read cached {"uri":"a","_meta":{"x":1}}
        < note from-cache {"method":"resources/read","ageMs":0}
        < settle f Answered {"resultType":"complete","contents":[],"ttlMs":60000}
        > call g resources/read cached {"uri":"b"}
        < send #6 resources/read alone {"uri":"b"} [mcp-name=b]
        > answer 6 {"resultType":"complete","contents":[],"ttlMs":0}
        < settle g Answered {"resultType":"complete","contents":[],"ttlMs":0}
        > call h resources/read cached {"uri":"b"}
        < send #7 resources/read alone {"uri":"b"} [mcp-name=b]
        > recv {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"b"}}
        < note stray-subscription {"method":"notifications/resources/updated"}
        > answer 7 {"resultType":"complete","contents":[],"ttlMs":60000}
        < settle h Answered {"resultType":"complete","contents":[],"ttlMs":60000}
        > call i resources/read cached {"uri":"b"}
        < send #8 resources/read alone {"uri":"b"} [mcp-name=b]
        "#,
    );
}
