//! The bytes of records, and their keys.

use answerdeck_api::RunId;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh64::xxh64;

/// Encodes a record with a checksum.
///
/// # Errors
/// [`postcard::Error`] if the content has a part that postcard cannot encode.
pub(crate) fn encode(content: &impl Serialize) -> Result<Vec<u8>, postcard::Error> {
    let mut bytes = postcard::to_allocvec(content)?;
    bytes.extend(xxh64(&bytes, 0).to_le_bytes());
    Ok(bytes)
}

/// Decodes a record. `None` for bytes that [`encode`] did not make, or not all of them.
pub(crate) fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    let (content, checksum) = bytes.split_last_chunk()?;
    if xxh64(content, 0).to_le_bytes() != *checksum {
        return None;
    }
    match postcard::take_from_bytes(content) {
        Ok((content, [])) => Some(content),
        _ => None,
    }
}

/// The key of the record with the version of all others.
pub(crate) const HEADER: &str = "header";
/// The key of the [`MissingRuns`](crate::list_state::MissingRuns).
pub(crate) const MISSING_RUNS: &str = "missing-runs";
/// The key of the [`PromptSets`](crate::prompt_sets::PromptSets).
pub(crate) const PROMPT_SETS: &str = "prompt-sets";
/// The key of the [`AnswerListCheckpoint`](crate::list_state::AnswerListCheckpoint).
pub(crate) const CHECKPOINT: &str = "answer-list-checkpoint";
/// The key of the run that was compared with the platform last.
pub(crate) const CHECKED: &str = "checked";
/// The key of the brands that are tracked.
pub(crate) const TRACKED: &str = "tracked-brands";
/// The key of replies to questions, counted from all other records as they are now.
pub(crate) const REPLIES: &str = "replies";
/// The prefix of [`run_key`].
pub(crate) const RUN: &str = "run/";
/// The prefix of [`brands_key`].
pub(crate) const BRANDS: &str = "brands/";
/// The prefix of [`dictionary_key`].
pub(crate) const DICTIONARY: &str = "dictionary/";

/// The key of the columns of a run, or of the answers without a run.
pub(crate) fn run_key(run: Option<&RunId>) -> String {
    [RUN, name(run)].concat()
}

/// The key of a block of texts of a run.
pub(crate) fn texts_key(run: Option<&RunId>, block: usize) -> String {
    format!("texts/{}/{block}", name(run))
}

/// The key of the named brands of a run.
pub(crate) fn brands_key(run: Option<&RunId>) -> String {
    [BRANDS, name(run)].concat()
}

/// The key of a part of the dictionary that runs share. Parts are numbered from 0, and their keys have the same order.
pub(crate) fn dictionary_key(part: usize) -> String {
    format!("{DICTIONARY}{part:010}")
}

/// Returns the part of a key of [`dictionary_key`]. `None` for other keys.
pub(crate) fn part_of_key(key: &str) -> Option<usize> {
    key.strip_prefix(DICTIONARY)?.parse().ok()
}

/// Returns the run of a key with the prefix [`RUN`] or [`BRANDS`]. `None` for other keys.
pub(crate) fn run_of_key(prefix: &str, key: &str) -> Option<Option<RunId>> {
    match key.strip_prefix(prefix)? {
        WITHOUT_RUN => Some(None),
        id => id.parse().ok().map(Some),
    }
}

/// Too short for an id.
const WITHOUT_RUN: &str = "none";

fn name(run: Option<&RunId>) -> &str {
    run.map_or(WITHOUT_RUN, RunId::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_or_truncated_record_is_rejected() {
        let bytes = encode(&("가", [1_u64, 300])).unwrap();
        assert_eq!(decode::<(&str, [u64; 2])>(&bytes), Some(("가", [1, 300])));
        for at in 0..bytes.len() {
            assert_eq!(decode::<(&str, [u64; 2])>(&bytes[..at]), None);
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(decode::<(&str, [u64; 2])>(&changed), None);
        }
        assert_eq!(decode::<(&str, [u64; 2])>(&[&bytes[..], &[0]].concat()), None);
        assert_eq!(decode::<&str>(&bytes), None);
    }

    #[test]
    fn a_key_contains_its_run_or_part() {
        let run: RunId = "r".repeat(22).parse().unwrap();
        assert_eq!(run_of_key(BRANDS, &brands_key(Some(&run))), Some(Some(run.clone())));
        assert_eq!(run_of_key(RUN, &run_key(Some(&run))), Some(Some(run)));
        assert_eq!(run_of_key(RUN, &run_key(None)), Some(None));
        assert_eq!((part_of_key(&dictionary_key(12)), part_of_key(&run_key(None))), (Some(12), None));
        assert_eq!(["run/x", HEADER, &brands_key(None)].map(|key| run_of_key(RUN, key)), [None, None, None]);
    }
}
