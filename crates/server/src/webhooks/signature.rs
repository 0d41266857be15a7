//! Secrets, and the headers that sign a delivery.
//!
//! Source: Standard Webhooks 1.0.0, Signature scheme and Webhook headers.

use answerdeck_database::entity::webhook;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use jiff::Timestamp;
use sha2::Sha256;

use crate::random::Random;

const SECRET_PREFIX: &str = "whsec_";

pub(crate) fn new_secret(random: &Random) -> String {
    format!("{SECRET_PREFIX}{}", STANDARD.encode(random.bytes::<32>()))
}

/// The headers of an attempt. After a rotation the replaced secret signs, too, as long as it is valid.
pub(super) fn headers(webhook: &webhook::Model, id: &str, body: &str, now: Timestamp) -> [(&'static str, String); 3] {
    let is_valid = webhook.previous_secret_until.is_some_and(|until| until > now.as_millisecond());
    let previous = webhook.previous_secret.as_ref().filter(|_| is_valid);
    let message = format!("{id}.{}.{body}", now.as_second());
    let signatures = [Some(&webhook.secret), previous].into_iter().flatten().map(|secret| sign(secret, &message));
    [
        ("webhook-id", id.to_owned()),
        ("webhook-timestamp", now.as_second().to_string()),
        ("webhook-signature", signatures.collect::<Vec<_>>().join(" ")),
    ]
}

fn sign(secret: &str, message: &str) -> String {
    let key = STANDARD.decode(secret.trim_start_matches(SECRET_PREFIX)).unwrap_or_default();
    #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
    let mut hmac = <Hmac<Sha256> as Mac>::new_from_slice(&key).expect("a key of any length");
    hmac.update(message.as_bytes());
    format!("v1,{}", STANDARD.encode(hmac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_reference_libraries_has_their_signature() {
        let message = r#"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}"#;
        let signature = sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_secret_has_32_random_bytes() {
        let (one, two) = (new_secret(&Random::system()), new_secret(&Random::system()));
        assert_ne!(one, two);
        assert_eq!(STANDARD.decode(one.strip_prefix(SECRET_PREFIX).unwrap()).unwrap().len(), 32);
    }
}
