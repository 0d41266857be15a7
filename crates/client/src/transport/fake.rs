//! A scripted network on a virtual clock, for unit tests.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use futures_core::future::LocalBoxFuture;

use super::{Lock, Locks, Request, Response, Transport, TransportError};

pub(crate) type Reply = Result<Response, TransportError>;
/// Answers a request that arrives at the given time.
type Script = dyn FnMut(&Request, Duration) -> Reply;

/// 2026-01-01.
const DEVICE_START: Duration = Duration::from_secs(1_767_225_600);

#[derive(Clone)]
pub(crate) struct FakeTransport(Rc<Fake>);

struct Fake {
    now: Cell<Duration>,
    /// The time of the device's clock when the monotonic clock started.
    device_start: Cell<Duration>,
    online: Cell<bool>,
    visible: Cell<bool>,
    /// The latency of the request, and of the response.
    latency: Cell<Duration>,
    timers: RefCell<Vec<(Duration, Waker)>>,
    /// The tasks that wait for a change of `online` or `visible`.
    change_waiters: RefCell<Vec<Waker>>,
    sent: RefCell<Vec<(Duration, Request)>>,
    completed: Cell<usize>,
    /// The locks that clients of this network share. `None` in an environment without locks.
    locks: RefCell<Option<HashMap<String, Rc<FairLock>>>>,
    tasks: RefCell<Vec<LocalBoxFuture<'static, ()>>>,
    /// The state of the random number generator.
    random: Cell<u64>,
    script: RefCell<Box<Script>>,
}

impl FakeTransport {
    /// Returns a network that answers each request with `script`.
    pub(crate) fn new(script: impl FnMut(&Request, Duration) -> Reply + 'static) -> Self {
        Self(Rc::new(Fake {
            now: Cell::default(),
            device_start: Cell::new(DEVICE_START),
            online: Cell::new(true),
            visible: Cell::new(true),
            latency: Cell::default(),
            timers: RefCell::default(),
            change_waiters: RefCell::default(),
            sent: RefCell::default(),
            completed: Cell::default(),
            locks: RefCell::default(),
            tasks: RefCell::default(),
            random: Cell::new(0x9E37_79B9_7F4A_7C15),
            script: RefCell::new(Box::new(script)),
        }))
    }

    /// Returns a network that sends these replies in order.
    pub(crate) fn replies(replies: impl IntoIterator<Item = Reply>) -> Self {
        let mut replies: VecDeque<Reply> = replies.into_iter().collect();
        Self::new(move |request, _| replies.pop_front().unwrap_or_else(|| panic!("unexpected request: {request:?}")))
    }

    pub(crate) fn shared(&self) -> Rc<dyn Transport> {
        Rc::new(self.clone())
    }

    /// Gives the clients of this network locks, as a browser does.
    pub(crate) fn share_locks(&self) {
        *self.0.locks.borrow_mut() = Some(HashMap::new());
    }

    pub(crate) fn set_latency(&self, latency: Duration) {
        self.0.latency.set(latency);
    }

    /// Sets the device's clock back.
    pub(crate) fn set_device_clock_back(&self, by: Duration) {
        self.0.device_start.set(self.0.device_start.get() - by);
    }

    pub(crate) fn set_online(&self, online: bool) {
        self.0.online.set(online);
        self.0.change_waiters.take().into_iter().for_each(Waker::wake);
    }

    pub(crate) fn set_visible(&self, visible: bool) {
        self.0.visible.set(visible);
        self.0.change_waiters.take().into_iter().for_each(Waker::wake);
    }

    /// Returns all requests with the time at which they were sent.
    pub(crate) fn sent(&self) -> Vec<(Duration, Request)> {
        self.0.sent.borrow().clone()
    }

    /// Returns the number of completed exchanges. Dropped requests and requests in flight do not count.
    pub(crate) fn completed(&self) -> usize {
        self.0.completed.get()
    }

    /// Runs a future to completion. While it waits, the clock jumps to the next timer.
    pub(crate) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        let flag = Arc::new(WakeFlag(AtomicBool::new(false)));
        let waker = Waker::from(flag.clone());
        loop {
            if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return output;
            }
            let mut tasks = self.0.tasks.take();
            tasks.retain_mut(|task| task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
            self.0.tasks.borrow_mut().append(&mut tasks);
            while !flag.0.swap(false, Ordering::Relaxed) {
                self.advance_clock();
            }
        }
    }

    fn advance_clock(&self) {
        let mut timers = self.0.timers.borrow_mut();
        let next = timers.iter().map(|(time, _)| *time).min().expect("the future waits without a timer");
        self.0.now.set(self.0.now.get().max(next));
        for (_, waker) in timers.extract_if(.., |(time, _)| *time <= next) {
            waker.wake();
        }
    }
}

impl Transport for FakeTransport {
    fn send(&self, request: Request) -> LocalBoxFuture<'static, Reply> {
        let this = self.clone();
        Box::pin(async move {
            this.0.sent.borrow_mut().push((this.now(), request.clone()));
            this.sleep(this.0.latency.get()).await;
            let reply = (this.0.script.borrow_mut())(&request, this.now());
            this.sleep(this.0.latency.get()).await;
            this.0.completed.set(this.completed() + 1);
            reply
        })
    }

    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        let this = self.clone();
        let end = self.now() + duration;
        Box::pin(std::future::poll_fn(move |context| {
            if this.now() >= end {
                return Poll::Ready(());
            }
            this.0.timers.borrow_mut().push((end, context.waker().clone()));
            Poll::Pending
        }))
    }

    fn now(&self) -> Duration {
        self.0.now.get()
    }

    fn device_time(&self) -> Duration {
        self.0.device_start.get() + self.0.now.get()
    }

    fn is_online(&self) -> bool {
        self.0.online.get()
    }

    fn locks(&self) -> Option<Rc<dyn Locks>> {
        self.0.locks.borrow().is_some().then(|| Rc::new(self.clone()) as Rc<dyn Locks>)
    }

    fn spawn(&self, future: LocalBoxFuture<'static, ()>) {
        self.0.tasks.borrow_mut().push(future);
    }

    fn online_changed(&self) -> LocalBoxFuture<'static, ()> {
        self.changed(Self::is_online)
    }

    fn is_visible(&self) -> bool {
        self.0.visible.get()
    }

    fn visibility_changed(&self) -> LocalBoxFuture<'static, ()> {
        self.changed(Self::is_visible)
    }

    /// The same numbers in each run of a test: a xorshift generator.
    fn random(&self, bytes: &mut [u8]) -> Result<(), String> {
        let mut state = self.0.random.get();
        for byte in bytes {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            *byte = state.to_le_bytes()[4];
        }
        self.0.random.set(state);
        Ok(())
    }
}

impl FakeTransport {
    fn changed(&self, value: fn(&Self) -> bool) -> LocalBoxFuture<'static, ()> {
        let this = self.clone();
        let before = value(self);
        Box::pin(std::future::poll_fn(move |context| {
            if value(&this) != before {
                return Poll::Ready(());
            }
            this.0.change_waiters.borrow_mut().push(context.waker().clone());
            Poll::Pending
        }))
    }

    fn fair_lock(&self, name: &str) -> Rc<FairLock> {
        self.0.locks.borrow_mut().get_or_insert_default().entry(name.to_owned()).or_default().clone()
    }
}

impl Locks for FakeTransport {
    fn lock(&self, name: &str) -> LocalBoxFuture<'static, Lock> {
        let place = self.fair_lock(name).enter();
        Box::pin(async move {
            std::future::poll_fn(|context| place.poll_first(context)).await;
            Box::new(place) as Lock
        })
    }

    fn try_lock(&self, name: &str) -> LocalBoxFuture<'static, Option<Lock>> {
        let lock = self.fair_lock(name);
        let is_free = lock.queue.borrow().is_empty();
        let place = is_free.then(|| lock.enter());
        Box::pin(std::future::ready(place.map(|place| Box::new(place) as Lock)))
    }
}

/// A lock that its waiters get in their order, as in a browser. The first of the queue holds it.
#[derive(Default)]
struct FairLock {
    queue: RefCell<VecDeque<u64>>,
    wakers: RefCell<Vec<Waker>>,
    entered: Cell<u64>,
}

impl FairLock {
    fn enter(self: &Rc<Self>) -> Place {
        self.entered.set(self.entered.get() + 1);
        self.queue.borrow_mut().push_back(self.entered.get());
        Place { lock: self.clone(), number: self.entered.get() }
    }
}

struct Place {
    lock: Rc<FairLock>,
    number: u64,
}

impl Place {
    fn poll_first(&self, context: &mut Context<'_>) -> Poll<()> {
        if self.lock.queue.borrow().front() == Some(&self.number) {
            return Poll::Ready(());
        }
        self.lock.wakers.borrow_mut().push(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.lock.queue.borrow_mut().retain(|number| *number != self.number);
        self.lock.wakers.take().into_iter().for_each(Waker::wake);
    }
}

struct WakeFlag(AtomicBool);

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

pub(crate) fn json(status: u16, body: serde_json::Value) -> Reply {
    json_with(status, &[], body)
}

pub(crate) fn json_with(status: u16, headers: &[(&str, &str)], body: serde_json::Value) -> Reply {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Ok(Response { status, headers, body: body.to_string() })
}
