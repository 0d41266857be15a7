//! Signing in through the consent page, and the session afterwards.

use std::rc::Rc;

use answerdeck_client::oauth::{MemoryStorage, Persistence, Session, SignIn, SignInError};
use answerdeck_client::transport::NativeTransport;
use answerdeck_client::{Client, Language};

use crate::test_server::{TestServer, signed_out_flag};

const CALLBACK: &str = "https://console.example/callback";

/// A user with one browser tab.
struct User<'a> {
    server: &'a TestServer,
    sign_in: SignIn,
    browser: reqwest::Client,
}

impl<'a> User<'a> {
    fn new(server: &'a TestServer) -> Self {
        let storage = Rc::new(MemoryStorage::default());
        let sign_in = SignIn::new(Rc::new(NativeTransport::new().unwrap()), storage).language(Language::English);
        let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { server, sign_in, browser }
    }

    async fn begin(&self) -> String {
        self.sign_in.begin(&self.server.base_url, CALLBACK, "An app", Persistence::Device).await.unwrap()
    }

    /// Opens the consent page, submits the decision and returns the callback URL.
    async fn submit_consent(&self, url: &str, decision: &str) -> String {
        let page = self.browser.get(url).send().await.unwrap().text().await.unwrap();
        assert!(page.contains("An app") && page.contains("console.example"), "{page}");
        assert!(page.contains("lang=\"en\""), "the page must be in the language of the app");
        let transaction = page.split("name=\"transaction\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        let form =
            [("transaction", transaction.unwrap()), ("api_key", self.server.key.as_str()), ("decision", decision)];
        let consent = format!("{}/oauth/consent", self.server.base_url);
        let response = self.browser.post(consent).form(&form).send().await.unwrap();
        response.headers()["location"].to_str().unwrap().to_owned()
    }

    async fn sign_in(&self) -> Session {
        let callback = self.submit_consent(&self.begin().await, "allow").await;
        self.sign_in.finish(&callback).await.unwrap()
    }

    fn restored(&self) -> Option<Session> {
        self.sign_in.restore(&self.server.base_url)
    }

    fn client(&self, session: &Session) -> Client {
        self.server.client_with(session.clone().into()).0
    }
}

#[tokio::test]
async fn a_user_signs_in_reloads_and_signs_out() {
    let server = TestServer::start();
    let user = User::new(&server);
    let session = user.sign_in().await;
    user.client(&session).organization().get().await.unwrap();

    let restored = user.restored().expect("a reload must keep the session");
    let client = user.client(&restored);
    client.organization().get().await.unwrap();

    restored.sign_out().await.unwrap();
    assert!(user.restored().is_none());
    assert!(client.organization().get().await.unwrap_err().is_signed_out());
    let error = user.client(&session).organization().get().await.unwrap_err();
    assert!(error.is_signed_out(), "signing out must end the session in every tab: {error}");
}

#[tokio::test]
async fn a_user_who_denies_consent_is_not_signed_in() {
    let server = TestServer::start();
    let user = User::new(&server);
    let callback = user.submit_consent(&user.begin().await, "deny").await;
    let error = user.sign_in.finish(&callback).await.unwrap_err();
    let error = error.sign_in_error().unwrap();
    assert!(matches!(error, SignInError::Denied { error, .. } if error == "access_denied"), "{error}");
}

#[tokio::test]
async fn a_callback_with_another_state_or_issuer_is_rejected() {
    let server = TestServer::start();
    let user = User::new(&server);
    let callback = user.submit_consent(&user.begin().await, "allow").await;
    let error = user.sign_in.finish(&callback.replace("state=", "state=x")).await.unwrap_err();
    assert_eq!(error.sign_in_error(), Some(&SignInError::StateMismatch));
    let error = user.sign_in.finish(&callback.replace("127.0.0.1", "127.0.0.2")).await.unwrap_err();
    assert!(matches!(error.sign_in_error(), Some(SignInError::CallbackIssuerMismatch { .. })));
}

#[tokio::test]
async fn revoking_the_key_ends_the_session_and_runs_the_callback() {
    let server = TestServer::start();
    let user = User::new(&server);
    let client = user.client(&user.sign_in().await);
    let signed_out = signed_out_flag(&client);
    client.credits().balance().await.unwrap();
    server.revoke_key();
    assert!(client.credits().balance().await.unwrap_err().is_signed_out());
    assert!(signed_out.get() && user.restored().is_none());
}
