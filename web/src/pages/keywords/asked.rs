//! What the page looks up and has selected. The address has as much of it as fits.

use leptos::prelude::*;

use crate::components::KeywordSelection;
use crate::keywords::{KeywordList, address_words};
use crate::navigation::use_url_params;
use crate::paths::{CHARTED_MAX, KeywordsParams, UrlParams};
use crate::queries::keywords::KeywordMarket;
use crate::reactive::effect;
use crate::router::{Router, use_router};

#[derive(Clone, Copy)]
pub struct AskedKeywords {
    pub params: Memo<KeywordsParams>,
    /// All keywords. The address of a long list has only the first.
    pub keywords: Memo<Vec<String>>,
    pub selection: KeywordSelection,
    /// How often the keywords came from elsewhere than the form, which then shows them.
    pub changes: RwSignal<u32>,
    asked: RwSignal<Vec<String>>,
    router: Router,
}

impl AskedKeywords {
    /// Those of the address. Both follow each other.
    pub fn of_address() -> Self {
        let (params, router) = (use_url_params::<KeywordsParams>(), use_router());
        let asked = RwSignal::new(params.get_untracked().keywords);
        let (keywords, selection) = (Memo::new(move |_| asked.get()), KeywordSelection::new());
        let this = Self { params, keywords, selection, changes: RwSignal::new(0), asked, router };
        effect(move || {
            let in_address = params.with(|params| params.keywords.clone());
            if asked.with_untracked(|asked| address_words(asked) != in_address) {
                asked.set(in_address);
                this.changes.update(|count| *count += 1);
            }
        });
        effect(move || keywords.with(|keywords| selection.keep_only(keywords)));
        params.with_untracked(|params| this.select_charted(params));
        effect(move || params.with(|params| this.select_charted(params)));
        effect(move || {
            let params = params.get();
            let charted = this.charted(&params.keywords);
            if charted != params.charted {
                router.navigate(&KeywordsParams { charted, ..params }.address(), true);
            }
        });
        this
    }

    /// Asks for other keywords. The address says their market.
    pub fn replace(self, keywords: Vec<String>, market: KeywordMarket) {
        self.asked.set(keywords.clone());
        let charted = untrack(|| self.charted(address_words(&keywords)));
        let params = self.params.get_untracked();
        let (country, language) = (market.country.or(params.country), market.language.or(params.language));
        let next = KeywordsParams { keywords, charted, ideas: None, country, language, ..params };
        self.router.navigate_in_place(&next.address());
    }

    /// Adds keywords, and shows all in the form.
    pub fn add(self, more: Vec<String>, market: KeywordMarket) {
        let keywords = self.asked.with_untracked(|asked| KeywordList::with(asked, more.into_iter()).keywords);
        self.replace(keywords, market);
        self.changes.update(|count| *count += 1);
    }

    // The positions of the selected keywords that the chart shows. With them, a shared address shows the same chart. Reactive.
    fn charted(self, keywords: &[String]) -> Vec<usize> {
        let position = |keyword: &String| keywords.iter().position(|other| other == keyword);
        self.selection.get().iter().filter_map(position).take(CHARTED_MAX).collect()
    }

    fn select_charted(self, params: &KeywordsParams) {
        if untrack(|| self.charted(&params.keywords)) != params.charted {
            let keyword = |at: &usize| params.keywords.get(*at).cloned();
            self.selection.replace(params.charted.iter().filter_map(keyword).collect());
        }
    }
}
