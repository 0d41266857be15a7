//! The analyses of sites that were started in this browser: the platform has no list of them.
//!
//! They are stored with the other items of their organization. An analysis that is not stored is found by its address only.

use answerdeck_api::{SiteKeywordAnalysisId, Timestamp};

use crate::organization_storage::{OrganizationStorage, of_device};

/// The item that holds one line for each analysis, newest first.
const ITEM: &str = "site-analyses";
/// The state of an analysis that completed.
const COMPLETED: &str = "completed";
/// The maximum number of analyses that are stored.
pub const STORED_MAX: usize = 50;

/// An analysis that was started in this browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnalysis {
    pub id: SiteKeywordAnalysisId,
    pub address: String,
    pub started_at: Timestamp,
    /// How it ended. `None` until its page has shown the end.
    pub end: Option<AnalysisEnd>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnalysisEnd {
    /// Whether it completed. Otherwise it failed.
    pub completed: bool,
    /// The pages that were read.
    pub pages: u64,
}

/// The analyses, newest first.
pub fn all() -> Vec<StoredAnalysis> {
    read(&of_device()).lines().filter_map(parse).collect()
}

/// The analysis with an id. `None` if this browser does not know it.
pub fn find(id: &SiteKeywordAnalysisId) -> Option<StoredAnalysis> {
    all().into_iter().find(|stored| stored.id == *id)
}

/// Stores an analysis. The oldest above the limit is forgotten.
pub fn store(storage: &OrganizationStorage, analysis: &StoredAnalysis) {
    let stored = read(storage);
    let lines: Vec<&str> = stored.lines().take(STORED_MAX - 1).collect();
    storage.write(ITEM, &format!("{}\n{}", write(analysis), lines.join("\n")));
}

/// Stores how an analysis ended. Nothing happens if this browser does not know it.
pub fn store_end(id: &SiteKeywordAnalysisId, end: AnalysisEnd) {
    let storage = of_device();
    let with_end = |line: &str| match parse(line).filter(|stored| stored.id == *id) {
        Some(stored) => write(&StoredAnalysis { end: Some(end), ..stored }),
        None => line.to_owned(),
    };
    let lines: Vec<_> = read(&storage).lines().map(with_end).collect();
    storage.write(ITEM, &lines.join("\n"));
}

fn write(analysis: &StoredAnalysis) -> String {
    let StoredAnalysis { id, address, started_at, end } = analysis;
    let end = end
        .map(|AnalysisEnd { completed, pages }| format!(" {} {pages}", if completed { COMPLETED } else { "failed" }));
    format!("{id}\t{started_at}{}\t{}", end.unwrap_or_default(), address.replace(['\n', '\r'], " "))
}

fn parse(line: &str) -> Option<StoredAnalysis> {
    let mut fields = line.splitn(3, '\t');
    let id = fields.next()?.parse().ok()?;
    let mut times = fields.next()?.split(' ');
    let started_at = Timestamp::new(times.next()?);
    let end = times.next().zip(times.next().and_then(|pages| pages.parse().ok()));
    let end = end.map(|(state, pages)| AnalysisEnd { completed: state == COMPLETED, pages });
    Some(StoredAnalysis { id, started_at, end, address: fields.next()?.to_owned() })
}

fn read(storage: &OrganizationStorage) -> String {
    storage.read(ITEM).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_survives_being_written_and_read() {
        let stored = StoredAnalysis {
            id: "0123456789ABCDEFabcdef".parse().unwrap(),
            address: "https://nurio.example/?a=\tb".to_owned(),
            started_at: Timestamp::new("2026-11-22T08:00:00Z"),
            end: None,
        };
        let end = |completed, pages| Some(AnalysisEnd { completed, pages });
        for end in [None, end(true, 12), end(false, 0)] {
            let stored = StoredAnalysis { end, ..stored.clone() };
            assert_eq!(parse(&write(&stored)), Some(stored));
        }
    }

    #[test]
    fn a_malformed_line_is_ignored() {
        let id = "a".repeat(22);
        for line in ["", id.as_str(), "x\ty\tz", &format!("{id}\t2026-11-22")] {
            assert_eq!(parse(line), None, "{line:?}");
        }
    }
}
