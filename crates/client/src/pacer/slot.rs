//! The permits that all clients of a platform in one browser share: pages, workers, tabs.
//!
//! A slot is a lock of the browser with a number below the rate limit. Its holder keeps it as long as a permit, so that
//! all clients together send at most one request per slot in a window.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use futures_channel::oneshot;
use futures_util::future::{Either, select, select_all};

use super::{ARRIVAL_MAX, PERMIT_HOLD};
use crate::transport::{Lock, Locks, Transport};

/// How long a client waits for a slot. A tab that hangs may hold one forever.
const SLOT_WAIT_MAX: Duration = Duration::from_secs(30);

/// The slots of one platform.
pub(super) struct Slots {
    transport: Rc<dyn Transport>,
    /// `None` where the environment has no locks.
    locks: Option<Rc<dyn Locks>>,
    /// The beginning of the names of the locks.
    name: String,
    /// The slots that this client holds or asks for.
    own: Rc<RefCell<Vec<usize>>>,
}

impl Slots {
    pub(super) fn new(transport: Rc<dyn Transport>, platform: &str) -> Self {
        let name = format!("answerdeck.pace.{platform}.");
        Self { locks: transport.locks(), transport, name, own: Rc::default() }
    }

    /// Waits for a slot. `None` without locks, or if none was free for a long time: then the server decides.
    pub(super) async fn take(&self, limit: usize) -> Option<Slot> {
        let locks = self.locks.as_deref()?;
        for number in 0..limit {
            if let Some(own) = OwnSlot::claim(&self.own, number)
                && let Some(lock) = locks.try_lock(&self.lock_name(number)).await
            {
                return Some(self.hold(lock, Some(own)));
            }
        }
        // The first that becomes free. The requests for the others are withdrawn.
        let any = select_all((0..limit).map(|number| locks.lock(&self.lock_name(number))));
        match select(any, self.transport.sleep(SLOT_WAIT_MAX)).await {
            Either::Left(((lock, number, _), _)) => Some(self.hold(lock, OwnSlot::claim(&self.own, number))),
            Either::Right(_) => None,
        }
    }

    fn lock_name(&self, number: usize) -> String {
        format!("{}{number}", self.name)
    }

    /// Holds a lock as long as a permit is held.
    fn hold(&self, lock: Lock, own: Option<OwnSlot>) -> Slot {
        let (answer, answered) = oneshot::channel::<()>();
        let transport = self.transport.clone();
        self.transport.spawn(Box::pin(async move {
            let longest = transport.sleep(ARRIVAL_MAX + PERMIT_HOLD);
            let usual = Box::pin(async {
                // The sender is dropped with the slot.
                let _ = answered.await;
                transport.sleep(PERMIT_HOLD).await;
            });
            select(longest, usual).await;
            drop((lock, own));
        }));
        Slot { _answer: answer }
    }
}

/// A slot that a request takes. Dropping it signals that the request was answered or cancelled.
pub(super) struct Slot {
    _answer: oneshot::Sender<()>,
}

/// The number of a slot that this client holds or asks for, so that it does not ask for it twice.
struct OwnSlot {
    number: usize,
    own: Rc<RefCell<Vec<usize>>>,
}

impl OwnSlot {
    /// `None` when the client has it already.
    fn claim(own: &Rc<RefCell<Vec<usize>>>, number: usize) -> Option<Self> {
        let mut numbers = own.borrow_mut();
        if numbers.contains(&number) {
            return None;
        }
        numbers.push(number);
        Some(Self { number, own: own.clone() })
    }
}

impl Drop for OwnSlot {
    fn drop(&mut self) {
        self.own.borrow_mut().retain(|number| *number != self.number);
    }
}
