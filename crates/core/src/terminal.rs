//! Which characters act on a terminal instead of being shown: decided once for everything that prints
//! what a server said.

/// Whether a character would act on a terminal: a control, one that turns the direction of text, or one
/// that ends a line unseen.
pub fn acts(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_act_and_letters_do_not() {
        assert!(
            ['\u{1b}', '\n', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{2028}'].into_iter().all(acts)
        );
        assert!(!['a', ' ', 'é', '…', '\u{fffd}'].into_iter().any(acts));
    }
}
