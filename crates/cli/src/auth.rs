//! The methods about logins: `auth/explain`, `auth/login`, `auth/logout` and `auth/list`.
//!
//! They talk to authorization servers and to the token store, not through a session.

pub(crate) mod checklist;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::flags::Flags;
use crate::interrupt::{Interrupt, interrupted};
use crate::job::{Output, Shape};
use crate::login::{login, store};
use crate::methods::{self, Kind};
use crate::outlet::Outlet;
use crate::target::target;
use crate::{print, told};
use mcp_inspector_engine::auth;
use mcp_inspector_engine::core::auth::walk::Source;
use mcp_inspector_engine::core::auth::{AuthStep, StepOutcome};
use mcp_inspector_engine::{Fault, FaultCode, Raw};
use serde_json::{Value, json};

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
    match method {
        Method::Explain => explain(flags, outlet, name).await,
        Method::Login => told(name, outlet, log_in(flags, outlet).await),
        Method::Logout => told(name, outlet, log_out(flags, outlet).await),
        Method::List => told(name, outlet, list()),
    }
}

/// Walks to the authorization server and shows every step of it.
async fn explain(flags: &Flags, outlet: &Outlet, name: &str) -> Exit {
    let is_for_people = outlet.shape() == Shape::Text;
    // For people each step is shown as it is made; a place that does not answer takes its time.
    let show = |step: &AuthStep| {
        if is_for_people {
            let _ = print::data(&checklist::item(step));
        }
    };
    let walked = match target(flags) {
        Ok(target) => auth::explain(&target, flags.connect_timeout, &show).await.map_err(Failure::from),
        Err(failure) => Err(failure),
    };
    let explanation = match walked {
        Ok(explanation) => explanation,
        Err(failure) => return told(name, outlet, Err(failure)),
    };
    if !is_for_people {
        let exit = told(name, outlet, Ok(Raw::of(&described(&explanation))));
        if exit != Exit::Done {
            return exit;
        }
    }
    match explanation.steps.iter().rev().find(|step| step.has_failed()).filter(|_| !explanation.can_log_in) {
        None => {
            if is_for_people {
                let _ = print::data("\nA login would have all it needs.\n");
            }
            Exit::Done
        }
        Some(step) => {
            if is_for_people {
                let _ = print::data(&format!("\nA login would break at `{}`: {}\n", step.step, step.what));
            }
            let fault = Fault::new(FaultCode::AuthenticationFailed, step.what.clone());
            outlet.exit(Some(&Failure::from(fault)))
        }
    }
}

fn described(explanation: &auth::Explanation) -> Value {
    let server = explanation.found.as_ref().map(|found| {
        let source = match found.source {
            Source::Resource => "resource-metadata",
            Source::Itself => "2025-03-26",
            Source::Defaults => "2025-03-26-defaults",
            Source::Configured => "configured",
        };
        json!({
            "issuer": found.issuer,
            "resource": found.resource,
            "foundBy": source,
            "otherIssuers": found.others,
            "metadata": found.server,
        })
    });
    json!({ "canLogIn": explanation.can_log_in, "authorizationServer": server, "steps": explanation.steps })
}

async fn log_in(flags: &Flags, outlet: &Outlet) -> Result<Raw, Failure> {
    if flags.stored_auth_only {
        return Err(Failure::usage("`--stored-auth-only` and `auth/login` contradict each other"));
    }
    let target = target(flags)?;
    let Some(login) = login(flags, &target, true)? else {
        return Err(Failure::usage("`auth/login` needs the URL of a server"));
    };
    let granted = auth::log_in(&target, &login, &|step| tell(outlet, step)).await?;
    Ok(Raw::of(&json!({
        "issuer": granted.issuer,
        "resource": granted.resource,
        "clientId": granted.client_id,
        "tokenType": granted.token_type,
        "scopes": granted.scopes,
        "expiresAt": granted.expires_at.map(instant),
        "canBeRenewed": granted.can_be_renewed,
        "store": login.store().path(),
    })))
}

async fn log_out(flags: &Flags, outlet: &Outlet) -> Result<Raw, Failure> {
    let target = target(flags)?;
    let revoked = auth::log_out(&target, &store()?, &|step| tell(outlet, step)).await?;
    Ok(Raw::of(&json!({ "forgotten": revoked.forgotten, "revoked": revoked.is_revoked })))
}

fn list() -> Result<Raw, Failure> {
    let store = store()?;
    let book = store.read().map_err(|error| Failure::from(error.fault()))?;
    let listing = book.listing();
    Ok(Raw::of(&json!({ "store": store.path(), "tokens": listing.tokens, "clients": listing.clients })))
}

/// Says how a login gets on.
fn tell(outlet: &Outlet, step: &AuthStep) {
    // Where the user is to go is said in full by whoever waits for the user.
    if outlet.is_talkative() && step.outcome != StepOutcome::Waiting {
        print::remark(&checklist::item(step));
    }
}

/// A time as text.
fn instant(unix_seconds: u64) -> Option<String> {
    let seconds = i64::try_from(unix_seconds).ok()?;
    jiff::Timestamp::from_second(seconds).ok().map(|at| at.to_string())
}
