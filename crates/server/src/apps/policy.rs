//! What an app may load and connect to: what its server declares, and nothing more.
//!
//! A declaration is text of a server, and a policy is one line in which `;`, blanks and quotes mean
//! something. So only what is a scheme, a host and perhaps a port gets into it, and the rest is told.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many sources one list may have.
const MOST: usize = 64;

/// Which sources a server declares for its app, by what they are for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = AppDomains)]
pub(super) struct Domains {
    /// Where it may connect to.
    #[schema(required)]
    #[serde(rename = "connectDomains")]
    pub(super) connect: Vec<String>,
    /// Where scripts, styles, pictures, fonts and media may come from.
    #[schema(required)]
    #[serde(rename = "resourceDomains")]
    pub(super) resource: Vec<String>,
    /// What it may show in frames.
    #[schema(required)]
    #[serde(rename = "frameDomains")]
    pub(super) frame: Vec<String>,
    /// What its addresses may be relative to.
    #[schema(required)]
    #[serde(rename = "baseUriDomains")]
    pub(super) base_uri: Vec<String>,
}

/// A source that was declared and is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RefusedSource)]
pub(super) struct Refused {
    /// It, as declared.
    pub(super) source: String,
    /// Why.
    #[schema(value_type = String)]
    pub(super) why: &'static str,
}

impl Domains {
    /// Those that can be allowed, and those that cannot.
    pub(super) fn checked(self) -> (Domains, Vec<Refused>) {
        let mut refused = Vec::new();
        let mut check = |list: Vec<String>| {
            let mut kept: Vec<String> = Vec::new();
            for source in list {
                match source_of(&source) {
                    Ok(_) if kept.len() >= MOST => {
                        let why = "more were declared than one list may have";
                        refused.push(Refused { source, why });
                    }
                    Ok(clean) if kept.contains(&clean) => {}
                    Ok(clean) => kept.push(clean),
                    Err(why) => refused.push(Refused { source: brief(&source), why }),
                }
            }
            kept
        };
        let domains = Domains {
            connect: check(self.connect),
            resource: check(self.resource),
            frame: check(self.frame),
            base_uri: check(self.base_uri),
        };
        (domains, refused)
    }

    /// The policy under which the app runs, shown in a page of one of `ancestors`. The domains must have
    /// been checked.
    pub(super) fn policy(&self, ancestors: &str) -> String {
        let with = |fixed: &str, list: &[String]| {
            let sources: Vec<&str> =
                fixed.split_whitespace().chain(list.iter().map(String::as_str)).collect();
            if sources.is_empty() { "'none'".to_owned() } else { sources.join(" ") }
        };
        let resources = &self.resource;
        let directives = [
            ("default-src", "'none'".to_owned()),
            ("script-src", with("'unsafe-inline'", resources)),
            ("style-src", with("'unsafe-inline'", resources)),
            ("img-src", with("data:", resources)),
            ("media-src", with("data:", resources)),
            ("font-src", with("", resources)),
            ("connect-src", with("", &self.connect)),
            ("frame-src", with("", &self.frame)),
            ("base-uri", with("", &self.base_uri)),
            ("object-src", "'none'".to_owned()),
            ("form-action", "'none'".to_owned()),
            ("frame-ancestors", ancestors.to_owned()),
            ("sandbox", "allow-scripts allow-forms".to_owned()),
        ];
        directives.map(|(name, value)| format!("{name} {value}")).join("; ")
    }
}

/// A source as it may stand in a policy: scheme, host, perhaps a port.
fn source_of(declared: &str) -> Result<String, &'static str> {
    const NEEDED: &str = "expected an origin such as https://api.example.com or https://*.example.com";
    let (scheme, rest) = declared.split_once("://").ok_or(NEEDED)?;
    let scheme = scheme.to_ascii_lowercase();
    if !matches!(scheme.as_str(), "https" | "http" | "wss" | "ws") {
        return Err("only https, http, wss and ws can be allowed");
    }
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let (host, port) = match rest.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (rest, None),
    };
    let is_port =
        |port: &str| port == "*" || port.parse::<u16>().is_ok_and(|number| number.to_string() == port);
    if !port.is_none_or(is_port) {
        return Err(NEEDED);
    }
    // A star may stand for what is below a domain, never for all there is.
    let name = host.strip_prefix("*.").unwrap_or(host);
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let is_below_nothing = name.len() != host.len() && !name.contains('.');
    if name.len() > 253 || is_below_nothing || !name.split('.').all(is_label) {
        return Err(NEEDED);
    }
    let host = host.to_ascii_lowercase();
    Ok(port.map_or_else(|| format!("{scheme}://{host}"), |port| format!("{scheme}://{host}:{port}")))
}

/// The beginning of what was declared, without anything that acts.
fn brief(text: &str) -> String {
    let shown: String = text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if shown.len() < text.len() { format!("{shown}…") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_schemes_hosts_and_ports_get_into_a_policy() {
        for (declared, kept) in [
            ("https://API.example.com", Some("https://api.example.com")),
            ("HTTPS://example.com/", Some("https://example.com")),
            ("wss://*.example.com:8443", Some("wss://*.example.com:8443")),
            ("http://127.0.0.1:*", Some("http://127.0.0.1:*")),
            ("https://example.com; script-src *", None),
            ("https://example.com script.example", None),
            ("https://example.com\nX-Evil: 1", None),
            ("https://example.com'unsafe-eval'", None),
            ("https://example.com,https://b.example", None),
            ("https://example.com/path", None),
            ("https://example.com:99999", None),
            ("https://example.com:080", None),
            ("https://user@example.com", None),
            ("https://*", None),
            ("https://*.com", None),
            ("https://a.*.example.com", None),
            ("https://", None),
            ("https:", None),
            ("*", None),
            ("'self'", None),
            ("'unsafe-eval'", None),
            ("data:", None),
            ("blob://x", None),
            ("javascript://example.com", None),
            ("example.com", None),
            ("https://ex\u{e4}mple.com", None),
            ("https://[::1]", None),
            ("", None),
        ] {
            assert_eq!(source_of(declared).ok().as_deref(), kept, "{declared:?}");
        }
    }

    #[test]
    fn what_is_not_declared_is_denied() {
        let policy = Domains::default().policy("http://localhost:1");
        assert_eq!(
            policy,
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
             media-src data:; font-src 'none'; connect-src 'none'; frame-src 'none'; base-uri 'none'; \
             object-src 'none'; form-action 'none'; frame-ancestors http://localhost:1; \
             sandbox allow-scripts allow-forms"
        );
    }

    #[test]
    fn what_is_declared_is_allowed_where_it_is_declared_and_the_rest_is_told() {
        let declared = Domains {
            connect: vec!["https://api.example.com".into(), "https://api.example.com/".into()],
            resource: vec!["https://cdn.example.com".into(), "*; script-src *".into()],
            ..Domains::default()
        };
        let (domains, refused) = declared.checked();
        assert_eq!(domains.connect, ["https://api.example.com"]);
        assert_eq!(refused.len(), 1);
        assert_eq!(refused[0].source, "*; script-src *");
        let policy = domains.policy("'none'");
        assert!(policy.contains("connect-src https://api.example.com;"), "{policy}");
        assert!(policy.contains("script-src 'unsafe-inline' https://cdn.example.com;"), "{policy}");
        assert!(policy.contains("img-src data: https://cdn.example.com;"), "{policy}");
        assert!(!policy.contains('*'), "{policy}");
    }

    #[test]
    fn a_list_without_end_is_cut_and_that_is_told() {
        let connect = (0..100).map(|number| format!("https://h{number}.example.com")).collect();
        let (domains, refused) = Domains { connect, ..Domains::default() }.checked();
        assert_eq!((domains.connect.len(), refused.len()), (MOST, 100 - MOST));
    }
}
