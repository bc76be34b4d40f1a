//! Parameters of a request to sign in, and their validation. If the client is not certain, nothing
//! is sent to an address from the request.

use std::collections::HashMap;

use form_urlencoded::{Serializer, parse};

use super::client::ClientId;

/// The longest state value that a client wants returned, in characters.
const MAX_STATE: usize = 1024;

/// Parameters of a query or a form, each at most once.
#[derive(Default)]
pub(super) struct Params(HashMap<String, String>);

impl Params {
    pub(super) fn read(encoded: &[u8]) -> Result<Self, Refusal> {
        let mut params = HashMap::new();
        for (name, value) in parse(encoded) {
            if params
                .insert(name.into_owned(), value.into_owned())
                .is_some()
            {
                return Err(Refusal::Page("signin-misread"));
            }
        }
        Ok(Self(params))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

/// Why a request to sign in is rejected.
#[derive(Debug, PartialEq)]
pub(super) enum Refusal {
    /// Shown to the person; nothing is sent anywhere.
    Page(&'static str),
    /// Sent to the client.
    Client {
        request: Box<AuthorizationRequest>,
        error: &'static str,
    },
}

/// A request to sign in whose client and redirect address are valid.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AuthorizationRequest {
    pub(super) client_id: String,
    pub(super) client: ClientId,
    pub(super) redirect: String,
    pub(super) challenge: String,
    pub(super) state: Option<String>,
    pub(super) scope: String,
    pub(super) resource: Option<String>,
}

impl AuthorizationRequest {
    pub(super) fn of(params: &Params, base: &str) -> Result<Self, Refusal> {
        let given = |name| params.get(name).unwrap_or_default().to_owned();
        let client_id = given("client_id");
        let client = ClientId::parse(&client_id).ok_or(Refusal::Page("signin-client-unknown"))?;
        let redirect = given("redirect_uri");
        if !client.may_hear_at(&redirect) {
            return Err(Refusal::Page("signin-address-unknown"));
        }
        let request = Self {
            client_id,
            client,
            redirect,
            challenge: given("code_challenge"),
            state: params.get("state").map(str::to_owned),
            scope: given("scope"),
            resource: params.get("resource").map(str::to_owned),
        };
        let error = match () {
            () if request
                .state
                .as_ref()
                .is_some_and(|it| it.len() > MAX_STATE) =>
            {
                return Err(Refusal::Page("signin-misread"));
            }
            () if given("response_type") != "code" => "unsupported_response_type",
            () if given("code_challenge_method") != "S256" => "invalid_request",
            () if !(43..=128).contains(&request.challenge.len()) => "invalid_request",
            () if request
                .resource
                .as_ref()
                .is_some_and(|it| !is_resource(it, base)) =>
            {
                "invalid_target"
            }
            () => return Ok(request),
        };
        let request = Box::new(request);
        Err(Refusal::Client { request, error })
    }

    /// The redirect address that reports an error to the client.
    pub(super) fn refused(&self, error: &str, base: &str) -> String {
        self.answered(&[("error", error)], base)
    }

    /// The redirect address with an answer, the client's state and the issuer (RFC 9207).
    pub(super) fn answered(&self, answer: &[(&str, &str)], base: &str) -> String {
        let mut query = Serializer::new(String::new());
        query.extend_pairs(answer);
        if let Some(state) = &self.state {
            query.append_pair("state", state);
        }
        query.append_pair("iss", base);
        let joint = if self.redirect.contains('?') {
            '&'
        } else {
            '?'
        };
        format!("{}{joint}{}", self.redirect, query.finish())
    }
}

/// Whether a token for this resource is meant for the protocol here.
pub(super) fn is_resource(resource: &str, base: &str) -> bool {
    let wanted = resource.trim_end_matches('/');
    wanted == super::resource(base) || wanted == base
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "http://127.0.0.1:7717";

    fn asked(change: (&str, &str)) -> Result<AuthorizationRequest, Refusal> {
        let client = ClientId {
            name: "Pen".to_owned(),
            redirects: vec!["http://localhost:9/cb?x=1".to_owned()],
        };
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        let mut params = HashMap::from(
            [
                ("response_type", "code"),
                ("client_id", client.to_text().as_str()),
                ("redirect_uri", "http://localhost:9/cb?x=1"),
                ("code_challenge", challenge),
                ("code_challenge_method", "S256"),
                ("state", "a&b"),
                ("resource", "http://127.0.0.1:7717/mcp"),
            ]
            .map(|(name, value)| (name.to_owned(), value.to_owned())),
        );
        params.insert(change.0.to_owned(), change.1.to_owned());
        AuthorizationRequest::of(&Params(params), BASE)
    }

    #[test]
    fn an_answer_contains_the_state_and_the_issuer() {
        let request = asked(("scope", "read")).unwrap();
        assert_eq!(
            request.answered(&[("code", "c")], BASE),
            "http://localhost:9/cb?x=1&code=c&state=a%26b&iss=http%3A%2F%2F127.0.0.1%3A7717"
        );
    }

    #[test]
    fn reports_errors_to_the_client_only_if_its_address_is_valid() {
        for (name, value, page) in [
            ("client_id", "client.x", "signin-client-unknown"),
            (
                "redirect_uri",
                "http://localhost:9/cb",
                "signin-address-unknown",
            ),
        ] {
            assert_eq!(asked((name, value)), Err(Refusal::Page(page)));
        }
        for (name, value, expected) in [
            ("response_type", "token", "unsupported_response_type"),
            ("code_challenge_method", "plain", "invalid_request"),
            ("code_challenge", "short", "invalid_request"),
            (
                "resource",
                "https://elsewhere.example/mcp",
                "invalid_target",
            ),
        ] {
            let Err(Refusal::Client { error, .. }) = asked((name, value)) else {
                panic!("{name} is taken");
            };
            assert_eq!(error, expected);
        }
        assert!(Params::read(b"a=1&a=2").is_err());
    }
}
