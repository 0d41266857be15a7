//! Opens the kept answers, on the device or in memory.

use std::rc::Rc;

use answerdeck_analysis::{Loss, Place, StoreSecret};
use answerdeck_answer_store::{
    AnswerStore, ArchiveError, Compression, MemoryStore, Opening, OverflowStore, Store, StoreError, Uncompressed,
};

use crate::environment::{Environment, OpenedStore};
use crate::last_replies::LastReplies;

/// Opened answers.
pub(crate) struct Opened {
    pub(crate) answers: AnswerStore,
    pub(crate) place: Place,
    /// Why kept answers are missing.
    pub(crate) loss: Option<Loss>,
    /// Knows whether the device is full. `None` in memory.
    pub(crate) overflow: Option<Rc<OverflowStore>>,
}

/// Opens the store of a session, or memory where there is none or the browser keeps nothing.
///
/// # Errors
/// [`ArchiveError`] if even memory fails.
pub(crate) async fn open(
    environment: &dyn Environment,
    secret: Option<&StoreSecret>,
    last_replies: &LastReplies,
) -> Result<Opened, ArchiveError> {
    let Some(secret) = secret else {
        environment.delete_unused();
        return in_memory(Place::Memory).await;
    };
    match on_device(environment, secret, last_replies).await {
        Ok(opened) => Ok(opened),
        Err(ArchiveError::Store(StoreError::Full)) => in_memory(Place::Full).await,
        // Deleted between opening and reading, or the first reading failed: a new one is empty.
        Err(ArchiveError::Store(StoreError::Evicted | StoreError::Broken(_))) => {
            let second = on_device(environment, secret, last_replies).await;
            match second {
                Ok(opened) => Ok(Opened { loss: opened.loss.or(Some(Loss::Evicted)), ..opened }),
                Err(_) => in_memory(Place::NoStorage).await,
            }
        }
        Err(_) => in_memory(Place::NoStorage).await,
    }
}

async fn on_device(
    environment: &dyn Environment,
    secret: &StoreSecret,
    last_replies: &LastReplies,
) -> Result<Opened, ArchiveError> {
    let OpenedStore { store, is_rebuilt } = environment.open_store(secret).await?;
    if let Some(kept) = AnswerStore::kept_replies(&*store, &*environment.compression()).await? {
        last_replies.read(kept);
    }
    let overflow = Rc::new(OverflowStore::new(store));
    let store: Rc<dyn Store> = overflow.clone();
    let (answers, opening) = AnswerStore::open(store, environment.compression()).await?;
    let loss = (is_rebuilt || opening == Opening::Rebuilt).then_some(Loss::Rebuilt);
    Ok(Opened { answers, place: Place::Device, loss, overflow: Some(overflow) })
}

async fn in_memory(place: Place) -> Result<Opened, ArchiveError> {
    let (store, compression): (Rc<dyn Store>, Rc<dyn Compression>) =
        (Rc::new(MemoryStore::default()), Rc::new(Uncompressed));
    let (answers, _) = AnswerStore::open(store, compression).await?;
    Ok(Opened { answers, place, loss: None, overflow: None })
}
