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
