//! `mcp-server-time`, on the Python SDK.

use crate::place;
use crate::programs::command;
use crate::tour::{Tour, within_limit};
use mcp_inspector_engine::core::era::Revision;
use serde_json::json;

#[tokio::test]
async fn times_are_told_and_converted() {
    within_limit(async {
        let program = place::python("mcp-server-time");
        let target = command(&[&program, "--local-timezone", "Europe/Oslo"], |_| {});
        let tour = Tour::begin(target, r#"{ "rules": [] }"#).await;
        assert_eq!(tour.tool_names().await, ["convert_time", "get_current_time"]);
        let result = tour.call("get_current_time", json!({ "timezone": "Asia/Kathmandu" })).await;
        let time = result.structured_content.unwrap();
        assert!(time["datetime"].as_str().unwrap().ends_with("+05:45"), "{time}");
        let arguments =
            json!({ "source_timezone": "Asia/Kolkata", "time": "12:00", "target_timezone": "Asia/Tokyo" });
        let conversion = tour.call("convert_time", arguments).await.structured_content.unwrap();
        assert_eq!(conversion["time_difference"], "+3.5h");
        let result = tour.try_call("get_current_time", json!({ "timezone": "Mars/Olympus" })).await.unwrap();
        assert!(result.is_error && result.text().contains("Mars/Olympus"), "{}", result.text());
        tour.end(Revision::R2026_07_28, &[]).await;
    })
    .await;
}
