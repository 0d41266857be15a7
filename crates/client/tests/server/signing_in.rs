//! Signing in through the consent page, and staying signed in.

use std::cell::Cell;
use std::rc::Rc;

use answerdeck_client::oauth::{MemoryStorage, Remember, Session, SignIn, SignInProblem};
use answerdeck_client::transport::NativeTransport;
use answerdeck_client::{Client, Credential, Language};

use crate::platform::Platform;

const CALLBACK: &str = "https://console.example/callback";

/// A tab of a browser, with a person before it.
struct Person<'a> {
    platform: &'a Platform,
    sign_in: SignIn,
    browser: reqwest::Client,
}

impl<'a> Person<'a> {
    fn before(platform: &'a Platform) -> Self {
        let storage = Rc::new(MemoryStorage::default());
        let sign_in = SignIn::new(Rc::new(NativeTransport::new()), storage).language(Language::English);
        let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { platform, sign_in, browser }
    }

    async fn begin(&self) -> String {
        self.sign_in.begin(&self.platform.base_url, CALLBACK, "An app", Remember::Device).await.unwrap()
    }

    /// Reads the consent page, decides, and gives the address that the browser is sent back to.
    async fn decide(&self, url: &str, decision: &str) -> String {
        let page = self.browser.get(url).send().await.unwrap().text().await.unwrap();
        assert!(page.contains("An app") && page.contains("console.example"), "{page}");
        assert!(page.contains("lang=\"en\""), "the page is in the language of the app");
        let transaction = page.split("name=\"transaction\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        let form =
            [("transaction", transaction.unwrap()), ("api_key", self.platform.key.as_str()), ("decision", decision)];
        let consent = format!("{}/oauth/consent", self.platform.base_url);
        let response = self.browser.post(consent).form(&form).send().await.unwrap();
        response.headers()["location"].to_str().unwrap().to_owned()
    }

    async fn signs_in(&self) -> Session {
        let callback = self.decide(&self.begin().await, "allow").await;
        self.sign_in.finish(&callback).await.unwrap()
    }

    fn restored(&self) -> Option<Session> {
        self.sign_in.restore(&self.platform.base_url)
    }

    fn client(&self, session: &Session) -> Client {
        Client::builder(&self.platform.base_url)
            .credential(Credential::Session(session.clone()))
            .transport(Rc::new(NativeTransport::new()))
            .build()
            .unwrap()
    }
}

#[tokio::test]
async fn a_person_signs_in_reloads_and_signs_out() {
    let platform = Platform::start();
    let person = Person::before(&platform);
    let session = person.signs_in().await;
    person.client(&session).organization().get().await.unwrap();

    let restored = person.restored().expect("a reload keeps the session");
    let client = person.client(&restored);
    client.organization().get().await.unwrap();

    restored.sign_out().await.unwrap();
    assert!(person.restored().is_none());
    assert!(client.organization().get().await.unwrap_err().is_signed_out());
    let first = person.client(&session).organization().get().await.unwrap_err();
    assert!(first.is_signed_out(), "signing out ends the session in every tab: {first}");
}

#[tokio::test]
async fn a_person_who_denies_is_not_signed_in() {
    let platform = Platform::start();
    let person = Person::before(&platform);
    let callback = person.decide(&person.begin().await, "deny").await;
    let error = person.sign_in.finish(&callback).await.unwrap_err();
    let problem = error.sign_in_problem().unwrap();
    assert!(matches!(problem, SignInProblem::Refused { error, .. } if error == "access_denied"), "{problem}");
}

#[tokio::test]
async fn a_callback_with_another_state_or_issuer_is_refused() {
    let platform = Platform::start();
    let person = Person::before(&platform);
    let callback = person.decide(&person.begin().await, "allow").await;
    let error = person.sign_in.finish(&callback.replace("state=", "state=x")).await.unwrap_err();
    assert_eq!(error.sign_in_problem(), Some(&SignInProblem::StateMismatch));
    let error = person.sign_in.finish(&callback.replace("127.0.0.1", "127.0.0.2")).await.unwrap_err();
    assert!(matches!(error.sign_in_problem(), Some(SignInProblem::CallbackIssuerMismatch { .. })));
}

#[tokio::test]
async fn revoking_the_key_ends_the_session_and_the_page_is_told() {
    let platform = Platform::start();
    let person = Person::before(&platform);
    let client = person.client(&person.signs_in().await);
    let told = Rc::new(Cell::new(false));
    client.on_signed_out({
        let told = told.clone();
        move || told.set(true)
    });
    client.credits().balance().await.unwrap();
    platform.revoke_key();
    assert!(client.credits().balance().await.unwrap_err().is_signed_out());
    assert!(told.get() && person.restored().is_none());
}
