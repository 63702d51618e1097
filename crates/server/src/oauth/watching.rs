//! The login of a session, watched in its log: the session alone knows how it ends.

use super::attempt::{Attempt, Ending};
use super::callback::error_of;
use super::tokens;
use mcp_inspector_engine::auth::failure as broken_at;
use mcp_inspector_engine::core::auth::{StepName, StepOutcome};
use mcp_inspector_engine::{EntryKind, Item, Log, Seq};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How far back the steps are looked for that came before the user was needed.
const BACK: usize = 400;

/// How long a session may take to settle what a user brought.
const SETTLING: Duration = Duration::from_secs(60);

/// How long to look for the reason why a session no longer waits.
const REASON: Duration = Duration::from_secs(1);

/// Notes the steps of a login until it ends.
pub(super) async fn watch(log: Log, server: String, attempt: Arc<Attempt>, ending: Ending) {
    // What failed before it began is why it began.
    let born = log.last();
    let mut cursor = log.cursor(beginning(&log));
    let mut end = None;
    let mut has_waited = false;
    // Why it has failed, unless the client is registered anew.
    let mut failure = None;
    loop {
        let item = tokio::select! {
            item = cursor.next() => item,
            () = attempt.is_awaited(false), if end.is_none() => {
                let rest = if attempt.is_settling() { SETTLING } else { REASON };
                end = Some(Instant::now() + rest);
                continue;
            }
            () = attempt.is_awaited(true), if end.is_some() => {
                (end, failure) = (None, None);
                continue;
            }
            () = sleep_until(end.unwrap_or_else(Instant::now)), if end.is_some() => None,
        };
        // Whatever is not seen to end by then is given up.
        let Some(item) = item else {
            return failure.map_or((), |failure| ending.end(Err(failure)));
        };
        let Item::Entry(entry) = item else { continue };
        let EntryKind::Auth(step) = &entry.kind else { continue };
        attempt.note(step);
        // Where metadata is looked for, places that have none are failures too; and a token that cannot be
        // renewed is why there is a login, not its end.
        let is_part = step.step >= StepName::Identity && step.step != StepName::Refresh;
        if step.has_failed() && is_part && entry.seq > born {
            let returned = attempt.refused_with().filter(|_| step.step == StepName::Redirect);
            let is_unknown = matches!(
                error_of(step).or(returned).as_deref(),
                Some("invalid_client" | "unauthorized_client" | "invalid_scope")
            );
            if !is_unknown {
                return ending.end(Err(broken_at(step)));
            }
            // A client that is forgotten may be registered anew at once, and its user sent once more.
            failure = Some(broken_at(step));
            end = Some(Instant::now() + REASON);
        }
        let is_kept = step.step == StepName::Store
            && matches!(step.outcome, StepOutcome::Passed | StepOutcome::Warning);
        has_waited |= step.outcome == StepOutcome::Waiting;
        // Before the user is waited for, what is kept is a registration; after that it is a token, also one
        // that another login at the same place has brought meanwhile.
        if is_kept && (attempt.is_settling() || has_waited) {
            let granted = tokens::newest(ending.store(), &server);
            return ending.end(granted);
        }
    }
}

/// Where in the log the login begins that is under way.
fn beginning(log: &Log) -> Seq {
    let back = log.page_back(log.last(), BACK);
    let begins = |item: &Item| match item {
        Item::Entry(entry) => match &entry.kind {
            EntryKind::Auth(step) => {
                matches!(step.step, StepName::Challenge | StepName::StepUp).then_some(entry.seq)
            }
            _ => None,
        },
        Item::Gap { .. } => None,
    };
    back.iter().find_map(begins).unwrap_or_else(|| log.last().next())
}
