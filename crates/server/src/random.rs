//! Ids and secrets. The source of randomness is injected, so that tests can replace it.

use std::sync::{Arc, Mutex, PoisonError};

use answerdeck_database::id::id_of;
use jiff::Timestamp;

type Fill = dyn Fn(&mut [u8]) + Send + Sync;

/// Generates ids and secrets. Clones share the order of ids.
#[derive(Clone)]
pub struct Random {
    fill: Arc<Fill>,
    last: Arc<Mutex<u128>>,
}

impl Random {
    /// Uses the randomness of the operating system. Generating panics without it.
    pub fn system() -> Self {
        #[expect(clippy::expect_used, reason = "without randomness no secret is safe")]
        #[expect(clippy::disallowed_methods, reason = "the only call that reads the system's randomness")]
        Self::from_fn(|bytes| getrandom::fill(bytes).expect("the system provides randomness"))
    }

    pub fn from_fn(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        Self { fill: Arc::new(fill), last: Arc::default() }
    }

    /// Generates an id for `time`: a UUIDv7 in base62, padded to 22 characters.
    pub fn id<T: TryFrom<String>>(&self, time: Timestamp) -> T
    where
        T::Error: std::fmt::Debug,
    {
        #[expect(clippy::expect_used, reason = "one id was asked for")]
        self.ids(time, 1).pop().expect("one id")
    }

    /// Generates ids for `time`, in ascending order. They are greater than the ids for the same time that were generated here
    /// since the last id for another time.
    ///
    /// Source: RFC 9562, section 6.2, method 2.
    pub fn ids<T: TryFrom<String>>(&self, time: Timestamp, count: usize) -> Vec<T>
    where
        T::Error: std::fmt::Debug,
    {
        let milliseconds = u64::try_from(time.as_millisecond()).unwrap_or_default();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let id = |_| {
            let mut random = [0; 10];
            (self.fill)(&mut random);
            let mut uuid = uuid::Builder::from_unix_timestamp_millis(milliseconds, &random).into_uuid().as_u128();
            if *last >> 80 == uuid >> 80 && *last >= uuid {
                uuid = *last + 1 + u128::from(random[0]);
            }
            *last = uuid;
            #[expect(clippy::expect_used, reason = "22 characters of base62 are an id")]
            T::try_from(id_of(uuid)).expect("base62 of a UUID is an id")
        };
        (0..count).map(id).collect()
    }

    /// Generates a secret: `prefix` and 256 random bits in base64url.
    pub fn secret(&self, prefix: &str) -> String {
        use base64::Engine;
        format!("{prefix}{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(self.bytes::<32>()))
    }

    pub(crate) fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.fill)(&mut bytes);
        bytes
    }

    /// Generates a number from 0 to less than 1.
    pub(crate) fn fraction(&self) -> f64 {
        f64::from(u32::from_le_bytes(self.bytes())) / (f64::from(u32::MAX) + 1.0)
    }
}

/// Returns the SHA-256 of a secret in hexadecimal. The database stores only this.
pub fn hash(secret: &str) -> String {
    use sha2::Digest;
    format!("{:x}", sha2::Sha256::digest(secret))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use answerdeck_api::PromptId;
    use answerdeck_database::id::first_number;

    use super::*;

    #[test]
    fn ids_of_one_millisecond_sort_in_the_order_of_their_creation() {
        let random = Random::system();
        let time = Timestamp::from_millisecond(1_800_000_000_000).unwrap();
        let ids: Vec<PromptId> = (0..1_000).map(|_| random.id(time)).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn ids_of_a_batch_ascend_while_another_thread_generates_ids_for_another_time() {
        let random = Random::system();
        let [time, other] =
            [1_800_000_000_000, 1_800_000_000_001].map(|time| Timestamp::from_millisecond(time).unwrap());
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    random.id::<PromptId>(other);
                }
            });
            let ids: Vec<PromptId> = random.ids(time, 100_000);
            is_done.store(true, Ordering::Relaxed);
            assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        });
    }

    #[test]
    fn ids_sort_by_time() {
        let random = Random::system();
        let later: PromptId = random.id(Timestamp::from_millisecond(1_800_000_000_001).unwrap());
        let earlier: PromptId = random.id(Timestamp::from_millisecond(1_800_000_000_000).unwrap());
        assert!(earlier < later);
    }

    #[test]
    fn first_number_is_between_the_ids_of_two_milliseconds() {
        let random = Random::system();
        let id = |milliseconds| random.id::<String>(Timestamp::from_millisecond(milliseconds).unwrap());
        let first = id_of(first_number(1_800_000_000_000));
        assert!(id(1_799_999_999_999) < first && first <= id(1_800_000_000_000));
    }

    #[test]
    fn secrets_have_their_prefix_and_differ() {
        let random = Random::system();
        let (one, two) = (random.secret("adk_"), random.secret("adk_"));
        assert!(one.starts_with("adk_") && one.len() == 4 + 43 && one != two);
    }
}
