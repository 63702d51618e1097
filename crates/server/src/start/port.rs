//! The port: found, and taken on every loopback address.
//!
//! `localhost` may lead to 127.0.0.1 or to ::1, so a port is free only when nobody else has either.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

/// How many ports behind the wanted one are tried before any will do.
const NEXT: u16 = 100;

/// A port that is ours.
#[derive(Debug)]
pub(super) struct Bound {
    pub(super) listeners: Vec<TcpListener>,
    pub(super) port: u16,
    /// The port that was wanted, when somebody else has it.
    pub(super) taken: Option<u16>,
}

/// Why there is no port.
#[derive(Debug, thiserror::Error)]
pub(super) enum PortError {
    /// The system refuses this address and port.
    #[error("could not listen on {at}")]
    Refused {
        /// Where.
        at: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// Every port that was tried is taken.
    #[error("no port is free")]
    NoneFree,
}

impl PortError {
    /// What the user could try.
    pub(super) fn hint(&self) -> String {
        match self {
            PortError::Refused { source, .. } if source.kind() == ErrorKind::PermissionDenied => {
                "ports below 1024 usually belong to the system; take another with `--port`".to_owned()
            }
            PortError::Refused { source, at } if source.kind() == ErrorKind::AddrNotAvailable => {
                format!("this machine does not have the address {}; choose another with `--bind`", at.ip())
            }
            _ => "`--port 0` takes any free port".to_owned(),
        }
    }
}

/// Takes a port: the wanted one, else the next free one, else any. 0 is any.
pub(super) fn bind(address: Option<IpAddr>, wanted: u16) -> Result<Bound, PortError> {
    let addresses = match address {
        Some(address) => vec![address],
        None => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
    };
    let last = if wanted == 0 { 0 } else { wanted.saturating_add(NEXT) };
    // Any port may be free on one address and taken on the other, so that is tried more than once.
    let candidates = (wanted..=last).chain(std::iter::repeat_n(0, usize::from(NEXT)));
    for candidate in candidates {
        if let Some(listeners) = on_all(&addresses, candidate)? {
            let port =
                listeners.first().and_then(|first| first.local_addr().ok()).map_or(candidate, |at| at.port());
            let taken = (wanted != 0 && port != wanted).then_some(wanted);
            return Ok(Bound { listeners, port, taken });
        }
    }
    Err(PortError::NoneFree)
}

/// Listens on every address that this machine has, or on none when somebody else has the port.
fn on_all(addresses: &[IpAddr], port: u16) -> Result<Option<Vec<TcpListener>>, PortError> {
    let mut listeners: Vec<TcpListener> = Vec::new();
    for address in addresses {
        let port = listeners.first().and_then(|first| first.local_addr().ok()).map_or(port, |at| at.port());
        let at = SocketAddr::new(*address, port);
        let listener = TcpListener::bind(at).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        match listener {
            Ok(listener) => listeners.push(listener),
            Err(error) if error.kind() == ErrorKind::AddrInUse => return Ok(None),
            // A machine without IPv6 is none on which `localhost` could lead elsewhere.
            Err(error) if !listeners.is_empty() && is_without(&error) => {}
            Err(source) => return Err(PortError::Refused { at, source }),
        }
    }
    Ok(Some(listeners))
}

/// Whether the machine does not have the address, or not even its family.
fn is_without(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AddrNotAvailable | ErrorKind::Unsupported)
        || error.raw_os_error() == Some(rustix::io::Errno::AFNOSUPPORT.raw_os_error())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_ipv6() -> bool {
        TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok()
    }

    #[test]
    fn a_free_port_is_taken_on_every_loopback_address() {
        let bound = bind(None, 0).unwrap();
        assert_eq!(bound.taken, None);
        assert_eq!(bound.listeners.len(), if has_ipv6() { 2 } else { 1 });
        for listener in &bound.listeners {
            let at = listener.local_addr().unwrap();
            assert!(at.ip().is_loopback() && at.port() == bound.port && bound.port != 0, "{at}");
        }
    }

    #[test]
    fn a_port_that_is_taken_on_any_loopback_address_is_passed_over() {
        for address in [IpAddr::from(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()] {
            let Ok(stranger) = TcpListener::bind((address, 0)) else { continue };
            let port = stranger.local_addr().unwrap().port();
            let bound = bind(None, port).unwrap();
            assert_eq!(bound.taken, Some(port), "{address}");
            assert_ne!(bound.port, port);
        }
    }

    #[test]
    fn an_address_that_this_machine_does_not_have_is_an_error_with_advice() {
        let error = bind(Some("192.0.2.1".parse().unwrap()), 0).unwrap_err();
        assert_eq!(error.to_string(), "could not listen on 192.0.2.1:0");
        assert!(error.hint().contains("--bind"), "{}", error.hint());
    }

    #[test]
    fn behind_the_last_port_any_will_do() {
        let stranger = TcpListener::bind((Ipv4Addr::LOCALHOST, 65535));
        if stranger.is_ok() {
            assert_eq!(bind(None, 65535).unwrap().taken, Some(65535));
        }
    }
}
