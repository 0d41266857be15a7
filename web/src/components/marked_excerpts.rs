//! The mentions of brands in the excerpts of a list.

use std::ops::Range;

use answerdeck_analysis::Mentions;
use leptos::prelude::*;

use super::mentions::{MentionLabel, TextMentions, in_text, marked};
use crate::analysis::use_analysis;
use crate::queries::brands::{use_all_brands, use_own_brand};

/// A mention in an excerpt: its bytes, and the brands with this name.
pub type ExcerptMention = (Range<usize>, MentionLabel);

/// The mentions of brands in each excerpt, in the order of the text. Asks nothing while there are no excerpts.
pub fn use_excerpt_mentions(excerpts: Memo<Vec<String>>) -> Memo<Vec<Vec<ExcerptMention>>> {
    let own = use_own_brand(use_all_brands());
    let own = Memo::new(move |_| own.get().map(|brand| brand.name));
    // All excerpts are joined, one per line, so that one question finds the brands in all of them.
    let found = use_analysis().query(move || {
        excerpts.with(|excerpts| (!excerpts.is_empty()).then(|| Mentions { text: excerpts.join("\n") }))
    });
    Memo::new(move |_| {
        let mentions = found.with(|reply| reply.map(|reply| in_text(&reply.value, own.get().as_deref())));
        excerpts.with(|excerpts| mentions.map(|mentions| by_line(excerpts, mentions))).unwrap_or_default()
    })
}

fn by_line(lines: &[String], TextMentions { ranges, labels }: TextMentions) -> Vec<Vec<ExcerptMention>> {
    let mut mentions = ranges.into_iter().zip(labels).peekable();
    let mut begin = 0;
    let mut of_line = |line: &String| {
        let end = begin + line.len();
        let mut found = Vec::new();
        while let Some((range, label)) = mentions.next_if(|(range, _)| range.start < end) {
            // While new excerpts are searched, a mention may still be one of the previous excerpts.
            if let (Some(start), true) = (range.start.checked_sub(begin), range.end <= end) {
                found.push((start..range.end - begin, label));
            }
        }
        begin = end + 1;
        found
    };
    lines.iter().map(&mut of_line).collect()
}

/// A part of an excerpt with its mentions. `begin` is where the part begins in the excerpt.
pub fn marked_part(part: &str, begin: usize, mentions: &[ExcerptMention]) -> AnyView {
    let mut views = Vec::new();
    let mut written = 0;
    for (range, label) in mentions {
        let Some(start) = range.start.checked_sub(begin) else { continue };
        let (Some(before), Some(name)) = (part.get(written..start), part.get(start..range.end - begin)) else {
            continue;
        };
        views.push(before.to_owned().into_any());
        views.push(marked(name, Some(label)));
        written = range.end - begin;
    }
    views.push(part.get(written..).unwrap_or_default().to_owned().into_any());
    views.collect_view().into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mentions(ranges: &[Range<usize>]) -> TextMentions {
        TextMentions { ranges: ranges.to_vec(), labels: vec![MentionLabel::default(); ranges.len()] }
    }

    #[test]
    fn a_mention_belongs_to_the_excerpt_that_contains_it() {
        let lines = ["Nurio wins", "", "so does Nurio"].map(str::to_owned);
        let found = by_line(&lines, mentions(&[0..5, 20..25]));
        let starts: Vec<Vec<usize>> =
            found.into_iter().map(|of_line| of_line.into_iter().map(|(range, _)| range.start).collect()).collect();
        assert_eq!(starts, [vec![0], vec![], vec![8]]);
        // A mention of excerpts from before, over the end of a line.
        let over_the_end = Range { start: 8, end: 12 };
        assert_eq!(by_line(&lines, mentions(&[over_the_end])), [vec![], vec![], vec![]]);
    }
}
