//! The reply to a question.

use serde::{Deserialize, Serialize};

/// The value of a question, and what it was counted from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Reply<T> {
    /// The value.
    pub value: T,
    /// What it was counted from.
    pub coverage: Coverage,
}

/// How many of the platform's answers were counted. If the scope names a run that is kept, all of its answers were counted,
/// whatever is missing elsewhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Coverage {
    /// The number of answers that are kept.
    pub kept: u64,
    /// The number of answers of all finished runs. `None` before the list of runs was read once.
    pub total: Option<u64>,
    /// The number of runs whose answers may belong to the scope and are not kept, because they are not read yet or not finished.
    /// `None` before the list of runs was read once.
    pub missing_runs: Option<usize>,
}

impl Coverage {
    /// Whether all answers of the scope were counted, as far as the platform's list of runs was read.
    pub fn is_complete(self) -> bool {
        self.missing_runs == Some(0)
    }

    /// Whether answers that the platform has are still to be read.
    pub fn is_reading(self) -> bool {
        self.total.is_none_or(|total| self.kept < total)
    }
}

/// Why a question has no value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Refusal {
    /// Some answers may belong to the prompt set of the scope, but only the platform knows.
    UnknownPromptSet,
    /// A time of the scope is invalid.
    InvalidTime,
    /// The names of all brands together are too long.
    TooManyNames,
    /// The brands could not be read from the platform, and none were kept.
    NoBrands,
    /// The kept answers cannot be read.
    Store(String),
    /// The question cannot be read. The text names what is wrong.
    InvalidQuestion(String),
}
