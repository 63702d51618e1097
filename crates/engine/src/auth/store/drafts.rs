//! What is left beside a store by processes that were killed while they wrote it.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The age at which a draft beside the file is one that a killed process left there.
pub(super) const ABANDONED: Duration = Duration::from_secs(600);

/// Removes the drafts of processes that were killed while they wrote: there are tokens in them.
pub(super) fn sweep(path: &Path) {
    let Some(entries) = path.parent().and_then(|directory| fs::read_dir(directory).ok()) else { return };
    let now = SystemTime::now();
    for entry in entries.flatten() {
        let path = entry.path();
        let is_draft = path.extension().is_some_and(|extension| extension == "tmp")
            && entry.file_name().as_encoded_bytes().starts_with(b".mcp-");
        let written = entry.metadata().ok().filter(fs::Metadata::is_file).and_then(|it| it.modified().ok());
        let age = written.and_then(|written| now.duration_since(written).ok());
        if is_draft && age.is_some_and(|age| age > ABANDONED) {
            let _ = fs::remove_file(path);
        }
    }
}
