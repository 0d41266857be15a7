//! The level at which two citations are the same source, and the names of sources.

use answerdeck_api::metrics::SourceLevel;
use answerdeck_clickhouse::{NameColumn, SourceFilter};
use answerdeck_insight::named_source;

use crate::embedded::columns::SourceNumbers;
use crate::error::{StatisticsError, StatisticsResult};

/// The domain or site that a field of a request names.
///
/// # Errors
/// `COMMON_VALIDATION` if no source can have it.
pub(super) fn source_name(field: &str, text: &str) -> StatisticsResult<String> {
    named_source(text).map_err(|reason| StatisticsError::validation(format!("{field}: {reason}")))
}

/// What ClickHouse counts at a level.
pub(super) fn names_at(level: &SourceLevel, filter: SourceFilter) -> NameColumn {
    match level {
        SourceLevel::Page => NameColumn::Pages(filter),
        SourceLevel::Site => NameColumn::Sites(filter),
        SourceLevel::Domain | SourceLevel::Unknown(_) => NameColumn::Domains(filter),
    }
}

pub(super) fn number_at(level: &SourceLevel, source: SourceNumbers) -> u32 {
    match level {
        SourceLevel::Page => source.page,
        SourceLevel::Site => source.site,
        SourceLevel::Domain | SourceLevel::Unknown(_) => source.domain,
    }
}
