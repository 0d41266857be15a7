//! An authorization server in memory, and a browser tab that signs in with it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use base64::Engine as _;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::client::Client;
use crate::credential::Credential;
use crate::error::Result;
use crate::oauth::{MemoryStorage, Persistence, Session, SignIn, SignInError};
use crate::transport::fake::{FakeTransport, Reply, json as reply};
use crate::transport::{Request, TransportError};

pub(super) const BASE: &str = "https://platform.example";
pub(super) const CALLBACK: &str = "https://console.example/callback";

/// An authorization server in memory. Each test changes the behavior that it covers.
pub(super) struct FakePlatform {
    /// The protected resource metadata.
    pub(super) resource: RefCell<Value>,
    /// The authorization server metadata.
    pub(super) server: RefCell<Value>,
    /// The error response of the token endpoint, when it rejects requests.
    pub(super) token_error: RefCell<Option<(u16, Value)>>,
    /// How many of the next requests to the token endpoint get this status, and are not read.
    pub(super) busy: Cell<(u32, u16)>,
    /// How many of the next responses of the token endpoint are lost after the tokens are issued.
    pub(super) lost_responses: Cell<u32>,
    pub(super) reject_registration: Cell<bool>,
    pub(super) token_type: Cell<&'static str>,
    pub(super) expires_in: RefCell<Value>,
    /// The code challenge of the latest authorization request.
    pub(super) code_challenge: RefCell<String>,
    /// The number of registered clients. Each sign-in registers one.
    pub(super) clients: Cell<u32>,
    /// The number of issued access tokens.
    pub(super) issued: Cell<u32>,
    /// The access tokens that the API accepts.
    pub(super) valid_tokens: RefCell<Vec<String>>,
    pub(super) refresh_token: RefCell<String>,
    /// The refresh token before, and until when it may be used again.
    pub(super) replaced: RefCell<(String, Duration)>,
    pub(super) revoked: RefCell<Vec<String>>,
    pub(super) now: Cell<Duration>,
}

impl FakePlatform {
    pub(super) fn new() -> Rc<Self> {
        Rc::new(Self {
            resource: RefCell::new(json!({ "resource": BASE, "authorization_servers": [BASE] })),
            server: RefCell::new(json!({
                "issuer": BASE,
                "authorization_endpoint": format!("{BASE}/oauth/authorize"),
                "token_endpoint": format!("{BASE}/oauth/token"),
                "registration_endpoint": format!("{BASE}/oauth/register"),
                "revocation_endpoint": format!("{BASE}/oauth/revoke"),
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
                "authorization_response_iss_parameter_supported": true
            })),
            token_error: RefCell::default(),
            busy: Cell::default(),
            lost_responses: Cell::default(),
            reject_registration: Cell::default(),
            token_type: Cell::new("Bearer"),
            expires_in: RefCell::new(json!(3_600)),
            code_challenge: RefCell::default(),
            clients: Cell::default(),
            issued: Cell::default(),
            valid_tokens: RefCell::default(),
            refresh_token: RefCell::default(),
            replaced: RefCell::default(),
            revoked: RefCell::default(),
            now: Cell::default(),
        })
    }

    pub(super) fn network(self: &Rc<Self>) -> FakeTransport {
        let platform = self.clone();
        FakeTransport::new(move |request, now| {
            platform.now.set(now);
            platform.respond(request)
        })
    }

    fn respond(&self, request: &Request) -> Reply {
        let path = request.url.strip_prefix(BASE).expect("the request must go to this platform");
        match path {
            "/.well-known/oauth-protected-resource" => reply(200, self.resource.borrow().clone()),
            "/.well-known/oauth-authorization-server" => reply(200, self.server.borrow().clone()),
            "/oauth/register" if self.reject_registration.get() => reply(
                400,
                json!({ "error": "invalid_redirect_uri", "error_description": "this address is not allowed" }),
            ),
            "/oauth/register" => {
                let body: Value = serde_json::from_str(request.body.as_deref().unwrap()).unwrap();
                assert_eq!(body["token_endpoint_auth_method"], "none");
                assert_eq!(body["redirect_uris"], json!([CALLBACK]));
                self.clients.set(self.clients.get() + 1);
                reply(201, json!({ "client_id": self.client_id() }))
            }
            "/oauth/token" => self.issue_tokens(&form(request)),
            "/oauth/revoke" => {
                let token = form(request)["token"].clone();
                if token == *self.refresh_token.borrow() {
                    self.valid_tokens.borrow_mut().clear();
                }
                self.revoked.borrow_mut().push(token);
                reply(200, json!({}))
            }
            "/api/v1/platform/models" => {
                let bearer = request.headers.iter().find(|(name, _)| *name == "authorization").unwrap();
                let token = bearer.1.strip_prefix("Bearer ").unwrap().to_owned();
                if self.valid_tokens.borrow().contains(&token) {
                    reply(200, json!({ "models": [] }))
                } else {
                    reply(401, json!({ "code": "COMMON_UNAUTHORIZED", "message": "" }))
                }
            }
            "/api/v1/platform/runs" => reply(401, json!({ "code": "COMMON_UNAUTHORIZED", "message": "" })),
            other => panic!("unexpected request: {other}"),
        }
    }

    fn client_id(&self) -> String {
        format!("client-{}", self.clients.get())
    }

    fn issue_tokens(&self, form: &HashMap<String, String>) -> Reply {
        if let (requests @ 1.., status) = self.busy.get() {
            self.busy.set((requests - 1, status));
            return reply(status, json!({}));
        }
        if let Some((status, body)) = self.token_error.borrow().clone() {
            return reply(status, body);
        }
        assert_eq!(form["client_id"], self.client_id());
        match form["grant_type"].as_str() {
            "authorization_code" => {
                assert_eq!((form["code"].as_str(), form["redirect_uri"].as_str()), ("the-code", CALLBACK));
                let digest = Sha256::digest(&form["code_verifier"]);
                let engine = base64::engine::general_purpose::URL_SAFE_NO_PAD;
                assert_eq!(
                    engine.encode(digest),
                    *self.code_challenge.borrow(),
                    "the verifier must match the challenge"
                );
            }
            _ if form["refresh_token"] == *self.refresh_token.borrow() => {
                *self.replaced.borrow_mut() = (form["refresh_token"].clone(), self.now.get() + Duration::from_secs(30));
            }
            _ if form["refresh_token"] == self.replaced.borrow().0 && self.now.get() <= self.replaced.borrow().1 => {}
            _ => return reply(400, json!({ "error": "invalid_grant" })),
        }
        let number = self.issued.get() + 1;
        self.issued.set(number);
        let (access, refresh) = (format!("access-{number}"), format!("refresh-{number}"));
        *self.valid_tokens.borrow_mut() = vec![access.clone()];
        *self.refresh_token.borrow_mut() = refresh.clone();
        if let lost @ 1.. = self.lost_responses.get() {
            self.lost_responses.set(lost - 1);
            return Err(TransportError::ConnectionLost("reset".to_owned()));
        }
        reply(
            200,
            json!({
                "access_token": access, "token_type": self.token_type.get(), "expires_in": *self.expires_in.borrow(),
                "refresh_token": refresh, "scope": "mcp"
            }),
        )
    }
}

pub(super) fn form(request: &Request) -> HashMap<String, String> {
    form_urlencoded::parse(request.body.as_deref().unwrap().as_bytes()).into_owned().collect()
}

pub(super) fn query(url: &str) -> HashMap<String, String> {
    form_urlencoded::parse(url.split_once('?').unwrap().1.as_bytes()).into_owned().collect()
}

/// A browser tab with its own client and storage.
pub(super) struct Tab {
    pub(super) platform: Rc<FakePlatform>,
    pub(super) network: FakeTransport,
    pub(super) storage: MemoryStorage,
    pub(super) sign_in: SignIn,
}

impl Tab {
    pub(super) fn open(platform: &Rc<FakePlatform>) -> Self {
        Self::with_storage(platform, &platform.network(), MemoryStorage::default())
    }

    pub(super) fn with_storage(platform: &Rc<FakePlatform>, network: &FakeTransport, storage: MemoryStorage) -> Self {
        let sign_in = SignIn::new(network.shared(), Rc::new(storage.clone()));
        Self { platform: platform.clone(), network: network.clone(), storage, sign_in }
    }

    /// Opens a tab of a platform of its own and signs in. Returns a client with the session, too.
    pub(super) fn signed_in(persistence: Persistence) -> (Self, Client) {
        let tab = Self::open(&FakePlatform::new());
        let client = tab.client(&tab.sign_in(persistence));
        (tab, client)
    }

    /// Opens another tab of the same browser.
    pub(super) fn open_another(&self) -> Self {
        Self::with_storage(&self.platform, &self.network, self.storage.clone())
    }

    pub(super) fn begin(&self, persistence: Persistence) -> Result<String> {
        self.network.run(self.sign_in.begin(BASE, CALLBACK, "Console", persistence))
    }

    /// Starts a sign-in and returns the callback URL after the user has approved it.
    pub(super) fn approved_callback(&self, persistence: Persistence) -> String {
        let query = query(&self.begin(persistence).unwrap());
        *self.platform.code_challenge.borrow_mut() = query["code_challenge"].clone();
        format!("{CALLBACK}?code=the-code&state={}&iss=https%3A%2F%2Fplatform.example", query["state"])
    }

    pub(super) fn finish(&self, url: &str) -> Result<Session> {
        self.network.run(self.sign_in.finish(url))
    }

    pub(super) fn sign_in(&self, persistence: Persistence) -> Session {
        self.finish(&self.approved_callback(persistence)).unwrap()
    }

    /// Returns the session that a reloaded page restores.
    pub(super) fn reload(&self) -> Session {
        self.sign_in.restore(BASE).expect("the session must be stored")
    }

    pub(super) fn client(&self, session: &Session) -> Client {
        let credential = Credential::from(session.clone());
        Client::builder_with(self.network.shared(), BASE).credential(credential).build().unwrap()
    }

    pub(super) fn call(&self, client: &Client) -> Result<()> {
        self.network.run(client.models().list()).map(drop)
    }

    pub(super) fn renewals(&self) -> usize {
        let requests = self.network.sent();
        requests
            .iter()
            .filter(|(_, request)| request.url.ends_with("/token"))
            .filter(|(_, request)| form(request)["grant_type"] == "refresh_token")
            .count()
    }
}

pub(super) fn sign_in_error<T: std::fmt::Debug>(result: Result<T>) -> SignInError {
    result.unwrap_err().sign_in_error().cloned().expect("the error must come from signing in")
}
