use std::rc::Rc;

use answerdeck_api::{
    FanoutFilter, FanoutRanking, SourceDomainFilter, SourceDomainRanking, SourceUrlFilter, SourceUrlRanking,
    TokenFilter, TokenNeighborFilter, TokenNeighborRanking, TokenRanking, operation,
};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of statistics. Each covers the answers in the scope of its filter, by default all answers of the
/// organization.
///
/// Source: docs/platform-api.md, section 2, Statistics.
#[derive(Debug, Clone)]
pub struct Statistics(pub(crate) Rc<Dispatcher>);

impl Statistics {
    /// Ranks the domains that answers cite.
    pub async fn source_domains(&self, filter: &SourceDomainFilter) -> Result<SourceDomainRanking> {
        self.0.call(Call::new(operation::RANK_SOURCE_DOMAINS).query(filter)?).await
    }

    /// Ranks the pages that answers cite.
    pub async fn source_urls(&self, filter: &SourceUrlFilter) -> Result<SourceUrlRanking> {
        self.0.call(Call::new(operation::RANK_SOURCE_URLS).query(filter)?).await
    }

    /// Ranks the searches that models ran for answers.
    pub async fn fanouts(&self, filter: &FanoutFilter) -> Result<FanoutRanking> {
        self.0.call(Call::new(operation::RANK_FANOUTS).query(filter)?).await
    }

    /// Ranks the tokens of answers.
    pub async fn tokens(&self, filter: &TokenFilter) -> Result<TokenRanking> {
        self.0.call(Call::new(operation::RANK_TOKENS).query(filter)?).await
    }

    /// Ranks the tokens that occur in the same answers as the words of the filter.
    pub async fn token_neighbors(&self, filter: &TokenNeighborFilter) -> Result<TokenNeighborRanking> {
        self.0.call(Call::new(operation::RANK_TOKEN_NEIGHBORS).query(filter)?).await
    }
}
