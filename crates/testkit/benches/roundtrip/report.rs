//! Numbers on paper: a Markdown table, row by row as they come.

use std::cell::Cell;

/// What is measured, again and again.
#[derive(Default)]
pub(crate) struct Sample {
    values: Vec<f64>,
}

impl Sample {
    pub(crate) fn add(&mut self, value: f64) {
        self.values.push(value);
        self.values.sort_by(f64::total_cmp);
    }

    fn median(&self) -> Option<f64> {
        self.values.get(self.values.len() / 2).copied()
    }

    fn show(&self, show: impl Fn(f64) -> String) -> String {
        match (self.median(), self.values.first(), self.values.last()) {
            (Some(median), Some(first), Some(last)) => {
                format!("{} ({}..{})", show(median), show(*first), show(*last))
            }
            _ => "not run".to_owned(),
        }
    }
}

/// How a rate of calls is shown.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    CallsPerSecond,
    PerFrame { payload: usize },
}

impl Unit {
    fn show(self, rate: f64) -> String {
        match self {
            Unit::CallsPerSecond if rate >= 1e5 => format!("{:.0}k", rate / 1e3),
            Unit::CallsPerSecond => format!("{:.1}k", rate / 1e3),
            Unit::PerFrame { payload } => {
                let megabytes = rate * f64::from(u32::try_from(payload).unwrap_or(u32::MAX)) / 1e6;
                format!("{:.1} µs, {megabytes:.0} MB/s", 1e6 / rate)
            }
        }
    }
}

/// The table.
pub(crate) struct Report {
    has_head: Cell<bool>,
}

impl Report {
    pub(crate) fn begin() -> Self {
        Report { has_head: Cell::new(false) }
    }

    /// A row: the median of the rates, and the lowest and highest.
    pub(crate) fn row(&self, name: &str, unit: Unit, ours: &Sample, theirs: &Sample) {
        if !self.has_head.replace(true) {
            println!("| what | ours | rmcp | ours / rmcp |\n| --- | --- | --- | --- |");
        }
        let ratio = match (ours.median(), theirs.median()) {
            (Some(ours), Some(theirs)) => format!("{:.2}", ours / theirs),
            _ => String::new(),
        };
        let show = |rate| unit.show(rate);
        println!("| {name} | {} | {} | {ratio} |", ours.show(show), theirs.show(show));
    }

    /// A result that is not a comparison.
    pub(crate) fn line(&self, text: &str) {
        println!("\n{text}\n");
        self.has_head.set(false);
    }
}
