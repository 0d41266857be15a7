//! The mentions of the tracked brands in an answer: the marks in its text, and a legend with their counts.

use std::ops::Range;

use answerdeck_analysis::{FoundMentions, Mentions};
use answerdeck_insight::sort_by_key;
use leptos::prelude::*;

use super::analysis_problem;
use crate::analysis::{AnalysisState, use_analysis};
use crate::locale::{t, t_with};
use crate::parts::{lazy_part, loaded, part_view};
use crate::paths::BRANDS;
use crate::queries::brands::{use_all_brands, use_own_brand};
use crate::reactive::{effect, live};
use crate::untrusted::visible;

/// The mentions in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextMentions {
    /// The bytes of each name in the text, in ascending order. No two overlap.
    pub ranges: Vec<Range<usize>>,
    /// For each of them, the brands with this name.
    pub labels: Vec<MentionLabel>,
}

/// The brands of a mention.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MentionLabel {
    /// Their names. Two brands may share a synonym.
    pub brands: String,
    /// Whether one of them is the own brand.
    pub is_own: bool,
}

/// A brand of the legend.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LegendEntry {
    name: String,
    is_own: bool,
    mentions: u64,
}

/// The function that searches a text, sets its mentions, and shows their legend.
type Legend = fn(String, RwSignal<TextMentions>) -> AnyView;

/// The legend of the brands in a text: each brand that it names, and the own brand in any event, with the number of mentions.
/// The code is loaded when the text is shown.
#[component]
pub fn BrandMentions(
    /// The text.
    text: String,
    /// Set to the mentions in the text, when they are known.
    mentions: RwSignal<TextMentions>,
) -> AnyView {
    let searching = || view! { <p class="muted">{t(|t| t.mentions().searching)}</p> }.into_any();
    view! {
        <div class="mentions" role="group" aria-label=t(|t| t.mentions().title)>
            <span class="muted" aria-hidden="true">{t(|t| t.mentions().title)}</span>
            {part_view(loaded(load), searching, move |legend| legend(text.clone(), mentions))}
        </div>
    }
    .into_any()
}

lazy_part! {
    /// The search for brands in a text.
    brand_mentions: Legend = legend
}

fn legend(text: String, mentions: RwSignal<TextMentions>) -> AnyView {
    let analysis = use_analysis();
    let own = use_own_brand(use_all_brands());
    let own = Memo::new(move |_| own.get().map(|brand| brand.name));
    let found = analysis.query(move || Some(Mentions { text: text.clone() }));
    let in_text =
        Memo::new(move |_| found.with(|reply| reply.map(|reply| in_text(&reply.value, own.get().as_deref()))));
    effect(move || mentions.set(in_text.get().unwrap_or_default()));
    live(move || {
        let state = found.get();
        let AnalysisState::Ready { reply, .. } = &state else {
            let loading = || view! { <p class="muted">{t(|t| t.mentions().searching)}</p> }.into_any();
            return analysis_problem(analysis, &state).unwrap_or_else(loading);
        };
        if reply.value.brands.is_empty() {
            return view! {
                <p class="muted">
                    {t(|t| t.mentions().no_brands)} " " <a href=BRANDS>{t(|t| t.mentions().to_brands)}</a>
                </p>
            }
            .into_any();
        }
        let entries = entries(&reply.value, own.get().as_deref());
        if entries.is_empty() {
            return view! { <p class="muted">{t(|t| t.mentions().none)}</p> }.into_any();
        }
        let items = entries.into_iter().map(item).collect_view();
        view! { <ul class="mention-legend">{items}</ul> }.into_any()
    })
}

/// The mentions in a text, as marks. `own` is the name of the own brand.
pub fn in_text(found: &FoundMentions, own: Option<&str>) -> TextMentions {
    let mut marks = TextMentions::default();
    for mention in &found.mentions {
        let Some(name) = found.brands.get(mention.brand) else { continue };
        if marks.ranges.last().is_none_or(|last| last.end <= mention.start) {
            marks.ranges.push(mention.start..mention.end);
            marks.labels.push(MentionLabel::default());
        }
        let Some(label) = marks.labels.last_mut() else { continue };
        if !label.brands.is_empty() {
            label.brands.push_str(", ");
        }
        label.brands.push_str(&visible(name));
        label.is_own |= Some(name.as_str()) == own;
    }
    marks
}

/// A name in a text as a mark, with the brands that have it as its title.
pub fn marked(text: &str, label: Option<&MentionLabel>) -> AnyView {
    let MentionLabel { brands, is_own } = label.cloned().unwrap_or_default();
    let title = t_with(move |t| if is_own { (t.mentions().own_mark)(&brands) } else { brands.clone() });
    view! { <mark class="mention" data-own=is_own.then_some("") title=title>{text.to_owned()}</mark> }.into_any()
}

// The own brand first, then the others that are named, the most frequent first.
fn entries(found: &FoundMentions, own: Option<&str>) -> Vec<LegendEntry> {
    let mut counts = vec![0; found.brands.len()];
    for mention in &found.mentions {
        if let Some(count) = counts.get_mut(mention.brand) {
            *count += 1;
        }
    }
    let brands = found.brands.iter().zip(counts).map(|(name, mentions)| LegendEntry {
        is_own: Some(name.as_str()) == own,
        name: visible(name).into_owned(),
        mentions,
    });
    let mut entries: Vec<LegendEntry> = brands.filter(|entry| entry.is_own || entry.mentions > 0).collect();
    sort_by_key(&mut entries, |entry| (!entry.is_own, std::cmp::Reverse(entry.mentions)));
    entries
}

fn item(entry: LegendEntry) -> AnyView {
    let LegendEntry { name, is_own, mentions } = entry;
    let count = t_with(move |t| match mentions {
        0 => t.mentions().not_named.to_owned(),
        mentions => (t.mentions().count)(mentions),
    });
    let own = is_own.then(|| view! { <small class="tag">{t(|t| t.mentions().own)}</small> " " });
    let name = if mentions > 0 {
        view! { <mark class="mention" data-own=is_own.then_some("")><bdi>{name}</bdi></mark> }.into_any()
    } else {
        view! { <bdi>{name}</bdi> }.into_any()
    };
    view! { <li>{name} " " {own} <span class="muted">{count}</span></li> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mention(start: usize, end: usize, brand: usize) -> answerdeck_insight::Mention {
        answerdeck_insight::Mention { start, end, brand }
    }

    fn found() -> FoundMentions {
        let brands = ["Nurio", "Tavrin", "Olvane"].map(str::to_owned).to_vec();
        FoundMentions { brands, mentions: vec![mention(0, 5, 1), mention(8, 13, 0), mention(8, 13, 1)] }
    }

    #[test]
    fn brands_with_the_same_name_share_a_mark() {
        let TextMentions { ranges, labels } = in_text(&found(), Some("Nurio"));
        assert_eq!(ranges, [0..5, 8..13]);
        assert_eq!(
            labels.iter().map(|label| (label.brands.as_str(), label.is_own)).collect::<Vec<_>>(),
            [("Tavrin", false), ("Nurio, Tavrin", true)]
        );
    }

    #[test]
    fn a_legend_has_the_own_brand_first_and_no_other_without_a_mention() {
        let counts = |own| -> Vec<(String, u64)> {
            entries(&found(), own).into_iter().map(|entry| (entry.name, entry.mentions)).collect()
        };
        assert_eq!(counts(Some("Olvane")), [("Olvane".into(), 0), ("Tavrin".into(), 2), ("Nurio".into(), 1)]);
        assert_eq!(counts(None), [("Tavrin".into(), 2), ("Nurio".into(), 1)]);
    }
}
