//! Which source is new.

use answerdeck_api::metrics::{ChangedSource, SourceChangeList};

use crate::rate::{is_significantly_higher, rate};

/// The source that most answers cite of those that significantly more answers cite than before, when none did.
pub fn most_cited_new(changes: &SourceChangeList) -> Option<&ChangedSource> {
    let (before, after) = (rate(0, changes.before.as_ref()?.sample.answers), changes.after.sample.answers);
    let is_more = |source: &&ChangedSource| is_significantly_higher(rate(source.answer_count, after), before);
    let new = changes.new.iter().filter(is_more);
    new.reduce(|most, source| if source.answer_count > most.answer_count { source } else { most })
}

#[cfg(test)]
mod tests {
    use answerdeck_api::Timestamp;
    use answerdeck_api::metrics::SourceChangeSide;

    use super::*;
    use crate::rate::sample;

    #[test]
    fn the_new_source_of_most_answers_is_named_unless_they_may_be_chance() {
        let side = |answers: u64| SourceChangeSide { sample: sample(answers, 37), ..SourceChangeSide::default() };
        let source = |answer_count: &u64| ChangedSource {
            source: answer_count.to_string(),
            title: None,
            domain: None,
            domain_type: None,
            citation_count: *answer_count,
            answer_count: *answer_count,
            first_created_at: Timestamp::default(),
            latest_created_at: Timestamp::default(),
        };
        let found = |before: u64, answers: &[u64]| {
            let new = answers.iter().map(source).collect();
            let changes =
                SourceChangeList { before: Some(side(before)), after: side(148), new, ..SourceChangeList::default() };
            most_cited_new(&changes).map(|source| source.answer_count)
        };
        assert_eq!(found(148, &[20, 21, 1]), Some(21));
        assert_eq!(found(148, &[3, 1]), None);
        assert_eq!(found(0, &[21]), None);
    }
}
