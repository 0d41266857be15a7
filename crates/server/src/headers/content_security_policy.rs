//! Source expressions of a content security policy.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Returns the source expression that allows exactly this inline script or style.
///
/// Source: Content Security Policy Level 3, section 2.3.1.
pub(crate) fn sha256_source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sha256_source_is_the_base64_of_the_hash() {
        assert_eq!(sha256_source(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }
}
