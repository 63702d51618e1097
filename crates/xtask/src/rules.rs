//! The tidy rules. Each is a function from the tree to what breaks it.
//!
//! A rule that cannot fail is worth nothing, so each file also shows its rule
//! made-up input that breaks it.

mod attribute;
mod dependency;
mod document;
mod finding;
mod header;
mod keys;
mod length;
mod manual;
mod name;
mod page;
mod place;
mod print;
mod purity;
mod sleep;
mod unfinished;
mod wire;

use crate::tree::Tree;

/// A rule, as `tidy` runs it.
pub(crate) struct Rule {
    /// Its name in the output.
    pub(crate) name: &'static str,
    /// What breaks it, one sentence each.
    pub(crate) check: fn(&Tree) -> Vec<String>,
}

/// Every rule.
pub(crate) const ALL: &[Rule] = &[
    Rule { name: "header", check: header::missing },
    Rule { name: "name", check: name::vague },
    Rule { name: "purity", check: purity::impure },
    Rule { name: "sdk", check: purity::sdk },
    Rule { name: "print", check: print::stray },
    Rule { name: "unfinished", check: unfinished::marks },
    Rule { name: "attribute", check: attribute::silencing },
    Rule { name: "sleep", check: sleep::unexplained },
    Rule { name: "place", check: place::private },
    Rule { name: "length", check: length::long },
    Rule { name: "page", check: page::mismatched },
    Rule { name: "licence", check: dependency::licences },
    Rule { name: "duplicate", check: dependency::duplicates },
    Rule { name: "direction", check: dependency::directions },
    Rule { name: "document", check: document::missing },
    Rule { name: "finding", check: finding::stale },
    Rule { name: "keys", check: keys::stale },
    Rule { name: "manual", check: manual::stale },
    Rule { name: "wire", check: wire::stale },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn holds(name: &str) {
        let rule = ALL.iter().find(|rule| rule.name == name).expect("the rule is in the list");
        let violations = (rule.check)(&Tree::of_this_repository());
        assert!(violations.is_empty(), "{name}:\n{}", violations.join("\n"));
    }

    /// One test per rule, and no rule without one.
    macro_rules! each_holds {
        ($($test:ident $name:literal)*) => {
            $(#[test] fn $test() { holds($name); })*

            #[test]
            fn every_rule_has_its_test() {
                let tested = [$($name),*];
                assert_eq!(ALL.iter().map(|rule| rule.name).collect::<Vec<_>>(), tested);
            }
        };
    }

    each_holds! {
        every_file_says_what_it_owns "header"
        no_file_has_a_vague_name "name"
        the_core_is_pure "purity"
        core_and_engine_do_not_know_the_sdk "sdk"
        only_faces_print "print"
        nothing_is_left_unfinished "unfinished"
        no_lint_or_test_is_silenced "attribute"
        no_test_sleeps_without_a_reason "sleep"
        no_file_names_a_private_place "place"
        long_files_have_a_reason "length"
        every_fault_code_has_its_page "page"
        every_licence_is_allowed "licence"
        no_crate_is_there_twice_without_a_reason "duplicate"
        dependencies_point_inwards "direction"
        the_documents_are_there "document"
        the_page_about_findings_is_fresh "finding"
        the_keys_of_the_manual_are_fresh "keys"
        man_page_and_completions_are_fresh "manual"
        the_types_of_the_page_are_fresh "wire"
    }
}
