//! The analyses of sites that were started in this browser: the platform has no list of them.
//!
//! They are removed at sign-out. An analysis that is not kept is found by its address only.

use answerdeck_api::{OrganizationId, SiteKeywordAnalysisId, Timestamp};

use crate::browser_storage::{self, BrowserStorage};

/// The item that holds one line for each analysis, newest first.
const ITEM: &str = "answerdeck.site-analyses";
/// The state of an analysis that completed.
const COMPLETED: &str = "completed";
/// The maximum number of analyses that are kept.
pub const KEPT_MAX: usize = 50;

/// An analysis that was started in this browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnalysis {
    /// The id.
    pub id: SiteKeywordAnalysisId,
    /// The address of the site.
    pub address: String,
    /// When it was started.
    pub started_at: Timestamp,
    /// How it ended. `None` until its page has shown the end.
    pub end: Option<AnalysisEnd>,
}

/// How an analysis ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnalysisEnd {
    /// Whether it completed. Otherwise it failed.
    pub completed: bool,
    /// The pages that were read.
    pub pages: u64,
}

/// The analyses of an organization, newest first.
pub fn all(organization: &OrganizationId) -> Vec<KeptAnalysis> {
    read(&browser_storage::local()).lines().filter_map(|line| parse(line, organization)).collect()
}

/// The analysis with an id. `None` if this browser does not know it.
pub fn find(id: &SiteKeywordAnalysisId, organization: &OrganizationId) -> Option<KeptAnalysis> {
    read(&browser_storage::local()).lines().find_map(|line| parse(line, organization).filter(|kept| kept.id == *id))
}

/// Keeps an analysis. The oldest above the limit is forgotten.
pub fn keep(analysis: &KeptAnalysis, organization: &OrganizationId) {
    let storage = browser_storage::local();
    let kept = read(&storage);
    let lines: Vec<&str> = kept.lines().take(KEPT_MAX - 1).collect();
    let _ = storage.write(ITEM, &format!("{}\n{}", write(analysis, organization), lines.join("\n")));
}

/// Keeps how an analysis ended. Nothing happens if this browser does not know it.
pub fn keep_end(id: &SiteKeywordAnalysisId, organization: &OrganizationId, end: AnalysisEnd) {
    let storage = browser_storage::local();
    let with_end = |line: &str| match parse(line, organization).filter(|kept| kept.id == *id) {
        Some(kept) => write(&KeptAnalysis { end: Some(end), ..kept }, organization),
        None => line.to_owned(),
    };
    let lines: Vec<_> = read(&storage).lines().map(with_end).collect();
    let _ = storage.write(ITEM, &lines.join("\n"));
}

/// Removes all analyses.
pub fn remove_all() {
    browser_storage::local().remove(ITEM);
}

fn write(analysis: &KeptAnalysis, organization: &OrganizationId) -> String {
    let KeptAnalysis { id, address, started_at, end } = analysis;
    let end = end
        .map(|AnalysisEnd { completed, pages }| format!(" {} {pages}", if completed { COMPLETED } else { "failed" }));
    format!("{organization}\t{id}\t{started_at}{}\t{}", end.unwrap_or_default(), address.replace(['\n', '\r'], " "))
}

fn parse(line: &str, organization: &OrganizationId) -> Option<KeptAnalysis> {
    let mut fields = line.strip_prefix(organization.as_str())?.strip_prefix('\t')?.splitn(3, '\t');
    let id = fields.next()?.parse().ok()?;
    let mut times = fields.next()?.split(' ');
    let started_at = Timestamp::new(times.next()?);
    let end = times.next().zip(times.next().and_then(|pages| pages.parse().ok()));
    let end = end.map(|(state, pages)| AnalysisEnd { completed: state == COMPLETED, pages });
    Some(KeptAnalysis { id, started_at, end, address: fields.next()?.to_owned() })
}

fn read(storage: &BrowserStorage) -> String {
    storage.read(ITEM).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn organization(letter: char) -> OrganizationId {
        letter.to_string().repeat(22).parse().unwrap()
    }

    #[test]
    fn an_analysis_survives_being_written_and_read_by_its_own_organization() {
        let kept = KeptAnalysis {
            id: "0123456789ABCDEFabcdef".parse().unwrap(),
            address: "https://nurio.example/?a=\tb".to_owned(),
            started_at: Timestamp::new("2026-11-22T08:00:00Z"),
            end: None,
        };
        let end = |completed, pages| Some(AnalysisEnd { completed, pages });
        for end in [None, end(true, 12), end(false, 0)] {
            let kept = KeptAnalysis { end, ..kept.clone() };
            let line = write(&kept, &organization('a'));
            assert_eq!(parse(&line, &organization('a')), Some(kept));
            assert_eq!(parse(&line, &organization('b')), None);
        }
    }

    #[test]
    fn a_malformed_line_is_ignored() {
        let organization = organization('a');
        for line in ["", organization.as_str(), &format!("{organization}\tx\ty\tz"), &format!("{organization}\t\t")] {
            assert_eq!(parse(line, &organization), None, "{line:?}");
        }
    }
}
