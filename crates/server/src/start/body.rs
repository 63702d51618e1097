//! A request body whose sender may not take for ever.

use axum::body::HttpBody;
use bytes::Bytes;
use hyper::body::{Frame, Incoming, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::Sleep;

/// How long the next piece of a body may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The sender of a body went silent in the middle of it.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("nothing came for {} s", PATIENCE.as_secs())]
pub(crate) struct TooSlow;

/// A request body whose sender may not take for ever.
#[derive(Debug)]
pub(super) struct PatientBody<B = Incoming> {
    body: B,
    /// Runs while nothing comes.
    silence: Option<Pin<Box<Sleep>>>,
}

impl<B> PatientBody<B> {
    pub(super) fn new(body: B) -> Self {
        PatientBody { body, silence: None }
    }
}

impl<B> HttpBody for PatientBody<B>
where
    B: HttpBody<Data = Bytes> + Unpin,
    B::Error: Into<axum::BoxError>,
{
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            self.silence = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let silence = self.silence.get_or_insert_with(|| Box::pin(tokio::time::sleep(PATIENCE)));
        ready!(silence.as_mut().poll(context));
        Poll::Ready(Some(Err(TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::BytesBody;
    use axum::body::Body;
    use axum::extract::{FromRequest as _, Request};
    use futures_util::stream::{self, StreamExt as _};
    use std::convert::Infallible;

    async fn read(body: Body) -> Result<BytesBody, crate::Problem> {
        BytesBody::from_request(Request::new(Body::new(PatientBody::new(body))), &()).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_sender_that_goes_silent_is_given_up_after_a_while() {
        let endless = stream::iter([Ok::<_, Infallible>("a")]).chain(stream::pending());
        let began = tokio::time::Instant::now();
        let problem = read(Body::from_stream(endless)).await.unwrap_err();
        assert_eq!(problem.status(), 408);
        assert_eq!(problem.fault().message, "the body could not be read: nothing came for 30 s");
        assert!(began.elapsed() >= PATIENCE && began.elapsed() < PATIENCE * 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_sender_that_is_only_slow_is_heard_to_its_end() {
        let slow = stream::iter(["a", "b", "c"]).then(|piece| async move {
            // sleep: the time is paused; this is the slowness that is tested.
            tokio::time::sleep(PATIENCE / 2).await;
            Ok::<_, Infallible>(piece)
        });
        assert_eq!(read(Body::from_stream(slow)).await.unwrap().0, "abc");
    }
}
