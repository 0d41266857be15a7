use leptos::prelude::*;

use crate::locale::Pick;
use crate::paths::{self, AnswerFilterParams, filter_after, with_filter};
use crate::queries::use_shared;
use crate::router::use_router;
use crate::ui::IconName;

/// The address of a page, its icon, its name, and the letter that opens it after `g`.
pub(super) type Link = (&'static str, IconName, Pick, &'static str);

pub(super) type Group = (Pick, &'static [Link]);

/// The number of links of the first group that a bar on a phone has room for. A button opens the others.
pub(super) const LINKS_IN_BAR: usize = 4;

pub(super) const GROUPS: [Group; 3] = [
    (
        |t| t.frame().results,
        &[
            (paths::OVERVIEW, IconName::Overview, |t| t.frame().overview, "o"),
            (paths::BRANDS, IconName::Brands, |t| t.frame().brands, "b"),
            (paths::SOURCES, IconName::Sources, |t| t.frame().sources, "c"),
            (paths::ANSWERS, IconName::Answers, |t| t.frame().answers, "a"),
            (paths::ALERTS, IconName::Alerts, |t| t.frame().alerts, "l"),
            (paths::DIGESTS, IconName::Digests, |t| t.frame().digests, "d"),
            (paths::FANOUTS, IconName::Fanouts, |t| t.frame().fanouts, "f"),
            (paths::WORDS, IconName::Words, |t| t.frame().words, "w"),
        ],
    ),
    (
        |t| t.frame().prompts_and_runs,
        &[
            (paths::PROMPTS, IconName::Prompts, |t| t.frame().prompts, "p"),
            (paths::PROMPT_SETS, IconName::Sets, |t| t.frame().prompt_sets, "s"),
            (paths::RUNS, IconName::Runs, |t| t.frame().runs, "r"),
            (paths::SCHEDULES, IconName::Schedules, |t| t.frame().schedules, "h"),
        ],
    ),
    (
        |t| t.frame().research,
        &[
            (paths::KEYWORDS, IconName::Keywords, |t| t.frame().keywords, "k"),
            (paths::SITE_KEYWORDS, IconName::SiteKeywords, |t| t.frame().site_keywords, "i"),
        ],
    ),
];

pub(super) const SETTINGS_LINK: Link = (paths::SETTINGS, IconName::Settings, |t| t.frame().settings, "t");

pub(super) fn all_links() -> impl Iterator<Item = Link> {
    GROUPS.into_iter().flat_map(|(_, links)| links.iter().copied()).chain([SETTINGS_LINK])
}

/// The filter in the addresses of links: pages about answers keep that of the last one.
#[derive(Clone, Copy)]
pub(super) struct LinkFilter(Memo<AnswerFilterParams>);

pub(super) fn use_link_filter() -> LinkFilter {
    use_shared(|| {
        let router = use_router();
        LinkFilter(Memo::new(move |before: Option<&AnswerFilterParams>| {
            let location = router.location();
            filter_after(&location.path, &location.query, before.cloned().unwrap_or_else(AnswerFilterParams::recent))
        }))
    })
}

impl LinkFilter {
    /// The address of the link to a page. Reactive.
    pub(super) fn address(self, page: &str) -> String {
        self.with(|filter| with_filter(page, filter))
    }

    /// Makes an address with the filter. Reactive.
    pub(super) fn with(self, address: impl FnOnce(&AnswerFilterParams) -> String) -> String {
        self.0.with(address)
    }
}
