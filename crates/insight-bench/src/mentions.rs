//! Finds mentions in texts.

use answerdeck_insight::MentionFinder;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::sample::{self, Sample};

/// The names of the brand at `index`, 0..20.
#[wasm_bindgen]
pub fn sample_names(index: usize) -> Vec<String> {
    sample::names(index)
}

/// The texts of the first answers.
#[wasm_bindgen]
pub fn sample_texts(count: usize) -> Vec<String> {
    let sample = Sample::new();
    (0..count).map(|answer| sample.text(answer)).collect()
}

/// The brands of the sample, ready to search for.
#[wasm_bindgen]
pub struct Finder(MentionFinder);

#[wasm_bindgen]
#[expect(clippy::new_without_default, reason = "JavaScript has no default values")]
impl Finder {
    /// Compiles the names of the brands.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self(MentionFinder::new((0..sample::BRANDS).map(sample::names)).unwrap())
    }

    /// Returns the number of mentions in a text.
    pub fn count(&self, text: &str) -> usize {
        self.0.find(text).len()
    }
}
