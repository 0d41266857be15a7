//! Keeps under the platform's rate limit, for every clone of a client together.
//!
//! The limit counts the requests that arrive in each second of the server's clock, which the client cannot see. What
//! it knows is that a request arrived at some time between its sending and its answer. So a request takes up one place
//! from its sending until one second after its answer: then no request sent later can share its window, wherever the
//! windows begin and however long the network takes.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use answerdeck_api::limits::{RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS};
use futures_core::future::LocalBoxFuture;

use crate::transport::{Response, Transport};

/// One window, and a little for two clocks that do not tick alike.
const WINDOW: Duration = Duration::from_millis(RATE_LIMIT_WINDOW_SECONDS * 1_000 + 10);

/// Who may send now. First come, first served.
pub(crate) struct Pacer {
    transport: Rc<dyn Transport>,
    state: RefCell<State>,
}

struct State {
    /// Requests per window, as the server last said.
    limit: usize,
    /// Requests that have no answer yet.
    in_flight: usize,
    /// When each answered request stops taking up its place, earliest first.
    held: VecDeque<Duration>,
    /// What the server says is left, net of what was on its way, and until when that is worth anything.
    left: Option<Left>,
    /// Nobody sends before then: the server answered 429.
    closed_until: Duration,
    queue: VecDeque<Waiting>,
    next_ticket: u64,
}

struct Left {
    requests: usize,
    until: Duration,
}

struct Waiting {
    ticket: u64,
    waker: Option<Waker>,
}

/// When the first of the queue may go.
enum Turn {
    Now,
    At(Duration),
    /// As soon as a request that is on its way is answered.
    AfterAnswer,
}

impl Pacer {
    pub(crate) fn new(transport: Rc<dyn Transport>) -> Rc<Self> {
        let state = State {
            limit: RATE_LIMIT_REQUESTS as usize,
            in_flight: 0,
            held: VecDeque::new(),
            left: None,
            closed_until: Duration::ZERO,
            queue: VecDeque::new(),
            next_ticket: 0,
        };
        Rc::new(Self { transport, state: RefCell::new(state) })
    }

    /// Waits for a place. Dropping the future leaves the queue.
    pub(crate) fn acquire(self: &Rc<Self>) -> Acquire {
        let mut state = self.state.borrow_mut();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.queue.push_back(Waiting { ticket, waker: None });
        Acquire { pacer: self.clone(), ticket, timer: None }
    }

    /// Lets nobody send for so long: the server answered 429.
    pub(crate) fn close_for(&self, wait: Duration) {
        let mut state = self.state.borrow_mut();
        state.closed_until = state.closed_until.max(self.transport.now() + wait);
    }
}

impl State {
    fn turn(&mut self, now: Duration) -> Turn {
        while self.held.front().is_some_and(|until| *until <= now) {
            self.held.pop_front();
        }
        if self.left.as_ref().is_some_and(|left| left.until <= now) {
            self.left = None;
        }
        if now < self.closed_until {
            return Turn::At(self.closed_until);
        }
        if let Some(Left { requests: 0, until }) = self.left {
            return Turn::At(until);
        }
        if self.in_flight + self.held.len() < self.limit {
            return Turn::Now;
        }
        self.held.front().map_or(Turn::AfterAnswer, |until| Turn::At(*until))
    }

    fn take_place(&mut self) {
        self.in_flight += 1;
        if let Some(left) = &mut self.left {
            left.requests = left.requests.saturating_sub(1);
        }
    }

    fn answered(&mut self, now: Duration, response: Option<&Response>) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.held.push_back(now + WINDOW);
        let number = |name| response?.header(name)?.trim().parse::<usize>().ok();
        if let Some(limit) = number("x-ratelimit-limit") {
            self.limit = limit.max(1);
        }
        if let Some(remaining) = number("x-ratelimit-remaining") {
            // What is on its way may or may not be counted in `remaining` already: suppose that it is not.
            self.left = Some(Left { requests: remaining.saturating_sub(self.in_flight), until: now + WINDOW });
        }
        self.wake_first();
    }

    fn wake_first(&mut self) {
        if let Some(waker) = self.queue.front_mut().and_then(|first| first.waker.take()) {
            waker.wake();
        }
    }
}

/// The wait of one request for its place.
pub(crate) struct Acquire {
    pacer: Rc<Pacer>,
    ticket: u64,
    timer: Option<(Duration, LocalBoxFuture<'static, ()>)>,
}

impl Future for Acquire {
    type Output = Place;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Place> {
        let this = &mut *self;
        loop {
            let mut state = this.pacer.state.borrow_mut();
            let Some(position) = state.queue.iter().position(|waiting| waiting.ticket == this.ticket) else {
                return Poll::Pending;
            };
            let turn = if position == 0 { state.turn(this.pacer.transport.now()) } else { Turn::AfterAnswer };
            state.queue[position].waker = Some(context.waker().clone());
            match turn {
                Turn::Now => {
                    state.queue.pop_front();
                    state.take_place();
                    state.wake_first();
                    drop(state);
                    return Poll::Ready(Place { pacer: this.pacer.clone(), answered: false });
                }
                Turn::AfterAnswer => return Poll::Pending,
                Turn::At(time) => {
                    drop(state);
                    if this.timer.as_ref().is_none_or(|(set_for, _)| *set_for != time) {
                        let wait = time.saturating_sub(this.pacer.transport.now());
                        this.timer = Some((time, this.pacer.transport.sleep(wait)));
                    }
                    let Some((_, timer)) = &mut this.timer else { return Poll::Pending };
                    if timer.as_mut().poll(context).is_pending() {
                        return Poll::Pending;
                    }
                    // Timers of browsers may end a little early: look at the clock again.
                    this.timer = None;
                }
            }
        }
    }
}

impl Drop for Acquire {
    fn drop(&mut self) {
        let mut state = self.pacer.state.borrow_mut();
        let first = state.queue.front().is_some_and(|waiting| waiting.ticket == self.ticket);
        state.queue.retain(|waiting| waiting.ticket != self.ticket);
        if first {
            state.wake_first();
        }
    }
}

/// The right to send one request.
pub(crate) struct Place {
    pacer: Rc<Pacer>,
    answered: bool,
}

impl Place {
    /// The request is answered (`None`: no answer came).
    pub(crate) fn answered(mut self, response: Option<&Response>) {
        self.answered = true;
        let now = self.pacer.transport.now();
        self.pacer.state.borrow_mut().answered(now, response);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A request that was given up may still have arrived.
        if !self.answered {
            let now = self.pacer.transport.now();
            self.pacer.state.borrow_mut().answered(now, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::FutureExt;
    use futures_util::future::{join, join_all};

    use super::*;
    use crate::Client;
    use crate::transport::fake::{FakeTransport, json_with};
    use crate::transport::{Request, TransportError};

    /// A server with a fixed window: `limit` requests in each second of its clock, which is `offset` ahead of ours.
    fn fixed_window(
        limit: u32,
        offset: Duration,
        refused: Rc<Cell<u32>>,
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
                refused.set(refused.get() + 1);
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

    /// Sends `count` calls at once; gives the seconds until all have succeeded.
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
    fn sixty_calls_at_once_succeed_without_a_429_wherever_the_windows_begin() {
        for offset in [0, 1, 250, 500, 750, 989, 995, 999] {
            for latency in [0, 1, 5, 40, 120] {
                let refused = Rc::default();
                let fake = FakeTransport::new(fixed_window(10, Duration::from_millis(offset), Rc::clone(&refused)));
                fake.set_latency(Duration::from_millis(latency));
                let seconds = burst(&fake, &client(&fake), 60);
                assert_eq!((fake.sent().len(), refused.get()), (60, 0), "offset {offset}, latency {latency}");
                assert!((5.0..8.0).contains(&seconds), "offset {offset}, latency {latency}: {seconds} s");
            }
        }
    }

    #[test]
    fn a_smaller_limit_is_learned_from_the_headers() {
        let refused = Rc::default();
        let fake = FakeTransport::new(fixed_window(4, Duration::ZERO, Rc::clone(&refused)));
        let client = client(&fake);
        burst(&fake, &client, 1);
        burst(&fake, &client, 20);
        assert_eq!(refused.get(), 0);
    }

    #[test]
    fn two_clients_of_one_organization_share_its_limit_and_all_calls_succeed() {
        let fake = FakeTransport::new(fixed_window(10, Duration::from_millis(400), Rc::default()));
        fake.set_latency(Duration::from_millis(10));
        let (one, other) = (client(&fake), client(&fake));
        let calls = |client: &Client| {
            join_all((0..40).map(|_| {
                let client = client.clone();
                async move { client.models().list().await }
            }))
        };
        let (ones, others) = fake.run(join(calls(&one), calls(&other)));
        assert!(ones.iter().chain(&others).all(Result::is_ok));
    }

    #[test]
    fn nobody_sends_until_retry_after_has_passed() {
        let mut answers = 0;
        let fake = FakeTransport::new(move |_, _| {
            answers += 1;
            let models = serde_json::json!({ "models": [], "message": "" });
            if answers == 1 { json_with(429, &[("retry-after", "7")], models) } else { json_with(200, &[], models) }
        });
        burst(&fake, &client(&fake), 1);
        let times: Vec<u64> = fake.sent().iter().map(|(time, _)| time.as_secs()).collect();
        assert_eq!(times, [0, 7]);
    }

    #[test]
    fn those_who_wait_are_served_in_order_and_one_who_leaves_holds_nobody_up() {
        let fake = FakeTransport::replies([]);
        let pacer = Pacer::new(fake.shared());
        let served = RefCell::new(Vec::new());
        let places: Vec<Place> = fake.run(join_all((0..10).map(|_| pacer.acquire())));
        let wait = |number: u32| pacer.acquire().inspect(move |_| {}).map(move |place| (number, place));

        let first = pacer.acquire();
        let rest = join_all((1..=3).map(wait));
        drop(first);
        drop(places);
        for (number, place) in fake.run(rest) {
            served.borrow_mut().push(number);
            place.answered(None);
        }
        assert_eq!(*served.borrow(), [1, 2, 3]);
        assert_eq!(fake.now(), WINDOW, "a place that was given up counts like one that was answered");
    }
}
