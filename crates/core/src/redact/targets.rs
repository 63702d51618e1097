//! The secrets that a target carries: of its environment and arguments, of its URL and headers.

use super::names::{is_sensitive_name, looks_secret};
use super::{Redactor, secret_in_arg};
use crate::target::{Http, Stdio, Target, Transport};

impl Redactor {
    /// A redactor that knows the secrets a target carries.
    pub fn for_target(target: &Target) -> Self {
        match &target.transport {
            Transport::Stdio(stdio) => Self::for_stdio(stdio),
            Transport::Http(http) => Self::for_http(http),
        }
    }

    /// The same for a program.
    pub fn for_stdio(stdio: &Stdio) -> Self {
        let mut redactor = Self::default();
        for (name, value) in &stdio.env {
            if is_sensitive_name(name) || looks_secret(value) {
                redactor.add(value);
            }
            redactor.add_from_url(value);
        }
        let mut previous = None;
        for arg in &stdio.args {
            if let Some(start) = secret_in_arg(previous, arg) {
                redactor.add(&arg[start..]);
            }
            redactor.add_from_url(arg);
            previous = Some(arg.as_str());
        }
        for value in &stdio.lent {
            redactor.add(value);
        }
        redactor
    }

    /// The same for a server that is reached over HTTP.
    pub fn for_http(http: &Http) -> Self {
        let mut redactor = Self::default();
        redactor.add_from_url(&http.url);
        for (name, value) in &http.headers {
            redactor.add_from_header(name, value);
        }
        for secret in http.oauth.secrets() {
            redactor.add_token(secret);
        }
        redactor
    }
}
