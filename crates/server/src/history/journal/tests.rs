use super::*;
use crate::history::place::Place;
use crate::history::tests::disk::{Disk, FailingMaker};
use std::sync::{Arc, Mutex};

struct World {
    _dir: tempfile::TempDir,
    place: Place,
    disk: Arc<Mutex<Disk>>,
    journal: Journal,
}

fn world(most: u64) -> World {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::open(dir.path()).unwrap();
    let disk = Arc::new(Mutex::new(Disk::default()));
    let maker = FailingMaker { place: place.clone(), disk: disk.clone() };
    let journal = Journal::open(Box::new(maker), most, 1).unwrap();
    World { _dir: dir, place, disk, journal }
}

impl World {
    /// `ok`, `ok after N`, `lost first` or `lost`.
    fn append(&mut self, line: &str) -> String {
        match self.journal.append(line.as_bytes(), 2) {
            Appended::Written { lost_before: 0, .. } => "ok".to_owned(),
            Appended::Written { lost_before, .. } => format!("ok after {lost_before}"),
            Appended::Lost { is_first: true, .. } => "lost first".to_owned(),
            Appended::Lost { is_first: false, .. } => "lost".to_owned(),
        }
    }

    fn texts(&self) -> Vec<String> {
        let files = self.place.files().unwrap();
        files.iter().map(|file| std::fs::read_to_string(self.place.path_of(file.name)).unwrap()).collect()
    }
}

#[test]
fn a_line_is_in_the_file_when_append_returns() {
    let mut world = world(1000);
    assert_eq!(world.append("one\n"), "ok");
    assert_eq!(world.texts(), ["one\n"]);
}

#[test]
fn a_full_file_is_followed_by_a_new_one_and_no_line_is_split() {
    let mut world = world(10);
    for line in ["12345\n", "abc\n", "x\n", "longer than a file\n", "y\n"] {
        assert_eq!(world.append(line), "ok");
    }
    assert_eq!(world.texts(), ["12345\nabc\n", "x\n", "longer than a file\n", "y\n"]);
}

#[test]
fn a_part_of_a_line_is_cut_off_and_the_loss_is_told_once_and_at_the_end() {
    let mut world = world(1000);
    assert_eq!(world.append("whole\n"), "ok");
    world.disk.lock().unwrap().room = Some(3);
    assert_eq!(world.append("partly\n"), "lost first");
    assert_eq!(world.append("none\n"), "lost");
    assert_eq!(world.texts(), ["whole\n"]);
    world.disk.lock().unwrap().room = None;
    assert_eq!(world.append("again\n"), "ok after 2");
    assert_eq!(world.append("more\n"), "ok");
    assert_eq!(world.texts(), ["whole\nagain\nmore\n"]);
}

#[test]
fn a_part_that_cannot_be_cut_off_does_not_spoil_the_next_line() {
    let mut world = world(1000);
    world.append("whole\n");
    *world.disk.lock().unwrap() = Disk { room: Some(3), cannot_cut: true, cannot_make: false };
    assert_eq!(world.append("partly\n"), "lost first");
    assert_eq!(world.append("none\n"), "lost");
    // There is room for the line break and a part of the line.
    world.disk.lock().unwrap().room = Some(2);
    assert_eq!(world.append("again\n"), "lost");
    world.disk.lock().unwrap().room = None;
    assert_eq!(world.append("at last\n"), "ok after 3");
    assert_eq!(world.texts(), ["whole\npar\na\nat last\n"]);
}

#[test]
fn when_no_new_file_can_be_made_the_old_one_goes_on() {
    let mut world = world(10);
    world.append("12345678\n");
    world.disk.lock().unwrap().cannot_make = true;
    assert_eq!(world.append("abc\n"), "ok");
    world.disk.lock().unwrap().cannot_make = false;
    assert_eq!(world.append("def\n"), "ok");
    assert_eq!(world.texts(), ["12345678\nabc\n", "def\n"]);
}

#[test]
fn a_device_that_is_always_full_loses_lines_and_nothing_else() {
    struct FullDevice;
    impl Maker for FullDevice {
        fn make(&mut self, now: i64) -> io::Result<(FileName, Box<dyn Sink>)> {
            let file = std::fs::OpenOptions::new().append(true).open("/dev/full")?;
            Ok((FileName::read(&format!("{now:013}-1-0001.ndjson")).unwrap(), Box::new(file)))
        }
    }
    let mut journal = Journal::open(Box::new(FullDevice), 1000, 1).unwrap();
    for attempt in 0..3 {
        let Appended::Lost { is_first, error } = journal.append(b"x\n", 1) else { panic!("it was written") };
        assert_eq!((is_first, error.kind()), (attempt == 0, io::ErrorKind::StorageFull));
    }
}
