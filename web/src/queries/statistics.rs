//! Statistics that the platform counts. Each fetches nothing while there is no scope.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::SourceLevel;
use answerdeck_api::{
    AnswerScope, DomainType, DomainTypeAssignment, FanoutFilter, FanoutInclude, FanoutRanking, ProperNoun,
    ProperNounRequest, SourceDomainFilter, SourceDomainRanking, SourceUrlFilter, SourceUrlRanking, TokenFilter,
    TokenNeighborFilter, TokenNeighborInclude, TokenNeighborRanking, TokenRanking, TypedDomain,
};
use leptos::prelude::*;

use super::{Kind, Mutation, Query};

/// The most cited domains of a scope, or what is cited at another level, of one type if there is one.
pub fn use_source_domains(
    scope: impl Fn() -> Option<AnswerScope> + 'static,
    level: Memo<Option<SourceLevel>>,
    domain_type: Memo<Option<DomainType>>,
) -> Query<SourceDomainRanking> {
    Query::new(&[Kind::Answers], move |client| {
        let (level, domain_type, limit) = (level.get(), domain_type.get(), Some(PAGE_SIZE_MAX));
        let filter = SourceDomainFilter { level, domain_type, limit, ..SourceDomainFilter::from(scope()?) };
        Some(async move { client.statistics().source_domains(&filter).await })
    })
}

/// The most cited pages of a domain.
pub fn use_source_urls(scope: impl Fn() -> Option<AnswerScope> + 'static, domain: String) -> Query<SourceUrlRanking> {
    Query::new(&[Kind::Answers], move |client| {
        let domain = Some(domain.clone());
        let filter = SourceUrlFilter { domain, limit: Some(PAGE_SIZE_MAX), ..SourceUrlFilter::from(scope()?) };
        Some(async move { client.statistics().source_urls(&filter).await })
    })
}

/// Assigns a type to a domain, or returns to that of the list.
pub fn assign_domain_type(
    mutation: Mutation,
    assignment: DomainTypeAssignment,
    on_success: impl FnOnce(TypedDomain) + 'static,
) {
    mutation.run(&[], |client| async move { client.domain_types().assign(&assignment).await }, on_success);
}

/// The most frequent searches of models in a scope, with their models and regions, and whether they name the own brand.
pub fn use_fanouts(scope: impl Fn() -> Option<AnswerScope> + 'static) -> Query<FanoutRanking> {
    Query::new(&[Kind::Brands, Kind::Answers], move |client| {
        let include = vec![FanoutInclude::Models, FanoutInclude::Regions, FanoutInclude::NamesOwn];
        let filter = FanoutFilter { include, limit: Some(PAGE_SIZE_MAX), ..FanoutFilter::from(scope()?) };
        Some(async move { client.statistics().fanouts(&filter).await })
    })
}

/// The most frequent tokens of the answers of a scope.
pub fn use_tokens(scope: impl Fn() -> Option<AnswerScope> + 'static) -> Query<TokenRanking> {
    Query::new(&[Kind::Answers], move |client| {
        let filter = TokenFilter { limit: Some(PAGE_SIZE_MAX), ..TokenFilter::from(scope()?) };
        Some(async move { client.statistics().tokens(&filter).await })
    })
}

/// The tokens that occur with words in a scope. Fetches nothing while there are no words.
pub fn use_token_neighbors(
    scope: impl Fn() -> Option<AnswerScope> + 'static,
    words: impl Fn() -> Vec<String> + 'static,
) -> Query<TokenNeighborRanking> {
    Query::new(&[Kind::Answers], move |client| {
        let words = words();
        if words.is_empty() {
            return None;
        }
        let include = vec![TokenNeighborInclude::TotalAnswerCount];
        let filter =
            TokenNeighborFilter { words, include, limit: Some(PAGE_SIZE_MAX), ..TokenNeighborFilter::from(scope()?) };
        Some(async move { client.statistics().token_neighbors(&filter).await })
    })
}

pub fn extract_nouns(
    mutation: Mutation,
    request: ProperNounRequest,
    on_success: impl FnOnce(Vec<ProperNoun>) + 'static,
) {
    mutation.run(&[], |client| async move { client.words().proper_nouns(&request).await }, on_success);
}
