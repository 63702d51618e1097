//! An HTTP exchange as the log has it: the request, the head of its answer, and who took how long.

use serde::{Deserialize, Serialize};

/// One HTTP request and the head of its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HttpExchange {
    /// Its number within the session.
    pub exchange: u64,
    /// The HTTP method.
    pub method: String,
    /// The URL, secrets redacted.
    pub url: String,
    /// The request's headers, secrets redacted.
    pub request_headers: Vec<(String, String)>,
    /// Bytes of body sent.
    pub request_bytes: u64,
    /// The status, when an answer came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub status: Option<u16>,
    /// The HTTP version of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub version: Option<String>,
    /// The answer's headers, secrets redacted.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub response_headers: Vec<(String, String)>,
    /// How long what it carries waited for its turn before the exchange began, in microseconds; none when it carries
    /// nothing, or goes on with what an earlier exchange began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub waited_us: Option<u64>,
    /// How long it took to make the connection (name, TCP, TLS), in microseconds; none when there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub connect_us: Option<u64>,
    /// When the head of the answer came, counted from the start of the exchange.
    pub head_ms: u64,
    /// The same in microseconds; recordings of before have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub head_us: Option<u64>,
    /// When the body was complete; none while it streams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub total_ms: Option<u64>,
    /// How long the body took from the head on, in microseconds; none while it streams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub body_us: Option<u64>,
    /// Bytes of body received; none while it streams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub response_bytes: Option<u64>,
    /// The beginning of a body that is not a frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub body_head: Option<String>,
    /// Why no answer came, when none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub error: Option<String>,
}

impl HttpExchange {
    /// How long the network took, in nanoseconds: for the connection, and for a body that came in one piece.
    /// Until the head comes, and between the pieces of a stream, the server is waited for.
    pub fn network_ns(&self) -> u64 {
        let connecting = self.connect_us.unwrap_or_default().saturating_mul(1_000);
        // Recordings of before know milliseconds only.
        let body = match (self.body_us, self.total_ms) {
            (Some(micros), _) => micros.saturating_mul(1_000),
            (None, Some(total)) => total.saturating_sub(self.head_ms).saturating_mul(1_000_000),
            (None, None) => 0,
        };
        connecting.saturating_add(body)
    }

    /// When the head of the answer came, counted from the start of the exchange, in nanoseconds.
    pub fn head_ns(&self) -> u64 {
        fine(self.head_us, self.head_ms)
    }

    /// When the body was complete, in nanoseconds; none while it streams.
    pub fn total_ns(&self) -> Option<u64> {
        let micros = self.head_us.zip(self.body_us).map(|(head, body)| head.saturating_add(body));
        self.total_ms.map(|total| fine(micros, total))
    }

    /// How much of the time of what it carries was not the server's, in nanoseconds: that of the network, and the
    /// wait before there was anything that the server could know of.
    pub fn elsewhere_ns(&self) -> u64 {
        self.waited_us.unwrap_or_default().saturating_mul(1_000).saturating_add(self.network_ns())
    }
}

/// Nanoseconds, from microseconds where they are known.
pub(crate) fn fine(micros: Option<u64>, millis: u64) -> u64 {
    micros.map_or_else(|| millis.saturating_mul(1_000_000), |micros| micros.saturating_mul(1_000))
}
