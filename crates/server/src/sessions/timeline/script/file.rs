//! The file in which the saved calls of one server outlive the process.
//!
//! Secrets are not written: what redaction would blank in a step is blanked in the file, and the step says so. A file
//! that cannot be read stays as it is; the first change puts it aside under another name. What cannot be written
//! is told, and lives as long as the process.

use super::{MOST_BYTES, MOST_STEPS, OnErrorWord, Saved, Step};
use mcp_inspector_engine::core::expect::Assertion;
use mcp_inspector_engine::core::redact::{Redactor, mask_json, mask_prose};
use mcp_inspector_engine::{Raw, file};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

/// A file that is larger is none of ours: the same text is in it up to three times, with quotes escaped.
const LARGEST: u64 = 16 * 1024 * 1024;

/// How many servers may have a file.
const MOST_FILES: usize = 256;

const VERSION: u32 = 1;

/// More steps than anybody saves one after the other.
const MOST_NUMBER: u64 = 1 << 53;

/// Where the saved calls of a server are kept.
#[derive(Debug)]
pub(super) struct Shelf {
    path: PathBuf,
    key: String,
    /// What was in the file when it was read or written last, as a digest; none when there was none. Another process may
    /// have saved calls of the same server since.
    seen: Mutex<Option<u64>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    version: u32,
    /// The server, for people who look into the file.
    server: String,
    last: u64,
    on_error: OnErrorWord,
    steps: Vec<KeptStep>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeptStep {
    number: u64,
    session: String,
    seq: u64,
    method: String,
    target: String,
    params: Option<Raw>,
    step: String,
    message: String,
    expect: Vec<Raw>,
    blanked: bool,
}

impl Shelf {
    /// That of a server, in a directory that need not be there yet.
    pub(super) fn new(directory: &Path, key: &str) -> Self {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let name: String = key.chars().skip(3).map(plain).take(40).collect();
        let path = directory.join(format!("{name}-{:016x}.json", digest(key.as_bytes())));
        Shelf { path, key: key.to_owned(), seen: Mutex::default() }
    }

    /// What was saved before, if anything was; otherwise why that cannot be told.
    pub(super) fn read(&self) -> Saved {
        match self.kept() {
            Ok(None) => Saved::default(),
            Ok(Some(kept)) => kept,
            Err(why) => {
                let trouble = format!(
                    "the saved calls of this server could not be read from {}: {why}; the file stays as it is, \
                     and with the next change it is put aside",
                    self.path.display()
                );
                Saved { trouble: Some(trouble), is_broken: true, ..Saved::default() }
            }
        }
    }

    /// Writes what is saved now; what went wrong with that is told with it.
    pub(super) fn write(&self, saved: &mut Saved, secrets: &Redactor) {
        let written = self.put_aside(saved).and_then(|aside| self.put(saved, secrets).map(|()| aside));
        saved.trouble = match written {
            Ok(None) => None,
            Ok(Some(aside)) => Some(format!(
                "another mcp-inspector has saved calls of this server meanwhile; what it saved is in {}",
                aside.display()
            )),
            Err(error) => Some(format!(
                "the saved calls could not be written to {}: {error}; they are kept as long as mcp-inspector runs",
                self.path.display()
            )),
        };
    }

    fn seen(&self) -> MutexGuard<'_, Option<u64>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody else wrote the file since it was read or written here.
    fn is_foreign(&self) -> bool {
        let is_file = fs::metadata(&self.path).is_ok_and(|metadata| metadata.is_file());
        let now = is_file.then(|| fs::read(&self.path).ok()).flatten().map(|text| digest(&text));
        now.is_some() && now != *self.seen()
    }

    fn kept(&self) -> Result<Option<Saved>, String> {
        let metadata = match fs::metadata(&self.path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        if !metadata.is_file() || metadata.len() > LARGEST {
            return Err("it is no file of saved calls".to_owned());
        }
        let text = fs::read(&self.path).map_err(|error| error.to_string())?;
        *self.seen() = Some(digest(&text));
        let kept: Kept = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
        if kept.version != VERSION || kept.steps.len() > MOST_STEPS {
            return Err("it was written by another version of mcp-inspector".to_owned());
        }
        let steps: Result<Vec<Step>, String> = kept.steps.into_iter().map(KeptStep::step).collect();
        let steps = steps?;
        let numbers: BTreeSet<u64> = steps.iter().map(|step| step.number).collect();
        let last = numbers.last().copied().unwrap_or_default().max(kept.last);
        let bytes: usize = steps.iter().map(Step::bytes).sum();
        if numbers.len() < steps.len() || last > MOST_NUMBER || bytes > 2 * MOST_BYTES {
            return Err("its steps are not numbered one by one, or too large".to_owned());
        }
        Ok(Some(Saved { steps, last, on_error: kept.on_error, ..Saved::default() }))
    }

    /// A file that could not be read is somebody's work all the same, and so is what another process wrote: it gets
    /// another name. That of another process is given.
    fn put_aside(&self, saved: &mut Saved) -> io::Result<Option<PathBuf>> {
        let is_foreign = !saved.is_broken && self.is_foreign();
        if !saved.is_broken && !is_foreign {
            return Ok(None);
        }
        let aside = |number: u32| self.path.with_extension(format!("aside-{number}.json"));
        let free = (1..1000).map(aside).find(|path| fs::symlink_metadata(path).is_err());
        let free = free.ok_or_else(|| io::Error::other("too many files were put aside"))?;
        match fs::rename(&self.path, &free) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => {
                saved.is_broken = false;
                Ok(is_foreign.then_some(free))
            }
        }
    }

    fn put(&self, saved: &Saved, secrets: &Redactor) -> io::Result<()> {
        if saved.steps.is_empty() {
            *self.seen() = None;
            return match fs::remove_file(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        }
        if let Some(directory) = self.path.parent() {
            make(directory)?;
            if !self.path.exists() && shelves(directory)? >= MOST_FILES {
                return Err(io::Error::other(format!("{MOST_FILES} servers have saved calls already")));
            }
        }
        let kept = Kept {
            version: VERSION,
            server: mask_prose(&self.key).unwrap_or_else(|| self.key.clone()),
            last: saved.last,
            on_error: saved.on_error,
            steps: saved.steps.iter().map(|step| KeptStep::of(step, secrets)).collect(),
        };
        let text = serde_json::to_vec_pretty(&kept)?;
        file::write(&self.path, &text)?;
        *self.seen() = Some(digest(&text));
        Ok(())
    }
}

impl KeptStep {
    fn of(step: &Step, secrets: &Redactor) -> Self {
        let mut blanked = step.blanked;
        // First by value, then by name and form.
        let mut clean = |json: &str| {
            let known = secrets.mask_text(json);
            let masked = mask_json(known.as_deref().unwrap_or(json)).or(known);
            blanked |= masked.is_some();
            masked.unwrap_or_else(|| json.to_owned())
        };
        let params = step.params.as_ref().map(|params| raw(&clean(params.as_str())));
        let (plain, message) = (clean(&step.plain), clean(&step.message));
        let expect = step.expect.iter().map(|one| raw(&clean(Raw::of(one).as_str()))).collect();
        let target = mask_prose(&step.target).unwrap_or_else(|| step.target.clone());
        let target = secrets.mask_text(&target).unwrap_or(target);
        KeptStep {
            number: step.number,
            session: step.session.clone(),
            seq: step.seq,
            method: step.method.clone(),
            target,
            params,
            step: plain,
            message,
            expect,
            blanked,
        }
    }

    fn step(self) -> Result<Step, String> {
        let expect: Result<Vec<Assertion>, String> =
            self.expect.iter().map(|one| Assertion::read(one).map_err(|error| error.to_string())).collect();
        Ok(Step {
            number: self.number,
            session: self.session,
            seq: self.seq,
            method: self.method,
            target: self.target,
            params: self.params,
            plain: self.step,
            message: self.message,
            expect: expect?,
            blanked: self.blanked,
            ran: None,
        })
    }
}

/// How many servers have a file: what was put aside and what a process left behind in its middle do not count.
fn shelves(directory: &Path) -> io::Result<usize> {
    let paths = fs::read_dir(directory)?.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let is_shelf = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        path.extension().is_some_and(|extension| extension == "json") && !stem.contains(".aside-")
    };
    Ok(paths.filter(is_shelf).count())
}

/// Masking leaves JSON what it is.
fn raw(json: &str) -> Raw {
    Raw::parse(json).unwrap_or_else(|_| Raw::empty_object())
}

/// Makes a directory that only its owner can read.
fn make(directory: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

/// 64 bits that are the same for the same text in every version (FNV-1a).
fn digest(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
        (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: u64, arguments: &str) -> Step {
        let params = format!(r#"{{"name":"t","arguments":{arguments}}}"#);
        Step {
            number,
            session: "s".to_owned(),
            seq: 1,
            method: "tools/call".to_owned(),
            target: "t".to_owned(),
            plain: format!(r#"{{"method":"tools/call","params":{params}}}"#),
            message: format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#),
            params: Some(Raw::parse(&params).unwrap()),
            expect: vec![Assertion::read(&Raw::parse(r#"{"maxMs":5}"#).unwrap()).unwrap()],
            blanked: false,
            ran: None,
        }
    }

    fn saved(steps: Vec<Step>) -> Saved {
        Saved { last: 7, on_error: OnErrorWord::Continue, steps, ..Saved::default() }
    }

    #[test]
    fn what_is_written_is_read_again_with_its_spelling_and_without_secrets() {
        let directory = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(&directory.path().join("tests"), "at cat /tmp");
        let mut now =
            saved(vec![step(3, r#"{"n":1.50}"#), step(7, r#"{"password":"hunter2","x":"known-secret"}"#)]);
        let mut secrets = Redactor::default();
        secrets.add("known-secret");
        shelf.write(&mut now, &secrets);
        assert_eq!(now.trouble, None);
        let text = fs::read_to_string(&shelf.path).unwrap();
        assert!(!text.contains("hunter2") && !text.contains("known-secret"), "{text}");
        let again = shelf.read();
        assert_eq!((again.last, again.on_error, again.trouble.as_deref()), (7, OnErrorWord::Continue, None));
        assert_eq!(again.steps[0].params, now.steps[0].params);
        assert_eq!(again.steps[0].expect, now.steps[0].expect);
        assert_eq!(again.steps.iter().map(|step| step.blanked).collect::<Vec<_>>(), [false, true]);
        now.steps.clear();
        shelf.write(&mut now, &secrets);
        assert!(!shelf.path.exists(), "nothing is left of what was removed");
    }

    #[test]
    fn a_broken_file_is_named_stays_and_is_put_aside_by_the_next_change() {
        let directory = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(directory.path(), "id a");
        for text in ["{", "[]", r#"{"version":9,"server":"x","last":0,"onError":"stop","steps":[]}"#] {
            fs::write(&shelf.path, text).unwrap();
            let mut now = shelf.read();
            assert!(now.trouble.as_ref().unwrap().contains(&*shelf.path.to_string_lossy()), "{now:?}");
            assert_eq!(fs::read_to_string(&shelf.path).unwrap(), text);
            now.steps.push(step(1, "{}"));
            shelf.write(&mut now, &Redactor::default());
            assert_eq!((now.trouble, shelf.read().steps.len()), (None, 1));
        }
        let files = fs::read_dir(directory.path()).unwrap().count();
        assert_eq!(files, 4, "all three are there under other names");
    }

    #[test]
    fn what_another_process_saved_is_put_aside_and_told() {
        let directory = tempfile::tempdir().unwrap();
        let (ours, theirs) = (Shelf::new(directory.path(), "id a"), Shelf::new(directory.path(), "id a"));
        let (mut here, mut there) = (ours.read(), theirs.read());
        here.steps.push(step(1, r#"{"whose":"ours"}"#));
        ours.write(&mut here, &Redactor::default());
        there.steps.push(step(1, r#"{"whose":"theirs"}"#));
        theirs.write(&mut there, &Redactor::default());
        let trouble = there.trouble.clone().unwrap();
        let aside = PathBuf::from(trouble.rsplit(" is in ").next().unwrap());
        assert!(fs::read_to_string(&aside).unwrap().contains("ours"), "{trouble}");
        assert!(fs::read_to_string(&theirs.path).unwrap().contains("theirs"));
        theirs.write(&mut there, &Redactor::default());
        assert_eq!(there.trouble, None, "it is told once");
        // Whoever removes all of it removes what it knows of, and nothing else.
        here.steps.clear();
        ours.write(&mut here, &Redactor::default());
        let left: Vec<_> = fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().path()).collect();
        let has = |word: &str| left.iter().any(|path| fs::read_to_string(path).unwrap().contains(word));
        assert!(has("ours") && has("theirs"), "{left:?}");
    }

    #[test]
    fn steps_that_nobody_could_have_saved_so_are_no_steps() {
        let directory = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(directory.path(), "id a");
        for steps in [vec![step(3, "{}"), step(3, "{}")], vec![step(u64::MAX, "{}")]] {
            shelf.write(&mut saved(steps), &Redactor::default());
            assert!(shelf.read().trouble.is_some_and(|trouble| trouble.contains("numbered")));
        }
    }

    #[test]
    fn what_cannot_be_written_is_told_with_the_file() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("taken");
        fs::write(&file, "").unwrap();
        let shelf = Shelf::new(&file, "id a");
        let mut now = saved(vec![step(1, "{}")]);
        shelf.write(&mut now, &Redactor::default());
        let trouble = now.trouble.unwrap();
        assert!(trouble.contains("taken") && trouble.contains("as long as mcp-inspector runs"), "{trouble}");
        assert_eq!(now.steps.len(), 1);
    }
}
