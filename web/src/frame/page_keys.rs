//! The keys that open pages.

use crate::locale::Pick;
use crate::paths;

/// The letter that opens a page after `g`, the address of the page, and its name.
pub const PAGE_KEYS: [(&str, &str, Pick); 14] = [
    ("o", paths::OVERVIEW, |t| t.frame().overview),
    ("s", paths::PROMPT_SETS, |t| t.frame().prompt_sets),
    ("p", paths::PROMPTS, |t| t.frame().prompts),
    ("r", paths::RUNS, |t| t.frame().runs),
    ("a", paths::ANSWERS, |t| t.frame().answers),
    ("b", paths::BRANDS, |t| t.frame().brands),
    ("c", paths::SOURCES, |t| t.frame().sources),
    ("l", paths::ALERTS, |t| t.frame().alerts),
    ("d", paths::DIGESTS, |t| t.frame().digests),
    ("f", paths::FANOUTS, |t| t.frame().fanouts),
    ("w", paths::WORDS, |t| t.frame().words),
    ("k", paths::KEYWORDS, |t| t.frame().keywords),
    ("i", paths::SITE_KEYWORDS, |t| t.frame().site_keywords),
    ("t", paths::SETTINGS, |t| t.frame().settings),
];
