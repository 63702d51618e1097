//! The HTTP client, and what its errors mean.
//!
//! Building one with TLS costs milliseconds, so a plain `http://` target gets
//! one without. Redirects are not followed blindly, bodies are not decompressed:
//! we want to see what is on the wire.

use super::connecting::{Stopwatch, waits_for};
use mcp_inspector_core::fault::{Fault, FaultCode, HttpStep};
use mcp_inspector_core::target::Http;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Certificate, Client, Url, redirect};
use std::error::Error;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Builds the client for a target.
pub(crate) fn build(http: &Http, url: &Url) -> Result<Client, Box<Fault>> {
    // Another part of the program may have chosen a provider already; that one is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .redirect(redirect::Policy::none())
        .dns_resolver(Arc::new(Resolver))
        .connector_layer(Stopwatch)
        .user_agent(concat!("mcp-inspector/", env!("CARGO_PKG_VERSION")));
    if url.scheme() == "http" {
        builder = builder.tls_certs_only([]);
    } else if let Some(file) = &http.ca_file {
        builder = builder.tls_certs_merge(read_certificates(file)?);
    }
    builder.build().map_err(|error| {
        // Whether certificates are sound is only found out here.
        if let (Cause::Tls(reason), Some(file)) = (cause(&error), &http.ca_file) {
            return Box::new(unusable(file, &reason));
        }
        let mut fault = Fault::new(FaultCode::TransportError, "the HTTP client could not be set up");
        fault.details.original_error = Some(words(&error));
        Box::new(fault)
    })
}

fn read_certificates(file: &Path) -> Result<Vec<Certificate>, Fault> {
    let text = std::fs::read(file).map_err(|error| unusable(file, &error.to_string()))?;
    let certificates = Certificate::from_pem_bundle(&text).map_err(|error| unusable(file, &words(&error)))?;
    if certificates.is_empty() { Err(unusable(file, "it holds no certificate")) } else { Ok(certificates) }
}

fn unusable(file: &Path, reason: &str) -> Fault {
    let message = format!("the certificate file {} cannot be used: {reason}", file.display());
    Fault::new(FaultCode::InvalidConfig, message).with_hint("it must hold certificates in PEM form")
}

/// What a failed request means.
pub(crate) fn fault(error: &reqwest::Error, url: &str) -> Fault {
    let (code, message, hint) = match cause(error) {
        Cause::Refused => (
            FaultCode::ConnectionRefused,
            format!("nobody listens at {url}"),
            "start the server, or correct host and port",
        ),
        Cause::Unknown(host) => (
            FaultCode::HostNotFound,
            format!("the host `{host}` is not known"),
            "check the spelling and the network; behind a proxy, set HTTPS_PROXY",
        ),
        Cause::Tls(reason) => (
            FaultCode::TlsFailed,
            format!("TLS with {url} failed: {reason}"),
            "if the server's certificate comes from a private authority, name its file as `caFile` or in SSL_CERT_FILE",
        ),
        Cause::NoTls => (
            FaultCode::TlsFailed,
            format!("TLS with {url} failed: the answer was not TLS"),
            "the server may speak plain HTTP at this port: try `http://`",
        ),
        Cause::Ended if error.is_connect() => (
            FaultCode::TransportError,
            format!("the connection to {url} ended in the TLS handshake"),
            "does the server speak TLS at this port? if not, try `http://`",
        ),
        Cause::Ended | Cause::Other => (
            FaultCode::TransportError,
            format!("the connection to {url} broke"),
            "the server or something in between closed the connection; the server's own log may say why",
        ),
    };
    let mut fault = Fault::new(code, message).with_hint(hint);
    fault.details.original_error = Some(words(error));
    fault
}

/// Whether nobody can be reached at the address, so that other requests will fare no better.
pub(super) fn is_unreachable(fault: &Fault) -> bool {
    matches!(fault.code, FaultCode::ConnectionRefused | FaultCode::HostNotFound | FaultCode::TlsFailed)
}

enum Cause {
    Refused,
    Unknown(String),
    Tls(String),
    NoTls,
    Ended,
    Other,
}

/// Looks for the first error down the chain that says something. By type, never by text.
fn cause(error: &(dyn Error + 'static)) -> Cause {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(unknown) = error.downcast_ref::<UnknownHost>() {
            return Cause::Unknown(unknown.host.clone());
        }
        match error.downcast_ref::<rustls::Error>() {
            Some(rustls::Error::InvalidMessage(_)) => return Cause::NoTls,
            Some(tls) => return Cause::Tls(tls.to_string()),
            None => {}
        }
        if let Some(io) = error.downcast_ref::<io::Error>() {
            if io.kind() == io::ErrorKind::ConnectionRefused {
                return Cause::Refused;
            }
            // What an I/O error wraps is not among its sources.
            if let Some(inner) = io.get_ref() {
                match cause(inner) {
                    Cause::Other => {}
                    found => return found,
                }
            }
            if io.kind() == io::ErrorKind::UnexpectedEof {
                return Cause::Ended;
            }
        }
        next = error.source();
    }
    Cause::Other
}

/// An error with all its causes in one line.
pub(super) fn words(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        next = cause.source();
    }
    text
}

/// A host name that could not be resolved, as a type of its own so that it can be told apart.
#[derive(Debug, thiserror::Error)]
#[error("the host `{host}` could not be resolved")]
struct UnknownHost {
    host: String,
    source: io::Error,
}

struct Resolver;

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let host = name.as_str().to_owned();
            waits_for(HttpStep::Name);
            let found = tokio::net::lookup_host((host.as_str(), 0)).await.map(Iterator::collect::<Vec<_>>);
            waits_for(HttpStep::Connection);
            match found {
                Ok(addresses) => {
                    let addresses: Addrs = Box::new(addresses.into_iter());
                    Ok(addresses)
                }
                Err(source) => Err(UnknownHost { host, source }.into()),
            }
        })
    }
}
