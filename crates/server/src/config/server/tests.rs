//! Defaults, and what Debug shows. What is refused is in `tests/server/config_attacks.rs`.

use super::*;

fn read(fields: &str) -> ServerConfig {
    ServerConfig::read(serde_json::from_str(fields).unwrap()).unwrap()
}

#[test]
fn the_connection_mode_follows_the_transport_where_nothing_is_said() {
    for (transport, mode) in [
        ("stdio", ConnectionMode::Proxy),
        ("sse", ConnectionMode::Proxy),
        ("streamableHttp", ConnectionMode::Direct),
    ] {
        for said in ["null", "\"\""] {
            let server = read(&format!(
                r#"{{"id": "1", "name": "a", "transport": "{transport}", "command": "x",
                    "url": "https://a.example", "connectionMode": {said}}}"#
            ));
            assert_eq!(server.connection_mode, mode);
        }
    }
}

#[test]
fn debug_output_shows_no_secret() {
    let server = read(
        r#"{"id": "1", "name": "a", "transport": "sse", "url": "https://u:hunter2@a.example",
            "headers": {"Authorization": "Bearer hunter2"}, "oauth": {"clientSecret": "hunter2"}}"#,
    );
    assert!(!format!("{server:?}").contains("hunter2"));
    assert_eq!(server.to_fields()["headers"]["Authorization"], "Bearer hunter2");
}
