//! Reads answers of a kept run again, and compares them with what is kept. A platform that keeps its contract never changes
//! them.
//!
//! Source: docs/platform-api.md, section 3.

use answerdeck_api::RunId;
use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_client::Client;

use crate::archive::Archive;
use crate::error::SyncError;
use crate::kept_run::KeptRun;
use crate::listing::ListedRun;
use crate::run_reader::{Reading, RunReader};

/// The newest answers of a run that are compared: those of one request.
const COMPARED_MAX: usize = PAGE_SIZE_MAX as usize;

/// A kept run that is being compared.
pub(crate) struct RunChecker {
    reader: RunReader,
    kept: KeptRun,
    /// The number of compared blocks of texts.
    compared: usize,
}

/// How far a comparison is.
pub(crate) enum Checking {
    More,
    Unchanged,
    /// The platform has other answers now.
    Changed(Changed),
}

/// A run that was kept otherwise.
pub(crate) struct Changed {
    pub(crate) run: RunId,
    pub(crate) listed: ListedRun,
    pub(crate) kept: KeptRun,
}

impl RunChecker {
    pub(crate) fn new(client: &Client, run: RunId, kept: KeptRun) -> Self {
        let listed = ListedRun { is_finished: true, counts: kept.counts };
        Self { reader: RunReader::new(client, run, listed), kept, compared: 0 }
    }

    pub(crate) fn run(&self) -> &RunId {
        &self.reader.run
    }

    /// Reads the page, or compares it.
    pub(crate) async fn step(&mut self, archive: &Archive) -> Result<Checking, SyncError> {
        let is_complete = match self.reader.step(archive).await? {
            Reading::Unreadable(_) => return Ok(self.changed()),
            Reading::Complete => true,
            Reading::More => self.reader.answers.len() >= COMPARED_MAX,
        };
        while let Some(block) = self.reader.texts.get(self.compared) {
            let kept = archive.read_block(&self.reader.run, self.compared).await?;
            if kept.as_ref() != Some(&block.record) {
                return Ok(self.changed());
            }
            self.compared += 1;
        }
        Ok(if is_complete { Checking::Unchanged } else { Checking::More })
    }

    fn changed(&self) -> Checking {
        let RunReader { run, listed, .. } = &self.reader;
        Checking::Changed(Changed { run: run.clone(), listed: *listed, kept: self.kept.clone() })
    }
}
