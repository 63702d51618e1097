//! One step up or down from a number, in the spelling of people: 0.1 and 0.2 make 0.3.

use mcp_inspector_core::form::{Kind, Node};

/// The next number up or down, within the bounds; none when there is none, or the node is no number.
pub(super) fn stepped(node: &Node, is_up: bool) -> Option<String> {
    let Kind::Number { raw, min, max, exclusive_min, exclusive_max, step, .. } = &node.kind else {
        return None;
    };
    let bound = |text: &Option<String>| text.as_deref().and_then(Decimal::read);
    let size = bound(step).unwrap_or(Decimal { digits: 1, places: 0 });
    let next = match raw {
        Some(raw) => {
            let by = if is_up { size } else { Decimal { digits: -size.digits, ..size } };
            Decimal::read(raw)?.plus(by)?
        }
        None => {
            let start = node.default.as_deref().and_then(Decimal::read);
            start
                .or_else(|| bound(min).filter(|_| !exclusive_min))
                .unwrap_or(Decimal { digits: 0, places: 0 })
        }
    };
    let is_under = bound(min).is_some_and(|min| next.is_less(min) || (*exclusive_min && !min.is_less(next)));
    let is_over = bound(max).is_some_and(|max| max.is_less(next) || (*exclusive_max && !next.is_less(max)));
    // Out of bounds, a step towards them is still one.
    let is_allowed = if is_up { !is_over } else { !is_under };
    (is_allowed || raw.is_none()).then(|| next.spelled())
}

/// A number with a known count of decimal places.
#[derive(Clone, Copy, Debug)]
struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    /// Reads a JSON number; those with an exponent or very many digits have no step.
    fn read(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let places = u32::try_from(fraction.len()).ok().filter(|places| *places < 18)?;
        let digits = format!("{whole}{fraction}").parse().ok()?;
        Some(Decimal { digits, places })
    }

    fn at(self, places: u32) -> Option<i128> {
        self.digits.checked_mul(10i128.checked_pow(places - self.places)?)
    }

    fn plus(self, other: Self) -> Option<Self> {
        let places = self.places.max(other.places);
        Some(Decimal { digits: self.at(places)?.checked_add(other.at(places)?)?, places })
    }

    fn is_less(self, other: Self) -> bool {
        let places = self.places.max(other.places);
        self.at(places).zip(other.at(places)).is_some_and(|(one, other)| one < other)
    }

    fn spelled(self) -> String {
        let sign = if self.digits < 0 { "-" } else { "" };
        let places = usize::try_from(self.places).unwrap_or_default();
        let digits = format!("{:0>width$}", self.digits.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
    }
}
