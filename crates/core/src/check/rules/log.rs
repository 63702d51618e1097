//! LOG: log messages and their levels.

mod table;

pub(super) use table::RULES;

use crate::check::event::{Answer, Body, Event, Family, Notice};
use crate::check::sink::{Sink, shown, shown_member};
use crate::check::walk::Context;
use crate::era::{Era, Revision};
use crate::stamp::At;
use std::time::Duration;
use table::{LOG_01, LOG_02, LOG_03, LOG_04, LOG_05, LOG_06, LOG_07};

/// Syslog levels, least severe first.
const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// How long messages that had left before a new level was set may still come.
const RACE: Duration = Duration::from_millis(250);

/// How much of the data of a log message is searched for secrets.
const SEARCHED: usize = 64 * 1024;

/// What the family remembers.
#[derive(Default)]
pub(super) struct Log {
    /// The level in force in the session, and since when.
    level: Option<(usize, At)>,
    /// Some request of this connection asked for log messages.
    is_wanted: bool,
}

impl Family for Log {
    fn see(&mut self, event: &Event<'_>, context: &Context, out: &mut Sink) {
        match event {
            Event::Opened | Event::Gap => *self = Log::default(),
            Event::Called(call) => {
                self.is_wanted |= call.log_level.is_some();
                // Between asking and hearing back either level may be in force.
                if call.method == "logging/setLevel" {
                    self.level = None;
                }
            }
            Event::Answer(answer) => self.judge_answer(answer, out),
            Event::Notice(notice) if notice.method == "notifications/message" => {
                self.judge_message(notice, context, out);
            }
            _ => {}
        }
    }
}

impl Log {
    fn judge_answer(&mut self, answer: &Answer<'_>, out: &mut Sink) {
        if answer.method() == "initialize" {
            self.level = None;
        }
        let asked = match answer.place.revision.map(Revision::era) {
            Some(Era::Modern) => answer.call.log_level.clone(),
            Some(Era::Legacy) if answer.method() == "logging/setLevel" => answer.call.text("level"),
            _ => None,
        };
        let Some(asked) = asked else { return };
        let rank = rank(&asked);
        if rank.is_none() {
            match answer.error().map(|error| error.code) {
                None => {
                    let message = format!("the level `{}` was accepted", shown(&asked));
                    out.broken(&LOG_06, answer.place, "/result", message);
                }
                Some(Some(-32602)) => out.kept(&LOG_06, answer.place),
                Some(_) => {}
            }
        }
        if answer.method() == "logging/setLevel" && answer.result().is_some() && !answer.place.is_exempt {
            self.level = rank.map(|rank| (rank, answer.place.at));
        }
    }

    fn judge_message(&self, notice: &Notice, context: &Context, out: &mut Sink) {
        let place = &notice.place;
        if let Some(has) = place.revision.and_then(|revision| context.server_has(revision, &["logging"])) {
            out.judge(&LOG_01, place, has, "/method", || {
                "a log message came without the capability `logging`".to_owned()
            });
        }
        let level = notice.text("level");
        let rank = level.as_deref().and_then(rank);
        out.judge(&LOG_02, place, rank.is_some(), "/params/level", || {
            format!("`level` is {}", shown_member(notice.param("level").as_ref()))
        });
        let data = notice.param("data");
        out.judge(&LOG_02, place, data.is_some(), "/params/data", || "`data` is missing".to_owned());
        self.judge_request(notice, context, out);
        if let (Some(wanted), Some(rank)) = (self.wanted(notice, context), rank) {
            out.judge(&LOG_04, place, rank >= wanted, "/params/level", || {
                format!("`level` is `{}`, but `{}` was asked for", LEVELS[rank], LEVELS[wanted])
            });
        }
        if let Some(params) = &notice.params {
            judge_secrets(notice, params, out);
        }
    }

    /// Whether the message belongs to a request that wants it, and came where it should.
    fn judge_request(&self, notice: &Notice, context: &Context, out: &mut Sink) {
        let place = &notice.place;
        if place.revision != Some(Revision::R2026_07_28) {
            return;
        }
        let call = notice.call.as_ref().and_then(|id| context.call(id));
        let is_listening = call.is_some_and(|call| call.method == "subscriptions/listen");
        if is_listening || notice.subscription().is_some() {
            return out.broken(&LOG_05, place, "/method", "a log message came on a subscription");
        }
        match call {
            Some(call) => {
                out.kept(&LOG_05, place);
                out.judge(&LOG_03, place, call.log_level.is_some(), "/method", || {
                    format!("`{}` did not ask for log messages", shown(&call.method))
                });
            }
            None if context.is_whole && place.exchange.is_none() => {
                out.judge(&LOG_03, place, self.is_wanted, "/method", || {
                    "no request has asked for log messages".to_owned()
                });
            }
            None => {}
        }
    }

    /// The rank below which no message should come.
    fn wanted(&self, notice: &Notice, context: &Context) -> Option<usize> {
        match notice.place.revision?.era() {
            Era::Modern => rank(context.call(notice.call.as_ref()?)?.log_level.as_deref()?),
            Era::Legacy => {
                let (rank, since) = self.level?;
                (notice.place.at.since(since) > RACE).then_some(rank)
            }
        }
    }
}

fn rank(level: &str) -> Option<usize> {
    LEVELS.iter().position(|known| *known == level)
}

fn judge_secrets(notice: &Notice, params: &Body, out: &mut Sink) {
    let Some(data) = params.member("data") else { return };
    let text = data.as_str();
    let end =
        (0..=text.len().min(SEARCHED)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    let secret = secret_in(&text[..end]);
    out.judge(&LOG_07, &notice.place, secret.is_none(), "/params/data", || {
        format!("`data` seems to hold {}", secret.unwrap_or_default())
    });
}

/// What kind of secret the text seems to hold. Only forms that are hardly anything else count.
fn secret_in(text: &str) -> Option<&'static str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let follows = |mark: &str, length: usize| {
        text.match_indices(mark).any(|(at, _)| {
            text[at + mark.len()..].chars().take_while(|c| is_word(*c)).take(length).count() >= length
        })
    };
    if text.contains("-----BEGIN ") && text.contains("PRIVATE KEY-----") {
        Some("a private key")
    } else if follows("ghp_", 36) || follows("github_pat_", 50) {
        Some("a GitHub token")
    } else if follows("Bearer ey", 30) {
        Some("a bearer token")
    } else {
        None
    }
}
