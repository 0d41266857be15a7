//! The texts of answers and their numbers, by kind.

use std::borrow::Cow;

use answerdeck_api::Source;
use serde::{Deserialize, Serialize};

use crate::interner::{ABSENT, InternedPart, Interner, Numbers, TableFull, to_number};

/// The kinds of texts.
const KINDS: usize = 8;

/// The texts of answers and their numbers.
#[derive(Debug, Default)]
pub(crate) struct Dictionary {
    pub(crate) sets: Interner,
    pub(crate) prompts: Interner,
    /// Each model by its route, see [`crate::asked_model`].
    pub(crate) models: Interner,
    pub(crate) regions: Interner,
    pub(crate) domains: Interner,
    pub(crate) urls: Interner,
    pub(crate) titles: Interner,
    pub(crate) fanouts: Interner,
    /// The URL of each page. A URL that different answers assign to different domains is several pages.
    page_urls: Vec<u32>,
    /// The domain of each page. [`ABSENT`] when it is unknown.
    page_domains: Vec<u32>,
    page_numbers: Numbers,
}

/// The number of texts of each kind, and of pages at last.
pub(crate) type Lengths = [u32; KINDS + 1];

/// The texts and pages of a dictionary from some numbers on, as they are stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DictionaryPart<'a> {
    #[serde(borrow)]
    texts: [InternedPart<'a>; KINDS],
    page_urls: Cow<'a, [u32]>,
    page_domains: Cow<'a, [u32]>,
}

/// For each kind, the number in one dictionary of each number in another one.
pub(crate) struct Renumbering {
    texts: [Vec<u32>; KINDS],
    pages: Vec<u32>,
}

/// The index of a kind in the order of the fields of [`Dictionary`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Set,
    Prompt,
    Model,
    Region,
    Domain,
    Url,
    Title,
    Fanout,
}

impl Dictionary {
    /// Returns the page and the title of a source.
    ///
    /// # Errors
    /// [`TableFull`] if there is no number left.
    pub(crate) fn citation(&mut self, source: &Source) -> Result<(u32, u32), TableFull> {
        let url = self.urls.number(&source.url)?;
        let domain = source.domain.as_deref().filter(|domain| !domain.is_empty());
        let domain = domain.map_or(Ok(ABSENT), |domain| self.domains.number(domain))?;
        Ok((self.page(url, domain)?, self.titles.number(&source.title)?))
    }

    fn page(&mut self, url: u32, domain: u32) -> Result<u32, TableFull> {
        let Self { page_urls, page_domains, page_numbers, .. } = self;
        let page = |page: u32| (page_urls.get(page as usize).copied(), page_domains.get(page as usize).copied());
        page_numbers.add_until(page_urls.len(), page);
        if let Some(number) = page_numbers.find((Some(url), Some(domain)), page) {
            return Ok(number);
        }
        let number = to_number(page_urls.len())?;
        page_urls.push(url);
        page_domains.push(domain);
        Ok(number)
    }

    /// Returns the domain of a page. [`ABSENT`] when it is unknown.
    pub(crate) fn domain(&self, page: u32) -> u32 {
        self.page_domains.get(page as usize).copied().unwrap_or(ABSENT)
    }

    /// Returns the URL and the domain of a page. The domain is empty when it is unknown.
    pub(crate) fn page_name(&self, page: u32) -> (&str, &str) {
        let url = self.page_urls.get(page as usize).map_or("", |url| self.urls.text(*url));
        (url, self.domains.text(self.domain(page)))
    }

    /// The number of pages.
    pub(crate) fn pages(&self) -> usize {
        self.page_urls.len()
    }

    /// The number of texts of each kind, and of pages.
    pub(crate) fn lengths(&self) -> Lengths {
        // A text or page has a number, so their number is one.
        let lengths = self.texts().map(Interner::len);
        std::array::from_fn(|kind| lengths.get(kind).copied().unwrap_or(self.pages()) as u32)
    }

    /// Returns the entries that were added after the dictionary had these lengths.
    pub(crate) fn since(&self, lengths: &Lengths) -> DictionaryPart<'_> {
        let [.., pages] = *lengths;
        let rest = |list| Cow::Borrowed(<[u32]>::get(list, pages as usize..).unwrap_or_default());
        let mut starts = lengths.iter();
        DictionaryPart {
            texts: self.texts().map(|texts| texts.part(starts.next().copied().unwrap_or_default())),
            page_urls: rest(&self.page_urls),
            page_domains: rest(&self.page_domains),
        }
    }

    /// Appends what a dictionary with the same texts before had added.
    ///
    /// # Errors
    /// [`TableFull`] if there are no numbers left. The dictionary has some of the texts then.
    pub(crate) fn append(&mut self, part: &DictionaryPart) -> Result<(), TableFull> {
        to_number(self.pages() + part.page_urls.len())?;
        for (texts, part) in self.texts_mut().into_iter().zip(&part.texts) {
            texts.append(part)?;
        }
        self.page_urls.extend_from_slice(&part.page_urls);
        self.page_domains.extend_from_slice(&part.page_domains);
        Ok(())
    }

    /// Adds all texts and pages of another dictionary, of which `part` is the whole.
    ///
    /// # Errors
    /// [`TableFull`] if there are no numbers left. The dictionary has some of the texts then.
    pub(crate) fn add(&mut self, part: &DictionaryPart) -> Result<Renumbering, TableFull> {
        let mut numbers: [Vec<u32>; KINDS] = Default::default();
        for ((texts, part), numbers) in self.texts_mut().into_iter().zip(&part.texts).zip(&mut numbers) {
            *numbers = part.texts().map(|text| texts.number(text)).collect::<Result<_, _>>()?;
        }
        let mut new = Renumbering { texts: numbers, pages: Vec::new() };
        for (url, domain) in part.page_urls.iter().zip(&*part.page_domains) {
            new.pages.push(self.page(new.of(Kind::Url, *url), new.of(Kind::Domain, *domain))?);
        }
        Ok(new)
    }

    fn texts(&self) -> [&Interner; KINDS] {
        let Self { sets, prompts, models, regions, domains, urls, titles, fanouts, .. } = self;
        [sets, prompts, models, regions, domains, urls, titles, fanouts]
    }

    fn texts_mut(&mut self) -> [&mut Interner; KINDS] {
        let Self { sets, prompts, models, regions, domains, urls, titles, fanouts, .. } = self;
        [sets, prompts, models, regions, domains, urls, titles, fanouts]
    }
}

impl DictionaryPart<'_> {
    /// Returns whether every number has a text, in a dictionary that had these lengths before.
    pub(crate) fn is_consistent(&self, before: &Lengths) -> bool {
        let after = self.lengths_after(before);
        self.texts.iter().all(InternedPart::is_consistent)
            && self.page_urls.len() == self.page_domains.len()
            && self.page_urls.iter().all(|url| has(&after, Kind::Url, *url))
            && self.page_domains.iter().all(|domain| has_or_absent(&after, Kind::Domain, *domain))
    }

    /// The lengths of a dictionary that had those before, with this part.
    pub(crate) fn lengths_after(&self, before: &Lengths) -> Lengths {
        let mut after = *before;
        let added = self.texts.iter().map(InternedPart::len).chain([self.page_urls.len()]);
        for (length, added) in after.iter_mut().zip(added) {
            *length = length.saturating_add(u32::try_from(added).unwrap_or(u32::MAX));
        }
        after
    }
}

impl Renumbering {
    /// Returns the new number of a text. [`ABSENT`] stays.
    pub(crate) fn of(&self, kind: Kind, number: u32) -> u32 {
        self.texts[kind as usize].get(number as usize).copied().unwrap_or(ABSENT)
    }

    /// Returns the new number of a page.
    pub(crate) fn page(&self, number: u32) -> u32 {
        self.pages.get(number as usize).copied().unwrap_or(ABSENT)
    }
}

/// Returns whether a dictionary of these lengths has the number.
pub(crate) fn has(lengths: &Lengths, kind: Kind, number: u32) -> bool {
    number < lengths[kind as usize]
}

/// Returns whether a dictionary of these lengths has the number, or it is [`ABSENT`].
pub(crate) fn has_or_absent(lengths: &Lengths, kind: Kind, number: u32) -> bool {
    number == ABSENT || has(lengths, kind, number)
}

/// Returns whether a dictionary of these lengths has the page.
pub(crate) fn has_page(lengths: &Lengths, number: u32) -> bool {
    let [.., pages] = lengths;
    number < *pages
}
