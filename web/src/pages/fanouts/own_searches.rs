//! Finds the searches that name the own brand. The worker does the work, so this code is loaded in parallel with the worker.

use answerdeck_analysis::Mentions;
use answerdeck_api::{FanoutRanking, FanoutStatistic};
use leptos::prelude::*;

use super::skeleton;
use crate::analysis::{AnalysisState, use_analysis};
use crate::components::analysis_view;
use crate::parts::{lazy_part, loaded};
use crate::queries::Query;
use crate::reactive::{effect, live};

/// What is known about the own brand in the searches of a ranking.
#[derive(Clone, Copy)]
pub struct OwnSearches {
    /// Whether each search names the own brand. `None` while it is unknown.
    pub names_own: RwSignal<Option<Vec<bool>>>,
    /// Shows, until then, that the search is running or why it failed.
    waiting: RwSignal<Option<Callback<(), AnyView>>>,
}

/// Finds the own brand, whose name is given, in the searches of a ranking.
type Finder = fn(Query<FanoutRanking>, Memo<Option<String>>, OwnSearches);

/// What is known about the own brand in the searches of a ranking.
pub fn use_own_searches(ranking: Query<FanoutRanking>, own_name: Memo<Option<String>>) -> OwnSearches {
    let own = OwnSearches { names_own: RwSignal::new(None), waiting: RwSignal::new(None) };
    let finder = loaded(load);
    effect(move || {
        if let Some(find) = finder.get() {
            untrack(|| find(ranking, own_name, own));
        }
    });
    own
}

impl OwnSearches {
    /// In place of searches while it is unknown which of them name the own brand.
    pub fn waiting(self) -> AnyView {
        live(move || match self.waiting.get() {
            Some(waiting) => untrack(|| waiting.run(())),
            None => skeleton(),
        })
    }
}

lazy_part! {
    /// The finder of the own brand.
    own_searches: Finder = find
}

fn find(ranking: Query<FanoutRanking>, own_name: Memo<Option<String>>, own: OwnSearches) {
    // All searches are joined, one per line, so that one question finds the brand in all of them.
    let lines = Memo::new(move |_| {
        let line = |fanout: &FanoutStatistic| fanout.query.replace(['\n', '\r'], " ");
        ranking.with(|ranking| ranking.map(|found| found.fanouts.iter().map(line).collect::<Vec<_>>()))
    });
    let mentions = use_analysis().query(move || {
        own_name.get()?;
        lines.with(|lines| lines.as_ref().map(|lines| Mentions { text: lines.join("\n") }))
    });
    effect(move || {
        let name = own_name.get();
        // The places of a former ranking are not those of this one.
        let found = match mentions.get() {
            AnalysisState::Ready { reply, is_stale: false } => Some(reply.value),
            _ => None,
        };
        let starts = name.zip(found).map(|(name, found)| {
            let of_own = |brand: usize| found.brands.get(brand) == Some(&name);
            let starts = found.mentions.iter().filter(|mention| of_own(mention.brand)).map(|mention| mention.start);
            starts.collect::<Vec<_>>()
        });
        let names = starts.and_then(|starts| lines.with(|lines| Some(lines_with(lines.as_ref()?, &starts))));
        own.names_own.set(names);
    });
    own.waiting.set(Some(Callback::new(move |()| analysis_view(mentions, skeleton, skeleton))));
}

// Whether each line contains one of the places, which are in the order of the text that the lines make.
fn lines_with(lines: &[String], places: &[usize]) -> Vec<bool> {
    let mut places = places.iter().copied().peekable();
    let mut begin = 0;
    let mut contains = |line: &String| {
        let end = begin + line.len();
        while places.next_if(|place| *place < begin).is_some() {}
        let found = places.peek().is_some_and(|place| *place < end);
        begin = end + 1;
        found
    };
    lines.iter().map(&mut contains).collect()
}

#[cfg(test)]
mod tests {
    use super::lines_with;

    #[test]
    fn a_place_belongs_to_the_line_that_contains_it() {
        let lines = ["ab", "", "cd", "ef"].map(str::to_owned);
        assert_eq!(lines_with(&lines, &[0, 1, 4, 5]), [true, false, true, false]);
        assert_eq!(lines_with(&lines, &[7]), [false, false, false, true]);
        assert_eq!(lines_with(&lines, &[]), [false; 4]);
    }
}
