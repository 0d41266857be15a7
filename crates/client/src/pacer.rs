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
