"""A protected server on the Python SDK, for the tests of mcp-inspector.

    python auth.py

The SDK has the endpoints of the authorization server and the guard of the MCP server; what is granted is
remembered here, in memory, and everything is agreed to without a login. Tokens are bound to the resource
they were asked for. Two clients are known without registration, `basic` and `post`, each with the secret
`secret-of-` and its name, and each proves itself in one way only. It takes the port from PORT (or any) and says `listening on URL`.
"""

import os
import secrets
import socket
import time

import uvicorn
from mcp.server import MCPServer
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    OAuthAuthorizationServerProvider,
    RefreshToken,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken

SCOPE = "notes"
LIFETIME = 3600


class Memory(OAuthAuthorizationServerProvider[AuthorizationCode, RefreshToken, AccessToken]):
    """What was granted, for as long as the process lives."""

    def __init__(self) -> None:
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.access: dict[str, AccessToken] = {}
        self.refresh: dict[str, RefreshToken] = {}

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        print(f"registered: {client_info.token_endpoint_auth_method}", flush=True)
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        code = AuthorizationCode(
            code=secrets.token_urlsafe(32),
            scopes=params.scopes or [SCOPE],
            expires_at=time.time() + 60,
            client_id=client.client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )
        self.codes[code.code] = code
        return construct_redirect_uri(str(params.redirect_uri), code=code.code, state=params.state)

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        del self.codes[authorization_code.code]
        return self.grant(client, authorization_code.scopes, authorization_code.resource)

    async def load_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: str
    ) -> RefreshToken | None:
        return self.refresh.get(refresh_token)

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        del self.refresh[refresh_token.token]
        return self.grant(client, scopes, refresh_token.resource)

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.access.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        """Everything of the client goes, as the SDK asks for."""
        for tokens in (self.access, self.refresh):
            for name in [name for name, known in tokens.items() if known.client_id == token.client_id]:
                del tokens[name]
        print("revoked", flush=True)

    def grant(self, client: OAuthClientInformationFull, scopes: list[str], resource: str | None) -> OAuthToken:
        access = AccessToken(
            token=secrets.token_urlsafe(32),
            client_id=client.client_id,
            scopes=scopes,
            expires_at=int(time.time()) + LIFETIME,
            resource=resource,
        )
        refresh = RefreshToken(
            token=secrets.token_urlsafe(32), client_id=client.client_id, scopes=scopes, resource=resource
        )
        self.access[access.token] = access
        self.refresh[refresh.token] = refresh
        return OAuthToken(
            access_token=access.token,
            token_type="Bearer",
            expires_in=LIFETIME,
            scope=" ".join(scopes),
            refresh_token=refresh.token,
        )


listener = socket.create_server(("127.0.0.1", int(os.environ.get("PORT", "0"))))
origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
memory = Memory()
for name in ("basic", "post"):
    memory.clients[name] = OAuthClientInformationFull(
        client_id=name,
        client_secret=f"secret-of-{name}",
        redirect_uris=["http://127.0.0.1:9/callback"],
        grant_types=["authorization_code", "refresh_token"],
        token_endpoint_auth_method=f"client_secret_{name}",
        scope=SCOPE,
    )
mcp = MCPServer(
    "auth-py",
    version="1.0.0",
    log_level="WARNING",
    auth_server_provider=memory,
    auth=AuthSettings(
        issuer_url=origin,
        resource_server_url=f"{origin}/mcp",
        required_scopes=[SCOPE],
        client_registration_options=ClientRegistrationOptions(
            enabled=True, valid_scopes=[SCOPE], default_scopes=[SCOPE]
        ),
        revocation_options=RevocationOptions(enabled=True),
        validate_token_resource=True,
    ),
)


@mcp.tool()
def add(a: float, b: float) -> str:
    """Adds two numbers"""
    return f"{a + b:g}"


@mcp.tool()
def expire() -> str:
    """Makes all access tokens so far invalid; refresh tokens stay"""
    memory.access.clear()
    return "expired"


print(f"listening on {origin}/mcp", flush=True)
config = uvicorn.Config(mcp.streamable_http_app(), log_level="warning", timeout_graceful_shutdown=1)
uvicorn.Server(config).run(sockets=[listener])
