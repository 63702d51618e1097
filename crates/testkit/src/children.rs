//! Processes as tests see them: is it still there, and whom did it start.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Whether the process runs.
///
/// One that has ended and only waits to be collected by its parent is not alive:
/// an orphan may wait for that forever.
pub fn alive(pid: u32) -> bool {
    if cfg!(target_os = "linux") {
        return stat(pid).is_some_and(|stat| !matches!(stat.state, 'Z' | 'X'));
    }
    Command::new("/bin/kill")
        .args(["-0", &pid.to_string()])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Waits until the process is gone; false if it outlasts the timeout.
pub fn wait_gone(pid: u32, timeout: Duration) -> bool {
    let deadline = Instant::now() + timeout;
    while alive(pid) {
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

/// The living children of the process, their children and so on, parents first.
///
/// Children of a process that is gone belong to another one; ask in time. Empty
/// where there is no `/proc`.
pub fn descendants(pid: u32) -> Vec<u32> {
    let everyone: Vec<(u32, Stat)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(|pid| Some((pid, stat(pid)?)))
        .filter(|(_, stat)| !matches!(stat.state, 'Z' | 'X'))
        .collect();
    let mut family = vec![pid];
    let mut next = 0;
    while let Some(parent) = family.get(next).copied() {
        let children = everyone.iter().filter(|(_, stat)| stat.parent == parent);
        family.extend(children.map(|(child, _)| *child));
        next += 1;
    }
    family.split_off(1)
}

struct Stat {
    state: char,
    parent: u32,
}

fn stat(pid: u32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The program's name stands in parentheses and may itself contain some.
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace();
    Some(Stat { state: fields.next()?.chars().next()?, parent: fields.next()?.parse().ok()? })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_killed_child_is_gone_before_it_is_collected() {
        let mut child = Command::new("sleep").arg("100").spawn().unwrap();
        assert!(alive(child.id()));
        assert!(!wait_gone(child.id(), Duration::from_millis(1)));
        assert!(descendants(std::process::id()).contains(&child.id()));
        child.kill().unwrap();
        assert!(wait_gone(child.id(), Duration::from_secs(5)));
        child.wait().unwrap();
        assert!(!alive(child.id()));
    }
}
