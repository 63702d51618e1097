//! The only place that starts tasks.

use std::future::Future;
use tokio::task::JoinHandle;

/// Runs `future` on its own.
pub(crate) fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    tokio::spawn(future)
}

/// A task that ends when its handle is dropped.
#[derive(Debug)]
pub(crate) struct Tied(JoinHandle<()>);

impl Tied {
    pub(crate) fn spawn(future: impl Future<Output = ()> + Send + 'static) -> Self {
        Tied(spawn(future))
    }
}

impl Drop for Tied {
    fn drop(&mut self) {
        self.0.abort();
    }
}
