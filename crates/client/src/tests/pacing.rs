//! The pacer against servers with a rate limit.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{join_all, select};

use crate::client::Client;
use crate::pacer::{PERMIT_HOLD, Pacer, Permit};
use crate::tests::client;
use crate::transport::fake::{FakeTransport, json_with};
use crate::transport::{Lock, Transport};

/// Returns a server that accepts `limit` requests in each second of its clock, which is `offset` milliseconds ahead of the client's,
/// and the number of requests that it has refused. `latency` is in milliseconds.
fn server(limit: u32, offset: u64, latency: u64) -> (FakeTransport, Rc<Cell<u32>>) {
    let rejected = Rc::new(Cell::new(0));
    let count = rejected.clone();
    let mut window = (u64::MAX, 0);
    let fake = FakeTransport::new(move |_, now| {
        let second = (now + Duration::from_millis(offset)).as_secs();
        window = if window.0 == second { (second, window.1 + 1) } else { (second, 1) };
        let remaining = limit.saturating_sub(window.1).to_string();
        let limit_text = limit.to_string();
        let mut headers =
            vec![("x-ratelimit-limit", limit_text.as_str()), ("x-ratelimit-remaining", remaining.as_str())];
        if window.1 > limit {
            count.set(count.get() + 1);
            headers.push(("retry-after", "1"));
            let code = serde_json::json!({ "code": "PLATFORM_RATE_LIMIT_EXCEEDED", "message": "" });
            return json_with(429, &headers, code);
        }
        json_with(200, &headers, serde_json::json!({ "models": [] }))
    });
    fake.set_latency(Duration::from_millis(latency));
    (fake, rejected)
}

const MAX_WAIT: Duration = Duration::from_secs(60);

/// Sends `count` calls at the same time and returns the seconds until all have succeeded.
fn burst(fake: &FakeTransport, client: &Client, count: usize) -> f64 {
    let results = fake.run(join_all((0..count).map(async move |_| client.models().list().await)));
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    fake.now().as_secs_f64()
}

#[test]
fn sixty_concurrent_calls_succeed_without_a_429_for_any_window_offset() {
    for offset in [0, 1, 250, 500, 750, 989, 995, 999] {
        for latency in [0, 1, 5, 40, 120] {
            let (fake, rejected) = server(10, offset, latency);
            let seconds = burst(&fake, &client(&fake), 60);
            assert_eq!((fake.sent().len(), rejected.get()), (60, 0), "offset {offset}, latency {latency}");
            assert!((5.0..8.0).contains(&seconds), "offset {offset}, latency {latency}: {seconds} s");
        }
    }
}

#[test]
fn the_pacer_adopts_a_smaller_limit_from_the_headers() {
    let (fake, rejected) = server(4, 0, 0);
    let client = client(&fake);
    burst(&fake, &client, 1);
    burst(&fake, &client, 20);
    assert_eq!(rejected.get(), 0);
}

/// Sends 60 calls with each of 5 clients at the same time.
fn five_busy_clients(fake: &FakeTransport) -> Vec<crate::error::Result<()>> {
    let clients: Vec<Client> = (0..5).map(|_| client(fake)).collect();
    let calls = clients.iter().flat_map(|client| (0..60).map(async move |_| client.models().list().await.map(drop)));
    fake.run(join_all(calls))
}

#[test]
fn clients_of_one_browser_share_one_pace_and_none_of_their_requests_is_refused() {
    for offset in [0, 990] {
        for latency in [10, 120] {
            let (fake, rejected) = server(10, offset, latency);
            fake.share_locks();
            let results = five_busy_clients(&fake);
            assert!(results.iter().all(Result::is_ok), "{results:?}");
            assert_eq!((fake.sent().len(), rejected.get()), (300, 0), "offset {offset}, latency {latency}");
            let seconds = fake.now().as_secs_f64();
            assert!((29.0..45.0).contains(&seconds), "offset {offset}, latency {latency}: {seconds} s");
        }
    }
}

#[test]
fn clients_without_shared_locks_lose_no_call() {
    for offset in [0, 990] {
        for latency in [10, 120] {
            let (fake, rejected) = server(10, offset, latency);
            let results = five_busy_clients(&fake);
            let lost = results.iter().filter(|result| result.is_err()).count();
            assert_eq!(lost, 0, "offset {offset}, latency {latency}, refused {}", rejected.get());
        }
    }
}

#[test]
fn a_call_that_stops_waiting_for_a_shared_slot_leaves_it_to_the_others() {
    let (fake, _) = server(1, 0, 0);
    fake.share_locks();
    let (first, second) = (client(&fake), client(&fake));
    burst(&fake, &first, 1);
    for _ in 0..3 {
        let call = Box::pin(async { second.models().list().await });
        fake.run(select(call, fake.sleep(Duration::from_millis(1))));
    }
    burst(&fake, &first, 2);
    burst(&fake, &second, 2);
}

/// Shares locks with a tab that holds all slots.
fn hold_all_slots(fake: &FakeTransport) -> Vec<Lock> {
    fake.share_locks();
    let locks = fake.locks().unwrap();
    let lock = |number| fake.run(locks.lock(&format!("answerdeck.pace.https://platform.example.{number}")));
    (0..10).map(lock).collect()
}

#[test]
fn a_frozen_tab_does_not_stop_the_others() {
    let (fake, _) = server(10, 0, 0);
    let held = hold_all_slots(&fake);
    burst(&fake, &client(&fake), 12);
    drop(held);
}

#[test]
fn a_deletion_of_a_hidden_page_waits_for_no_slot() {
    let (fake, _) = server(10, 0, 0);
    let held = hold_all_slots(&fake);
    fake.set_visible(false);
    fake.run(client(&fake).prompts().delete(&"p".repeat(22).parse().unwrap())).unwrap();
    assert_eq!(fake.now(), Duration::ZERO);
    drop(held);
}

#[test]
fn a_long_retry_after_stops_the_queue_until_it_has_passed() {
    let until = Duration::from_secs(3_600);
    let fake = FakeTransport::new(move |_, now| {
        let models = serde_json::json!({ "models": [], "message": "" });
        let wait = until.saturating_sub(now).as_secs().to_string();
        if now < until { json_with(429, &[("retry-after", &wait)], models) } else { json_with(200, &[], models) }
    });
    fake.set_latency(Duration::from_millis(5));
    let client = client(&fake);
    let calls = || fake.run(join_all((0..30).map(async |_| client.models().list().await)));
    assert!(calls().iter().all(|result| result.as_ref().is_err_and(|error| error.is_rate_limited())));
    assert!(calls().iter().all(|result| result.as_ref().is_err_and(|error| error.retry_after().is_some())));
    assert_eq!(fake.sent().len(), 10, "only the requests that were on their way");
    fake.run(fake.sleep(until));
    assert!(calls().iter().all(Result::is_ok));
}

/// Returns a server that refuses the first `refused` requests.
fn refusing(refused: usize, retry_after: &'static str) -> FakeTransport {
    let mut responses = 0;
    FakeTransport::new(move |_, _| {
        responses += 1;
        let models = serde_json::json!({ "models": [], "message": "" });
        let headers: &[_] = if retry_after.is_empty() { &[] } else { &[("retry-after", retry_after)] };
        if responses <= refused { json_with(429, headers, models) } else { json_with(200, &[], models) }
    })
}

#[test]
fn after_a_429_no_two_requests_start_at_the_same_instant() {
    let fake = refusing(20, "1");
    fake.set_latency(Duration::from_millis(5));
    let clients = [client(&fake), client(&fake)];
    let calls = clients.iter().flat_map(|client| (0..10).map(async move |_| client.models().list().await));
    assert!(fake.run(join_all(calls)).iter().all(Result::is_ok));
    let mut times: Vec<Duration> = fake.sent().iter().skip(20).map(|(time, _)| *time).collect();
    assert!(times[0] >= Duration::from_secs(1));
    let sent = times.len();
    times.dedup();
    assert_eq!(times.len(), sent, "{times:?}");
}

#[test]
fn no_request_is_sent_before_retry_after_has_passed_and_at_least_a_window() {
    for (retry_after, seconds) in [("0", 1), ("", 1), ("7", 7)] {
        let fake = refusing(1, retry_after);
        burst(&fake, &client(&fake), 1);
        let waited = fake.sent()[1].0.as_millis();
        assert!((seconds * 1_000..seconds * 1_000 + 500).contains(&waited), "{retry_after:?}: {waited}");
    }
}

#[test]
fn a_refused_request_goes_before_those_behind_it() {
    let fake = refusing(10, "1");
    fake.set_latency(Duration::from_millis(5));
    let client = client(&fake);
    let calls = (0..25).map(async |number: u32| {
        let id = format!("{number:022}").parse().unwrap();
        client.answers().get(&id).await.map(drop)
    });
    fake.run(join_all(calls));
    let ids = |range: std::ops::Range<usize>| {
        fake.sent()[range].iter().map(|(_, request)| request.url.clone()).collect::<Vec<_>>()
    };
    assert_eq!(ids(0..10), ids(10..20));
}

#[test]
fn a_slow_call_does_not_keep_its_permit() {
    let fake = FakeTransport::replies([]);
    let pacer = Pacer::new(fake.shared(), "https://platform.example");
    let slow: Vec<Permit> =
        fake.run(join_all((0..10).map(|_| pacer.acquire(None, MAX_WAIT, true).map(Result::unwrap))));
    let next = fake.run(pacer.acquire(None, MAX_WAIT, true)).unwrap();
    assert!(fake.now() < Duration::from_secs(4), "{:?}", fake.now());
    drop((slow, next));
}

#[test]
fn waiters_get_permits_in_order_and_a_dropped_waiter_does_not_block_the_others() {
    let fake = FakeTransport::replies([]);
    let pacer = Pacer::new(fake.shared(), "https://platform.example");
    let order = RefCell::new(Vec::new());
    let permits: Vec<Permit> =
        fake.run(join_all((0..10).map(|_| pacer.acquire(None, MAX_WAIT, true).map(Result::unwrap))));
    let wait = |number: u32| pacer.acquire(None, MAX_WAIT, true).map(move |permit| (number, permit.unwrap()));

    let mut first = Box::pin(pacer.acquire(None, MAX_WAIT, true));
    assert!((&mut first).now_or_never().is_none());
    let rest = join_all((1..=3).map(wait));
    drop(first);
    drop(permits);
    for (number, permit) in fake.run(rest) {
        order.borrow_mut().push(number);
        permit.complete(None);
    }
    assert_eq!(*order.borrow(), [1, 2, 3]);
    assert_eq!(fake.now(), PERMIT_HOLD, "a dropped permit is held as long as a completed one");
}
