//! Which scopes to ask for.
//!
//! What the user set wins, then what the challenge names, then everything the resource has. Sets
//! are never guessed at: a scope is a word, and no word contains another.

use super::challenge::Demand;
use super::metadata::{ResourceMetadata, ServerMetadata};
use std::collections::HashSet;

/// The scope that asks for a refresh token.
const OFFLINE: &str = "offline_access";

/// The words of a scope text, each once.
pub fn words(text: &str) -> Vec<String> {
    let mut known = HashSet::new();
    text.split_ascii_whitespace().filter(|word| known.insert(*word)).map(str::to_owned).collect()
}

/// All of `first`, then what only `second` has.
pub fn union(first: &[String], second: &[String]) -> Vec<String> {
    let mut all = first.to_vec();
    all.extend(missing(second, first));
    all
}

/// Those of `wanted` that `granted` lacks.
pub fn missing(wanted: &[String], granted: &[String]) -> Vec<String> {
    // Servers choose how many scopes they name: each is looked up, not searched for.
    let granted: HashSet<&String> = granted.iter().collect();
    wanted.iter().filter(|word| !granted.contains(word)).cloned().collect()
}

/// The scopes of a first request, and where they come from. None at all means that the
/// authorization server decides.
pub fn first(
    configured: &[String],
    demand: &Demand,
    resource: Option<&ResourceMetadata>,
    server: &ServerMetadata,
    wants_refresh: bool,
) -> (Vec<String>, &'static str) {
    let (mut scopes, source) = if !configured.is_empty() {
        return (configured.to_vec(), "as configured");
    } else if let Some(scope) = &demand.scope {
        (words(scope), "as the challenge says")
    } else if let Some(all) = resource.and_then(|resource| resource.scopes_supported.as_ref()) {
        (words(&all.join(" ")), "all that the resource has")
    } else {
        (Vec::new(), "neither the challenge nor the resource names any")
    };
    let offers_offline =
        server.scopes_supported.as_ref().is_some_and(|scopes| scopes.iter().any(|scope| scope == OFFLINE));
    // Alone it would take the place of what the authorization server grants to those who name no scope.
    if wants_refresh && offers_offline && !scopes.is_empty() && !scopes.iter().any(|scope| scope == OFFLINE) {
        scopes.push(OFFLINE.to_owned());
    }
    (scopes, source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn the_challenge_wins_over_the_resource_and_the_user_over_both() {
        let demand = Demand { scope: Some("b  a b".into()), ..Demand::default() };
        let resource =
            ResourceMetadata { scopes_supported: Some(list(&["x", "y"])), ..ResourceMetadata::default() };
        let server = ServerMetadata::default();
        let chosen = |configured: &[String], demand: &Demand, resource: Option<&ResourceMetadata>| {
            first(configured, demand, resource, &server, true).0
        };
        assert_eq!(chosen(&list(&["mine"]), &demand, Some(&resource)), ["mine"]);
        assert_eq!(chosen(&[], &demand, Some(&resource)), ["b", "a"]);
        assert_eq!(chosen(&[], &Demand::default(), Some(&resource)), ["x", "y"]);
        let (none, source) = first(&[], &Demand::default(), None, &server, true);
        assert_eq!((none.len(), source), (0, "neither the challenge nor the resource names any"));
    }

    #[test]
    fn offline_access_is_added_only_where_the_authorization_server_knows_it() {
        let demand = Demand { scope: Some("a".into()), ..Demand::default() };
        let server =
            ServerMetadata { scopes_supported: Some(list(&["a", OFFLINE])), ..ServerMetadata::default() };
        assert_eq!(first(&[], &demand, None, &server, true).0, ["a", OFFLINE]);
        assert_eq!(first(&[], &demand, None, &server, false).0, ["a"]);
        assert_eq!(first(&[], &demand, None, &ServerMetadata::default(), true).0, ["a"]);
        // Alone it would narrow what is granted to those who name nothing.
        assert!(first(&[], &Demand::default(), None, &server, true).0.is_empty());
    }

    #[test]
    fn very_many_scopes_are_counted_each_once() {
        let many: Vec<String> = (0..200_000).map(|number| format!("s{}", number % 100_000)).collect();
        let many = words(&many.join(" "));
        assert_eq!(many.len(), 100_000);
        assert_eq!(union(&many, &many).len(), 100_000);
        assert!(missing(&many, &many).is_empty());
    }

    #[test]
    fn a_union_keeps_the_old_and_adds_the_new_once() {
        assert_eq!(union(&list(&["a", "b"]), &list(&["b", "c"])), ["a", "b", "c"]);
        assert_eq!(missing(&list(&["a", "b"]), &list(&["b"])), ["a"]);
    }
}
