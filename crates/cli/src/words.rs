//! The words of the command line before clap sees them: what the official Inspector allows and clap
//! does not, and what must be known even when they cannot be parsed.

use crate::exit::Contract;

/// Flags after which the official Inspector takes any number of pairs.
const PAIRED: [&str; 5] = ["--tool-arg", "--prompt-args", "--prompt-arg", "--metadata", "--tool-metadata"];

/// Flags that pipelines set once, and the variables that stand for them.
pub(crate) const TWINS: [(&str, &str); 8] = [
    ("MCPI_ERA", "--era"),
    ("MCPI_CONNECT_TIMEOUT", "--connect-timeout"),
    ("MCPI_TIMEOUT", "--timeout"),
    ("MCPI_MAX_MESSAGE_SIZE", "--max-message-size"),
    ("MCPI_EXIT_CODES", "--exit-codes"),
    ("MCPI_AUTH_TIMEOUT", "--auth-timeout"),
    ("MCPI_VIA", "--via"),
    ("MCPI_TOKEN", "--via-token"),
];

/// Puts what variables say in front, unless a flag says otherwise. An empty variable says nothing:
/// pipelines set those all the time.
pub(crate) fn with_twins(words: &[String], variable: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let ours: Vec<&str> = words.iter().map(String::as_str).take_while(|word| *word != "--").collect();
    let is_typed = |flag: &str| {
        let names = if flag == "--era" { vec![flag, "--protocol-era"] } else { vec![flag] };
        ours.iter().any(|word| names.contains(&word.split('=').next().unwrap_or(word)))
    };
    let said = TWINS.iter().filter(|(_, flag)| !is_typed(flag)).filter_map(|(name, flag)| {
        let value = variable(name).filter(|value| !value.is_empty())?;
        Some(format!("{flag}={value}"))
    });
    said.collect::<Vec<_>>().into_iter().chain(words.iter().cloned()).collect()
}

/// Gives each pair a flag of its own: `--tool-arg a=1 b=2` becomes `--tool-arg a=1 --tool-arg b=2`.
pub(crate) fn spread_pairs(words: Vec<String>) -> Vec<String> {
    let mut spread = Vec::with_capacity(words.len());
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        if word == "--" {
            spread.push(word);
            spread.extend(words);
            break;
        }
        let flag = PAIRED.iter().find(|flag| **flag == word);
        spread.push(word);
        let Some(flag) = flag else { continue };
        // The first value belongs to the flag, whatever it looks like.
        spread.extend(words.next());
        while let Some(pair) = words.next_if(|word| is_pair(word)) {
            spread.extend([(*flag).to_owned(), pair]);
        }
    }
    spread
}

/// Whether a word cannot be anything but `key=value`: no program or URL looks like that.
fn is_pair(word: &str) -> bool {
    word.split_once('=').is_some_and(|(key, _)| {
        let key = key.strip_suffix(':').unwrap_or(key);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
        !key.is_empty() && !key.starts_with('-') && key.chars().all(is_plain)
    })
}

/// What is known of the wishes about output although the words as a whole may make no sense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Glimpse {
    pub(crate) structured: bool,
    pub(crate) script: bool,
    pub(crate) json: bool,
    pub(crate) contract: Contract,
}

impl Glimpse {
    /// Looks at the words in front of `--`.
    pub(crate) fn of(words: &[String]) -> Self {
        let ours: Vec<&str> = words.iter().map(String::as_str).take_while(|word| *word != "--").collect();
        let has = |flag: &str, value: &str| {
            ours.contains(&format!("{flag}={value}").as_str())
                || ours.windows(2).any(|two| two == [flag, value])
        };
        let classified = has("--exit-codes", "classified");
        Glimpse {
            structured: ours.contains(&"--structured"),
            script: ours.iter().any(|word| *word == "--script" || word.starts_with("--script=")),
            json: has("--format", "json"),
            contract: if classified { Contract::Classified } else { Contract::Simple },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn pairs_after_one_flag_get_a_flag_each() {
        let spread =
            spread_pairs(words("--tool-arg a=1 b:=2 node x.js --metadata k=v -- --tool-arg c=3 d=4"));
        let expected = words("--tool-arg a=1 --tool-arg b:=2 node x.js --metadata k=v -- --tool-arg c=3 d=4");
        assert_eq!(spread, expected);
    }

    #[test]
    fn a_url_or_program_after_a_pair_is_left_alone() {
        for line in
            ["--tool-arg a=1 http://x/?a=b", "--tool-arg a=1 ./run=it", "--prompt-args a=1 --format=json"]
        {
            assert_eq!(spread_pairs(words(line)), words(line));
        }
    }

    #[test]
    fn a_variable_stands_for_its_flag_unless_it_is_empty_or_the_flag_is_typed() {
        let variable = |name: &str| match name {
            "MCPI_TIMEOUT" => Some("5s".to_owned()),
            "MCPI_ERA" => Some(String::new()),
            _ => None,
        };
        assert_eq!(with_twins(&words("--method x"), variable), words("--timeout=5s --method x"));
        assert_eq!(with_twins(&words("--timeout 1s"), variable), words("--timeout 1s"));
        assert_eq!(
            with_twins(&words("x -- --timeout 1s"), variable),
            words("--timeout=5s x -- --timeout 1s")
        );
    }

    #[test]
    fn the_wishes_about_output_are_seen_in_broken_words() {
        let glimpse = Glimpse::of(&words("--strcit --structured --exit-codes classified -- --format json"));
        assert!(glimpse.structured && !glimpse.json);
        assert_eq!(glimpse.contract, Contract::Classified);
        assert!(Glimpse::of(&words("--format=json")).json);
    }
}
