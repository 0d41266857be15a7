//! Callbacks that can be ended.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

type Callback = Rc<dyn Fn()>;

/// The callbacks of one event.
#[derive(Default)]
pub(crate) struct Callbacks {
    registered: RefCell<Vec<(u64, Callback)>>,
    last_number: Cell<u64>,
}

impl Callbacks {
    pub(crate) fn register(self: &Rc<Self>, callback: impl Fn() + 'static) -> Subscription {
        let number = self.last_number.get() + 1;
        self.last_number.set(number);
        self.registered.borrow_mut().push((number, Rc::new(callback)));
        Subscription { callbacks: Rc::downgrade(self), number }
    }

    pub(crate) fn run(&self) {
        // A callback may register another one or end one, so the list must not be borrowed while the callbacks run.
        let callbacks = self.registered.borrow().clone();
        for (_, callback) in callbacks {
            callback();
        }
    }
}

/// A registered callback. It ends when this value is dropped.
#[derive(Debug)]
#[must_use = "the callback ends when the subscription is dropped"]
pub struct Subscription {
    callbacks: Weak<Callbacks>,
    number: u64,
}

impl Subscription {
    /// Keeps the callback as long as the client lives.
    pub fn keep(mut self) {
        self.callbacks = Weak::new();
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(callbacks) = self.callbacks.upgrade() {
            callbacks.registered.borrow_mut().retain(|(number, _)| *number != self.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callback_runs_until_its_subscription_is_dropped() {
        let callbacks = Rc::new(Callbacks::default());
        let runs = Rc::new(Cell::new(0));
        let count = || {
            let runs = runs.clone();
            callbacks.register(move || runs.set(runs.get() + 1))
        };
        let subscription = count();
        count().keep();
        callbacks.run();
        assert_eq!(runs.get(), 2);
        drop(subscription);
        callbacks.run();
        assert_eq!(runs.get(), 3);
    }

    #[test]
    fn a_callback_may_end_itself_and_register_another() {
        let callbacks = Rc::new(Callbacks::default());
        let own = Rc::new(RefCell::new(None));
        let (in_callback, callbacks_in_callback) = (own.clone(), callbacks.clone());
        let subscription = callbacks.register(move || {
            drop(in_callback.take());
            callbacks_in_callback.register(|| {}).keep();
        });
        *own.borrow_mut() = Some(subscription);
        callbacks.run();
        assert_eq!(callbacks.registered.borrow().len(), 1);
    }
}
