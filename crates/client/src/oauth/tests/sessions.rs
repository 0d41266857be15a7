//! What a session does from its first token to its end.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};

use super::platform::{BASE, Platform, Tab};
use crate::Error;
use crate::oauth::{Area, Remember, Storage};
use crate::transport::Transport;

#[test]
fn a_refused_access_token_is_renewed_once_and_the_call_is_sent_again() {
    let tab = Tab::open(&Platform::new());
    let client = tab.client(&tab.sign_in(Remember::Tab));
    tab.platform.accepted.borrow_mut().clear();
    tab.call(&client).unwrap();
    assert_eq!(tab.refreshes(), 1);
}

#[test]
fn calls_that_are_refused_together_renew_once() {
    let tab = Tab::open(&Platform::new());
    let client = tab.client(&tab.sign_in(Remember::Tab));
    tab.platform.accepted.borrow_mut().clear();
    tab.network.set_latency(Duration::from_millis(20));
    let calls = (0..8).map(|_| {
        let client = client.clone();
        async move { client.models().list().await }
    });
    let results = tab.network.run(futures_util::future::join_all(calls));
    assert!(results.iter().all(std::result::Result::is_ok), "{results:?}");
    assert_eq!(tab.refreshes(), 1);
}

#[test]
fn a_call_that_is_refused_with_a_new_token_too_is_not_sent_a_third_time() {
    let tab = Tab::open(&Platform::new());
    let client = tab.client(&tab.sign_in(Remember::Tab));
    let told = Rc::new(Cell::new(0));
    client.on_signed_out({
        let told = told.clone();
        move || told.set(told.get() + 1)
    });
    let error = tab.network.run(client.runs().list().next_page()).unwrap_err();
    assert!(error.is_unauthorized() && !error.is_signed_out());
    assert_eq!((tab.refreshes(), told.get()), (1, 1));
}

#[test]
fn a_token_is_renewed_a_minute_before_it_ends_by_measured_time() {
    let tab = Tab::open(&Platform::new());
    let client = tab.client(&tab.sign_in(Remember::Tab));
    tab.network.run(tab.network.sleep(Duration::from_secs(3_600 - 61)));
    tab.call(&client).unwrap();
    assert_eq!(tab.refreshes(), 0);
    tab.network.run(tab.network.sleep(Duration::from_secs(2)));
    tab.call(&client).unwrap();
    assert_eq!(tab.refreshes(), 1);
}

#[test]
fn a_refused_renewal_ends_the_session_and_tells_the_page() {
    for code in ["invalid_grant", "invalid_client", "unauthorized_client"] {
        let tab = Tab::open(&Platform::new());
        let session = tab.sign_in(Remember::Device);
        let client = tab.client(&session);
        let told = Rc::new(Cell::new(0));
        client.on_signed_out({
            let told = told.clone();
            move || told.set(told.get() + 1)
        });
        tab.platform.accepted.borrow_mut().clear();
        *tab.platform.refuse_tokens.borrow_mut() = Some((400, json!({ "error": code })));
        let error = tab.call(&client).unwrap_err();
        assert!(error.is_signed_out() && error.is_unauthorized(), "{error}");
        assert_eq!(told.get(), 1);
        assert!(tab.sign_in.restore(BASE).is_none(), "nothing is left in the storage");
        let refreshes = tab.refreshes();
        assert!(tab.call(&client).unwrap_err().is_signed_out());
        assert_eq!(tab.refreshes(), refreshes, "an ended session asks nobody");
    }
}

#[test]
fn a_renewal_that_fails_for_now_leaves_the_session_as_it_is() {
    let tab = Tab::open(&Platform::new());
    let client = tab.client(&tab.sign_in(Remember::Tab));
    tab.platform.accepted.borrow_mut().clear();
    *tab.platform.refuse_tokens.borrow_mut() = Some((503, json!({})));
    let error = tab.call(&client).unwrap_err();
    assert!(error.is_retryable() && !error.is_signed_out() && !error.is_outcome_unknown());
    tab.platform.refuse_tokens.take();
    tab.call(&client).unwrap();
}

#[test]
fn a_renewal_outlives_the_call_that_began_it() {
    let tab = Tab::open(&Platform::new());
    let client = tab.client(&tab.sign_in(Remember::Tab));
    tab.platform.accepted.borrow_mut().clear();
    tab.network.set_latency(Duration::from_secs(1));
    let impatient = async {
        let call = Box::pin(async { client.models().list().await });
        // The refusal takes 2 s; the renewal then takes 2 s more.
        let patience = Box::pin(tab.network.sleep(Duration::from_millis(3_500)));
        futures_util::future::select(call, patience).await;
    };
    tab.network.run(impatient);
    assert_eq!(tab.refreshes(), 1);
    tab.call(&client).unwrap();
    assert_eq!(tab.refreshes(), 1, "the next call reads what the first one asked for");
}

#[test]
fn a_reload_keeps_the_session_of_a_tab_and_of_a_device_and_not_that_of_a_page() {
    for (remember, kept) in [(Remember::Page, false), (Remember::Tab, true), (Remember::Device, true)] {
        let tab = Tab::open(&Platform::new());
        tab.sign_in(remember);
        let restored = tab.sign_in.restore(BASE);
        assert_eq!(restored.is_some(), kept, "{remember:?}");
        if let Some(session) = restored {
            assert_eq!(session.remember(), remember);
            tab.call(&tab.client(&session)).unwrap();
        }
    }
}

#[test]
fn a_reload_goes_on_with_the_access_token_and_asks_for_no_other() {
    let tab = Tab::open(&Platform::new());
    tab.sign_in(Remember::Tab);
    for _ in 0..3 {
        tab.call(&tab.client(&tab.reload())).unwrap();
    }
    assert_eq!(tab.refreshes(), 0);
}

#[test]
fn a_reload_renews_a_token_whose_end_has_come_near_meanwhile() {
    let tab = Tab::open(&Platform::new());
    tab.sign_in(Remember::Device);
    tab.network.run(tab.network.sleep(Duration::from_secs(3_600 - 61)));
    let session = tab.reload();
    tab.call(&tab.client(&session)).unwrap();
    assert_eq!(tab.refreshes(), 0);
    tab.network.run(tab.network.sleep(Duration::from_secs(2)));
    tab.call(&tab.client(&session)).unwrap();
    assert_eq!(tab.refreshes(), 1, "the time goes on being measured after a reload");
    tab.network.run(tab.network.sleep(Duration::from_hours(1)));
    tab.call(&tab.client(&tab.reload())).unwrap();
    assert_eq!(tab.refreshes(), 2);
}

#[test]
fn a_device_whose_clock_was_set_back_only_learns_of_the_end_from_the_platform() {
    let tab = Tab::open(&Platform::new());
    tab.sign_in(Remember::Device);
    tab.network.set_device_clock_back(Duration::from_hours(24));
    tab.network.run(tab.network.sleep(Duration::from_hours(2)));
    tab.platform.accepted.borrow_mut().clear();
    tab.call(&tab.client(&tab.reload())).unwrap();
    assert_eq!(tab.refreshes(), 1);
}

#[test]
fn a_session_that_an_older_version_stored_is_renewed() {
    let tab = Tab::open(&Platform::new());
    tab.sign_in(Remember::Device);
    let key = format!("answerdeck.session.{BASE}");
    let mut record: Value = serde_json::from_str(&tab.storage.get(Area::Device, &key).unwrap()).unwrap();
    record.as_object_mut().unwrap().remove("access").unwrap();
    tab.storage.set(Area::Device, &key, &record.to_string()).unwrap();
    tab.call(&tab.client(&tab.reload())).unwrap();
    assert_eq!(tab.refreshes(), 1);
}

#[test]
fn a_tab_goes_on_with_the_tokens_that_another_tab_was_given() {
    let platform = Platform::new();
    let one = Tab::open(&platform);
    let session = one.sign_in(Remember::Device);
    let other = Tab::with_storage(&platform, &one.network, one.storage.clone());
    let other_session = other.reload();
    platform.accepted.borrow_mut().clear();
    other.call(&other.client(&other_session)).unwrap();
    // The other tab's renewal has replaced the first tab's tokens.
    one.call(&one.client(&session)).unwrap();
    other.call(&other.client(&other_session)).unwrap();
    assert_eq!(one.refreshes(), 1);
}

#[test]
fn of_tabs_that_renew_together_one_does_it_for_all() {
    let platform = Platform::new();
    let one = Tab::open(&platform);
    one.sign_in(Remember::Device);
    let (first, second) = (one.reload(), one.reload());
    one.network.run(one.network.sleep(Duration::from_hours(1)));
    one.network.set_latency(Duration::from_millis(50));
    let both = futures_util::future::join(first.access_token(), second.access_token());
    let (first, second) = one.network.run(both);
    assert_eq!((first.unwrap().as_str(), second.unwrap().as_str()), ("access-2", "access-2"));
    assert_eq!(one.refreshes(), 1);
}

#[test]
fn signing_out_forgets_and_revokes_and_reaches_other_tabs() {
    let platform = Platform::new();
    let tab = Tab::open(&platform);
    let session = tab.sign_in(Remember::Device);
    let other = Tab::with_storage(&platform, &tab.network, tab.storage.clone());
    let other_session = other.reload();

    tab.network.run(session.sign_out()).unwrap();
    assert_eq!(*platform.revoked.borrow(), ["refresh-1"]);
    assert!(tab.sign_in.restore(BASE).is_none());
    assert!(tab.call(&tab.client(&session)).unwrap_err().is_signed_out());
    assert!(other.call(&other.client(&other_session)).unwrap_err().is_signed_out());
}

#[test]
fn whoever_signs_in_again_in_another_tab_ends_the_session_of_this_one_and_not_their_own() {
    for signs_out in [false, true] {
        let platform = Platform::new();
        let one = Tab::open(&platform);
        let session = one.sign_in(Remember::Device);
        let other = Tab::with_storage(&platform, &one.network, one.storage.clone());
        let other_session = other.sign_in(Remember::Device);
        if signs_out {
            one.network.run(session.sign_out()).unwrap();
            assert_eq!(*platform.revoked.borrow(), ["refresh-1"]);
        }
        assert!(one.call(&one.client(&session)).unwrap_err().is_signed_out());
        assert_eq!(one.refreshes(), 0);
        other.call(&other.client(&other_session)).unwrap();
        other.call(&other.client(&other.reload())).unwrap();
    }
}

#[test]
fn signing_out_forgets_even_where_the_platform_cannot_be_told() {
    let platform = Platform::new();
    platform.server.borrow_mut()["revocation_endpoint"] = Value::Null;
    let tab = Tab::open(&platform);
    let session = tab.sign_in(Remember::Tab);
    tab.network.run(session.sign_out()).unwrap();
    assert!(tab.sign_in.restore(BASE).is_none());
}

#[test]
fn a_session_that_ends_while_it_is_renewed_stays_ended() {
    let tab = Tab::open(&Platform::new());
    let session = tab.sign_in(Remember::Tab);
    tab.platform.accepted.borrow_mut().clear();
    tab.network.set_latency(Duration::from_secs(1));
    let renewal = session.renew("access-1");
    let sign_out = async {
        tab.network.sleep(Duration::from_millis(500)).await;
        session.sign_out().await
    };
    let (renewed, _): (std::result::Result<(), Error>, _) =
        tab.network.run(futures_util::future::join(renewal, sign_out));
    assert!(renewed.unwrap_err().is_signed_out());
    assert!(tab.sign_in.restore(BASE).is_none());
}

#[test]
fn a_session_that_another_tab_ends_while_it_is_renewed_is_not_stored_again() {
    let platform = Platform::new();
    let tab = Tab::open(&platform);
    let session = tab.sign_in(Remember::Device);
    let other_session = Tab::with_storage(&platform, &tab.network, tab.storage.clone()).reload();
    tab.network.set_latency(Duration::from_secs(1));
    let sign_out = async {
        tab.network.sleep(Duration::from_millis(500)).await;
        other_session.sign_out().await
    };
    let (renewed, _) = tab.network.run(futures_util::future::join(session.renew("access-1"), sign_out));
    assert!(renewed.unwrap_err().is_signed_out());
    assert!(tab.sign_in.restore(BASE).is_none());
}

#[test]
fn a_renewal_whose_answer_is_lost_is_not_repeated_by_itself() {
    let tab = Tab::open(&Platform::new());
    let client = tab.client(&tab.sign_in(Remember::Tab));
    tab.platform.accepted.borrow_mut().clear();
    tab.platform.lose_answer.set(true);
    assert!(tab.call(&client).unwrap_err().is_connection());
    assert_eq!(tab.refreshes(), 1);
}
