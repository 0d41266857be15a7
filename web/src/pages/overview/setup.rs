//! How far a new organization is.

use answerdeck_api::{Brand, Run};
use leptos::prelude::*;

use crate::queries::prompts::use_has_prompts;
use crate::queries::{Items, Query};

/// What an organization has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SetupProgress {
    pub brand: bool,
    /// Another brand to compare it with.
    pub rival: bool,
    pub prompts: bool,
    pub runs: bool,
}

impl SetupProgress {
    /// Whether it has all that figures need.
    pub fn is_complete(self) -> bool {
        self.brand && self.prompts && self.runs
    }
}

/// What the organization has, `None` until it is known, and the query for its prompts.
pub fn use_setup(brands: Query<Vec<Brand>>, runs: Query<Items<Run>>) -> (Memo<Option<SetupProgress>>, Query<bool>) {
    let has_runs = Memo::new(move |_| runs.with(|read| read.is_some()).then(|| runs.len() > 0));
    let prompts = use_has_prompts(move || has_runs.get() == Some(false));
    let setup = Memo::new(move |_| {
        let runs = has_runs.get()?;
        // What ran were prompts.
        let prompts = runs || prompts.value()?;
        let brands = brands.with(|brands| brands.map(Vec::len))?;
        Some(SetupProgress { brand: brands > 0, rival: brands > 1, prompts, runs })
    });
    (setup, prompts)
}
