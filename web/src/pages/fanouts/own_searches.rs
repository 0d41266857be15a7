//! Which searches name the own brand. The worker finds it, so this code is loaded in parallel with the worker.

use answerdeck_analysis::Mentions;
use answerdeck_api::{FanoutRanking, FanoutStatistic};
use leptos::prelude::*;

use crate::analysis::use_analysis;
use crate::parts::{lazy_part, loaded};
use crate::queries::Query;
use crate::reactive::effect;

/// Whether each search of a ranking names the own brand. `None` while it is unknown.
pub type NamesOwn = RwSignal<Option<Vec<bool>>>;

/// Finds the own brand, whose name is given, in the searches of a ranking.
type Finder = fn(Query<FanoutRanking>, Memo<Option<String>>, NamesOwn);

/// Whether each search of a ranking names the own brand. `None` while it is unknown.
pub fn use_names_own(ranking: Query<FanoutRanking>, own_name: Memo<Option<String>>) -> NamesOwn {
    let names_own = RwSignal::new(None);
    let finder = loaded(load);
    effect(move || {
        if let Some(find) = finder.get() {
            untrack(|| find(ranking, own_name, names_own));
        }
    });
    names_own
}

lazy_part! {
    /// The finder of the own brand.
    own_searches: Finder = find
}

fn find(ranking: Query<FanoutRanking>, own_name: Memo<Option<String>>, names_own: NamesOwn) {
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
        let own = own_name.get();
        let starts = mentions.with(|reply| {
            let (own, found) = (own.as_ref()?, &reply?.value);
            let of_own = |brand: usize| found.brands.get(brand) == Some(own);
            let starts = found.mentions.iter().filter(|mention| of_own(mention.brand)).map(|mention| mention.start);
            Some(starts.collect::<Vec<_>>())
        });
        names_own
            .set(starts.and_then(|starts| lines.with(|lines| lines.as_ref().map(|lines| lines_with(lines, &starts)))));
    });
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
