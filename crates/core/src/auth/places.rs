//! Where metadata may be: the well-known places of a resource and of an authorization server.
//!
//! URLs are compared and kept as the text they were given as: a URL type would add a slash here
//! and there, and an issuer that differs by a slash is another issuer.

use crate::brief::brief;
use url::{Host, Url};

/// How long an issuer may be, in bytes: nobody could read a longer one.
const LONGEST: usize = 2000;

/// A place to look at, and the rule that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The URL.
    pub url: String,
    /// The rule that names it.
    pub rule: &'static str,
    /// What is looked for there.
    pub what: &'static str,
}

/// Why there is no place to look at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// It is no URL.
    #[error("`{text}` is not an absolute http or https URL")]
    NotAUrl {
        /// What it is.
        text: String,
    },
    /// An issuer has neither query nor fragment.
    #[error("the issuer `{text}` has a query or a fragment")]
    NotAnIssuer {
        /// What it is.
        text: String,
    },
}

/// Where the metadata of the resource at `server` may be (RFC 9728): where its challenge says,
/// then the well-known places, the more exact one first.
pub fn of_resource(server: &Url, named: Option<&str>) -> Vec<Place> {
    let mut places = Vec::new();
    if let Some(url) = named.and_then(|named| server.join(named).ok()) {
        places.push(Place {
            url: url.into(),
            rule: "RFC 9728 section 5.1",
            what: "resource metadata, where the challenge says",
        });
    }
    let origin = server.origin().ascii_serialization();
    let path = server.path().trim_end_matches('/');
    let query = server.query().map_or_else(String::new, |query| format!("?{query}"));
    if !path.is_empty() || !query.is_empty() {
        places.push(Place {
            url: format!("{origin}/.well-known/oauth-protected-resource{path}{query}"),
            rule: "RFC 9728 section 3.1",
            what: "resource metadata, for the path of the server",
        });
    }
    places.push(Place {
        url: format!("{origin}/.well-known/oauth-protected-resource"),
        rule: "RFC 9728 section 3.1",
        what: "resource metadata, for the whole origin",
    });
    let mut seen: Vec<String> = Vec::new();
    places.retain(|place| {
        let is_new = !seen.contains(&place.url);
        seen.push(place.url.clone());
        is_new
    });
    places
}

/// Where the metadata of the authorization server `issuer` may be (RFC 8414, OpenID Connect).
pub fn of_issuer(issuer: &str) -> Result<Vec<Place>, PlaceError> {
    let url = absolute(issuer)?;
    // What is read in one way by people and in another by programs names nobody.
    let is_odd = |c: char| c == '\\' || c.is_whitespace() || c.is_control();
    let has_user = !url.username().is_empty() || url.password().is_some();
    let is_long = issuer.len() > LONGEST;
    if url.query().is_some() || url.fragment().is_some() || has_user || is_long || issuer.contains(is_odd) {
        return Err(PlaceError::NotAnIssuer { text: brief(issuer) });
    }
    let origin = url.origin().ascii_serialization();
    let path = url.path().trim_end_matches('/');
    let place = |url: String, rule, what| Place { url, rule, what };
    let mut places = vec![
        place(
            format!("{origin}/.well-known/oauth-authorization-server{path}"),
            "RFC 8414 section 3.1",
            "authorization server metadata (OAuth)",
        ),
        place(
            format!("{origin}/.well-known/openid-configuration{path}"),
            "RFC 8414 section 5",
            "authorization server metadata (OpenID Connect)",
        ),
    ];
    if !path.is_empty() {
        places.push(place(
            format!("{origin}{path}/.well-known/openid-configuration"),
            "OpenID Connect Discovery section 4",
            "authorization server metadata (OpenID Connect, path before)",
        ));
    }
    Ok(places)
}

/// The issuer that a server of 2025-03-26 is to itself: the root of its origin.
pub fn own_issuer(server: &Url) -> String {
    server.origin().ascii_serialization()
}

/// A text as an absolute URL of the web.
pub fn absolute(text: &str) -> Result<Url, PlaceError> {
    Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or_else(|| PlaceError::NotAUrl { text: brief(text) })
}

/// The URL of the server as tokens name it (RFC 8707): no fragment, no slash that says nothing.
pub fn canonical(server: &Url) -> String {
    let mut url = server.clone();
    url.set_fragment(None);
    let text = url.to_string();
    if url.path() == "/" && url.query().is_none() { text.trim_end_matches('/').to_owned() } else { text }
}

/// The URL of a server without what makes no other server of it: query, fragment and idle slashes. What is
/// kept in mind about a server is kept under this.
pub fn bare(server: &Url) -> String {
    let parts: Vec<&str> = server.path().split('/').filter(|part| !part.is_empty()).collect();
    format!("{}/{}", server.origin().ascii_serialization(), parts.join("/"))
}

/// Whether two URLs have the same scheme, host and port.
pub fn is_same_origin(one: &str, other: &str) -> bool {
    matches!((absolute(one), absolute(other)), (Ok(one), Ok(other)) if one.origin() == other.origin())
}

/// Whether tokens and codes can travel there: https, or a machine that only we can reach.
pub fn is_safe(url: &str) -> bool {
    let stays_inside = |url: &Url| url.host().is_some_and(|host| stays_inside(&host));
    absolute(url).is_ok_and(|url| url.scheme() == "https" || stays_inside(&url))
}

/// Whether what is sent to a host stays on this machine or in its own network. Narrower than what is private:
/// addresses that carry another one, or that are not meant to be reached at all, may lead anywhere.
fn stays_inside(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(_) => is_private_host(host),
        Host::Ipv4(v4) => {
            // Carriers and virtual networks share 100.64.0.0/10, and nobody outside reaches it.
            let [a, b, ..] = v4.octets();
            v4.is_loopback() || v4.is_private() || v4.is_link_local() || (a == 100 && (64..128).contains(&b))
        }
        Host::Ipv6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => stays_inside(&Host::Ipv4(v4)),
            None => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
        },
    }
}

/// Whether a URL leads to this machine or to a network that the public cannot reach. Only what the
/// URL itself shows counts; names are not looked up.
pub fn is_private(url: &Url) -> bool {
    url.host().is_none_or(|host| is_private_host(&host))
}

/// How names end that only a private network knows.
const PRIVATE_ENDS: [&str; 8] =
    [".localhost", ".local", ".internal", ".home.arpa", ".lan", ".home", ".corp", ".intranet"];

fn is_private_host(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || PRIVATE_ENDS.iter().any(|end| name.ends_with(end)) || !name.contains('.')
        }
        Host::Ipv4(v4) => {
            let [a, b, ..] = v4.octets();
            v4.is_loopback()
                || v4.is_private()
                || v4.is_link_local()
                || v4.is_multicast()
                || a == 0
                || a >= 240
                || (a == 100 && (64..128).contains(&b))
                || (a == 192 && b == 0)
                || (a == 198 && matches!(b, 18 | 19))
        }
        Host::Ipv6(v6) => {
            v6.is_loopback()
                || v6.is_unspecified()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
                || v6.is_multicast()
                // Addresses that carry one of IPv4, or once were private.
                || matches!(v6.segments()[0], 0x64 | 0x2002 | 0xfec0..=0xfeff)
                || v6.to_ipv4().is_some_and(|v4| is_private_host(&Host::Ipv4(v4)))
        }
    }
}

/// Whether a URL leads to this machine.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(places: &[Place]) -> Vec<&str> {
        places.iter().map(|place| place.url.as_str()).collect()
    }

    #[test]
    fn the_places_of_a_resource_come_in_the_order_of_the_specification() {
        let server = Url::parse("https://a.example/v1/mcp").unwrap();
        assert_eq!(
            urls(&of_resource(&server, None)),
            [
                "https://a.example/.well-known/oauth-protected-resource/v1/mcp",
                "https://a.example/.well-known/oauth-protected-resource",
            ]
        );
        assert_eq!(urls(&of_resource(&server, Some("/meta")))[0], "https://a.example/meta");
        let root = Url::parse("https://a.example/").unwrap();
        let places = of_resource(&root, Some("https://a.example/.well-known/oauth-protected-resource"));
        assert_eq!(urls(&places), ["https://a.example/.well-known/oauth-protected-resource"]);
    }

    #[test]
    fn an_issuer_with_a_path_has_three_places_and_one_without_has_two() {
        assert_eq!(
            urls(&of_issuer("https://a.example/t/").unwrap()),
            [
                "https://a.example/.well-known/oauth-authorization-server/t",
                "https://a.example/.well-known/openid-configuration/t",
                "https://a.example/t/.well-known/openid-configuration",
            ]
        );
        assert_eq!(of_issuer("https://a.example").unwrap().len(), 2);
        assert!(matches!(of_issuer("a.example"), Err(PlaceError::NotAUrl { .. })));
        assert!(of_issuer(&format!("https://a.example/{}", "x".repeat(LONGEST))).is_err());
        for odd in [
            "https://a.example?x=1",
            "https://u:p@a.example",
            "https://a.example\\@b.example",
            " https://a.example",
        ] {
            assert!(matches!(of_issuer(odd), Err(PlaceError::NotAnIssuer { .. })), "{odd}");
        }
    }

    #[test]
    fn the_canonical_url_has_no_fragment_and_no_idle_slash() {
        let canonical = |text: &str| canonical(&Url::parse(text).unwrap());
        assert_eq!(canonical("HTTPS://A.example:443/#x"), "https://a.example");
        assert_eq!(canonical("https://a.example/mcp/"), "https://a.example/mcp/");
        assert_eq!(canonical("https://a.example/?q=1"), "https://a.example/?q=1");
    }

    #[test]
    fn a_server_is_the_same_with_a_query_and_with_idle_slashes() {
        let bare = |text: &str| bare(&Url::parse(text).unwrap());
        for text in ["https://a.example/mcp/", "https://a.example//mcp", "https://A.example:443/mcp?x=1#y"] {
            assert_eq!(bare(text), "https://a.example/mcp");
        }
        assert_ne!(bare("https://a.example/"), bare("https://a.example/mcp"));
        assert!(is_same_origin("https://a.example/x", "https://A.example:443"));
        assert!(!is_same_origin("https://a.example", "http://a.example") && !is_same_origin("x", "x"));
    }

    #[test]
    fn plain_http_is_for_this_machine_and_its_own_network() {
        let inside = [
            "http://localhost:1/x",
            "http://127.0.0.1",
            "http://[::1]",
            "http://10.1.2.3",
            "http://192.168.0.1",
            "http://100.64.0.1",
            "http://[fd00::1]",
            "http://[fe80::1]",
            "http://[::ffff:10.0.0.1]",
            "http://keycloak:8080",
            "http://nas.local",
            "https://8.8.8.8",
        ];
        for url in inside {
            assert!(is_safe(url), "{url}");
        }
        let outside = [
            "http://a.example",
            "http://8.8.8.8",
            "http://192.0.2.1",
            "http://192.0.66.1",
            "http://198.18.0.1",
            "http://240.0.0.1",
            "http://224.0.0.1",
            "http://0.0.0.0",
            "http://[64:ff9b::808:808]",
            "http://[2002:808:808::1]",
            "http://[ff0e::1]",
            "http://[::ffff:8.8.8.8]",
            "ftp://localhost",
        ];
        for url in outside {
            assert!(!is_safe(url), "{url}");
        }
    }

    #[test]
    fn private_hosts_are_known_by_their_looks() {
        let hosts = [
            ("http://localhost:1", true),
            ("http://127.0.0.1", true),
            ("http://172.18.0.3", true),
            ("http://169.254.169.254/latest", true),
            ("http://[::1]:2", true),
            ("http://[::ffff:10.0.0.1]", true),
            ("http://[fd00::1]", true),
            ("http://metadata", true),
            ("http://metadata.google.internal", true),
            ("http://0x7f000001", true),
            ("http://0.1.2.3", true),
            ("http://198.18.0.1", true),
            ("http://240.0.0.1", true),
            ("http://[64:ff9b::a9fe:a9fe]", true),
            ("http://[2002:7f00:1::]", true),
            ("http://[::127.0.0.1]", true),
            ("http://[ff02::1]", true),
            ("http://router.lan", true),
            ("https://[2606:4700::1111]", false),
            ("https://8.8.8.8", false),
            ("https://auth.example.com", false),
        ];
        for (url, expected) in hosts {
            assert_eq!(is_private(&Url::parse(url).unwrap()), expected, "{url}");
        }
        assert!(is_loopback(&Url::parse("http://[::1]:2").unwrap()));
        assert!(!is_loopback(&Url::parse("http://10.0.0.1").unwrap()));
    }
}
