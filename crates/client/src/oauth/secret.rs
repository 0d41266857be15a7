//! The secret of a session, for what a device keeps for it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::pkce;
use crate::error::SignInError;
use crate::transport::Transport;

/// The secret of a stored session. It is lost with the session, and so is everything that is encrypted with it.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionSecret {
    /// A name for kept data: 43 characters of `A-Z`, `a-z`, `0-9`, `-` and `_`, different for each session. It has nothing
    /// in common with the key.
    pub name: String,
    /// A key to encrypt the data with.
    pub key: [u8; 32],
}

impl SessionSecret {
    /// Returns a new secret as it is stored: the name, a point, and the key.
    pub(super) fn random(transport: &dyn Transport) -> Result<String, SignInError> {
        Ok([pkce::random_token(transport)?, pkce::random_token(transport)?].join("."))
    }

    /// Reads a stored secret. `None` for another text.
    pub(super) fn parse(stored: &str) -> Option<Self> {
        let (name, key) = stored.split_once('.')?;
        let key = URL_SAFE_NO_PAD.decode(key).ok()?.try_into().ok()?;
        Some(Self { name: name.to_owned(), key })
    }
}

impl std::fmt::Debug for SessionSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionSecret").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::fake::FakeTransport;

    fn random() -> SessionSecret {
        let stored = SessionSecret::random(&FakeTransport::replies([])).unwrap();
        SessionSecret::parse(&stored).unwrap()
    }

    #[test]
    fn a_name_is_independent_of_its_key() {
        let secret = random();
        assert_eq!(secret.name.len(), 43);
        assert_ne!(secret.name, URL_SAFE_NO_PAD.encode(secret.key));
    }

    #[test]
    fn any_other_text_is_rejected() {
        for stored in ["", "name", "name.", "name.a2V5", "name.key!"] {
            assert_eq!(SessionSecret::parse(stored), None, "{stored}");
        }
    }

    #[test]
    fn debug_does_not_print_the_key() {
        let secret = random();
        assert_eq!(format!("{secret:?}"), format!("SessionSecret {{ name: {:?}, .. }}", secret.name));
    }
}
