//! What a caller wants to read: a page, or JSON.

use axum::http::{HeaderMap, header};

/// Whether JSON is liked better than a page.
pub(super) fn is_for_json(headers: &HeaderMap) -> bool {
    quality(headers, "application", "json") > quality(headers, "text", "html")
}

/// Whether a page is liked better than JSON, as browsers do.
pub(super) fn is_for_page(headers: &HeaderMap) -> bool {
    quality(headers, "text", "html") > quality(headers, "application", "json")
}

/// How much a type is liked, in thousandths. The most precise range counts (RFC 9110 section 12.5.1).
fn quality(headers: &HeaderMap, kind: &str, subkind: &str) -> u16 {
    let mut best = (0, 0);
    let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    for range in values.flat_map(|value| value.split(',')) {
        let mut parts = range.split(';').map(str::trim);
        let named = parts.next().unwrap_or_default().to_ascii_lowercase();
        let precision = match named.split_once('/') {
            Some(("*", "*")) => 1,
            Some((known, "*")) if known == kind => 2,
            Some((known, other)) if known == kind && other == subkind => 3,
            _ => continue,
        };
        let weight = parts.find_map(|part| part.to_ascii_lowercase().strip_prefix("q=")?.parse::<f32>().ok());
        let weight = weight.unwrap_or(1.0).clamp(0.0, 1.0);
        if precision > best.0 {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is between 0 and 1000"
            )]
            let thousandths = (weight * 1000.0).round() as u16;
            best = (precision, thousandths);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn whoever_does_not_care_gets_neither_wish_fulfilled() {
        for (accept, json, page) in [
            ("", false, false),
            ("*/*", false, false),
            ("application/json", true, false),
            ("Application/JSON; charset=utf-8", true, false),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false, true),
            ("text/html;q=0.2, application/json;q=0.3", true, false),
            ("application/json, text/html", false, false),
            ("application/*, text/html;q=0.5", true, false),
            ("*/*, application/json;q=0", false, true),
            ("application/json;q=NaN", false, false),
            (";;,,q=", false, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            assert_eq!((is_for_json(&headers), is_for_page(&headers)), (json, page), "{accept}");
        }
        assert!(!is_for_json(&HeaderMap::new()) && !is_for_page(&HeaderMap::new()));
    }
}
