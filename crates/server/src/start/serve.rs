//! Connections: accepted, bounded in number and patience, and ended in good order.
//!
//! axum's own loop has no limits of this kind, so hyper is driven here.

use super::body::PatientBody;
use crate::Backend;
use crate::stall::{Guarded, PATIENCE};
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};

/// How many connections are open at most; more wait until one ends.
const CONNECTIONS: usize = 1024;

/// How long the head of a request may take, and how long a connection may wait for one.
const HEAD: Duration = Duration::from_secs(10);

/// How long we listen to somebody who has been answered and still talks.
const LINGER: Duration = Duration::from_secs(1);

/// How long to wait after the system could not give a connection, for instance for lack of files.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until the backend is closing and every connection has ended.
pub async fn serve(listeners: Vec<std::net::TcpListener>, app: Router, backend: Backend) {
    serve_at_most(CONNECTIONS, listeners, app, backend).await;
}

async fn serve_at_most(
    connections: usize,
    listeners: Vec<std::net::TcpListener>,
    app: Router,
    backend: Backend,
) {
    let room = Arc::new(Semaphore::new(connections));
    // Nothing is ever sent: it ends when the last one that holds the sender has.
    let (open, mut all_ended) = mpsc::channel::<()>(1);
    for listener in listeners.into_iter().filter_map(|listener| TcpListener::from_std(listener).ok()) {
        tokio::spawn(accept(listener, app.clone(), backend.clone(), room.clone(), open.clone()));
    }
    drop(open);
    all_ended.recv().await;
}

async fn accept(
    listener: TcpListener,
    app: Router,
    backend: Backend,
    room: Arc<Semaphore>,
    open: mpsc::Sender<()>,
) {
    let mut closing = pin!(backend.closing());
    loop {
        let accepted = async {
            let place = room.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            () = &mut closing => return,
            accepted = accepted => accepted,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let (app, backend, open) = (app.clone(), backend.clone(), open.clone());
        tokio::spawn(async move {
            converse(stream, app, &backend).await;
            drop((place, open));
        });
    }
}

/// Answers what comes on a connection, until it ends.
async fn converse(stream: TcpStream, app: Router, backend: &Backend) {
    // Answers are small and should not wait for company.
    let _ = stream.set_nodelay(true);
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        Box::pin(app.call(request.map(|body| Body::new(PatientBody::new(body)))))
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let mut connection = builder.serve_connection(TokioIo::new(Guarded::new(stream, PATIENCE)), service);
    let mut closing = pin!(backend.closing());
    let mut is_closing = false;
    loop {
        tokio::select! {
            // A connection that breaks is the business of whoever broke it.
            _ = poll_fn(|context| connection.poll_without_shutdown(context)) => break,
            () = &mut closing, if !is_closing => is_closing = true,
        }
        Pin::new(&mut connection).graceful_shutdown();
    }
    let mut stream = connection.into_parts().io.into_inner();
    if stream.shutdown().await.is_ok() && !is_closing {
        // Whoever is still sending a body that was refused would lose the answer if we hung up.
        let _ = tokio::time::timeout(LINGER, drain(&mut stream)).await;
    }
}

async fn drain(stream: &mut Guarded<TcpStream>) {
    let mut ignored = vec![0; 16 * 1024];
    while stream.read(&mut ignored).await.is_ok_and(|length| length > 0) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, History};
    use axum::routing::get;
    use std::net::SocketAddr;

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    fn begin(connections: usize) -> (SocketAddr, Backend, tokio::task::JoinHandle<()>) {
        let directory = tempfile::tempdir().unwrap();
        let (config, history) =
            (Config::of_directory(directory.path()), History::open(directory.path()).unwrap());
        let backend = Backend::new("http://localhost", config, history);
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let app = Router::new().route("/", get(async || "here"));
        let serving = tokio::spawn(serve_at_most(connections, vec![listener], app, backend.clone()));
        (address, backend, serving)
    }

    async fn answer(stream: &mut TcpStream) -> String {
        let mut head = vec![0; 15];
        stream.read_exact(&mut head).await.unwrap();
        String::from_utf8(head).unwrap()
    }

    #[tokio::test]
    async fn a_connection_too_many_waits_until_another_ends() {
        let (address, backend, serving) = begin(1);
        let mut first = TcpStream::connect(address).await.unwrap();
        first.write_all(REQUEST).await.unwrap();
        assert_eq!(answer(&mut first).await, "HTTP/1.1 200 OK");
        let mut second = TcpStream::connect(address).await.unwrap();
        second.write_all(REQUEST).await.unwrap();
        let mut byte = [0];
        // The first one is answered again while the second one waits, so the second one was not missed.
        first.write_all(REQUEST).await.unwrap();
        first.read_exact(&mut byte).await.unwrap();
        assert!(second.try_read(&mut byte).is_err(), "it was answered though there was no room");
        drop(first);
        assert_eq!(answer(&mut second).await, "HTTP/1.1 200 OK");
        backend.shutdown().await;
        serving.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_never_ends_is_given_up() {
        let (address, ..) = begin(2);
        let began = tokio::time::Instant::now();
        let mut slow = TcpStream::connect(address).await.unwrap();
        slow.write_all(b"GET / HTTP/1.1\r\nHost: loc").await.unwrap();
        let mut answer = Vec::new();
        slow.read_to_end(&mut answer).await.unwrap();
        assert_eq!(answer, b"");
        assert!(began.elapsed() >= HEAD && began.elapsed() < HEAD * 2, "{:?}", began.elapsed());
    }

    #[tokio::test]
    async fn closing_ends_idle_connections_and_then_the_service() {
        let (address, backend, serving) = begin(2);
        let mut idle = TcpStream::connect(address).await.unwrap();
        idle.write_all(REQUEST).await.unwrap();
        assert_eq!(answer(&mut idle).await, "HTTP/1.1 200 OK");
        backend.shutdown().await;
        serving.await.unwrap();
        let mut rest = Vec::new();
        idle.read_to_end(&mut rest).await.unwrap();
        assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
    }
}
