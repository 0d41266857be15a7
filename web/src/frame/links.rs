//! The links of the navigation.

use crate::locale::Pick;
use crate::paths;
use crate::ui::IconName;

/// An address with its icon and its name.
pub(super) type Link = (&'static str, IconName, Pick);

/// The links that every screen has room for.
pub(super) const LINKS: [Link; 5] = [
    (paths::OVERVIEW, IconName::Overview, |t| t.frame().overview),
    (paths::PROMPT_SETS, IconName::Sets, |t| t.frame().prompt_sets),
    (paths::PROMPTS, IconName::Prompts, |t| t.frame().prompts),
    (paths::RUNS, IconName::Runs, |t| t.frame().runs),
    (paths::ANSWERS, IconName::Answers, |t| t.frame().answers),
];

/// The links that a phone has no room for. There, a button opens them.
pub(super) const MORE_LINKS: [Link; 6] = [
    (paths::BRANDS, IconName::Brands, |t| t.frame().brands),
    (paths::SOURCES, IconName::Sources, |t| t.frame().sources),
    (paths::FANOUTS, IconName::Fanouts, |t| t.frame().fanouts),
    (paths::WORDS, IconName::Words, |t| t.frame().words),
    (paths::KEYWORDS, IconName::Keywords, |t| t.frame().keywords),
    (paths::SITE_KEYWORDS, IconName::SiteKeywords, |t| t.frame().site_keywords),
];
