//! The faults an authorization server or its protected server can have: names and meaning.
//!
//! One table is the enum, the command line and the help text at once. Faults can be combined; what
//! each one does is where the good server does it right.

/// Each row: name, variant, meaning.
macro_rules! faults {
    ($($name:literal $variant:ident $description:literal;)+) => {
        /// What goes wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AuthFault {
            $(
                #[doc = $description]
                $variant
            ),+
        }

        impl AuthFault {
            /// Every fault, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }

            /// What the server does differently.
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$variant => $description),+
                }
            }
        }
    };
}

faults! {
    "no-challenge-header" NoChallengeHeader
        "401 comes without WWW-Authenticate";
    "no-metadata-url" NoMetadataUrl
        "the challenge lacks resource_metadata";
    "prm-at-root-only" PrmAtRootOnly
        "the resource metadata is at the root form of its path only, and the challenge says so";
    "prm-missing" PrmMissing
        "there is no resource metadata; the authorization server is on the origin of the MCP server (2025-03-26)";
    "prm-resource-mismatch" PrmResourceMismatch
        "the resource metadata is about another origin";
    "prm-no-servers" PrmNoServers
        "authorization_servers is empty";
    "prm-two-servers" PrmTwoServers
        "authorization_servers has two: the first closes every connection, the second is good";
    "prm-origin" PrmOrigin
        "the resource is the whole origin, which has a second MCP server at /mcp2";
    "prm-html" PrmHtml
        "the resource metadata is a web page with status 200";
    "prm-broken-json" PrmBrokenJson
        "the resource metadata ends in the middle";
    "as-oidc-only" AsOidcOnly
        "the server metadata is at openid-configuration only";
    "as-path-issuer" AsPathIssuer
        "the issuer has a path, which is inserted into the well-known path";
    "as-path-oidc-appended" AsPathOidcAppended
        "the issuer has a path, and openid-configuration is appended to it, its only place";
    "as-missing" AsMissing
        "there is no server metadata, the endpoints are at their default paths, and the redirect has no iss";
    "as-wrong-issuer" AsWrongIssuer
        "the server metadata names an issuer on another host";
    "as-issuer-slash" AsIssuerSlash
        "the server metadata names the issuer with a slash at its end, the resource metadata without";
    "as-no-pkce" AsNoPkce
        "the server metadata lacks code_challenge_methods_supported";
    "as-plain-pkce" AsPlainPkce
        "code_challenge_methods_supported has only plain";
    "as-html-error" AsHtmlError
        "the server metadata is status 500 with a web page that has a script";
    "as-slow" AsSlow
        "the request for the server metadata is never answered";
    "as-redirect" AsRedirect
        "the server metadata is redirected to another origin, where it can be read";
    "no-registration" NoRegistration
        "there is no registration endpoint";
    "registration-refused" RegistrationRefused
        "registration is refused: 400 invalid_client_metadata, with a description";
    "registration-html" RegistrationHtml
        "registration is refused: 403 with a web page";
    "authorize-denied" AuthorizeDenied
        "the redirect says access_denied, with quotes and a script in its description";
    "wrong-state" WrongState
        "the redirect carries another state";
    "missing-iss" MissingIss
        "the redirect lacks iss, though the server metadata promises it";
    "wrong-iss" WrongIss
        "the redirect carries the iss of another server";
    "no-code" NoCode
        "the redirect has neither a code nor an error";
    "token-invalid-grant" TokenInvalidGrant
        "every token request is refused: 400 invalid_grant";
    "token-429" Token429
        "every token request is refused: 429 with Retry-After: 7";
    "token-html" TokenHtml
        "every token request gets a web page with status 200";
    "token-slow" TokenSlow
        "token requests are never answered";
    "token-no-type" TokenNoType
        "the token answer lacks token_type";
    "token-scope-shrink" TokenScopeShrink
        "only the first of the requested scopes is granted, so that no step-up ever reaches admin";
    "token-expired-at-once" TokenExpiredAtOnce
        "tokens come with expires_in 0 and are refused from then on";
    "token-refused" TokenRefused
        "the MCP server answers 401 to every token";
    "endless-scope" EndlessScope
        "every request with a good token gets 403 insufficient_scope";
    "refresh-refused" RefreshRefused
        "every refresh is refused: 400 invalid_grant";
    "refresh-slow" RefreshSlow
        "a refresh is answered only once it is released";
    "refresh-same-token" RefreshSameToken
        "a refresh brings the same access token again, with another refresh token";
    "basic-refused" BasicRefused
        "a client's secret is taken in the body only, though the metadata offers Basic too";
    "token-dpop" TokenDpop
        "the token answer says the token is bound to a key, though nobody asked for that";
    "token-repeated" TokenRepeated
        "the token answer repeats the tokens in a header, in a URL and among the scopes";
    "metadata-429" Metadata429
        "the server metadata is refused: 429 with Retry-After: 7";
    "oversized-metadata" OversizedMetadata
        "the server metadata is right, and 20 MB long";
    "sse-only" SseOnly
        "the MCP server speaks HTTP+SSE at /sse, and answers 405 to POST there before it looks at the token";
    "mcp-moved" McpMoved
        "every request to /mcp is answered 308, to a path of the same origin that is guarded";
    "metadata-moved" MetadataMoved
        "the server metadata is redirected within its origin";
    "client-forgotten" ClientForgotten
        "a registered client is forgotten once it has a token, and only the token endpoint looks at who it is";
    "endless-unnamed-scope" EndlessUnnamedScope
        "every request with a good token gets 403 insufficient_scope that names no scope";
    "registered-scopes-only" RegisteredScopesOnly
        "a client is granted no scope that it was not registered with: the redirect says invalid_scope";
    "revocation-refused" RevocationRefused
        "every revocation is refused: 400, with the client's secret and all its tokens in the description";
}

impl AuthFault {
    /// The fault of this name; the error is for a person.
    pub fn parse(name: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|fault| fault.name() == name);
        found.copied().ok_or_else(|| format!("no fault is called `{name}`"))
    }
}
