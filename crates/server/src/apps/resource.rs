//! An app as a server has it: the resource that was read, and what is declared about it.

use super::policy::{Domains, Refused};
use crate::Problem;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcp_inspector_engine::core::brief::brief;
use mcp_inspector_engine::{FaultCode, Raw};

/// What a browser can be asked for on behalf of an app.
const PERMISSIONS: [&str; 4] = ["camera", "microphone", "geolocation", "clipboardWrite"];

/// An app as a server has it.
#[derive(Debug)]
pub(super) struct AppResource {
    pub(super) html: String,
    /// What it may load and connect to.
    pub(super) domains: Domains,
    /// What was declared and is not allowed.
    pub(super) refused: Vec<Refused>,
    /// What it would like to use; none of it is granted.
    pub(super) permissions: Vec<&'static str>,
    /// Whether it wants a border.
    pub(super) prefers_border: Option<bool>,
}

impl AppResource {
    /// The app at `uri` in the result of `resources/read`. What the contents declare wins over what `listed`,
    /// the resource in the server's list, does.
    pub(super) fn read(uri: &str, result: &Raw, listed: Option<&Raw>) -> Result<Self, Problem> {
        let contents = result.member("contents").and_then(|contents| contents.elements()).unwrap_or_default();
        let is_it = |item: &&Raw| item.text_member("uri").is_none_or(|found| found == uri);
        let item = contents.iter().find(is_it).or_else(|| contents.first());
        let item = item.ok_or_else(|| wrong(uri, "has no contents"))?;
        let kind = item.text_member("mimeType").unwrap_or_default();
        if !is_app(&kind) {
            let what =
                if kind.is_empty() { "no media type".to_owned() } else { format!("`{}`", brief(&kind)) };
            return Err(wrong(uri, &format!("has {what}, and an app has `text/html;profile=mcp-app`")));
        }
        let html = match (item.text_member("text"), item.text_member("blob")) {
            (Some(text), _) => text,
            (None, Some(blob)) => {
                let bytes = STANDARD.decode(blob).map_err(|_| wrong(uri, "has a blob that is no base64"))?;
                String::from_utf8(bytes).map_err(|_| wrong(uri, "has a blob that is no UTF-8"))?
            }
            (None, None) => return Err(wrong(uri, "has neither `text` nor `blob`")),
        };
        let ui = |raw: &Raw| raw.member("_meta").and_then(|meta| meta.member("ui"));
        let (own, listed) = (ui(item), listed.and_then(ui));
        let declared = |name: &str| {
            let of = |ui: &Option<Raw>| ui.as_ref().and_then(|ui| ui.member(name));
            of(&own).or_else(|| of(&listed))
        };
        // What has another shape than promised declares nothing, so nothing is allowed by it.
        let domains: Domains = declared("csp").and_then(|csp| csp.read().ok()).unwrap_or_default();
        let (domains, refused) = domains.checked();
        let wanted = declared("permissions");
        let is_wanted =
            |name: &&str| wanted.as_ref().is_some_and(|permissions| permissions.member(name).is_some());
        Ok(AppResource {
            html,
            domains,
            refused,
            permissions: PERMISSIONS.into_iter().filter(is_wanted).collect(),
            prefers_border: declared("prefersBorder").and_then(|border| border.read().ok()),
        })
    }
}

/// Whether a media type is that of an app.
fn is_app(kind: &str) -> bool {
    let mut parts = kind.split(';').map(|part| part.trim().to_ascii_lowercase());
    parts.next().as_deref() == Some("text/html")
        && parts.any(|part| part.replace([' ', '"'], "") == "profile=mcp-app")
}

fn wrong(uri: &str, what: &str) -> Problem {
    let message = format!("the resource `{}` {what}", brief(uri));
    Problem::new(FaultCode::InvalidResponse, message).with_hint("the server has to offer it as an app")
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: &str = "text/html;profile=mcp-app";

    fn read(item: &str, listed: Option<&str>) -> Result<AppResource, Problem> {
        let result = Raw::parse(&format!(r#"{{"contents":[{item}]}}"#)).unwrap();
        AppResource::read("ui://a", &result, listed.map(|text| Raw::parse(text).unwrap()).as_ref())
    }

    #[test]
    fn an_app_is_text_or_base64_of_its_own_media_type() {
        for kind in [KIND, "text/html; profile=mcp-app", "Text/HTML;charset=utf-8; Profile=\\\"mcp-app\\\""] {
            let text = format!(r#"{{"uri":"ui://a","mimeType":"{kind}","text":"<b>"}}"#);
            assert_eq!(read(&text, None).unwrap().html, "<b>", "{kind}");
        }
        let blob = format!(r#"{{"uri":"ui://a","mimeType":"{KIND}","blob":"PGI+"}}"#);
        assert_eq!(read(&blob, None).unwrap().html, "<b>");
        for (item, why) in [
            (r#"{"uri":"ui://a","mimeType":"text/html","text":""}"#.to_owned(), "has `text/html`"),
            (r#"{"uri":"ui://a","text":""}"#.to_owned(), "no media type"),
            (format!(r#"{{"mimeType":"{KIND}"}}"#), "neither"),
            (format!(r#"{{"mimeType":"{KIND}","blob":"!"}}"#), "base64"),
            (format!(r#"{{"mimeType":"{KIND}","blob":"/w=="}}"#), "UTF-8"),
            (String::new(), "no contents"),
        ] {
            let problem = read(&item, None).unwrap_err();
            assert!(problem.fault().message.contains(why), "{item}: {}", problem.fault().message);
        }
    }

    #[test]
    fn what_the_contents_declare_wins_over_the_list() {
        let listed =
            r#"{"_meta":{"ui":{"csp":{"connectDomains":["https://old.example.com"]},"prefersBorder":true}}}"#;
        let own = format!(
            r#"{{"mimeType":"{KIND}","text":"","_meta":{{"ui":{{"csp":{{"connectDomains":["https://new.example.com","*"]}},
               "permissions":{{"camera":{{}},"usb":{{}}}}}}}}}}"#
        );
        let app = read(&own, Some(listed)).unwrap();
        assert_eq!(app.domains.connect, ["https://new.example.com"]);
        assert_eq!(app.refused.len(), 1);
        assert_eq!((app.permissions, app.prefers_border), (vec!["camera"], Some(true)));
        let bare = format!(r#"{{"mimeType":"{KIND}","text":""}}"#);
        assert_eq!(read(&bare, Some(listed)).unwrap().domains.connect, ["https://old.example.com"]);
        let odd = format!(
            r#"{{"mimeType":"{KIND}","text":"","_meta":{{"ui":{{"csp":{{"connectDomains":"*"}}}}}}}}"#
        );
        assert_eq!(read(&odd, None).unwrap().domains, Domains::default());
    }
}
