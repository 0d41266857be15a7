//! Keeps the clients of an organization under the platform's rate limit, as docs/decisions/0002-rate-limiting.md says. The
//! clients of one platform in one browser share their permits ([`slot`]). Others share what the server reports: how much of a
//! window is left, and whether it refused a request.

mod slot;

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use answerdeck_api::limits::{RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS};
use futures_core::future::LocalBoxFuture;

use self::slot::{Slot, Slots};
use crate::error::{Error, Result};
use crate::jitter::random_byte;
use crate::transport::{Response, Transport};

/// The length of a window of the server.
const WINDOW: Duration = Duration::from_secs(RATE_LIMIT_WINDOW_SECONDS);
/// How long a permit is held after the response: one window plus a margin for clock drift.
pub(crate) const PERMIT_HOLD: Duration = WINDOW.saturating_add(Duration::from_millis(10));
/// How much longer than it must a client waits after a refusal at most, so that clients do not return together.
const SPREAD_MAX: Duration = Duration::from_millis(WINDOW.as_millis() as u64 / 2);
/// The longest time in which a request is assumed to reach the server. A request that takes longer may be refused, and
/// is then sent again.
const ARRIVAL_MAX: Duration = Duration::from_secs(2);
/// The maximum number of permits, whatever limit the server names. No browser keeps as many connections.
const PERMITS_MAX: usize = 1_000;

/// Issues permits to send requests, first come, first served.
pub(crate) struct Pacer {
    transport: Rc<dyn Transport>,
    slots: Slots,
    state: RefCell<State>,
}

struct State {
    /// Requests per window, from the latest response.
    limit: usize,
    /// Requests per window that this client sends. Halved when the server refuses one although the client stayed under the
    /// limit, because others use it too; one more after each window without a refusal.
    allowance: usize,
    /// When the allowance changes next, while it is below the limit.
    recovers_at: Duration,
    /// The permits that are held.
    held: Vec<Held>,
    /// The remaining quota that the server reported, less the requests in flight.
    quota: Option<Quota>,
    /// The refusal that stopped the queue: no permit is issued before its end.
    refusal: Option<Refusal>,
    /// No permit is issued before this time, so that requests after a refusal are spread.
    next_start: Duration,
    /// The waiters in the order of their tickets.
    queue: Vec<Waiter>,
    next_ticket: u64,
}

struct Held {
    ticket: u64,
    /// `None` while the request waits for a slot.
    until: Option<Duration>,
    in_flight: bool,
}

struct Quota {
    remaining: usize,
    valid_until: Duration,
}

struct Refusal {
    until: Duration,
    error: Error,
}

struct Waiter {
    ticket: u64,
    waker: Option<Waker>,
}

impl Pacer {
    /// `platform` is the address of the platform. Clients of the same address share their permits.
    pub(crate) fn new(transport: Rc<dyn Transport>, platform: &str) -> Rc<Self> {
        let limit = RATE_LIMIT_REQUESTS as usize;
        let state = State {
            limit,
            allowance: limit,
            recovers_at: Duration::ZERO,
            held: Vec::new(),
            quota: None,
            refusal: None,
            next_start: Duration::ZERO,
            queue: Vec::new(),
            next_ticket: 0,
        };
        let slots = Slots::new(transport.clone(), platform);
        Rc::new(Self { transport, slots, state: RefCell::new(state) })
    }

    /// Waits for a permit, and for a slot if the request takes one. A refused call passes the ticket of its first permit, and so
    /// keeps its place in the queue. Dropping the future leaves the queue.
    pub(crate) async fn acquire(
        self: &Rc<Self>,
        ticket: Option<u64>,
        max_wait: Duration,
        takes_slot: bool,
    ) -> Result<Permit> {
        let mut permit = self.enqueue(ticket, max_wait).await?;
        if takes_slot {
            let limit = self.state.borrow().limit;
            permit.slot = self.slots.take(limit).await;
        }
        self.state.borrow_mut().start(permit.ticket, self.transport.now());
        Ok(permit)
    }

    fn enqueue(self: &Rc<Self>, ticket: Option<u64>, max_wait: Duration) -> Acquire {
        let mut state = self.state.borrow_mut();
        let ticket = ticket.unwrap_or_else(|| {
            state.next_ticket += 1;
            state.next_ticket
        });
        let position = state.queue.partition_point(|waiter| waiter.ticket < ticket);
        state.queue.insert(position, Waiter { ticket, waker: None });
        Acquire { pacer: self.clone(), ticket, max_wait, timer: None }
    }

    /// Issues no permit for `wait` and up to half a window more, after the server refused a request with 429.
    pub(crate) fn refuse(&self, wait: Duration, error: &Error) {
        let now = self.transport.now();
        let spread = SPREAD_MAX * u32::from(random_byte(&*self.transport)) / 256;
        let mut state = self.state.borrow_mut();
        let until = now.saturating_add(wait).saturating_add(spread);
        if state.refusal.as_ref().is_none_or(|refusal| refusal.until < until) {
            state.refusal = Some(Refusal { until, error: error.clone() });
        }
        // Several requests of one window may be refused together: they count once.
        if state.recovers_at <= now || state.allowance == state.limit {
            state.allowance = (state.allowance / 2).max(1);
        }
        state.recovers_at = state.recovers_at.max(until + WINDOW);
        state.queue.iter_mut().filter_map(|waiter| waiter.waker.take()).for_each(Waker::wake);
    }
}

/// When the first waiter of the queue gets its permit.
enum Readiness {
    Ready,
    ReadyAt(Duration),
    /// When a request that waits for a slot starts.
    AfterStart,
    Refused(Error),
}

impl State {
    fn readiness(&mut self, now: Duration, max_wait: Duration) -> Readiness {
        self.held.retain(|held| held.until.is_none_or(|until| until > now));
        self.quota.take_if(|quota| quota.valid_until <= now);
        self.refusal.take_if(|refusal| refusal.until <= now);
        if let Some(Refusal { until, error }) = &self.refusal {
            let is_too_long = *until - now > max_wait.saturating_add(SPREAD_MAX);
            return if is_too_long { Readiness::Refused(error.clone()) } else { Readiness::ReadyAt(*until) };
        }
        while self.allowance < self.limit && self.recovers_at <= now {
            self.allowance += 1;
            self.recovers_at += WINDOW;
        }
        if now < self.next_start {
            return Readiness::ReadyAt(self.next_start);
        }
        if let Some(Quota { remaining: 0, valid_until }) = self.quota {
            return Readiness::ReadyAt(valid_until);
        }
        if self.held.len() < self.allowance {
            return Readiness::Ready;
        }
        let first_end = self.held.iter().filter_map(|held| held.until).min();
        first_end.map_or(Readiness::AfterStart, Readiness::ReadyAt)
    }

    fn issue_permit(&mut self, ticket: u64, now: Duration) {
        self.held.push(Held { ticket, until: None, in_flight: true });
        if let Some(quota) = &mut self.quota {
            quota.remaining = quota.remaining.saturating_sub(1);
        }
        if self.allowance < self.limit {
            // Spread over the window, so that several clients find their shares.
            let limit = u32::try_from(self.limit).unwrap_or(u32::MAX);
            self.next_start = now + WINDOW / limit;
        }
    }

    fn start(&mut self, ticket: u64, now: Duration) {
        if let Some(held) = self.held.iter_mut().find(|held| held.ticket == ticket && held.in_flight) {
            held.until = Some(now + ARRIVAL_MAX + PERMIT_HOLD);
        }
        self.wake_first();
    }

    fn complete(&mut self, ticket: u64, now: Duration, response: Option<&Response>) {
        if let Some(held) = self.held.iter_mut().find(|held| held.ticket == ticket && held.in_flight) {
            let end = now + PERMIT_HOLD;
            held.until = Some(held.until.map_or(end, |until| until.min(end)));
            held.in_flight = false;
        }
        let header_number = |name| response?.header(name)?.trim().parse::<usize>().ok();
        if let Some(limit) = header_number("x-ratelimit-limit") {
            let had_all = self.allowance == self.limit;
            self.limit = limit.clamp(1, PERMITS_MAX);
            self.allowance = if had_all { self.limit } else { self.allowance.min(self.limit) };
        }
        if let Some(remaining) = header_number("x-ratelimit-remaining") {
            // The server may not have counted the requests in flight yet: subtract them all.
            let in_flight = self.held.iter().filter(|held| held.in_flight).count();
            self.quota = Some(Quota { remaining: remaining.saturating_sub(in_flight), valid_until: now + PERMIT_HOLD });
        }
        self.wake_first();
    }

    fn wake_first(&mut self) {
        if let Some(waker) = self.queue.first_mut().and_then(|first| first.waker.take()) {
            waker.wake();
        }
    }
}

/// A place in the queue.
struct Acquire {
    pacer: Rc<Pacer>,
    ticket: u64,
    /// How long it waits at most after a refusal.
    max_wait: Duration,
    timer: Option<(Duration, LocalBoxFuture<'static, ()>)>,
}

impl Future for Acquire {
    type Output = Result<Permit>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<Permit>> {
        let this = &mut *self;
        loop {
            let now = this.pacer.transport.now();
            let mut state = this.pacer.state.borrow_mut();
            let Some(position) = state.queue.iter().position(|waiter| waiter.ticket == this.ticket) else {
                return Poll::Pending;
            };
            state.queue[position].waker = Some(context.waker().clone());
            match state.readiness(now, this.max_wait) {
                Readiness::Refused(error) => return Poll::Ready(Err(error)),
                _ if position > 0 => return Poll::Pending,
                Readiness::AfterStart => return Poll::Pending,
                Readiness::Ready => {
                    state.queue.remove(position);
                    state.issue_permit(this.ticket, now);
                    state.wake_first();
                    drop(state);
                    return Poll::Ready(Ok(Permit { pacer: this.pacer.clone(), ticket: this.ticket, slot: None }));
                }
                Readiness::ReadyAt(time) => {
                    drop(state);
                    if this.timer.as_ref().is_none_or(|(end, _)| *end != time) {
                        this.timer = Some((time, this.pacer.transport.sleep(time.saturating_sub(now))));
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
        let first = state.queue.first().is_some_and(|waiter| waiter.ticket == self.ticket);
        state.queue.retain(|waiter| waiter.ticket != self.ticket);
        if first {
            state.wake_first();
        }
    }
}

/// The permission to send one request. Dropping it without a response holds it as long: a cancelled request may still
/// have reached the server.
pub(crate) struct Permit {
    pacer: Rc<Pacer>,
    ticket: u64,
    /// The slot that the permit takes from all clients of the browser.
    slot: Option<Slot>,
}

impl Permit {
    /// The place in the queue that this permit was issued for.
    pub(crate) fn ticket(&self) -> u64 {
        self.ticket
    }

    /// Records the response of the request. `None` when no response arrived.
    pub(crate) fn complete(self, response: Option<&Response>) {
        let now = self.pacer.transport.now();
        self.pacer.state.borrow_mut().complete(self.ticket, now, response);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        drop(self.slot.take());
        let now = self.pacer.transport.now();
        self.pacer.state.borrow_mut().complete(self.ticket, now, None);
    }
}
