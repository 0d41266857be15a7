//! A part: some consecutive answers of every column. It records the times and runs that tell whether a scope can have
//! any of its answers.

use std::collections::BTreeSet;

use answerdeck_database::entity::answer_column;
use answerdeck_database::id::time_of;
use answerdeck_database::{execute, is_element, json_elements};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter};

use super::{Column, Dimensions, dimensions, lists, part_copies, push_list, to_bytes, to_words};

/// The words of a part in each column of [`Column::ALL`].
pub(super) struct Part {
    number: i64,
    words: [Vec<u32>; Column::ALL.len()],
}

impl Part {
    /// A part without answers.
    pub(super) fn new(number: i64) -> Self {
        Self { number, words: Default::default() }
    }

    /// Reads a part. It has no answers when the database has no such part.
    pub(super) async fn read(
        database: &impl ConnectionTrait,
        organization_id: &str,
        number: i64,
    ) -> Result<Self, DbErr> {
        let rows = answer_column::Entity::find()
            .filter(answer_column::Column::OrganizationId.eq(organization_id))
            .filter(answer_column::Column::Name.is_in(Column::ALL.map(Column::as_str)))
            .filter(answer_column::Column::Part.eq(number))
            .all(database)
            .await?;
        let words = Column::ALL.map(|column| {
            let row = rows.iter().find(|row| row.name == column.as_str());
            row.map(|row| to_words(&row.words)).unwrap_or_default()
        });
        Ok(Self { number, words })
    }

    /// Appends an answer with its sources, fan-outs and tokens.
    pub(super) fn push(&mut self, answer: Dimensions, values: [&[u32]; 3]) {
        let [dimension_words, columns @ ..] = &mut self.words;
        dimension_words.extend(answer.to_words());
        for (words, list) in columns.iter_mut().zip(values) {
            push_list(words, list);
        }
    }

    /// Yields the dimensions of each answer.
    pub(super) fn dimensions(&self) -> impl Iterator<Item = Dimensions> {
        let [dimension_words, ..] = &self.words;
        dimensions(dimension_words)
    }

    /// Yields each answer with its sources, fan-outs and tokens.
    pub(super) fn answers(&self) -> impl Iterator<Item = (Dimensions, [&[u32]; 3])> {
        let [dimension_words, sources, fanouts, tokens] = &self.words;
        let values = lists(sources).zip(lists(fanouts).zip(lists(tokens)));
        dimensions(dimension_words)
            .zip(values)
            .map(|(answer, (sources, (fanouts, tokens)))| (answer, [sources, fanouts, tokens]))
    }

    /// The runs that have answers in the part.
    pub(super) fn runs(&self) -> BTreeSet<u32> {
        self.dimensions().filter(|answer| !answer.is_removed()).map(|answer| answer.run).collect()
    }

    /// Whether all answers were removed.
    pub(super) fn is_empty(&self) -> bool {
        self.dimensions().all(Dimensions::is_removed)
    }

    /// Writes the part, its first and its last time, and adds it to the parts of its runs.
    pub(super) async fn store(&self, transaction: &DatabaseTransaction, organization_id: &str) -> Result<(), DbErr> {
        let answers = self.dimensions().filter(|answer| !answer.is_removed()).count();
        part_copies::set_answers(transaction, organization_id, self.number, answers).await?;
        let times = || self.dimensions().filter(|answer| !answer.is_removed()).map(|answer| time_of(answer.id));
        let (first_at, last_at) = (times().min(), times().max());
        let rows = Column::ALL.into_iter().zip(&self.words).map(|(column, words)| {
            let is_timed = column == Column::Dimensions;
            answer_column::ActiveModel {
                organization_id: Set(organization_id.to_owned()),
                name: Set(column.as_str().to_owned()),
                part: Set(self.number),
                words: Set(to_bytes(words)),
                first_at: Set(first_at.filter(|_| is_timed)),
                last_at: Set(last_at.filter(|_| is_timed)),
            }
        });
        let key = [answer_column::Column::OrganizationId, answer_column::Column::Name, answer_column::Column::Part];
        let values = [answer_column::Column::Words, answer_column::Column::FirstAt, answer_column::Column::LastAt];
        let replace = OnConflict::columns(key).update_columns(values).to_owned();
        answer_column::Entity::insert_many(rows).on_conflict(replace).exec_without_returning(transaction).await?;
        let elements = json_elements(transaction, 3);
        // Without the condition, SQLite reads `ON CONFLICT` as the condition of a join.
        let sql = format!(
            "INSERT INTO run_parts (organization_id, run, part) \
             SELECT $1, CAST(value AS bigint), CAST($2 AS bigint) FROM {elements} WHERE TRUE ON CONFLICT DO NOTHING"
        );
        let runs = serde_json::json!(self.runs()).to_string();
        execute(transaction, &sql, [organization_id.into(), self.number.into(), runs.into()]).await.map(drop)
    }

    /// Removes the part from the parts of these runs, which no longer have an answer in it.
    pub(super) async fn remove_from_runs(
        &self,
        transaction: &DatabaseTransaction,
        organization_id: &str,
        runs: &BTreeSet<u32>,
    ) -> Result<(), DbErr> {
        let is_in_runs = is_element(transaction, "run", "bigint", 3);
        let sql = format!("DELETE FROM run_parts WHERE organization_id = $1 AND part = $2 AND {is_in_runs}");
        let values = [organization_id.into(), self.number.into(), serde_json::json!(runs).to_string().into()];
        execute(transaction, &sql, values).await.map(drop)
    }

    pub(super) async fn delete(&self, transaction: &DatabaseTransaction, organization_id: &str) -> Result<(), DbErr> {
        part_copies::delete(transaction, organization_id, self.number).await?;
        let sql = "DELETE FROM answer_columns WHERE organization_id = $1 AND part = $2";
        execute(transaction, sql, [organization_id.into(), self.number.into()]).await.map(drop)
    }
}
