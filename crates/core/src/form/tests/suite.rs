//! Forms against the official tests of JSON Schema, where they are installed (`MCPI_SERVERS`).

use crate::form::compile;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The schemas that nothing can be judged by, and why: those that the browser's test of the same suite knows.
const UNCHECKED: &str = include_str!("../../../../../web/test/schemas-unchecked.json");

#[test]
fn every_instance_is_judged_as_the_suite_judges_it_unless_what_it_needs_is_elsewhere() {
    let Some(servers) = std::env::var_os("MCPI_SERVERS") else {
        eprintln!("nothing was compared: MCPI_SERVERS is not set");
        return;
    };
    let mut files: Vec<_> = std::fs::read_dir(Path::new(&servers).join("json-schema"))
        .expect("the suite is installed")
        .map(|file| file.expect("a file of the suite").path())
        .collect();
    files.sort();
    let (mut wrong, mut unchecked) = (Vec::new(), BTreeSet::new());
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let groups: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        for group in groups.as_array().unwrap() {
            let label = format!("{name}: {}", group["description"].as_str().unwrap());
            for test in group["tests"].as_array().unwrap() {
                let form =
                    compile(&group["schema"].to_string(), Some(&test["data"].to_string()), &[]).unwrap();
                if let Some(why) = form.unchecked {
                    assert!(why.contains("://"), "{label}: {why}");
                    unchecked.insert(label.clone());
                } else if form.errors.is_empty() != test["valid"].as_bool().unwrap() {
                    wrong.push(format!("{label}: {}", test["description"]));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    let known: Value = serde_json::from_str(UNCHECKED).unwrap();
    let known = known.as_object().unwrap().values().flat_map(|list| list.as_array().unwrap());
    let known: BTreeSet<String> = known.map(|label| label.as_str().unwrap().to_owned()).collect();
    assert_eq!(unchecked, known);
}
