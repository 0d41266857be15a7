//! The answers that new names of a brand would find, before they are saved.

use std::collections::BTreeMap;

use answerdeck_api::ErrorCode;
use answerdeck_api::metrics::{BrandPreview, BrandPreviewExample, BrandPreviewRequest, BrandSpelling};
use answerdeck_database::entity::{answer, brand};
use answerdeck_database::{parse_stored_id, stored_json};
use answerdeck_insight::{Mention, MentionFinder, TooManyNames, other_spellings};
use futures_util::TryStreamExt;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::http::caller::Caller;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The maximum number of answers that are searched, from the newest on, and of bytes of their texts.
const SEARCHED_MAX: u64 = 2_000;
const BYTES_MAX: usize = 16 * 1024 * 1024;
/// The maximum number of spellings that are looked for, and of those that are listed.
const SPELLINGS_SEARCHED_MAX: usize = 500;
const SPELLINGS_MAX: usize = 10;
/// The maximum number of examples.
const EXAMPLES_MAX: usize = 10;
/// The maximum number of bytes of an example on each side of the name.
const SIDE_MAX: usize = 160;

/// Searches the newest answers for the names of a brand.
///
/// # Errors
/// `USER_BRAND_NOT_FOUND` for an unknown brand, and `COMMON_VALIDATION` if all names together are too long.
pub(super) async fn brand_preview(
    app: &AppState,
    caller: &Caller,
    request: BrandPreviewRequest,
) -> ApiResult<BrandPreview> {
    let database = &app.heavy_reads_database;
    let brands = brand::Entity::find()
        .filter(brand::Column::OrganizationId.eq(caller.organization_id.as_str()))
        .all(database)
        .await?;
    let saved = brands.iter().position(|brand| request.brand_id.as_ref().is_some_and(|id| brand.id == id.as_str()));
    if request.brand_id.is_some() && saved.is_none() {
        return Err(Problem::refused(ErrorCode::UserBrandNotFound));
    }
    let edited = brands.len();
    let mut names: Vec<Vec<String>> = Vec::with_capacity(edited + 1);
    for brand in brands {
        names.push(std::iter::once(brand.name).chain(stored_json::<Vec<String>>(brand.synonyms)?).collect());
    }
    names.push(request.names.clone());
    let compiled = app
        .brand_finders
        .cpu_pool()
        .run(move || -> Result<_, TooManyNames> { Ok((MentionFinder::new(names)?, Spellings::new(&request.names)?)) });
    let (finder, mut spellings) = compiled.await.map_err(|error| Problem::validation(format!("names: {error}")))?;
    let mut rows = answer::Entity::find()
        .select_only()
        .columns([answer::Column::Id, answer::Column::Content])
        .filter(answer::Column::OrganizationId.eq(caller.organization_id.as_str()))
        .filter(answer::Column::Status.eq(answer::Status::Success))
        .order_by_desc(answer::Column::Id)
        .limit(SEARCHED_MAX)
        .into_tuple::<(String, String)>()
        .stream(database)
        .await?;
    let mut preview = BrandPreview { searched: 0, added: 0, examples: Vec::new(), spellings: Vec::new() };
    let mut bytes = 0;
    while let Some((id, content)) = rows.try_next().await? {
        bytes += content.len();
        if bytes > BYTES_MAX {
            break;
        }
        preview.searched += 1;
        spellings.read(&content);
        let mentions = finder.find(&content);
        if mentions.iter().any(|mention| Some(mention.brand) == saved) {
            continue;
        }
        if let Some(mention) = mentions.iter().find(|mention| mention.brand == edited) {
            preview.added += 1;
            if preview.examples.len() < EXAMPLES_MAX {
                preview.examples.push(example(id, &content, mention)?);
            }
        }
    }
    preview.spellings = spellings.most_frequent();
    Ok(preview)
}

/// Other spellings of the names of a brand, and how many answers have them.
struct Spellings {
    /// The first brand has the names. Each other one is a spelling.
    finder: MentionFinder,
    /// For each spelling, how the newest answer writes it, and the number of answers.
    counts: Vec<Option<BrandSpelling>>,
}

impl Spellings {
    fn new(names: &[String]) -> Result<Self, TooManyNames> {
        let mut others: Vec<String> = names.iter().flat_map(|name| other_spellings(name)).collect();
        others.truncate(SPELLINGS_SEARCHED_MAX);
        let counts = vec![None; others.len()];
        let spellings = others.into_iter().map(|spelling| vec![spelling]);
        Ok(Self { finder: MentionFinder::new(std::iter::once(names.to_vec()).chain(spellings))?, counts })
    }

    fn read(&mut self, text: &str) {
        let mentions = self.finder.find(text);
        let is_name = |place: usize| mentions.iter().any(|other| other.brand == 0 && other.start == place);
        let mut found = BTreeMap::new();
        for Mention { start, end, brand } in &mentions {
            if let Some(spelling) = brand.checked_sub(1).filter(|_| !is_name(*start)) {
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

/// The sentence around a mention.
fn example(id: String, text: &str, mention: &Mention) -> ApiResult<BrandPreviewExample> {
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    Ok(BrandPreviewExample {
        answer_id: parse_stored_id(id)?,
        before: beginning(part(0, mention.start)),
        name: part(mention.start, mention.end).to_owned(),
        after: end(part(mention.end, text.len())),
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

/// The bytes after the ends of sentences: a line break, or a mark before a space.
fn sentence_ends(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().filter_map(|(at, character)| {
        let after = at + character.len_utf8();
        let is_mark = matches!(character, '.' | '!' | '?' | '。');
        (character == '\n' || is_mark && text[after..].starts_with(char::is_whitespace)).then_some(after)
    })
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
