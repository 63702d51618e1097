//! The methods about logins: `auth/explain`, `auth/login`, `auth/logout` and `auth/list`.
//!
//! They talk to authorization servers and to the token store, not through a session.

pub(crate) mod checklist;
mod kept;
mod through;

use crate::backend::Backend;
use crate::envelope::{Envelope, Error};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::flags::Flags;
use crate::interrupt::{Interrupt, interrupted};
use crate::job::{Output, Shape};
use crate::login::{login, refuse_misplaced, store};
use crate::methods::{self, Kind};
use crate::outlet::Outlet;
use crate::target::target;
use crate::{print, printed, told};
use mcp_inspector_engine::auth;
use mcp_inspector_engine::core::auth::walk::Source;
use mcp_inspector_engine::core::auth::{AuthStep, StepName, StepOutcome};
use mcp_inspector_engine::core::redact::redact_url;
use mcp_inspector_engine::{Fault, FaultCode, Raw};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Who is told the steps of a login.
type Tell<'a> = &'a (dyn Fn(&AuthStep) + Send + Sync);

/// A method about logins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Explain,
    Login,
    Logout,
    List,
}

impl Method {
    /// The one that the flags ask for, if it is one of these.
    pub(crate) fn of(flags: &Flags) -> Option<Self> {
        let name = flags.method.as_deref()?;
        methods::method(name).filter(|method| method.kind == Kind::Login)?;
        match name {
            "auth/explain" => Some(Method::Explain),
            "auth/login" => Some(Method::Login),
            "auth/logout" => Some(Method::Logout),
            _ => Some(Method::List),
        }
    }
}

/// Carries a method out, and gives the exit number.
pub(crate) async fn run(method: Method, flags: Flags) -> u8 {
    let outlet = Outlet::new(Output::of(&flags));
    let name = flags.method.clone().unwrap_or_default();
    let interrupt = Interrupt::listen();
    let exit = tokio::select! {
        exit = perform(method, &flags, &outlet, &name) => exit,
        signal = interrupt.came() => {
            outlet.refuse(&name, &interrupted(&name).into());
            Exit::Signal(signal)
        }
    };
    exit.number(flags.exit_codes)
}

async fn perform(method: Method, flags: &Flags, outlet: &Outlet, name: &str) -> Exit {
    let began = Instant::now();
    let steps = Mutex::new(Vec::new());
    let tell = |step: &AuthStep| {
        // Where the user is to go is said in full by whoever waits for the user.
        if outlet.is_talkative() && step.outcome != StepOutcome::Waiting {
            print::remark(&checklist::item(step));
        }
        steps.lock().unwrap_or_else(PoisonError::into_inner).push(step.clone());
    };
    let backend = refuse_misplaced(flags).and_then(|()| Backend::of(flags));
    let result = match (backend, method) {
        (Err(failure), _) => Err(failure),
        (Ok(_), Method::Login) if flags.stored_auth_only || flags.access_token_env.is_some() => {
            Err(contradiction(flags))
        }
        (Ok(Some(backend)), method) => through::perform(method, flags, &backend, &tell).await,
        (Ok(None), Method::Explain) => return explain(flags, outlet, name).await,
        (Ok(None), Method::Login) => log_in(flags, &tell).await,
        (Ok(None), Method::Logout) => kept::log_out(flags, &tell).await,
        (Ok(None), Method::List) => kept::list(flags),
    };
    let result = result.and_then(|result| match method {
        Method::Login => not_kept(&steps).map_or(Ok(result), Err),
        _ => Ok(result),
    });
    match result {
        Ok(result) => {
            let mut envelope = Envelope::done(name, result);
            envelope.took(None, began.elapsed());
            envelope.happened.auth = steps.into_inner().unwrap_or_else(PoisonError::into_inner);
            printed(outlet, &envelope, None)
        }
        Err(failure) => {
            let mut envelope = Envelope::failed(name, &failure);
            envelope.took(None, began.elapsed());
            envelope.happened.auth = steps.into_inner().unwrap_or_else(PoisonError::into_inner);
            outlet.refuse_with(&envelope, &failure);
            outlet.exit(Some(&failure))
        }
    }
}

/// Walks to the authorization server and shows every step of it.
async fn explain(flags: &Flags, outlet: &Outlet, name: &str) -> Exit {
    let began = Instant::now();
    let is_for_people = outlet.shape() == Shape::Text;
    let steps = Mutex::new(Vec::new());
    // For people each step is shown as it is made; a place that does not answer takes its time.
    let unwritten = Mutex::new(None);
    let say = |text: &str| {
        if let Err(error) = print::data(text) {
            unwritten.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    };
    let show = |step: &AuthStep| {
        if is_for_people {
            say(&checklist::item(step));
        }
        steps.lock().unwrap_or_else(PoisonError::into_inner).push(step.clone());
    };
    let walked = match target(flags) {
        Ok(target) => {
            // What cannot be read is not needed to explain: only calls that log in need it.
            let known = store().ok().and_then(|store| store.read().ok()).unwrap_or_default();
            auth::explain(&target, &known, flags.connect_timeout, &show).await.map_err(Failure::from)
        }
        Err(failure) => Err(failure),
    };
    let explanation = match walked {
        Ok(explanation) => explanation,
        Err(failure) => {
            let steps = steps.into_inner().unwrap_or_else(PoisonError::into_inner);
            let mut envelope = Envelope::failed(name, &failure);
            // How far it came is known, also when the server cannot be reached.
            if !steps.is_empty() {
                envelope.result = Some(Raw::of(&unknown(&steps)));
            }
            envelope.took(None, began.elapsed());
            outlet.refuse_with(&envelope, &failure);
            return outlet.exit(Some(&failure));
        }
    };
    let (verdict, failure) = verdict(&explanation);
    if is_for_people {
        say(&format!("\n{}\n", checklist::one_line(&verdict)));
        let unwritten = unwritten.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(error) = unwritten else { return outlet.exit(failure.as_ref()) };
        let message = format!("could not write to stdout: {error}");
        return told(name, outlet, Err(Fault::new(FaultCode::OutputFailed, message).into()));
    }
    let mut envelope = Envelope::done(name, Raw::of(&described(&explanation)));
    envelope.took(None, began.elapsed());
    envelope.success = failure.is_none();
    envelope.error = failure.as_ref().map(Error::of);
    printed(outlet, &envelope, failure.as_ref())
}

/// What comes of a walk, in a sentence, and why it is not good.
fn verdict(explanation: &auth::Explanation) -> (String, Option<Failure>) {
    if explanation.is_protected == Some(false) {
        return ("The server did not ask for a login.".to_owned(), None);
    }
    if explanation.can_log_in {
        return ("A login would have all it needs.".to_owned(), None);
    }
    let step = explanation.steps.iter().rev().find(|step| step.has_failed());
    let verdict = match step {
        Some(step) if explanation.is_protected.is_none() => {
            let came = step.came.as_deref().unwrap_or(&step.what);
            format!("It could not be found out whether the server wants a login: {came}")
        }
        Some(step) => format!("A login would break at `{}`: {}", step.step, step.what),
        None => "Nothing is published: a login could only guess where to go.".to_owned(),
    };
    let is_limited = step.and_then(|step| step.exchange.as_ref()?.status) == Some(429);
    let code = if is_limited { FaultCode::RateLimited } else { FaultCode::AuthenticationFailed };
    let mut fault = Fault::new(code, verdict.clone());
    let advice = match step {
        Some(step) => step.advice.clone(),
        None => Some("publish resource metadata (RFC 9728) and authorization server metadata (RFC 8414); until then `auth/login` tries /authorize, /token and /register at the server's own origin".to_owned()),
    };
    if let Some(advice) = advice {
        fault = fault.with_hint(advice);
    }
    fault.details.auth_step = step.cloned().map(Box::new);
    (verdict, Some(fault.into()))
}

/// What is told of a walk that never came to know whether a login is wanted.
fn unknown(steps: &[AuthStep]) -> Value {
    json!({ "canLogIn": false, "isProtected": null, "authorizationServer": null, "steps": steps })
}

fn described(explanation: &auth::Explanation) -> Value {
    let server = explanation.found.as_ref().map(|found| {
        let source = match found.source {
            Source::Resource => "resource-metadata",
            Source::Itself => "2025-03-26",
            Source::Defaults => "2025-03-26-defaults",
            Source::Configured => "configured",
        };
        let mut server = json!({
            "issuer": found.issuer,
            "resource": found.resource,
            "foundBy": source,
            "otherIssuers": found.others,
            "metadata": found.server,
        });
        without_passwords(&mut server);
        server
    });
    json!({ "canLogIn": explanation.can_log_in, "isProtected": explanation.is_protected, "authorizationServer": server, "steps": explanation.steps })
}

/// Metadata may name URLs with a password in them.
fn without_passwords(value: &mut Value) {
    match value {
        Value::String(text) => *text = redact_url(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(without_passwords),
        Value::Object(members) => members.values_mut().for_each(without_passwords),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Flags that leave nothing to log in for.
fn contradiction(flags: &Flags) -> Failure {
    if flags.stored_auth_only {
        return Failure::usage("`--stored-auth-only` and `auth/login` contradict each other");
    }
    Failure::usage("`--access-token-env` and `auth/login` contradict each other")
        .with_hint("with a token of your own there is nothing to log in for")
}

/// Whoever logs in to have a token kept has not got what was asked for when it is not.
fn not_kept(steps: &Mutex<Vec<AuthStep>>) -> Option<Failure> {
    let steps = steps.lock().unwrap_or_else(PoisonError::into_inner);
    let step = steps.iter().rev().find(|step| step.step == StepName::Store)?;
    if !matches!(step.outcome, StepOutcome::Warning | StepOutcome::Failed) {
        return None;
    }
    let why = step.came.as_ref().map(|came| format!(": {came}")).unwrap_or_default();
    let message = format!("{}{why}", step.what);
    let mut fault = Fault::new(FaultCode::AuthenticationFailed, message);
    fault.hint.clone_from(&step.advice);
    fault.details.auth_step = Some(Box::new(step.clone()));
    Some(fault.into())
}

async fn log_in(flags: &Flags, tell: Tell<'_>) -> Result<Raw, Failure> {
    let target = target(flags)?;
    let Some(login) = login(flags, &target, true)? else {
        return Err(Failure::usage("`auth/login` needs the URL of a server"));
    };
    let granted = auth::log_in(&target, &login, tell).await?;
    let mut result = kept::token(&granted);
    result["store"] = json!(login.store().path());
    Ok(Raw::of(&result))
}
