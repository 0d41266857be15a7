//! Statistics that the platform counts.

use answerdeck_api::{SourceDomainFilter, SourceDomainRanking};

use leptos::prelude::*;

use super::{Kind, Query};
use crate::paths::AnswersParams;

/// The most cited domains of the answers that match a filter.
pub fn use_source_domains(answers: Memo<AnswersParams>, limit: u32) -> Query<SourceDomainRanking> {
    Query::new(&[Kind::Answers], move |client| {
        let filter = SourceDomainFilter { limit: Some(limit), ..SourceDomainFilter::from(answers.get().scope()) };
        Some(async move { client.statistics().source_domains(&filter).await })
    })
}
