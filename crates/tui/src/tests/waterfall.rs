//! The waterfall: where a terminal is wide enough, it is there, and it stays when it gets wider.

use super::mouse::open;

#[test]
fn a_wider_terminal_never_loses_the_waterfall() {
    for view in ["1", "2"] {
        let mut had = false;
        for width in (80..=240).step_by(2) {
            let mut face = open(width, 42);
            face.keys(view);
            let has = face.screen().contains('▇');
            assert!(has || !had, "{width} columns in view {view}:\n{}", face.screen());
            had = has;
            if width >= 112 {
                assert!(has, "{width} columns in view {view}:\n{}", face.screen());
            }
        }
    }
}

#[test]
fn a_small_terminal_has_its_columns_for_what_matters_more() {
    let mut face = open(80, 24);
    face.keys("2");
    assert!(!face.screen().contains('▇'), "{}", face.screen());
}
