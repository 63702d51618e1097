//! The official conformance suite, run on our client.
//!
//! One process of the suite for each cell, one line for each cell, and a nonzero
//! exit when a cell is not as the list of expected failures has it. The suite's
//! own run of all scenarios is not used: there, a client that does nothing passes
//! several of them, and all start at once, which disturbs the one that measures
//! time.

mod cell;
mod expected;
mod harness;
mod verdict;

use cell::Cell;
use expected::Expected;
use harness::Harness;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What can be said on the command line.
pub(crate) const USAGE: &str = "[--only TEXT] [--jobs N] [--client PATH]";

/// Where the cells are that are known to fail, from the root of the repository.
const EXPECTED: &str = "scripts/conformance/expected-failures.txt";

/// Runs the suite as the command line says.
pub(crate) fn main(arguments: &[String]) -> ExitCode {
    let options = match Options::read(arguments) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("error: {problem}\n\nusage: cargo run -p xtask -- conformance {USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    /// Only cells whose name contains this.
    only: Option<String>,
    /// How many cells run at once.
    jobs: usize,
    /// The client to judge, instead of the example.
    client: Option<PathBuf>,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Self, String> {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let mut options = Options { only: None, jobs, client: None };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().cloned().ok_or_else(|| format!("`{word}` needs a value"));
            match word.as_str() {
                "--only" => options.only = Some(value()?),
                "--client" => options.client = Some(value()?.into()),
                "--jobs" => {
                    let text = value()?;
                    let jobs = text.parse().ok().filter(|jobs| *jobs > 0);
                    options.jobs = jobs.ok_or_else(|| format!("`{text}` is no number of jobs"))?;
                }
                _ => return Err(format!("`{word}` is not known")),
            }
        }
        Ok(options)
    }

    fn wants(&self, cell: &Cell) -> bool {
        self.only.as_ref().is_none_or(|text| cell.to_string().contains(text))
    }
}

/// How a cell went, against what was expected of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Full, as it should be.
    Full,
    /// Not full, and known.
    Expected,
    /// Not full.
    Failed,
    /// Full, but on the list of expected failures.
    Stale,
}

impl Standing {
    fn of(is_full: bool, is_expected_to_fail: bool) -> Self {
        match (is_full, is_expected_to_fail) {
            (true, false) => Standing::Full,
            (true, true) => Standing::Stale,
            (false, true) => Standing::Expected,
            (false, false) => Standing::Failed,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Standing::Full => "full",
            Standing::Expected => "expected",
            Standing::Failed => "FAILED",
            Standing::Stale => "STALE",
        }
    }
}

/// True when every cell is as expected.
fn run(options: &Options) -> Result<bool, String> {
    let root = crate::tree::root();
    let harness = Harness::prepare(&root, options.client.clone())?;
    let cells = harness.cells()?;
    let list =
        std::fs::read_to_string(root.join(EXPECTED)).map_err(|error| format!("{EXPECTED}: {error}"))?;
    let expected =
        Expected::read(&list, &cells).map_err(|wrong| format!("{EXPECTED}:\n  {}", wrong.join("\n  ")))?;
    let now: Vec<Cell> = cells.into_iter().filter(|cell| options.wants(cell)).collect();
    let (alone, together): (Vec<Cell>, Vec<Cell>) = now.into_iter().partition(Cell::runs_alone);

    let began = Instant::now();
    let mut standings = spread(&together, options.jobs, |cell| report(&harness, &expected, cell));
    standings.extend(spread(&alone, 1, |cell| report(&harness, &expected, cell)));
    let count = |standing| standings.iter().filter(|other| **other == standing).count();
    let known = count(Standing::Expected);
    let wrong = count(Standing::Failed) + count(Standing::Stale);
    println!(
        "\n{} cells in {} s, {known} of them known not to be full",
        standings.len(),
        began.elapsed().as_secs()
    );
    println!("conformance: {} passed, {wrong} failed, {} skipped", count(Standing::Full), known);
    if standings.is_empty() {
        return Err("no cell has that in its name".to_owned());
    }
    if wrong == 0 {
        // Nobody has anything to look up. If it stays, it is only in the way.
        let _ = std::fs::remove_dir_all(harness.results());
    } else {
        eprintln!("what the cells printed is in {}", harness.results().display());
    }
    Ok(wrong == 0)
}

/// Runs a cell and prints its line.
fn report(harness: &Harness, expected: &Expected, cell: &Cell) -> Standing {
    let began = Instant::now();
    let verdict = match harness.run(cell) {
        Ok(run) => verdict::judge(cell, &run),
        Err(problem) => verdict::Verdict { successes: 0, faults: vec![problem] },
    };
    let reason = expected.reason(cell);
    let standing = Standing::of(verdict.is_full(), reason.is_some());
    let seconds = began.elapsed().as_secs_f32();
    let after = match standing {
        Standing::Full => String::new(),
        Standing::Expected => format!(": {}", reason.unwrap_or_default()),
        Standing::Stale => format!(": it is full, so it does not belong into {EXPECTED}"),
        Standing::Failed => format!("\n          {}", verdict.faults.join("\n          ")),
    };
    println!("{:<9} {cell} ({} checks succeeded, {seconds:.1} s){after}", standing.word(), verdict.successes);
    standing
}

/// Does `work` on every item, at most `jobs` at once.
fn spread<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = work(item);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, String> {
        Options::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read_and_typos_refused() {
        let options = read("--only tools --jobs 3 --client a/b").unwrap();
        let client = Some("a/b".into());
        assert_eq!(options, Options { only: Some("tools".into()), jobs: 3, client });
        assert!(read("").unwrap().jobs > 0);
        assert_eq!(read("--job 3").unwrap_err(), "`--job` is not known");
        assert_eq!(read("--jobs 0").unwrap_err(), "`0` is no number of jobs");
        assert_eq!(read("--only").unwrap_err(), "`--only` needs a value");
    }

    #[test]
    fn the_list_of_expected_failures_is_held_to_both_sides() {
        let standings = [(true, false), (false, true), (false, false), (true, true)];
        let words = standings.map(|(full, expected)| Standing::of(full, expected).word());
        assert_eq!(words, ["full", "expected", "FAILED", "STALE"]);
    }

    #[test]
    fn every_item_is_worked_on_once() {
        let mut done = spread(&(0..100).collect::<Vec<_>>(), 4, |item| item * 2);
        done.sort_unstable();
        assert_eq!(done, (0..100).map(|item| item * 2).collect::<Vec<_>>());
        assert!(spread(&[] as &[u8], 4, |_| ()).is_empty());
    }
}
