//! What the server offers: its lists as they last came, item by item, unread.

use crate::command::List;
use crate::hint::CacheHint;
use crate::raw::Raw;
use crate::stamp::Seq;

/// How many bytes of one list are kept. What comes after that is only in the log.
pub const LARGEST: usize = 64 * 1024 * 1024;

/// All lists of a server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalog {
    lists: [Option<ListView>; 5],
    /// Lists that were fetched again, as they first were.
    first: [Option<ListView>; 5],
}

/// One list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListView {
    /// The items in order; broken ones too.
    pub items: Vec<Raw>,
    /// Whether the last page has come.
    pub is_complete: bool,
    /// The frame of the newest page.
    pub seq: Seq,
    /// How many bytes its pages have.
    pub bytes: usize,
    /// What the newest page has in place of a list, such as `an object`; none when it has one.
    pub instead: Option<&'static str>,
    /// What the newest page says about keeping it.
    pub hint: Option<CacheHint>,
    /// Where the next page begins.
    next: Option<String>,
}

impl Catalog {
    /// A list, if any of it has come.
    pub fn list(&self, list: List) -> Option<&ListView> {
        self.lists[place(list)].as_ref()
    }

    /// A list that was fetched again, as it first was in this connection.
    pub fn first(&self, list: List) -> Option<&ListView> {
        self.first[place(list)].as_ref()
    }

    /// Whether no list has come yet.
    pub fn is_empty(&self) -> bool {
        self.lists.iter().all(Option::is_none)
    }

    /// The items of a list; empty when none has come.
    pub fn items(&self, list: List) -> &[Raw] {
        self.list(list).map_or(&[], |list| &list.items)
    }

    /// A page came that begins at `cursor`; the first one has none.
    pub(super) fn page(&mut self, list: List, seq: Seq, cursor: Option<&str>, result: &Raw) {
        let slot = self.lists[place(list)].get_or_insert_default();
        if cursor.is_some() && slot.next.as_deref() != cursor && slot.seq != Seq::default() {
            // The list was fetched twice at the same time, and this page is in it, or of the list before.
            return;
        }
        if cursor.is_none() {
            let before = std::mem::take(slot);
            let first = &mut self.first[place(list)];
            if before.is_complete && first.is_none() {
                *first = Some(before);
            }
        }
        slot.seq = seq;
        slot.hint = CacheHint::read(result);
        slot.bytes += result.as_str().len();
        if slot.bytes > LARGEST {
            slot.is_complete = false;
            return;
        }
        // The items outlive their frames, which may hold much else.
        let result = result.detached();
        let given = result.member(list.member());
        let items = given.as_ref().and_then(Raw::elements);
        slot.instead = items.is_none().then(|| given.as_ref().map_or("nothing", kind));
        slot.items.extend(items.unwrap_or_default());
        slot.next = result.text_member("nextCursor");
        slot.is_complete = slot.next.is_none();
    }
}

/// What a piece of JSON is, in words.
fn kind(raw: &Raw) -> &'static str {
    match raw.as_str().trim_start().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a text",
        Some(b'n') => "null",
        Some(b't' | b'f') => "a boolean",
        _ => "a number",
    }
}

const fn place(list: List) -> usize {
    match list {
        List::Tools => 0,
        List::Resources => 1,
        List::Templates => 2,
        List::Prompts => 3,
        List::Skills => 4,
    }
}
