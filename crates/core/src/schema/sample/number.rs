//! Numbers between bounds.

use super::Parts;
use serde_json::{Number, Value};

/// A number in the range: 1 where that is in it, else one that is easy to read.
pub(super) fn sample(parts: &Parts<'_>, is_integer: bool, variant: usize) -> Value {
    let range = Range::of(parts, is_integer);
    let (low, high, grain) = (range.low.unwrap_or(0.0), range.high.unwrap_or(0.0), range.grain);
    let (first, last) = ((low / grain).ceil() * grain, (high / grain).floor() * grain);
    // The bounds themselves come after what is a grain away from them: they may be exclusive.
    let candidates =
        [1.0, grain, 0.0, first, first + grain, last, last - grain, low, high, f64::midpoint(low, high)];
    // A range that nothing is in is the server's mistake; its lower end shows it as well as any.
    let number = candidates.into_iter().find(|number| range.has(*number)).unwrap_or(low);
    #[expect(clippy::cast_precision_loss, reason = "variants are few")]
    let other = number + grain.max(1.0) * variant as f64;
    written(if range.has(other) { other } else { number })
}

/// What the schema says of a number.
struct Range {
    low: Option<f64>,
    high: Option<f64>,
    is_above_low: bool,
    is_below_high: bool,
    is_integer: bool,
    step: Option<f64>,
    /// How far apart numbers are: the step, or one that fits the type.
    grain: f64,
}

impl Range {
    fn of(parts: &Parts<'_>, is_integer: bool) -> Self {
        let strictest =
            |name: &str, pick: fn(f64, f64) -> f64| parts.all(name).filter_map(Value::as_f64).reduce(pick);
        let step = parts.all("multipleOf").filter_map(Value::as_f64).find(|step| *step > 0.0);
        let (least, above) = (strictest("minimum", f64::max), strictest("exclusiveMinimum", f64::max));
        let (most, below) = (strictest("maximum", f64::min), strictest("exclusiveMaximum", f64::min));
        // Draft 4 has `exclusiveMinimum: true` beside the bound; later ones have the bound there.
        let is_beside = |name| parts.get(name) == Some(&Value::Bool(true));
        Range {
            low: [least, above].into_iter().flatten().reduce(f64::max),
            high: [most, below].into_iter().flatten().reduce(f64::min),
            is_above_low: is_beside("exclusiveMinimum")
                || above.is_some_and(|above| least.is_none_or(|least| above >= least)),
            is_below_high: is_beside("exclusiveMaximum")
                || below.is_some_and(|below| most.is_none_or(|most| below <= most)),
            is_integer,
            step,
            grain: step.unwrap_or(if is_integer { 1.0 } else { 0.5 }),
        }
    }

    fn has(&self, number: f64) -> bool {
        const TOLERANCE: f64 = 1e-9;
        let steps = self.step.map_or(0.0, |step| number / step);
        number.is_finite()
            && self.low.is_none_or(|low| if self.is_above_low { number > low } else { number >= low })
            && self.high.is_none_or(|high| if self.is_below_high { number < high } else { number <= high })
            && (!self.is_integer || number.fract() == 0.0)
            && (steps - steps.round()).abs() < TOLERANCE
    }
}

/// Whole numbers without a fraction, where they can be told exactly.
fn written(number: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and in the range")]
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or(Value::from(1), Value::Number)
}
