//! Proof Key for Code Exchange (PKCE).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::error::SignInError;
use crate::transport::Transport;

/// Returns a code verifier or a `state`: 256 random bits as 43 characters of `A-Z`, `a-z`, `0-9`, `-` and `_`.
///
/// Source: RFC 7636, section 4.1.
pub(super) fn random_token(transport: &dyn Transport) -> Result<String, SignInError> {
    let mut bytes = [0; 32];
    transport.random(&mut bytes).map_err(|reason| SignInError::NoRandomness { reason })?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Returns the S256 code challenge of a verifier.
///
/// Source: RFC 7636, section 4.2.
pub(super) fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenge_matches_the_example_of_the_rfc() {
        // RFC 7636, appendix B.
        let challenge = challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        assert_eq!(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn random_token_returns_43_unreserved_characters_that_differ_each_time() {
        let transport = crate::transport::fake::FakeTransport::replies([]);
        let tokens: Vec<String> = (0..3).map(|_| random_token(&transport).unwrap()).collect();
        assert!(tokens.iter().all(|token| token.len() == 43));
        assert!(
            tokens.iter().all(|token| token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)))
        );
        assert!(tokens[0] != tokens[1] && tokens[1] != tokens[2]);
    }
}
