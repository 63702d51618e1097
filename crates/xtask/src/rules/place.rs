//! No file names a place that only one machine knows: home directories, the
//! checkout itself, or the host a package was once fetched from.

use crate::tree::Tree;

// In two halves, so that this file does not break its own rule.
const PLACES: [(&str, &str); 15] = [
    ("/ho", "me/"),
    ("/Us", "ers/"),
    ("/ro", "ot/"),
    ("/wor", "k/"),
    ("/work", "space/"),
    ("../sha", "red"),
    ("registry.", "npmjs"),
    ("registry.", "yarnpkg"),
    ("pypi.", "org/simple"),
    ("files.", "pythonhosted"),
    ("index.", "crates.io"),
    ("static.", "crates.io"),
    ("artifac", "tory"),
    ("nexus.", "repo"),
    ("\"reso", "lved\": \"http"),
];

/// Private places in any file.
pub(crate) fn private(tree: &Tree) -> Vec<String> {
    let mut places: Vec<String> = PLACES.iter().map(|(front, back)| format!("{front}{back}")).collect();
    if let Some(root) = &tree.root {
        places.push(root.to_string_lossy().into_owned());
    }
    let mut found = Vec::new();
    for file in &tree.files {
        for place in &places {
            for (at, _) in file.text.match_indices(place.as_str()) {
                // A path inside a URL, or inside the project, is not a place of a machine.
                let inside_a_path = place.starts_with('/')
                    && file.text[..at]
                        .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '}' | '~'));
                if !inside_a_path {
                    found.push(format!("{}: names `{place}`", file.place(&file.text, at)));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_places_are_found() {
        let text = PLACES.map(|(front, back)| format!("at {front}{back}")).join("\n");
        let fine = format!("https://example.com{}{}x and /srv/x\n", PLACES[0].0, PLACES[0].1);
        let tree = Tree::made_up(&[("a.md", &text), ("b.md", &fine)]);
        assert_eq!(private(&tree).len(), PLACES.len());
    }
}
