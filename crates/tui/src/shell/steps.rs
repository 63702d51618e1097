//! The file of a script: an array of steps, to which one is added. What is there stays as it is written.

use mcp_inspector_engine::{Raw, file};
use std::io;
use std::path::Path;

/// The largest script that is added to, in bytes.
const LARGEST: u64 = 16 << 20;

/// Adds a step to a script, which is made if it is not there, and tells how many it has. What is no script is left alone.
pub(super) fn add(path: &Path, step: &str) -> Result<usize, String> {
    let before = match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => return Err("it is no file".to_owned()),
        Ok(metadata) if metadata.len() > LARGEST => return Err("it is too large for a script".to_owned()),
        Ok(_) => std::fs::read_to_string(path).map_err(|error| error.to_string())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error.to_string()),
    };
    let (text, count) = with_step(&before, step)?;
    file::write(path, text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(count)
}

/// A script with one step more, and how many it has then.
fn with_step(script: &str, step: &str) -> Result<(String, usize), String> {
    if script.trim().is_empty() {
        return Ok((format!("[\n  {step}\n]\n"), 1));
    }
    let no_script = || "it is no script, which is an array of steps".to_owned();
    let raw = Raw::parse(script).map_err(|error| format!("it is no JSON: {error}"))?;
    let steps = raw.elements().ok_or_else(no_script)?;
    if !steps.iter().all(Raw::is_object) {
        return Err(no_script());
    }
    let (above, _) = script.trim_end().rsplit_once(']').ok_or_else(no_script)?;
    let comma = if steps.is_empty() { "" } else { "," };
    Ok((format!("{}{comma}\n  {step}\n]\n", above.trim_end()), steps.len() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: &str = r#"{"method": "ping"}"#;

    #[test]
    fn a_step_is_added_behind_those_that_are_there_as_they_are() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("smoke.json");
        assert_eq!(add(&path, STEP), Ok(1));
        assert_eq!(add(&path, STEP), Ok(2));
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, "[\n  {\"method\": \"ping\"},\n  {\"method\": \"ping\"}\n]\n");
        let own = "[ {\"method\":\"ping\",   \"timeout\": 1.50} ]  ";
        let (text, count) = with_step(own, STEP).unwrap();
        assert_eq!(
            (text.starts_with(own.trim_end().trim_end_matches([' ', ']'])), count),
            (true, 2),
            "{text}"
        );
        assert_eq!(with_step(" [ ] ", STEP).unwrap().0, " [\n  {\"method\": \"ping\"}\n]\n");
    }

    #[test]
    fn what_is_no_script_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("mine");
        for text in ["{", "{}", "[1]", "[{}", "hello"] {
            std::fs::write(&path, text).unwrap();
            assert!(add(&path, STEP).is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert!(add(directory.path(), STEP).is_err());
    }
}
