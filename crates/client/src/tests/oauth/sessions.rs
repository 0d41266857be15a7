//! Sessions: renewal, storage and signing out.

use std::rc::Rc;
use std::time::Duration;

use futures_core::future::LocalBoxFuture;
use serde_json::{Value, json};

use super::fake_platform::{BASE, FakePlatform, Tab};
use crate::oauth::{Lock, MemoryStorage, Persistence, SignIn, Storage, StorageArea, StorageBlocked};
use crate::tests::sign_outs;
use crate::transport::Transport;
use crate::transport::fake::FakeTransport;

#[test]
fn concurrent_rejected_calls_share_one_renewal_and_are_retried() {
    let (tab, client) = Tab::signed_in(Persistence::Tab);
    tab.platform.valid_tokens.borrow_mut().clear();
    tab.network.set_latency(Duration::from_millis(20));
    let calls = (0..8).map(async |_| client.models().list().await);
    let results = tab.network.run(futures_util::future::join_all(calls));
    assert!(results.iter().all(std::result::Result::is_ok), "{results:?}");
    assert_eq!(tab.renewals(), 1);
}

#[test]
fn a_call_that_is_rejected_again_after_a_renewal_is_not_retried() {
    let (tab, client) = Tab::signed_in(Persistence::Tab);
    let sign_outs = sign_outs(&client);
    let error = tab.network.run(client.runs().list().next_page()).unwrap_err();
    assert!(error.is_unauthorized() && !error.is_signed_out());
    assert_eq!((tab.renewals(), sign_outs.get()), (1, 1));
}

#[test]
fn a_token_is_renewed_one_minute_before_it_expires() {
    let (tab, client) = Tab::signed_in(Persistence::Tab);
    tab.network.run(tab.network.sleep(Duration::from_secs(3_600 - 61)));
    tab.call(&client).unwrap();
    assert_eq!(tab.renewals(), 0);
    tab.network.run(tab.network.sleep(Duration::from_secs(2)));
    tab.call(&client).unwrap();
    assert_eq!(tab.renewals(), 1);
}

#[test]
fn a_failed_early_renewal_does_not_fail_a_call_whose_token_is_still_good() {
    let (tab, client) = Tab::signed_in(Persistence::Tab);
    *tab.platform.token_error.borrow_mut() = Some((500, json!({})));
    tab.network.run(tab.network.sleep(Duration::from_secs(3_600 - 30)));
    tab.call(&client).unwrap();
    tab.call(&client).unwrap();
    assert_eq!(tab.renewals(), 1, "the next attempt follows a little later");
    let reloaded = tab.client(&tab.reload());
    tab.call(&reloaded).unwrap();
    tab.network.run(tab.network.sleep(Duration::from_secs(31)));
    assert_eq!(tab.call(&client).unwrap_err().status(), Some(500), "the token has expired");
    tab.platform.token_error.take();
    tab.call(&client).unwrap();
}

#[test]
fn a_tab_that_hangs_during_a_renewal_does_not_stop_the_others() {
    let (tab, client) = Tab::signed_in(Persistence::Device);
    let hanging = tab.network.run(tab.storage.lock(&format!("answerdeck.session.{BASE}")));
    tab.platform.valid_tokens.borrow_mut().clear();
    tab.call(&client).unwrap();
    drop(hanging);
}

#[test]
fn a_huge_lifetime_does_not_overflow() {
    for expires_in in [json!(u64::MAX), json!("1e300"), json!(-1)] {
        let tab = Tab::open(&FakePlatform::new());
        *tab.platform.expires_in.borrow_mut() = expires_in;
        let session = tab.sign_in(Persistence::Device);
        tab.call(&tab.client(&session)).unwrap();
        tab.call(&tab.client(&tab.reload())).unwrap();
    }
}

#[test]
fn sessions_of_one_given_client_are_distinguished() {
    let first = Tab::open(&FakePlatform::new());
    let session = first.sign_in(Persistence::Device);
    let second = first.open_another();
    second.sign_in(Persistence::Device);
    let key = format!("answerdeck.session.{BASE}");
    let stored = first.storage.get(StorageArea::Device, &key).unwrap().replace("client-2", "client-1");
    first.storage.set(StorageArea::Device, &key, &stored).unwrap();
    assert!(first.network.run(session.renew("access-1")).unwrap_err().is_signed_out());
    assert_eq!(first.storage.get(StorageArea::Device, &key), Some(stored), "the later session must stay");
}

#[test]
fn a_rejected_renewal_ends_the_session_and_runs_the_callback() {
    for code in ["invalid_grant", "invalid_client", "unauthorized_client"] {
        let tab = Tab::open(&FakePlatform::new());
        let session = tab.sign_in(Persistence::Device);
        let client = tab.client(&session);
        let sign_outs = sign_outs(&client);
        tab.platform.valid_tokens.borrow_mut().clear();
        *tab.platform.token_error.borrow_mut() = Some((400, json!({ "error": code })));
        let error = tab.call(&client).unwrap_err();
        assert!(error.is_signed_out() && error.is_unauthorized(), "{error}");
        assert_eq!(sign_outs.get(), 1);
        assert!(tab.sign_in.restore(BASE).is_none(), "the storage must be empty");
        let renewals = tab.renewals();
        assert!(tab.call(&client).unwrap_err().is_signed_out());
        assert_eq!(tab.renewals(), renewals, "an ended session must send nothing");
    }
}

#[test]
fn a_transient_renewal_error_keeps_the_session() {
    let (tab, client) = Tab::signed_in(Persistence::Tab);
    tab.platform.valid_tokens.borrow_mut().clear();
    *tab.platform.token_error.borrow_mut() = Some((503, json!({})));
    let error = tab.call(&client).unwrap_err();
    assert!(error.is_retryable() && !error.is_signed_out() && !error.is_outcome_unknown());
    tab.platform.token_error.take();
    tab.call(&client).unwrap();
}

#[test]
fn a_renewal_continues_after_its_call_is_dropped() {
    let (tab, client) = Tab::signed_in(Persistence::Tab);
    tab.platform.valid_tokens.borrow_mut().clear();
    tab.network.set_latency(Duration::from_secs(1));
    let dropped_call = async {
        let call = Box::pin(async { client.models().list().await });
        // The rejection takes 2 s, the renewal 2 s more.
        let deadline = Box::pin(tab.network.sleep(Duration::from_millis(3_500)));
        futures_util::future::select(call, deadline).await;
    };
    tab.network.run(dropped_call);
    assert_eq!(tab.renewals(), 1);
    tab.call(&client).unwrap();
    assert_eq!(tab.renewals(), 1, "the next call must use the renewal of the first call");
}

#[test]
fn a_reload_keeps_a_session_in_the_tab_or_on_the_device_but_not_in_memory() {
    for (persistence, is_kept) in [(Persistence::Memory, false), (Persistence::Tab, true), (Persistence::Device, true)]
    {
        let tab = Tab::open(&FakePlatform::new());
        tab.sign_in(persistence);
        let restored = tab.sign_in.restore(BASE);
        assert_eq!(restored.is_some(), is_kept, "{persistence:?}");
        if let Some(session) = restored {
            assert_eq!(session.persistence(), persistence);
            tab.call(&tab.client(&session)).unwrap();
            assert_eq!(tab.renewals(), 0);
        }
    }
}

#[test]
fn a_session_is_kept_on_the_device_by_default() {
    assert_eq!(Persistence::default(), Persistence::Device);
}

#[test]
fn a_tab_knows_without_a_request_that_another_one_has_ended_or_replaced_the_session() {
    let end: [fn(&Tab); 2] =
        [|tab| tab.network.run(tab.reload().sign_out()).unwrap(), |tab| drop(tab.sign_in(Persistence::Device))];
    for end in end {
        let tab = Tab::open(&FakePlatform::new());
        let session = tab.sign_in(Persistence::Device);
        let other = tab.reload();
        assert_eq!((other.has_ended(), other.id()), (false, session.id()));
        end(&tab);
        let sent = tab.network.sent().len();
        assert!(other.has_ended());
        assert_eq!(tab.network.sent().len(), sent);
    }
    let tab = Tab::open(&FakePlatform::new());
    assert!(!tab.sign_in(Persistence::Memory).has_ended());
}

#[test]
fn a_reload_renews_a_token_that_is_about_to_expire() {
    let (tab, _) = Tab::signed_in(Persistence::Device);
    tab.network.run(tab.network.sleep(Duration::from_secs(3_600 - 61)));
    let session = tab.reload();
    tab.call(&tab.client(&session)).unwrap();
    assert_eq!(tab.renewals(), 0);
    tab.network.run(tab.network.sleep(Duration::from_secs(2)));
    tab.call(&tab.client(&session)).unwrap();
    assert_eq!(tab.renewals(), 1, "the expiry must be measured after a reload");
    tab.network.run(tab.network.sleep(Duration::from_hours(1)));
    tab.call(&tab.client(&tab.reload())).unwrap();
    assert_eq!(tab.renewals(), 2);
}

#[test]
fn a_clock_set_back_delays_the_renewal_until_the_platform_rejects_the_token() {
    let (tab, _) = Tab::signed_in(Persistence::Device);
    tab.network.set_device_clock_back(Duration::from_hours(24));
    tab.network.run(tab.network.sleep(Duration::from_hours(2)));
    tab.platform.valid_tokens.borrow_mut().clear();
    tab.call(&tab.client(&tab.reload())).unwrap();
    assert_eq!(tab.renewals(), 1);
}

#[test]
fn a_stored_session_without_an_access_token_is_renewed() {
    let (tab, _) = Tab::signed_in(Persistence::Device);
    let key = format!("answerdeck.session.{BASE}");
    let mut record: Value = serde_json::from_str(&tab.storage.get(StorageArea::Device, &key).unwrap()).unwrap();
    record.as_object_mut().unwrap().remove("access").unwrap();
    tab.storage.set(StorageArea::Device, &key, &record.to_string()).unwrap();
    tab.call(&tab.client(&tab.reload())).unwrap();
    assert_eq!(tab.renewals(), 1);
}

#[test]
fn a_tab_uses_the_tokens_that_another_tab_renewed() {
    let first = Tab::open(&FakePlatform::new());
    let session = first.sign_in(Persistence::Device);
    let second = first.open_another();
    let second_session = second.reload();
    first.platform.valid_tokens.borrow_mut().clear();
    second.call(&second.client(&second_session)).unwrap();
    // The renewal in the second tab has replaced the tokens of the first tab.
    first.call(&first.client(&session)).unwrap();
    second.call(&second.client(&second_session)).unwrap();
    assert_eq!(first.renewals(), 1);
}

#[test]
fn only_one_of_several_tabs_renews_the_session() {
    let (tab, _) = Tab::signed_in(Persistence::Device);
    let (first, second) = (tab.reload(), tab.reload());
    tab.network.run(tab.network.sleep(Duration::from_hours(1)));
    tab.network.set_latency(Duration::from_millis(50));
    let both = futures_util::future::join(first.access_token(), second.access_token());
    let (first, second) = tab.network.run(both);
    assert_eq!((first.unwrap().as_str(), second.unwrap().as_str()), ("access-2", "access-2"));
    assert_eq!(tab.renewals(), 1);
}

/// The storage of a tab that the writes of other tabs reach late.
struct LateStorage {
    shared: MemoryStorage,
    /// What the tab reads until then.
    before: Option<String>,
    until: Duration,
    network: FakeTransport,
}

impl Storage for LateStorage {
    fn get(&self, area: StorageArea, key: &str) -> Option<String> {
        let is_late = area == StorageArea::Device && self.network.now() < self.until;
        if is_late { self.before.clone() } else { self.shared.get(area, key) }
    }

    fn set(&self, area: StorageArea, key: &str, value: &str) -> std::result::Result<(), StorageBlocked> {
        self.shared.set(area, key, value)
    }

    fn remove(&self, area: StorageArea, key: &str) {
        self.shared.remove(area, key);
    }

    fn lock(&self, name: &str) -> LocalBoxFuture<'static, Lock> {
        self.shared.lock(name)
    }
}

#[test]
fn a_tab_waits_for_the_tokens_for_which_another_tab_has_used_the_refresh_token() {
    let (first, client) = Tab::signed_in(Persistence::Device);
    let before = first.storage.get(StorageArea::Device, &format!("answerdeck.session.{BASE}"));
    first.platform.valid_tokens.borrow_mut().clear();
    first.call(&client).unwrap();
    let (shared, network) = (first.storage.clone(), first.network.clone());
    let until = network.now() + Duration::from_millis(700);
    let storage = LateStorage { shared, before, until, network };
    let second_session = SignIn::new(first.network.shared(), Rc::new(storage)).restore(BASE).unwrap();
    first.call(&first.client(&second_session)).unwrap();
    assert_eq!(first.renewals(), 1);
    assert_eq!(first.network.now(), until);
}

#[test]
fn a_tab_renews_the_session_itself_if_another_tab_could_not() {
    let (first, client) = Tab::signed_in(Persistence::Device);
    first.platform.valid_tokens.borrow_mut().clear();
    *first.platform.token_error.borrow_mut() = Some((500, json!({})));
    first.call(&client).unwrap_err();
    first.platform.token_error.borrow_mut().take();
    let second_session = first.open_another().reload();
    let started = first.network.now();
    first.call(&first.client(&second_session)).unwrap();
    assert_eq!(first.network.now(), started + Duration::from_secs(2));
    assert_eq!(first.renewals(), 2);
}

#[test]
fn signing_out_removes_and_revokes_the_session_in_all_tabs() {
    let tab = Tab::open(&FakePlatform::new());
    let session = tab.sign_in(Persistence::Device);
    let second = tab.open_another();
    let second_session = second.reload();

    tab.network.run(session.sign_out()).unwrap();
    assert_eq!(*tab.platform.revoked.borrow(), ["refresh-1"]);
    assert!(tab.sign_in.restore(BASE).is_none());
    assert!(tab.call(&tab.client(&session)).unwrap_err().is_signed_out());
    assert!(second.call(&second.client(&second_session)).unwrap_err().is_signed_out());
}

#[test]
fn signing_in_again_in_another_tab_ends_only_the_older_session() {
    for sign_out_first in [false, true] {
        let first = Tab::open(&FakePlatform::new());
        let session = first.sign_in(Persistence::Device);
        let second = first.open_another();
        let second_session = second.sign_in(Persistence::Device);
        assert_eq!(*first.platform.revoked.borrow(), ["refresh-1"]);
        if sign_out_first {
            first.network.run(session.sign_out()).unwrap();
            assert!(!first.platform.revoked.borrow().contains(&"refresh-2".to_owned()));
        }
        assert!(first.call(&first.client(&session)).unwrap_err().is_signed_out());
        assert_eq!(first.renewals(), 0);
        second.call(&second.client(&second_session)).unwrap();
        second.call(&second.client(&second.reload())).unwrap();
    }
}

#[test]
fn signing_out_removes_the_session_without_a_revocation_endpoint() {
    let platform = FakePlatform::new();
    platform.server.borrow_mut()["revocation_endpoint"] = Value::Null;
    let tab = Tab::open(&platform);
    let session = tab.sign_in(Persistence::Tab);
    tab.network.run(session.sign_out()).unwrap();
    assert!(tab.sign_in.restore(BASE).is_none());
}

#[test]
fn a_session_that_ends_during_a_renewal_here_or_in_another_tab_stays_ended() {
    for (persistence, is_other_tab) in [(Persistence::Tab, false), (Persistence::Device, true)] {
        let tab = Tab::open(&FakePlatform::new());
        let session = tab.sign_in(persistence);
        let ended = if is_other_tab { tab.reload() } else { session.clone() };
        tab.network.set_latency(Duration::from_secs(1));
        let sign_out = async {
            tab.network.sleep(Duration::from_millis(500)).await;
            ended.sign_out().await
        };
        let (renewed, _) = tab.network.run(futures_util::future::join(session.renew("access-1"), sign_out));
        assert!(renewed.unwrap_err().is_signed_out());
        assert!(tab.sign_in.restore(BASE).is_none());
    }
}

#[test]
fn a_renewal_whose_response_is_lost_is_sent_again_at_once() {
    let (tab, client) = Tab::signed_in(Persistence::Tab);
    for renewals in [2, 4] {
        tab.platform.valid_tokens.borrow_mut().clear();
        tab.platform.lost_responses.set(1);
        let started = tab.network.now();
        tab.call(&client).unwrap();
        assert_eq!((tab.renewals(), tab.network.now()), (renewals, started));
    }
}

#[test]
fn a_renewal_that_times_out_is_sent_again_before_the_platform_takes_it_for_a_stolen_one() {
    let (tab, client) = Tab::signed_in(Persistence::Tab);
    tab.platform.valid_tokens.borrow_mut().clear();
    tab.call(&client).unwrap();
    let sent = tab.network.sent();
    let renewal = sent.iter().rev().find(|(_, request)| request.url.ends_with("/token")).unwrap();
    assert!(renewal.1.timeout < Duration::from_secs(30));
}

#[test]
fn a_renewal_whose_response_is_lost_twice_fails_and_keeps_the_session() {
    let (tab, client) = Tab::signed_in(Persistence::Tab);
    tab.platform.valid_tokens.borrow_mut().clear();
    tab.platform.lost_responses.set(2);
    assert!(tab.call(&client).unwrap_err().is_connection());
    assert_eq!(tab.renewals(), 2);
    tab.call(&client).unwrap();
}

#[test]
fn a_renewal_is_sent_again_only_if_its_response_may_be_lost() {
    for (status, body, renewals) in [
        (502, json!({}), 2),
        (504, json!({}), 2),
        (200, json!("the page of a gateway"), 2),
        (500, json!({}), 1),
        (400, json!({ "error": "invalid_grant" }), 1),
        (400, json!({ "error": "invalid_request" }), 1),
    ] {
        let (tab, client) = Tab::signed_in(Persistence::Tab);
        tab.platform.valid_tokens.borrow_mut().clear();
        *tab.platform.token_error.borrow_mut() = Some((status, body));
        tab.call(&client).unwrap_err();
        assert_eq!(tab.renewals(), renewals, "{status}");
    }
}
