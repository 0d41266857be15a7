//! The level at which two citations are the same source.

use answerdeck_api::metrics::SourceLevel;

use crate::embedded::columns::SourceNumbers;
use crate::error::{StatisticsError, StatisticsResult};

/// The level of a request, `DOMAIN` when it is absent.
pub(super) fn known_level(level: Option<&SourceLevel>) -> StatisticsResult<SourceLevel> {
    let level = level.cloned().unwrap_or(SourceLevel::Domain);
    if level.is_known() {
        Ok(level)
    } else {
        Err(StatisticsError::not_one_of("level", SourceLevel::ALL.iter().map(SourceLevel::as_str)))
    }
}

pub(super) fn number_at(level: &SourceLevel, [page, domain, site]: SourceNumbers) -> u32 {
    match level {
        SourceLevel::Page => page,
        SourceLevel::Site => site,
        SourceLevel::Domain | SourceLevel::Unknown(_) => domain,
    }
}
