//! `/` in lists that have no filter: the line that has what is typed is gone to.

use super::Face;
use super::asks::{asking, named};
use super::scenes::open;
use crate::server::Source;
use crate::state::Focus;

#[test]
fn a_server_is_found_by_letters_of_its_name_or_place_and_escape_goes_back() {
    let mut face = Face::new(100, 30);
    for name in ["alpha", "beta", "gamma beta"] {
        face.state.add(name, Source::Typed, None);
    }
    face.keys("6");
    assert_eq!((face.state.focus, face.state.current), (Focus::ServerList, 0));
    face.keys("/BET");
    assert_eq!(face.state.current, 1);
    face.keys("<Down>");
    assert_eq!(face.state.current, 2, "the next that has it");
    face.keys("<Down>");
    assert_eq!(face.state.current, 1, "and round");
    face.keys("<Up>");
    assert_eq!(face.state.current, 2);
    face.keys("<Esc>");
    assert_eq!(face.state.current, 0, "where it was");
    face.keys("/gam<Enter>");
    assert_eq!((face.state.current, face.state.overlay.is_none()), (2, true));
    face.keys("/nothing has it<Enter>");
    assert_eq!(face.state.current, 2);
    assert!(face.screen().contains("nothing here has `nothing has it`"), "{}", face.screen());
}

#[test]
fn an_ask_is_found_by_what_it_says() {
    let mut face = Face::live(140, 42, &asking(&[named(1), named(2), named(3)].concat()));
    face.keys("i<Esc><Esc>");
    assert_eq!(face.state.focus, Focus::AskList, "{}", face.screen());
    face.keys("/question 3<Enter>");
    assert_eq!(face.state.inbox.place.selected, 2);
    let shown = face.state.inbox.form.as_ref().expect("an ask").ask;
    assert_eq!(shown, face.state.asks()[2].1);
}

#[test]
fn a_log_of_which_nothing_fits_the_filter_says_so_and_how_much_there_is() {
    let mut face = Face::live(140, 42, &open());
    face.keys("5");
    let all = face.state.servers[0].log.len();
    assert!(all > 0 && face.screen().contains(&format!("Log {all} ")), "{}", face.screen());
    face.keys("/zzz<Enter>");
    let screen = face.screen();
    assert!(screen.contains(&format!("Log 0/{all}  zzz")), "{screen}");
    assert!(screen.contains("Nothing fits the filter. Esc clears it."), "{screen}");
    assert!(!screen.contains("No log messages"), "{screen}");
    face.keys("<Esc>");
    assert!(face.screen().contains(&format!("Log {all} ")), "{}", face.screen());
    // One that leaves nothing out of nothing is no untruth either.
    face.keys("4/zzz<Enter>");
    assert!(face.screen().contains("Steps 0/0  zzz"), "{}", face.screen());
}

#[test]
fn the_braces_go_through_the_servers_that_were_begun() {
    let mut face = Face::live(100, 30, &open());
    for name in ["idle one", "idle two"] {
        face.state.add(name, Source::Config, None);
    }
    face.keys("}");
    assert_eq!(face.state.current, 1, "there is no other: the next of the list");
    let place = face.state.add("second", Source::Typed, None);
    face.state.servers[place].show(super::session(&open()));
    face.keys("{");
    assert_eq!(face.state.current, 0);
    face.keys("}");
    assert_eq!(face.state.current, place);
    face.keys("}");
    assert_eq!(face.state.current, 0, "and round");
    face.keys("{");
    assert_eq!(face.state.current, place);
}

#[test]
fn why_a_filter_cannot_be_read_is_told_whole() {
    for width in [80, 140] {
        let mut face = Face::live(width, 30, &open());
        face.keys("2/tool:add");
        let flaw = face.state.filter_flaw().expect("no such field").to_owned();
        let screen = face.screen();
        let below: Vec<&str> = screen.lines().skip_while(|line| !line.starts_with(" ! ")).collect();
        let told = below[..below.len() - 1].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        assert_eq!(told, format!("! {flaw}"), "{screen}");
        face.keys("<Esc>");
        assert!(!face.screen().contains("is no field"), "{}", face.screen());
    }
}
