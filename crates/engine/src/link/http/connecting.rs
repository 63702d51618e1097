//! How long it takes until a request is on its way: its turn, and its connection with name, TCP and TLS; and which of
//! its steps it waits for.
//!
//! The time of a connection counts for the request that waits for the connection. The client does not say for which one it makes
//! it, but it makes it while that request is polled.

use mcp_inspector_core::fault::HttpStep;
use std::cell::Cell;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Instant;
use tower_layer::Layer;
use tower_service::Service;

tokio::task_local! {
    /// How long the request that is polled has waited for connections.
    static SPENT: Cell<Option<Duration>>;
    /// When the link was given the frame that this task delivers, until a request is made for it.
    static GIVEN: Cell<Option<Instant>>;
    /// How far the request that is polled has got.
    static PROGRESS: Progress;
}

/// What the newest request of a link waits for. Clones are of the same link.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress(Arc<Mutex<Option<HttpStep>>>);

impl Progress {
    pub(super) fn now(&self) -> Option<HttpStep> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn at(&self, step: HttpStep) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(step);
    }
}

/// The request that is polled waits for this from now on.
pub(super) fn waits_for(step: HttpStep) {
    // A connection that no request waits for any more is made by nobody's request.
    let _ = PROGRESS.try_with(|progress| progress.at(step));
}

/// Delivers a frame that the link was given at some time.
pub(super) async fn given_at<T>(given: Instant, delivery: impl Future<Output = T>) -> T {
    GIVEN.scope(Cell::new(Some(given)), delivery).await
}

/// How long the frame that this task delivers has waited for the first of its requests; none for the others, and for
/// requests that carry none.
pub(super) fn waited() -> Option<Duration> {
    GIVEN.try_with(Cell::take).ok().flatten().map(|given| given.elapsed())
}

/// Sends a request, and tells how long its connection took to be made; none when there was one already.
pub(super) async fn timed<T>(progress: Progress, request: impl Future<Output = T>) -> (T, Option<Duration>) {
    let sent = async {
        waits_for(HttpStep::Answer);
        let sent = request.await;
        (sent, SPENT.with(Cell::get))
    };
    PROGRESS.scope(progress, SPENT.scope(Cell::new(None), sent)).await
}

/// What is too short to be counted in milliseconds.
pub(super) fn micros(span: Duration) -> u64 {
    u64::try_from(span.as_micros()).unwrap_or(u64::MAX)
}

/// Makes a connector measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch;

impl<S> Layer<S> for Stopwatch {
    type Service = Measured<S>;

    fn layer(&self, connector: S) -> Measured<S> {
        Measured { connector }
    }
}

/// A connector that measures.
#[derive(Clone, Debug)]
pub(super) struct Measured<S> {
    connector: S,
}

impl<S, To> Service<To> for Measured<S>
where
    S: Service<To>,
    S::Future: Send + 'static,
    S::Response: 'static,
    S::Error: 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.connector.poll_ready(context)
    }

    fn call(&mut self, to: To) -> Self::Future {
        let started = Instant::now();
        let connecting = self.connector.call(to);
        Box::pin(async move {
            waits_for(HttpStep::Connection);
            let connected = connecting.await;
            waits_for(HttpStep::Answer);
            // A request that was given another connection meanwhile does not wait any more: this one is then
            // made by nobody's request.
            let _ = SPENT.try_with(|spent| {
                spent.set(Some(spent.get().unwrap_or_default() + started.elapsed()));
            });
            connected
        })
    }
}
