//! Servers whose certificate comes from a private authority.

use crate::scene::{check_echo, fault_of, hint, target};
use crate::support::{at, quick};
use mcp_inspector_engine::{FaultCode, Session};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::io::{AsyncWriteExt, copy, copy_bidirectional, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// A server of the kit behind TLS, and the certificate of the authority that vouches for it.
struct Secured {
    url: String,
    authority: PathBuf,
    directory: tempfile::TempDir,
    server: HttpServer,
}

async fn secured() -> Secured {
    let mut params = CertificateParams::new(Vec::new()).expect("no names are fine");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let authority_key = KeyPair::generate().expect("keys can be made");
    let authority = params.self_signed(&authority_key).expect("it can be signed");
    let issuer = Issuer::new(params, authority_key);
    let key = KeyPair::generate().expect("keys can be made");
    let leaf = CertificateParams::new(vec!["127.0.0.1".to_owned()]).expect("this is a name");
    let certificate = leaf.signed_by(&key, &issuer).expect("it can be signed");

    let directory = tempfile::tempdir().expect("there is room for a directory");
    let path = directory.path().join("authority.pem");
    std::fs::write(&path, authority.pem()).expect("it can be written");

    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider has them")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .expect("the key fits the certificate");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
    let url = format!("https://{}/mcp", listener.local_addr().expect("a bound socket has an address"));
    let server = HttpServer::start(HttpBehaviour::Json);
    let behind = server.origin().trim_start_matches("http://").to_owned();
    tokio::spawn(accept(listener, TlsAcceptor::from(Arc::new(config)), behind));
    Secured { url, authority: path, directory, server }
}

async fn accept(listener: TcpListener, acceptor: TlsAcceptor, behind: String) {
    while let Ok((outside, _)) = listener.accept().await {
        let (acceptor, behind) = (acceptor.clone(), behind.clone());
        tokio::spawn(async move {
            // A client that does not trust us leaves here.
            let Ok(mut outside) = acceptor.accept(outside).await else { return };
            let Ok(mut inside) = TcpStream::connect(behind).await else { return };
            let _ = copy_bidirectional(&mut outside, &mut inside).await;
        });
    }
}

#[tokio::test]
async fn an_unknown_authority_is_a_tls_fault_that_tells_how_to_name_it() {
    let secured = secured().await;
    let (_, fault) = fault_of(at(&secured.url)).await;
    assert_eq!(fault.code, FaultCode::TlsFailed);
    assert!(fault.message.starts_with(&format!("TLS with {} failed", secured.url)), "{}", fault.message);
    assert!(hint(&fault).contains("`caFile`") && hint(&fault).contains("SSL_CERT_FILE"), "{}", hint(&fault));
    assert!(!fault.code.is_retryable());
    assert!(secured.server.requests().is_empty());
}

#[tokio::test]
async fn an_authority_named_in_the_target_is_trusted() {
    let secured = secured().await;
    let target = target(&secured.url, |http| http.ca_file = Some(secured.authority.clone()));
    let session = Session::connect(target, quick()).await.unwrap();
    check_echo(&session, "in private").await;
    session.stop().await;
}

#[tokio::test]
async fn another_authority_does_not_help() {
    let (secured, other) = (secured().await, secured().await);
    let target = target(&secured.url, |http| http.ca_file = Some(other.authority.clone()));
    let (_, fault) = fault_of(target).await;
    assert_eq!(fault.code, FaultCode::TlsFailed);
}

#[tokio::test]
async fn a_server_that_does_not_speak_tls_is_told_apart() {
    // This one ends the connection because it cannot read the request.
    let server = HttpServer::start(HttpBehaviour::Json);
    let (_, fault) = fault_of(at(&server.url().replace("http://", "https://"))).await;
    assert_eq!(fault.code, FaultCode::TransportError);
    assert!(fault.message.ends_with("ended in the TLS handshake"), "{}", fault.message);
    assert!(hint(&fault).contains("try `http://`"));

    // This one says so in plain HTTP.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        let _ = copy(&mut stream, &mut sink()).await;
    });
    let (_, fault) = fault_of(at(&url)).await;
    assert_eq!(fault.code, FaultCode::TlsFailed);
    assert!(hint(&fault).contains("plain HTTP"), "{}", hint(&fault));
}

#[tokio::test]
async fn a_file_that_holds_no_certificate_is_named() {
    let secured = secured().await;
    let empty = secured.directory.path().join("empty.pem");
    std::fs::write(&empty, "nothing here").unwrap();
    let broken = secured.directory.path().join("broken.pem");
    std::fs::write(&broken, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    let missing = secured.directory.path().join("missing.pem");
    for path in [empty, broken, missing] {
        let target = target(&secured.url, |http| http.ca_file = Some(path.clone()));
        let (_, fault) = fault_of(target).await;
        assert_eq!(fault.code, FaultCode::InvalidConfig, "{}: {fault:?}", path.display());
        assert!(fault.message.contains(&path.display().to_string()), "{}", fault.message);
        assert!(hint(&fault).contains("PEM"));
    }
}
