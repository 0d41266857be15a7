//! The brands that each answer names, and the stored form of a run's.

use answerdeck_api::{AnswerId, RunId};
use serde::{Deserialize, Serialize};

use crate::block::{IdBytes, id_bytes};
use crate::lists::Lists;
use crate::sealed::{self, BlockError, Format};

const FORMAT: Format = *b"nam1";

/// A brand that an answer names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NamedBrand {
    /// The index of the brand in the list of tracked brands.
    pub(crate) brand: u32,
    /// 1 + the number of tracked brands that are named before it. Brands with a first mention at the same place share it.
    pub(crate) position: u32,
}

/// The content of a block.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NamedBlock<'a> {
    pub(crate) run: Option<&'a str>,
    /// The number of tracked brands.
    pub(crate) brands: u32,
    /// In ascending order.
    pub(crate) ids: Vec<IdBytes>,
    /// The brands of each answer in the order of their first mention.
    pub(crate) named: Lists<NamedBrand>,
}

/// Encodes which of `brands` tracked brands the SUCCESS answers of a run, or those without a run, name. Each answer comes
/// with its mentions: the index of a brand, below `brands`, and the place of the mention in the text. Mentions may have
/// any order.
///
/// # Errors
/// [`postcard::Error`] if the encoder fails.
pub fn encode_named_brands<'a, M: IntoIterator<Item = (usize, usize)>>(
    run: Option<&RunId>,
    brands: usize,
    answers: impl IntoIterator<Item = (&'a AnswerId, M)>,
) -> Result<Vec<u8>, postcard::Error> {
    let mut rows: Vec<(IdBytes, Vec<NamedBrand>)> =
        answers.into_iter().map(|(id, mentions)| (id_bytes(id.as_str()), named_brands(mentions))).collect();
    rows.sort_by_key(|(id, _)| *id);
    let mut block = NamedBlock {
        run: run.map(RunId::as_str),
        brands: u32::try_from(brands).unwrap_or(u32::MAX),
        ids: rows.iter().map(|(id, _)| *id).collect(),
        named: Lists::default(),
    };
    rows.into_iter().for_each(|(_, named)| block.named.push(named));
    sealed::seal(FORMAT, &block)
}

/// Decodes a block. Every brand in it is one of its number of brands, and every answer has its list.
///
/// # Errors
/// [`BlockError`] if the bytes are no block of named brands.
pub(crate) fn decode_named_brands(bytes: &[u8]) -> Result<NamedBlock<'_>, BlockError> {
    let block: NamedBlock = sealed::open(FORMAT, bytes)?;
    let is_consistent = block.named.are_of(block.ids.len())
        && block
            .named
            .values()
            .iter()
            .all(|named| named.brand < block.brands && (1..=block.brands).contains(&named.position))
        && (0..block.ids.len()).all(|row| each_brand_once(block.named.get(row)));
    if is_consistent { Ok(block) } else { Err(BlockError::Inconsistent) }
}

fn each_brand_once(named: &[NamedBrand]) -> bool {
    let mut brands: Vec<u32> = named.iter().map(|named| named.brand).collect();
    brands.sort_unstable();
    brands.is_sorted_by(|one, other| one < other) && named.is_sorted_by_key(|named| named.position)
}

/// Returns the brands of an answer in the order of their first mention.
fn named_brands(mentions: impl IntoIterator<Item = (usize, usize)>) -> Vec<NamedBrand> {
    let mut by_brand: Vec<(usize, usize)> = mentions.into_iter().collect();
    by_brand.sort_unstable();
    by_brand.dedup_by_key(|(brand, _)| *brand);
    let mut by_place: Vec<(usize, usize)> = by_brand.into_iter().map(|(brand, place)| (place, brand)).collect();
    by_place.sort_unstable();
    let mut named: Vec<NamedBrand> = Vec::with_capacity(by_place.len());
    let mut before = None;
    for (index, (place, brand)) in (1..).zip(by_place) {
        let shared = before.filter(|(last, _)| *last == place).map(|(_, position)| position);
        let position = shared.unwrap_or(index);
        before = Some((place, position));
        named.push(NamedBrand { brand: u32::try_from(brand).unwrap_or(u32::MAX), position });
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(mentions: &[(usize, usize)]) -> Vec<(u32, u32)> {
        named_brands(mentions.iter().copied()).iter().map(|named| (named.brand, named.position)).collect()
    }

    #[test]
    fn brands_are_ordered_by_their_first_mention() {
        assert_eq!(positions(&[(2, 40), (0, 7), (2, 3), (0, 90), (1, 8)]), [(2, 1), (0, 2), (1, 3)]);
        assert_eq!(positions(&[]), []);
    }

    #[test]
    fn brands_that_share_a_name_share_a_position() {
        assert_eq!(positions(&[(0, 5), (1, 5), (2, 5), (3, 9)]), [(0, 1), (1, 1), (2, 1), (3, 4)]);
    }

    #[test]
    fn a_block_with_a_brand_that_is_not_tracked_or_repeated_is_inconsistent() {
        let id: AnswerId = "0123456789ABCDEFabcdef".parse().unwrap();
        let bytes = |mentions: &[(usize, usize)]| encode_named_brands(None, 2, [(&id, mentions.to_vec())]).unwrap();
        assert!(decode_named_brands(&bytes(&[(1, 0), (0, 1)])).is_ok());
        assert_eq!(decode_named_brands(&bytes(&[(2, 0)])).unwrap_err(), BlockError::Inconsistent);
        let twice = [NamedBrand { brand: 0, position: 1 }; 2];
        let mut named = Lists::default();
        named.push(twice);
        let block = NamedBlock { run: None, brands: 2, ids: vec![id_bytes(id.as_str())], named };
        let bytes = sealed::seal(FORMAT, &block).unwrap();
        assert_eq!(decode_named_brands(&bytes).unwrap_err(), BlockError::Inconsistent);
    }
}
