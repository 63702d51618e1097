//! The place on this machine where the user comes back to, and those who would like to come in
//! their stead.

mod strays;

use crate::scene::{check_echo, faulty, good, target, told, with};
use crate::support::PATIENCE;
use mcp_inspector_engine::auth::{Announce, Login, Loopback, Pasted, Store};
use mcp_inspector_engine::core::auth::StepName;
use mcp_inspector_engine::core::redact::redact_url;
use mcp_inspector_engine::{Fault, FaultCode, Session};
use mcp_inspector_testkit::auth::{AuthFault, AuthServer};
use mcp_inspector_testkit::client::{Answer, Connection};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How long a user is waited for: longer than any test takes.
const WAIT: Duration = Duration::from_secs(300);

/// A user with a browser, who hears which URL to visit.
struct Person {
    heard: mpsc::UnboundedReceiver<String>,
}

fn person() -> (Loopback, Person) {
    let (tell, heard) = mpsc::unbounded_channel();
    let announce: Announce = Arc::new(move |url| tell.send(url.to_owned()).expect("somebody listens"));
    (Loopback::new(announce, WAIT), Person { heard })
}

impl Person {
    async fn hear(&mut self) -> String {
        let heard = tokio::time::timeout(PATIENCE, self.heard.recv()).await;
        heard.expect("a URL is announced").expect("the login is under way")
    }

    /// Visits the authorization server; where it sends the user.
    async fn sent_back(&mut self) -> String {
        let url = self.hear().await;
        let answer = get(&url, "").await;
        assert_eq!(answer.status, 302, "{}", answer.text());
        answer.header("location").expect("a redirect leads somewhere").to_owned()
    }
}

/// What a browser gets.
async fn get(url: &str, headers: &str) -> Answer {
    send("GET", url, headers).await
}

async fn send(method: &str, url: &str, headers: &str) -> Answer {
    let (method, headers) = (method.to_owned(), headers.to_owned());
    let (host, path) = split(url);
    let ask = move || Connection::open(&host)?.send(&method, &path, &headers, "");
    tokio::task::spawn_blocking(ask).await.expect("it does not panic").expect("there is an answer")
}

/// Host and path of a URL.
fn split(url: &str) -> (String, String) {
    let rest = url.strip_prefix("http://").expect("all is plain here");
    let (host, path) = rest.split_once('/').expect("there is a path");
    (host.to_owned(), format!("/{path}"))
}

/// A URL with a parameter replaced, or without it.
fn changed(url: &str, name: &str, value: Option<&str>) -> String {
    let (place, query) = url.split_once('?').expect("there are parameters");
    let mut pairs: Vec<String> = query.split('&').map(str::to_owned).collect();
    pairs.retain(|pair| pair.split('=').next() != Some(name));
    pairs.extend(value.map(|value| format!("{name}={value}")));
    format!("{place}?{}", pairs.join("&"))
}

fn login(agent: Loopback) -> Login {
    Login::by(Arc::new(agent), Store::in_memory())
}

async fn ready(session: &Session) -> Result<(), Fault> {
    let ready = tokio::time::timeout(PATIENCE, session.ready()).await;
    ready.unwrap_or_else(|_| panic!("connecting hangs\n{}", told(session)))
}

/// The fault of a session whose login broke at this step.
async fn broken(session: &Session, at: StepName) -> Fault {
    let fault = ready(session).await.expect_err("the login cannot work");
    let step = fault.details.auth_step.as_ref().unwrap_or_else(|| panic!("{fault:#?}\n{}", told(session)));
    assert_eq!((step.step, fault.code), (at, FaultCode::AuthenticationFailed), "{fault:#?}");
    assert!(fault.hint.as_ref().is_some_and(|hint| !hint.contains("wants a login")), "{fault:#?}");
    fault
}

#[tokio::test]
async fn a_user_comes_back_and_sees_a_page_that_says_so() {
    let server = good();
    let (agent, mut person) = person();
    let session = Session::open(target(&server), with(login(agent)));
    let location = person.sent_back().await;
    assert!(location.starts_with("http://127.0.0.1:"), "{location}");
    let page = get(&location, "").await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.text().contains("You are back"), "{}", page.text());
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    assert!(page.header("content-security-policy").unwrap().contains("default-src 'none'"));
    let (code, state) = (&server.authorize_requests()[0]["state"], &location);
    assert!(!page.text().contains(code.as_str()) && !page.text().contains(state.as_str()));
    ready(&session).await.unwrap();
    check_echo(&session, "back").await;
    // Nobody listens there any more: whoever comes with the same again finds nothing.
    let (host, _) = split(&location);
    assert!(TcpStream::connect(host).is_err());
}

#[tokio::test]
async fn what_does_not_belong_to_the_login_neither_ends_it_nor_learns_anything() {
    let server = good();
    let (agent, mut person) = person();
    let session = Session::open(target(&server), with(login(agent)));
    let location = person.sent_back().await;
    let (host, _) = split(&location);
    let (place, query) = location.split_once('?').unwrap();
    let doubled = |name: &str| format!("{location}&{name}=another");
    let gets = [
        ("a wrong state", changed(&location, "state", Some("guessed")), "", 400),
        ("no state", changed(&location, "state", None), "", 400),
        ("an empty state", changed(&location, "state", Some("")), "", 400),
        ("a state twice", doubled("state"), "", 400),
        ("a code twice", doubled("code"), "", 400),
        ("an issuer twice", doubled("iss"), "", 400),
        ("an error with a wrong state", format!("{place}?error=access_denied&state=guessed"), "", 400),
        ("nothing at all", place.to_owned(), "", 400),
        ("another path", location.replace("/callback", "/other"), "", 404),
        ("a path below", location.replace("/callback", "/callback/"), "", 404),
        ("the root", format!("http://{host}/?{query}"), "", 404),
        ("an icon", format!("http://{host}/favicon.ico"), "", 404),
        ("another name for us", location.clone(), "Host: evil.example\r\n", 403),
        ("a name that begins like ours", location.clone(), "Host: 127.0.0.1.evil.example\r\n", 403),
        ("a name that ends like ours", location.clone(), "Host: evil-localhost\r\n", 403),
        ("a private address", location.clone(), "Host: 192.168.0.1\r\n", 403),
        ("two names", location.clone(), "Host: 127.0.0.1\r\nHost: evil.example\r\n", 403),
        ("an empty name", location.clone(), "Host:\r\n", 403),
    ];
    let state = server.authorize_requests()[0]["state"].clone();
    for (what, url, headers, status) in gets {
        let answer = get(&url, headers).await;
        assert_eq!(answer.status, status, "{what}: {}", answer.text());
        assert!(!answer.text().contains(&state) && !answer.text().contains("guessed"), "{what}");
        assert!(answer.header("access-control-allow-origin").is_none(), "{what}");
    }
    for method in ["POST", "HEAD", "PUT", "OPTIONS", "get"] {
        assert_eq!(send(method, &location, "").await.status, 405, "{method}");
    }
    assert_eq!(server.token_requests().len(), 0, "no code was believed");
    get(&location, "").await;
    ready(&session).await.unwrap();
    check_echo(&session, "the user").await;
}

#[tokio::test]
async fn requests_that_are_none_do_not_keep_the_user_out() {
    let server = good();
    let (agent, mut person) = person();
    let session = Session::open(target(&server), with(login(agent)));
    let location = person.sent_back().await;
    let (host, path) = split(&location);
    let nonsense = tokio::task::spawn_blocking({
        let host = host.clone();
        move || {
            let mut open = Vec::new();
            for bytes in [
                b"".to_vec(),
                b"GET /callback".to_vec(),
                b"\r\n\r\n".to_vec(),
                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
                b"GET /callback HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n".to_vec(),
                format!("GET {path} HTTP/1.1\r\n\r\n").into_bytes(),
            ] {
                let mut stream = TcpStream::connect(&host).unwrap();
                stream.write_all(&bytes).unwrap();
                open.push(stream);
            }
            // A head without end: it is cut off, whether or not all of it was written.
            let mut long = TcpStream::connect(&host).unwrap();
            long.set_read_timeout(Some(PATIENCE)).unwrap();
            let mut head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Long: ").into_bytes();
            head.resize(1 << 20, b'x');
            let _ = long.write_all(&head);
            let mut answer = Vec::new();
            let _ = long.read_to_end(&mut answer);
            assert_eq!(String::from_utf8_lossy(&answer), "");
            open
        }
    });
    let nonsense = nonsense.await.unwrap();
    assert_eq!(get(&location, "").await.status, 200);
    ready(&session).await.unwrap();
    drop(nonsense);
}

#[tokio::test]
async fn a_hundred_who_connect_and_say_nothing_do_not_keep_the_user_waiting() {
    let server = good();
    let (agent, mut person) = person();
    let session = Session::open(target(&server), with(login(agent)));
    let location = person.sent_back().await;
    let (host, _) = split(&location);
    let connect = move || (0..100).map(|_| TcpStream::connect(&host).unwrap()).collect::<Vec<_>>();
    let idle = tokio::task::spawn_blocking(connect).await.unwrap();
    let begun = Instant::now();
    assert_eq!(get(&location, "").await.status, 200);
    assert!(begun.elapsed() < Duration::from_secs(5), "the user waited {:?}", begun.elapsed());
    ready(&session).await.unwrap();
    drop(idle);
}

#[tokio::test]
async fn a_script_in_a_refusal_is_not_part_of_the_page() {
    let server = faulty(&[AuthFault::AuthorizeDenied]);
    let (agent, mut person) = person();
    let session = Session::open(target(&server), with(login(agent)));
    let location = person.sent_back().await;
    assert!(location.contains("script"), "{location}");
    let page = get(&location, "").await;
    assert_eq!(page.status, 200);
    for part in ["script", "alert", "denied", "never"] {
        assert!(!page.text().contains(part), "`{part}` is reflected: {}", page.text());
    }
    assert!(page.text().contains("not granted"));
    let fault = broken(&session, StepName::Redirect).await;
    assert!(fault.message.contains("access_denied"), "{}", fault.message);
    assert_eq!(server.token_requests().len(), 0);
}

#[tokio::test]
async fn a_code_of_another_login_is_worth_nothing() {
    let server = good();
    let (agent, mut person) = person();
    let session = Session::open(target(&server), with(login(agent)));
    let location = person.sent_back().await;
    // Somebody else logs in at the same authorization server and slips in the code they got.
    let (other_agent, mut somebody) = self::person();
    let other = Session::open(target(&server), with(login(other_agent)));
    let theirs = somebody.sent_back().await;
    let code = theirs.split(['?', '&']).find_map(|pair| pair.strip_prefix("code=")).unwrap();
    assert_eq!(get(&changed(&location, "code", Some(code)), "").await.status, 200);
    let fault = broken(&session, StepName::Token).await;
    assert!(fault.message.contains("invalid_grant"), "{}", fault.message);
    other.stop().await;
}

#[tokio::test]
async fn an_answer_of_another_authorization_server_is_not_believed() {
    for iss in ["https://other.example", "", "http://127.0.0.1:1"] {
        let server = good();
        let (agent, mut person) = person();
        let session = Session::open(target(&server), with(login(agent)));
        let location = person.sent_back().await;
        get(&changed(&location, "iss", Some(iss)), "").await;
        let fault = broken(&session, StepName::Redirect).await;
        assert!(fault.message.contains(&server.issuer()), "{}", fault.message);
        assert_eq!(server.token_requests().len(), 0, "the code is not shown to anybody");
    }
    let server = good();
    let (agent, mut person) = person();
    let session = Session::open(target(&server), with(login(agent)));
    let location = person.sent_back().await;
    get(&changed(&location, "iss", None), "").await;
    let fault = broken(&session, StepName::Redirect).await;
    assert!(fault.message.contains("`iss`"), "{}", fault.message);
}

#[tokio::test]
async fn a_place_that_is_not_on_this_machine_is_refused_before_anybody_is_sent() {
    for uri in [
        "https://evil.example/callback",
        "http://evil.example/callback",
        "http://192.168.0.1:8080/callback",
        "http://localhost.evil.example/callback",
        "http://127.0.0.1@evil.example/callback",
        "http://0.0.0.0:8080/callback",
        "https://127.0.0.1:8080/callback",
        "myapp://callback",
        "callback",
    ] {
        let server = good();
        let (agent, _person) = person();
        let session = Session::open(target(&server), with(login(agent.at(uri))));
        let fault = broken(&session, StepName::Authorization).await;
        let shown = redact_url(uri);
        assert!(fault.message.contains(&*shown) && fault.hint.unwrap().contains("127.0.0.1"), "{uri}");
        assert_eq!(server.registrations().len(), 0, "{uri}");
    }
}

#[tokio::test]
async fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    // A browser may take `localhost` for the address that somebody else listens at.
    for host in ["127.0.0.1", "localhost"] {
        let server = good();
        let (agent, _person) = person();
        let agent = agent.at(format!("http://{host}:{port}/callback"));
        let session = Session::open(target(&server), with(login(agent)));
        let fault = broken(&session, StepName::Authorization).await;
        assert!(fault.message.contains(&port.to_string()), "{host}: {}", fault.message);
        assert_eq!(server.registrations().len(), 0);
    }
}

#[tokio::test]
async fn the_same_place_is_used_again_while_it_is_free() {
    let server = good();
    let (agent, mut person) = person();
    let login = login(agent);
    let mut hosts = Vec::new();
    let mut taken = Vec::new();
    for round in 0..3 {
        let session = Session::open(target(&server), with(login.clone().anew()));
        let location = person.sent_back().await;
        get(&location, "").await;
        ready(&session).await.unwrap();
        let (host, _) = split(&location);
        if round == 1 {
            // From now on somebody else listens there.
            taken.push(TcpListener::bind(&host).unwrap());
        }
        hosts.push(host);
    }
    assert!(hosts[0] == hosts[1] && hosts[1] != hosts[2], "{hosts:?}");
    assert_eq!(server.registrations().len(), 2);
}

#[tokio::test]
async fn a_place_of_ones_own_is_listened_at_with_its_path() {
    let port = {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        free.local_addr().unwrap().port()
    };
    let server = good();
    let (agent, mut person) = person();
    let uri = format!("http://localhost:{port}/oauth/done");
    let session = Session::open(target(&server), with(login(agent.at(uri.clone()))));
    let location = person.sent_back().await;
    assert!(location.starts_with(&uri), "{location}");
    assert_eq!(get(&location, "").await.status, 200);
    ready(&session).await.unwrap();
}

/// A person on another machine: the URL goes there, and what the browser ends at is pasted.
async fn pasted(server: &AuthServer, paste: impl FnOnce(String) -> Vec<String>) -> Session {
    let (tell, mut heard) = mpsc::unbounded_channel();
    let (give, given) = mpsc::unbounded_channel::<String>();
    let given = Arc::new(tokio::sync::Mutex::new(given));
    let announce: Announce = Arc::new(move |url| tell.send(url.to_owned()).unwrap());
    let source: Pasted = Arc::new(move || {
        let given = Arc::clone(&given);
        Box::pin(async move { given.lock().await.recv().await })
    });
    let session = Session::open(target(server), with(login(Loopback::new(announce, WAIT).taking(source))));
    let url = tokio::time::timeout(PATIENCE, heard.recv()).await.unwrap().unwrap();
    let location = get(&url, "").await.header("location").unwrap().to_owned();
    for text in paste(location) {
        give.send(text).unwrap();
    }
    session
}

#[tokio::test]
async fn a_url_that_is_pasted_is_as_good_as_a_visit() {
    let server = good();
    let session = pasted(&server, |location| {
        vec!["what do you want?".to_owned(), String::new(), format!("  {location}\n")]
    })
    .await;
    ready(&session).await.unwrap();
    check_echo(&session, "pasted").await;
}

#[tokio::test]
async fn a_url_of_another_login_is_not_taken_when_it_is_pasted() {
    let server = good();
    let session =
        pasted(&server, |location| vec![changed(&location, "state", Some("of-another-login")), location])
            .await;
    ready(&session).await.unwrap();
    assert_eq!(server.token_requests().len(), 1, "only the right one was taken");
}

#[tokio::test]
async fn nothing_to_paste_from_leaves_the_browser() {
    let server = good();
    let (agent, mut person) = person();
    let nobody: Pasted = Arc::new(|| Box::pin(std::future::ready(None)));
    let session = Session::open(target(&server), with(login(agent.taking(nobody))));
    let location = person.sent_back().await;
    get(&location, "").await;
    ready(&session).await.unwrap();
}
