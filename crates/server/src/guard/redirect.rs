//! Where a login may send the browser back to: this machine, and nowhere else.

use super::host::{Authority, HostName};

/// Whether a URL leads to this machine, however a browser reads it.
///
/// Only plain `http` and `https` URLs with one of the three local names pass. Whatever could be read in
/// two ways (a user before the host, a backslash, a space, a control character) does not.
pub fn is_local_redirect(uri: &str) -> bool {
    let is_plain = uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let Some((scheme, rest)) = uri.split_once("://").filter(|_| is_plain) else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    is_web && Authority::parse(authority).is_some_and(|to| HostName::local().contains(&to.host))
}

#[cfg(test)]
mod tests {
    use super::is_local_redirect;

    #[test]
    fn addresses_of_this_machine_pass() {
        for uri in [
            "http://localhost",
            "http://localhost/",
            "http://localhost:6274/oauth/callback",
            "https://localhost/x?next=http://evil.example/",
            "HTTP://LOCALHOST:1/",
            "http://127.0.0.1:3000/callback?code=1#x",
            "http://[::1]:3000/callback",
            "http://localhost/@evil.example",
            "http://localhost?x",
            "http://localhost#x",
        ] {
            assert!(is_local_redirect(uri), "{uri}");
        }
    }

    #[test]
    fn whatever_could_lead_elsewhere_does_not_pass() {
        for uri in [
            "",
            "localhost",
            "//localhost",
            "/callback",
            "http:localhost",
            "http:/localhost",
            "http:///localhost",
            "http://",
            "http://evil.example",
            "http://localhost@evil.example",
            "http://localhost:3000@evil.example",
            "http://localhost:80:80/",
            "http://user@localhost/",
            "http://localhost.evil.example",
            "http://evil.example/localhost",
            "http://evil.example#localhost",
            "http://evil.example?http://localhost",
            "http://localhost.",
            "http://localhost%2eevil.example",
            "http://localhos%74",
            "http://localhost\\@evil.example",
            "http://evil.example\\localhost",
            "http:\\\\localhost",
            " http://localhost",
            "http://localhost ",
            "http://local\thost",
            "http://localhost\n.evil.example",
            "http://localhost\0.evil.example",
            "http://127.0.0.1.evil.example",
            "http://127.0.0.2",
            "http://127.1",
            "http://0x7f000001",
            "http://2130706433",
            "http://0.0.0.0",
            "http://[::]",
            "http://[::ffff:127.0.0.1]",
            "http://[::1",
            "http://[::1].evil.example",
            "http://ⓛocalhost",
            "ftp://localhost",
            "javascript://localhost/%0aalert(1)",
            "file://localhost/etc/passwd",
            "data:text/html,http://localhost",
            "http+x://localhost",
        ] {
            assert!(!is_local_redirect(uri), "{uri}");
        }
    }
}
