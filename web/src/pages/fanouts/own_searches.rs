//! Finds the searches that name the own brand in their text. Its code is loaded in parallel with the ranking.

use answerdeck_api::FanoutRanking;
use leptos::prelude::*;

use crate::components::use_brand_finder;
use crate::lazy::{lazy_part, started};
use crate::queries::Query;

type NamesOwn = Memo<Option<Vec<bool>>>;

type Finder = fn(Query<FanoutRanking>) -> NamesOwn;

/// Whether each search of a ranking names the own brand. `None` while it is unknown.
pub fn use_own_searches(ranking: Query<FanoutRanking>) -> NamesOwn {
    let found = started(load, move |find| find(ranking));
    Memo::new(move |_| found.get().and_then(|found| found.get()))
}

lazy_part! {
    own_searches: Finder = find
}

fn find(ranking: Query<FanoutRanking>) -> NamesOwn {
    let finder = use_brand_finder();
    Memo::new(move |_| {
        let finder = finder.get()?;
        ranking.with(|ranking| ranking?.fanouts.iter().map(|fanout| finder.search_names_own(&fanout.query)).collect())
    })
}
