//! Redirects: followed within the origin when the method stays, refused otherwise.

use crate::scene::{check_echo, exchanges, fault_of, hint, ready, target};
use crate::support::{at, notes};
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::core::entry::Note;
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer, RedirectTo};

#[tokio::test]
async fn a_redirect_that_keeps_method_and_origin_is_followed_with_a_note() {
    for status in [307, 308] {
        let server = HttpServer::start(HttpBehaviour::Redirect { status, to: RedirectTo::SameOrigin });
        let session = ready(&server).await;
        check_echo(&session, "moved").await;
        let location = format!("{}/moved", server.origin());
        assert!(notes(&session).contains(&Note::RedirectFollowed { location: location.clone() }));
        let exchanges = exchanges(&session);
        assert_eq!((exchanges[0].status, exchanges[0].url.clone()), (Some(status), server.url()));
        assert_eq!((exchanges[1].status, exchanges[1].url.clone()), (Some(200), location));
        let requests = server.requests();
        assert_eq!((requests[1].path.as_str(), requests[1].method.as_str()), ("/moved", "POST"));
        assert_eq!(requests[0].body, requests[1].body);
    }
}

#[tokio::test]
async fn another_origin_is_named_and_nothing_is_sent_there() {
    let elsewhere = HttpServer::start(HttpBehaviour::Json);
    for status in [301, 302, 303, 307, 308] {
        let to = RedirectTo::CrossOrigin(elsewhere.url());
        let server = HttpServer::start(HttpBehaviour::Redirect { status, to });
        let with_login = target(&server.url(), |http| {
            http.headers = vec![("Authorization".into(), "Bearer s3cret-token".into())];
        });
        let (_, fault) = fault_of(with_login).await;
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::Redirected, Some(status)));
        assert_eq!(fault.message, format!("{} redirects to {}", server.url(), elsewhere.url()));
        assert!(hint(&fault).contains(&elsewhere.url()));
        assert_eq!(server.requests().len(), 1);
    }
    assert!(elsewhere.requests().is_empty());
}

#[tokio::test]
async fn a_redirect_that_would_turn_the_post_into_a_get_is_not_followed() {
    for status in [301, 302, 303] {
        let server = HttpServer::start(HttpBehaviour::Redirect { status, to: RedirectTo::SameOrigin });
        let (_, fault) = fault_of(at(&server.url())).await;
        assert_eq!((fault.code, fault.details.http_status), (FaultCode::Redirected, Some(status)));
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn redirects_in_circles_end() {
    // Everything at this path is redirected, and so is where it leads.
    let server = HttpServer::start(HttpBehaviour::Redirect {
        status: 307,
        to: RedirectTo::CrossOrigin("/mcp".into()),
    });
    let (_, fault) = fault_of(at(&server.url())).await;
    assert_eq!(fault.code, FaultCode::Redirected);
    assert!(fault.message.contains("in circles"), "{}", fault.message);
    assert!(server.requests().len() <= 5);
}
