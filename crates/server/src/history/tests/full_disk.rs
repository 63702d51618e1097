//! A disk that takes no more, and then does again.

use super::disk::{Disk, FailingMaker};
use super::*;
use crate::history::console::Style;
use std::io;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, Sender};

struct Watched(Sender<String>);

impl io::Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(String::from_utf8(bytes.to_vec()).unwrap()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn watched() -> (HistoryOptions, Receiver<String>) {
    let (sender, seen) = mpsc::channel();
    let console = Console::new(Box::new(Watched(sender)), Style::Ndjson);
    (HistoryOptions { console: Some(console), ..HistoryOptions::default() }, seen)
}

fn next(seen: &Receiver<String>) -> String {
    seen.recv_timeout(Duration::from_secs(10)).expect("something is told")
}

#[tokio::test]
async fn a_loss_is_told_when_it_begins_and_when_it_is_over() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::open(dir.path()).unwrap();
    let disk = Arc::new(Mutex::new(Disk::default()));
    let maker = FailingMaker { place: place.clone(), disk: disk.clone() };
    let (options, seen) = watched();
    let history = History::open_in(place, Box::new(maker), options).unwrap();
    exchange(&history, "before", "s", "ping");
    disk.lock().unwrap().room = Some(10);
    exchange(&history, "lost", "s", "ping");
    exchange(&history, "lost", "s", "ping");
    assert!(next(&seen).contains("The history is not written; requests go on without it"));
    disk.lock().unwrap().room = None;
    exchange(&history, "after", "s", "ping");
    assert!(next(&seen).contains("The history is written again; 4 lines were lost"));
    assert_eq!(ids(&history).await, ["after", "before"]);
    let told = (Level::Warn, "The history is written again; 4 lines were lost".to_owned());
    assert_eq!(messages(&history).await, [told]);
    drop(history);
    assert_eq!(seen.iter().count(), 0, "nothing else is told");
}

/// A file system of its own, gone with it.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount(bytes: u64) -> Result<Self, String> {
        let dir = tempfile::tempdir().unwrap();
        let size = format!("size={bytes}");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "none"]).arg(dir.path()).output();
        match mount {
            Ok(output) if output.status.success() => Ok(SmallDisk(dir)),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, so that a test that fails with open files does not leave it behind.
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[tokio::test]
async fn a_file_system_without_room_loses_lines_and_no_more() {
    let disk = match SmallDisk::mount(1024 * 1024) {
        Ok(disk) => disk,
        Err(reason) => {
            println!("skipped: no file system can be mounted here: {reason}");
            return;
        }
    };
    let dir = disk.0.path().join("history");
    let (options, seen) = watched();
    let history = History::open_with(&dir, options).unwrap();
    exchange(&history, "before", "s", "ping");
    assert_eq!(ids(&history).await, ["before"]);
    let ballast = disk.0.path().join("ballast");
    std::fs::write(&ballast, vec![0; 2 * 1024 * 1024]).expect_err("it is larger than the disk");
    let none = Redactor::default();
    let params = raw(&format!("[\"{}\"]", "x".repeat(20_000)));
    for number in 0..20 {
        let id = format!("full{number}");
        let line = RequestLine { request_id: &id, server_id: "s", method: "ping", params: Some(&params) };
        history.request(line, &none);
    }
    assert!(next(&seen).contains("The history is not written"));
    let full = history.page(HistoryQuery::default()).await.unwrap();
    assert_eq!(full.entries.last().unwrap().id, "before", "questions are answered on a full disk");
    std::fs::remove_file(&ballast).unwrap();
    exchange(&history, "after", "s", "ping");
    assert!(next(&seen).contains("The history is written again"));
    assert_eq!(ids(&history).await.first().map(String::as_str), Some("after"));
    let text = texts(&dir).concat();
    assert!(
        text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()),
        "no part of a line is left"
    );
}
