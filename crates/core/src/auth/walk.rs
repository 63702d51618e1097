//! The walk from a URL to the authorization server that lets users in.
//!
//! A machine without I/O: [`Walk::next`] says what to fetch, [`Walk::answer`] takes what came. It
//! does not stop at the first thing that is wrong: a place that has nothing usable is left for the
//! next one, and every place and every check is a step that can be shown. Only what could lead to
//! the wrong authorization server ends it: a resource that is another one, an issuer that calls
//! itself by another name.

mod fallback;
mod judge;
mod safety;
#[cfg(test)]
mod tests;

use super::challenge::Demand;
use super::metadata::{ResourceMetadata, ServerMetadata};
use super::places::{self, Place};
use super::settings::{Grant, OAuthSettings};
use super::step::{AuthStep, StepName, StepOutcome};
use std::collections::VecDeque;
use std::time::Duration;
use url::Url;

/// How many authorization servers of one resource are asked.
const MOST_ISSUERS: usize = 8;

/// What came of a request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// An answer.
    Answer {
        /// Its status.
        status: u16,
        /// Its body.
        body: Vec<u8>,
    },
    /// An answer that leads to another origin, where nobody followed.
    Redirected {
        /// Its status.
        status: u16,
        /// Where it leads.
        to: String,
    },
    /// A document with more than is read.
    TooLarge {
        /// How many bytes are read.
        limit: usize,
        /// How many it has, if it says so.
        length: Option<u64>,
    },
    /// None within the time for it.
    Slow {
        /// The same in words.
        error: String,
        /// How long it was waited for.
        patience: Duration,
    },
    /// None, and why.
    Failed {
        /// Why.
        error: String,
    },
}

impl Reply {
    /// Whether there is something at the place.
    fn has_something(&self) -> bool {
        matches!(self, Reply::Answer { status: 200, .. } | Reply::TooLarge { .. })
    }

    /// Whether the place did not answer, or is in trouble: what it would say is not known.
    fn is_trouble(&self) -> bool {
        match self {
            Reply::Failed { .. } | Reply::Slow { .. } => true,
            Reply::Answer { status, .. } => matches!(status, 429 | 500..),
            Reply::Redirected { .. } | Reply::TooLarge { .. } => false,
        }
    }
}

/// Where the walk ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The resource as tokens name it.
    pub resource: String,
    /// What the resource says about itself.
    pub resource_metadata: Option<ResourceMetadata>,
    /// The authorization server, as whoever named it wrote it. None when endpoints are configured
    /// or guessed.
    pub issuer: Option<String>,
    /// What it says about itself.
    pub server: ServerMetadata,
    /// How it was found.
    pub source: Source,
    /// The issuers that the resource names besides.
    pub others: Vec<String>,
}

/// How an authorization server was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The resource names it.
    Resource,
    /// It is the server itself, as in 2025-03-26.
    Itself,
    /// The server publishes nothing: the endpoints of 2025-03-26.
    Defaults,
    /// The user named the endpoints.
    Configured,
}

/// A fetch that the walk wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetch {
    /// The URL.
    pub url: String,
    /// Which part of the flow it belongs to.
    pub step: StepName,
    /// The rule that names the place.
    pub rule: &'static str,
    /// What is looked for there.
    pub what: &'static str,
}

/// The walk.
#[derive(Clone, Debug)]
pub struct Walk {
    server: Url,
    settings: OAuthSettings,
    demand: Demand,
    stage: Stage,
    resource: Option<ResourceMetadata>,
    /// There is something at a place of resource metadata, and it is of no use.
    is_resource_broken: bool,
    /// A place of resource metadata did not answer, or is in trouble: what it would say is not known.
    is_resource_in_trouble: bool,
    /// The server publishes metadata of its own that was refused, or may do so and is in trouble.
    is_own_metadata_refused: bool,
    /// Steps that were made and not yet taken.
    steps: Vec<AuthStep>,
    found: Option<Found>,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Looking for the metadata of the resource.
    Resource { left: VecDeque<Place> },
    /// Looking for the metadata of authorization servers, one after the other.
    Servers { issuer: String, left: VecDeque<Place>, others: VecDeque<String>, source: Source },
    /// Nothing more to do.
    Over,
}

impl Walk {
    /// Begins at the URL of a server and what it demands.
    pub fn begin(server: &Url, demand: Demand, settings: &OAuthSettings) -> Self {
        let mut walk = Walk {
            server: server.clone(),
            settings: settings.clone(),
            stage: Stage::Over,
            demand,
            resource: None,
            is_resource_broken: false,
            is_resource_in_trouble: false,
            is_own_metadata_refused: false,
            steps: Vec::new(),
            found: None,
        };
        if walk.refuse_open_endpoints() {
            return walk;
        }
        let needs_user = settings.grant == Grant::AuthorizationCode;
        if let (authorization, Some(token)) = (&settings.authorization_url, &settings.token_url)
            && (authorization.is_some() || !needs_user)
        {
            walk.use_configured(authorization.clone(), token.clone());
        } else {
            let places = places::of_resource(server, walk.demand.resource_metadata.as_deref());
            walk.stage = Stage::Resource { left: places.into() };
            walk.settle();
        }
        walk
    }

    /// The steps since the last time.
    pub fn take_steps(&mut self) -> Vec<AuthStep> {
        std::mem::take(&mut self.steps)
    }

    /// What to fetch next; none when the walk is over.
    pub fn next(&self) -> Option<Fetch> {
        let (place, step) = match &self.stage {
            Stage::Resource { left } => (left.front()?, StepName::ResourceMetadata),
            Stage::Servers { left, .. } => (left.front()?, StepName::ServerMetadata),
            Stage::Over => return None,
        };
        Some(Fetch { url: place.url.clone(), step, rule: place.rule, what: place.what })
    }

    /// Takes what came of the last fetch. The step it makes is for the caller to complete with the
    /// exchange and to show.
    pub fn answer(&mut self, reply: &Reply) -> AuthStep {
        let step = match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Resource { mut left } => {
                let place = left.pop_front();
                let (step, verdict) = self.judge_resource(place.as_ref(), reply);
                self.is_resource_broken |= reply.has_something() && step.has_failed();
                // Servers that guard everything answer 401 and 403 where nothing is; but not where they say it is.
                let is_named = self.demand.resource_metadata.is_some();
                let is_guarded = matches!(reply, Reply::Answer { status: 401 | 403, .. });
                self.is_resource_in_trouble |= reply.is_trouble() || (is_named && is_guarded);
                self.stage = match verdict {
                    Verdict::Take(metadata) => self.ask_servers(metadata),
                    Verdict::Next => Stage::Resource { left },
                    Verdict::End => Stage::Over,
                };
                step
            }
            Stage::Servers { issuer, mut left, others, source } => {
                let place = left.pop_front();
                let (step, verdict) = self.judge_server(place.as_ref(), reply, &issuer, source);
                let is_elsewhere = matches!(reply, Reply::Redirected { .. });
                self.is_own_metadata_refused |= source == Source::Itself
                    && step.has_failed()
                    && (reply.has_something() || reply.is_trouble() || is_elsewhere);
                self.stage = match verdict {
                    Verdict::Take(server) => {
                        self.arrive(issuer, server, source, others.into());
                        Stage::Over
                    }
                    Verdict::Next => Stage::Servers { issuer, left, others, source },
                    Verdict::End => Stage::Servers { issuer, left: VecDeque::new(), others, source },
                };
                step
            }
            Stage::Over => AuthStep::new(StepName::ServerMetadata, StepOutcome::Skipped, "nothing was asked"),
        };
        self.settle();
        step
    }

    /// Where it ended; none when it came to nothing.
    pub fn found(self) -> Option<Found> {
        self.found
    }

    /// Goes on to the next stage as long as the present one has nothing left to look at.
    fn settle(&mut self) {
        loop {
            self.refuse_forbidden_places();
            match &mut self.stage {
                // To guess where users are let in would send codes and secrets to whoever is there.
                // Nor is there anything to guess where the server says where its metadata is.
                Stage::Resource { left }
                    if left.is_empty()
                        && (self.is_resource_in_trouble || self.demand.resource_metadata.is_some()) =>
                {
                    self.stage = Stage::Over;
                    return;
                }
                Stage::Resource { left } if left.is_empty() => self.fall_back_to_itself(),
                Stage::Servers { left, others, source, .. } if left.is_empty() => {
                    let (next, source) = (others.pop_front(), *source);
                    match next {
                        Some(issuer) => {
                            let others = std::mem::take(others);
                            self.stage = self.ask_server(issuer, others, source);
                        }
                        // Whoever publishes something is no server of 2025-03-26: to guess would only
                        // hide what is wrong with it, and pass by what was refused.
                        None if source == Source::Itself
                            && !self.is_resource_broken
                            && !self.is_own_metadata_refused =>
                        {
                            self.fall_back_to_defaults();
                        }
                        None => {
                            self.stage = Stage::Over;
                            return;
                        }
                    }
                }
                _ => return,
            }
        }
    }

    fn ask_servers(&mut self, metadata: ResourceMetadata) -> Stage {
        let mut issuers: VecDeque<String> = metadata.authorization_servers.clone().into();
        self.resource = Some(metadata);
        if let Some(wanted) = &self.settings.issuer {
            if !issuers.contains(wanted) {
                let listed: Vec<&str> = issuers.iter().map(String::as_str).collect();
                self.steps.push(
                    AuthStep::failed(
                        StepName::ServerMetadata,
                        format!("the resource does not name the issuer `{wanted}`"),
                    )
                    .by("MCP authorization, issuer binding")
                    .wanted(format!("`{wanted}` among the authorization servers"), listed.join(", "))
                    .advise("correct the configured issuer, or the resource metadata"),
                );
                return Stage::Over;
            }
            // Nobody else gets to see what belongs to the one that was chosen.
            issuers = VecDeque::from([wanted.clone()]);
        }
        if issuers.len() > MOST_ISSUERS {
            let what = format!(
                "the resource names {} authorization servers; {MOST_ISSUERS} are tried",
                issuers.len()
            );
            issuers.truncate(MOST_ISSUERS);
            self.steps.push(
                AuthStep::new(StepName::ResourceMetadata, StepOutcome::Warning, what)
                    .by("RFC 9728 section 7.6")
                    .advise("name the authorization servers that are really used"),
            );
        }
        if issuers.len() > 1 {
            let others: Vec<&str> = issuers.iter().skip(1).map(String::as_str).collect();
            let what = format!(
                "the resource names {} authorization servers; `{}` is tried first, then {}",
                issuers.len(),
                issuers[0],
                others.join(", ")
            );
            self.steps.push(
                AuthStep::passed(StepName::ResourceMetadata, what)
                    .by("RFC 9728 section 7.6")
                    .advise("to use another, configure its issuer"),
            );
        }
        match issuers.pop_front() {
            Some(issuer) => self.ask_server(issuer, issuers, Source::Resource),
            None => Stage::Over,
        }
    }

    fn ask_server(&mut self, issuer: String, others: VecDeque<String>, source: Source) -> Stage {
        let left = match places::of_issuer(&issuer) {
            Ok(_) if !places::is_safe(&issuer) => {
                self.steps.push(
                    AuthStep::failed(StepName::ServerMetadata, format!("the issuer `{issuer}` is not asked: it is plain http"))
                        .by("RFC 8414 section 2; MCP authorization, communication security")
                        .wanted("an https URL", format!("`{issuer}`"))
                        .advise("serve the authorization server over https; plain http is only for this machine and private networks"),
                );
                VecDeque::new()
            }
            Ok(places) => places.into(),
            Err(error) => {
                self.steps.push(
                    AuthStep::failed(StepName::ServerMetadata, error.to_string())
                        .by("RFC 8414 section 2")
                        .wanted("an https URL without query and fragment", issuer.clone())
                        .advise("correct `authorization_servers` in the resource metadata"),
                );
                VecDeque::new()
            }
        };
        Stage::Servers { issuer, left, others, source }
    }

    fn arrive(&mut self, issuer: String, mut server: ServerMetadata, source: Source, others: Vec<String>) {
        if source != Source::Configured && self.refuse_mixed_endpoints(&issuer) {
            return;
        }
        let settings = &self.settings;
        for (configured, slot) in [
            (&settings.authorization_url, &mut server.authorization_endpoint),
            (&settings.token_url, &mut server.token_endpoint),
        ] {
            if configured.is_some() {
                slot.clone_from(configured);
            }
        }
        let named = self.resource.as_ref().and_then(|metadata| metadata.resource.clone());
        self.found = Some(Found {
            resource: named.unwrap_or_else(|| places::canonical(&self.server)),
            resource_metadata: self.resource.clone(),
            issuer: (source != Source::Defaults && !issuer.is_empty()).then_some(issuer),
            server,
            source,
            others,
        });
    }
}

/// What to do with a document.
enum Verdict<T> {
    /// Use it.
    Take(T),
    /// Look at the next place.
    Next,
    /// Look no further.
    End,
}
