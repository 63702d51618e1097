//! The published `tracing` events, by name and with their fields.
//!
//! Each test runs in a process of its own: `tracing` decides per process who wants which event,
//! and can miss a listener that comes while another thread meets an event for the first time.

use crate::programs::testkit;
use crate::scene::{check_echo, echo, ready, until};
use crate::support::{notes, quick};
use mcp_inspector_engine::Session;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tracing::field::{Field, Visit};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};

const ALONE: &str = "MCPI_TEST_ALONE";

/// One event as a listener sees it.
#[derive(Clone, Debug)]
struct Told {
    name: &'static str,
    level: Level,
    span: Option<&'static str>,
    fields: BTreeMap<&'static str, String>,
}

impl Told {
    fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }
}

/// Keeps every event of this thread, where the whole session runs.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<Told>>>);

impl Listener {
    fn start() -> (Self, DefaultGuard) {
        let listener = Listener::default();
        let guard = tracing::subscriber::set_default(Registry::default().with(listener.clone()));
        (listener, guard)
    }

    fn told(&self, name: &str) -> Vec<Told> {
        let all = self.0.lock().expect("no test panics while it holds this");
        all.iter().filter(|told| told.name == name).cloned().collect()
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Listener {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut fields = Fields(BTreeMap::new());
        event.record(&mut fields);
        let told = Told {
            name: event.metadata().name(),
            level: *event.metadata().level(),
            span: context.event_span(event).map(|span| span.name()),
            fields: fields.0,
        };
        self.0.lock().expect("no test panics while it holds this").push(told);
    }
}

/// Runs `test` in a process of its own, which is this test binary again, told to run that test only.
fn alone(name: &str, test: impl AsyncFnOnce(Listener)) {
    if std::env::var_os(ALONE).is_some() {
        let (listener, _guard) = Listener::start();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        return runtime.expect("a runtime").block_on(test(listener));
    }
    let run = Command::new(std::env::current_exe().expect("we are a program"))
        .args(["--exact", &format!("telemetry::{name}")])
        .env(ALONE, "1")
        .output()
        .expect("we can be started");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && said.contains("1 passed"), "{said}");
}

struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

#[test]
fn a_call_that_is_answered_starts_and_stops() {
    alone("a_call_that_is_answered_starts_and_stops", async |listener| {
        let session = ready(&["well-behaved"]).await;
        check_echo(&session, "hello").await;
        let starts = listener.told("mcp_client.request.start");
        let stops = listener.told("mcp_client.request.stop");
        let methods =
            |told: &[Told]| told.iter().map(|told| told.field("method").to_owned()).collect::<Vec<_>>();
        assert_eq!(methods(&starts), ["initialize", "tools/call"]);
        assert_eq!(methods(&stops), ["initialize", "tools/call"]);
        let (start, stop) = (&starts[1], &stops[1]);
        assert_eq!((start.level, start.span), (Level::DEBUG, Some("mcp_client.request")));
        assert_eq!(start.field("id"), "2");
        assert!(start.field("system_time").parse::<u128>().is_ok_and(|time| time > 0), "{start:?}");
        assert_eq!(start.field("corr_id"), format!("{}-2", start.field("client")));
        assert_eq!(stop.field("corr_id"), start.field("corr_id"));
        assert!(stop.field("duration").parse::<u64>().is_ok(), "{stop:?}");
        assert_eq!(stop.span, Some("mcp_client.request"));
        assert!(listener.told("mcp_client.request.exception").is_empty());
    });
}

#[test]
fn an_id_of_another_type_stops_its_call_as_well() {
    alone("an_id_of_another_type_stops_its_call_as_well", async |listener| {
        let session = ready(&["string-id"]).await;
        check_echo(&session, "hello").await;
        assert_eq!(listener.told("mcp_client.request.stop").len(), 2);
    });
}

#[test]
fn a_call_that_is_not_answered_ends_as_an_exception() {
    alone("a_call_that_is_not_answered_ends_as_an_exception", async |listener| {
        let session = ready(&["initialize-only"]).await;
        session.call_tool(echo("x").timeout(Duration::from_millis(50))).await.expect_err("silence");
        let exceptions = listener.told("mcp_client.request.exception");
        let [exception] = &exceptions[..] else { panic!("{exceptions:?}") };
        assert_eq!((exception.field("method"), exception.field("id")), ("tools/call", "2"));
        assert!(exception.field("reason").contains("was not answered"), "{exception:?}");
        assert_eq!(exception.span, Some("mcp_client.request"));
        assert!(!exception.field("client").is_empty());
    });
}

#[test]
fn every_transition_is_told_with_its_reason() {
    alone("every_transition_is_told_with_its_reason", async |listener| {
        let session = Session::open(testkit(&["exit-before-first-frame"]), quick());
        session.ready().await.expect_err("it exits");
        let told = listener.told("mcp_client.connection.transition");
        let steps: Vec<(&str, &str)> =
            told.iter().map(|told| (told.field("from"), told.field("to"))).collect();
        let expected = [
            ("closed", "starting"),
            ("starting", "initializing"),
            ("initializing", "backoff"),
            ("backoff", "closed"),
        ];
        assert_eq!(steps, expected);
        assert_eq!(told[0].field("reason"), "");
        assert!(told[3].field("reason").contains("exited with code 7"), "{told:?}");
        assert_eq!(session.phase(), PhaseName::Closed);
    });
}

#[test]
fn notifications_are_told_by_their_method() {
    alone("notifications_are_told_by_their_method", async |listener| {
        let session = ready(&["list-changes"]).await;
        check_echo(&session, "change").await;
        until(&session, |view| !view.notices.is_empty()).await;
        let told = listener.told("mcp_client.notification.received");
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].field("method"), "notifications/tools/list_changed");
    });
}

#[test]
fn violations_are_warnings_with_a_reason_and_a_size() {
    alone("violations_are_warnings_with_a_reason_and_a_size", async |listener| {
        let session = ready(&["junk-before"]).await;
        check_echo(&session, "hello").await;
        let told = listener.told("mcp_client.protocol.violation");
        assert_eq!(told.len(), 3);
        assert!(told.iter().all(|told| told.level == Level::WARN));
        assert_eq!(
            (told[1].field("reason"), told[1].field("frame_size")),
            ("not UTF-8 from byte 3 on", "17")
        );

        let session = ready(&["duplicate-answer"]).await;
        check_echo(&session, "hello").await;
        session.ping().await.expect("the second answer came before this one");
        let told = listener.told("mcp_client.protocol.violation");
        assert_eq!(told.len(), 4, "{told:?}");
        assert_eq!(told[3].field("reason"), notes(&session)[0].to_string());
    });
}
