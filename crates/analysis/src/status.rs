//! What the worker does, and where it keeps answers.

use serde::{Deserialize, Serialize};

/// The state of the worker.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// What the worker does.
    pub phase: Phase,
    /// The number of answers that are kept, including those of the run that is being read.
    pub kept: u64,
    /// The number of answers of all finished runs. `None` before the list of runs was read once.
    pub total: Option<u64>,
    /// The size of the kept answers in bytes.
    pub bytes: u64,
    /// Where the answers are kept.
    pub place: Place,
    /// Changes whenever the value of a question may have changed.
    pub revision: u32,
}

/// What the worker does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Phase {
    /// It opens the kept answers.
    #[default]
    Opening,
    /// It reads answers from the platform.
    Reading,
    /// Another tab reads answers from the platform.
    OtherTab,
    /// It searches the kept answers for the brands.
    Searching {
        /// The number of runs that were searched.
        searched: usize,
        /// The number of runs that are kept.
        total: usize,
    },
    /// It waits.
    Paused(Pause),
    /// Everything that can be kept is kept.
    Done,
}

/// Why the worker waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Pause {
    /// The page is hidden.
    Hidden,
    /// The device is offline.
    Offline,
    /// The platform failed. The worker retries automatically.
    Platform,
}

/// Where answers are kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Place {
    /// On this device, until the session ends.
    #[default]
    Device,
    /// In the memory of the page, because the session is not stored either.
    Memory,
    /// In the memory of the page, because the browser blocks storage.
    NoStorage,
    /// Earlier answers on this device, new ones in the memory of the page, because the device is full.
    Full,
}

/// Kept answers that were lost. They are read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Loss {
    /// The browser deleted them.
    Evicted,
    /// They were damaged, or written by another version of this program.
    Rebuilt,
}
