//! An OAuth client and its user.

use answerdeck_server::clock::Clock;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::header::{ACCEPT_ENCODING, ACCEPT_LANGUAGE, LOCATION, ORIGIN};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Account, Reply, TestServer, http_client};

pub const VERIFIER: &str = "a-verifier-of-43-characters-or-more-0123456789";
pub const REDIRECT_URI: &str = "https://app.example/cb";

/// A registered client of a server.
pub struct OAuthClient {
    pub id: String,
    url: String,
    clock: Clock,
    http: reqwest::Client,
}

pub fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

/// Returns a query parameter of the `Location` header.
pub fn location(reply: &Reply, name: &str) -> Option<String> {
    let location = reqwest::Url::parse(reply.headers[LOCATION].to_str().unwrap()).unwrap();
    location.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

impl TestServer {
    pub async fn register(&self, body: &Value) -> Reply {
        Reply::of(self.http.post(format!("{}/oauth/register", self.url)).json(body)).await
    }

    /// Registers a client with [`REDIRECT_URI`].
    pub async fn oauth_client(&self) -> OAuthClient {
        self.oauth_client_at(REDIRECT_URI).await
    }

    /// Registers a client with `redirect_uri`.
    pub async fn oauth_client_at(&self, redirect_uri: &str) -> OAuthClient {
        let reply = self.register(&json!({ "client_name": "A test", "redirect_uris": [redirect_uri] })).await;
        self.oauth_client_of(reply.ok()["client_id"].as_str().unwrap())
    }

    /// A client with a `client_id`, known or not.
    pub fn oauth_client_of(&self, id: &str) -> OAuthClient {
        OAuthClient::new(&self.url, &self.clock, id)
    }
}

/// Returns the hidden field of a consent page.
pub fn transaction(page: &Reply) -> &str {
    let (_, rest) = page.text.split_once("name=\"transaction\" value=\"").expect("a consent page");
    rest.split('"').next().unwrap()
}

impl OAuthClient {
    pub fn new(url: &str, clock: &Clock, id: &str) -> Self {
        let http = http_client().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { id: id.to_owned(), url: url.to_owned(), clock: clock.clone(), http }
    }

    /// Sends a valid authorization request with `changes`: other values, or `None` to omit a parameter.
    pub async fn authorize(&self, changes: &[(&str, Option<&str>)]) -> Reply {
        self.authorize_with("", changes).await
    }

    /// Sends a valid authorization request as a proxy does for a client at these addresses.
    pub async fn authorize_from(&self, addresses: &str) -> Reply {
        self.authorize_with(addresses, &[]).await
    }

    async fn authorize_with(&self, forwarded_for: &str, changes: &[(&str, Option<&str>)]) -> Reply {
        let challenge = challenge(VERIFIER);
        let mut parameters = vec![
            ("response_type", "code"),
            ("client_id", &self.id),
            ("redirect_uri", REDIRECT_URI),
            ("scope", "mcp"),
            ("state", "the state & more"),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ];
        for (name, value) in changes {
            parameters.retain(|(known, _)| known != name);
            parameters.extend(value.map(|value| (*name, value)));
        }
        let request = self.http.get(format!("{}/oauth/authorize", self.url)).query(&parameters);
        let request = request.header("x-forwarded-for", forwarded_for);
        // As a browser does. A page with a secret is never compressed.
        Reply::of(request.header(ACCEPT_LANGUAGE, "en").header(ACCEPT_ENCODING, "gzip")).await
    }

    /// Submits the form of a consent page as a browser does.
    pub async fn answer(&self, page: &Reply, decision: &str, key: &str) -> Reply {
        self.answer_from(&self.url, page, decision, key).await
    }

    pub async fn answer_from(&self, origin: &str, page: &Reply, decision: &str, key: &str) -> Reply {
        let form = [("transaction", transaction(page)), ("ui_locales", "en"), ("api_key", key), ("decision", decision)];
        let request = self.http.post(format!("{}/oauth/consent", self.url)).form(&form);
        Reply::of(request.header(ORIGIN, origin)).await
    }

    /// Allows the client with the account's key and returns the code.
    pub async fn code(&self, account: &Account) -> String {
        let page = self.authorize(&[]).await;
        let reply = self.answer(&page, "allow", &account.key).await;
        assert_eq!(reply.status, 303, "{}", reply.text);
        location(&reply, "code").expect("a code")
    }

    pub async fn post(&self, path: &str, form: &[(&str, &str)]) -> Reply {
        let request = self.http.post(format!("{}{path}", self.url)).form(form);
        Reply::of(request).await
    }

    /// Exchanges a code with a valid request and `changes`.
    pub async fn exchange(&self, code: &str, changes: &[(&str, Option<&str>)]) -> Reply {
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("client_id", &self.id),
            ("code", code),
            ("redirect_uri", REDIRECT_URI),
            ("code_verifier", VERIFIER),
        ];
        for (name, value) in changes {
            form.retain(|(known, _)| known != name);
            form.extend(value.map(|value| (*name, value)));
        }
        self.post("/oauth/token", &form).await
    }

    pub async fn refresh(&self, token: &str) -> Reply {
        let form = [("grant_type", "refresh_token"), ("client_id", &self.id), ("refresh_token", token)];
        self.post("/oauth/token", &form).await
    }

    /// Signs in with the account's key.
    pub async fn sign_in(&self, account: &Account) -> Tokens {
        let code = self.code(account).await;
        Tokens::of(&self.exchange(&code, &[]).await)
    }

    /// Calls the API with an access token and returns the status.
    pub async fn call(&self, access_token: &str) -> u16 {
        let url = format!("{}/api/v1/platform/organizations/me", self.url);
        self.clock.advance(jiff::SignedDuration::from_secs(1));
        self.http.get(url).bearer_auth(access_token).send().await.unwrap().status().as_u16()
    }
}

/// The tokens of a token response.
pub struct Tokens {
    pub access: String,
    pub refresh: String,
}

impl Tokens {
    pub fn of(reply: &Reply) -> Self {
        let body = reply.ok();
        let text = |name: &str| body[name].as_str().unwrap().to_owned();
        Self { access: text("access_token"), refresh: text("refresh_token") }
    }
}

impl Reply {
    /// Returns the status and the OAuth error.
    pub fn oauth_error(&self) -> (u16, String) {
        (self.status.as_u16(), self.json()["error"].as_str().unwrap_or_default().to_owned())
    }
}
