//! Why a configuration of engines cannot be used.

use std::fmt::Display;

use toml::de::DeTable;

/// The mistake, in one sentence that names the line, the model and the key. It does not repeat the text of a credential.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl ConfigError {
    pub(super) fn of_file(message: impl Display) -> Self {
        Self(message.to_string())
    }

    pub(super) fn at(toml: &str, offset: usize, message: impl Display) -> Self {
        let line = 1 + toml.bytes().take(offset).filter(|byte| *byte == b'\n').count();
        Self(format!("line {line}: {message}"))
    }

    pub(super) fn of_table(toml: &str, table: &str, message: impl Display) -> Self {
        Self::at(toml, offset(toml, table, None), format!("{table}: {message}"))
    }

    /// An error of a key in a table, which may lack it.
    pub(super) fn of_key(toml: &str, table: &str, key: &str, message: impl Display) -> Self {
        Self::at(toml, offset(toml, table, Some(key)), format!("{table}: {key}: {message}"))
    }
}

/// A key as it is documented. `key_env` is `key-env`.
pub(super) fn hyphenated(key: &str) -> String {
    key.replace('_', "-")
}

/// Where a key is written. Without it, where its table begins: the last of that name.
fn offset(toml: &str, table: &str, key: Option<&str>) -> usize {
    let Ok(file) = DeTable::parse(toml) else { return 0 };
    // The name of a model may be written in any letter case.
    let is_table = |name: &str| name.trim().eq_ignore_ascii_case(table.trim());
    let named = file.get_ref().iter().filter(|(name, _)| is_table(name.get_ref()));
    let Some((begin, keys)) = named.max_by_key(|(name, _)| name.span().start) else { return 0 };
    let keys = keys.get_ref().as_table().into_iter().flat_map(DeTable::iter);
    let is_key = |name: &str| key.is_some_and(|key| hyphenated(name) == hyphenated(key));
    let mut written = keys.map(|(name, _)| name).filter(|name| is_key(name.get_ref()));
    written.next().unwrap_or(begin).span().start
}
