//! The brands of each name, and where the name names them: a brand may demand the case of its names, and exclude phrases.

use std::cell::LazyCell;
use std::ops::Range;

use super::folded::FoldedText;
use super::letter_form::cased_letters;
use super::name_forms::forms;
use super::names::{Found, NameAutomaton};
use super::word_boundary::starts_word;
use super::{BrandNames, NAME_CHARS_MAX, TooManyNames};

/// The brands of each name, and the phrases that they exclude.
pub(super) struct Owners {
    /// In ascending order.
    of_names: Vec<Vec<Owner>>,
    /// For each brand, the positions of its excluded phrases, in all forms.
    excluded: Vec<Vec<usize>>,
    /// All excluded phrases. `None` if there are none.
    phrases: Option<NameAutomaton>,
    phrase_count: usize,
}

struct Owner {
    brand: usize,
    /// The letters with case of each name of the brand that has this form. None if case makes no difference.
    cased: Vec<String>,
}

/// The places of phrases in a folded text: those of each in ascending order.
pub(super) struct PhrasePlaces(Vec<Vec<Range<usize>>>);

impl Owners {
    /// Returns the forms of all names, in ascending order, and their brands.
    pub(super) fn new(brands: &[BrandNames]) -> Result<(Vec<String>, Self), TooManyNames> {
        let mut owned: Vec<(String, usize, String)> = Vec::new();
        for (brand, BrandNames { names, case_sensitive, .. }) in brands.iter().enumerate() {
            for name in names {
                let cased = if *case_sensitive { cased_letters(name) } else { String::new() };
                owned.extend(forms(name).into_iter().map(|form| (form, brand, cased.clone())));
            }
        }
        owned.sort_unstable();
        owned.dedup();
        let (mut names, mut of_names): (Vec<String>, Vec<Vec<Owner>>) = (Vec::new(), Vec::new());
        for (name, brand, cased) in owned {
            if names.last() != Some(&name) {
                names.push(name);
                of_names.push(Vec::new());
            }
            if let Some(owners) = of_names.last_mut() {
                if owners.last().is_none_or(|owner| owner.brand != brand) {
                    owners.push(Owner { brand, cased: Vec::new() });
                }
                if let Some(owner) = owners.last_mut().filter(|_| !cased.is_empty()) {
                    owner.cased.push(cased);
                }
            }
        }
        let mut different: Vec<&String> = brands.iter().flat_map(|brand| &brand.excluded_phrases).collect();
        different.sort_unstable();
        different.dedup();
        let forms_of: Vec<Vec<String>> = different.iter().map(|phrase| forms(phrase)).collect();
        let mut phrases: Vec<String> = forms_of.concat();
        phrases.sort_unstable();
        phrases.dedup();
        if names.iter().chain(&phrases).map(|name| name.chars().count()).sum::<usize>() > NAME_CHARS_MAX {
            return Err(TooManyNames);
        }
        let forms_of = |phrase: &String| different.binary_search(&phrase).map_or(&[][..], |at| &forms_of[at]);
        let position = |form: &String| phrases.binary_search(form).ok();
        let excluded =
            |brand: &BrandNames| brand.excluded_phrases.iter().flat_map(forms_of).filter_map(position).collect();
        let excluded = brands.iter().map(excluded).collect();
        let phrase_count = phrases.len();
        let phrases = (phrase_count > 0).then(|| NameAutomaton::new(&phrases)).transpose()?;
        Ok((names, Self { of_names, excluded, phrases, phrase_count }))
    }

    /// Finds the excluded phrases in a text, as whole words. `ends_word` returns whether a word can end at a byte.
    pub(super) fn phrases_in(
        &self,
        folded: &FoldedText,
        ends_word: impl Fn(&FoldedText, usize) -> bool,
    ) -> PhrasePlaces {
        let mut places = vec![Vec::new(); self.phrase_count];
        if let Some(phrases) = &self.phrases {
            phrases.find(folded, |Found { start, end, name }| {
                if starts_word(folded, start) && ends_word(folded, end) && folded.original(start, end).is_some() {
                    places[name].push(start..end);
                }
            });
        }
        PhrasePlaces(places)
    }

    /// The brands that a name at a place of a folded text names, in ascending order. `written` is the name as the text has it.
    pub(super) fn at(
        &self,
        name: usize,
        place: Range<usize>,
        written: &str,
        phrases: &LazyCell<PhrasePlaces, impl FnOnce() -> PhrasePlaces>,
    ) -> impl Iterator<Item = usize> {
        let is_named = move |Owner { brand, cased }: &&Owner| {
            let excluded = &self.excluded[*brand];
            (cased.is_empty() || cased.contains(&cased_letters(written)))
                && (excluded.is_empty() || !phrases.contain(excluded, &place))
        };
        self.of_names[name].iter().filter(is_named).map(|owner| owner.brand)
    }
}

impl PhrasePlaces {
    fn contain(&self, phrases: &[usize], place: &Range<usize>) -> bool {
        phrases.iter().any(|phrase| {
            let places = &self.0[*phrase];
            let next = places.partition_point(|phrase| phrase.end < place.end);
            places.get(next).is_some_and(|phrase| phrase.start <= place.start)
        })
    }
}
