//! Messages that the worker has received but not handled yet.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use answerdeck_analysis::ToWorker;

/// Messages of the page and of other tabs, in the order of their arrival. Clones are the same inbox.
#[derive(Clone, Default)]
pub struct Inbox(Rc<RefCell<Messages>>);

#[derive(Default)]
struct Messages {
    received: VecDeque<Received>,
    waker: Option<Waker>,
}

pub(crate) enum Received {
    /// From the page.
    Page(Box<ToWorker>),
    /// From the worker of another tab.
    Peer(String),
}

impl Inbox {
    /// Receives a text from the page. Ignores a text that is not a message.
    pub fn receive_from_page(&self, text: &str) {
        if let Ok(message) = answerdeck_json::from_str(text) {
            self.push(Received::Page(Box::new(message)));
        }
    }

    /// Receives a text from the worker of another tab with the same store.
    pub fn receive_from_peer(&self, text: String) {
        self.push(Received::Peer(text));
    }

    fn push(&self, received: Received) {
        let mut messages = self.0.borrow_mut();
        messages.received.push_back(received);
        if let Some(waker) = messages.waker.take() {
            waker.wake();
        }
    }

    /// Takes the oldest message. `None` if there is none.
    pub(crate) fn take(&self) -> Option<Received> {
        self.0.borrow_mut().received.pop_front()
    }

    /// Waits for a message. It stays in the inbox.
    pub(crate) async fn received(&self) {
        poll_fn(|context| {
            let mut messages = self.0.borrow_mut();
            if messages.received.is_empty() {
                messages.waker = Some(context.waker().clone());
                Poll::Pending
            } else {
                Poll::Ready(())
            }
        })
        .await;
    }
}
