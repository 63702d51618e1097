//! The rules of the MOD family.

use crate::check::Rule;
use crate::check::rule::{MODERN, MUST, R5, SHOULD};
use crate::era::Revision;

pub(in crate::check::rules) const RULES: &[&Rule] =
    &[&MOD_01, &MOD_02, &MOD_03, &MOD_04, &MOD_05, &MOD_06, &MOD_07, &MOD_09, &MOD_10, &MOD_11, &MOD_14];

const META: &[(Revision, &str)] = &[(R5, "basic#_meta")];
const RESULT_TYPE: &[(Revision, &str)] = &[(R5, "basic#resulttype")];

const LISTED: &str = r#"
    discover {"tools":{}}
    > {$J,"id":1,"method":"tools/list","params":{$M}}
    < {$J,"id":1,"result":{$R,$T,"tools":[]}}
"#;

pub(super) const MOD_01: Rule = Rule {
    id: "MOD-01",
    levels: MUST,
    revisions: MODERN,
    checks: "`server/discover` works, and gives versions and capabilities",
    pages: &[(R5, "server/discover")],
    broken: r#"
        > {$J,"id":1,"method":"server/discover","params":{$M}}
        < {$J,"id":1,"result":{$R,$T,"supportedVersions":[],"capabilities":{}}}
    "#,
    kept: "discover {}",
};

pub(super) const MOD_02: Rule = Rule {
    id: "MOD-02",
    levels: SHOULD,
    revisions: MODERN,
    checks: "a version that is served is among `supportedVersions`",
    pages: &[(R5, "server/discover")],
    broken: r#"
        > {$J,"id":1,"method":"server/discover","params":{$M}}
        < {$J,"id":1,"result":{$R,$T,"supportedVersions":["2025-11-25"],"capabilities":{"tools":{}}}}
        > {$J,"id":2,"method":"tools/list","params":{$M}}
        < {$J,"id":2,"result":{$R,$T,"tools":[]}}
    "#,
    kept: LISTED,
};

pub(super) const MOD_03: Rule = Rule {
    id: "MOD-03",
    levels: MUST,
    revisions: MODERN,
    checks: "every result has a `resultType`",
    pages: RESULT_TYPE,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{$T,"tools":[],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}
    "#,
    kept: LISTED,
};

pub(super) const MOD_04: Rule = Rule {
    id: "MOD-04",
    levels: MUST,
    revisions: MODERN,
    checks: "`resultType` is `complete`, `input_required`, or that of an extension the request declared",
    pages: RESULT_TYPE,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"add",$M}}
        < {$J,"id":1,"result":{"resultType":"partial","content":[],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}
    "#,
    kept: LISTED,
};

pub(super) const MOD_05: Rule = Rule {
    id: "MOD-05",
    levels: SHOULD,
    revisions: MODERN,
    checks: "results name the server in `_meta`, with name and version",
    pages: META,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{$M}}
        < {$J,"id":1,"result":{"resultType":"complete",$T,"tools":[]}}
    "#,
    kept: LISTED,
};

pub(super) const MOD_06: Rule = Rule {
    id: "MOD-06",
    levels: MUST,
    revisions: MODERN,
    checks: "a version that is not supported is refused with -32022, the versions that are, and the one requested",
    pages: &[(R5, "basic/versioning#protocol-version-negotiation")],
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}
        < {$J,"id":1,"error":{"code":-32602,"message":"bad version"}}
    "#,
    kept: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}
        < {$J,"id":1,"error":{"code":-32022,"message":"unsupported","data":{"supported":["2026-07-28"],"requested":"1999-01-01"}}}
    "#,
};

pub(super) const MOD_07: Rule = Rule {
    id: "MOD-07",
    levels: MUST,
    revisions: MODERN,
    checks: "a request without `clientCapabilities` is refused with -32602",
    pages: META,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{"_meta":{$V}}}
        < {$J,"id":1,"result":{$R,$T,"tools":[]}}
    "#,
    kept: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/list","params":{"_meta":{$V}}}
        < {$J,"id":1,"error":{"code":-32602,"message":"no client capabilities"}}
    "#,
};

pub(super) const MOD_09: Rule = Rule {
    id: "MOD-09",
    levels: MUST,
    revisions: MODERN,
    checks: "lists that the capabilities promise are there",
    pages: &[(R5, "server/tools#capabilities")],
    broken: r#"
        discover {"prompts":{}}
        > {$J,"id":1,"method":"prompts/list","params":{$M}}
        < {$J,"id":1,"error":{"code":-32601,"message":"method not found"}}
    "#,
    kept: LISTED,
};

pub(super) const MOD_10: Rule = Rule {
    id: "MOD-10",
    levels: MUST,
    revisions: MODERN,
    checks: "the server sends no requests",
    pages: &[(R5, "basic/patterns")],
    broken: r#"
        discover {}
        < {$J,"id":"a","method":"roots/list"}
    "#,
    kept: LISTED,
};

pub(super) const MOD_11: Rule = Rule {
    id: "MOD-11",
    levels: MUST,
    revisions: MODERN,
    checks: "-32021 names in `data.requiredCapabilities` what the request did not declare",
    pages: META,
    broken: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"ask",$M({"sampling":{}})}}
        < {$J,"id":1,"error":{"code":-32021,"message":"no","data":{"requiredCapabilities":{"sampling":{}}}}}
    "#,
    kept: r#"
        discover {"tools":{}}
        > {$J,"id":1,"method":"tools/call","params":{"name":"ask",$M({"sampling":{}})}}
        < {$J,"id":1,"error":{"code":-32021,"message":"no","data":{"requiredCapabilities":{"sampling":{"tools":{}}}}}}
    "#,
};

pub(super) const MOD_14: Rule = Rule {
    id: "MOD-14",
    levels: SHOULD,
    revisions: MODERN,
    checks: "`ping`, `logging/setLevel` and the old subscriptions are gone",
    pages: &[(R5, "changelog")],
    broken: r#"
        discover {}
        > {$J,"id":1,"method":"ping","params":{$M}}
        < {$J,"id":1,"result":{$R}}
    "#,
    kept: r#"
        discover {}
        > {$J,"id":1,"method":"ping","params":{$M}}
        < {$J,"id":1,"error":{"code":-32601,"message":"method not found"}}
    "#,
};
