//! SPDX licence expressions: whether a set of allowed licences satisfies one.
//!
//! `AND` binds tighter than `OR`; the old `/` means `OR`; a licence `WITH` an
//! exception is a licence of its own.

use std::collections::BTreeSet;

/// Whether the allowed licences satisfy the expression.
pub(crate) fn is_satisfied(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let satisfied = any(&mut words, allowed);
    satisfied && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any(words: &mut Words<'_>, allowed: &BTreeSet<String>) -> bool {
    let mut satisfied = all(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        satisfied |= all(words, allowed);
    }
    satisfied
}

fn all(words: &mut Words<'_>, allowed: &BTreeSet<String>) -> bool {
    let mut satisfied = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        satisfied &= one(words, allowed);
    }
    satisfied
}

fn one(words: &mut Words<'_>, allowed: &BTreeSet<String>) -> bool {
    match words.next() {
        Some("(") => {
            let satisfied = any(words, allowed);
            words.next_if_eq(&")").is_some() && satisfied
        }
        Some(name) => {
            if words.next_if_eq(&"WITH").is_some() {
                let exception = words.next().unwrap_or_default();
                return allowed.contains(&format!("{name} WITH {exception}"));
            }
            allowed.contains(name)
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_by_their_operators() {
        let allowed = ["MIT", "ISC", "Unicode-3.0"].map(str::to_owned).into();
        for good in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-3.0/MIT",
            "(GPL-3.0 OR MIT) AND Unicode-3.0",
            "GPL-3.0 AND X OR ISC",
        ] {
            assert!(is_satisfied(good, &allowed), "{good}");
        }
        for bad in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT", "", "MIT WITH LLVM-exception", "MIT ISC"] {
            assert!(!is_satisfied(bad, &allowed), "{bad}");
        }
    }
}
