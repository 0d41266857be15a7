//! Statistics that the platform counts.

use answerdeck_api::{SourceDomainFilter, SourceDomainRanking};

use super::{Kind, Query};

/// The most cited domains of all answers.
pub fn use_source_domains(limit: u32) -> Query<SourceDomainRanking> {
    Query::new(&[Kind::Answers], move |client| {
        let filter = SourceDomainFilter { limit: Some(limit), ..SourceDomainFilter::default() };
        Some(async move { client.statistics().source_domains(&filter).await })
    })
}
