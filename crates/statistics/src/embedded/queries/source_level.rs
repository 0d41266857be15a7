//! The level at which two citations are the same source.

use answerdeck_api::metrics::SourceLevel;

use crate::embedded::columns::SourceNumbers;
use crate::error::{StatisticsError, StatisticsResult};

/// The level of a request, `DOMAIN` when it is absent.
pub(super) fn known_level(level: Option<&SourceLevel>) -> StatisticsResult<SourceLevel> {
    let level = level.cloned().unwrap_or(SourceLevel::Domain);
    level.require_known("level").map_err(StatisticsError::validation)?;
    Ok(level)
}

pub(super) fn number_at(level: &SourceLevel, [page, domain, site]: SourceNumbers) -> u32 {
    match level {
        SourceLevel::Page => page,
        SourceLevel::Site => site,
        SourceLevel::Domain | SourceLevel::Unknown(_) => domain,
    }
}
