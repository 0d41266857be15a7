use crate::locale::Pick;
use crate::paths;
use crate::ui::IconName;

/// The address of a page, its icon, its name, and the letter that opens it after `g`.
pub(super) type Link = (&'static str, IconName, Pick, &'static str);

/// A group of links with its name.
pub(super) type Group = (Pick, &'static [Link]);

/// The links of the first group that a bar on a phone has room for.
pub(super) const LINKS: [Link; 4] = [
    (paths::OVERVIEW, IconName::Overview, |t| t.frame().overview, "o"),
    (paths::BRANDS, IconName::Brands, |t| t.frame().brands, "b"),
    (paths::SOURCES, IconName::Sources, |t| t.frame().sources, "c"),
    (paths::ANSWERS, IconName::Answers, |t| t.frame().answers, "a"),
];

/// The name of the first group.
pub(super) const RESULTS: Pick = |t| t.frame().results;

/// The other links of the first group. On a phone, a button opens these and the other groups.
pub(super) const MORE_LINKS: [Link; 4] = [
    (paths::ALERTS, IconName::Alerts, |t| t.frame().alerts, "l"),
    (paths::DIGESTS, IconName::Digests, |t| t.frame().digests, "d"),
    (paths::FANOUTS, IconName::Fanouts, |t| t.frame().fanouts, "f"),
    (paths::WORDS, IconName::Words, |t| t.frame().words, "w"),
];

pub(super) const GROUPS: [Group; 2] = [
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

/// All links, in their order.
pub(super) fn all_links() -> impl Iterator<Item = Link> {
    let grouped = GROUPS.into_iter().flat_map(|(_, links)| links.iter().copied());
    LINKS.into_iter().chain(MORE_LINKS).chain(grouped).chain([SETTINGS_LINK])
}
