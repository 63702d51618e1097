//! AUTH: challenges of servers that want a login.
//!
//! Authorization is optional, and servers may have their own; only bearer challenges are
//! judged, and only when the revision in force is known.

use crate::auth::challenge::Demand;
use crate::check::event::{Event, Family, Place};
use crate::check::rule::{FROM_R3, FROM_R4, Level, MUST, R3, R4, R5, SHOULD};
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use crate::check::{Rule, Spot};
use crate::entry::HttpExchange;
use crate::era::Revision;

pub(super) const RULES: &[&Rule] = &[&AUTH_02, &AUTH_04, &AUTH_05];

const CHALLENGED: &str = r#"
    init 2025-11-25 {"tools":{}}
    > {$J,"id":1,"method":"tools/list"}
    http 1 POST 401 | www-authenticate: Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource", scope="read"
"#;

const AUTH_02: Rule = Rule {
    id: "AUTH-02",
    levels: MUST,
    revisions: FROM_R3,
    checks: "a bearer challenge names `resource_metadata` (since 2025-11-25 a well-known document will do)",
    pages: &[
        (R3, "basic/authorization#authorization-server-location"),
        (R4, "basic/authorization#protected-resource-metadata-discovery-requirements"),
        (
            R5,
            "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
        ),
    ],
    broken: r#"
        init 2025-06-18 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        http 1 POST 401 | www-authenticate: Bearer realm="mcp"
    "#,
    kept: CHALLENGED,
};

const AUTH_04: Rule = Rule {
    id: "AUTH-04",
    levels: SHOULD,
    revisions: FROM_R4,
    checks: "a bearer challenge names the `scope` that is needed, and in 2026-07-28 not `offline_access`",
    pages: &[(R4, "basic/authorization#scope-selection-strategy")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        http 1 POST 401 | www-authenticate: Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"
    "#,
    kept: CHALLENGED,
};

const AUTH_05: Rule = Rule {
    id: "AUTH-05",
    levels: &[(R4, Level::Should)],
    revisions: FROM_R4,
    checks: "a refusal for want of scope names `scope` and `resource_metadata`",
    pages: &[(R4, "basic/authorization#runtime-insufficient-scope-errors")],
    broken: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        http 1 POST 403 | www-authenticate: Bearer error="insufficient_scope"
    "#,
    kept: r#"
        init 2025-11-25 {"tools":{}}
        > {$J,"id":1,"method":"tools/list"}
        http 1 POST 403 | www-authenticate: Bearer error="insufficient_scope", scope="write", resource_metadata="https://example.com/.well-known/oauth-protected-resource"
    "#,
};

/// Remembers nothing: a challenge stands alone.
#[derive(Default)]
pub(super) struct Auth;

impl Family for Auth {
    fn see(&mut self, event: &Event<'_>, _: &Context, out: &mut Sink) {
        if let Event::Http(place, exchange, head) = event
            && matches!(head.status, Some(401 | 403))
        {
            judge(place, exchange, out);
        }
    }
}

const CHALLENGE: &str = "www-authenticate";

fn judge(place: &Place, exchange: &HttpExchange, out: &mut Sink) {
    let values = exchange.response_headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case(CHALLENGE));
    let demand = Demand::of(values.map(|(_, value)| value.as_str()));
    if !demand.is_oauth {
        return;
    }
    let (metadata, scope) = (demand.resource_metadata.as_deref(), demand.scope.as_deref());
    let spot = || Spot::header(CHALLENGE);
    if exchange.status == Some(401) {
        if metadata.is_some() || place.revision == Some(Revision::R2025_06_18) {
            out.judge(&AUTH_02, place, metadata.is_some(), spot(), || {
                "the challenge has no `resource_metadata`".to_owned()
            });
        }
        let wants_offline = place.revision == Some(Revision::R2026_07_28)
            && scope.is_some_and(|scope| scope.split_whitespace().any(|word| word == "offline_access"));
        out.judge(&AUTH_04, place, scope.is_some() && !wants_offline, spot(), || match scope {
            Some(scope) => format!("the challenge has the scope `{}`", shown(scope)),
            None => "the challenge has no `scope`".to_owned(),
        });
    } else if demand.wants_more_scope() {
        let missing = match (scope, metadata) {
            (None, _) => Some("scope"),
            (_, None) => Some("resource_metadata"),
            _ => None,
        };
        out.judge(&AUTH_05, place, missing.is_none(), spot(), || {
            format!("the challenge has no `{}`", missing.unwrap_or_default())
        });
    }
}
