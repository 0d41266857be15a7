//! The names of brands that answers are searched for, and what was found.

use answerdeck_api::{AnswerId, Brand, RunId};
use answerdeck_insight::{MentionFinder, TooManyNames, encode_named_brands};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh64::xxh64;

use crate::error::ArchiveError;
use crate::record;

/// Identifies a list of names. Mentions that were found with other names are searched for again.
type Fingerprint = u64;

/// The mentions in a text: the index of the brand, and the place.
pub(crate) type Mentions = Vec<(usize, usize)>;

/// The names of brands, ready to search for.
pub(crate) struct BrandNames {
    fingerprint: Fingerprint,
    finder: MentionFinder,
    brands: usize,
}

#[derive(Serialize, Deserialize)]
struct NamedRecord<'a> {
    fingerprint: Fingerprint,
    /// A block of [`encode_named_brands`].
    named: &'a [u8],
}

impl BrandNames {
    /// # Errors
    /// [`TooManyNames`] if the brands have too many.
    pub(crate) fn new(brands: &[Brand]) -> Result<Self, TooManyNames> {
        let names = |brand: &Brand| brand.names().cloned().collect::<Vec<_>>();
        let mut bytes = Vec::new();
        for brand in brands {
            let names = names(brand);
            bytes.extend((names.len() as u64).to_le_bytes());
            for name in names {
                bytes.extend((name.len() as u64).to_le_bytes());
                bytes.extend(name.into_bytes());
            }
        }
        let finder = MentionFinder::new(brands.iter().map(names))?;
        Ok(Self { fingerprint: xxh64(&bytes, 0), finder, brands: brands.len() })
    }

    /// Returns the mentions in a text: the index of the brand, and the place.
    pub(crate) fn find(&self, text: &str) -> Mentions {
        self.finder.find(text).iter().map(|mention| (mention.brand, mention.start)).collect()
    }

    /// Encodes what was found in the counted answers of a run. Returns the record, and the block in it.
    pub(crate) fn encode(
        &self,
        run: Option<&RunId>,
        found: &[(AnswerId, Mentions)],
    ) -> Result<(Vec<u8>, Vec<u8>), ArchiveError> {
        let mentions = found.iter().map(|(id, mentions)| (id, mentions.iter().copied()));
        let named = encode_named_brands(run, self.brands, mentions)
            .map_err(|error| ArchiveError::Encoder(error.to_string()))?;
        let record = record::encode(&NamedRecord { fingerprint: self.fingerprint, named: &named })?;
        Ok((record, named))
    }

    /// Returns the block of a record. `None` if it is damaged or was made for other names.
    pub(crate) fn decode<'a>(&self, record: &'a [u8]) -> Option<&'a [u8]> {
        let NamedRecord { fingerprint, named } = record::decode(record)?;
        (fingerprint == self.fingerprint).then_some(named)
    }
}
