//! Strings: by format, by pattern, and of the right length.

use super::{Parts, Sampler, pattern};
use serde_json::Value;

/// The longest string that is made up.
const LENGTH: usize = 4096;

/// What stands where nothing is said.
const WORD: &str = "sample";

impl Sampler<'_> {
    /// A string. Lengths are counted in characters, and all that are made up are ASCII.
    pub(super) fn text(&mut self, parts: &Parts<'_>, variant: usize) -> Value {
        let least = parts.least("minLength").min(LENGTH);
        let most = parts.most("maxLength").max(least);
        let fits = |text: &String| (least..=most).contains(&text.len());
        let format = parts.all("format").filter_map(Value::as_str).find_map(|name| by_format(name, variant));
        let by_pattern =
            || parts.all("pattern").filter_map(Value::as_str).find_map(|text| pattern::sample(text, least));
        let text = format.filter(fits).or_else(by_pattern).unwrap_or_else(|| plain(least, most, variant));
        if self.spend(text.len()) { Value::String(text) } else { Value::String(String::new()) }
    }
}

fn plain(least: usize, most: usize, variant: usize) -> String {
    // What must differ differs in front, where no limit cuts it off.
    let mut text = if variant == 0 { WORD.to_owned() } else { format!("{variant}{WORD}") };
    while text.len() < least {
        text.push_str(WORD);
    }
    text.truncate(if text.len() > most { most } else { least.max(text.len().min(WORD.len() + 2)) });
    text
}

fn by_format(name: &str, variant: usize) -> Option<String> {
    let digit = variant % 10;
    let text = match name {
        "email" | "idn-email" => format!("sample{digit}@example.com"),
        "uri" | "url" | "iri" => format!("https://example.com/{digit}"),
        "uri-reference" | "iri-reference" | "json-pointer" => format!("/{digit}"),
        "uri-template" => "https://example.com/{id}".to_owned(),
        "hostname" | "idn-hostname" => format!("host{digit}.example.com"),
        "ipv4" => format!("192.0.2.{digit}"),
        "ipv6" => format!("2001:db8::{digit}"),
        "date-time" => format!("2026-01-0{}T12:00:00Z", digit.max(1)),
        "date" => format!("2026-01-0{}", digit.max(1)),
        "time" => format!("12:00:0{digit}Z"),
        "duration" => format!("PT{}S", digit + 1),
        "uuid" => format!("00000000-0000-4000-8000-00000000000{digit}"),
        "relative-json-pointer" => digit.to_string(),
        "regex" => "^.*$".to_owned(),
        "byte" | "base64" => "c2FtcGxl".to_owned(),
        _ => return None,
    };
    Some(text)
}
