//! The reply of an engine: what is found in it, and how it is stored and handed to the statistics, which know nothing of attempts.

use std::sync::Arc;

use answerdeck_database::entity::{answer, answer_fanout, answer_source, answer_text};
use answerdeck_database::text_search::folded;
use answerdeck_engine::Reply;
use answerdeck_statistics::{AnswerContent, Statistics, TextAnalysis};
use sea_orm::ActiveValue::Set;
use sea_orm::{DatabaseTransaction, DbErr, EntityTrait};

use super::responses::ProviderResponse;
use crate::analyzer_pool::AnalyzerPool;
use crate::brand_finder::BrandFinder;
use crate::state::AppState;

/// A reply, and what is stored with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnalyzedReply {
    pub reply: Reply,
    /// What was found in it.
    pub analysis: TextAnalysis,
    /// The provider's response. Absent for a reply of this server, and when it is too large.
    pub response: Option<ProviderResponse>,
}

impl AnalyzedReply {
    /// Finds brands and tokens in a reply, and compresses the provider's response. Call it before the transaction, which locks
    /// rows.
    pub(crate) async fn new(analyzer: &AnalyzerPool, brands: &Arc<BrandFinder>, mut reply: Reply) -> Self {
        let analysis = find_with(analyzer, brands, &reply).await;
        let response = match reply.raw.take() {
            Some(raw) => analyzer.run(move |_| ProviderResponse::compress(&raw)).await,
            None => None,
        };
        Self { reply, analysis, response }
    }
}

/// Finds tokens and the brands that an organization has now in a reply.
pub async fn find(app: &AppState, organization_id: &str, reply: &Reply) -> Result<TextAnalysis, DbErr> {
    let brands = app.brand_finders.of(&app.databases.jobs, organization_id).await?;
    Ok(find_with(&app.config.analyzer, &brands, reply).await)
}

async fn find_with(analyzer: &AnalyzerPool, brands: &Arc<BrandFinder>, reply: &Reply) -> TextAnalysis {
    let sources = reply.sources.iter().map(|source| source.url.clone()).collect();
    analyzer.find(brands, vec![(reply.content.clone(), sources)], true).await.pop().unwrap_or_default()
}

/// Stores the sources, the fan-out queries, the searchable text and the response of an answer that has just become SUCCESS, and
/// appends the answer with its analysis to the statistics. The caller holds a lock on the organization's row.
pub async fn store(
    statistics: &dyn Statistics,
    transaction: &DatabaseTransaction,
    answer: &answer::Model,
    analyzed: &AnalyzedReply,
) -> Result<(), DbErr> {
    let AnalyzedReply { reply, analysis, response } = analyzed;
    let text = answer_text::ActiveModel { answer_id: Set(answer.id.clone()), folded: Set(folded(&reply.content)) };
    answer_text::Entity::insert(text).exec_without_returning(transaction).await?;
    let sources = (0..).zip(&reply.sources).map(|(position, source)| answer_source::ActiveModel {
        answer_id: Set(answer.id.clone()),
        position: Set(position),
        url: Set(source.url.clone()),
        title: Set(source.title.clone()),
        domain: Set(source.domain.clone()),
    });
    answer_source::Entity::insert_many(sources).exec_without_returning(transaction).await?;
    let fanouts = (0..).zip(&reply.fanouts).map(|(position, query)| answer_fanout::ActiveModel {
        answer_id: Set(answer.id.clone()),
        position: Set(position),
        query: Set(query.clone()),
    });
    answer_fanout::Entity::insert_many(fanouts).exec_without_returning(transaction).await?;
    if let Some(response) = response {
        response.store(transaction, &answer.id).await?;
    }
    let content = AnswerContent { sources: &reply.sources, fanouts: &reply.fanouts, analysis };
    statistics.append(transaction, answer, &content).await
}
