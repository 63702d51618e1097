//! Which items of two lists are the same, in order.
//!
//! Items that are unique in both lists are matched first (patience), then what lies between them in the
//! same way. Stretches without such items are compared one by one when they are short, and taken as
//! replaced when they are long, so the work stays bounded whatever the lists are.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// How many pairs of items are compared one by one at most.
const MOST_PAIRS: usize = 1_000_000;

/// How often stretches are split; deeper ones are not worth it.
const DEEPEST: usize = 32;

/// One step through both lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Both have the item: its places.
    Same(usize, usize),
    /// Only the left list has it.
    Left(usize),
    /// Only the right list has it.
    Right(usize),
}

/// The steps through both lists, in order.
pub(super) fn align<T: Hash + Eq>(left: &[T], right: &[T]) -> Vec<Step> {
    // Numbers are compared faster than texts.
    let mut numbers: HashMap<&T, u32> = HashMap::new();
    let mut number = |item| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(item).or_insert(next)
    };
    let left: Vec<u32> = left.iter().map(&mut number).collect();
    let right: Vec<u32> = right.iter().map(&mut number).collect();
    let mut aligner = Aligner { left: &left, right: &right, steps: Vec::new() };
    aligner.stretch(0..left.len(), 0..right.len(), 0);
    aligner.steps
}

struct Aligner<'a> {
    left: &'a [u32],
    right: &'a [u32],
    steps: Vec<Step>,
}

impl Aligner<'_> {
    fn stretch(&mut self, mut left: Range<usize>, mut right: Range<usize>, depth: usize) {
        while !left.is_empty() && !right.is_empty() && self.left[left.start] == self.right[right.start] {
            self.steps.push(Step::Same(left.start, right.start));
            left.start += 1;
            right.start += 1;
        }
        let mut same_at_end = 0;
        while !left.is_empty() && !right.is_empty() && self.left[left.end - 1] == self.right[right.end - 1] {
            same_at_end += 1;
            left.end -= 1;
            right.end -= 1;
        }
        let (end_left, end_right) = (left.end, right.end);
        self.middle(left, right, depth);
        self.steps.extend((0..same_at_end).map(|step| Step::Same(end_left + step, end_right + step)));
    }

    fn middle(&mut self, left: Range<usize>, right: Range<usize>, depth: usize) {
        let anchors = if left.is_empty() || right.is_empty() || depth >= DEEPEST {
            Vec::new()
        } else {
            self.anchors(left.clone(), right.clone())
        };
        if anchors.is_empty() {
            return self.one_by_one(left, right);
        }
        let (mut from_left, mut from_right) = (left.start, right.start);
        for (at_left, at_right) in anchors {
            self.stretch(from_left..at_left, from_right..at_right, depth + 1);
            self.steps.push(Step::Same(at_left, at_right));
            (from_left, from_right) = (at_left + 1, at_right + 1);
        }
        self.stretch(from_left..left.end, from_right..right.end, depth + 1);
    }

    /// The longest run of items, in the order of both lists, that stand once in each.
    fn anchors(&self, left: Range<usize>, right: Range<usize>) -> Vec<(usize, usize)> {
        let mut places: HashMap<u32, (Option<usize>, Option<usize>, bool)> = HashMap::new();
        for at in left.clone() {
            let place = places.entry(self.left[at]).or_default();
            place.2 |= place.0.replace(at).is_some();
        }
        for at in right {
            let place = places.entry(self.right[at]).or_default();
            place.2 |= place.1.replace(at).is_some();
        }
        let unique = left.filter_map(|at| match places.get(&self.left[at]) {
            Some((Some(left), Some(right), false)) => Some((*left, *right)),
            _ => None,
        });
        longest_rise(&unique.collect::<Vec<_>>())
    }

    fn one_by_one(&mut self, left: Range<usize>, right: Range<usize>) {
        let (rows, columns) = (left.len(), right.len());
        if rows == 0 || columns == 0 || rows.saturating_mul(columns) > MOST_PAIRS {
            self.steps.extend(left.map(Step::Left));
            self.steps.extend(right.map(Step::Right));
            return;
        }
        // How many items the rests of both lists have in common, from each pair of places on.
        let width = columns + 1;
        let mut common = vec![0u32; (rows + 1) * width];
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                let is_same = self.left[left.start + row] == self.right[right.start + column];
                common[row * width + column] = if is_same {
                    common[(row + 1) * width + column + 1] + 1
                } else {
                    common[(row + 1) * width + column].max(common[row * width + column + 1])
                };
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < rows && column < columns {
            let (at_left, at_right) = (left.start + row, right.start + column);
            if self.left[at_left] == self.right[at_right] {
                self.steps.push(Step::Same(at_left, at_right));
                row += 1;
                column += 1;
            } else if common[(row + 1) * width + column] >= common[row * width + column + 1] {
                self.steps.push(Step::Left(at_left));
                row += 1;
            } else {
                self.steps.push(Step::Right(at_right));
                column += 1;
            }
        }
        self.steps.extend((left.start + row..left.end).map(Step::Left));
        self.steps.extend((right.start + column..right.end).map(Step::Right));
    }
}

/// The longest part of `pairs` whose second members rise; the first ones do already.
fn longest_rise(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pair that ends the best run of it; for each pair, the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, place)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *place);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut run: Vec<(usize, usize)> = std::iter::successors(ends.last().copied(), |index| before[*index])
        .map(|index| pairs[index])
        .collect();
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn same(left: &str, right: &str) -> String {
        let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
        let steps = align(&left, &right);
        steps
            .iter()
            .filter_map(|step| if let Step::Same(at, _) = step { Some(left[*at]) } else { None })
            .collect()
    }

    #[test]
    fn what_both_have_is_found() {
        assert_eq!(same("abcdef", "xabcyef"), "abcef");
        assert_eq!(same("aabba", "abba"), "abba");
        assert_eq!(same("", "abc"), "");
    }

    #[test]
    fn long_lists_without_anything_in_common_take_no_time() {
        let left: Vec<u32> = (0..200_000).map(|number| number % 7).collect();
        let right: Vec<u32> = (0..200_000).map(|number| number % 7 + 10).collect();
        assert_eq!(align(&left, &right).len(), 400_000);
    }

    proptest! {
        #[test]
        fn the_steps_lead_through_both_lists(
            left in proptest::collection::vec(0u8..6, 0..40),
            right in proptest::collection::vec(0u8..6, 0..40),
        ) {
            let (mut at_left, mut at_right) = (0, 0);
            for step in align(&left, &right) {
                match step {
                    Step::Same(of_left, of_right) => {
                        prop_assert_eq!((of_left, of_right), (at_left, at_right));
                        prop_assert_eq!(left[of_left], right[of_right]);
                        at_left += 1;
                        at_right += 1;
                    }
                    Step::Left(of_left) => {
                        prop_assert_eq!(of_left, at_left);
                        at_left += 1;
                    }
                    Step::Right(of_right) => {
                        prop_assert_eq!(of_right, at_right);
                        at_right += 1;
                    }
                }
            }
            prop_assert_eq!((at_left, at_right), (left.len(), right.len()));
        }
    }
}
