//! Why kept answers cannot be read or written.

use answerdeck_api::RunId;
use answerdeck_client::Error;
use answerdeck_insight::EncodeError;

use crate::compression::CompressionError;
use crate::store::StoreError;

/// Kept answers that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The store fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Texts cannot be compressed or decompressed.
    #[error(transparent)]
    Compression(#[from] CompressionError),
    /// The records of a run are damaged. `None` for the answers without a run.
    #[error("kept answers of a run are damaged")]
    Damaged(Option<RunId>),
    /// The encoder of records failed.
    #[error("a record cannot be encoded: {0}")]
    Encoder(String),
}

impl From<postcard::Error> for ArchiveError {
    fn from(error: postcard::Error) -> Self {
        Self::Encoder(error.to_string())
    }
}

/// A step of the synchronization that failed. The next step tries it again.
#[derive(Debug, thiserror::Error)]
pub enum SyncError {
    /// The platform did not answer as documented, or not at all.
    #[error(transparent)]
    Client(#[from] Error),
    /// The answers cannot be kept.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// Why the answers of a run cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The platform lists other answers than it counts.
    #[error("the platform lists other answers of the run than it counts")]
    OtherCount,
    /// The platform lists the run, but not its answers, or an answer is not as documented.
    #[error(transparent)]
    Response(#[from] Error),
    /// An answer cannot be counted.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}
