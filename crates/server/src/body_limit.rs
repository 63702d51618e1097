//! How large the body of a request may be. Whoever reads it knows the limit, so that what is refused is told it.

use axum::Extension;
use axum::body::HttpBody as _;
use axum::extract::{DefaultBodyLimit, Request};

/// How large the body of a request may be, in bytes; it travels with the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyLimit(usize);

impl BodyLimit {
    /// The layers that set it. Those nearest to a route count.
    pub(crate) fn of(bytes: usize) -> (DefaultBodyLimit, Extension<BodyLimit>) {
        (DefaultBodyLimit::max(bytes), Extension(BodyLimit(bytes)))
    }
}

/// What can be said about the size of a body before it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodySize {
    /// Of a body that comes in pieces, nobody knows it.
    bytes: Option<u64>,
    limit: Option<BodyLimit>,
}

impl BodySize {
    pub(crate) fn of(request: &Request) -> Self {
        let bytes = request.body().size_hint().exact();
        BodySize { bytes, limit: request.extensions().get::<BodyLimit>().copied() }
    }

    /// That it is too large, with both numbers as far as they are known.
    pub(crate) fn excess(self) -> String {
        match (self.bytes, self.limit) {
            (Some(bytes), Some(BodyLimit(limit))) => {
                format!("the body has {bytes} bytes, and may have {limit}")
            }
            (None, Some(BodyLimit(limit))) => format!("the body has more than the {limit} bytes it may have"),
            (_, None) => "the body is larger than this may be".to_owned(),
        }
    }
}
