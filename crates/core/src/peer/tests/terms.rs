//! Terms are chosen at any time and hold from the next connection on.

use super::script::{Player, check, quiet};
use crate::era::{Revision, Versions};
use crate::peer::Input;
use crate::peer::terms::Terms;
use crate::stamp::At;

fn choose(player: &mut Player, change: impl FnOnce(&mut Terms)) {
    let mut terms = player.peer.terms_chosen();
    change(&mut terms);
    let mut out = Vec::new();
    player.peer.step(At::START, Input::SetTerms { terms }, &mut out);
    assert!(out.is_empty(), "a choice alone does nothing");
}

fn sent(player: &Player) -> String {
    let sent = player.last_sent.as_ref().expect("something was sent");
    String::from_utf8_lossy(&sent.bytes).into_owned()
}

#[test]
fn what_is_chosen_is_in_force_with_the_next_connection_and_not_before() {
    let mut player = Player::ready(quiet());
    let before = player.peer.terms_in_force();
    choose(&mut player, |terms| {
        terms.sampling = false;
        terms.elicitation_url = false;
        terms.versions = Versions::Pinned(Revision::R2025_06_18);
    });
    assert_eq!(player.peer.terms_in_force(), before);
    player.check(
        r#"
        > recv {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}
        < ask 1 sampling/createMessage
        > stop
        < ask-end 1 lost
        < phase closing by stop
        < close 1
        > closed
        < phase closed by cleaned-up
        > connect
        < phase starting by connect
        < open 2
        > up 2
        < phase initializing by link-up
        < send #2 initialize 2025-06-18
        "#,
    );
    let frame = sent(&player);
    assert!(frame.contains(r#""elicitation":{"form":{}}"#) && !frame.contains("sampling"), "{frame}");
    assert_eq!(player.peer.terms_in_force(), player.peer.terms_chosen());
}

#[test]
fn roots_that_are_offered_again_are_those_of_before() {
    let mut player = check(quiet(), "> roots file:///here");
    let anew = |player: &mut Player, epoch: u32| {
        player.check(&format!(
            "
            > connect
            < phase starting by connect
            < open {epoch}
            > up {epoch}
            < phase initializing by link-up
            < send #{epoch} initialize 2025-11-25
            "
        ));
        let frame = sent(player);
        player.check(&format!(
            "
            > stop
            < phase closing by stop
            < close {epoch}
            > closed {epoch}
            < phase closed by cleaned-up
            "
        ));
        frame
    };
    choose(&mut player, |terms| terms.roots = false);
    assert!(!anew(&mut player, 1).contains("roots"));
    assert!(player.peer.roots().is_empty());
    choose(&mut player, |terms| terms.roots = true);
    assert!(anew(&mut player, 2).contains(r#""roots":{"listChanged":true}"#));
    assert_eq!(player.peer.roots()[0].uri, "file:///here");
}

#[test]
fn roots_are_shown_at_once_until_somebody_wants_to_be_asked() {
    let mut player = Player::ready(quiet());
    choose(&mut player, |terms| terms.roots_on_demand = true);
    let anew = r"
        > stop
        < phase closing by stop
        < close 1
        > closed
        < phase closed by cleaned-up
        > connect
        < phase starting by connect
        < open 2
        > up 2
        < phase initializing by link-up
        < send #2 initialize 2025-11-25
    ";
    player.check(
        r#"
        > recv {"jsonrpc":"2.0","id":1,"method":"roots/list"}
        < reply 1 {"roots":[]}
        "#,
    );
    player.check(anew);
    assert!(sent(&player).contains(r#""roots":{"listChanged":true}"#));
    let terms = player.peer.terms_in_force();
    assert!(terms.roots && terms.roots_on_demand);
    choose(&mut player, |terms| terms.roots = false);
    player.check(
        r#"
        > recv {"jsonrpc":"2.0","id":2,"method":"roots/list"}
        < ask 1 roots/list
        > stop
        < ask-end 1 lost
        < phase closing by stop
        < close 2
        > closed
        < phase closed by cleaned-up
        > connect
        < phase starting by connect
        < open 3
        "#,
    );
    let terms = player.peer.terms_in_force();
    assert!(!terms.roots && !terms.roots_on_demand, "what is not offered is asked of nobody");
}
