//! The messages in both directions.

use serde::{Deserialize, Serialize};

use crate::reply::{Refusal, Reply};
use crate::status::{Loss, Status};

/// A message from a page to its worker.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToWorker {
    /// Opens the kept answers.
    Open(Open),
    /// A question. It replaces an older one of the same slot that has no reply yet.
    Ask {
        /// The slot. A new question in a slot replaces the previous one.
        slot: u32,
        /// The number of the question in its slot.
        number: u32,
        /// The JSON of an [`AnyQuestion`](crate::AnyQuestion). It is a text, so that a page has only the code of its own questions.
        question: String,
    },
    /// The page no longer waits for a reply in this slot.
    Cancel {
        /// The slot.
        slot: u32,
    },
    /// Whether the page is visible and online.
    Page {
        /// Whether the page is visible.
        is_visible: bool,
        /// Whether the browser is online.
        is_online: bool,
    },
    /// Brands were created, edited or deleted.
    BrandsChanged,
    /// A run that the page watched has finished.
    RunFinished,
    /// Deletes what is kept, and reads nothing more.
    Forget,
    /// The reply to [`FromWorker::NeedsAccessToken`].
    AccessToken {
        /// The number of the request.
        number: u32,
        /// The token. `None` if the session has ended or cannot be renewed now.
        token: Option<String>,
    },
}

/// What the worker needs to begin.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Open {
    /// The address of the platform.
    pub base_url: String,
    /// The credential of the session.
    pub credential: Credential,
    /// Where and how answers are kept. `None` keeps them in memory.
    pub secret: Option<StoreSecret>,
}

/// How the worker authenticates.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Credential {
    /// With an API key.
    ApiKey(String),
    /// With access tokens that it asks the page for.
    AccessTokens,
}

/// The name of a store, and the key that it is encrypted with. They exist as long as the session.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoreSecret {
    /// The name. It is random.
    pub name: String,
    /// The key.
    pub key: [u8; 32],
}

/// A message from a worker to its page.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FromWorker {
    /// The worker has loaded.
    Ready,
    /// The reply to a question.
    Reply {
        /// The slot of the question.
        slot: u32,
        /// Its number in the slot.
        number: u32,
        /// The reply. Its value is JSON.
        reply: Result<Reply<String>, Refusal>,
    },
    /// The state of the worker, when it has changed.
    Status(Status),
    /// Kept answers were lost.
    Lost(Loss),
    /// Everything that was kept is deleted.
    Forgotten,
    /// The worker needs an access token.
    NeedsAccessToken {
        /// The number of the request.
        number: u32,
        /// The token that the platform rejected. `None` if none was.
        rejected: Option<String>,
    },
}
