//! What both sides can do against what they did, and what a server is given besides messages.

use crate::puppet;
use crate::scene::Scene;
use serde_json::{Value, json};

fn row<'a>(rows: &'a Value, path: &Value) -> &'a Value {
    let mut all = rows.as_array().expect("rows").iter();
    all.find(|row| row["path"] == *path).unwrap_or_else(|| panic!("{path}: {rows:#}"))
}

#[tokio::test]
async fn capabilities_are_told_with_their_use_and_what_was_used_without_them() {
    let scene = Scene::start();
    let puppet = puppet::session_with(|config| config.peer.offer.elicitation_form = false);
    let path = scene.adopt(&puppet).await;
    // The puppet asks for a form that it was not offered, is refused, and goes on.
    scene.call(&path, "ask", &json!({})).await;
    let forced = json!({ "method": "prompts/list", "forced": true });
    assert_eq!(scene.post(&format!("{path}/calls?wait=true"), &forced).await.status, 200);
    let survey = scene.get(&format!("{path}/capabilities")).await.json();
    let tools = row(&survey["server"], &json!(["tools"]));
    assert_eq!((&tools["advertised"], &tools["used"]), (&json!(true), &json!(1)), "{survey:#}");
    let form = row(&survey["client"], &json!(["elicitation", "form"]));
    assert_eq!((&form["advertised"], &form["unannounced"]), (&json!(false), &json!(1)), "{form:#}");
    let filter = form["filter"].as_str().unwrap();
    let found = scene.get(&format!("{path}/timeline?filter={filter}")).await.json();
    assert_eq!(found["matched"], form["used"], "the filter leads to the uses");
    assert_eq!(row(&survey["server"], &json!(["prompts"]))["unannounced"], 1, "{survey:#}");
}

#[tokio::test]
async fn headers_are_told_as_they_were_sent_with_their_origin_and_without_secrets() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let headers = json!({ "X-Api-Key": "hush-hush-hush", "X-Team": "blue" });
    let path = scene.open(&json!({ "target": { "url": url, "headers": headers } })).await;
    let answer = scene.get(&format!("{path}/surroundings")).await;
    assert!(!answer.body.contains("hush-hush"), "{answer:#?}");
    let given = answer.json();
    assert_eq!(given["environment"], Value::Null);
    let header = |name: &str| {
        let all = given["headers"].as_array().unwrap().iter();
        all.clone()
            .find(|one| one["name"].as_str().unwrap().eq_ignore_ascii_case(name))
            .unwrap_or_else(|| panic!("{name}: {given:#}"))
            .clone()
    };
    assert_eq!(
        (&header("x-api-key")["masked"], &header("x-api-key")["from"]),
        (&json!(true), &json!("face"))
    );
    assert_eq!((&header("x-team")["value"], &header("x-team")["masked"]), (&json!("blue"), &json!(false)));
    assert_eq!(header("accept")["from"], "protocol");
}

#[tokio::test]
async fn the_environment_is_told_with_its_origin_and_values_only_where_they_are_harmless() {
    let scene = Scene::start();
    let env =
        json!({ "API_TOKEN": "sk-abcdefgh", "MODE": "fast", "LINK": "https://me:pass-word@host.example/" });
    let target = json!({ "command": "no-such-program-anywhere", "env": env, "cwd": "/" });
    let opened = scene.post("/api/sessions", &json!({ "target": target })).await;
    let answer = scene.get(&format!("{}/surroundings", opened.header("location"))).await;
    assert!(!answer.body.contains("sk-abcdefgh") && !answer.body.contains("pass-word"), "{answer:#?}");
    let given = answer.json();
    assert_eq!((&given["headers"], &given["cwd"]), (&Value::Null, &json!("/")));
    let all = given["environment"].as_array().unwrap();
    let variable = |name: &str| all.iter().find(|one| one["name"] == name).unwrap_or(&Value::Null);
    assert_eq!((&variable("MODE")["value"], &variable("MODE")["from"]), (&json!("fast"), &json!("face")));
    assert_eq!(variable("API_TOKEN")["masked"], true);
    assert_eq!(
        (&variable("PATH")["from"], &variable("PATH")["masked"]),
        (&json!("inherited"), &json!(false))
    );
    // What cargo sets for its tests is known to nobody as harmless.
    let strange = variable("CARGO_MANIFEST_DIR");
    assert_eq!((&strange["from"], &strange["masked"]), (&json!("inherited"), &json!(true)), "{given:#}");
    assert_eq!(variable("MCPI_TOKEN"), &Value::Null);
}

#[tokio::test]
async fn a_configured_server_has_its_headers_from_the_configuration() {
    let mut scene = Scene::start();
    let url = scene.demo().await;
    let server = json!({ "id": "s1", "name": "Demo", "transport": "streamableHttp", "url": url,
        "headers": { "X-Team": "blue" } });
    std::fs::write(scene.directory().join("mcp.json"), json!({ "servers": [server] }).to_string()).unwrap();
    let path = scene.open(&json!({ "serverId": "s1" })).await;
    let given = scene.get(&format!("{path}/surroundings")).await.json();
    let team = given["headers"].as_array().unwrap().iter().find(|one| one["name"] == "x-team");
    assert_eq!(team.map(|one| &one["from"]), Some(&json!("config")), "{given:#}");
}
