//! The browser of the user: whether one is to be opened, and opening it.

use std::ffi::OsString;
use std::io;

/// Whether a browser is to be opened, or why not.
///
/// `variable` reads the environment; `needs_display` says that windows need a display that is named
/// there.
pub fn decision(
    is_declined: bool,
    needs_display: bool,
    variable: &dyn Fn(&str) -> Option<OsString>,
) -> Result<(), &'static str> {
    let said = |name| variable(name).map(|value| value.to_string_lossy().trim().to_ascii_lowercase());
    let is_no = |value: &str| matches!(value, "false" | "0" | "no" | "off");
    let is_set = |name| said(name).is_some_and(|value| !value.is_empty());
    if is_declined {
        Err("--no-open")
    } else if said("MCP_AUTO_OPEN_ENABLED").is_some_and(|value| is_no(&value)) {
        Err("MCP_AUTO_OPEN_ENABLED")
    } else if said("CI").is_some_and(|value| !value.is_empty() && !is_no(&value)) {
        Err("CI")
    } else if needs_display && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") {
        Err("no display")
    } else {
        Ok(())
    }
}

/// Whether windows need a display that is named in the environment.
pub const NEEDS_DISPLAY: bool = cfg!(all(unix, not(target_os = "macos")));

/// Opens a page. A browser may take as long as it likes to come back, so this is for a thread that
/// nobody waits for.
pub fn open(link: &str) -> io::Result<()> {
    webbrowser::open(link)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row = (bool, bool, &'static [(&'static str, &'static str)], Result<(), &'static str>);

    const DISPLAY: (&str, &str) = ("DISPLAY", ":0");

    #[test]
    fn a_browser_is_opened_unless_something_speaks_against_it() {
        let table: [Row; 18] = [
            (false, true, &[DISPLAY], Ok(())),
            (false, true, &[("WAYLAND_DISPLAY", "wayland-0")], Ok(())),
            (false, true, &[], Err("no display")),
            (false, true, &[("DISPLAY", "")], Err("no display")),
            (false, false, &[], Ok(())),
            (true, true, &[DISPLAY], Err("--no-open")),
            (true, false, &[("CI", "1")], Err("--no-open")),
            (false, true, &[DISPLAY, ("CI", "true")], Err("CI")),
            (false, true, &[DISPLAY, ("CI", "woodpecker")], Err("CI")),
            (false, true, &[DISPLAY, ("CI", "")], Ok(())),
            (false, true, &[DISPLAY, ("CI", "false")], Ok(())),
            (false, true, &[DISPLAY, ("MCP_AUTO_OPEN_ENABLED", "false")], Err("MCP_AUTO_OPEN_ENABLED")),
            (false, true, &[DISPLAY, ("MCP_AUTO_OPEN_ENABLED", "FALSE")], Err("MCP_AUTO_OPEN_ENABLED")),
            (false, true, &[DISPLAY, ("MCP_AUTO_OPEN_ENABLED", "0")], Err("MCP_AUTO_OPEN_ENABLED")),
            (false, true, &[DISPLAY, ("MCP_AUTO_OPEN_ENABLED", "no")], Err("MCP_AUTO_OPEN_ENABLED")),
            (false, true, &[DISPLAY, ("MCP_AUTO_OPEN_ENABLED", "true")], Ok(())),
            (false, true, &[DISPLAY, ("MCP_AUTO_OPEN_ENABLED", "")], Ok(())),
            // Being asked to open does not conjure up a display.
            (false, true, &[("MCP_AUTO_OPEN_ENABLED", "true")], Err("no display")),
        ];
        for (is_declined, needs_display, variables, expected) in table {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| OsString::from(value))
            };
            let decided = decision(is_declined, needs_display, &variable);
            assert_eq!(decided, expected, "{is_declined} {needs_display} {variables:?}");
        }
    }
}
