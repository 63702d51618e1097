//! How well what was typed fits a name: letters in order, better when they are together or begin a word.

/// How well `typed` fits `name`; none when a letter is missing. Letter case does not count.
pub(crate) fn score(typed: &str, name: &str) -> Option<i64> {
    let name: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    let mut total: i64 = 0;
    let mut at = 0;
    let mut before: Option<usize> = None;
    for letter in typed.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase) {
        // The beginning of a word is worth a longer way.
        let next = (at..name.len()).find(|place| name[*place] == letter)?;
        let word = (at..name.len()).find(|place| name[*place] == letter && begins_word(&name, *place));
        let follows = before.is_some_and(|before| before + 1 == next);
        let place = if follows { next } else { word.unwrap_or(next) };
        total += 1;
        if before.is_some_and(|before| before + 1 == place) {
            total += 4;
        }
        if begins_word(&name, place) {
            total += 3;
        }
        before = Some(place);
        at = place + 1;
    }
    let length = i64::try_from(name.len()).unwrap_or(i64::MAX);
    Some(total.saturating_mul(100).saturating_sub(length))
}

fn begins_word(name: &[char], place: usize) -> bool {
    place == 0 || !name[place - 1].is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_order_fit_and_words_fit_best() {
        assert_eq!(score("xyz", "echo"), None);
        assert!(score("", "echo").is_some());
        let best = |typed: &str, names: &[&'static str]| {
            *names.iter().max_by_key(|name| score(typed, name)).unwrap()
        };
        assert_eq!(best("echo", &["the-chosen-one", "echo", "echo-all-things"]), "echo");
        assert_eq!(best("tsr", &["tests running", "trigger-sampling-request"]), "trigger-sampling-request");
        assert_eq!(best("GS", &["get-sum", "things"]), "get-sum");
    }
}
