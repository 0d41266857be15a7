//! The tracked brands, and the answers of a selection with the brands in them.

use crate::brand_sites::BrandSites;
use crate::envelope::BlockError;
use crate::interner::ABSENT;
use crate::named_brands::{self, NamedBrand};
use crate::ragged_array::RaggedArray;
use crate::selection::{Selection, StoredAnswer};
use crate::table::AnswerTable;

/// A block of named brands that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NamedBrandsError {
    /// The bytes are not a block of named brands.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// The block was made for another number of tracked brands.
    #[error("the block was made for other brands")]
    OtherBrands,
    /// The block was made for other answers than those of the table.
    #[error("the block was made for other answers")]
    OtherAnswers,
}

/// The answers of a run have not been searched for the tracked brands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the brands of a run are not known yet")]
pub struct Unsearched {
    /// The id of the run. `None` for the answers without a run.
    pub run: Option<String>,
}

/// The tracked brands: which answers name them, and which pages are theirs. Create a new value after a change of a
/// brand.
#[derive(Debug)]
pub struct TrackedBrands {
    count: usize,
    sites: BrandSites,
    owners: PageOwners,
    /// By the slot of the block in the table.
    named: Vec<Option<NamedAnswers>>,
}

/// The named brands of a block of the table.
#[derive(Debug)]
struct NamedAnswers {
    /// The revision of the block.
    revision: u64,
    named: RaggedArray<NamedBrand>,
}

/// The brands that own each page.
#[derive(Debug)]
struct PageOwners {
    /// For each page, the index of its owners.
    by_page: Vec<u32>,
    /// A bit for each page: whether it has owners. Most have none, and this is small enough for the fastest cache.
    is_owned: Vec<u64>,
    /// Distinct lists of owners. The first is empty.
    owners: Vec<Vec<u32>>,
    /// The indexes of the lists in `owners`, in the order of the lists.
    indexes: Vec<u32>,
}

impl TrackedBrands {
    /// Tracks brands, each given by its websites. The index of a brand in all results is its index here.
    pub fn new<W: AsRef<str>>(brands: impl IntoIterator<Item = impl IntoIterator<Item = W>>) -> Self {
        let mut sites = BrandSites::default();
        let mut count = 0;
        for (brand, websites) in (0..).zip(brands) {
            websites.into_iter().for_each(|website| sites.add(website.as_ref(), brand));
            count += 1;
        }
        let owners =
            PageOwners { by_page: Vec::new(), is_owned: Vec::new(), owners: vec![Vec::new()], indexes: vec![0] };
        Self { count, sites, owners, named: Vec::new() }
    }

    /// The number of brands.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether no brand is tracked.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Puts in a block of [`encode_named_brands`](crate::encode_named_brands), and replaces the block of the same run. The
    /// block of the answers must be in `table`.
    ///
    /// # Errors
    /// [`NamedBrandsError`] if the bytes are not such a block, or one for other brands or answers.
    pub fn put(&mut self, table: &AnswerTable, bytes: &[u8]) -> Result<(), NamedBrandsError> {
        let decoded = named_brands::decode_named_brands(bytes, self.count)?.ok_or(NamedBrandsError::OtherBrands)?;
        let slot = table.slot_of(decoded.run).ok_or(NamedBrandsError::OtherAnswers)?;
        let block = table.block(slot).ok_or(NamedBrandsError::OtherAnswers)?;
        if !block.answers.rows.iter().map(|row| &row.id).eq(&decoded.ids) {
            return Err(NamedBrandsError::OtherAnswers);
        }
        self.owners.extend(table, &self.sites);
        if slot >= self.named.len() {
            self.named.resize_with(slot + 1, || None);
        }
        self.named[slot] = Some(NamedAnswers { revision: block.revision, named: decoded.named });
        Ok(())
    }

    /// Returns the answers of a selection with the brands that they name.
    ///
    /// # Errors
    /// [`Unsearched`] if a run of the selection has no block of named brands, or one for answers that were replaced.
    pub fn over<'a>(&'a self, selection: &'a Selection<'a>) -> Result<BrandSelection<'a>, Unsearched> {
        let named =
            selection.answers().map(|answer| self.named_in(&answer).ok_or_else(|| unsearched(selection, &answer)));
        Ok(BrandSelection { selection, brands: self, named: named.collect::<Result<_, _>>()? })
    }

    fn named_in(&self, answer: &StoredAnswer) -> Option<&[NamedBrand]> {
        let answers = self.named.get(answer.place.slot)?.as_ref()?;
        (answers.revision == answer.block.revision).then(|| answers.named.get(answer.place.row))
    }

    /// Returns the brands that own a page, in ascending order.
    pub(crate) fn owners(&self, page: u32) -> &[u32] {
        self.owners.get(page)
    }
}

impl PageOwners {
    /// Finds the owners of the pages that are new in the table.
    fn extend(&mut self, table: &AnswerTable, sites: &BrandSites) {
        for page in self.by_page.len()..table.texts.pages() {
            let (url, _) = table.texts.page_name(u32::try_from(page).unwrap_or(ABSENT));
            let owners = sites.owners(url);
            let bit = u64::from(!owners.is_empty()) << (page % 64);
            match self.is_owned.get_mut(page / 64) {
                Some(bits) => *bits |= bit,
                None => self.is_owned.push(bit),
            }
            let index = if owners.is_empty() { 0 } else { self.index(owners) };
            self.by_page.push(index);
        }
    }

    fn index(&mut self, owners: Vec<u32>) -> u32 {
        match self.indexes.binary_search_by(|index| self.owners[*index as usize].cmp(&owners)) {
            Ok(at) => self.indexes[at],
            Err(at) => {
                // There are fewer lists than pages, and these have numbers of 32 bits.
                let index = self.owners.len() as u32;
                self.owners.push(owners);
                self.indexes.insert(at, index);
                index
            }
        }
    }

    fn get(&self, page: u32) -> &[u32] {
        if self.is_owned.get(page as usize / 64).is_none_or(|bits| bits >> (page % 64) & 1 == 0) {
            return &[];
        }
        let index = self.by_page.get(page as usize).copied().unwrap_or_default();
        self.owners.get(index as usize).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The answers of a selection with the brands that they name. The metrics of brands are its methods.
#[derive(Debug)]
pub struct BrandSelection<'a> {
    pub(crate) selection: &'a Selection<'a>,
    pub(crate) brands: &'a TrackedBrands,
    /// For each answer of the selection.
    named: Vec<&'a [NamedBrand]>,
}

impl<'a> BrandSelection<'a> {
    /// Returns each answer with the brands that it names, in the order of their first mention.
    pub(crate) fn answers(&self) -> impl Iterator<Item = (StoredAnswer<'a>, &'a [NamedBrand])> {
        self.selection.answers().zip(self.named.iter().copied())
    }

    /// Returns the brands that the answer at `index` of the selection names.
    pub(crate) fn named(&self, index: usize) -> &'a [NamedBrand] {
        self.named.get(index).copied().unwrap_or_default()
    }

    /// The number of prompts in the table.
    pub(crate) fn prompts(&self) -> usize {
        self.selection.table.texts.prompts.len()
    }
}

fn unsearched(selection: &Selection, answer: &StoredAnswer) -> Unsearched {
    Unsearched { run: answer.block.run.map(|run| selection.table.runs.text(run).to_owned()) }
}
