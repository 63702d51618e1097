use super::script::entries;
use super::*;
use std::collections::HashSet;

fn report(script: &str) -> Report {
    check(&entries(script).unwrap())
}

#[test]
fn every_rule_is_broken_by_its_example_and_the_finding_is_complete() {
    for rule in rules() {
        let report = report(rule.broken);
        let found: Vec<&Finding> = report.findings.iter().filter(|finding| finding.rule == rule.id).collect();
        assert!(!found.is_empty(), "{} is not broken by its example: {:?}", rule.id, report.findings);
        assert_eq!(report.verdict(rule.id), Some(Verdict::Broken));
        for finding in found {
            assert!(finding.page.starts_with("https://"), "{finding:?}");
            assert!(!finding.message.is_empty() && !finding.message.contains('\n'), "{finding:?}");
            assert!(rule.holds_in(finding.revision), "{finding:?}");
        }
    }
}

#[test]
fn every_rule_is_kept_by_its_other_example_and_nothing_else_is_broken() {
    for rule in rules() {
        let report = report(rule.kept);
        assert_eq!(report.findings, [], "{}", rule.id);
        assert_eq!(report.verdict(rule.id), Some(Verdict::Kept), "{} is not judged", rule.id);
    }
}

#[test]
fn rules_have_ids_of_their_own_and_say_when_they_hold() {
    let mut seen = HashSet::new();
    for rule in rules() {
        assert!(seen.insert(rule.id), "{} stands twice", rule.id);
        assert!(!rule.revisions.is_empty() && rule.revisions.is_sorted(), "{}", rule.id);
        assert!(rule.levels.is_sorted_by_key(|row| row.0), "{}", rule.id);
        assert!(rule.pages.is_sorted_by_key(|row| row.0), "{}", rule.id);
        assert!(!rule.checks.ends_with('.') && !rule.checks.contains('\n'), "{}", rule.id);
    }
}

#[test]
fn an_empty_log_exercises_nothing() {
    let report = check(&[]);
    assert_eq!(report.count(Verdict::NotExercised), rules().count());
    assert_eq!(report.findings, []);
}

/// The rules that `script` breaks, in the order of the log.
fn broken(script: &str) -> Vec<&'static str> {
    report(script).findings.iter().map(|finding| finding.rule).collect()
}

#[test]
fn a_legacy_server_may_refuse_the_probe_in_any_way() {
    let refusals = [
        r#"< {$J,"id":"p","error":{"code":-32601,"message":"Method not found"}}"#,
        r#"< {$J,"id":"p","error":{"code":-32050,"message":"not initialized"}}"#,
        r#"< {$J,"id":null,"error":{"code":-32600,"message":"Invalid Request"}}"#,
        r#"< {"id":"p","error":"what?"}"#,
        r#"< {$J,"id":"p","result":"ok"}"#,
        r#"< {$J,"id":"p","result":{}}"#,
        "http 1 POST 400 | content-type: text/html | > mcp-protocol-version: 2026-07-28",
        "http 1 POST 200 | content-type: text/html | > mcp-protocol-version: 2026-07-28 | body: <html>",
        "http 1 POST 202 | > mcp-protocol-version: 2026-07-28",
        "open",
        "",
    ];
    for refusal in refusals {
        let script = format!(
            r#"
            > {{$J,"id":"p","method":"server/discover","params":{{$M}}}}
            {refusal}
            init 2025-06-18 {{"tools":{{}}}}
            > {{$J,"id":1,"method":"tools/list"}}
            < {{$J,"id":1,"result":{{"tools":[]}}}}
            "#
        );
        let report = report(&script);
        assert_eq!(report.findings, [], "{refusal}");
        assert_eq!(report.verdict("MOD-03"), Some(Verdict::NotExercised), "{refusal}");
    }
}

#[test]
fn an_answer_to_the_probe_may_come_late() {
    let script = r#"
        > {$J,"id":"p","method":"server/discover","params":{$M}}
        init 2025-06-18 {"tools":{}}
        < {$J,"id":"p","error":{"code":-32601,"message":"Method not found"}}
        > {$J,"id":1,"method":"ping"}
        < {$J,"id":1,"result":{}}
    "#;
    assert_eq!(report(script).findings, []);
}

#[test]
fn on_a_server_of_both_eras_each_request_is_judged_by_its_own() {
    let both = r#"
        discover {"tools":{"listChanged":true}}
        init 2025-06-18 {"tools":{"listChanged":true}} {"roots":{}}
        > {$J,"id":1,"method":"tools/list"}
        > {$J,"id":2,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{"tools":[]}}
        < {$J,"id":2,"result":{$R,$T,"tools":[]}}
        < {$J,"id":"r","method":"roots/list"}
        < {$J,"method":"notifications/tools/list_changed"}
        > {$J,"id":3,"method":"ping"}
        < {$J,"id":3,"error":{"code":-32002,"message":"no"}}
    "#;
    assert_eq!(broken(both), ["LIFE-08"]);
    let mixed_up = both.replace(r#""id":1,"result":{"tools":[]}"#, r#""id":1,"result":{$R,$T,"tools":[]}"#);
    assert_eq!(broken(&mixed_up), ["LIFE-08"], "more than a revision asks for is no fault");
    let swapped = both.replace("$R,$T,\"tools\"", "\"tools\"");
    let report = report(&swapped);
    assert!(report.findings.iter().all(|finding| finding.revision.is_some()));
    assert_eq!(report.verdict("MOD-03"), Some(Verdict::Broken));
}

#[test]
fn bad_requests_of_ours_are_not_held_against_the_server() {
    for bad in [
        // A frame that is no message, and what a server may say to it.
        "> {\"jsonrpc\":\n< {$J,\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}",
        "> what\n< what",
        "> [{$J,\"id\":8,\"method\":\"ping\"}]\n< [{$J,\"id\":8,\"result\":{}}]",
        "> {\"id\":8,\"method\":\"ping\"}\n< {\"id\":8,\"result\":7}",
        "> {$J,\"id\":null,\"method\":\"ping\"}\n< {$J,\"id\":null,\"result\":{}}",
        // The same id for two requests.
        "> {$J,\"id\":8,\"method\":\"ping\"}\n> {$J,\"id\":8,\"method\":\"x\"}\n< {$J,\"id\":8,\"error\":{\"code\":1}}",
        // An answer nobody asked us for.
        "> {$J,\"id\":8,\"result\":{}}",
    ] {
        let script = format!("init 2025-06-18 {{}}\n{bad}");
        assert_eq!(report(&script).findings, [], "{bad}");
    }
}

#[test]
fn what_was_not_seen_is_not_held_against_the_server() {
    for unseen in [
        // The request, the progress token, the server's own request and the capabilities were in the gap.
        "gap\n< {$J,\"id\":5,\"result\":{}}",
        "init 2025-06-18 {}\ngap\n< {$J,\"id\":5,\"result\":{}}",
        "init 2025-06-18 {}\ngap\n< {$J,\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,\"progress\":1}}",
        "init 2025-06-18 {}\ngap\n< {$J,\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
        "init 2025-06-18 {}\ngap\n< {$J,\"method\":\"notifications/tools/list_changed\"}",
        "init 2025-06-18 {}\ngap\n< {$J,\"id\":1,\"method\":\"roots/list\"}",
        "discover {}\ngap\n< {$J,\"method\":\"notifications/tools/list_changed\"}",
    ] {
        assert_eq!(report(unseen).findings, [], "{unseen}");
    }
}

#[test]
fn after_a_gap_the_revision_still_holds() {
    let script = r#"
        init 2025-06-18 {}
        gap
        > {$J,"id":5,"method":"tools/list"}
        < {$J,"id":5,"result":{"tools":7}}
    "#;
    assert_eq!(broken(script), ["BASE-08"]);
}

#[test]
fn a_frame_with_secrets_blanked_out_is_not_accused() {
    let script = r#"
        init 2025-06-18 {"tools":{}}
        > {$J,"id":5,"method":"tools/list"}
        <* {$J,"id":5,"result":{"tools":"[REDACTED]"}}
        >* {$J,"id":6,"method":"tools/list"}
        < {$J,"id":6,"result":{"tools":"x"}}
    "#;
    assert_eq!(report(script).findings, []);
}

#[test]
fn a_new_connection_knows_nothing_of_the_old_one() {
    let script = r#"
        open
        init 2025-06-18 {"tools":{"listChanged":true}}
        < {$J,"id":1,"method":"ping"}
        > {$J,"id":9,"method":"ping"}
        open
        init 2025-11-25 {"tools":{}}
        < {$J,"id":1,"method":"ping"}
        < {$J,"method":"notifications/tools/list_changed"}
        < {$J,"id":9,"result":{}}
    "#;
    assert_eq!(broken(script), ["LIFE-07", "BASE-02"]);
    assert_eq!(report(script).findings[0].revision, Some(Revision::R2025_11_25));
}

#[test]
fn findings_name_the_entry_the_place_and_the_page() {
    let report = report(
        r#"
        init 2025-03-26 {"prompts":{}}
        > {$J,"id":1,"method":"prompts/list"}
        < [{$J,"id":1,"result":{"prompts":[],"nextCursor":5}}]
        "#,
    );
    let finding = report.findings.iter().find(|finding| finding.rule == "PAGE-01").unwrap();
    assert_eq!(
        serde_json::to_value(finding).unwrap(),
        serde_json::json!({
            "rule": "PAGE-01",
            "level": "must",
            "revision": "2025-03-26",
            "message": "`nextCursor` is `5`",
            "pointer": "/0/result/nextCursor",
            "seq": 6,
            "page": "https://modelcontextprotocol.io/specification/2025-03-26/server/utilities/pagination#response-format",
        })
    );
    assert_eq!(report.to_json()["rules"][0]["verdict"], "kept");
}

#[test]
fn only_the_first_findings_of_a_rule_are_kept_and_all_are_counted() {
    let junk = "< oops\n".repeat(KEPT + 50);
    let report = report(&junk);
    assert_eq!(report.findings.len(), KEPT);
    let row = report.rules.iter().find(|row| row.rule == "STDIO-01").unwrap();
    assert_eq!((row.broken, row.verdict), (KEPT as u64 + 50, Verdict::Broken));
}

#[test]
fn the_older_transport_is_not_judged_by_the_newer_one() {
    let script = r#"
        http 1 GET 200 | content-type: text/event-stream
        > {$J,"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        http 2 POST 202 | content-type: text/plain | body: Accepted
        <#1 {$J,"id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
        > {$J,"method":"notifications/initialized"}
        http 3 POST 202 | content-type: text/plain | body: Accepted
        > {$J,"id":2,"method":"tools/list"}
        http 4 POST 202 | content-type: text/plain | body: Accepted
        <#1 {$J,"id":2,"result":{"tools":[]}}
    "#;
    assert_eq!(report(script).findings, []);
}

#[test]
fn messages_that_crossed_on_the_way_are_no_fault() {
    let script = r#"
        init 2025-06-18 {"logging":{},"tools":{}}
        > {$J,"id":1,"method":"logging/setLevel","params":{"level":"error"}}
        < {$J,"id":1,"result":{}}
        wait 100
        < {$J,"method":"notifications/message","params":{"level":"debug","data":1}}
        > {$J,"id":2,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":2}}}
        > {$J,"method":"notifications/cancelled","params":{"requestId":2}}
        wait 100
        < {$J,"method":"notifications/progress","params":{"progressToken":2,"progress":1}}
        < {$J,"id":2,"result":{"content":[]}}
    "#;
    assert_eq!(report(script).findings, []);
}

#[test]
fn a_wrong_shape_is_told_once_by_the_rule_that_says_most() {
    let script = r#"
        init 2025-11-25 {"prompts":{}}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"id":1,"result":{"prompts":[],"nextCursor":null}}
    "#;
    let report = report(script);
    assert_eq!(broken(script), ["PAGE-01"]);
    assert_eq!(report.verdict("BASE-08"), Some(Verdict::Broken));
}

#[test]
fn hostile_frames_neither_stall_nor_crash_it() {
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let wide = format!("[{}0]", "0,".repeat(200_000));
    let keys: Vec<String> = (0..20_000).map(|at| format!("\"k{at}\":0")).collect();
    let many = format!("{{{}}}", keys.join(","));
    for value in [&deep, &wide, &many] {
        for method in ["tools/list", "resources/read", "initialize", "server/discover"] {
            let script = format!(
                r#"
                init 2025-11-25 {{}}
                discover {{}}
                > {{$J,"id":1,"method":"{method}"}}
                < {{$J,"id":1,"result":{{"tools":{value},"contents":{value},"capabilities":{value},"_meta":{value}}}}}
                > {{$J,"id":2,"method":"{method}","params":{{$M({value})}}}}
                < {{$J,"id":2,"result":{value}}}
                < {{$J,"id":{value},"method":"{method}"}}
                < {{$J,"method":"notifications/progress","params":{value}}}
                "#
            );
            let report = report(&script);
            assert!(report.findings.iter().all(|finding| finding.message.len() < 3000), "{method}");
        }
    }
}

mod branches;

mod any_log {
    use super::*;
    use proptest::prelude::*;

    /// Pieces of scripts that fit together often enough to get far.
    fn line() -> impl Strategy<Value = String> {
        let id = prop::sample::select(vec!["1", "2", "\"1\"", "\"s\"", "null", "1.5"]);
        let method = prop::sample::select(vec![
            "initialize",
            "server/discover",
            "ping",
            "tools/list",
            "tools/call",
            "resources/read",
            "subscriptions/listen",
            "logging/setLevel",
            "roots/list",
            "notifications/cancelled",
            "notifications/progress",
            "notifications/message",
            "notifications/tools/list_changed",
            "notifications/subscriptions/acknowledged",
            "x",
        ]);
        let value = prop::sample::select(vec![
            "{}",
            "7",
            "{$M}",
            "{$M({\"roots\":{}})(\"progressToken\":1)}",
            "{$R,$T,\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"c\"}",
            "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{\"method\":\"roots/list\"}}}",
            "{$S(\"s\"),\"requestId\":1,\"progressToken\":1,\"progress\":1,\"level\":\"info\",\"data\":1}",
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{}}",
            "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},$R}",
        ]);
        let sign = prop::sample::select(vec![">", "<", "<", "<#1", "<#2", ">*", "<*"]);
        let frame = (sign, id, method, value.clone(), value, 0..5u8).prop_map(
            |(sign, id, method, params, result, kind)| match kind {
                0 => format!("{sign} {{$J,\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}"),
                1 => format!("{sign} {{$J,\"method\":\"{method}\",\"params\":{params}}}"),
                2 => format!("{sign} {{$J,\"id\":{id},\"result\":{result}}}"),
                3 => format!("{sign} {{$J,\"id\":{id},\"error\":{{\"code\":-32601,\"message\":\"m\"}}}}"),
                _ => format!("{sign} [{{\"id\":{id},\"result\":{result}}},{params}]"),
            },
        );
        let other = prop::sample::select(vec![
            "init 2025-11-25 {\"tools\":{}} {\"roots\":{}}",
            "init 2025-03-26 {}",
            "discover {\"tools\":{}}",
            "open",
            "gap",
            "wait 2000",
            "http 1 POST 200 | content-type: text/event-stream | mcp-session-id: a b",
            "http 2 GET 200 | content-type: text/event-stream",
            "http 2 POST 401 | www-authenticate: Bearer x=\"",
            "end 1",
            "cut 2",
            "< oops",
        ]);
        prop_oneof![3 => frame, 1 => other.prop_map(str::to_owned)]
    }

    proptest! {
        #[test]
        fn any_log_gives_a_report_in_order_and_always_the_same(lines in prop::collection::vec(line(), 0..40)) {
            let log = entries(&lines.join("\n")).unwrap();
            let report = check(&log);
            prop_assert!(report.findings.is_sorted_by_key(|finding| finding.seq));
            prop_assert_eq!(&check(&log), &report);
            prop_assert_eq!(report.rules.len(), rules().count());
            let groups = report.grouped();
            prop_assert_eq!(groups.iter().map(|(_, all)| all.len()).sum::<usize>(), report.findings.len());
            for (index, (finding, all)) in groups.iter().enumerate() {
                prop_assert!(all.is_sorted() && all[0] == finding.seq);
                let is_same = |(other, _): &(&Finding, _)| {
                    (other.rule, &other.spot, &other.message) == (finding.rule, &finding.spot, &finding.message)
                };
                prop_assert!(!groups[index + 1..].iter().any(is_same), "told twice: {:?}", finding);
            }
            for finding in &report.findings {
                let entry = log.iter().find(|entry| entry.seq == finding.seq).expect("a finding has its entry");
                let sent = matches!(
                    entry.kind,
                    crate::entry::EntryKind::Frame { direction: crate::frame::Direction::Sent, .. }
                );
                prop_assert!(!sent, "our own frame is accused: {:?}", finding);
            }
        }

        #[test]
        fn any_bytes_give_a_report(frames in prop::collection::vec(".{0,60}", 0..10)) {
            let text: Vec<String> = frames.iter().map(|frame| format!("< {}", frame.replace(['\n', '\r'], " "))).collect();
            if let Ok(log) = entries(&text.join("\n")) {
                check(&log);
            }
        }
    }
}
