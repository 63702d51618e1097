//! What becomes of a frame, by its kind: one task each.
//!
//! None of them waits for another, so a call that hangs keeps neither a
//! cancellation nor an answer of ours from going out.

use super::answer::{self, deliver, report};
use super::exchange::Wire;
use super::{LinkEvent, legacy, server_stream};
use mcp_inspector_core::entry::Note;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::frame::Frame;
use mcp_inspector_core::message::Message;
use mcp_inspector_core::peer::{Outgoing, Sending};
use mcp_inspector_core::target::Flavour;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

/// How long the server may take to accept a notification or an answer of ours.
const NOTICE_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the answer to a call that was given up may still come. It is only worth a note then.
const LATE: Duration = Duration::from_secs(30);

/// How long a server that refused the first POST may take to prove that it speaks HTTP+SSE.
const PROBE: Duration = Duration::from_secs(5);

/// The first POST. How a server refuses it tells whether it speaks the older transport.
pub(super) async fn initialize(wire: Arc<Wire>, flavour: Flavour, outgoing: Outgoing) {
    let may_fall_back = flavour == Flavour::Auto && !wire.is_legacy();
    let refusal = match answer::post(&wire, &outgoing).await {
        Ok(()) => return,
        Err(refusal) => refusal,
    };
    let status = refusal.fault.details.http_status.filter(|status| matches!(status, 400 | 404 | 405));
    let (true, Some(status), false) = (may_fall_back, status, refusal.is_json_rpc) else {
        return report(&wire, &outgoing, refusal).await;
    };
    let why_not = match timeout(PROBE, legacy::connect(&wire)).await {
        Ok(Ok(stream)) => {
            wire.note(Note::FellBackToSse { status }).await;
            // The answer comes on the stream, so both go on together.
            tokio::join!(legacy::read(wire.clone(), stream), deliver(&wire, &outgoing));
            return;
        }
        Ok(Err(sse)) => sse.message,
        Err(_) => "its event stream does not begin with an endpoint".to_owned(),
    };
    let hint = format!("it is not an HTTP+SSE server either: {why_not}; is the path of the URL right?");
    let fault = refusal.fault.with_hint(hint);
    wire.tell(LinkEvent::Undelivered { sending: outgoing.sending, fault }).await;
}

/// The end of the handshake, after which the server may speak on its own.
pub(super) async fn initialized(wire: Arc<Wire>, outgoing: Outgoing, accepted: oneshot::Sender<()>) {
    deliver_in_time(&wire, &outgoing).await;
    // Nobody may be waiting any more.
    let _ = accepted.send(());
    if !wire.is_legacy() {
        server_stream::listen(wire).await;
    }
}

/// A request. When it is given up its answer is awaited for a while longer, because an answer
/// that comes late is worth seeing.
pub(super) async fn call(wire: Arc<Wire>, outgoing: Outgoing, given_up: Option<oneshot::Receiver<()>>) {
    let is_given_up = async {
        let is_told = match given_up {
            Some(given_up) => given_up.await.is_ok(),
            None => false,
        };
        if !is_told {
            // Nobody can give it up any more.
            std::future::pending::<()>().await;
        }
    };
    let mut delivering = Box::pin(deliver(&wire, &outgoing));
    tokio::select! {
        () = &mut delivering => return,
        () = is_given_up => {}
    }
    if let (Sending::Request { id, .. }, Some(_)) = (&outgoing.sending, &outgoing.headers) {
        // This closes the connection. It comes first: a note that waits for room could wait for ever
        // behind an event of the exchange, which nobody would take any further.
        drop(delivering);
        return wire.note(Note::ExchangeClosed { id: *id }).await;
    }
    // If it does not come, dropping the request closes its connection.
    let _ = timeout(LATE, delivering).await;
}

/// A notification, or an answer of ours.
pub(super) async fn notice(wire: Arc<Wire>, outgoing: Outgoing, turns: Arc<Semaphore>) {
    // The semaphore is never closed; if it were, nothing would be left to hold back.
    let _turn = turns.acquire().await;
    deliver_in_time(&wire, &outgoing).await;
}

async fn deliver_in_time(wire: &Wire, outgoing: &Outgoing) {
    if timeout(NOTICE_TIMEOUT, deliver(wire, outgoing)).await.is_err() {
        let message = format!("the server did not accept it within {} s", NOTICE_TIMEOUT.as_secs());
        let fault = Fault::new(FaultCode::TransportError, message);
        wire.tell(LinkEvent::Undelivered { sending: outgoing.sending.clone(), fault }).await;
    }
}

/// The call that a frame of ours gives up, if that is what it does.
pub(super) fn given_up_call(outgoing: &Outgoing) -> Option<i64> {
    match &outgoing.sending {
        Sending::Notification { method } if &**method == "notifications/cancelled" => {}
        _ => return None,
    }
    match Frame::read(outgoing.bytes.clone()).message()? {
        Message::Notification { params: Some(params), .. } => params.member("requestId")?.read().ok(),
        _ => None,
    }
}
