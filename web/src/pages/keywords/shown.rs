//! What the results of a look-up are made from.

use leptos::prelude::*;

use crate::components::KeywordSelection;
use crate::paths::KeywordsParams;
use crate::queries::keywords::KeywordLookup;

#[derive(Clone, Copy)]
pub struct Shown {
    pub params: Memo<KeywordsParams>,
    pub open: Callback<KeywordsParams>,
    /// The numbers of the provider, or of Google beside Naver.
    pub lookup: KeywordLookup,
    /// The numbers of Naver beside those of Google.
    pub naver_lookup: KeywordLookup,
    pub is_both: Memo<bool>,
    pub selection: KeywordSelection,
    /// Set to what the numbers of one search engine say.
    pub finding: RwSignal<String>,
}
