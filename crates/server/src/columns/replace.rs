//! Replacing the tokens of answers in the columns.

use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait};

use super::interner::{self, Names};
use super::{ABSENT, Column, Dimensions, Name, NameKind, PART_SIZE, dimensions, lists, push_list, to_bytes, to_words};
use crate::database::entity::answer_column;
use crate::random::base62;

/// Returns the SQL query for the number of answers in the parts of each organization.
pub(crate) fn answers_by_organization() -> String {
    let bytes = Dimensions::WORDS * size_of::<u32>();
    format!(
        "SELECT organization_id, MAX(part * {} + length(words)) / {bytes} AS answers FROM answer_columns \
         WHERE holds = '{}' GROUP BY organization_id",
        i64::try_from(bytes).unwrap_or_default() * PART_SIZE,
        Column::Dimensions.as_str()
    )
}

/// A range of answers in the columns of an organization. All of them are in one part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerRange<'a> {
    pub(crate) organization_id: &'a str,
    /// The position of the first answer, from 0.
    pub(crate) first: i64,
    /// How many answers.
    pub(crate) count: usize,
}

impl AnswerRange<'_> {
    fn part(&self) -> i64 {
        self.first / PART_SIZE
    }

    /// The position of the first answer in its part.
    fn offset(&self) -> usize {
        usize::try_from(self.first % PART_SIZE).unwrap_or_default()
    }

    async fn column(&self, database: &impl ConnectionTrait, column: Column) -> Result<Vec<u32>, DbErr> {
        let key = (self.organization_id.to_owned(), column.as_str().to_owned(), self.part());
        let row = answer_column::Entity::find_by_id(key).one(database).await?;
        Ok(row.map(|row| to_words(&row.words)).unwrap_or_default())
    }

    /// Returns the ids of the answers, in their order.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn ids(&self, database: &impl ConnectionTrait) -> Result<Vec<String>, DbErr> {
        let words = self.column(database, Column::Dimensions).await?;
        Ok(dimensions(&words).skip(self.offset()).take(self.count).map(|answer| base62(answer.id)).collect())
    }

    /// Replaces the tokens of the answers. An answer keeps its tokens where `tokens` has `None`. The caller holds a lock on the
    /// organization's row.
    ///
    /// # Errors
    /// Returns an error if the database fails. Roll the transaction back then.
    pub(crate) async fn replace_tokens<'a>(
        &self,
        transaction: &DatabaseTransaction,
        tokens: &'a [Option<Vec<String>>],
    ) -> Result<(), DbErr> {
        let mut names = Names::default();
        let mut lists_of_hashes: Vec<Option<Vec<i64>>> = Vec::with_capacity(tokens.len());
        for tokens in tokens {
            let hashes = |tokens: &'a Vec<String>| {
                tokens.iter().map(|token| names.add(Name::new(NameKind::Token, token))).collect()
            };
            lists_of_hashes.push(tokens.as_ref().map(hashes));
        }
        let numbers = interner::intern(transaction, self.organization_id, names.0).await?;
        let words = self.column(transaction, Column::Token).await?;
        if words.is_empty() {
            // The answers of the part were deleted.
            return Ok(());
        }
        let mut replaced: Vec<u32> = Vec::with_capacity(words.len());
        for (position, list) in lists(&words).enumerate() {
            let new = position.checked_sub(self.offset()).and_then(|at| lists_of_hashes.get(at)?.as_ref());
            let list = match new {
                Some(hashes) => hashes.iter().map(|hash| numbers.get(hash).copied().unwrap_or(ABSENT)).collect(),
                None => list.to_vec(),
            };
            push_list(&mut replaced, &list);
        }
        answer_column::Entity::update(answer_column::ActiveModel {
            organization_id: Set(self.organization_id.to_owned()),
            holds: Set(Column::Token.as_str().to_owned()),
            part: Set(self.part()),
            words: Set(to_bytes(&replaced)),
            ..Default::default()
        })
        .exec_without_returning(transaction)
        .await?;
        Ok(())
    }
}
