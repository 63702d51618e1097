//! A disk that fails when a test wants it to.

use crate::history::place::{FileName, Maker, Place, Sink};
use std::io;
use std::sync::{Arc, Mutex};

/// How the disk behaves, changed by the test while the journal writes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Disk {
    /// How many bytes it still takes; all when absent.
    pub(crate) room: Option<usize>,
    pub(crate) cannot_cut: bool,
    pub(crate) cannot_make: bool,
}

/// Makes files on that disk.
pub(crate) struct FailingMaker {
    pub(crate) place: Place,
    pub(crate) disk: Arc<Mutex<Disk>>,
}

struct FailingSink {
    file: Box<dyn Sink>,
    disk: Arc<Mutex<Disk>>,
}

impl Maker for FailingMaker {
    fn make(&mut self, now: i64) -> io::Result<(FileName, Box<dyn Sink>)> {
        if self.disk.lock().unwrap().cannot_make {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let (name, file) = self.place.make(now)?;
        Ok((name, Box::new(FailingSink { file, disk: self.disk.clone() })))
    }
}

impl Sink for FailingSink {
    fn append(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut disk = self.disk.lock().unwrap();
        let Some(room) = &mut disk.room else { return self.file.append(bytes) };
        if *room == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let taken = bytes.len().min(*room);
        *room -= taken;
        self.file.append(&bytes[..taken])
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        if self.disk.lock().unwrap().cannot_cut {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        self.file.cut(length)
    }
}
