//! Storing the reply of an engine beside the row of the answer.

use answerdeck_database::entity::{answer, answer_fanout, answer_source, answer_text};
use answerdeck_database::search::folded;
use answerdeck_engine::Reply;
use answerdeck_statistics::{AnswerContent, Statistics, TextFindings};
use sea_orm::ActiveValue::Set;
use sea_orm::{DatabaseTransaction, DbErr, EntityTrait};

/// Stores the sources, the fan-out queries and the searchable text of an answer that has just become SUCCESS, and appends
/// the answer with its findings to the statistics. The caller holds a lock on the organization's row.
///
/// # Errors
/// Returns an error if the database fails. Roll the transaction back then.
pub async fn persist_reply(
    statistics: &dyn Statistics,
    transaction: &DatabaseTransaction,
    item: &answer::Model,
    reply: &Reply,
    findings: &TextFindings,
) -> Result<(), DbErr> {
    let text = answer_text::ActiveModel { answer_id: Set(item.id.clone()), folded: Set(folded(&reply.content)) };
    answer_text::Entity::insert(text).exec_without_returning(transaction).await?;
    let sources: Vec<_> = (0..)
        .zip(&reply.sources)
        .map(|(position, source)| answer_source::ActiveModel {
            answer_id: Set(item.id.clone()),
            position: Set(position),
            url: Set(source.url.clone()),
            title: Set(source.title.clone()),
            domain: Set(source.domain.clone()),
        })
        .collect();
    if !sources.is_empty() {
        answer_source::Entity::insert_many(sources).exec_without_returning(transaction).await?;
    }
    let fanouts: Vec<_> = (0..)
        .zip(&reply.fanouts)
        .map(|(position, query)| answer_fanout::ActiveModel {
            answer_id: Set(item.id.clone()),
            position: Set(position),
            query: Set(query.clone()),
        })
        .collect();
    if !fanouts.is_empty() {
        answer_fanout::Entity::insert_many(fanouts).exec_without_returning(transaction).await?;
    }
    let content = AnswerContent { sources: &reply.sources, fanouts: &reply.fanouts, findings };
    statistics.append(transaction, item, &content).await
}
