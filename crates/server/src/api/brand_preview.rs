//! The answers that would name a brand, or would name it no longer, before its changes are saved.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use answerdeck_api::metrics::{BrandPreview, BrandPreviewExample, BrandPreviewRequest, BrandSpelling};
use answerdeck_database::entity::{answer, brand};
use answerdeck_database::parse_stored_id;
use answerdeck_insight::{BrandNames, Mention, MentionFinder, TooManyNames, other_spellings, sentence_ends};
use axum::Json;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};

use super::heavy_reads::run_on_rows;
use super::rows;
use crate::brand_finder::{BrandFinder, names_of};
use crate::http::caller::Read;
use crate::http::extract::Body;
use crate::problem::{ApiResult, Problem};

/// The maximum number of answers that are searched, from the newest on, and of bytes of their texts.
const SEARCHED_MAX: u64 = 2_000;
const BYTES_MAX: usize = 16 * 1024 * 1024;
/// The maximum number of spellings that are looked for, and of those that are listed.
const SPELLINGS_SEARCHED_MAX: usize = 500;
const SPELLINGS_MAX: usize = 10;
const EXAMPLES_MAX: usize = 10;
/// The maximum number of bytes of an example on each side of the name.
const SIDE_MAX: usize = 160;

/// Searches the newest answers for the names of a brand.
pub(super) async fn preview(read: Read, Body(request): Body<BrandPreviewRequest>) -> ApiResult<Json<BrandPreview>> {
    let database = &read.app.databases.heavy_reads;
    let brands = rows::select_all::<brand::Entity>(&read.caller).all(database).await?;
    let saved = brands.iter().position(|brand| request.brand_id.as_ref().is_some_and(|id| brand.id == id.as_str()));
    if let Some(id) = request.brand_id.as_ref().filter(|_| saved.is_none()) {
        return Err(rows::unknown::<brand::Entity>([("brandID", id)]));
    }
    let edited = saved.unwrap_or(brands.len());
    let saved = saved.and_then(|saved| u32::try_from(brands[saved].definition).ok());
    let BrandPreviewRequest { names, case_sensitive, excluded_phrases, .. } = request;
    let brand = BrandNames { names, case_sensitive, excluded_phrases };
    let mut searched = brands.iter().map(names_of).collect::<Result<Vec<BrandNames>, _>>()?;
    match searched.get_mut(edited) {
        Some(old) => old.clone_from(&brand),
        None => searched.push(brand.clone()),
    }
    let before = read.app.brand_finders.of(database, read.caller.organization_id.as_str()).await?;
    let compiled =
        read.app.brand_finders.cpu_pool.run(move || -> Result<_, TooManyNames> {
            Ok((MentionFinder::of_brands(&searched)?, Spellings::new(brand)?))
        });
    let (after, spellings) = compiled.await.map_err(|error| Problem::validation(format!("names: {error}")))?;
    let rows = rows::select_all::<answer::Entity>(&read.caller)
        .select_only()
        .columns([answer::Column::Id, answer::Column::Content])
        .filter(answer::Column::Status.eq(answer::Status::Success))
        .order_by_desc(answer::Column::Id)
        .limit(SEARCHED_MAX)
        .into_tuple::<(String, String)>()
        .stream(database)
        .await?;
    let comparison = Comparison { before, saved, after, edited, spellings };
    run_on_rows(rows, move |answers| comparison.of(answers)).await?.map(Json)
}

/// The names of the brands before and after the changes.
struct Comparison {
    before: Arc<BrandFinder>,
    /// The definition of the brand before, if it is saved.
    saved: Option<u32>,
    after: MentionFinder,
    /// The entry of the brand after.
    edited: usize,
    spellings: Spellings,
}

impl Comparison {
    /// Compares the mentions in answers, each its id and its text.
    fn of(mut self, answers: &mut dyn Iterator<Item = (String, String)>) -> ApiResult<BrandPreview> {
        let mut preview = BrandPreview::default();
        let mut bytes = 0;
        for (id, content) in answers {
            bytes += content.len();
            if bytes > BYTES_MAX {
                break;
            }
            preview.searched += 1;
            self.spellings.read(&content);
            let old =
                self.before.mentions(&content).into_iter().find(|(definition, _)| Some(*definition) == self.saved);
            let new = self.after.find(&content).into_iter().find(|mention| mention.entry == self.edited);
            let (count, examples, place) = match (old, new) {
                (None, Some(mention)) => (&mut preview.added, &mut preview.examples, mention.start..mention.end),
                (Some((_, place)), None) => (&mut preview.removed, &mut preview.removed_examples, place),
                _ => continue,
            };
            *count += 1;
            if examples.len() < EXAMPLES_MAX {
                examples.push(example(id, &content, place)?);
            }
        }
        preview.spellings = self.spellings.most_frequent();
        Ok(preview)
    }
}

/// Other spellings of the names of a brand, and how many answers have them.
struct Spellings {
    /// The first entry has the names. Each other one is a spelling.
    finder: MentionFinder,
    /// For each spelling, how the newest answer writes it, and the number of answers.
    counts: Vec<Option<BrandSpelling>>,
}

impl Spellings {
    fn new(brand: BrandNames) -> Result<Self, TooManyNames> {
        let mut others: Vec<String> = brand.names.iter().flat_map(|name| other_spellings(name)).collect();
        others.truncate(SPELLINGS_SEARCHED_MAX);
        let counts = vec![None; others.len()];
        let spelling = |name: String| BrandNames { names: vec![name], ..BrandNames::default() };
        let searched: Vec<BrandNames> = std::iter::once(brand).chain(others.into_iter().map(spelling)).collect();
        Ok(Self { finder: MentionFinder::of_brands(&searched)?, counts })
    }

    fn read(&mut self, text: &str) {
        let mentions = self.finder.find(text);
        let is_name = |place: usize| mentions.iter().any(|other| other.entry == 0 && other.start == place);
        let mut found = BTreeMap::new();
        for Mention { start, end, entry } in &mentions {
            if let Some(spelling) = entry.checked_sub(1).filter(|_| !is_name(*start)) {
                found.entry(spelling).or_insert(*start..*end);
            }
        }
        for (spelling, place) in found {
            let Some(count) = self.counts.get_mut(spelling) else { continue };
            let name = || text.get(place).unwrap_or_default().to_owned();
            count.get_or_insert_with(|| BrandSpelling { name: name(), answers: 0 }).answers += 1;
        }
    }

    fn most_frequent(self) -> Vec<BrandSpelling> {
        let mut found: Vec<BrandSpelling> = self.counts.into_iter().flatten().collect();
        found.sort_by_key(|spelling| std::cmp::Reverse(spelling.answers));
        found.truncate(SPELLINGS_MAX);
        found
    }
}

/// The sentence around a name.
fn example(id: String, text: &str, place: Range<usize>) -> ApiResult<BrandPreviewExample> {
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    Ok(BrandPreviewExample {
        answer_id: parse_stored_id(id)?,
        before: beginning(part(0, place.start)),
        name: part(place.start, place.end).to_owned(),
        after: end(part(place.end, text.len())),
    })
}

/// The end of a text, from the last beginning of a sentence in it.
fn beginning(text: &str) -> String {
    let from = text.ceil_char_boundary(text.len().saturating_sub(SIDE_MAX));
    let near = &text[from..];
    match sentence_ends(near).last() {
        Some(start) => near[start..].trim_start().to_owned(),
        None if from > 0 => format!("…{near}"),
        None => near.trim_start().to_owned(),
    }
}

/// The beginning of a text, to the first end of a sentence in it.
fn end(text: &str) -> String {
    let near = &text[..text.floor_char_boundary(SIDE_MAX)];
    let first = sentence_ends(near).next();
    match first {
        Some(end) => near[..end].trim_end().to_owned(),
        None if near.len() < text.len() => format!("{near}…"),
        None => near.trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_the_sentence_around_the_name() {
        let text = "First. Nurio 2.5 is at nurio.example, and Tavrin follows! Then more.\nEnd";
        let at = text.find("Tavrin").unwrap();
        assert_eq!(beginning(&text[..at]), "Nurio 2.5 is at nurio.example, and ");
        assert_eq!(end(&text[at + 6..]), " follows!");
        assert_eq!((beginning("Tavrin와 "), end("는 좋아요\n다음")), ("Tavrin와 ".to_owned(), "는 좋아요".to_owned()));
    }

    #[test]
    fn a_long_sentence_is_cut_on_both_sides() {
        let text = "가".repeat(1_000);
        let (before, after) = (beginning(&text), end(&text));
        assert!(before.starts_with('…') && after.ends_with('…'), "{before} {after}");
        assert!([before, after].iter().all(|side| side.len() <= SIDE_MAX + '…'.len_utf8()));
    }
}
