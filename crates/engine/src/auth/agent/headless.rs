//! A user that agrees to everything: for authorization servers that ask nobody.
//!
//! It opens the authorization URL once and reads where it is sent, without going there. Test
//! servers work that way; a real one shows a page instead, and that is an error here.

use super::super::witness::Promise;
use super::{AgentError, UserAgent, Visit};
use mcp_inspector_core::auth::redirect::Returned;
use reqwest::{Client, Url, redirect};
use std::time::Duration;

/// How long the authorization server may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A user that agrees to everything.
#[derive(Clone, Debug)]
pub struct Headless {
    redirect_uri: String,
}

impl Headless {
    /// A user that would come back to `redirect_uri`. Nobody needs to listen there.
    pub fn coming_back_to(redirect_uri: impl Into<String>) -> Self {
        Headless { redirect_uri: redirect_uri.into() }
    }
}

impl UserAgent for Headless {
    fn prepare<'a>(&'a self, _preferred: Option<&'a str>) -> Promise<'a, Result<Box<dyn Visit>, AgentError>> {
        let visit: Box<dyn Visit> = Box::new(self.clone());
        Box::pin(std::future::ready(Ok(visit)))
    }
}

impl Visit for Headless {
    fn redirect_uri(&self) -> &str {
        &self.redirect_uri
    }

    fn go<'a>(self: Box<Self>, url: &'a str, _state: &'a str) -> Promise<'a, Result<Returned, AgentError>> {
        Box::pin(async move {
            let not_sent_back = |came: String| AgentError::NotSentBack { came };
            // Another part of the program may have chosen a provider already; that one is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let client = Client::builder().redirect(redirect::Policy::none()).timeout(PATIENCE).build();
            let client = client.map_err(|error| not_sent_back(error.to_string()))?;
            let answer = client.get(url).send().await;
            let answer = answer.map_err(|error| not_sent_back(error.without_url().to_string()))?;
            let location = answer.headers().get("location").and_then(|location| location.to_str().ok());
            let location = location.and_then(|location| Url::parse(url).ok()?.join(location).ok());
            match location {
                Some(location) => Ok(Returned::from_query(location.query().unwrap_or_default())),
                None => Err(not_sent_back(format!("HTTP {}", answer.status().as_u16()))),
            }
        })
    }
}
