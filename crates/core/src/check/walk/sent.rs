//! What we sent: never judged, but what came back is judged by it.

use super::Emit;
use super::context::{Context, Unposted};
use crate::check::event::{Body, Call, Event, Posted};
use crate::entry::Entry;
use crate::era::Revision;
use crate::frame::{Content, Frame};
use crate::message::{Flaw, Message, Parsed, RequestId};
use crate::raw::Raw;

/// The member of `params._meta` with which a request names its own version.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Takes note of a frame we sent.
pub(super) fn frame(context: &mut Context, entry: &Entry, frame: &Frame, masked: bool, emit: &mut Emit<'_>) {
    let has_junk = match frame.content() {
        Content::Message(_) => false,
        // Only one revision knows batches; in the others a server may answer one as it likes.
        Content::Batch(_) | Content::Junk(_) => true,
    };
    context.has_sent_junk |= has_junk;
    let mut request = None;
    for parsed in frame.messages() {
        if let Message::Request { id, .. } = &parsed.message {
            request = Some(id.clone());
        }
        message(context, entry, parsed, masked, emit);
    }
    let kind = if request.is_some() { Posted::Request } else { Posted::Other };
    // A batch, or something that is no message, is posted too; what comes back proves nothing.
    if frame.message().is_some() {
        let bytes = frame.bytes().len() as u64;
        context.keep_unposted(Unposted { bytes, kind, call: request, masked });
    }
}

fn message(context: &mut Context, entry: &Entry, parsed: &Parsed, masked: bool, emit: &mut Emit<'_>) {
    let is_flawed = parsed.flaws.iter().any(|flaw| *flaw != Flaw::InBatch);
    context.has_sent_junk |= is_flawed;
    match &parsed.message {
        Message::Request { id, method, params } => {
            let mut call = read_call(context, entry, id, method, params.as_ref());
            call.is_clean = !is_flawed;
            call.is_sound &= !is_flawed;
            call.masked = masked;
            emit(&Event::Called(&call), context);
            context.called(call);
        }
        Message::Notification { method, params } if method == "notifications/cancelled" => {
            let id = params.as_ref().and_then(|params| params.member("requestId"));
            if let Some(call) = id.and_then(|id| context.calls.get_mut(&RequestId::read(&id))) {
                call.cancelled.get_or_insert(entry.at);
            }
        }
        Message::Notification { method, .. } if method == "notifications/initialized" => {
            if let Some(session) = &mut context.session {
                session.initialized.get_or_insert(entry.at);
            }
        }
        Message::Notification { .. } | Message::Response { .. } => {}
    }
}

fn read_call(context: &Context, entry: &Entry, id: &RequestId, method: &str, params: Option<&Raw>) -> Call {
    let meta = params.and_then(|params| params.member("_meta"));
    let of_meta = |name: &str| meta.as_ref().and_then(|meta| meta.member(name));
    let text_of_meta = |name: &str| of_meta(name).and_then(|raw| raw.read::<String>().ok());
    let version = text_of_meta(VERSION);
    let session = context.session.as_ref();
    let mut call = Call {
        id: id.clone(),
        method: method.to_owned(),
        params: params.cloned().map(Body::new),
        seq: entry.seq,
        revision: session.and_then(|session| session.revision),
        client: session.and_then(|session| session.client.clone()),
        token: of_meta("progressToken"),
        log_level: None,
        version: None,
        is_sound: true,
        is_clean: true,
        is_ambiguous: false,
        masked: false,
        cancelled: None,
        is_given_up: false,
    };
    if version.is_some() {
        call.revision = Some(Revision::R2026_07_28);
        call.client = of_meta("io.modelcontextprotocol/clientCapabilities");
        call.log_level = text_of_meta("io.modelcontextprotocol/logLevel");
        let is_newest = version.as_deref() == Some(Revision::R2026_07_28.as_str());
        call.is_sound = is_newest && call.client.as_ref().is_some_and(Raw::is_object);
        call.version = version;
    } else if of_meta(VERSION).is_some() {
        call.revision = None;
        call.is_sound = false;
    }
    call
}
