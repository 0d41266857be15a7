//! Proof Key for Code Exchange.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::SignInProblem;
use crate::transport::Transport;

/// 256 random bits as 43 characters of `A-Z`, `a-z`, `0-9`, `-` and `_`: a code verifier, or a `state`.
///
/// Source: RFC 7636, section 4.1.
pub(super) fn random_text(transport: &dyn Transport) -> Result<String, SignInProblem> {
    let mut bytes = [0; 32];
    transport.random(&mut bytes).map_err(|reason| SignInProblem::NoRandomness { reason })?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// The code challenge of a verifier, by S256.
///
/// Source: RFC 7636, section 4.2.
pub(super) fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_is_that_of_the_rfc() {
        // RFC 7636, appendix B.
        let challenge = challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        assert_eq!(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn a_verifier_is_43_unreserved_characters_and_never_the_same() {
        let transport = crate::transport::fake::FakeTransport::replies([]);
        let texts: Vec<String> = (0..3).map(|_| random_text(&transport).unwrap()).collect();
        assert!(texts.iter().all(|text| text.len() == 43));
        assert!(
            texts.iter().all(|text| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)))
        );
        assert!(texts[0] != texts[1] && texts[1] != texts[2]);
    }
}
