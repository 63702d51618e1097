//! PAGE: lists that come in pages.

use crate::check::Rule;
use crate::check::event::{Answer, Body, Event, Family};
use crate::check::rule::{ALL, MUST, R1, SHOULD};
use crate::check::sink::{Sink, shown};
use crate::check::walk::Context;
use crate::command::List;
use std::collections::{HashMap, HashSet};

pub(super) const RULES: &[&Rule] = &[&PAGE_01, &PAGE_03];

const TWO_PAGES: &str = r#"
    init 2025-11-25 {"prompts":{}}
    > {$J,"id":1,"method":"prompts/list"}
    < {$J,"id":1,"result":{"prompts":[{"name":"a"}],"nextCursor":"b"}}
    > {$J,"id":2,"method":"prompts/list","params":{"cursor":"b"}}
    < {$J,"id":2,"result":{"prompts":[{"name":"b"}]}}
"#;

const PAGE_01: Rule = Rule {
    id: "PAGE-01",
    levels: MUST,
    revisions: ALL,
    checks: "`nextCursor` is a string, or is not there",
    pages: &[(R1, "server/utilities/pagination#response-format")],
    broken: r#"
        init 2025-11-25 {"prompts":{}}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"id":1,"result":{"prompts":[],"nextCursor":null}}
    "#,
    kept: TWO_PAGES,
};

const PAGE_03: Rule = Rule {
    id: "PAGE-03",
    levels: SHOULD,
    revisions: ALL,
    checks: "the pages of a list do not go in circles, and tools and prompts stand on one page only",
    pages: &[(R1, "server/utilities/pagination#pagination-flow")],
    broken: r#"
        init 2025-11-25 {"prompts":{}}
        > {$J,"id":1,"method":"prompts/list"}
        < {$J,"id":1,"result":{"prompts":[],"nextCursor":"b"}}
        > {$J,"id":2,"method":"prompts/list","params":{"cursor":"b"}}
        < {$J,"id":2,"result":{"prompts":[],"nextCursor":"b"}}
    "#,
    kept: TWO_PAGES,
};

/// How many walks through lists, and things seen on one, are remembered.
const REMEMBERED: usize = 10_000;

/// What the family remembers.
#[derive(Default)]
pub(super) struct Page {
    /// Walks that can go on, by list and the cursor with which they do.
    walks: HashMap<(List, String), Walk>,
}

/// One walk through a list, page by page.
#[derive(Clone, Default)]
struct Walk {
    cursors: HashSet<String>,
    names: HashSet<String>,
}

impl Family for Page {
    fn see(&mut self, event: &Event<'_>, _: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => self.walks.clear(),
            // What a walk has seen is no longer the list.
            Event::Notice(notice) if notice.method.ends_with("/list_changed") => self.walks.clear(),
            Event::Answer(answer) => {
                let Some(list) = List::of_method(answer.method()) else { return };
                let Some(result) = answer.complete().filter(|result| result.raw().is_object()) else {
                    return;
                };
                self.page(list, answer, result, out);
            }
            _ => {}
        }
    }
}

impl Page {
    fn page(&mut self, list: List, answer: &Answer<'_>, result: &Body, out: &mut Sink) {
        let place = answer.place;
        let next = result.member("nextCursor");
        let cursor: Option<String> = next.as_ref().and_then(|next| next.read().ok());
        out.judge(&PAGE_01, place, next.is_none() || cursor.is_some(), "/result/nextCursor", || {
            format!("`nextCursor` is `{}`", next.map(|next| shown(next.as_str())).unwrap_or_default())
        });
        if place.masked || place.is_exempt {
            return;
        }
        let mut walk = match answer.call.text("cursor") {
            None => Walk::default(),
            Some(from) => match self.walks.remove(&(list, from)) {
                Some(walk) => walk,
                // Where this page belongs was not seen.
                None => return,
            },
        };
        if answer.call.param("cursor").is_some() {
            let again = cursor.as_ref().filter(|cursor| walk.cursors.contains(*cursor));
            out.judge(&PAGE_03, place, again.is_none(), "/result/nextCursor", || {
                format!("`nextCursor` is `{}` again", again.map(|again| shown(again)).unwrap_or_default())
            });
            if again.is_some() {
                return;
            }
        }
        if matches!(list, List::Tools | List::Prompts) {
            walk.judge_names(list, answer, result, out);
        }
        if let Some(cursor) = cursor {
            if self.walks.len() >= 100 || walk.cursors.len() + walk.names.len() >= REMEMBERED {
                return self.walks.clear();
            }
            walk.cursors.insert(cursor.clone());
            self.walks.insert((list, cursor), walk);
        }
    }
}

impl Walk {
    fn judge_names(&mut self, list: List, answer: &Answer<'_>, result: &Body, out: &mut Sink) {
        let items = result.member(list.member()).and_then(|items| items.elements()).unwrap_or_default();
        let names: Vec<(usize, String)> = items
            .iter()
            .enumerate()
            .filter_map(|(at, item)| Some((at, item.text_member("name")?)))
            .take(REMEMBERED)
            .collect();
        let again = names.iter().find(|(_, name)| self.names.contains(name));
        if let Some((at, name)) = again {
            let spot = format!("/result/{}/{at}/name", list.member());
            out.broken(&PAGE_03, answer.place, spot, format!("`{}` stood on an earlier page", shown(name)));
        }
        self.names.extend(names.into_iter().map(|(_, name)| name));
    }
}
