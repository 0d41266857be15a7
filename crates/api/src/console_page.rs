//! The pages of the console: the only place where their paths are written. The console routes by them, the server links to them and
//! answers other paths with 404.
//!
//! A segment that begins with `:` matches any one segment.

use std::fmt::Display;

macro_rules! pages {
    ($( $(#[doc = $doc:literal])* $name:ident = $path:literal; )+) => {
        $( #[doc = concat!("`", $path, "`.")] $(#[doc = $doc])* pub const $name: &str = $path; )+

        /// The path of every page, in order of matching: the first one that matches wins.
        pub const ALL: &[&str] = &[$( $name ),+];
    };
}

pages! {
    /// The first page. The router redirects it to [`OVERVIEW`].
    START = "/";
    SIGN_IN = "/sign-in";
    /// The page that the consent page redirects to.
    SIGN_IN_CALLBACK = "/sign-in/callback";
    OVERVIEW = "/overview";
    PROMPT_SETS = "/prompt-sets";
    PROMPTS = "/prompts";
    PROMPT = "/prompts/:id";
    /// The models' answers to one prompt, side by side.
    PROMPT_MODELS = "/prompts/:id/models";
    RUNS = "/runs";
    RUN_START = "/runs/new";
    RUN = "/runs/:id";
    SCHEDULES = "/schedules";
    /// The form that creates a schedule.
    SCHEDULE_NEW = "/schedules/new";
    SCHEDULE = "/schedules/:id";
    SCHEDULE_EDIT = "/schedules/:id/edit";
    ANSWERS = "/answers";
    ANSWER = "/answers/:id";
    BRANDS = "/brands";
    BRAND = "/brands/:id";
    SOURCES = "/sources";
    FANOUTS = "/fan-outs";
    WORDS = "/words";
    KEYWORDS = "/keywords";
    /// The analyses of the keywords of sites.
    SITE_KEYWORDS = "/site-keywords";
    SITE_ANALYSIS = "/site-keywords/:id";
    ALERTS = "/alerts";
    /// The newest digest, and all.
    DIGESTS = "/digests";
    DIGEST = "/digests/:id";
    SETTINGS = "/settings";
}

/// The parameters of pages that the server's links have, too.
#[allow(missing_docs, reason = "the names say what they are")]
pub mod parameter {
    pub const RUN: &str = "run";
    pub const SET: &str = "set";
    pub const PROMPT: &str = "prompt";
    pub const MODEL: &str = "model";
    pub const ROUTE: &str = "route";
    pub const REGION: &str = "region";
    pub const FROM: &str = "from";
    pub const TO: &str = "to";
    /// The last days, a month, or [`ALL`]. Without days and a run, a page with results counts the last 30 days.
    pub const DAYS: &str = "days";
    /// [`ALL`]: failed and pending answers, too. [`FAILED`]: only failed ones.
    pub const STATUS: &str = "status";
    pub const BRAND: &str = "brand";
    /// Which answers the page of a brand shows, by what they do, such as [`UNNAMED`].
    pub const BRAND_FIGURE: &str = "answers";
    /// A rival that answers name.
    pub const NAMED_RIVAL: &str = "names";
    pub const DOMAIN: &str = "domain";
    pub const DOMAIN_TYPE: &str = "type";
    /// [`SITES`] or [`PAGES`] are shown in place of domains.
    pub const RANK: &str = "rank";
    /// What the page of sources shows, such as [`CHANGES`].
    pub const VIEW: &str = "view";
    pub const FANOUT: &str = "search";
    pub const WORD: &str = "word";
    pub const SEARCH: &str = "q";
    /// The column by which a table is sorted, with `-` in front if it is descending.
    pub const SORT: &str = "sort";
    pub const PROVIDER: &str = "provider";
    pub const COUNTRY: &str = "country";
    pub const LANGUAGE: &str = "language";

    pub const ALL: &str = "all";
    pub const FAILED: &str = "failed";
    pub const SITES: &str = "sites";
    pub const PAGES: &str = "pages";
    /// The sources that are new or lost.
    pub const CHANGES: &str = "changes";
    /// They do not name the brand.
    pub const UNNAMED: &str = "unnamed";
    /// They cite the brand.
    pub const CITED: &str = "cited";
    /// The sources that answers cite which name only rivals.
    pub const GAPS: &str = "gaps";
    /// Which searches are shown, such as [`UNNAMED`].
    pub const OWN: &str = "own";
}

/// The path of the page of one item.
pub fn with_id(page: &str, id: &impl Display) -> String {
    page.replace(":id", &id.to_string())
}

/// Whether `path` leads to a page of the console.
pub fn is_page(path: &str) -> bool {
    ALL.iter().any(|page| matches(page, path))
}

/// Whether `path` leads to `page`. Empty segments do not count: `/prompts/` is `/prompts`.
pub fn matches(page: &str, path: &str) -> bool {
    let mut actual = path.split('/').filter(|segment| !segment.is_empty());
    let mut expected = page.split('/').filter(|segment| !segment.is_empty());
    loop {
        match (expected.next(), actual.next()) {
            (None, None) => return true,
            (Some(expected), Some(actual)) if expected.starts_with(':') || expected == actual => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_with_an_id_is_a_page() {
        for page in ALL {
            for path in [with_id(page, &"0123456789ABCDEFabcdef"), format!("{page}/")] {
                assert!(is_page(&path), "{path}");
            }
        }
        assert_eq!(with_id(SCHEDULE_EDIT, &1), "/schedules/1/edit");
        assert_eq!(with_id(RUNS, &1), RUNS);
    }

    #[test]
    fn other_paths_are_no_pages() {
        for path in ["/nothing", "/health/", "/Runs", "/runs/1/2", "/overview/1", "/settings:id", "/index.html"] {
            assert!(!is_page(path), "{path}");
        }
    }
}
