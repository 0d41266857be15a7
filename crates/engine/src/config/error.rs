//! Why a configuration of engines cannot be used.

use answerdeck_api::ModelCode;

/// The mistake, in one sentence that names the model and the key. It does not repeat the text of a credential.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl ConfigError {
    /// An error of the whole file.
    pub(super) fn of_file(message: impl std::fmt::Display) -> Self {
        Self(message.to_string())
    }

    /// An error of a model's entry.
    pub(super) fn of_model(model: &ModelCode, message: impl std::fmt::Display) -> Self {
        Self(format!("{model}: {message}"))
    }
}
