//! The pacer against servers with a rate limit.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{join, join_all};

use crate::client::Client;
use crate::pacer::{PERMIT_HOLD, Pacer, Permit, Share};
use crate::transport::fake::{FakeTransport, json_with};
use crate::transport::{Request, Response, Transport, TransportError};

/// Returns a server that accepts `limit` requests in each second of its clock, which is `offset` ahead of the client's.
fn fixed_window(
    limit: u32,
    offset: Duration,
    rejected: Rc<Cell<u32>>,
) -> impl FnMut(&Request, Duration) -> Result<Response, TransportError> {
    let mut window = (u64::MAX, 0);
    move |_, now| {
        let second = (now + offset).as_secs();
        window = if window.0 == second { (second, window.1 + 1) } else { (second, 1) };
        let remaining = limit.saturating_sub(window.1).to_string();
        let limit_text = limit.to_string();
        let mut headers =
            vec![("x-ratelimit-limit", limit_text.as_str()), ("x-ratelimit-remaining", remaining.as_str())];
        if window.1 > limit {
            rejected.set(rejected.get() + 1);
            headers.push(("retry-after", "1"));
            let code = serde_json::json!({ "code": "PLATFORM_RATE_LIMIT_EXCEEDED", "message": "" });
            return json_with(429, &headers, code);
        }
        json_with(200, &headers, serde_json::json!({ "models": [] }))
    }
}

fn client(fake: &FakeTransport) -> Client {
    Client::builder("https://platform.example").transport(fake.shared()).build().unwrap()
}

/// Sends `count` calls at the same time and returns the seconds until all have succeeded.
fn burst(fake: &FakeTransport, client: &Client, count: usize) -> f64 {
    let calls = (0..count).map(|_| {
        let client = client.clone();
        async move { client.models().list().await }
    });
    let results = fake.run(join_all(calls));
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    fake.now().as_secs_f64()
}

#[test]
fn sixty_concurrent_calls_succeed_without_a_429_for_any_window_offset() {
    for offset in [0, 1, 250, 500, 750, 989, 995, 999] {
        for latency in [0, 1, 5, 40, 120] {
            let rejected = Rc::default();
            let fake = FakeTransport::new(fixed_window(10, Duration::from_millis(offset), Rc::clone(&rejected)));
            fake.set_latency(Duration::from_millis(latency));
            let seconds = burst(&fake, &client(&fake), 60);
            assert_eq!((fake.sent().len(), rejected.get()), (60, 0), "offset {offset}, latency {latency}");
            assert!((5.0..8.0).contains(&seconds), "offset {offset}, latency {latency}: {seconds} s");
        }
    }
}

#[test]
fn the_pacer_adopts_a_smaller_limit_from_the_headers() {
    let rejected = Rc::default();
    let fake = FakeTransport::new(fixed_window(4, Duration::ZERO, Rc::clone(&rejected)));
    let client = client(&fake);
    burst(&fake, &client, 1);
    burst(&fake, &client, 20);
    assert_eq!(rejected.get(), 0);
}

#[test]
fn two_clients_of_one_organization_both_succeed_under_a_shared_limit() {
    let fake = FakeTransport::new(fixed_window(10, Duration::from_millis(400), Rc::default()));
    fake.set_latency(Duration::from_millis(10));
    let (first, second) = (client(&fake), client(&fake));
    let calls = |client: &Client| {
        join_all((0..40).map(|_| {
            let client = client.clone();
            async move { client.models().list().await }
        }))
    };
    let (first_results, second_results) = fake.run(join(calls(&first), calls(&second)));
    assert!(first_results.iter().chain(&second_results).all(Result::is_ok));
}

fn background_client(fake: &FakeTransport) -> Client {
    Client::builder("https://platform.example").transport(fake.shared()).background().build().unwrap()
}

#[test]
fn a_background_client_takes_at_most_half_of_each_window() {
    for limit in [2, 3, 4, 10, 11] {
        for offset in [0, 250, 990] {
            let fake = FakeTransport::new(fixed_window(limit, Duration::from_millis(offset), Rc::default()));
            fake.set_latency(Duration::from_millis(5));
            let client = background_client(&fake);
            // The first response tells the limit.
            burst(&fake, &client, 1);
            let known_at = fake.now();
            burst(&fake, &client, 30);
            let times: Vec<Duration> =
                fake.sent().iter().map(|(time, _)| *time).filter(|time| *time >= known_at).collect();
            for start in &times {
                let in_window = |time: &&Duration| (*start..*start + Duration::from_secs(1)).contains(*time);
                let sent = times.iter().filter(in_window).count();
                assert!(sent <= limit as usize / 2, "limit {limit}, offset {offset}: {sent} requests from {start:?}");
            }
        }
    }
}

#[test]
fn a_background_client_sends_under_a_limit_of_one() {
    let rejected = Rc::default();
    let fake = FakeTransport::new(fixed_window(1, Duration::ZERO, Rc::clone(&rejected)));
    let client = background_client(&fake);
    burst(&fake, &client, 1);
    burst(&fake, &client, 3);
    assert_eq!(rejected.get(), 0);
}

#[test]
fn a_background_client_waits_while_others_use_half_of_the_window() {
    // Another device leaves 4 of 10 requests of the first three seconds.
    let fake = FakeTransport::new(|_, now| {
        let remaining = if now < Duration::from_secs(3) { "4" } else { "9" };
        let headers = [("x-ratelimit-limit", "10"), ("x-ratelimit-remaining", remaining)];
        json_with(200, &headers, serde_json::json!({ "models": [] }))
    });
    let client = background_client(&fake);
    for _ in 0..6 {
        burst(&fake, &client, 1);
    }
    let times: Vec<Duration> = fake.sent().iter().map(|(time, _)| *time).collect();
    assert_eq!(times[..4], [0, 1, 2, 3].map(|number| PERMIT_HOLD * number));
    assert_eq!(times[5], times[3]);
}

#[test]
fn no_request_is_sent_before_retry_after_has_passed() {
    let mut responses = 0;
    let fake = FakeTransport::new(move |_, _| {
        responses += 1;
        let models = serde_json::json!({ "models": [], "message": "" });
        if responses == 1 { json_with(429, &[("retry-after", "7")], models) } else { json_with(200, &[], models) }
    });
    burst(&fake, &client(&fake), 1);
    let times: Vec<u64> = fake.sent().iter().map(|(time, _)| time.as_secs()).collect();
    assert_eq!(times, [0, 7]);
}

#[test]
fn waiters_get_permits_in_order_and_a_dropped_waiter_does_not_block_the_others() {
    let fake = FakeTransport::replies([]);
    let pacer = Pacer::new(fake.shared(), Share::Whole);
    let order = RefCell::new(Vec::new());
    let permits: Vec<Permit> = fake.run(join_all((0..10).map(|_| pacer.acquire())));
    let wait = |number: u32| pacer.acquire().inspect(move |_| {}).map(move |permit| (number, permit));

    let first = pacer.acquire();
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
