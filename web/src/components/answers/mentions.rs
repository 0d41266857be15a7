use std::ops::Range;

use answerdeck_api::metrics::{AnswerMentions, BrandName, Mention, MentionList};
use answerdeck_api::{AnswerId, Brand, BrandId};
use leptos::prelude::*;

use crate::components::{own_brand_badge, query_view};
use crate::locale::{t, t_with};
use crate::paths::BRANDS;
use crate::queries::Query;
use crate::queries::brands::{use_all_brands, use_own_brand, use_own_brand_id};
use crate::reactive::{effect, live_option};
use crate::sorting::sort_by_key;
use crate::untrusted::visible;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextMentions {
    /// The bytes of each name in the text, in ascending order. No two overlap.
    pub ranges: Vec<Range<usize>>,
    /// For each of them, the brands with this name.
    pub labels: Vec<MentionLabel>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MentionLabel {
    /// Their names. Two brands may share a synonym.
    pub brands: String,
    /// Whether one of them is the own brand.
    pub is_own: bool,
    /// Whether the sentence says that nothing was found about them.
    pub nothing_found: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct LegendEntry {
    name: String,
    is_own: bool,
    mentions: u64,
    /// Whether all mentions say that nothing was found.
    nothing_found: bool,
}

/// The legend of the brands in an answer: each brand that it names, and the own brand in any event, with the number of mentions.
#[component]
pub fn BrandMentions(
    answer: AnswerId,
    text: String,
    /// The mentions in this answer and perhaps others.
    found: Query<MentionList>,
    /// Set to the mentions in the text, when they are known.
    mentions: RwSignal<TextMentions>,
) -> AnyView {
    let brands = use_all_brands();
    let (own, own_id) = (use_own_brand(), use_own_brand_id());
    let of_answer = answer.clone();
    effect(move || {
        let own = own_id.get();
        let in_answer =
            |found: &MentionList| text_mentions(&text, &found.brands, mentions_of(found, &of_answer), own.as_ref());
        mentions.set(found.with(|found| found.map(in_answer)).unwrap_or_default());
    });
    let legend = move |found: MentionList| {
        let answer = answer.clone();
        live_option(move || {
            // Without the list of brands, those that the answer names are known.
            let has_no_brands = brands.with(|brands| brands.is_some_and(Vec::is_empty));
            let legend = || legend_of(&found.brands, mentions_of(&found, &answer), has_no_brands, own.get().as_ref());
            (!brands.is_loading()).then(legend)
        })
    };
    let searching = || view! { <p class="muted">{t(|t| t.mentions().searching)}</p> }.into_any();
    view! {
        <div class="mentions" role="group" aria-label=t(|t| t.mentions().title)>
            <span class="muted" aria-hidden="true">{t(|t| t.mentions().title)}</span>
            {query_view(found, searching, legend)}
        </div>
    }
    .into_any()
}

fn mentions_of<'a>(found: &'a MentionList, answer: &AnswerId) -> &'a [Mention] {
    let of_answer = |mentions: &&AnswerMentions| mentions.answer_id == *answer;
    found.answers.iter().find(of_answer).map_or(&[], |answer| &answer.mentions)
}

fn legend_of(names: &[BrandName], mentions: &[Mention], has_no_brands: bool, own: Option<&Brand>) -> AnyView {
    if has_no_brands {
        return view! {
            <p class="muted">
                {t(|t| t.mentions().no_brands)} " " <a href=BRANDS>{t(|t| t.common().add_brand)}</a>
            </p>
        }
        .into_any();
    }
    let entries = entries(names, mentions, own);
    if entries.is_empty() {
        return view! { <p class="muted">{t(|t| t.mentions().none)}</p> }.into_any();
    }
    let items = entries.into_iter().map(item).collect_view();
    view! { <ul class="mention-legend">{items}</ul> }.into_any()
}

/// The marks of mentions in a text: names of brands, and mentions with their indexes and places.
pub fn text_mentions(text: &str, names: &[BrandName], mentions: &[Mention], own: Option<&BrandId>) -> TextMentions {
    let (mut letters, mut units) = (text.char_indices(), 0);
    // The offset in bytes of one in UTF-16 code units that is not before that of the last call.
    let mut byte_at = |offset: u64| {
        while units < offset
            && let Some((_, letter)) = letters.next()
        {
            units += letter.len_utf16() as u64;
        }
        letters.offset()
    };
    let mut marks = TextMentions::default();
    let mut marked_to = 0;
    for Mention { brand, start, end, nothing_found } in mentions {
        let Some(BrandName { id, name }) = names.get(*brand as usize) else { continue };
        if *start >= marked_to {
            marks.ranges.push(byte_at(*start)..byte_at(*end));
            marks.labels.push(MentionLabel::default());
            marked_to = *end;
        }
        if let Some(label) = marks.labels.last_mut() {
            label.add(name, Some(id) == own);
            label.nothing_found = *nothing_found;
        }
    }
    marks
}

impl MentionLabel {
    fn add(&mut self, name: &str, is_own: bool) {
        if !self.brands.is_empty() {
            self.brands.push_str(", ");
        }
        self.brands.push_str(&visible(name));
        self.is_own |= is_own;
    }
}

/// A part of a text with its mentions as marks. `show` returns how a piece of the text is shown.
pub fn marked_part(text: &str, part: Range<usize>, mentions: &TextMentions, show: fn(&str) -> String) -> AnyView {
    let piece = |from: usize, to: usize| show(text.get(from..to).unwrap_or_default());
    let mut views = Vec::new();
    let mut written = part.start;
    for (range, label) in mentions.ranges.iter().zip(&mentions.labels) {
        let (start, end) = (range.start.max(written), range.end.min(part.end));
        if start < end {
            views.push(piece(written, start).into_any());
            views.push(marked(&piece(start, end), Some(label)));
            written = end;
        }
    }
    views.push(piece(written, part.end).into_any());
    views.collect_view().into_any()
}

/// A name in a text as a mark, with the brands that have it as its title.
pub fn marked(text: &str, label: Option<&MentionLabel>) -> AnyView {
    let MentionLabel { brands, is_own, nothing_found } = label.cloned().unwrap_or_default();
    let title = t_with(move |t| {
        let brands = if is_own { (t.mentions().own_mark)(&brands) } else { brands.clone() };
        if nothing_found { format!("{brands} · {}", t.mentions().nothing_found) } else { brands }
    });
    view! {
        <mark class="mention" data-own=is_own.then_some("") data-nothing-found=nothing_found.then_some("") title=title>
            {text.to_owned()}
        </mark>
    }
    .into_any()
}

// The own brand first, then the others that are named, the most frequent first.
fn entries(names: &[BrandName], mentions: &[Mention], own: Option<&Brand>) -> Vec<LegendEntry> {
    let entry = |(index, brand): (usize, &BrandName)| {
        let mut of_brand = mentions.iter().filter(|mention| mention.brand as usize == index);
        LegendEntry {
            name: visible(&brand.name),
            is_own: own.is_some_and(|own| own.id == brand.id),
            mentions: of_brand.clone().count() as u64,
            nothing_found: of_brand.all(|mention| mention.nothing_found),
        }
    };
    let mut entries: Vec<LegendEntry> = names.iter().enumerate().map(entry).collect();
    entries.retain(|entry| entry.mentions > 0);
    if let Some(own) = own.filter(|_| entries.iter().all(|entry| !entry.is_own)) {
        entries.push(LegendEntry { name: visible(&own.name), is_own: true, mentions: 0, nothing_found: false });
    }
    sort_by_key(&mut entries, |entry| (!entry.is_own, std::cmp::Reverse(entry.mentions)));
    entries
}

fn item(entry: LegendEntry) -> AnyView {
    let LegendEntry { name, is_own, mentions, nothing_found } = entry;
    let count = t_with(move |t| match mentions {
        0 => t.mentions().not_named.to_owned(),
        mentions => (t.mentions().count)(mentions),
    });
    let own = is_own.then(|| view! { {own_brand_badge()} " " });
    let nothing_found =
        nothing_found.then(|| view! { " " <small class="tag">{t(|t| t.mentions().nothing_found)}</small> });
    let name = if mentions > 0 {
        view! { <mark class="mention" data-own=is_own.then_some("")><bdi>{name}</bdi></mark> }.into_any()
    } else {
        view! { <bdi>{name}</bdi> }.into_any()
    };
    view! { <li>{name} " " {own} <span class="muted">{count}</span> {nothing_found}</li> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(number: u8, name: &str) -> BrandName {
        BrandName { id: format!("{number:0>22}").parse().unwrap(), name: name.to_owned() }
    }

    fn brand(BrandName { id, name }: BrandName) -> Brand {
        serde_json::from_value(serde_json::json!({ "id": id, "name": name })).unwrap()
    }

    fn names() -> [BrandName; 2] {
        [name(1, "Nurio"), name(2, "Tavrin")]
    }

    fn mentions() -> [Mention; 3] {
        let mention = |brand, start, end| Mention { brand, start, end, nothing_found: brand == 0 };
        [mention(1, 3, 5), mention(0, 7, 12), mention(1, 7, 12)]
    }

    #[test]
    fn brands_with_the_same_name_share_a_mark() {
        // A letter of two UTF-16 code units, and letters of three bytes.
        let text = "😀 타브, Nurio";
        let TextMentions { ranges, labels } = text_mentions(text, &names(), &mentions(), Some(&name(1, "").id));
        assert_eq!(ranges.iter().map(|range| &text[range.clone()]).collect::<Vec<_>>(), ["타브", "Nurio"]);
        assert_eq!(
            labels.iter().map(|label| (label.brands.as_str(), label.is_own)).collect::<Vec<_>>(),
            [("Tavrin", false), ("Nurio, Tavrin", true)]
        );
    }

    #[test]
    fn a_mention_beyond_the_text_ends_with_it() {
        let TextMentions { ranges, .. } = text_mentions("누리오", &names(), &mentions(), None);
        assert_eq!(ranges, [9..9, 9..9]);
    }

    #[test]
    fn a_legend_has_the_own_brand_first_and_no_other_without_a_mention() {
        let counts = |own: Option<BrandName>| -> Vec<(String, u64)> {
            let own = own.map(brand);
            entries(&names(), &mentions(), own.as_ref()).into_iter().map(|entry| (entry.name, entry.mentions)).collect()
        };
        assert_eq!(counts(Some(name(3, "Olvane"))), [("Olvane".into(), 0), ("Tavrin".into(), 2), ("Nurio".into(), 1)]);
        assert_eq!(counts(Some(name(1, "Nurio"))), [("Nurio".into(), 1), ("Tavrin".into(), 2)]);
        assert_eq!(counts(None), [("Tavrin".into(), 2), ("Nurio".into(), 1)]);
        // The brands of other answers are not in the legend, except the own one.
        assert_eq!(entries(&names(), &mentions()[..1], None).len(), 1);
        assert_eq!(entries(&names(), &[], Some(&brand(name(2, "Tavrin")))).len(), 1);
        let said = entries(&names(), &mentions(), None).into_iter().map(|entry| (entry.name, entry.nothing_found));
        assert_eq!(said.collect::<Vec<_>>(), [("Tavrin".to_owned(), false), ("Nurio".to_owned(), true)]);
    }
}
