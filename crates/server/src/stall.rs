//! Connections that take nothing: given up after a while.
//!
//! What is streamed is made only when the socket takes more, so a client that stops reading costs
//! little; but it would cost that for ever, and nobody else could notice.

use axum::serve::Listener;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How long a client may take nothing while there is something to take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A listener whose connections are given up when they take nothing for a while.
#[derive(Debug)]
pub struct StallGuard<L> {
    listener: L,
    patience: Duration,
}

impl<L> StallGuard<L> {
    /// Guards the connections of a listener with the usual patience.
    pub fn new(listener: L) -> Self {
        StallGuard { listener, patience: PATIENCE }
    }

    /// Another patience than the usual one.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }
}

impl<L: Listener> Listener for StallGuard<L> {
    type Io = Guarded<L::Io>;
    type Addr = L::Addr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, address) = self.listener.accept().await;
        (Guarded::new(stream, self.patience), address)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// A connection that fails when it takes nothing for a while.
#[derive(Debug)]
pub struct Guarded<S> {
    stream: S,
    patience: Duration,
    /// Set while there is something to take and nothing is taken.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> Guarded<S> {
    /// Guards a connection.
    pub fn new(stream: S, patience: Duration) -> Self {
        Guarded { stream, patience, deadline: None }
    }

    /// What came of a write: one that must wait may do so only until the deadline.
    fn judge(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let patience = self.patience;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(patience)));
        deadline.as_mut().poll(cx).map(|()| {
            let message = format!("the client took nothing for {} s", patience.as_secs_f32());
            Err(io::Error::new(io::ErrorKind::TimedOut, message))
        })
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Guarded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_given_up_and_a_slow_one_is_not() {
        let (ours, mut theirs) = duplex(10);
        let mut guarded = Guarded::new(ours, Duration::from_secs(60));
        let slow = tokio::spawn(async move {
            let mut taken = [0; 10];
            for _ in 0..3 {
                tokio::time::sleep(Duration::from_secs(50)).await; // sleep: time is paused
                theirs.read_exact(&mut taken).await.unwrap();
            }
            theirs
        });
        guarded.write_all(&[0; 40]).await.unwrap();
        let theirs = slow.await.unwrap();
        let before = tokio::time::Instant::now();
        let error = guarded.write_all(&[0; 40]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(before.elapsed().as_secs(), 60);
        drop(theirs);
    }
}
