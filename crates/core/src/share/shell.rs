//! Command lines for a POSIX shell.

/// A command line, word by word.
pub(super) struct Line(String);

impl Line {
    pub(super) fn new(command: &str) -> Self {
        Line(command.to_owned())
    }

    /// One word, quoted when it needs to be.
    pub(super) fn word(&mut self, word: &str) {
        self.0.push(' ');
        self.0.push_str(&quote(word));
    }

    pub(super) fn words<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        for word in words {
            self.word(word);
        }
    }

    /// One word: `text`, and then the value of a variable.
    pub(super) fn joined(&mut self, text: &str, variable: &str) {
        self.word(text);
        self.0.extend(["\"$", variable, "\""]);
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// `word` as a shell reads it back: bare when it has only letters that mean nothing to any shell, else in
/// single quotes. A NUL cannot be part of any argument, and is left out.
pub fn quote(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:=@+,".contains(letter);
    // zsh takes a leading `=` for the name of a program.
    if !word.is_empty() && !word.starts_with('=') && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\0', "").replace('\'', r"'\''"))
}

/// The variable that stands for the secret called `name`.
pub(super) fn variable(name: &str) -> Option<String> {
    let letters: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' })
        .collect();
    (letters.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')).then_some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_words_stay_plain_and_secrets_become_variables() {
        let mut line = Line::new("x");
        line.words(["a-b", "it's", "", "$(rm)", "=x", "{a,b}", "a\nb"]);
        line.joined("Authorization: Bearer ", &variable("authorization").unwrap());
        assert_eq!(
            line.finish(),
            "x a-b 'it'\\''s' '' '$(rm)' '=x' '{a,b}' 'a\nb' 'Authorization: Bearer '\"$AUTHORIZATION\""
        );
        assert_eq!(variable("X-Api-Key").as_deref(), Some("X_API_KEY"));
        assert_eq!(variable("1x"), None);
        assert_eq!(variable("$(rm)").as_deref(), Some("__RM_"));
    }

    proptest! {
        #[test]
        fn a_shell_reads_back_the_words(words in proptest::collection::vec("[^\\x00]*", 0..5)) {
            let mut line = Line::new("x");
            line.words(words.iter().map(String::as_str));
            let line = line.finish();
            let read = shell_words::split(&line).unwrap();
            prop_assert_eq!(&read[1..], words.as_slice());
            prop_assert_eq!(single_quoted(&line), words);
        }
    }

    /// The words after the first, read by the rules of POSIX 2.2 for what is used here: single quotes, a
    /// quote behind a backslash, and letters that mean nothing to a shell.
    fn single_quoted(line: &str) -> Vec<String> {
        let mut words = vec![None::<String>];
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            if letter == ' ' {
                words.push(None);
                continue;
            }
            let word = words.last_mut().unwrap().get_or_insert_default();
            match letter {
                '\'' => word.extend(letters.by_ref().take_while(|letter| *letter != '\'')),
                '\\' => word.push(letters.next().filter(|next| *next == '\'').unwrap()),
                letter => {
                    let acts = "|&;<>()$`\"*?[]#~%!{}^\n\t".contains(letter);
                    assert!(!acts, "{letter:?} is bare in {line}");
                    word.push(letter);
                }
            }
        }
        words.into_iter().skip(1).map(|word| word.expect("no empty word without quotes")).collect()
    }
}
