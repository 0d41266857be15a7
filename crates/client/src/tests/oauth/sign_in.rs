//! Signing in: from the address of the platform to a session, with every check on the way.

use std::rc::Rc;
use std::time::Duration;

use answerdeck_api::Language;
use serde_json::json;

use super::fake_platform::{BASE, CALLBACK, FakePlatform, Tab, query, sign_in_error};
use crate::oauth::{Lock, MemoryStorage, Persistence, SignIn, SignInError, Storage, StorageArea, StorageBlocked};
use crate::transport::Transport;
use crate::transport::fake::{FakeTransport, json as reply};

#[test]
fn a_signed_in_user_can_call_the_api() {
    let tab = Tab::open(&FakePlatform::new());
    let url = tab.begin(Persistence::Tab).unwrap();
    let query = query(&url);
    assert!(url.starts_with("https://platform.example/oauth/authorize?"));
    assert_eq!(query["response_type"], "code");
    assert_eq!(query["client_id"], "client-1");
    assert_eq!(query["redirect_uri"], CALLBACK);
    assert_eq!(query["scope"], "mcp");
    assert_eq!(query["code_challenge_method"], "S256");
    assert_eq!(query["state"].len(), 43);

    let session = tab.sign_in(Persistence::Tab);
    tab.call(&tab.client(&session)).unwrap();
    assert_eq!(tab.renewals(), 0);
}

#[test]
fn begin_requests_the_consent_page_in_the_given_language() {
    let tab = Tab::open(&FakePlatform::new());
    let begin =
        |sign_in: &SignIn| query(&tab.network.run(sign_in.begin(BASE, CALLBACK, "Console", Persistence::Tab)).unwrap());
    assert_eq!(begin(&tab.sign_in).get("ui_locales"), None);
    let korean = tab.sign_in.clone().language(Language::Korean);
    assert_eq!(begin(&korean)["ui_locales"], "ko");
}

#[test]
fn begin_fails_without_metadata() {
    let network = FakeTransport::replies([reply(404, json!({}))]);
    let tab = Tab::with_storage(&FakePlatform::new(), &network, MemoryStorage::default());
    let url = format!("{BASE}/.well-known/oauth-protected-resource");
    assert_eq!(sign_in_error(tab.begin(Persistence::Tab)), SignInError::NoMetadata { url, status: 404 });
}

#[test]
fn begin_fails_with_the_status_of_a_busy_or_failing_server() {
    for status in [429, 500, 503] {
        let network = FakeTransport::replies([reply(status, json!({}))]);
        let tab = Tab::with_storage(&FakePlatform::new(), &network, MemoryStorage::default());
        let error = tab.begin(Persistence::Tab).unwrap_err();
        assert!(error.sign_in_error().is_none() && error.status() == Some(status), "{error}");
    }
}

#[test]
fn begin_rejects_metadata_of_another_platform_or_without_what_is_required() {
    let evil = "https://evil.example";
    let (expected, actual) = (BASE.to_owned(), evil.to_owned());
    let other_resource =
        SignInError::ResourceMismatch { expected: expected.clone(), actual: format!("{BASE}.evil.example") };
    let insecure = SignInError::InsecureEndpoint { url: "http://platform.example/oauth/token".to_owned() };
    for (is_of_server, field, value, error) in [
        (false, "resource", json!(format!("{BASE}.evil.example")), other_resource),
        (false, "authorization_servers", json!([]), SignInError::NoAuthorizationServer),
        (true, "issuer", json!(evil), SignInError::IssuerMismatch { expected, actual }),
        (true, "code_challenge_methods_supported", json!(["plain"]), SignInError::PkceNotSupported),
        (true, "code_challenge_methods_supported", json!([]), SignInError::PkceNotSupported),
        (true, "token_endpoint", json!("http://platform.example/oauth/token"), insecure),
    ] {
        let platform = FakePlatform::new();
        let metadata = if is_of_server { &platform.server } else { &platform.resource };
        metadata.borrow_mut()[field] = value;
        assert_eq!(sign_in_error(Tab::open(&platform).begin(Persistence::Tab)), error, "{field}");
    }
}

#[test]
fn begin_rejects_an_issuer_without_tls_and_sends_it_nothing() {
    let platform = FakePlatform::new();
    let url = "http://platform.example".to_owned();
    platform.resource.borrow_mut()["authorization_servers"] = json!([url]);
    let tab = Tab::open(&platform);
    assert_eq!(sign_in_error(tab.begin(Persistence::Tab)), SignInError::InsecureEndpoint { url });
    assert_eq!(tab.network.sent().len(), 1);
}

#[test]
fn a_given_client_id_is_used_instead_of_a_registration() {
    let platform = FakePlatform::new();
    platform.server.borrow_mut().as_object_mut().unwrap().remove("registration_endpoint");
    let tab = Tab::open(&platform);
    let sign_in = tab.sign_in.clone().client_id("registered-before");
    let url = tab.network.run(sign_in.begin(BASE, CALLBACK, "Console", Persistence::Tab)).unwrap();
    assert_eq!(query(&url)["client_id"], "registered-before");
    assert_eq!(platform.clients.get(), 0);
}

#[test]
fn begin_names_the_metadata_field_with_a_wrong_type() {
    let platform = FakePlatform::new();
    platform.server.borrow_mut()["token_endpoint"] = json!(7);
    let error = Tab::open(&platform).begin(Persistence::Tab).unwrap_err();
    assert!(error.is_unreadable_response() && error.message().contains("`token_endpoint`"), "{error}");
}

#[test]
fn begin_reports_why_the_registration_was_rejected() {
    let platform = FakePlatform::new();
    platform.reject_registration.set(true);
    assert_eq!(
        sign_in_error(Tab::open(&platform).begin(Persistence::Tab)),
        SignInError::RegistrationRejected {
            error: "invalid_redirect_uri".to_owned(),
            description: Some("this address is not allowed".to_owned())
        }
    );
    platform.server.borrow_mut().as_object_mut().unwrap().remove("registration_endpoint");
    assert_eq!(sign_in_error(Tab::open(&platform).begin(Persistence::Tab)), SignInError::RegistrationNotSupported);
}

#[test]
fn begin_fails_when_the_browser_blocks_storage() {
    struct BlockedStorage;
    impl Storage for BlockedStorage {
        fn get(&self, _: StorageArea, _: &str) -> Option<String> {
            None
        }
        fn set(&self, _: StorageArea, _: &str, _: &str) -> std::result::Result<(), StorageBlocked> {
            Err(StorageBlocked)
        }
        fn remove(&self, _: StorageArea, _: &str) {}
        fn lock(&self, _: &str) -> futures_core::future::LocalBoxFuture<'static, Lock> {
            Box::pin(async { Box::new(()) as Lock })
        }
    }
    let network = FakePlatform::new().network();
    let sign_in = SignIn::new(network.shared(), Rc::new(BlockedStorage));
    let result = network.run(sign_in.begin(BASE, CALLBACK, "Console", Persistence::Tab));
    assert_eq!(sign_in_error(result), SignInError::StorageBlocked);
}

#[test]
fn a_forged_callback_sends_nothing_and_keeps_the_sign_in() {
    for (query, error) in [
        ("code=the-code&state=other&iss=https%3A%2F%2Fplatform.example", SignInError::StateMismatch),
        ("code=forged&state=one&state=two", SignInError::RepeatedParameter { name: "state" }),
    ] {
        let tab = Tab::open(&FakePlatform::new());
        let callback = tab.approved_callback(Persistence::Tab);
        let sent = tab.network.sent().len();
        assert_eq!(sign_in_error(tab.finish(&format!("{CALLBACK}?{query}"))), error);
        assert_eq!(tab.network.sent().len(), sent);
        tab.finish(&callback).unwrap();
    }
}

#[test]
fn a_callback_of_another_issuer_sends_nothing() {
    let tab = Tab::open(&FakePlatform::new());
    let callback = tab.approved_callback(Persistence::Tab).replace("platform.example", "evil.example");
    let sent = tab.network.sent().len();
    assert!(matches!(sign_in_error(tab.finish(&callback)), SignInError::CallbackIssuerMismatch { .. }));
    assert_eq!(tab.network.sent().len(), sent);
}

#[test]
fn a_callback_works_only_once() {
    let tab = Tab::open(&FakePlatform::new());
    let callback = tab.approved_callback(Persistence::Tab);
    tab.finish(&callback).unwrap();
    assert_eq!(sign_in_error(tab.finish(&callback)), SignInError::NotStarted);
}

#[test]
fn a_denied_sign_in_is_reported_and_can_be_repeated() {
    let tab = Tab::open(&FakePlatform::new());
    let callback = tab.approved_callback(Persistence::Tab).replace("code=the-code", "error=access_denied");
    let denied = SignInError::Denied { error: "access_denied".to_owned(), description: None };
    assert_eq!(sign_in_error(tab.finish(&callback)), denied);
    tab.sign_in(Persistence::Tab);
}

#[test]
fn finish_reports_why_the_server_rejected_the_code() {
    let tab = Tab::open(&FakePlatform::new());
    let callback = tab.approved_callback(Persistence::Tab);
    *tab.platform.token_error.borrow_mut() =
        Some((400, json!({ "error": "invalid_grant", "error_description": "the code has expired" })));
    assert_eq!(
        sign_in_error(tab.finish(&callback)),
        SignInError::TokenRequestRejected {
            error: "invalid_grant".to_owned(),
            description: Some("the code has expired".to_owned())
        }
    );
}

#[test]
fn finish_revokes_the_session_that_was_stored_before() {
    let tab = Tab::open(&FakePlatform::new());
    tab.sign_in(Persistence::Device);
    assert!(tab.platform.revoked.borrow().is_empty());
    let session = tab.sign_in(Persistence::Tab);
    assert_eq!(*tab.platform.revoked.borrow(), ["refresh-1"]);
    tab.call(&tab.client(&session)).unwrap();
    assert_eq!(tab.renewals(), 0);
}

#[test]
fn finish_does_not_wait_long_for_the_revocation_of_the_session_before() {
    let tab = Tab::open(&FakePlatform::new());
    tab.sign_in(Persistence::Device);
    tab.network.set_latency(Duration::from_secs(20));
    let callback = tab.approved_callback(Persistence::Tab);
    let started = tab.network.now();
    tab.finish(&callback).unwrap();
    assert_eq!(tab.network.now() - started, Duration::from_secs(45), "the exchange of the code, and five seconds");
}

#[test]
fn a_busy_token_endpoint_is_asked_again() {
    for status in [429, 503] {
        let tab = Tab::open(&FakePlatform::new());
        let callback = tab.approved_callback(Persistence::Tab);
        tab.platform.busy.set((2, status));
        tab.finish(&callback).unwrap();
        assert_eq!(tab.platform.busy.get(), (0, status));
    }
}

#[test]
fn finish_rejects_a_token_that_is_not_a_bearer_token() {
    let tab = Tab::open(&FakePlatform::new());
    tab.platform.token_type.set("DPoP");
    let callback = tab.approved_callback(Persistence::Tab);
    assert_eq!(sign_in_error(tab.finish(&callback)), SignInError::UnsupportedTokenType { actual: "DPoP".to_owned() });
}
