//! The name of a host, as a URL or a `Host` header has it.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// A host in lower case: a name, an IPv4 address, or an IPv6 address in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// A host and, where one is named, a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Authority {
    pub(super) host: HostName,
    pub(super) port: Option<u16>,
}

/// Why a text is no host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// Something stands before or behind the name.
    #[error("expected a host alone, such as `inspector.test`, without scheme, port or path")]
    NotAlone,
    /// Any name would do.
    #[error("`*` would let every name lead here; name each host")]
    Any,
}

impl HostName {
    /// The names of this machine that every machine has.
    pub(super) fn local() -> [HostName; 3] {
        ["localhost", "127.0.0.1", "[::1]"].map(|name| HostName(name.to_owned()))
    }

    /// The host of an address.
    pub fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => HostName(address.to_string()),
            IpAddr::V6(address) => HostName(format!("[{address}]")),
        }
    }

    /// The host as a `Host` header has it: an IPv6 address only in brackets.
    fn in_url(text: &str) -> Option<Self> {
        if let Some(inside) = text.strip_prefix('[') {
            let address: Ipv6Addr = inside.strip_suffix(']')?.parse().ok()?;
            return Some(HostName::of(address.into()));
        }
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        let is_name = !text.is_empty() && text.len() <= 253 && text.bytes().all(is_plain);
        is_name.then(|| HostName(text.to_ascii_lowercase()))
    }
}

impl FromStr for HostName {
    type Err = HostError;

    fn from_str(text: &str) -> Result<Self, HostError> {
        if text.contains('*') {
            return Err(HostError::Any);
        }
        let address = text.parse().map(|address: Ipv6Addr| HostName::of(address.into())).ok();
        address.or_else(|| HostName::in_url(text)).ok_or(HostError::NotAlone)
    }
}

impl fmt::Display for HostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Authority {
    /// Reads `host` or `host:port`, and nothing else: no user, no empty port.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let end_of_host =
            if text.starts_with('[') { text.find(']')? + 1 } else { text.find(':').unwrap_or(text.len()) };
        let (host, port) = text.split_at(end_of_host);
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => None,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(digits.parse().ok()?),
            None | Some(_) => return None,
        };
        Some(Authority { host: HostName::in_url(host)?, port })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, Option<u16>)> {
        Authority::parse(text).map(|authority| (authority.host.to_string(), authority.port))
    }

    #[test]
    fn a_host_is_read_with_and_without_its_port() {
        for (text, host, port) in [
            ("localhost", "localhost", None),
            ("LocalHost:3000", "localhost", Some(3000)),
            ("127.0.0.1:1", "127.0.0.1", Some(1)),
            ("[::1]", "[::1]", None),
            ("[0:0:0:0:0:0:0:1]:65535", "[::1]", Some(65535)),
            ("evil.example", "evil.example", None),
        ] {
            assert_eq!(read(text), Some((host.to_owned(), port)), "{text}");
        }
    }

    #[test]
    fn what_is_no_host_is_refused() {
        for text in [
            "",
            ":",
            ":80",
            "localhost:",
            "localhost:x",
            "localhost:+1",
            "localhost:65536",
            "a@localhost",
            "localhost@evil.example",
            "http://localhost",
            "localhost/",
            "localhost\\evil",
            "local host",
            "[::1",
            "[::1]x",
            "[::1]:",
            "[localhost]",
            "::1",
            "localhost:80:80",
            "localhost,evil.example",
            "lo\u{e9}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"a".repeat(254)), None);
    }

    #[test]
    fn a_user_names_a_host_alone() {
        assert_eq!("Inspector.Test".parse::<HostName>().unwrap().to_string(), "inspector.test");
        assert_eq!("fe80::1".parse::<HostName>().unwrap().to_string(), "[fe80::1]");
        assert_eq!("[fe80::1]".parse::<HostName>().unwrap().to_string(), "[fe80::1]");
        for text in ["", "host:80", "http://host", "host/"] {
            assert_eq!(text.parse::<HostName>(), Err(HostError::NotAlone), "{text}");
        }
        assert_eq!("*.test".parse::<HostName>(), Err(HostError::Any));
    }
}
