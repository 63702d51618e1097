//! A fault told to people: what happened, what is known, what to do.

use super::Fault;
use crate::brief::brief;
use crate::terminal;

impl Fault {
    /// The fault in full, for people: what happened, what is known, what to do.
    pub fn report(&self) -> String {
        self.report_with(&self.code.help_page())
    }

    /// Like [`Fault::report`], with another place where more is said.
    pub fn report_with(&self, help: &str) -> String {
        let mut lines = vec![format!("error: {} ({})", self.message, self.code)];
        if let Some(post_mortem) = &self.details.post_mortem {
            lines.push(post_mortem.to_string().trim_end().to_owned());
        }
        if let Some(body) = self.details.http_body.as_ref().filter(|body| !body.trim().is_empty()) {
            // A body can be anything, and this goes to a terminal.
            let plain = |text: &str| -> String {
                text.chars().map(|c| if c == '\n' || !terminal::acts(c) { c } else { '\u{fffd}' }).collect()
            };
            let media = self.details.http_content_type.as_deref();
            let media = media.map_or_else(String::new, |media| format!(" (`{}`)", brief(&plain(media))));
            lines.push(format!("the body of the answer{media} began with: {}", brief(plain(body).trim())));
        }
        if let Some(data) = self.details.rpc.as_ref().and_then(|error| error.data.as_ref()) {
            lines.push(format!("data: {}", brief(data.as_str())));
        }
        if let Some(hint) = &self.hint {
            lines.push(format!("\nhint: {hint}"));
        }
        lines.push(format!("help: {help}\n"));
        lines.join("\n")
    }
}
