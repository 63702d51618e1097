//! What is said when the answer of a login does not come: only that of another, or none can be pasted.

use super::{Person, broken, get, login, person, ready};
use crate::scene::{faulty, good, target, with};
use crate::support::PATIENCE;
use mcp_inspector_engine::Session;
use mcp_inspector_engine::auth::{Announce, Loopback, Pasted};
use mcp_inspector_engine::core::auth::StepName;
use mcp_inspector_testkit::auth::AuthFault;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

#[tokio::test]
async fn a_login_whose_only_answers_had_another_state_says_so_when_time_is_up() {
    let server = faulty(&[AuthFault::WrongState]);
    let (tell, heard) = mpsc::unbounded_channel();
    let announce: Announce = Arc::new(move |url| tell.send(url.to_owned()).expect("somebody listens"));
    let agent = Loopback::new(announce, Duration::from_secs(3));
    let session = Session::open(target(&server), with(login(agent)));
    let location = Person { heard }.sent_back().await;
    assert_eq!(get(&location, "").await.status, 400);
    let fault = broken(&session, StepName::Authorization).await;
    assert!(fault.message.contains("an answer with another one came"), "{}", fault.message);
    assert!(fault.hint.is_some_and(|hint| hint.contains("return `state` unchanged")));
}

#[tokio::test]
async fn when_nothing_can_be_pasted_any_more_that_is_said_once_and_the_browser_may_still_come() {
    let server = good();
    let (agent, mut person) = person();
    let (tell, mut complaints) = mpsc::unbounded_channel();
    let ended: Pasted = Arc::new(|| Box::pin(std::future::ready(None)));
    let complain: Announce = Arc::new(move |what| tell.send(what.to_owned()).expect("somebody listens"));
    let session = Session::open(target(&server), with(login(agent.taking(ended).complaining(complain))));
    let location = person.sent_back().await;
    let said = tokio::time::timeout(PATIENCE, complaints.recv()).await.expect("it is said").expect("text");
    let place = location.split('?').next().unwrap();
    assert!(said.contains("stdin has ended") && said.contains(place), "{said}");
    assert_eq!(get(&location, "").await.status, 200);
    ready(&session).await.unwrap();
    assert!(complaints.try_recv().is_err(), "it is said once");
}
