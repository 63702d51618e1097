//! How secrets are recognised: by the name they are given, or by the form issuers give them.

const SECRET_NAMES: [&str; 2] = ["cookie", "set-cookie"];
const SECRET_PARTS: [&str; 15] = [
    "api_key",
    "apikey",
    "api-key",
    "access_key",
    "access-key",
    "secret",
    "token",
    "password",
    "passwd",
    "passphrase",
    "credential",
    "private_key",
    "private-key",
    "privatekey",
    "auth",
];
/// Names that look secret by their parts and are needed to understand a session.
const PUBLIC_NAMES: [&str; 3] = ["mcp-session-id", "www-authenticate", "proxy-authenticate"];
const SECRET_PARAMETERS: [&str; 10] = [
    "key",
    "code",
    "code_verifier",
    "sig",
    "signature",
    "assertion",
    "jwt",
    "pass",
    "pwd",
    "x-amz-signature",
];
/// Words that make a name secret when they stand alone in it, as in `DB_PASS` or `X-Key`.
const SECRET_WORDS: [&str; 9] = ["pass", "pwd", "pat", "key", "keys", "pin", "jwt", "creds", "dsn"];
/// How tokens begin that say so themselves.
const TOKEN_BEGINNINGS: [&str; 22] = [
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "sk-",
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "xoxb-",
    "xoxp-",
    "xoxa-",
    "xapp-",
    "AKIA",
    "ASIA",
    "AIza",
    "hf_",
    "npm_",
    "pypi-",
    "-----BEGIN",
];
/// Shorter ones are words that happen to begin so.
const SHORTEST_TOKEN: usize = 16;

/// Whether a header, variable or option of this name holds a secret.
pub fn is_sensitive_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    if PUBLIC_NAMES.contains(&name.as_str()) {
        return false;
    }
    let is_word = |word: &str| SECRET_WORDS.contains(&word);
    SECRET_NAMES.contains(&name.as_str())
        || SECRET_PARTS.iter().any(|part| name.contains(part))
        || name.split(|c: char| !c.is_ascii_alphanumeric()).any(is_word)
}

/// Names of members that hold no secret although a part of the name says so: fields of the protocol,
/// places in a list, and what the key of a map is called.
const PUBLIC_MEMBERS: [&str; 7] =
    ["progresstoken", "nextpagetoken", "pagetoken", "continuationtoken", "synctoken", "key", "keys"];
/// How names end that speak about a credential without holding it, as in OAuth metadata.
const PUBLIC_ENDS: [&str; 7] = ["endpoint", "type", "supported", "servers", "required", "method", "methods"];
/// How names end, or what they hold, that count something when they have a number: tokens of a model.
const COUNTED_PARTS: [&str; 5] = ["tokens", "count", "limit", "expires", "length"];

/// Whether a member of a JSON object with this name holds a secret.
pub(super) fn is_secret_member(name: &str) -> bool {
    if !may_be_sensitive(name.as_bytes()) || !is_sensitive_name(name) {
        return false;
    }
    let lower = name.to_ascii_lowercase();
    let plain: String = lower.chars().filter(char::is_ascii_alphanumeric).collect();
    let is_public = PUBLIC_MEMBERS.contains(&plain.as_str())
        || PUBLIC_ENDS.iter().any(|end| plain.ends_with(end))
        || is_about_an_author(&lower);
    !is_public
}

/// Whether nothing but an author or an authority makes a name look secret.
fn is_about_an_author(lower: &str) -> bool {
    let is_login = lower.contains("authoriz") || lower.contains("authoris");
    !is_login && lower.contains("author") && !is_sensitive_name(&lower.replace("author", ""))
}

/// Whether a member with this name is one of a count when its value is a number.
pub(super) fn is_counted(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    COUNTED_PARTS.iter().any(|part| lower.contains(part))
}

/// Whether [`is_sensitive_name`] has to be asked: false for nearly every name, and quick to say.
fn may_be_sensitive(name: &[u8]) -> bool {
    let begins = |at: usize, part: &[u8]| {
        name.get(at..at + part.len()).is_some_and(|there| there.eq_ignore_ascii_case(part))
    };
    // Standing alone, which keeps `path` and `pattern` out, names that nearly every schema has.
    let is_word = |at: usize, word: &[u8]| {
        begins(at, word) && !name.get(at + word.len()).is_some_and(u8::is_ascii_alphanumeric)
    };
    name.iter().enumerate().any(|(at, byte)| match byte.to_ascii_lowercase() {
        b'a' => begins(at, b"auth"),
        b'c' => begins(at, b"cred") || begins(at, b"cookie"),
        b'd' => is_word(at, b"dsn"),
        b'j' => is_word(at, b"jwt"),
        b'k' => begins(at, b"key"),
        b'p' => begins(at, b"pass") || is_word(at, b"pwd") || is_word(at, b"pat") || is_word(at, b"pin"),
        b's' => begins(at, b"secret"),
        b't' => begins(at, b"token"),
        _ => false,
    })
}

/// Whether a value is a secret by its form, whatever it is called.
pub(super) fn looks_secret(value: &str) -> bool {
    let value = value.trim();
    let is_web_token = || value.starts_with("eyJ") && value.split('.').count() == 3;
    value.len() >= SHORTEST_TOKEN
        && (TOKEN_BEGINNINGS.iter().any(|beginning| value.starts_with(beginning)) || is_web_token())
}

/// Whether a parameter of a URL with this name holds a secret.
pub(super) fn is_secret_parameter(name: &str) -> bool {
    is_sensitive_name(name) || SECRET_PARAMETERS.contains(&name.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn members_of_the_protocol_and_counts_are_no_secrets() {
        for name in [
            "progressToken",
            "nextCursor",
            "nextPageToken",
            "author",
            "authority",
            "token_endpoint",
            "token_type",
            "authorization_servers",
            "key",
            "primaryKey",
        ] {
            assert!(!is_secret_member(name), "{name}");
        }
        for name in [
            "authorization",
            "X-API-Key",
            "cookie",
            "apiKey",
            "clientSecret",
            "access_token",
            "author_token",
            "passwd",
        ] {
            assert!(is_secret_member(name), "{name}");
        }
        assert!(is_counted("maxTokens") && is_counted("input_tokens") && !is_counted("token"));
    }

    proptest! {
        #[test]
        fn the_quick_look_never_misses_a_sensitive_name(
            before in "[a-zA-Z_-]{0,4}",
            part in proptest::sample::select([&SECRET_NAMES[..], &SECRET_PARTS, &SECRET_WORDS].concat()),
            after in "[a-zA-Z_-]{0,4}",
        ) {
            for name in [format!("{before}{part}{after}"), format!("{before}{}{after}", part.to_uppercase())] {
                prop_assert!(!is_sensitive_name(&name) || may_be_sensitive(name.as_bytes()), "{}", name);
            }
        }
    }
}
