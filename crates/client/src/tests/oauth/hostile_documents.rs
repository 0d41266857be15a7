//! Signing in where everything that is read may be damaged: metadata, registrations, tokens, the callback, and what is stored.

use std::rc::Rc;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::fake_platform::{BASE, CALLBACK, FakePlatform, query};
use crate::client::Client;
use crate::error::Result;
use crate::oauth::{MemoryStorage, Persistence, SignIn, Storage, StorageArea};
use crate::tests::damage::{Damage, any_damage, configuration};
use crate::transport::fake::{FakeTransport, json as reply};
use crate::transport::{Request, Response};

/// What is read, in its order.
const READ: [&str; 8] = ["resource", "server", "register", "pending", "callback", "token", "session", "models"];

/// How long an access token is good.
const TOKEN_LIFETIME: Duration = Duration::from_secs(30);

/// The document of a platform at an address, with its name. `None` if there is none.
fn document(url: &str) -> Option<(&'static str, Value)> {
    let platform = FakePlatform::new();
    Some(match url.strip_prefix(BASE)? {
        "/.well-known/oauth-protected-resource" => ("resource", platform.resource.take()),
        "/.well-known/oauth-authorization-server" => ("server", platform.server.take()),
        "/oauth/register" => ("register", json!({ "client_id": "c" })),
        "/oauth/token" => {
            let token = json!({ "access_token": "a", "token_type": "Bearer", "expires_in": TOKEN_LIFETIME.as_secs(), "refresh_token": "r" });
            ("token", token)
        }
        "/api/v1/platform/models" => ("models", json!({ "models": [] })),
        _ => return None,
    })
}

/// Signs in, opens the page again, and calls the API when the token has expired.
fn sign_in(target: &'static str, damage: &Damage) -> (Result<()>, Vec<Request>) {
    let damaged = damage.clone();
    let network = FakeTransport::new(move |request, _| {
        let Some((name, document)) = document(&request.url) else { return reply(404, json!({})) };
        let body = document.to_string();
        let body = if name == target { damaged.apply(&body) } else { body };
        Ok(Response { status: 200, headers: Vec::new(), body })
    });
    let storage = MemoryStorage::default();
    let damage_stored = |area, key: &str| {
        if let Some(stored) = storage.get(area, key) {
            storage.set(area, key, &damage.apply(&stored)).unwrap();
        }
    };
    let sign_in = SignIn::new(network.shared(), Rc::new(storage.clone()));
    let result = (|| {
        let url = network.run(sign_in.begin(BASE, CALLBACK, "Console", Persistence::Device))?;
        if target == "pending" {
            damage_stored(StorageArea::Tab, "answerdeck.sign-in");
        }
        let state = query(&url).remove("state").unwrap_or_default();
        let callback = format!("{CALLBACK}?code=the-code&state={state}&iss=https%3A%2F%2Fplatform.example");
        let callback = if target == "callback" { damage.apply(&callback) } else { callback };
        network.run(sign_in.finish(&callback))?;
        if target == "session" {
            damage_stored(StorageArea::Device, &format!("answerdeck.session.{BASE}"));
        }
        let Some(session) = sign_in.restore(BASE) else { return Ok(()) };
        let client = Client::builder_with(network.shared(), BASE).credential(session.into()).build()?;
        network.run(network.shared().sleep(TOKEN_LIFETIME));
        network.run(client.models().list()).map(drop)
    })();
    (result, network.sent().into_iter().map(|(_, request)| request).collect())
}

#[test]
fn a_sign_in_without_damage_succeeds() {
    let (result, sent) = sign_in("nothing", &Damage::Other(String::new()));
    result.unwrap();
    let count = |end: &str| sent.iter().filter(|request| request.url.ends_with(end)).count();
    // A token for the sign-in, and another one for the call.
    assert_eq!((sent.len(), count("/token"), count("/models")), (6, 2, 1));
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn no_damage_makes_a_sign_in_panic_or_hang_or_leave_https(
        target in prop::sample::select(READ.to_vec()),
        damage in any_damage(),
    ) {
        let (result, sent) = sign_in(target, &damage);
        if let Err(error) = result {
            prop_assert!(!error.to_string().is_empty());
        }
        // Who can write to the storage of the page can send anything anywhere.
        let is_stored = matches!(target, "pending" | "session");
        for request in sent.iter().filter(|_| !is_stored) {
            prop_assert!(request.url.starts_with("https://"), "{}", request.url);
        }
    }
}
