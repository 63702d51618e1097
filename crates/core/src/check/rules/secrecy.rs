//! Whether a name asks for something that is nobody's business. A guess, and never more than a note.

/// Whether a field or a header called `name` seems to hold a secret.
pub(super) fn is_secret(name: &str) -> bool {
    let words = words(name);
    let has = |word: &str| words.iter().any(|known| known == word);
    let joined = words.concat();
    let is_place_in_a_list =
        ["page", "next", "continuation", "cursor", "sync", "count", "max"].into_iter().any(has);
    let is_token = has("token") && !is_place_in_a_list;
    is_token
        || ["password", "passwd", "passphrase", "secret", "credential", "credentials", "ssn", "cvv", "cvc"]
            .into_iter()
            .any(has)
        || ["apikey", "privatekey", "accesskey", "creditcard", "cardnumber", "socialsecurity"]
            .into_iter()
            .any(|words| joined.contains(words))
}

/// The words of a name, in lower case: `apiKey`, `api_key` and `API-Key` have the same two.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_lower = false;
    let mut is_open = false;
    for c in name.chars().take(200) {
        if !c.is_alphanumeric() {
            is_open = false;
            was_lower = false;
            continue;
        }
        if !is_open || (was_lower && c.is_uppercase()) {
            words.push(String::new());
        }
        is_open = true;
        was_lower = c.is_lowercase() || c.is_numeric();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_known_by_their_words() {
        for name in [
            "password",
            "userPassword",
            "api_key",
            "API-Key",
            "access_token",
            "SSN",
            "cardNumber",
            "clientSecret",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "maxTokens",
            "max_tokens",
            "next_page_token",
            "key",
            "monkey",
            "passenger",
            "tokenizer",
            "secretary",
            "",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
