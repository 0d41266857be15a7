//! Access tokens that the page gives from its session.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use answerdeck_analysis::FromWorker;
use answerdeck_client::{AccessTokens, Error, Result};
use futures_channel::oneshot;
use futures_core::future::LocalBoxFuture;

use crate::environment::Environment;

/// Access tokens by messages. Every request asks the page, which knows when a token ends.
pub(crate) struct PageTokens {
    environment: Rc<dyn Environment>,
    last: Cell<u32>,
    /// The requests that wait for a token, each with its number.
    waiting: RefCell<Vec<(u32, oneshot::Sender<Option<String>>)>>,
}

impl PageTokens {
    pub(crate) fn new(environment: Rc<dyn Environment>) -> Self {
        Self { environment, last: Cell::new(0), waiting: RefCell::default() }
    }

    /// Receives the token of a request.
    pub(crate) fn receive(&self, number: u32, token: Option<String>) {
        let mut waiting = self.waiting.borrow_mut();
        if let Some(at) = waiting.iter().position(|(waiting, _)| *waiting == number) {
            // A request that was dropped needs no token.
            let _ = waiting.swap_remove(at).1.send(token);
        }
    }

    async fn ask(&self, rejected: Option<String>) -> Result<String> {
        let number = self.last.get().wrapping_add(1);
        self.last.set(number);
        let (sender, receiver) = oneshot::channel();
        {
            let mut waiting = self.waiting.borrow_mut();
            waiting.retain(|(_, sender)| !sender.is_canceled());
            waiting.push((number, sender));
        }
        self.environment.post(&FromWorker::NeedsAccessToken { number, rejected });
        let token = receiver.await.ok().flatten();
        token.ok_or_else(|| Error::no_access_token("the page has no access token"))
    }
}

impl AccessTokens for PageTokens {
    fn access_token(&self) -> LocalBoxFuture<'_, Result<String>> {
        Box::pin(self.ask(None))
    }

    fn renew(&self, rejected: &str) -> LocalBoxFuture<'_, Result<()>> {
        let rejected = rejected.to_owned();
        Box::pin(async move { self.ask(Some(rejected)).await.map(drop) })
    }
}
