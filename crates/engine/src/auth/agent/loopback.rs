//! A place on this machine where the user's browser comes back to (RFC 8252).
//!
//! A listener on the loopback interface for as long as one login takes. It answers only to its own
//! name and path, shows nothing of what it is sent, and does not end a login because of a request
//! that does not belong to it: a page that guesses the port must not be able to.

use super::super::witness::Promise;
use super::{AgentError, UserAgent, Visit};
use mcp_inspector_core::auth::places;
use mcp_inspector_core::auth::redirect::Returned;
use reqwest::Url;
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;
use url::Host;

/// Where the user comes back to, below the address of the listener.
const PATH: &str = "/callback";

/// How much of a request is read; codes can be long.
const HEAD_LIMIT: usize = 64 * 1024;

/// How long a browser may take for its request.
const REQUEST_PATIENCE: Duration = Duration::from_secs(10);

/// How long nobody is let in after something went wrong with that.
const BREATH: Duration = Duration::from_millis(100);

/// How many may be at the door at once.
const VISITORS: usize = 64;

/// Who is told the URL to visit: whoever opens a browser, or prints it.
pub type Announce = Arc<dyn Fn(&str) + Send + Sync>;

/// Texts that a person pastes, for when the browser is on another machine.
pub type Pasted = Arc<dyn Fn() -> Promise<'static, Option<String>> + Send + Sync>;

/// Brings users back to this machine.
#[derive(Clone)]
pub struct Loopback {
    announce: Announce,
    pasted: Option<Pasted>,
    complain: Option<Announce>,
    redirect_uri: Option<String>,
    patience: Duration,
}

impl Loopback {
    /// Tells `announce` the URL to visit, and waits for the user as long as `patience` lasts.
    pub fn new(announce: Announce, patience: Duration) -> Self {
        Loopback { announce, pasted: None, complain: None, redirect_uri: None, patience }
    }

    /// Also takes a redirect URL that a person pastes.
    #[must_use]
    pub fn taking(mut self, pasted: Pasted) -> Self {
        self.pasted = Some(pasted);
        self
    }

    /// Tells `complain` what came that does not belong to the login.
    #[must_use]
    pub fn complaining(mut self, complain: Announce) -> Self {
        self.complain = Some(complain);
        self
    }

    /// Listens where this URL leads, for clients that were registered with it.
    #[must_use]
    pub fn at(mut self, redirect_uri: impl Into<String>) -> Self {
        self.redirect_uri = Some(redirect_uri.into());
        self
    }
}

impl fmt::Debug for Loopback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loopback").field("redirect_uri", &self.redirect_uri).finish_non_exhaustive()
    }
}

impl UserAgent for Loopback {
    fn prepare<'a>(&'a self, preferred: Option<&'a str>) -> Promise<'a, Result<Box<dyn Visit>, AgentError>> {
        Box::pin(async move {
            let waiting = match (&self.redirect_uri, preferred) {
                (Some(uri), _) => self.listen_at(uri).await?,
                (None, Some(preferred)) => match self.listen_at(preferred).await {
                    Ok(waiting) => waiting,
                    // The port may be taken by now. Another one is as good.
                    Err(_) => self.listen_anywhere().await?,
                },
                (None, None) => self.listen_anywhere().await?,
            };
            let visit: Box<dyn Visit> = Box::new(waiting);
            Ok(visit)
        })
    }
}

impl Loopback {
    async fn listen_anywhere(&self) -> Result<Waiting, AgentError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let no_listener =
            |source| AgentError::NoListener { place: "a free port of 127.0.0.1".to_owned(), source };
        let listener = TcpListener::bind(address).await.map_err(no_listener)?;
        let port = listener.local_addr().map_err(no_listener)?.port();
        let redirect_uri = format!("http://127.0.0.1:{port}{PATH}");
        Ok(self.waiting(vec![listener], redirect_uri, PATH.to_owned()))
    }

    async fn listen_at(&self, uri: &str) -> Result<Waiting, AgentError> {
        let foreign = || AgentError::ForeignRedirect { uri: uri.to_owned() };
        let url = Url::parse(uri).map_err(|_| foreign())?;
        if url.scheme() != "http" || !places::is_loopback(&url) {
            return Err(foreign());
        }
        let port = url.port_or_known_default().filter(|port| *port != 0).ok_or_else(foreign)?;
        let addresses: Vec<IpAddr> = match url.host() {
            Some(Host::Ipv4(address)) => vec![address.into()],
            Some(Host::Ipv6(address)) => vec![address.into()],
            // A browser may take `localhost` for either.
            _ => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
        };
        let mut listeners = Vec::new();
        let mut problem = None;
        for address in addresses {
            match TcpListener::bind(SocketAddr::new(address, port)).await {
                Ok(listener) => listeners.push(listener),
                Err(source) => problem = problem.or(Some(source)),
            }
        }
        match problem {
            // Not every machine has both addresses. But where somebody else listens at one of them, the
            // browser may bring them the code.
            Some(source) if listeners.is_empty() || source.kind() == io::ErrorKind::AddrInUse => {
                Err(AgentError::NoListener { place: format!("port {port} of this machine"), source })
            }
            _ => Ok(self.waiting(listeners, uri.to_owned(), url.path().to_owned())),
        }
    }

    fn waiting(&self, listeners: Vec<TcpListener>, redirect_uri: String, path: String) -> Waiting {
        Waiting { listeners, redirect_uri, path, agent: self.clone() }
    }
}

/// A listener that waits for one user.
struct Waiting {
    listeners: Vec<TcpListener>,
    redirect_uri: String,
    path: String,
    agent: Loopback,
}

impl Visit for Waiting {
    fn redirect_uri(&self) -> &str {
        &self.redirect_uri
    }

    fn because(&self, why: &str) {
        self.complain(why);
    }

    fn go<'a>(self: Box<Self>, url: &'a str, state: &'a str) -> Promise<'a, Result<Returned, AgentError>> {
        Box::pin(async move {
            (self.agent.announce)(url);
            let patience = self.agent.patience;
            let seconds = patience.as_secs();
            let had_strangers = AtomicBool::new(false);
            match timeout(patience, self.returned(state, &had_strangers)).await {
                Ok(returned) => Ok(returned),
                Err(_) if had_strangers.into_inner() => Err(AgentError::OnlyStrangers { seconds }),
                Err(_) => Err(AgentError::TimedOut { seconds }),
            }
        })
    }
}

impl Waiting {
    fn complain(&self, what: &str) {
        if let Some(complain) = &self.agent.complain {
            complain(what);
        }
    }

    async fn returned(&self, state: &str, had_strangers: &AtomicBool) -> Returned {
        let mut may_paste = self.agent.pasted.is_some();
        let door = Arc::new(Door { path: self.path.clone(), state: state.to_owned() });
        // Whoever connects and says nothing must not keep the user waiting: when there are too many, the
        // one who came first has had the most time.
        let mut visitors = JoinSet::new();
        let mut latest = VecDeque::new();
        loop {
            tokio::select! {
                Some(returned) = visitors.join_next() => {
                    match returned {
                        Ok(Some(Visitor::User(returned))) => return *returned,
                        Ok(Some(Visitor::Stranger)) => {
                            had_strangers.store(true, Ordering::Relaxed);
                            self.complain("someone came back with an answer that does not belong to this login");
                        }
                        _ => {}
                    }
                }
                connection = accept(&self.listeners) => {
                    match connection {
                        Ok(connection) => {
                            let door = door.clone();
                            latest.push_back(visitors.spawn(async move {
                                timeout(REQUEST_PATIENCE, door.serve(connection)).await.ok()?.ok()?
                            }));
                        }
                        // Such as too many open files: it may pass, and must not keep a core busy.
                        Err(_) => tokio::time::sleep(BREATH).await,
                    }
                    if latest.len() > VISITORS && let Some(first) = latest.pop_front() {
                        first.abort();
                    }
                }
                text = paste(self.agent.pasted.as_ref()), if may_paste => match text {
                    Some(text) if text.trim().is_empty() => {}
                    Some(text) => match Returned::from_pasted(&text) {
                        Ok(returned) if returned.state.as_deref() == Some(state) => return returned,
                        Ok(_) => {
                            had_strangers.store(true, Ordering::Relaxed);
                            self.complain("that URL belongs to another login; paste the one this login ends at");
                        }
                        Err(_) => self.complain(
                            "that is no URL a login ends at; it has `code=` and `state=` in it",
                        ),
                    },
                    None => {
                        may_paste = false;
                        self.complain(&format!(
                            "stdin has ended, so nothing can be pasted; a browser on this machine can still come \
                             back to {}",
                            self.redirect_uri
                        ));
                    }
                },
            }
        }
    }
}

/// Who was at the door.
enum Visitor {
    /// The user, with what the authorization server gave along.
    User(Box<Returned>),
    /// Someone with an answer to another login.
    Stranger,
}

/// What is let in.
struct Door {
    path: String,
    state: String,
}

impl Door {
    /// Reads one request and answers it. Something is returned when it is the user's.
    async fn serve(&self, mut connection: TcpStream) -> io::Result<Option<Visitor>> {
        let Some(head) = read_head(&mut connection).await? else { return Ok(None) };
        let (status, text, returned) = self.judge(&head);
        let page = page(text);
        let answer = format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
             Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'\r\n\
             Connection: close\r\n\r\n{page}",
            page.len()
        );
        // The user has come back, whether or not the page can still be shown.
        let _ = connection.write_all(answer.as_bytes()).await;
        let _ = connection.shutdown().await;
        Ok(returned)
    }

    fn judge(&self, head: &str) -> (&'static str, &'static str, Option<Visitor>) {
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let hosts: Vec<&str> = lines
            .filter_map(|line| line.split_once(':'))
            .filter(|(name, _)| name.eq_ignore_ascii_case("host"))
            .map(|(_, value)| value.trim())
            .collect();
        // Another name that leads here is a trick to make a browser talk to us.
        let is_ours = matches!(hosts.as_slice(), [host] if answers_to(host));
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        if !is_ours {
            return ("403 Forbidden", "This address is only for coming back from a login.", None);
        }
        if path != self.path {
            return ("404 Not Found", "Nothing is here.", None);
        }
        if method != "GET" {
            return ("405 Method Not Allowed", "Only GET is answered here.", None);
        }
        let returned = Returned::from_query(query);
        if returned.state.as_deref() != Some(&self.state) || returned.repeated.is_some() {
            return (
                "400 Bad Request",
                "This does not belong to the login that is under way. Go back to the program and look there.",
                Some(Visitor::Stranger),
            );
        }
        let text = if returned.error.is_some() {
            "The login was not granted. The program that asked for it says why; this page can be closed."
        } else {
            "You are back. The program goes on with the login and says how it ends; this page can be closed."
        };
        ("200 OK", text, Some(Visitor::User(Box::new(returned))))
    }
}

fn answers_to(host: &str) -> bool {
    Url::parse(&format!("http://{host}/")).is_ok_and(|url| places::is_loopback(&url))
}

async fn accept(listeners: &[TcpListener]) -> io::Result<TcpStream> {
    match listeners {
        [one] => one.accept().await,
        [one, other, ..] => tokio::select! {
            connection = one.accept() => connection,
            connection = other.accept() => connection,
        },
        [] => std::future::pending().await,
    }
    .map(|(connection, _)| connection)
}

async fn paste(pasted: Option<&Pasted>) -> Option<String> {
    match pasted {
        Some(pasted) => pasted().await,
        None => std::future::pending().await,
    }
}

/// The head of a request; none when it never ends or is no text.
async fn read_head(connection: &mut TcpStream) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    let mut piece = [0; 4096];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let count = connection.read(&mut piece).await?;
        if count == 0 || head.len() + count > HEAD_LIMIT {
            return Ok(None);
        }
        head.extend_from_slice(&piece[..count]);
    }
    Ok(String::from_utf8(head).ok())
}

fn page(text: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>mcp-inspector</title>\
         <body style=\"font-family: system-ui, sans-serif; max-width: 32rem; margin: 4rem auto\">\
         <h1 style=\"font-size: 1.2rem\">mcp-inspector</h1><p>{text}</p></body></html>\n"
    )
}
