//! The work that the worker waits for. Messages are handled in the meantime.

use std::future::pending;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_answer_store::{AnswerSync, SyncError, SyncEvent};
use answerdeck_api::Brand;
use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_client::transport::Transport;
use answerdeck_client::{Client, Error};
use futures_core::future::LocalBoxFuture;

use crate::environment::Guard;

/// The result of an activity.
pub(crate) enum Ended {
    /// This tab may synchronize.
    Locked(Guard),
    /// A step of the synchronization has ended.
    Stepped(Box<AnswerSync>, Result<Option<SyncEvent>, SyncError>),
    /// The brands were read from the platform.
    BrandsRead(Result<Vec<Brand>, Error>),
    /// A timer fired: the worker looks for work again.
    Woken,
}

/// Work that the worker waits for.
pub(crate) type Activity = LocalBoxFuture<'static, Ended>;

pub(crate) fn lock(lock: LocalBoxFuture<'static, Guard>) -> Activity {
    Box::pin(async move { Ended::Locked(lock.await) })
}

pub(crate) fn step(mut sync: Box<AnswerSync>) -> Activity {
    Box::pin(async move {
        let result = sync.next().await;
        Ended::Stepped(sync, result)
    })
}

pub(crate) fn read_brands(client: Client) -> Activity {
    Box::pin(async move {
        let mut brands = Vec::new();
        let mut pager = client.brands().list().limit(PAGE_SIZE_MAX);
        let result = loop {
            match pager.next_page().await {
                Ok(Some(page)) => brands.extend(page.items),
                Ok(None) => break Ok(brands),
                Err(error) => break Err(error),
            }
        };
        Ended::BrandsRead(result)
    })
}

pub(crate) fn sleep(transport: &Rc<dyn Transport>, duration: Duration) -> Activity {
    let sleep = transport.sleep(duration);
    Box::pin(async move {
        sleep.await;
        Ended::Woken
    })
}

/// Never ends, so that the worker waits only for messages.
pub(crate) fn rest() -> Activity {
    Box::pin(pending())
}
