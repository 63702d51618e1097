//! The rules are checked wherever their verdicts are looked at, and once for what is there.

use super::{Face, recorded, session};
use crate::effect::Effect;
use crate::event::Event;
use crate::state::Focus;

/// A session that stands open.
fn open() -> Face {
    let whole = recorded("typescript-2025-11-25");
    let lines: Vec<&str> = whole.lines().take_while(|line| !line.contains(r#""to":"clos"#)).collect();
    Face::live(140, 42, &lines.join("\n"))
}

fn checks(face: &Face) -> usize {
    face.effects.iter().filter(|effect| matches!(effect, Effect::Judge { .. })).count()
}

#[test]
fn whichever_way_leads_to_the_timeline_the_rules_are_checked_there() {
    for way in ["2", "3", ":raw {}<Enter>", ":call ping<Enter>", ":filter x<Enter>"] {
        let mut face = open();
        face.keys(way);
        assert_eq!(checks(&face), 1, "{way}");
    }
    let mut face = open();
    face.state.focus = Focus::Strip;
    face.keys("G<Enter>");
    assert_eq!(checks(&face), 1, "{}", face.screen());
    let mut face = Face::new(140, 42);
    let session = session(&recorded("typescript-2025-11-25"));
    face.take_in(Event::Recording { path: "a.jsonl".into(), session });
    assert_eq!(checks(&face), 1, "{}", face.screen());
}

#[test]
fn what_did_not_change_is_not_checked_again() {
    let mut face = open();
    assert_eq!(checks(&face), 0, "nobody looks at it");
    face.keys("3");
    let (server, session) = (face.state.servers[0].id, face.state.servers[0].session.clone().unwrap());
    face.take_in(Event::News(server));
    assert_eq!(checks(&face), 1, "one is under way");
    let judged = || {
        let (report, survey) = session.log().judged();
        Event::Judged { server, report: Box::new(report), survey: Box::new(survey) }
    };
    face.take_in(judged());
    assert!(face.screen().contains("WHAT THE SERVER CAN DO"), "{}", face.screen());
    let (made, revision) = (face.state.pages_made, face.state.servers[0].revision);
    face.keys("2323");
    assert_eq!(checks(&face), 1);
    face.keys("r");
    assert_eq!(checks(&face), 2, "whoever wants it has it checked");
    face.take_in(judged());
    assert_eq!((face.state.pages_made, face.state.servers[0].revision), (made, revision));
}
