//! What the worker does, and where it keeps answers.

use serde::{Deserialize, Serialize};

/// The state of the worker.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// What it does.
    pub phase: Phase,
    /// The answers that are kept, and those of the run that is being read.
    pub kept: u64,
    /// The answers of all finished runs. `None` before the list of runs was read once.
    pub total: Option<u64>,
    /// The bytes of the kept answers.
    pub bytes: u64,
    /// Where they are kept.
    pub place: Place,
    /// Changes whenever a question may have another value.
    pub revision: u32,
}

/// What the worker does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Phase {
    /// It reads what is kept.
    #[default]
    Opening,
    /// It reads answers from the platform.
    Reading,
    /// Another tab reads answers from the platform.
    OtherTab,
    /// It searches the kept answers for the brands.
    Searching {
        /// The searched runs.
        searched: usize,
        /// The runs that are kept.
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
    /// Nobody sees the page.
    Hidden,
    /// There is no connection.
    Offline,
    /// The platform failed. The worker tries again by itself.
    Platform,
}

/// Where answers are kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Place {
    /// On this device, as long as the session.
    #[default]
    Device,
    /// In the memory of the page, because the session is not kept either.
    Memory,
    /// In the memory of the page, because the browser keeps nothing.
    NoStorage,
    /// New ones in the memory of the page, because the device is full. Those from before stay on the device.
    Full,
}

/// Kept answers that were lost. They are read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Loss {
    /// The browser deleted them.
    Evicted,
    /// They were damaged, or another version of this program kept them.
    Rebuilt,
}
