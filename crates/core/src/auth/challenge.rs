//! What a server demands of whom it does not let in: the `WWW-Authenticate` header.
//!
//! One header can hold several challenges, and there can be several headers. Read leniently:
//! whatever makes no sense is passed over.

/// One challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The scheme, as it is written.
    pub scheme: String,
    /// Its parameters, names in lower case.
    pub parameters: Vec<(String, String)>,
}

impl Challenge {
    /// The first parameter of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether it asks for a token that is bound to a key.
    pub fn is_dpop(&self) -> bool {
        self.scheme.eq_ignore_ascii_case("dpop")
    }

    /// Whether it asks for a token of OAuth.
    pub fn is_oauth(&self) -> bool {
        ["bearer", "dpop"].iter().any(|scheme| self.scheme.eq_ignore_ascii_case(scheme))
    }
}

/// What the challenges of one answer demand, as far as OAuth is concerned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Whether there is a challenge for a token at all.
    pub is_oauth: bool,
    /// Whether a token is wanted that is bound to a key.
    pub is_dpop: bool,
    /// Where the metadata of the resource is.
    pub resource_metadata: Option<String>,
    /// The scopes that are needed, as one text.
    pub scope: Option<String>,
    /// Why the token that was sent is not enough.
    pub error: Option<String>,
    /// The same in words.
    pub error_description: Option<String>,
}

impl Demand {
    /// Reads all `WWW-Authenticate` headers of an answer.
    pub fn of<'a>(headers: impl IntoIterator<Item = &'a str>) -> Self {
        let challenges: Vec<Challenge> =
            headers.into_iter().flat_map(read).filter(Challenge::is_oauth).collect();
        let first =
            |name: &str| challenges.iter().find_map(|challenge| challenge.get(name)).map(str::to_owned);
        Demand {
            is_oauth: !challenges.is_empty(),
            is_dpop: challenges.iter().all(Challenge::is_dpop) && !challenges.is_empty(),
            resource_metadata: first("resource_metadata"),
            scope: first("scope").filter(|scope| !scope.trim().is_empty()),
            error: first("error"),
            error_description: first("error_description"),
        }
    }

    /// The token lacks scopes for what was asked.
    pub fn wants_more_scope(&self) -> bool {
        self.error.as_deref() == Some("insufficient_scope")
    }

    /// The server wants the proof of possession again, with the nonce it sent along.
    pub fn wants_nonce(&self) -> bool {
        self.error.as_deref() == Some("use_dpop_nonce")
    }
}

/// Reads the challenges of one header.
pub fn read(header: &str) -> Vec<Challenge> {
    let mut challenges: Vec<Challenge> = Vec::new();
    let mut rest = header;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let length = rest.find(|c: char| !is_token(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        if word.is_empty() {
            let mut characters = rest.chars();
            if characters.next().is_none() {
                return challenges;
            }
            rest = characters.as_str();
            continue;
        }
        let value = after.trim_start_matches([' ', '\t']).strip_prefix('=');
        match (value, challenges.last_mut()) {
            (Some(value), Some(challenge)) => {
                let (value, tail) = parameter(value.trim_start_matches([' ', '\t']));
                challenge.parameters.push((word.to_ascii_lowercase(), value));
                rest = tail;
            }
            _ => {
                challenges.push(Challenge { scheme: word.to_owned(), parameters: Vec::new() });
                rest = after;
            }
        }
    }
}

/// The value of a parameter, and what follows it.
fn parameter(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([',', ' ', '\t']).unwrap_or(text.len());
        return (text[..end].to_owned(), &text[end..]);
    };
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (value, &quoted[at + 1..]),
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            other => value.push(other),
        }
    }
    (value, "")
}

/// Whether a character can be part of a token (RFC 9110, section 5.6.2).
fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(header: &str) -> Vec<(String, Vec<String>)> {
        let names =
            |challenge: Challenge| challenge.parameters.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        read(header).into_iter().map(|challenge| (challenge.scheme.clone(), names(challenge))).collect()
    }

    #[test]
    fn several_challenges_in_one_header_are_told_apart() {
        let header = r#"Basic realm="x, Bearer scope=y", Bearer scope="a b",error=e , DPoP algs="ES256""#;
        assert_eq!(
            names(header),
            [
                ("Basic".to_owned(), vec!["realm".to_owned()]),
                ("Bearer".to_owned(), vec!["scope".to_owned(), "error".to_owned()]),
                ("DPoP".to_owned(), vec!["algs".to_owned()]),
            ]
        );
        assert_eq!(names("Bearer"), [("Bearer".to_owned(), vec![])]);
        assert_eq!(names(" , "), []);
    }

    #[test]
    fn quotes_can_be_escaped_and_may_never_end() {
        let challenge = &read(r#"Bearer a="say \"hi\" \\ ok", b = "unended"#)[0];
        assert_eq!(challenge.get("a"), Some(r#"say "hi" \ ok"#));
        assert_eq!(challenge.get("b"), Some("unended"));
    }

    #[test]
    fn a_demand_is_put_together_from_all_headers() {
        let demand = Demand::of([
            "Basic realm=\"x\"",
            r#"Bearer error="insufficient_scope", scope="admin""#,
            r#"bearer resource_metadata="https://a/b""#,
        ]);
        assert!(demand.is_oauth && demand.wants_more_scope() && !demand.wants_nonce());
        assert_eq!(demand.scope.as_deref(), Some("admin"));
        assert_eq!(demand.resource_metadata.as_deref(), Some("https://a/b"));
        assert!(!Demand::of(["Basic realm=x", "Negotiate abc=="]).is_oauth);
    }

    proptest! {
        #[test]
        fn no_header_panics_or_hangs(header in "\\PC{0,80}") {
            read(&header);
        }
    }
}
