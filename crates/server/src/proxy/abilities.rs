//! What a client can do for a server: which asks can be put to it.

use mcp_inspector_engine::Raw;

/// What a client can do for a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an ability of its own")]
pub(super) struct Abilities {
    sampling: bool,
    elicitation_form: bool,
    elicitation_url: bool,
    roots: bool,
}

impl Abilities {
    /// The abilities that `capabilities` declare.
    pub(super) fn of(capabilities: Option<&Raw>) -> Self {
        let has = |name| capabilities.and_then(|declared| declared.member(name));
        let elicitation = has("elicitation");
        let mode = |name| elicitation.as_ref().is_some_and(|modes| modes.member(name).is_some());
        Abilities {
            sampling: has("sampling").is_some(),
            // A client that names no mode means forms.
            elicitation_form: elicitation.is_some() && (mode("form") || !mode("url")),
            elicitation_url: mode("url"),
            roots: has("roots").is_some(),
        }
    }

    /// Whether an ask with this method and these parameters can be put to the client.
    pub(super) fn cover(self, method: &str, params: Option<&Raw>) -> bool {
        match method {
            "sampling/createMessage" => self.sampling,
            "roots/list" => self.roots,
            "elicitation/create" => {
                let mode = params.and_then(|params| params.text_member("mode"));
                if mode.as_deref() == Some("url") { self.elicitation_url } else { self.elicitation_form }
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Abilities {
        Abilities::of(Some(&Raw::parse(text).unwrap()))
    }

    #[test]
    fn an_empty_elicitation_means_forms_only() {
        let url = Raw::parse(r#"{"mode":"url"}"#).unwrap();
        let plain = of(r#"{"elicitation":{}}"#);
        assert!(plain.cover("elicitation/create", None));
        assert!(!plain.cover("elicitation/create", Some(&url)));
        let both = of(r#"{"elicitation":{"form":{},"url":{}}}"#);
        assert!(both.cover("elicitation/create", None) && both.cover("elicitation/create", Some(&url)));
        assert!(!of(r#"{"elicitation":{"url":{}}}"#).cover("elicitation/create", None));
    }

    #[test]
    fn nothing_is_covered_that_was_not_declared() {
        assert!(!Abilities::of(None).cover("sampling/createMessage", None));
        assert!(of(r#"{"sampling":{},"roots":{}}"#).cover("roots/list", None));
        assert!(!of(r#"{"sampling":{}}"#).cover("ping", None));
    }
}
