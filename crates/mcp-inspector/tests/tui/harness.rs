//! A terminal to run the program in.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take that is expected to happen.
const WATCHDOG: Duration = Duration::from_secs(60);

/// A terminal of its own, which ends with this.
pub(crate) struct Screen {
    socket: String,
    _sockets: TempDir,
    pub(crate) directory: TempDir,
}

impl Screen {
    /// Starts the program with these words in a terminal of that size.
    pub(crate) fn start(size: (u16, u16), words: &str) -> Self {
        let binary = env!("CARGO_BIN_EXE_mcp-inspector");
        Screen::run(size, &format!("{binary} --tui {words}"), &[])
    }

    /// Starts a command of the shell in a terminal of that size.
    pub(crate) fn run((width, height): (u16, u16), line: &str, env: &[(&str, &str)]) -> Self {
        let sockets = tempfile::tempdir().expect("a directory");
        let socket = sockets.path().join("tmux").display().to_string();
        let screen =
            Screen { socket, _sockets: sockets, directory: tempfile::tempdir().expect("a directory") };
        let mut command = Command::new("tmux");
        command.args(["-S", &screen.socket, "-f", "/dev/null", "new-session", "-d"]);
        command.args(["-x", &width.to_string(), "-y", &height.to_string()]);
        command.args(["-c", &screen.directory.path().display().to_string()]);
        for name in ["MCPI_CONFIG", "MCPI_TOKEN", "NO_COLOR", "CI"] {
            command.env_remove(name);
        }
        command.env("XDG_STATE_HOME", screen.directory.path().join("state"));
        command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
        command.envs(env.iter().copied());
        // The shell stays when the program ends, so that the screen after it can be looked at.
        command.arg(format!("{line}; echo \"ended with $?\"; exec cat"));
        let started = command.status().expect("tmux is there");
        assert!(started.success(), "tmux starts a session");
        screen
    }

    fn tmux(&self, words: &[&str]) -> String {
        let output = Command::new("tmux").args(["-S", &self.socket]).args(words).output().expect("tmux runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// What is on the screen.
    pub(crate) fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// What is on the screen, with colours as sequences.
    pub(crate) fn coloured(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-e"])
    }

    /// Presses keys by their names.
    pub(crate) fn keys(&self, names: &[&str]) -> &Self {
        let mut words = vec!["send-keys"];
        words.extend(names);
        self.tmux(&words);
        self
    }

    /// Types a text.
    pub(crate) fn types(&self, text: &str) -> &Self {
        self.tmux(&["send-keys", "-l", "--", text]);
        self
    }

    /// Waits until the screen has a text.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) -> &Self {
        self.until(&format!("`{text}`"), |screen| screen.contains(text))
    }

    /// Waits until the screen no longer has a text.
    #[track_caller]
    pub(crate) fn hides(&self, text: &str) -> &Self {
        self.until(&format!("no `{text}`"), |screen| !screen.contains(text))
    }

    /// Waits until something holds of the screen.
    #[track_caller]
    pub(crate) fn until(&self, what: &str, is_there: impl Fn(&str) -> bool) -> &Self {
        let began = Instant::now();
        loop {
            let screen = self.text();
            if is_there(&screen) {
                return self;
            }
            assert!(began.elapsed() < WATCHDOG, "the screen should show {what}:\n{screen}");
            // sleep: between two looks at a screen that another process draws.
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// The process of the program.
    pub(crate) fn pid(&self) -> String {
        let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let output = Command::new("pgrep").args(["-P", shell.trim()]).output().expect("pgrep runs");
        String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned()
    }

    /// Whether the terminal is as programs expect it: echoing, by lines, on its usual screen.
    pub(crate) fn is_restored(&self) -> bool {
        let flags = self.tmux(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"]);
        flags.trim() == "0 0 1"
    }

    pub(crate) fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.directory.path().join(Path::new(name))).unwrap_or_default()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
