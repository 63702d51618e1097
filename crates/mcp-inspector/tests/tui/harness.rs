//! A terminal to run the program in.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take that is expected to happen.
const WATCHDOG: Duration = Duration::from_secs(60);

/// A terminal of its own, which ends with this.
pub(crate) struct Screen {
    socket: String,
    /// What belongs to the terminal, and not to the program.
    own: TempDir,
    pub(crate) directory: TempDir,
    /// Another directory that must be there as long as the program runs.
    kept: RefCell<Option<TempDir>>,
}

impl Screen {
    /// Starts the program with these words in a terminal of that size.
    pub(crate) fn start(size: (u16, u16), words: &str) -> Self {
        let binary = env!("CARGO_BIN_EXE_mcp-inspector");
        Screen::run(size, &format!("{binary} --tui {words}"), &[])
    }

    /// The same, with variables set for the program.
    pub(crate) fn start_with(size: (u16, u16), words: &str, env: &[(&str, &str)]) -> Self {
        let binary = env!("CARGO_BIN_EXE_mcp-inspector");
        Screen::run(size, &format!("{binary} --tui {words}"), env)
    }

    /// Starts a command of the shell in a terminal of that size.
    pub(crate) fn run((width, height): (u16, u16), line: &str, env: &[(&str, &str)]) -> Self {
        let own = tempfile::tempdir().expect("a directory");
        let socket = own.path().join("tmux").display().to_string();
        let settings = own.path().join("settings").display().to_string();
        let wrote = own.path().join("wrote").display().to_string();
        let screen = Screen {
            socket,
            own,
            directory: tempfile::tempdir().expect("a directory"),
            kept: RefCell::default(),
        };
        let mut command = Command::new("tmux");
        command.args(["-S", &screen.socket, "-f", "/dev/null"]);
        // What the program copies is kept, so that it can be looked at.
        command.args(["start-server", ";", "set", "-g", "set-clipboard", "on", ";", "new-session", "-d"]);
        command.args(["-x", &width.to_string(), "-y", &height.to_string()]);
        command.args(["-c", &screen.directory.path().display().to_string()]);
        for name in ["MCPI_CONFIG", "MCPI_TOKEN", "NO_COLOR", "CI", "BROWSER", "DISPLAY", "WAYLAND_DISPLAY"] {
            command.env_remove(name);
        }
        command.env("XDG_STATE_HOME", screen.directory.path().join("state"));
        command.env("MCPI_AUTH_STORE", screen.directory.path().join("state/auth.json"));
        command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
        command.envs(env.iter().copied());
        // The settings of the terminal are kept as they were before. The shell stays when the program ends, so that
        // the screen after it can be looked at.
        command.arg(format!("stty -g >{settings}; {line}; echo \"ended with $?\"; exec cat"));
        // Every byte that is written to the terminal is kept beside.
        command.args([";", "pipe-pane", &format!("exec cat >>{wrote}")]);
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

    /// Pastes a text, with signs around it if the program wants them.
    pub(crate) fn pastes(&self, text: &str) -> &Self {
        self.tmux(&["set-buffer", "-b", "pasted", "--", text]);
        self.tmux(&["paste-buffer", "-p", "-b", "pasted"]);
        self
    }

    /// Hands bytes to the program as if the terminal had sent them, whatever they are.
    pub(crate) fn feeds(&self, bytes: &[u8]) -> &Self {
        let file = self.own.path().join("fed");
        std::fs::write(&file, bytes).expect("the directory is ours");
        self.tmux(&["load-buffer", "-b", "fed", &file.display().to_string()]);
        self.tmux(&["paste-buffer", "-r", "-b", "fed"]);
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

    /// Takes the terminal away.
    pub(crate) fn ends(&self) {
        self.tmux(&["kill-server"]);
    }

    /// Whether the terminal is as it was before: on its usual screen, with all its settings (it shows what is typed,
    /// and hands it on by lines).
    pub(crate) fn is_restored(&self) -> bool {
        let flags = self.tmux(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"]);
        flags.trim() == "0 0 1" && self.settings(&["-g"]) == self.own_file("settings")
    }

    /// Whether the terminal is the program's: each key comes at once, and is not shown by itself.
    pub(crate) fn is_taken(&self) -> bool {
        let settings = self.settings(&["-a"]);
        let is_off = |name: &str| settings.split_whitespace().any(|word| word == format!("-{name}"));
        let flags = self.tmux(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag}"]);
        is_off("echo") && is_off("icanon") && flags.trim() == "1 1"
    }

    /// The settings of the terminal, as `stty` tells them.
    fn settings(&self, words: &[&str]) -> String {
        let terminal = self.tmux(&["display-message", "-p", "#{pane_tty}"]);
        let output = Command::new("stty").args(["-F", terminal.trim()]).args(words).output();
        String::from_utf8_lossy(&output.expect("stty runs").stdout).into_owned()
    }

    fn own_file(&self, name: &str) -> String {
        let bytes = std::fs::read(self.own.path().join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Everything that was written to the terminal up to now.
    pub(crate) fn written(&self) -> String {
        self.own_file("wrote")
    }

    pub(crate) fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.directory.path().join(Path::new(name))).unwrap_or_default()
    }

    /// Keeps a directory as long as the program runs.
    pub(crate) fn keep(&self, directory: TempDir) {
        *self.kept.borrow_mut() = Some(directory);
    }

    /// A file of the directory that is kept.
    pub(crate) fn kept_file(&self, name: &str) -> String {
        let kept = self.kept.borrow();
        let path = kept.as_ref().expect("one is kept").path().join(name);
        std::fs::read_to_string(path).unwrap_or_default()
    }

    /// Writes a file into the directory that is kept.
    pub(crate) fn kept_write(&self, name: &str, text: &str) {
        let kept = self.kept.borrow();
        let path = kept.as_ref().expect("one is kept").path().join(name);
        std::fs::write(path, text).expect("the directory is ours");
    }

    /// Writes a file into the directory that the program runs in.
    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.directory.path().join(name), text).expect("the directory is ours");
    }

    /// Waits until a file holds what is expected of it.
    #[track_caller]
    pub(crate) fn file_has(&self, name: &str, text: &str) -> &Self {
        self.until(&format!("the file {name} with `{text}`"), |_| self.file(name).contains(text))
    }

    /// Goes to something by a few letters of its name.
    pub(crate) fn finds(&self, letters: &str) -> &Self {
        self.keys(&["C-k"]).shows("Find:").types(letters).shows(&format!("> {letters}"));
        // What the server has not told yet is found when it does.
        self.hides("Find: 0 fit").keys(&["Enter"]).hides("Find:")
    }

    /// Types a command after a colon.
    pub(crate) fn commands(&self, line: &str) -> &Self {
        self.types(":").shows("connect [COMMAND").types(line).keys(&["Enter"])
    }

    /// What the program put into the clipboard of the terminal last.
    pub(crate) fn clipboard(&self) -> String {
        self.tmux(&["show-buffer"])
    }

    /// Presses the mouse where a text begins.
    #[track_caller]
    pub(crate) fn clicks(&self, text: &str) -> &Self {
        let screen = self.text();
        let found = screen.lines().enumerate().find_map(|(row, line)| {
            let before = line.split_once(text)?.0;
            Some((row + 1, before.chars().count() + 1))
        });
        let Some((row, column)) = found else { panic!("`{text}` is not there:\n{screen}") };
        self.types(&format!("\u{1b}[<0;{column};{row}M")).types(&format!("\u{1b}[<0;{column};{row}m"))
    }

    /// Turns the wheel at a place.
    pub(crate) fn wheels_up(&self, (row, column): (u16, u16)) -> &Self {
        self.types(&format!("\u{1b}[<64;{column};{row}M"))
    }

    /// The same the other way.
    pub(crate) fn wheels_down(&self, (row, column): (u16, u16)) -> &Self {
        self.types(&format!("\u{1b}[<65;{column};{row}M"))
    }
}

/// The command line of `server-everything`, the reference server.
pub(crate) fn everything() -> String {
    let servers = std::env::var_os("MCPI_SERVERS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.servers"), PathBuf::from);
    let script = servers.join("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    assert!(
        script.exists(),
        "the test servers are not installed ({} does not exist): run ./scripts/check, which installs them",
        script.display()
    );
    format!("node {} stdio", script.display())
}

/// The command line of a program of the kit, which is built beside ours.
pub(crate) fn testkit(name: &str) -> String {
    let path = Path::new(env!("CARGO_BIN_EXE_mcp-inspector")).with_file_name(name);
    assert!(path.exists(), "{} is missing: cargo build --workspace --bins", path.display());
    path.display().to_string()
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
