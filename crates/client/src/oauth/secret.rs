//! The secret of a session, for what a device keeps for it.

use sha2::{Digest, Sha256};

use super::pkce;

/// The secret of a stored session. It is lost with the session, and so is everything that is encrypted with it.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionSecret {
    /// A name for kept data: 43 characters of `A-Z`, `a-z`, `0-9`, `-` and `_`, different for each session. It does not
    /// reveal the key.
    pub name: String,
    /// A key to encrypt the data with.
    pub key: [u8; 32],
}

impl SessionSecret {
    /// Derives the secret from 256 random bits.
    pub(super) fn new(seed: &str) -> Self {
        let name = pkce::challenge(&[seed, ".name"].concat());
        Self { name, key: Sha256::digest([seed, ".key"].concat()).into() }
    }
}

impl std::fmt::Debug for SessionSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionSecret").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_name_and_key_which_differ() {
        let [secret, other] = ["seed", "seeds"].map(SessionSecret::new);
        assert_eq!(secret, SessionSecret::new("seed"));
        assert_ne!(secret.name, other.name);
        assert_ne!(secret.key, other.key);
        assert_eq!(secret.name.len(), 43);
        assert_ne!(secret.name, URL_SAFE_NO_PAD.encode(secret.key));
    }

    #[test]
    fn debug_does_not_print_the_key() {
        let secret = SessionSecret::new("seed");
        assert_eq!(format!("{secret:?}"), format!("SessionSecret {{ name: {:?}, .. }}", secret.name));
    }
}
