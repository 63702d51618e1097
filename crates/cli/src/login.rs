//! How a run may log in: by a browser, by a URL that someone opens elsewhere, or only with what is
//! stored.
//!
//! Where nobody watches, nobody is waited for unless a flag says so: a pipeline must not hang until
//! its limit because a token has ended.

use crate::failure::Failure;
use crate::flags::Flags;
use crate::print;
use mcp_inspector_engine::auth::{Announce, Login, Loopback, Pasted, Store};
use mcp_inspector_engine::browser;
use mcp_inspector_engine::core::auth::{places, scope};
use mcp_inspector_engine::core::redact::redact_url;
use mcp_inspector_engine::core::share::quote;
use mcp_inspector_engine::core::target::{Http, Transport};
use mcp_inspector_engine::{Fault, FaultCode, Target};
use std::io::{BufRead as _, IsTerminal as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, mpsc};

/// How long the user may take unless a flag says otherwise.
const PATIENCE: Duration = Duration::from_secs(300);

/// How a run may log in at its target. `is_asked` says that someone asked for just that.
pub(crate) fn login(flags: &Flags, target: &Target, is_asked: bool) -> Result<Option<Login>, Failure> {
    let Transport::Http(http) = &target.transport else { return Ok(None) };
    if flags.via.is_some() {
        return Ok(None);
    }
    let store = store()?;
    let command = command(flags, target);
    let asking = flags.scope.as_ref().map(|scopes| format!(" --scope {}", quote(scopes))).unwrap_or_default();
    let hint = format!(
        "log in once: `{command}{asking}` (`auth/explain` shows what the server wants); or give a token with `--access-token-env VAR`"
    );
    let with_scopes = move |scopes: &[String]| {
        // They are the server's words.
        let scopes = quote(&scopes.join(" "));
        format!(
            "log in with more scopes: `{command} --scope {scopes}`; or give a token that has them with `--access-token-env VAR`"
        )
    };
    if flags.relogin && flags.stored_auth_only {
        return Err(Failure::usage("`--relogin` and `--stored-auth-only` contradict each other"));
    }
    if flags.stored_auth_only {
        return Ok(Some(Login::stored_only(store, hint).hinting_at_scopes(with_scopes)));
    }
    let is_attended = is_asked || flags.no_open || flags.paste || print::is_watched();
    if !is_attended {
        let hint = format!("{hint}; or give `--no-open` to print the URL and wait for the user");
        let login = Login::unattended(store, hint).hinting_at_scopes(with_scopes);
        return Ok(Some(as_flagged(login, flags)));
    }
    let takes_paste = flags.paste || std::io::stdin().is_terminal();
    let patience = patience(flags);
    let mut agent = Loopback::new(announce(flags, patience, takes_paste), patience)
        .complaining(Arc::new(|what: &str| print::remark(&format!("note: {what}\n"))));
    if takes_paste {
        agent = agent.taking(pasted());
    }
    if let Some(uri) = &http.oauth.redirect_uri {
        agent = agent.at(uri);
    }
    Ok(Some(as_flagged(Login::by(Arc::new(agent), store), flags)))
}

/// The login with what flags say about tokens that are stored.
fn as_flagged(mut login: Login, flags: &Flags) -> Login {
    if flags.relogin {
        login = login.anew();
    }
    if flags.scope.is_some() {
        login = login.without_earlier_scopes();
    }
    login
}

/// Where tokens are kept.
pub(crate) fn store() -> Result<Store, Failure> {
    let place = Store::place(|name| std::env::var_os(name)).ok_or_else(|| {
        let message = "there is no place for tokens: neither MCPI_AUTH_STORE, XDG_STATE_HOME nor HOME is set";
        Failure::from(Fault::new(FaultCode::InvalidConfig, message))
            .with_hint("set MCPI_AUTH_STORE to a file")
    })?;
    Store::usual(place).map_err(|error| error.fault().into())
}

/// What to run to log in at the target, as the same client and at the same authorization server.
fn command(flags: &Flags, target: &Target) -> String {
    let named = match (&flags.server, &flags.config) {
        (Some(name), Some(file)) => {
            format!("--config {} --server {}", quote(&file.to_string_lossy()), quote(name))
        }
        (Some(name), None) => format!("--server {}", quote(name)),
        _ => quote(&target.place()),
    };
    let mut command = format!("mcp-inspector --cli --method auth/login {named}");
    for (flag, value) in [
        ("--client-id", &flags.client_id),
        ("--client-secret-env", &flags.client_secret_env),
        ("--client-metadata-url", &flags.client_metadata_url),
        ("--issuer", &flags.issuer),
        ("--callback-url", &flags.callback_url),
    ] {
        if let Some(value) = value {
            command = format!("{command} {flag} {}", quote(value));
        }
    }
    for (flag, is_given) in [
        ("--allow-private-hosts", flags.allow_private_hosts),
        ("--allow-issuer-slash", flags.allow_issuer_slash),
    ] {
        if is_given {
            command = format!("{command} {flag}");
        }
    }
    command
}

/// How long the user may take.
pub(crate) fn patience(flags: &Flags) -> Duration {
    flags.auth_timeout.unwrap_or(PATIENCE)
}

/// Shows the user where to go, and goes there when there is a browser to do it with.
pub(crate) fn announce(flags: &Flags, patience: Duration, takes_paste: bool) -> Announce {
    let opening = browser::decision(flags.no_open, browser::NEEDS_DISPLAY, &|name| std::env::var_os(name));
    Arc::new(move |url: &str| {
        let how = if opening.is_ok() { "a browser is opened; if none comes, log in at" } else { "log in at" };
        let paste = if takes_paste {
            "; if the browser is on another machine, paste the URL it ends at here"
        } else {
            ""
        };
        print::remark(&format!("{how}:\n\n  {url}\n\n(waiting for {} s{paste})\n", patience.as_secs()));
        if opening.is_ok() {
            let url = url.to_owned();
            std::thread::spawn(move || {
                if let Err(error) = browser::open(&url) {
                    print::remark(&format!("note: no browser could be opened: {error}\n"));
                }
            });
        }
    })
}

/// The lines of stdin. The thread that reads them ends with the program.
fn pasted() -> Pasted {
    let lines: Arc<Mutex<Option<mpsc::Receiver<String>>>> = Arc::default();
    Arc::new(move || {
        let lines = lines.clone();
        Box::pin(async move {
            let mut lines = lines.lock().await;
            lines.get_or_insert_with(read_lines).recv().await
        })
    })
}

fn read_lines() -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel(1);
    std::thread::spawn(move || {
        // Whatever is typed, a line that is no text is no reason to stop listening.
        for line in std::io::stdin().lock().split(b'\n').map_while(Result::ok) {
            if sender.blocking_send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
        }
    });
    lines
}

/// What flags say about the login of a URL.
pub(crate) fn adjust(http: &mut Http, flags: &Flags) -> Result<(), Failure> {
    if let Some(uri) = &flags.callback_url {
        refuse_foreign(uri)?;
    }
    let oauth = &mut http.oauth;
    for (given, slot) in [
        (&flags.client_id, &mut oauth.client_id),
        (&flags.client_metadata_url, &mut oauth.client_metadata_url),
        (&flags.callback_url, &mut oauth.redirect_uri),
        (&flags.issuer, &mut oauth.issuer),
    ] {
        if given.is_some() {
            slot.clone_from(given);
        }
    }
    if let Some(name) = &flags.client_secret_env {
        oauth.client_secret = Some(variable("--client-secret-env", name)?);
    }
    if let Some(words) = &flags.scope {
        oauth.scopes = scope::words(words);
    }
    oauth.allow_private_hosts |= flags.allow_private_hosts;
    oauth.allow_issuer_slash |= flags.allow_issuer_slash;
    if let Some(name) = &flags.access_token_env {
        if http.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization")) {
            return Err(Failure::usage("`--access-token-env` and a header both give an `Authorization`")
                .with_hint("leave one out"));
        }
        let token = variable("--access-token-env", name)?;
        http.headers.push(("Authorization".to_owned(), format!("Bearer {token}")));
    }
    Ok(())
}

/// Nobody can listen elsewhere for the user to come back. That is said before anything is asked, also where
/// it might turn out that no user is needed.
fn refuse_foreign(uri: &str) -> Result<(), Failure> {
    let url = places::absolute(uri).ok();
    let can_listen = url.is_some_and(|url| {
        url.scheme() == "http" && places::is_loopback(&url) && url.port_or_known_default() != Some(0)
    });
    if can_listen {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "`--callback-url {}` is not a place on this machine to come back to",
        redact_url(uri)
    ))
    .with_hint(
        "use a URL such as `http://127.0.0.1:8976/callback`, and register the client with it; if the browser is \
         on another machine, `--paste` takes the URL that it ends at",
    ))
}

/// Flags that are for one method only.
pub(crate) fn refuse_misplaced(flags: &Flags) -> Result<(), Failure> {
    if flags.forget_client && flags.method.as_deref() != Some("auth/logout") {
        return Err(Failure::usage("`--forget-client` is only for `auth/logout`"));
    }
    let is_about_logins = flags.method.as_deref().is_some_and(|method| method.starts_with("auth/"));
    if flags.record.is_some() && is_about_logins {
        return Err(Failure::usage("`--record` records a session, and this method opens none").with_hint(
            "`--structured` prints every step; a call with `--record` records the login it needs",
        ));
    }
    Ok(())
}

/// What is in a variable that must be set.
fn variable(flag: &str, name: &str) -> Result<String, Failure> {
    let value = std::env::var(name).ok().map(|value| value.trim().to_owned());
    value.filter(|value| !value.is_empty()).ok_or_else(|| {
        Failure::usage(format!("`{flag} {name}`: the variable `{name}` is not set, or is empty"))
            .with_hint("give the name of a variable, not its value")
    })
}

/// A process gets its credentials from its environment.
pub(crate) fn refuse_for_process(flags: &Flags) -> Result<(), Failure> {
    let given = [
        (flags.stored_auth_only, "--stored-auth-only"),
        (flags.access_token_env.is_some(), "--access-token-env"),
        (flags.paste, "--paste"),
        (flags.relogin, "--relogin"),
        (flags.client_id.is_some(), "--client-id"),
        (flags.client_metadata_url.is_some(), "--client-metadata-url"),
        (flags.callback_url.is_some(), "--callback-url"),
        (flags.scope.is_some(), "--scope"),
        (flags.issuer.is_some(), "--issuer"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, flag)) => {
            Err(Failure::usage(format!("`{flag}` is for a server on HTTP, and this one is a process"))
                .with_hint("`--env KEY=VALUE` sets a variable for it"))
        }
        None => Ok(()),
    }
}
