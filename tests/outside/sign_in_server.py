"""A server of the Model Context Protocol that asks people to sign in, made with the official library and its
authorization server: `PORT SECONDS [CLIENT SECRET]`. An access token is good for so many seconds; a refresh token
is good once, and using it a second time ends the sign-in. With a client, that one was registered by hand, and no
other can be. Its page has the buttons Allow and Deny. Its tool tells the tokens
that it was sent, which no answer may repeat. `GET /state` counts what was handed out; `POST /forget` ends every
sign-in. Prints its port when it listens."""

import secrets
import socket
import sys
import time

import uvicorn
from mcp.server.auth import routes
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    RefreshToken,
    TokenError,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse

PORT, SECONDS, BY_HAND = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", PORT))
listener.listen()
BASE = f"http://127.0.0.1:{listener.getsockname()[1]}"


class NativeClient(OAuthClientInformationFull):
    """A program that was registered by hand: it returns to any port of this computer."""

    def validate_redirect_uri(self, redirect_uri):
        assert redirect_uri.host == "127.0.0.1", redirect_uri
        return redirect_uri


class Provider:
    """Clients, codes and tokens, in memory."""

    def __init__(self):
        self.clients, self.asked, self.codes, self.access, self.refresh = {}, {}, {}, {}, {}
        self.used = set()
        self.refreshed = 0
        if BY_HAND:
            client, secret = BY_HAND
            self.clients[client] = NativeClient(
                client_id=client,
                client_secret=secret,
                client_name="A program registered by hand",
                redirect_uris=["http://127.0.0.1/"],
                token_endpoint_auth_method="client_secret_post",
                scope="notes",
            )

    async def get_client(self, client_id):
        return self.clients.get(client_id)

    async def register_client(self, client_info):
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client, params):
        ticket = secrets.token_urlsafe(16)
        self.asked[ticket] = (client, params)
        return f"{BASE}/consent?ticket={ticket}"

    async def load_authorization_code(self, client, authorization_code):
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(self, client, authorization_code):
        del self.codes[authorization_code.code]
        return self.tokens(client, authorization_code.scopes)

    async def load_refresh_token(self, client, refresh_token):
        if refresh_token in self.used:
            self.forget()
        return self.refresh.get(refresh_token)

    async def exchange_refresh_token(self, client, refresh_token, scopes):
        if refresh_token.token not in self.refresh:
            raise TokenError("invalid_grant", "it was used")
        del self.refresh[refresh_token.token]
        self.used.add(refresh_token.token)
        self.refreshed += 1
        return self.tokens(client, scopes)

    async def load_access_token(self, token):
        found = self.access.get(token)
        return found if found and found.expires_at > time.time() else None

    async def revoke_token(self, token):
        self.forget()

    def tokens(self, client, scopes):
        access, refresh = f"access-{secrets.token_hex(16)}", f"refresh-{secrets.token_hex(16)}"
        until = int(time.time()) + SECONDS
        self.access[access] = AccessToken(
            token=access, client_id=client.client_id, scopes=scopes, expires_at=until
        )
        self.refresh[refresh] = RefreshToken(token=refresh, client_id=client.client_id, scopes=scopes)
        return OAuthToken(
            access_token=access, expires_in=SECONDS, refresh_token=refresh, scope=" ".join(scopes)
        )

    def forget(self):
        self.access, self.refresh = {}, {}


build_metadata = routes.build_metadata


def with_posted_secrets(*args, **named):
    """As the library says it, but for the one way in which the client that it knows sends its secret."""
    metadata = build_metadata(*args, **named)
    metadata.token_endpoint_auth_methods_supported = ["client_secret_post"]
    return metadata


if BY_HAND:
    routes.build_metadata = with_posted_secrets

provider = Provider()
server = MCPServer(
    "notes",
    auth_server_provider=provider,
    auth=AuthSettings(
        issuer_url=BASE,
        resource_server_url=f"{BASE}/mcp",
        required_scopes=["notes"],
        client_registration_options=ClientRegistrationOptions(
            enabled=not BY_HAND, valid_scopes=["notes"], default_scopes=["notes"]
        ),
        validate_token_resource=False,
    ),
)


@server.tool()
def read_note(name: str) -> str:
    """Reads a note."""
    return f"{name}: sent with {get_access_token().token}"


@server.custom_route("/consent", methods=["GET"])
async def consent(request):
    """What a person decides on."""
    ticket, answer = request.query_params["ticket"], request.query_params.get("answer")
    client, params = provider.asked[ticket]
    if answer is None:
        link = f"/consent?ticket={ticket}&answer"
        name = client.client_name
        return HTMLResponse(
            f"<h1>{name} asks for your notes</h1><a href='{link}=allow'>Allow</a> <a href='{link}=deny'>Deny</a>"
        )
    redirect = str(params.redirect_uri)
    if answer == "deny":
        return RedirectResponse(
            construct_redirect_uri(redirect, error="access_denied", state=params.state, iss=BASE)
        )
    code = AuthorizationCode(
        code=secrets.token_urlsafe(24),
        scopes=params.scopes or ["notes"],
        expires_at=time.time() + 60,
        client_id=client.client_id,
        code_challenge=params.code_challenge,
        redirect_uri=params.redirect_uri,
        redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
        resource=params.resource,
    )
    provider.codes[code.code] = code
    return RedirectResponse(construct_redirect_uri(redirect, code=code.code, state=params.state, iss=BASE))


@server.custom_route("/state", methods=["GET"])
async def state(request):
    """What was handed out."""
    told = {"clients": len(provider.clients), "refreshed": provider.refreshed}
    return JSONResponse({**told, "signed_in": bool(provider.refresh)})


@server.custom_route("/forget", methods=["POST"])
async def forget(request):
    """Ends every sign-in."""
    provider.forget()
    return JSONResponse({})


print(BASE.rsplit(":", 1)[1], flush=True)
uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="error")).run(sockets=[listener])
