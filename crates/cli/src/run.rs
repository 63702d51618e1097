//! One run: connect, carry out the steps, tell what became of them, and leave nothing behind.

use crate::backend::Backend;
use crate::call::{Caller, Done};
use crate::envelope::{Envelope, Error};
use crate::exit::Exit;
use crate::expectation;
use crate::failure::Failure;
use crate::happened::{Happened, Reader, Refusal};
use crate::interrupt::{Interrupt, interrupted};
use crate::job::{Job, Shape};
use crate::outlet::Outlet;
use crate::print;
use crate::step::{OnError, Step};
use crate::talk::Talk;
use mcp_inspector_engine::core::check::Spot;
use mcp_inspector_engine::core::junit::{Case, junit};
use mcp_inspector_engine::record::Recorder;
use mcp_inspector_engine::{Fault, FaultCode, Finding, Level, Session};
use std::path::PathBuf;
use std::time::Duration;
use tokio::time::Instant;

/// How many findings are shown on stderr.
const SHOWN: usize = 10;

/// Carries a job out, and gives the exit number.
pub(crate) async fn run(job: Job) -> u8 {
    let interrupt = Interrupt::listen();
    let Job { target, backend, config, responder, steps, is_script, .. } = job;
    let Job { answers_strict, strict, record, junit, output, .. } = job;
    let session = Session::open_with(target, config, responder);
    let watches = steps.iter().any(|step| step.watch.is_some());
    let talk = if output.is_talkative() { Talk::start(&session, watches) } else { Talk::none() };
    let contract = output.contract;
    let mut run = Run {
        session,
        backend,
        interrupt,
        talk,
        reader: Reader::default(),
        outlet: Outlet::new(output),
        answers_strict,
        strict,
        connected: None,
        recorder: None,
        junit,
    };
    let exit = match run.begin_recording(record) {
        Err(failure) => run.refused(&steps, is_script, &failure).await,
        Ok(()) if is_script => run.script(&steps).await,
        Ok(()) => run.one(&steps[0]).await,
    };
    let closed = run.close().await;
    let exit = run.interrupt.signal().map_or(exit, Exit::Signal);
    if exit == Exit::Done { closed } else { exit }.number(contract)
}

struct Run {
    session: Session,
    /// What the server is reached through.
    backend: Option<Backend>,
    interrupt: Interrupt,
    talk: Talk,
    reader: Reader,
    outlet: Outlet,
    answers_strict: bool,
    strict: bool,
    /// How connecting went, once it is decided.
    connected: Option<(Result<(), Failure>, Duration)>,
    recorder: Option<Recorder>,
    /// Where a script is told as a run of tests.
    junit: Option<PathBuf>,
}

/// What became of one step.
struct Finished {
    envelope: Envelope,
    failure: Option<Failure>,
}

impl Run {
    fn begin_recording(&mut self, path: Option<PathBuf>) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let recorder = self.session.record(&path).map_err(|error| of_recording(&error))?;
        self.recorder = Some(recorder);
        Ok(())
    }

    /// Waits for the connection, the first time it is needed.
    async fn connect(&mut self) -> (Result<(), Failure>, Option<Duration>) {
        if let Some((connected, _)) = &self.connected {
            return (connected.clone(), None);
        }
        let began = Instant::now();
        let connected = tokio::select! {
            ready = self.session.ready() => ready.map_err(|fault| self.not_ready(fault)),
            _ = self.interrupt.came() => Err(interrupted("connecting").into()),
        };
        let took = began.elapsed();
        self.connected = Some((connected.clone(), took));
        (connected, Some(took))
    }

    /// A server that does not come up will not do so the next time either.
    fn not_ready(&self, fault: Fault) -> Failure {
        let fault = self.own_word(fault);
        let is_final = fault.code == FaultCode::ProcessCrashed;
        Failure { is_final, stderr_is_told: self.talk.is_wanted(), ..Failure::from(fault) }
    }

    /// A fault as the backend means it, where there is one and it is its word.
    fn own_word(&self, fault: Fault) -> Fault {
        match &self.backend {
            Some(backend) => backend.own_word(fault, self.session.log()),
            None => fault,
        }
    }

    /// Does one step: connect if need be, call, and stay to watch.
    async fn perform(&mut self, step: &Step, watches: bool) -> (Done, Envelope) {
        let mut envelope = Envelope::new(&step.method);
        let (connected, connecting) = self.connect().await;
        let began = Instant::now();
        let mut took = Duration::ZERO;
        let mut done = match connected {
            Ok(()) => {
                let caller = Caller { session: &self.session, interrupt: &self.interrupt };
                let done = caller.perform(step).await;
                took = began.elapsed();
                expectation::judged(&caller, step, done, took).await
            }
            Err(failure) => Err(failure).into(),
        };
        done.failure = done.failure.map(|failure| Failure { fault: self.own_word(failure.fault), ..failure });
        envelope.took(connecting, took);
        envelope.revision = self.session.revision();
        envelope.era = envelope.revision.map(mcp_inspector_engine::Revision::era);
        if watches && done.failure.is_none() {
            self.watch(step).await;
        }
        (done, envelope)
    }

    /// Stays connected, so that what arrives is seen.
    async fn watch(&self, step: &Step) {
        let Some(span) = step.watch else { return };
        tokio::select! {
            () = tokio::time::sleep(span) => {}
            _ = self.interrupt.came() => {}
            _ = self.session.reached(mcp_inspector_engine::core::peer::phase::PhaseName::Closed) => {}
        }
    }

    /// What a step gave, judged by everything that happened meanwhile.
    fn report(&mut self, done: Done, mut envelope: Envelope) -> Finished {
        // The whole log is judged each time, so a script is judged once, at its end, unless each step
        // depends on it. A result for people does not wait for that at all.
        let with_findings = match self.outlet.shape() {
            Shape::Structured => true,
            Shape::Script => self.strict,
            Shape::Text | Shape::Json => false,
        };
        envelope.happened = self.reader.take(&self.session, with_findings);
        let failure = self.judged(done.failure, &envelope.happened);
        envelope.success = failure.is_none();
        envelope.result = done.result;
        envelope.remarks = done.remarks;
        envelope.expect = done.verdicts;
        envelope.error = failure.as_ref().map(Error::of);
        Finished { envelope, failure }
    }

    /// An ask that was not answered as it should is why a call failed, and not the failed call.
    fn judged(&mut self, failure: Option<Failure>, happened: &Happened) -> Option<Failure> {
        let refusals = std::mem::take(&mut self.reader.refusals);
        let because = refusals.into_iter().find_map(|refusal| match refusal {
            Refusal::Misfit(why) => Some(Fault::new(FaultCode::AnswerMisfit, format!("an ask was {why}"))),
            Refusal::Unmatched(method) if self.answers_strict => {
                let message = format!("the server asked `{method}`, and no rule of the answers fits");
                Some(
                    Fault::new(FaultCode::AskUnanswered, message)
                        .with_hint("`serverRequests` of --structured has the payload"),
                )
            }
            Refusal::Unmatched(_) => None,
        });
        if let Some(because) = because {
            return Some(because.into());
        }
        failure.or_else(|| if self.strict { broken_rules(&happened.findings) } else { None })
    }

    /// One call, its result printed as soon as it is there.
    async fn one(&mut self, step: &Step) -> Exit {
        if matches!(self.outlet.shape(), Shape::Text | Shape::Json) {
            return self.plain(step).await;
        }
        let (done, envelope) = self.perform(step, true).await;
        let report = self.report(done, envelope);
        self.outlet.summary(std::slice::from_ref(&report.envelope));
        match self.print(&report).await {
            Ok(()) => self.outlet.exit(report.failure.as_ref()),
            Err(failure) => self.outlet.exit(Some(&failure)),
        }
    }

    /// One call for people: first its result, then what is to be said about it.
    async fn plain(&mut self, step: &Step) -> Exit {
        let (done, envelope) = self.perform(step, false).await;
        let mut report = self.report(done, envelope);
        // On a terminal nothing stands in the way of the result. Elsewhere it waits for nobody.
        if print::is_watched() {
            self.talk.finish(&self.interrupt).await;
        }
        let printed = self.print(&report).await;
        if report.failure.is_none() && step.watch.is_some() {
            self.talk.resume(&self.session);
            self.watch(step).await;
        }
        if self.strict || self.outlet.wants_findings() {
            report.envelope.happened.findings = self.session.findings().findings;
            if self.strict && report.failure.is_none() {
                report.failure = broken_rules(&report.envelope.happened.findings);
            }
        }
        if self.talk.finish(&self.interrupt).await {
            self.outlet.remarks(&report.envelope, report.failure.as_ref(), SHOWN);
        }
        self.outlet.exit(printed.err().as_ref().or(report.failure.as_ref()))
    }

    /// Printing must not outlast Ctrl-C, whoever does not read.
    async fn print(&mut self, report: &Finished) -> Result<(), Failure> {
        let Some(writing) = self.outlet.writing(&report.envelope)? else { return Ok(()) };
        self.written(writing).await
    }

    async fn written(&mut self, writing: crate::outlet::Writing) -> Result<(), Failure> {
        let outlet = self.outlet.clone();
        let written = tokio::task::spawn_blocking(move || outlet.write(&writing));
        let written = tokio::select! {
            written = written => written.unwrap_or(Ok(())),
            () = self.interrupt.came_and_went() => Err(interrupted("printing").into()),
        };
        if let Err(failure) = &written {
            print::failure(failure);
        }
        written
    }

    /// Steps on one connection; what comes out is told for each, also if it was not done.
    async fn script(&mut self, steps: &[Step]) -> Exit {
        let mut envelopes: Vec<Envelope> = Vec::new();
        let mut exit = Exit::Done;
        let mut next = 0;
        let mut why = String::new();
        for (index, step) in steps.iter().enumerate() {
            if index < next {
                envelopes.push(Envelope::skipped(&step.method, index, &why));
                continue;
            }
            let (done, envelope) = self.perform(step, true).await;
            let mut report = self.report(done, envelope);
            report.envelope.step = Some(index);
            next = index + 1;
            if report.failure.is_some() {
                let this = self.outlet.exit(report.failure.as_ref());
                exit = if exit == Exit::Done { this } else { exit };
                let is_over = self.interrupt.signal().is_some()
                    || self.connected.as_ref().is_none_or(|(ok, _)| ok.is_err());
                let on_error = if is_over { OnError::Stop } else { step.on_error };
                (next, why) = match on_error {
                    OnError::Stop => (steps.len(), format!("step {index} failed")),
                    OnError::Continue => (index + 1, String::new()),
                    OnError::SkipTo(to) => (to, format!("step {index} failed and skips to {to}")),
                };
            }
            envelopes.push(report.envelope);
        }
        if !self.strict {
            self.judge(&mut envelopes);
        }
        self.outlet.summary(&envelopes);
        let writing = self.outlet.writing_all(&envelopes);
        let mut written = self.written(writing).await;
        if let Some(path) = self.junit.take() {
            let steps = envelopes.iter().zip(steps);
            let cases: Vec<Case> = steps.map(|(envelope, step)| envelope.case(step.target())).collect();
            let report = Outlet::report(path, junit(self.session.name(), &cases));
            // It is written also when the results could not be.
            written = written.and(self.written(report).await);
        }
        match written {
            Ok(()) => exit,
            Err(failure) => self.outlet.exit(Some(&failure)),
        }
    }

    /// Gives each finding to the step in which it was seen.
    fn judge(&self, envelopes: &mut [Envelope]) {
        for finding in self.session.findings().findings {
            let seen = envelopes.iter_mut().rev().find(|envelope| {
                envelope.skipped.is_none() && envelope.happened.from.is_some_and(|from| from <= finding.seq)
            });
            if let Some(envelope) = seen {
                envelope.happened.findings.push(finding);
            }
        }
    }

    /// Nothing was done, for a reason that was found out late.
    async fn refused(&mut self, steps: &[Step], is_script: bool, failure: &Failure) -> Exit {
        let method = if is_script { "script" } else { steps.first().map_or("", |step| step.method.as_str()) };
        if self.talk.finish(&self.interrupt).await {
            self.outlet.refuse(method, failure);
        }
        self.outlet.exit(Some(failure))
    }

    /// Ends the server and what it started.
    async fn close(&mut self) -> Exit {
        self.session.stop().await;
        let is_heard = self.talk.finish(&self.interrupt).await;
        let Some(recorder) = self.recorder.take() else { return Exit::Done };
        match recorder.finish().await {
            Ok(()) => Exit::Done,
            Err(error) => {
                let failure = of_recording(&error);
                if is_heard {
                    print::failure(&failure);
                }
                self.outlet.exit(Some(&failure))
            }
        }
    }
}

fn of_recording(error: &mcp_inspector_engine::record::RecordError) -> Failure {
    let failure = Failure::from(Fault::new(FaultCode::RecordingFailed, error.to_string()));
    error.hint().map_or(failure.clone(), |hint| failure.with_hint(hint))
}

/// The failure that findings of the level MUST are.
fn broken_rules(findings: &[Finding]) -> Option<Failure> {
    let broken: Vec<&Finding> = findings.iter().filter(|finding| finding.level == Level::Must).collect();
    let first = broken.first()?;
    let more = match broken.len() - 1 {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let message = format!("the server broke {}: {}{more}", first.rule, first.message);
    let fault = Fault::new(FaultCode::RulesBroken, message).with_hint(format!("the rule: {}", first.page));
    let is_schema =
        |finding: &&Finding| matches!(&finding.spot, Spot::Pointer(pointer) if pointer.contains("Schema"));
    Some(Failure { is_about_schemas: broken.iter().all(is_schema), ..Failure::from(fault) })
}
