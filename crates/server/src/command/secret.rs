//! Credentials, as options and in files.

use std::str::FromStr;

/// A credential. Its `Debug` output hides it.
#[derive(Clone)]
pub(super) struct Secret(pub(super) String);

impl FromStr for Secret {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let is_printable = !text.is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if is_printable { Ok(Self(text.to_owned())) } else { Err("expected printable ASCII characters") }
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

/// Parses the option that names the file of a value: a container or systemd gives a program its secrets as files. Space around the
/// value is no part of it.
///
/// # Errors
/// Fails when the file cannot be read as UTF-8, or the value cannot be parsed.
pub(super) fn in_file<T: FromStr<Err = &'static str>>(path: &str) -> Result<T, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    text.trim().parse().map_err(str::to_owned)
}
