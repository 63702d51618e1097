//! Looking for a server or an ask by a few letters: `/` in their lists goes to the next one that has them.

use crate::event::Mood;
use crate::inbox::beginning;
use crate::state::{Focus, State};

impl State {
    /// Where one is in the list that is looked through.
    pub(crate) fn found_place(&self) -> usize {
        if self.focus == Focus::AskList { self.inbox.place.selected } else { self.current }
    }

    /// What each line of that list is found by, in lower case.
    pub(crate) fn lines_to_find(&self) -> Vec<String> {
        if self.focus == Focus::ServerList {
            let servers = self.servers.iter();
            return servers
                .map(|server| format!("{} {}", server.name, server.place()).to_lowercase())
                .collect();
        }
        let asks = self.asks().into_iter();
        asks.map(|(server, id)| {
            let name = self.servers.iter().find(|one| one.id == server).map_or("", |one| &one.name);
            let ask = self.ask(server, id);
            let said = ask.map(|ask| format!("{} {}", ask.method, beginning(ask))).unwrap_or_default();
            format!("{name} {said}").to_lowercase()
        })
        .collect()
    }

    /// Goes to the first line from `start` on that has `needle`, and on from the top; to `start` when none has it.
    pub(crate) fn find_line(&mut self, needle: &str, start: usize) {
        let (lines, needle) = (self.lines_to_find(), needle.trim().to_lowercase());
        let round = (start..lines.len()).chain(0..start.min(lines.len()));
        self.go_to_found(round.into_iter().find(|place| lines[*place].contains(&needle)).unwrap_or(start));
    }

    /// Goes to the next line that has `needle`, or to the one before.
    pub(crate) fn find_other(&mut self, needle: &str, is_next: bool) {
        let (lines, needle, here) = (self.lines_to_find(), needle.trim().to_lowercase(), self.found_place());
        let mut round: Vec<usize> = (here + 1..lines.len()).chain(0..here.min(lines.len())).collect();
        if !is_next {
            round.reverse();
        }
        let other = round.into_iter().find(|place| lines[*place].contains(&needle));
        self.go_to_found(other.unwrap_or(here));
    }

    /// Says so when no line has `needle`.
    pub(crate) fn tell_unless_found(&mut self, needle: &str) {
        let wanted = needle.trim().to_lowercase();
        if !self.lines_to_find().iter().any(|line| line.contains(&wanted)) {
            self.tell(format!("nothing here has `{needle}`"), Mood::Plain);
        }
    }

    fn go_to_found(&mut self, place: usize) {
        let offset = isize::try_from(place).unwrap_or_default()
            - isize::try_from(self.found_place()).unwrap_or_default();
        self.step(offset);
    }
}
