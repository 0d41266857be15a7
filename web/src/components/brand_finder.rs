//! The mentions of brands in short texts that the platform does not search for brands: excerpts, and searches of models.

use std::ops::Range;
use std::sync::Arc;

use answerdeck_api::Brand;
use answerdeck_insight::{BrandNames, Mention, MentionFinder};
use leptos::prelude::*;

use super::mentions::{MentionLabel, marked};
use crate::queries::brands::{use_all_brands, use_own_brand};

/// Finds the brands of the organization in texts.
#[derive(Clone)]
pub struct BrandFinder {
    finder: Arc<MentionFinder>,
    brands: Arc<Vec<Brand>>,
    own: Option<usize>,
}

/// A mention in a text: its bytes, and the brands with this name.
type TextMention = (Range<usize>, MentionLabel);

/// The finder of all brands. `None` while they are unknown.
pub fn use_brand_finder() -> Memo<Option<BrandFinder>> {
    let brands = use_all_brands();
    let own = use_own_brand(brands);
    let make = move || {
        let brands = brands.value()?;
        let names: Vec<BrandNames> = brands.iter().map(BrandNames::from).collect();
        // The platform bounds the names of all brands.
        let finder = Arc::new(MentionFinder::of_brands(&names).ok()?);
        let own = own.with(|own| brands.iter().position(|brand| Some(brand) == own.as_ref()));
        Some(BrandFinder { finder, brands: Arc::new(brands), own })
    };
    Memo::new_with_compare(move |_| make(), |_, _| true)
}

impl BrandFinder {
    /// Whether a search names the own brand. `None` if there is none.
    pub fn search_names_own(&self, search: &str) -> Option<bool> {
        let own = self.own?;
        Some(self.finder.find_in_search(search).into_iter().any(|mention| mention.entry == own))
    }

    // The mentions in a text, in its order. No two overlap.
    fn find(&self, text: &str) -> Vec<TextMention> {
        let mut found: Vec<TextMention> = Vec::new();
        for Mention { start, end, entry } in self.finder.find(text) {
            if found.last().is_none_or(|(last, _)| last.end <= start) {
                found.push((start..end, MentionLabel::default()));
            }
            if let (Some((_, label)), Some(of)) = (found.last_mut(), self.brands.get(entry)) {
                label.add(&of.name, Some(entry) == self.own);
            }
        }
        found
    }

    /// A text with its mentions as marks.
    pub fn mark(&self, text: &str) -> AnyView {
        let mut views = Vec::new();
        let mut written = 0;
        for (range, label) in self.find(text) {
            views.push(text.get(written..range.start).unwrap_or_default().to_owned().into_any());
            views.push(marked(text.get(range.clone()).unwrap_or_default(), Some(&label)));
            written = range.end;
        }
        views.push(text.get(written..).unwrap_or_default().to_owned().into_any());
        views.collect_view().into_any()
    }
}
