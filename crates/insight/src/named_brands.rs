//! The brands that each answer names, and their stored form for a run.

use answerdeck_api::{AnswerId, RunId};
use serde::{Deserialize, Serialize};

use crate::block::EncodeError;
use crate::envelope::{self, BlockError, Format};
use crate::interner::to_number;
use crate::ragged_array::RaggedArray;
use crate::sorting::{IdBytes, id_bytes, in_order};

const FORMAT: Format = *b"nam2";

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
    pub(crate) brands: usize,
    /// In ascending order.
    pub(crate) ids: Vec<IdBytes>,
    /// The brands of each answer in the order of their first mention.
    pub(crate) named: RaggedArray<NamedBrand>,
}

/// Encodes which of `brands` tracked brands the SUCCESS answers of a run, or those without a run, name. Each answer comes
/// with its mentions in the order of the text: the index of the brand, below `brands`, and the place.
///
/// # Errors
/// [`EncodeError`] if a mention is of another brand, or not in the order of the text.
pub fn encode_named_brands<'a, M: IntoIterator<Item = (usize, usize)>>(
    run: Option<&RunId>,
    brands: usize,
    answers: impl IntoIterator<Item = (&'a AnswerId, M)>,
) -> Result<Vec<u8>, EncodeError> {
    let mut last_answer = vec![usize::MAX; brands];
    let mut ids = Vec::new();
    let mut named = Vec::new();
    for (index, (id, mentions)) in answers.into_iter().enumerate() {
        ids.push(id_bytes(id.as_str()));
        named.push(named_brands(index, id, mentions, &mut last_answer)?);
    }
    let order = in_order(ids.into_iter());
    let mut block = NamedBlock {
        run: run.map(RunId::as_str),
        brands,
        ids: order.iter().map(|(id, _)| *id).collect(),
        named: RaggedArray::default(),
    };
    for list in order.into_iter().filter_map(|(_, index)| named.get(index)) {
        list.iter().for_each(|brand| block.named.add(*brand));
        block.named.end_row();
    }
    Ok(envelope::encode(FORMAT, &block)?)
}

/// Returns the brands of the answer at `index` in the order of their first mention. `last_answer` has the index of the last
/// answer that names each brand.
fn named_brands(
    index: usize,
    id: &AnswerId,
    mentions: impl IntoIterator<Item = (usize, usize)>,
    last_answer: &mut [usize],
) -> Result<Vec<NamedBrand>, EncodeError> {
    let mut named: Vec<NamedBrand> = Vec::new();
    let mut last_place = 0;
    // The last first mention: its place and its position.
    let mut last_named = None;
    for (brand, place) in mentions {
        if place < last_place {
            return Err(EncodeError::Unordered(id.clone()));
        }
        last_place = place;
        let last_answer = last_answer.get_mut(brand).ok_or_else(|| EncodeError::UnknownBrand(id.clone()))?;
        if std::mem::replace(last_answer, index) != index {
            // Brands that are named at the same place share their position.
            let shared = last_named.filter(|(last, _)| *last == place).map(|(_, position)| position);
            let position = shared.map_or_else(|| to_number(named.len() + 1), Ok)?;
            last_named = Some((place, position));
            named.push(NamedBrand { brand: to_number(brand)?, position });
        }
    }
    Ok(named)
}

/// Decodes a block for `brands` tracked brands. Every answer has its list of distinct brands, each below `brands`. `None` for a
/// block for another number of brands.
///
/// # Errors
/// [`BlockError`] if the bytes are not a block of named brands.
pub(crate) fn decode_named_brands(bytes: &[u8], brands: usize) -> Result<Option<NamedBlock<'_>>, BlockError> {
    let block: NamedBlock = envelope::decode(FORMAT, bytes)?;
    if block.brands != brands {
        return Ok(None);
    }
    if block.is_consistent() { Ok(Some(block)) } else { Err(BlockError::Inconsistent) }
}

impl NamedBlock<'_> {
    fn is_consistent(&self) -> bool {
        let mut last_row = vec![usize::MAX; self.brands];
        let mut is_first_in = |row: usize, named: &NamedBrand| {
            last_row.get_mut(named.brand as usize).is_some_and(|last| std::mem::replace(last, row) != row)
        };
        self.named.are_of(self.ids.len())
            && (0..self.ids.len()).all(|row| {
                let named = self.named.get(row);
                let has_position = |(at, named): (usize, &NamedBrand)| (1..=at).contains(&(named.position as usize));
                named.iter().all(|named| is_first_in(row, named))
                    && (1..).zip(named).all(has_position)
                    && named.is_sorted_by_key(|named| named.position)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> AnswerId {
        format!("{number:022}").parse().unwrap()
    }

    fn positions(mentions: &[(usize, usize)]) -> Result<Vec<(u32, u32)>, EncodeError> {
        let named = named_brands(0, &id(0), mentions.iter().copied(), &mut [usize::MAX; 4])?;
        Ok(named.iter().map(|named| (named.brand, named.position)).collect())
    }

    #[test]
    fn brands_are_in_the_order_of_their_first_mention() {
        assert_eq!(positions(&[(2, 3), (0, 7), (1, 8), (2, 40), (0, 90)]).unwrap(), [(2, 1), (0, 2), (1, 3)]);
        assert_eq!(positions(&[]).unwrap(), []);
    }

    #[test]
    fn brands_that_share_a_name_share_a_position() {
        assert_eq!(positions(&[(0, 5), (1, 5), (2, 5), (3, 9)]).unwrap(), [(0, 1), (1, 1), (2, 1), (3, 4)]);
        assert_eq!(positions(&[(0, 1), (0, 5), (1, 5), (2, 5)]).unwrap(), [(0, 1), (1, 2), (2, 2)]);
    }

    #[test]
    fn mentions_out_of_order_or_of_another_brand_are_an_error() {
        assert!(matches!(positions(&[(0, 5), (1, 4)]), Err(EncodeError::Unordered(_))));
        assert!(matches!(positions(&[(0, 1), (0, 5), (1, 4)]), Err(EncodeError::Unordered(_))));
        assert!(matches!(positions(&[(4, 5)]), Err(EncodeError::UnknownBrand(_))));
    }

    #[test]
    fn answers_are_in_the_order_of_their_ids() {
        let bytes = encode_named_brands(None, 2, [(&id(2), vec![(1, 0)]), (&id(1), vec![(0, 0), (1, 9)])]).unwrap();
        let block = decode_named_brands(&bytes, 2).unwrap().unwrap();
        assert_eq!(block.ids, [1, 2].map(|number| id_bytes(id(number).as_str())));
        assert_eq!([0, 1].map(|row| block.named.get(row).len()), [2, 1]);
        assert!(decode_named_brands(&bytes, 3).unwrap().is_none());
    }

    #[test]
    fn a_list_that_no_answer_can_have_is_inconsistent() {
        let decoded = |list: &[(u32, u32)]| {
            let mut named = RaggedArray::default();
            list.iter().for_each(|(brand, position)| named.add(NamedBrand { brand: *brand, position: *position }));
            named.end_row();
            let block = NamedBlock { run: None, brands: 3, ids: vec![id_bytes(id(1).as_str())], named };
            decode_named_brands(&envelope::encode(FORMAT, &block).unwrap(), 3).map(|block| block.is_some())
        };
        assert_eq!(decoded(&[(1, 1), (0, 1), (2, 3)]), Ok(true));
        for list in [&[(3, 1)][..], &[(0, 0)], &[(0, 2)], &[(0, 1), (0, 2)], &[(0, 1), (1, 2), (2, 1)]] {
            assert_eq!(decoded(list), Err(BlockError::Inconsistent), "{list:?}");
        }
    }
}
