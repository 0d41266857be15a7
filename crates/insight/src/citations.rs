//! The citations of answers: of the sites of a brand, of the other tracked brands, and of the rest. Also the answers
//! behind these figures.

use serde::{Deserialize, Serialize};

use crate::brands::BrandSelection;
use crate::named_brands::NamedBrand;
use crate::rate::{Rate, Sample, Samples, Tier, quotient};
use crate::selection::{Selection, StoredAnswer};

/// How answers cite the sites of a brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Citations {
    /// The answers that cite a site of the brand, of the answers that cite anything. All brands have the same denominator.
    pub own_site: Rate,
    /// The answers, split by whether they name the brand and whether they cite a site of it.
    pub named_and_cited: NamedAndCited,
    /// All citations by the owner of the cited page.
    pub source_classes: SourceClasses,
}

/// All answers of a selection in four cells. Their sum is the denominator of the mention rate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NamedAndCited {
    /// The answers that name the brand and cite a site of it.
    pub both: u64,
    /// The answers that name the brand and cite no site of it.
    pub named_only: u64,
    /// The answers that cite a site of the brand and do not name it.
    pub cited_only: u64,
    /// The answers that do neither.
    pub neither: u64,
}

/// The citations of a selection by the owner of the cited page. Their sum is the number of all citations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceClasses {
    /// The citations of the brand's sites, including sites that it shares with other brands.
    pub own: u64,
    /// The citations of the sites of other tracked brands.
    pub other_brands: u64,
    /// All other citations.
    pub rest: u64,
    /// The answers that cite anything. All brands have the same sample.
    pub sample: Sample,
}

impl SourceClasses {
    /// The number of all citations: the denominator of each share. All brands have the same.
    pub fn total(self) -> u64 {
        self.own + self.other_brands + self.rest
    }

    /// Returns the shares of the three classes, each 0..1: own, other brands, rest. `None` without citations.
    pub fn shares(self) -> Option<[f64; 3]> {
        let share = |citations| quotient(citations, self.total());
        Some([share(self.own)?, share(self.other_brands)?, share(self.rest)?])
    }

    /// Returns the tier of the shares.
    pub fn tier(self) -> Tier {
        self.sample.tier()
    }
}

/// Conditions on how answers name and cite a brand. Every answer meets a condition that is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BrandCondition {
    /// Whether the answers name the brand.
    pub named: Option<bool>,
    /// Whether the answers cite a site of the brand.
    pub cited: Option<bool>,
    /// The index of another brand, whose site the answers cite.
    pub rival: Option<usize>,
}

/// The counts of a brand.
#[derive(Debug, Clone, Copy, Default)]
struct BrandCounts {
    named: u64,
    cited: u64,
    named_and_cited: u64,
    citations: u64,
    /// The 1-based index of the last answer that names the brand, and of the last one that cites it.
    last_named: usize,
    last_cited: usize,
}

impl<'a> BrandSelection<'a> {
    /// Returns the answers that meet a condition about a brand.
    pub fn with_brand(&self, brand: usize, BrandCondition { named, cited, rival }: BrandCondition) -> Selection<'a> {
        let cites = |answer: &StoredAnswer<'_>, brand: usize| {
            answer
                .citations()
                .iter()
                .any(|citation| self.brands.owners(citation.page).iter().any(|owner| *owner as usize == brand))
        };
        let is_wanted = |(_, (answer, of_answer)): &(usize, (StoredAnswer<'a>, &[NamedBrand]))| {
            named.is_none_or(|wanted| of_answer.iter().any(|named| named.brand as usize == brand) == wanted)
                && cited.is_none_or(|wanted| cites(answer, brand) == wanted)
                && rival.is_none_or(|rival| cites(answer, rival))
        };
        self.selection.part(self.answers().enumerate().filter(is_wanted).map(|(index, _)| index))
    }

    /// Counts, for each brand, the answers that cite a site of it and neither name nor cite `brand`.
    pub fn citations_instead_of(&self, brand: usize) -> Vec<u64> {
        let neither = self.with_brand(brand, BrandCondition { named: Some(false), cited: Some(false), rival: None });
        let mut counts = vec![0; self.brands.len()];
        let mut last_cited = vec![0; self.brands.len()];
        for (at, answer) in (1..).zip(neither.answers()) {
            for owner in answer.citations().iter().flat_map(|citation| self.brands.owners(citation.page)) {
                let owner = *owner as usize;
                if std::mem::replace(&mut last_cited[owner], at) != at {
                    counts[owner] += 1;
                }
            }
        }
        counts
    }

    /// Returns how the answers cite the sites of each brand.
    pub fn citations(&self) -> Vec<Citations> {
        let mut counts = vec![BrandCounts::default(); self.brands.len()];
        let mut citing = Samples::new(1, self.prompts());
        let (mut answers, mut citations, mut owned) = (0, 0, 0);
        for (at, (answer, named)) in (1..).zip(self.answers()) {
            answers += 1;
            for named in named {
                let count = &mut counts[named.brand as usize];
                count.named += 1;
                count.last_named = at;
            }
            if !answer.citations().is_empty() {
                citing.add(0, answer.row.prompt);
            }
            citations += answer.citations().len() as u64;
            for citation in answer.citations() {
                let owners = self.brands.owners(citation.page);
                owned += u64::from(!owners.is_empty());
                for owner in owners {
                    let count = &mut counts[*owner as usize];
                    count.citations += 1;
                    if count.last_cited != at {
                        count.last_cited = at;
                        count.cited += 1;
                        count.named_and_cited += u64::from(count.last_named == at);
                    }
                }
            }
        }
        let sample = citing.get(0);
        let of_brand = |count: BrandCounts| Citations {
            own_site: Rate { numerator: count.cited, sample },
            named_and_cited: NamedAndCited {
                both: count.named_and_cited,
                named_only: count.named - count.named_and_cited,
                cited_only: count.cited - count.named_and_cited,
                neither: answers + count.named_and_cited - count.named - count.cited,
            },
            source_classes: SourceClasses {
                own: count.citations,
                other_brands: owned - count.citations,
                rest: citations - owned,
                sample,
            },
        };
        counts.into_iter().map(of_brand).collect()
    }
}
