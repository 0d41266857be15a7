//! Where texts name the brands of an organization, as the brands are now.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use answerdeck_api::AnswerId;
use answerdeck_api::metrics::{AnswerMentions, BrandName, Mention, MentionFilter, MentionList};
use answerdeck_database::entity::{answer, brand};
use answerdeck_database::parse_stored_id;
use answerdeck_insight::says_nothing_found;
use axum::Json;
use sea_orm::{ColumnTrait, DbErr, QueryFilter, QuerySelect};

use super::rows;
use crate::brand_finder::BrandFinder;
use crate::cpu_pool::run_blocking;
use crate::http::caller::Read;
use crate::http::extract::QueryParams;
use crate::problem::ApiResult;

/// An answer that is not SUCCESS names none.
pub(super) async fn list(read: Read, QueryParams(filter): QueryParams<MentionFilter>) -> ApiResult<Json<MentionList>> {
    let answers = rows::select_all::<answer::Entity>(&read.caller)
        .filter(answer::Column::Id.is_in(filter.answer_ids.iter().map(|id| id.as_str())));
    let answers = answers.all(&read.app.databases.heavy_reads).await?;
    let answers: HashMap<String, answer::Model> =
        answers.into_iter().map(|answer| (answer.id.clone(), answer)).collect();
    let unknown: Vec<_> = filter.answer_ids.iter().filter(|id| !answers.contains_key(id.as_str())).collect();
    if !unknown.is_empty() {
        return Err(rows::unknown::<answer::Entity>(unknown.into_iter().map(|id| ("answerID", id))));
    }
    let tracked = TrackedBrands::read(&read).await?;
    let find = move || {
        let mut named = NamedBrands::default();
        let mentions_of = |answer_id: AnswerId| {
            let answer = answers.get(answer_id.as_str()).filter(|answer| answer.status == answer::Status::Success);
            let content = answer.map_or("", |answer| answer.content.as_str());
            let mentions = tracked.mentions(content, 0..content.len(), &mut named).collect();
            AnswerMentions { answer_id, mentions }
        };
        let answers = filter.answer_ids.into_iter().map(mentions_of).collect();
        MentionList { brands: named.brands, answers }
    };
    Ok(Json(run_blocking(find).await))
}

pub(super) struct TrackedBrands {
    finder: Arc<BrandFinder>,
    /// By their definitions.
    names: HashMap<i64, BrandName>,
}

/// The brands that texts name, each once.
#[derive(Default)]
pub(super) struct NamedBrands {
    pub(super) brands: Vec<BrandName>,
    /// Their indexes by their definitions.
    indexes: HashMap<i64, u32>,
}

impl TrackedBrands {
    pub(super) async fn read(Read { app, caller }: &Read) -> ApiResult<Self> {
        let finder = app.brand_finders.of(&app.database, caller.organization_id.as_str()).await?;
        let rows: Vec<(i64, String, String)> = rows::select_all::<brand::Entity>(caller)
            .select_only()
            .columns([brand::Column::Definition, brand::Column::Id, brand::Column::Name])
            .into_tuple()
            .all(&app.database)
            .await?;
        let name = |(definition, id, name): (i64, String, String)| -> Result<_, DbErr> {
            Ok((definition, BrandName { id: parse_stored_id(id)?, name }))
        };
        let names = rows.into_iter().map(name).collect::<Result<_, _>>()?;
        Ok(Self { finder, names })
    }

    /// The mentions of a text that are in a part of it, cut at its ends. Their places begin with the part. Their brands are added to
    /// `named`.
    pub(super) fn mentions(
        &self,
        text: &str,
        part: Range<usize>,
        named: &mut NamedBrands,
    ) -> impl Iterator<Item = Mention> {
        let (mut at, mut units) = (part.start, 0);
        self.finder.mentions(text).into_iter().filter_map(move |(definition, place)| {
            let definition = i64::from(definition);
            let (start, end) = (place.start.max(part.start), place.end.min(part.end));
            let name = self.names.get(&definition).filter(|_| start < end)?;
            units += utf16_units(text, at, start);
            at = start;
            let end = units + utf16_units(text, start, end);
            let nothing_found = says_nothing_found(text, place);
            Some(Mention { brand: named.index(definition, name), start: units, end, nothing_found })
        })
    }
}

impl NamedBrands {
    fn index(&mut self, definition: i64, name: &BrandName) -> u32 {
        *self.indexes.entry(definition).or_insert_with(|| {
            self.brands.push(name.clone());
            u32::try_from(self.brands.len() - 1).unwrap_or(u32::MAX)
        })
    }
}

fn utf16_units(text: &str, from: usize, to: usize) -> u64 {
    text.get(from..to).unwrap_or_default().encode_utf16().count() as u64
}
