//! How well what was typed fits a name: letters in order, better when they are together, begin a word or are all of
//! it; or words in any order.

/// How well `typed` fits a name or what it names: a word that is the `kind` of that is none of its name.
pub(crate) fn score_of(kind: &str, typed: &str, name: &str) -> Option<i64> {
    let words = typed.split_whitespace();
    let others: Vec<&str> = words.filter(|word| !word.eq_ignore_ascii_case(kind)).collect();
    let without_kind = match others.len() {
        0 => Some(0),
        count if count < typed.split_whitespace().count() => score(&others.join(" "), name),
        _ => None,
    };
    score(typed, name).max(without_kind)
}

/// How well `typed` fits `name`; none when a letter is missing. Letter case does not count. Words may stand in another
/// order than in the name, where each of them is in it as it was typed.
pub(crate) fn score(typed: &str, name: &str) -> Option<i64> {
    in_order(typed, name).or_else(|| in_any_order(typed, name))
}

fn in_any_order(typed: &str, name: &str) -> Option<i64> {
    let lower = name.to_lowercase();
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let has_all = words.len() > 1 && words.iter().all(|word| lower.contains(word.as_str()));
    let each = words.iter().map(|word| in_order(word, name));
    has_all.then(|| each.sum::<Option<i64>>()).flatten()
}

fn in_order(typed: &str, name: &str) -> Option<i64> {
    let name: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    let mut total: i64 = 0;
    let mut at = 0;
    let mut before: Option<usize> = None;
    // Where the letters that stand together began.
    let mut began = 0;
    for letter in typed.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase) {
        // The beginning of a word is worth a longer way.
        let next = (at..name.len()).find(|place| name[*place] == letter)?;
        let word = (at..name.len()).find(|place| name[*place] == letter && begins_word(&name, *place));
        let follows = before.is_some_and(|before| before + 1 == next);
        let place = if follows { next } else { word.unwrap_or(next) };
        total += 1;
        match before {
            Some(before) if before + 1 == place => total += 4,
            Some(before) => total += whole_word(&name, (began, before)),
            None => {}
        }
        if before.is_none_or(|before| before + 1 != place) {
            began = place;
        }
        if begins_word(&name, place) {
            total += 3;
        }
        before = Some(place);
        at = place + 1;
    }
    total += before.map_or(0, |before| whole_word(&name, (began, before)));
    let length = i64::try_from(name.len()).unwrap_or(i64::MAX);
    Some(total.saturating_mul(100).saturating_sub(length))
}

/// What it is worth that the letters between two places are a whole word: `78` means `78` before `780`.
fn whole_word(name: &[char], (first, last): (usize, usize)) -> i64 {
    let goes_on = name.get(last + 1).is_some_and(|letter| letter.is_alphanumeric());
    if goes_on || !begins_word(name, first) { 0 } else { 2 }
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
        assert_eq!(best("78inv", &["tool_780_invoice", "tool_78_delete_invoice"]), "tool_78_delete_invoice");
        assert_eq!(best("tool 78", &["tool_780", "tool_781_a", "tool_78_with_more"]), "tool_78_with_more");
    }

    #[test]
    fn words_fit_in_any_order_and_the_kind_is_one_of_them() {
        assert!(score("delete invoice 78", "tool_78_delete_invoice").is_some());
        assert!(score("78 delete", "tool_78_delete_invoice") > score("delete 78", "tool_78_delete_invoice"));
        assert_eq!(score("delete invoice 79", "tool_78_delete_invoice"), None);
        assert_eq!(score("eteled 78", "tool_78_delete_invoice"), None, "letters of a word stay in order");
        assert!(score_of("tool", "tool tuple", "tuple").is_some());
        assert_eq!(score_of("prompt", "tool tuple", "tuple"), None);
        assert!(score_of("tool", "tool", "tuple") < score_of("tool", "tool", "toolbox"));
    }
}
