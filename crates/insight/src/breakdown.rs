//! The mention rate of a brand by prompt and model, what the answers of each have, and the searches whose answers never
//! name it.

use crate::asked_model;
use crate::brands::BrandSelection;
use crate::named_brands::NamedBrand;
use crate::rate::{Rate, Sample};
use crate::sorting::sort_by;

/// The mention rate of a brand in the answers to a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptRate<'a> {
    /// The id of the prompt.
    pub prompt: &'a str,
    /// The rate of all its answers in the selection, at least one.
    pub rate: Rate,
    /// The rate of each model with an answer, by its code and in the order of the codes.
    pub by_model: Vec<(&'a str, Rate)>,
}

/// The answers to a prompt by a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerCell<'a> {
    /// The id of the prompt.
    pub prompt: &'a str,
    /// The code of the model.
    pub model: &'a str,
    /// The number of answers, at least one.
    pub answers: u64,
    /// The number of answers that name the brand.
    pub naming: u64,
    /// The number of sources that the answers cite.
    pub citations: u64,
}

/// The searches of models, and those whose answers never name a brand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnnamedSearches<'a> {
    /// The number of distinct searches in the selection.
    pub searches: u64,
    /// The number of searches whose answers never name the brand.
    pub unnamed: u64,
    /// The searches with the most answers: the text of each and the number of its answers. Ties are in the order of the texts.
    pub most_run: Vec<(&'a str, u64)>,
}

/// The answers that were counted, and those of them that name the brand.
#[derive(Debug, Clone, Copy, Default)]
struct Counted {
    answers: u64,
    naming: u64,
}

impl Counted {
    fn add(&mut self, is_named: bool) {
        self.answers += 1;
        self.naming += u64::from(is_named);
    }

    /// The rate of answers to one prompt.
    fn rate(self) -> Rate {
        Rate { numerator: self.naming, sample: Sample { answers: self.answers, prompts: 1 } }
    }
}

impl<'a> BrandSelection<'a> {
    /// Returns the mention rate of a brand for each prompt of the selection, and in it for each model. The highest rate is
    /// first, then the one with more answers, then the lower id.
    pub fn rates_by_prompt(&self, brand: usize) -> Vec<PromptRate<'a>> {
        let texts = &self.selection.table.texts;
        let (codes, places) = self.codes();
        let mut cells = vec![Counted::default(); texts.prompts.len() * codes.len()];
        for (answer, named) in self.answers() {
            let place = places.get(answer.row.model as usize).copied().unwrap_or_default();
            if let Some(cell) = cells.get_mut(answer.row.prompt as usize * codes.len() + place) {
                cell.add(names(named, brand));
            }
        }
        let of_prompt = |(prompt, cells): (u32, &[Counted])| {
            let all = cells.iter().fold(Counted::default(), |all, counted| Counted {
                answers: all.answers + counted.answers,
                naming: all.naming + counted.naming,
            });
            let asked = codes.iter().zip(cells).filter(|(_, counted)| counted.answers > 0);
            let by_model = asked.map(|(code, counted)| (*code, counted.rate())).collect();
            PromptRate { prompt: texts.prompts.text(prompt), rate: all.rate(), by_model }
        };
        let of_prompts = (0..).zip(cells.chunks(codes.len().max(1)));
        let mut rates: Vec<PromptRate<'a>> =
            of_prompts.map(of_prompt).filter(|prompt| prompt.rate.sample.answers > 0).collect();
        sort_by(&mut rates, |one, other| {
            // Compares the fractions by their cross products.
            let product = |one: Rate, other: Rate| u128::from(one.numerator) * u128::from(other.sample.answers);
            product(other.rate, one.rate)
                .cmp(&product(one.rate, other.rate))
                .then(other.rate.sample.answers.cmp(&one.rate.sample.answers))
                .then(one.prompt.cmp(other.prompt))
        });
        rates
    }

    /// Returns the counts of the answers to some prompts, by prompt and by model. Prompts and models without an answer
    /// are left out.
    pub fn cells(&self, brand: usize, prompts: &[&str]) -> Vec<AnswerCell<'a>> {
        let texts = &self.selection.table.texts;
        let (codes, places) = self.codes();
        let mut wanted: Vec<u32> = prompts.iter().filter_map(|prompt| texts.prompts.find(prompt)).collect();
        sort_by(&mut wanted, Ord::cmp);
        wanted.dedup();
        let all = wanted.iter().flat_map(|prompt| {
            let prompt = texts.prompts.text(*prompt);
            codes.iter().map(move |model| AnswerCell { prompt, model, answers: 0, naming: 0, citations: 0 })
        });
        let mut cells: Vec<AnswerCell<'a>> = all.collect();
        for (answer, named) in self.answers() {
            let Ok(line) = wanted.binary_search(&answer.row.prompt) else { continue };
            let place = places.get(answer.row.model as usize).copied().unwrap_or_default();
            if let Some(cell) = cells.get_mut(line * codes.len() + place) {
                cell.answers += 1;
                cell.naming += u64::from(names(named, brand));
                cell.citations += answer.citations().len() as u64;
            }
        }
        cells.retain(|cell| cell.answers > 0);
        cells
    }

    /// The distinct codes of models in order, and the place of each model of the table among them.
    fn codes(&self) -> (Vec<&'a str>, Vec<usize>) {
        let models: Vec<&'a str> = self.selection.table.texts.models.all().map(asked_model::code).collect();
        let codes = self.selection.known_models();
        let places = models.iter().map(|model| codes.partition_point(|code| code < model)).collect();
        (codes, places)
    }

    /// Returns the searches whose answers never name a brand, with the texts of at most `limit`.
    pub fn searches_without(&self, brand: usize, limit: usize) -> UnnamedSearches<'a> {
        let texts = &self.selection.table.texts;
        let mut counts = vec![Counted::default(); texts.fanouts.len()];
        // The 1-based index of the last answer that was counted for a search: an answer can list one twice.
        let mut last = vec![0; counts.len()];
        for (at, (answer, named)) in (1..).zip(self.answers()) {
            let is_named = names(named, brand);
            for search in answer.fanouts() {
                let search = *search as usize;
                if last[search] != at {
                    last[search] = at;
                    counts[search].add(is_named);
                }
            }
        }
        let run = || (0..).zip(&counts).filter(|(_, counted)| counted.answers > 0);
        let mut unnamed: Vec<(&'a str, u64)> = run()
            .filter(|(_, counted)| counted.naming == 0)
            .map(|(search, counted)| (texts.fanouts.text(search), counted.answers))
            .collect();
        sort_by(&mut unnamed, |(one, of_one), (other, of_other)| of_other.cmp(of_one).then(one.cmp(other)));
        let (searches, total) = (run().count() as u64, unnamed.len() as u64);
        unnamed.truncate(limit);
        UnnamedSearches { searches, unnamed: total, most_run: unnamed }
    }
}

fn names(named: &[NamedBrand], brand: usize) -> bool {
    named.iter().any(|named| named.brand as usize == brand)
}
