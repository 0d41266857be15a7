//! From the platform's address to a session, and everything that must stop on the way.

use std::rc::Rc;

use serde_json::json;

use super::platform::{BASE, CALLBACK, Platform, Tab, problem, query};
use crate::Language;
use crate::oauth::{Area, MemoryStorage, Remember, SignIn, SignInProblem, Storage, StorageBlocked};
use crate::transport::fake::{FakeTransport, json as answer};

#[test]
fn a_person_signs_in_and_calls_the_api() {
    let tab = Tab::open(&Platform::new());
    let url = tab.begin(Remember::Tab).unwrap();
    let query = query(&url);
    assert!(url.starts_with("https://platform.example/oauth/authorize?"));
    assert_eq!(query["response_type"], "code");
    assert_eq!(query["client_id"], "client-1");
    assert_eq!(query["redirect_uri"], CALLBACK);
    assert_eq!(query["scope"], "mcp");
    assert_eq!(query["code_challenge_method"], "S256");
    assert_eq!(query["state"].len(), 43);

    let session = tab.sign_in(Remember::Tab);
    tab.call(&tab.client(&session)).unwrap();
    assert_eq!(tab.refreshes(), 0);
}

#[test]
fn the_consent_page_is_asked_for_in_the_language_of_the_page() {
    let tab = Tab::open(&Platform::new());
    let begin =
        |sign_in: &SignIn| query(&tab.network.run(sign_in.begin(BASE, CALLBACK, "Console", Remember::Tab)).unwrap());
    assert_eq!(begin(&tab.sign_in).get("ui_locales"), None);
    let korean = tab.sign_in.clone().language(Language::Korean);
    assert_eq!(begin(&korean)["ui_locales"], "ko");
}

#[test]
fn a_platform_without_metadata_is_named() {
    let network = FakeTransport::replies([answer(404, json!({}))]);
    let tab = Tab::with_storage(&Platform::new(), &network, MemoryStorage::default());
    let url = format!("{BASE}/.well-known/oauth-protected-resource");
    assert_eq!(problem(tab.begin(Remember::Tab)), SignInProblem::NoMetadata { url, status: 404 });
}

#[test]
fn metadata_of_another_resource_or_issuer_is_refused() {
    let platform = Platform::new();
    platform.resource.borrow_mut()["resource"] = json!("https://platform.example.evil.example");
    assert_eq!(
        problem(Tab::open(&platform).begin(Remember::Tab)),
        SignInProblem::ResourceMismatch {
            expected: BASE.to_owned(),
            actual: "https://platform.example.evil.example".to_owned()
        }
    );

    let platform = Platform::new();
    platform.server.borrow_mut()["issuer"] = json!("https://evil.example");
    assert_eq!(
        problem(Tab::open(&platform).begin(Remember::Tab)),
        SignInProblem::IssuerMismatch { expected: BASE.to_owned(), actual: "https://evil.example".to_owned() }
    );

    let platform = Platform::new();
    platform.resource.borrow_mut()["authorization_servers"] = json!([]);
    assert_eq!(problem(Tab::open(&platform).begin(Remember::Tab)), SignInProblem::NoAuthorizationServer);
}

#[test]
fn a_server_that_offers_only_plain_pkce_is_refused() {
    for methods in [json!(["plain"]), json!([])] {
        let platform = Platform::new();
        platform.server.borrow_mut()["code_challenge_methods_supported"] = methods;
        assert_eq!(problem(Tab::open(&platform).begin(Remember::Tab)), SignInProblem::PkceNotSupported);
    }
}

#[test]
fn an_endpoint_without_tls_is_refused() {
    let platform = Platform::new();
    platform.server.borrow_mut()["token_endpoint"] = json!("http://platform.example/oauth/token");
    let url = "http://platform.example/oauth/token".to_owned();
    assert_eq!(problem(Tab::open(&platform).begin(Remember::Tab)), SignInProblem::InsecureEndpoint { url });
}

#[test]
fn metadata_with_a_wrong_type_names_the_field() {
    let platform = Platform::new();
    platform.server.borrow_mut()["token_endpoint"] = json!(7);
    let error = Tab::open(&platform).begin(Remember::Tab).unwrap_err();
    assert!(error.is_unreadable_response() && error.message().contains("`token_endpoint`"), "{error}");
}

#[test]
fn a_refused_registration_says_why() {
    let platform = Platform::new();
    platform.refuse_registration.set(true);
    assert_eq!(
        problem(Tab::open(&platform).begin(Remember::Tab)),
        SignInProblem::RegistrationRefused {
            error: "invalid_redirect_uri".to_owned(),
            description: Some("not that one".to_owned())
        }
    );
    platform.server.borrow_mut().as_object_mut().unwrap().remove("registration_endpoint");
    assert_eq!(problem(Tab::open(&platform).begin(Remember::Tab)), SignInProblem::RegistrationNotSupported);
}

#[test]
fn a_browser_that_stores_nothing_cannot_begin() {
    struct Blocked;
    impl Storage for Blocked {
        fn get(&self, _: Area, _: &str) -> Option<String> {
            None
        }
        fn set(&self, _: Area, _: &str, _: &str) -> std::result::Result<(), StorageBlocked> {
            Err(StorageBlocked)
        }
        fn remove(&self, _: Area, _: &str) {}
        fn lock(&self, _: &str) -> futures_core::future::LocalBoxFuture<'static, crate::oauth::Lock> {
            Box::pin(async { Box::new(()) as crate::oauth::Lock })
        }
    }
    let network = Platform::new().network();
    let sign_in = SignIn::new(network.shared(), Rc::new(Blocked));
    let result = network.run(sign_in.begin(BASE, CALLBACK, "Console", Remember::Tab));
    assert_eq!(problem(result), SignInProblem::StorageBlocked);
}

#[test]
fn a_callback_with_a_foreign_state_sends_nothing_and_leaves_the_sign_in_waiting() {
    let tab = Tab::open(&Platform::new());
    let callback = tab.approved(Remember::Tab);
    let sent = tab.network.sent().len();
    let foreign = format!("{CALLBACK}?code=the-code&state=foreign&iss=https%3A%2F%2Fplatform.example");
    assert_eq!(problem(tab.finish(&foreign)), SignInProblem::StateMismatch);
    assert_eq!(tab.network.sent().len(), sent);
    tab.finish(&callback).unwrap();
}

#[test]
fn a_callback_of_another_issuer_sends_nothing() {
    let tab = Tab::open(&Platform::new());
    let callback = tab.approved(Remember::Tab).replace("platform.example", "evil.example");
    let sent = tab.network.sent().len();
    assert!(matches!(problem(tab.finish(&callback)), SignInProblem::CallbackIssuerMismatch { .. }));
    assert_eq!(tab.network.sent().len(), sent);
}

#[test]
fn a_callback_is_good_once() {
    let tab = Tab::open(&Platform::new());
    let callback = tab.approved(Remember::Tab);
    tab.finish(&callback).unwrap();
    assert_eq!(problem(tab.finish(&callback)), SignInProblem::NotBegun);
}

#[test]
fn a_user_who_denies_is_told_apart_and_can_begin_again() {
    let tab = Tab::open(&Platform::new());
    let callback = tab.approved(Remember::Tab).replace("code=the-code", "error=access_denied");
    let refused = SignInProblem::Refused { error: "access_denied".to_owned(), description: None };
    assert_eq!(problem(tab.finish(&callback)), refused);
    tab.sign_in(Remember::Tab);
}

#[test]
fn a_code_that_the_server_refuses_says_why() {
    let tab = Tab::open(&Platform::new());
    let callback = tab.approved(Remember::Tab);
    *tab.platform.refuse_tokens.borrow_mut() =
        Some((400, json!({ "error": "invalid_grant", "error_description": "the code has expired" })));
    assert_eq!(
        problem(tab.finish(&callback)),
        SignInProblem::TokensRefused {
            error: "invalid_grant".to_owned(),
            description: Some("the code has expired".to_owned())
        }
    );
}

#[test]
fn a_token_that_is_no_bearer_token_is_refused() {
    let tab = Tab::open(&Platform::new());
    tab.platform.token_type.set("DPoP");
    let callback = tab.approved(Remember::Tab);
    assert_eq!(problem(tab.finish(&callback)), SignInProblem::UnsupportedTokenType { actual: "DPoP".to_owned() });
}
