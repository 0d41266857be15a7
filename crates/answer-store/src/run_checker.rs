//! Compares a kept run with the platform. By its contract, the platform never changes a finished answer.
//!
//! Source: docs/platform-api.md, section 3.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::{AnswerFilter, RunId};
use answerdeck_client::Client;

use crate::archive::Archive;
use crate::error::SyncError;
use crate::kept_run::KeptRun;
use crate::run_reader::scope_of;

/// How a kept run compares with the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Same,
    Different,
    /// The platform no longer has the run.
    Gone,
}

/// Compares the answers of the platform with the kept ones. Only the newest answers of the run are compared, those of one
/// request.
///
/// # Errors
/// [`SyncError`] if the platform does not answer, or the kept answers cannot be read.
pub(crate) async fn compare(
    client: &Client,
    archive: &Archive,
    run: &RunId,
    kept: &KeptRun,
) -> Result<Comparison, SyncError> {
    let filter = AnswerFilter::from(scope_of(run));
    let page = match client.answers().list(filter).limit(PAGE_SIZE_MAX).next_page().await {
        Err(error) if error.is_not_found() => return Ok(Comparison::Gone),
        // Such a response may come from another server, and a server error may be temporary: neither means that the answers differ.
        Err(error) if error.is_unreadable_response() || error.is_server() => return Ok(Comparison::Same),
        page => page?,
    };
    let newest = page.map_or_else(Vec::new, |page| page.items);
    if newest.len() as u64 != kept.counts.total().min(PAGE_SIZE_MAX.into()) {
        return Ok(Comparison::Different);
    }
    let mut rest = &newest[..];
    for block in 0..kept.texts.len() {
        if rest.is_empty() {
            break;
        }
        let of_block = archive.read_texts(Some(run), block).await?;
        let compared = of_block.len().min(rest.len());
        if of_block[..compared] != rest[..compared] {
            return Ok(Comparison::Different);
        }
        rest = &rest[compared..];
    }
    Ok(if rest.is_empty() { Comparison::Same } else { Comparison::Different })
}
