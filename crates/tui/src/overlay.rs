//! What lies over everything else until it is dealt with: a line to type, a choice, a list of keys.

use crate::command::{Meant, meant, offered};
use crate::kept::Kept;
use crate::list::Place;
use crate::palette::Palette;
use crate::pane::field::Field;
use crate::pane::form::FormPane;
use crate::server::ServerId;
use std::path::PathBuf;

/// What lies over everything else.
pub(crate) enum Overlay {
    /// The keys.
    Help(Place),
    Palette(Palette),
    /// A line that is typed at the bottom.
    Line(Line),
    /// The letter that says in which words to copy.
    Copy,
    /// The key that says on which side the pane is to go to.
    Side,
    /// A question, and what to do if the answer is yes.
    Confirm {
        question: String,
        then: Then,
    },
    /// A server of the config file.
    Server(Box<ServerForm>),
}

/// A line that is typed.
pub(crate) struct Line {
    pub(crate) purpose: Purpose,
    /// Why it is to be typed, when nobody asked for it.
    why: String,
    pub(crate) field: Field,
    /// Where one is in the list of what it could mean.
    pub(crate) place: Place,
    /// Whether someone went there.
    is_picked: bool,
}

/// What a line is typed for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Command,
    Filter,
    /// The URL at which a browser ended.
    Url,
    Search,
    /// The next line of a list that has it, seen from this one.
    Find(usize),
    /// What is to be written to the file that is typed, and to others beside it.
    Save(Vec<Kept>),
}

/// What a yes means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    Quit,
    Remove(String),
    /// A server that is in no file is forgotten.
    Drop(ServerId),
    Write(Vec<(PathBuf, Vec<u8>)>),
}

/// A server of the config file, as a form.
pub(crate) struct ServerForm {
    /// The entry that is edited; none for one that is added.
    pub(crate) entry: Option<String>,
    pub(crate) pane: FormPane,
    /// The entry as it was when the form was opened, as text of the form; none for one that is added, and once somebody was
    /// told that it is another one by now.
    pub(crate) opened: Option<String>,
    /// Why it is not saved.
    pub(crate) flaw: Option<String>,
    /// Whether it is being saved: it stays until that is done, since it may fail.
    pub(crate) is_saving: bool,
}

impl Overlay {
    pub(crate) fn is_typing(&self) -> bool {
        match self {
            Overlay::Line(_) | Overlay::Palette(_) => true,
            Overlay::Server(form) => form.pane.is_editing(),
            Overlay::Help(_) | Overlay::Copy | Overlay::Side | Overlay::Confirm { .. } => false,
        }
    }
}

impl Line {
    pub(crate) fn new(purpose: Purpose, text: &str) -> Self {
        let (why, field) = (String::new(), Field::new(text));
        Line { purpose, why, field, place: Place::default(), is_picked: false }
    }

    /// Goes through the list of what it could mean.
    pub(crate) fn pick(&mut self, by: isize) {
        let length = offered(self.field.text()).len();
        self.place.step(by, length);
        self.is_picked = true;
    }

    /// Something else is typed: the list is another one.
    pub(crate) fn typed(&mut self) {
        (self.place, self.is_picked) = (Place::default(), false);
    }

    /// What Enter makes of it; `at` is where in the list someone clicked.
    pub(crate) fn meant(&self, at: Option<usize>) -> Meant {
        meant(self.field.text(), at.or(self.is_picked.then_some(self.place.selected)))
    }

    /// The same, with the reason why it is to be typed.
    pub(crate) fn because(mut self, why: String) -> Self {
        self.why = why;
        self
    }

    /// What stands before it.
    pub(crate) fn sign(&self) -> String {
        let sign = match self.purpose {
            Purpose::Command => ":",
            Purpose::Filter | Purpose::Search | Purpose::Find(_) => "/",
            Purpose::Url => "the URL at which the browser ended: ",
            Purpose::Save(_) => "save to: ",
        };
        format!("{}{sign}", self.why)
    }
}
