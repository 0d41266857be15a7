//! Keeps all clones of a client under the platform's rate limit.
//!
//! The server counts requests per second of its own clock, which the client cannot see. The client only knows that a
//! request arrived at some time between sending it and receiving the response. A request therefore holds its permit from
//! sending until one second after the response. No later request can then fall into the same window, whatever the offset
//! of the windows and the latency of the network.
//!
//! A background client takes at most half of each window. The server also says how much of a window is left: less than half
//! means that others ask, in this tab or elsewhere, and the background client waits.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use answerdeck_api::limits::{RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS};
use futures_core::future::LocalBoxFuture;

use crate::transport::{Response, Transport};

/// How long a permit is held after the response: one window plus a margin for clock drift.
pub(crate) const PERMIT_HOLD: Duration = Duration::from_millis(RATE_LIMIT_WINDOW_SECONDS * 1_000 + 10);

/// How much of the rate limit a client takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// All of it.
    Whole,
    /// At most half, and less while others ask.
    Background,
}

/// Issues permits to send requests, first come, first served.
pub(crate) struct Pacer {
    transport: Rc<dyn Transport>,
    state: RefCell<State>,
}

struct State {
    share: Share,
    /// Requests per window, from the latest response.
    limit: usize,
    /// Requests without a response yet.
    in_flight: usize,
    /// When each completed request releases its permit, earliest first.
    releases: VecDeque<Duration>,
    /// The remaining quota that the server reported, less the requests in flight.
    quota: Option<Quota>,
    /// No permit is issued before this time, because the server answered 429.
    blocked_until: Duration,
    queue: VecDeque<Waiter>,
    next_ticket: u64,
}

struct Quota {
    remaining: usize,
    valid_until: Duration,
}

struct Waiter {
    ticket: u64,
    waker: Option<Waker>,
}

/// When the first waiter of the queue gets its permit.
enum Readiness {
    Ready,
    ReadyAt(Duration),
    /// When a request in flight is answered.
    AfterResponse,
}

impl Pacer {
    pub(crate) fn new(transport: Rc<dyn Transport>, share: Share) -> Rc<Self> {
        let state = State {
            share,
            limit: RATE_LIMIT_REQUESTS as usize,
            in_flight: 0,
            releases: VecDeque::new(),
            quota: None,
            blocked_until: Duration::ZERO,
            queue: VecDeque::new(),
            next_ticket: 0,
        };
        Rc::new(Self { transport, state: RefCell::new(state) })
    }

    /// Waits for a permit. Dropping the future leaves the queue.
    pub(crate) fn acquire(self: &Rc<Self>) -> Acquire {
        let mut state = self.state.borrow_mut();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.queue.push_back(Waiter { ticket, waker: None });
        Acquire { pacer: self.clone(), ticket, timer: None }
    }

    /// Issues no permit for `wait`, after the server answered 429.
    pub(crate) fn block_for(&self, wait: Duration) {
        let mut state = self.state.borrow_mut();
        state.blocked_until = state.blocked_until.max(self.transport.now() + wait);
    }
}

impl State {
    fn readiness(&mut self, now: Duration) -> Readiness {
        while self.releases.front().is_some_and(|until| *until <= now) {
            self.releases.pop_front();
        }
        if self.quota.as_ref().is_some_and(|quota| quota.valid_until <= now) {
            self.quota = None;
        }
        if now < self.blocked_until {
            return Readiness::ReadyAt(self.blocked_until);
        }
        let reserved = self.reserved();
        if let Some(Quota { remaining, valid_until }) = self.quota
            && remaining <= reserved
        {
            return Readiness::ReadyAt(valid_until);
        }
        if self.in_flight + self.releases.len() + reserved < self.limit {
            return Readiness::Ready;
        }
        self.releases.front().map_or(Readiness::AfterResponse, |until| Readiness::ReadyAt(*until))
    }

    /// Requests of each window that are left to others. A limit of 1 leaves none, or nothing would ever be sent.
    fn reserved(&self) -> usize {
        match self.share {
            Share::Whole => 0,
            Share::Background => self.limit.div_ceil(2).min(self.limit.saturating_sub(1)),
        }
    }

    fn issue_permit(&mut self) {
        self.in_flight += 1;
        if let Some(quota) = &mut self.quota {
            quota.remaining = quota.remaining.saturating_sub(1);
        }
    }

    fn complete(&mut self, now: Duration, response: Option<&Response>) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.releases.push_back(now + PERMIT_HOLD);
        let header_number = |name| response?.header(name)?.trim().parse::<usize>().ok();
        if let Some(limit) = header_number("x-ratelimit-limit") {
            self.limit = limit.max(1);
        }
        if let Some(remaining) = header_number("x-ratelimit-remaining") {
            // The server may not have counted the requests in flight yet: subtract them all.
            let remaining = remaining.saturating_sub(self.in_flight);
            self.quota = Some(Quota { remaining, valid_until: now + PERMIT_HOLD });
        }
        self.wake_first();
    }

    fn wake_first(&mut self) {
        if let Some(waker) = self.queue.front_mut().and_then(|first| first.waker.take()) {
            waker.wake();
        }
    }
}

/// The future of [`Pacer::acquire`].
pub(crate) struct Acquire {
    pacer: Rc<Pacer>,
    ticket: u64,
    timer: Option<(Duration, LocalBoxFuture<'static, ()>)>,
}

impl Future for Acquire {
    type Output = Permit;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Permit> {
        let this = &mut *self;
        loop {
            let mut state = this.pacer.state.borrow_mut();
            let Some(position) = state.queue.iter().position(|waiter| waiter.ticket == this.ticket) else {
                return Poll::Pending;
            };
            let readiness =
                if position == 0 { state.readiness(this.pacer.transport.now()) } else { Readiness::AfterResponse };
            state.queue[position].waker = Some(context.waker().clone());
            match readiness {
                Readiness::Ready => {
                    state.queue.pop_front();
                    state.issue_permit();
                    state.wake_first();
                    drop(state);
                    return Poll::Ready(Permit { pacer: this.pacer.clone(), completed: false });
                }
                Readiness::AfterResponse => return Poll::Pending,
                Readiness::ReadyAt(time) => {
                    drop(state);
                    if this.timer.as_ref().is_none_or(|(end, _)| *end != time) {
                        let wait = time.saturating_sub(this.pacer.transport.now());
                        this.timer = Some((time, this.pacer.transport.sleep(wait)));
                    }
                    let Some((_, timer)) = &mut this.timer else { return Poll::Pending };
                    if timer.as_mut().poll(context).is_pending() {
                        return Poll::Pending;
                    }
                    // Browser timers may fire a little early: check the clock again.
                    this.timer = None;
                }
            }
        }
    }
}

impl Drop for Acquire {
    fn drop(&mut self) {
        let mut state = self.pacer.state.borrow_mut();
        let first = state.queue.front().is_some_and(|waiter| waiter.ticket == self.ticket);
        state.queue.retain(|waiter| waiter.ticket != self.ticket);
        if first {
            state.wake_first();
        }
    }
}

/// The permission to send one request.
pub(crate) struct Permit {
    pacer: Rc<Pacer>,
    completed: bool,
}

impl Permit {
    /// Records the response of the request. `None` when no response arrived.
    pub(crate) fn complete(mut self, response: Option<&Response>) {
        self.completed = true;
        let now = self.pacer.transport.now();
        self.pacer.state.borrow_mut().complete(now, response);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        // A cancelled request may still have reached the server.
        if !self.completed {
            let now = self.pacer.transport.now();
            self.pacer.state.borrow_mut().complete(now, None);
        }
    }
}
