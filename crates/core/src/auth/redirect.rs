//! What comes back through the user's browser, and whether it may be believed.
//!
//! Nothing of an answer is used or shown before it has proved that it belongs to the request: by
//! `state` (nobody else could know it) and by `iss` (RFC 9207: it comes from the authorization
//! server that was asked, letter by letter).

use url::Url;
use url::form_urlencoded;

/// What was sent, to be held against what comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected<'a> {
    /// The state that went out.
    pub state: &'a str,
    /// The issuer of the authorization server, when it is known.
    pub issuer: Option<&'a str>,
    /// Whether it says that it always names itself.
    pub names_issuer: bool,
}

/// The parameters that came back, as they are.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Returned {
    /// The code to exchange.
    pub code: Option<String>,
    /// The state.
    pub state: Option<String>,
    /// Who answers.
    pub iss: Option<String>,
    /// Why there is no code.
    pub error: Option<String>,
    /// The same in words.
    pub error_description: Option<String>,
    /// A parameter that is there more than once.
    pub repeated: Option<String>,
}

/// Why an answer is not believed, or what it says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RedirectError {
    /// It is no URL with parameters.
    #[error("`{text}` is not a redirect URL: it has neither `code` nor `error`")]
    NotARedirect {
        /// What it is.
        text: String,
    },
    /// A parameter is there twice.
    #[error("the answer has `{name}` more than once")]
    Repeated {
        /// Which.
        name: String,
    },
    /// The state is missing or another.
    #[error("the answer has {}", if *.is_missing { "no `state`" } else { "another `state` than was sent" })]
    WrongState {
        /// Whether there is none at all.
        is_missing: bool,
    },
    /// Another authorization server answers.
    #[error("the answer comes from `{came}`, and `{expected}` was asked")]
    WrongIssuer {
        /// Who was asked.
        expected: String,
        /// Who answers.
        came: String,
    },
    /// The authorization server says that it always names itself, and did not.
    #[error("the answer has no `iss`, although the authorization server says that it always sends it")]
    MissingIssuer {
        /// Who was asked.
        expected: String,
    },
    /// The authorization server refused.
    #[error("the authorization server answered `{error}`{}", .description.as_ref().map_or_else(String::new, |text| format!(": {text}")))]
    Refused {
        /// Its code.
        error: String,
        /// The same in words.
        description: Option<String>,
    },
    /// There is neither a code nor an error.
    #[error("the answer has neither `code` nor `error`")]
    NoCode,
}

impl Returned {
    /// Reads a query, without `?`.
    pub fn from_query(query: &str) -> Self {
        let mut returned = Returned::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let slot = match &*name {
                "code" => &mut returned.code,
                "state" => &mut returned.state,
                "iss" => &mut returned.iss,
                "error" => &mut returned.error,
                "error_description" => &mut returned.error_description,
                _ => continue,
            };
            if slot.replace(value.into_owned()).is_some() {
                returned.repeated.get_or_insert(name.into_owned());
            }
        }
        returned
    }

    /// Reads a URL that a person pasted: the whole URL, or only what follows its `?`.
    pub fn from_pasted(text: &str) -> Result<Self, RedirectError> {
        let text = text.trim();
        let query = match Url::parse(text) {
            Ok(url) => url.query().unwrap_or_default().to_owned(),
            Err(_) => text.trim_start_matches('?').to_owned(),
        };
        let returned = Returned::from_query(&query);
        if returned.code.is_none() && returned.error.is_none() {
            let text: String = text.chars().take(40).collect();
            return Err(RedirectError::NotARedirect { text });
        }
        Ok(returned)
    }

    /// The code, once everything else is as it was sent.
    pub fn code(&self, expected: &Expected<'_>) -> Result<String, RedirectError> {
        if let Some(name) = &self.repeated {
            return Err(RedirectError::Repeated { name: name.clone() });
        }
        if self.state.as_deref() != Some(expected.state) {
            return Err(RedirectError::WrongState { is_missing: self.state.is_none() });
        }
        match (&self.iss, expected.issuer) {
            (Some(came), Some(issuer)) if came != issuer => {
                return Err(RedirectError::WrongIssuer { expected: issuer.to_owned(), came: came.clone() });
            }
            (Some(came), None) => {
                let expected = "an authorization server without a name".to_owned();
                return Err(RedirectError::WrongIssuer { expected, came: came.clone() });
            }
            (None, issuer) if expected.names_issuer => {
                return Err(RedirectError::MissingIssuer { expected: issuer.unwrap_or_default().to_owned() });
            }
            _ => {}
        }
        if let Some(error) = &self.error {
            let description = self.error_description.clone();
            return Err(RedirectError::Refused { error: error.clone(), description });
        }
        self.code.clone().filter(|code| !code.is_empty()).ok_or(RedirectError::NoCode)
    }
}

impl std::fmt::Debug for Returned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Returned")
            .field("has_code", &self.code.is_some())
            .field("iss", &self.iss)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: Expected<'_> =
        Expected { state: "s1", issuer: Some("https://a.example"), names_issuer: false };

    fn judged(query: &str, expected: &Expected<'_>) -> Result<String, RedirectError> {
        Returned::from_query(query).code(expected)
    }

    #[test]
    fn a_code_is_taken_when_state_and_issuer_are_right() {
        assert_eq!(judged("code=c%2B1&state=s1", &ASKED).unwrap(), "c+1");
        assert_eq!(judged("code=c&state=s1&iss=https%3A%2F%2Fa.example", &ASKED).unwrap(), "c");
    }

    #[test]
    fn state_comes_before_everything_else() {
        let wrong = judged("error=access_denied&state=other", &ASKED);
        assert_eq!(wrong, Err(RedirectError::WrongState { is_missing: false }));
        assert_eq!(judged("code=c", &ASKED), Err(RedirectError::WrongState { is_missing: true }));
        let twice = judged("code=c&state=s1&code=d", &ASKED);
        assert_eq!(twice, Err(RedirectError::Repeated { name: "code".into() }));
    }

    #[test]
    fn the_issuer_is_compared_letter_by_letter_also_in_refusals() {
        for iss in ["https://a.example/", "https://A.example", "https://b.example"] {
            let query = format!("error=access_denied&error_description=x&state=s1&iss={iss}");
            assert!(matches!(judged(&query, &ASKED), Err(RedirectError::WrongIssuer { .. })), "{iss}");
        }
        let strict = Expected { names_issuer: true, ..ASKED };
        assert!(matches!(judged("code=c&state=s1", &strict), Err(RedirectError::MissingIssuer { .. })));
        let unnamed = Expected { issuer: None, ..ASKED };
        assert!(judged("code=c&state=s1&iss=https://x", &unnamed).is_err());
        assert!(judged("code=c&state=s1", &unnamed).is_ok());
    }

    #[test]
    fn refusals_and_empty_answers_say_what_they_are() {
        let refused = judged("error=access_denied&error_description=no+way&state=s1", &ASKED).unwrap_err();
        assert_eq!(refused.to_string(), "the authorization server answered `access_denied`: no way");
        assert_eq!(judged("state=s1", &ASKED), Err(RedirectError::NoCode));
        assert_eq!(judged("state=s1&code=", &ASKED), Err(RedirectError::NoCode));
    }

    #[test]
    fn a_pasted_url_may_be_only_its_query() {
        for text in [" http://localhost:1/callback?code=c&state=s1 \n", "?code=c&state=s1", "code=c&state=s1"]
        {
            assert_eq!(Returned::from_pasted(text).unwrap().code(&ASKED).unwrap(), "c");
        }
        assert!(matches!(Returned::from_pasted("hello"), Err(RedirectError::NotARedirect { .. })));
    }
}
