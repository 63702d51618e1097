//! Long texts that differ, cut to what is fit for showing: around the place where they begin to differ.

/// How much that is the same is told before what differs.
const LEAD: usize = 80;

/// `text` in about `limit` bytes. What is cut begins a little before the place where it differs from `other`.
pub(super) fn cut(text: &str, other: Option<&str>, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let same = other
        .map_or(0, |other| text.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count());
    let boundary =
        |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    let start = if same > LEAD { boundary(same - LEAD) } else { 0 };
    let end = boundary(start + limit);
    let lead = if start == 0 { String::new() } else { format!("[{start} bytes that are the same] …") };
    let rest = if end == text.len() { String::new() } else { format!("… [{} bytes in all]", text.len()) };
    format!("{lead}{}{rest}", &text[start..end])
}
