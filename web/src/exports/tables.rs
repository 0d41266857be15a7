//! The rows of tables that are loaded as a whole.

use answerdeck_api::metrics::{BrandMetrics, CitedInstead, MentionedAndCited, SourceInfluence, UnnamedSearch};
use answerdeck_api::{
    AssignedDomainType, Brand, FanoutStatistic, ProperNoun, SiteKeyword, SourceDomainStatistic, SourceUrlStatistic,
    Timestamp, TokenNeighborRanking, TokenStatistic,
};

use super::keywords::{both_keyword_table, keyword_table, site_keyword_table};
use super::lists::{period_columns, time_cell, time_column, with_period};
use super::run_grid::grid_table;
use super::{ExportedChange, FailedItems, NamedTable, SourceList, Tables, TimeRange};
use crate::components::{BrandInGroup, Grid};
use crate::csv::{Cell, CsvTable, Records};
use crate::format::region;
use crate::keywords::{KeywordProvider, KeywordRow};
use crate::locale::texts;
use crate::site_analyses::{AnalysisEnd, StoredAnalysis};

/// Writes the tables.
pub(super) struct CsvTables;

impl Tables for CsvTables {
    fn brands(&self, brands: &[Brand], metrics: Option<&BrandMetrics>, period: &TimeRange) -> NamedTable {
        let names = Records(brands).table(&[
            (texts().common().brand, &|brand| Cell::Text(brand.name.clone())),
            (texts().brands().synonyms, &|brand| Cell::Text(brand.synonyms.join("\n"))),
            (texts().common().websites, &|brand| Cell::Text(brand.websites.join("\n"))),
        ]);
        let ids = Records(brands).table(&[(texts().exports().id, &|brand| Cell::Text(brand.id.to_string()))]);
        let figures = brands.iter().map(|brand| {
            let before = metrics.and_then(|metrics| BrandInGroup::before(metrics, &brand.id));
            let found = metrics.and_then(|metrics| BrandInGroup::find(metrics, &brand.id));
            (found, before.and_then(|before| before.brand.mention_rate.value))
        });
        let figures = brand_figure_table(&figures.collect::<Vec<_>>());
        named(texts().frame().brands, with_period(names.beside(figures), period).beside(ids))
    }

    fn source_domains(&self, domains: &[SourceDomainStatistic], is_of_type: bool, list: &SourceList) -> NamedTable {
        let sources = texts().sources();
        let types = Records(domains).table(&[(sources.domain_type, &|domain| type_cell(domain.domain_type.as_ref()))]);
        let names = name_table(domains.iter().map(|domain| (domain.domain.as_str(), None, None)), false);
        let names = names.beside(owner_table(&list.owners)).beside(types);
        let share_name = if is_of_type { sources.share_of_type } else { sources.share };
        let cited =
            domains.iter().map(|domain| (domain.citation_count, domain.answer_count, &domain.latest_created_at));
        named(texts().frame().sources, citation_table(names, share_name, &cited.collect::<Vec<_>>(), list))
    }

    fn source_pages(&self, urls: &[SourceUrlStatistic], list: &SourceList) -> NamedTable {
        let sources = texts().sources();
        let names = urls.iter().map(|url| (url.url.as_str(), Some(url.title.as_str()), url.domain.as_deref()));
        let names = name_table(names, true).beside(owner_table(&list.owners));
        let cited = urls.iter().map(|url| (url.citation_count, url.answer_count, &url.latest_created_at));
        named(sources.pages, citation_table(names, sources.share, &cited.collect::<Vec<_>>(), list))
    }

    fn source_gaps(&self, gaps: &[SourceInfluence], is_page: bool, period: &TimeRange) -> NamedTable {
        let (texts, sources) = (texts(), texts().sources());
        let names = gaps.iter().map(|found| (found.source.as_str(), found.title.as_deref(), found.domain.as_deref()));
        let table = name_table(names, is_page).beside(Records(gaps).table(&[
            (sources.domain_type, &|found| type_cell(found.domain_type.as_ref())),
            (texts.common().only_rivals, &|found| Cell::Count(found.gap)),
            (sources.gap_share, &|found| share(found.gap, found.citing.answers)),
            (texts.common().own_brand, &|found| Cell::Count(found.mention_rate_citing.numerator)),
            (texts.frame().answers, &|found| Cell::Count(found.citing.answers)),
            (sources.difference, &|found| Cell::number(found.difference)),
            (sources.significant_difference, &|found| Cell::number(found.difference.filter(|_| found.significant))),
            (sources.others_naming_own, &|found| Cell::Count(found.mention_rate_others.numerator)),
            (sources.others, &|found| Cell::Count(found.others.answers)),
            (sources.citations, &|found| Cell::Count(found.citation_count)),
        ]));
        named(sources.gaps, with_period(table, period))
    }

    fn source_changes(&self, changes: &[ExportedChange], is_page: bool, total: u64) -> NamedTable {
        let (texts, sources) = (texts(), texts().sources());
        let [from, to] = period_columns(texts);
        let state = |is_new: bool| if is_new { sources.new } else { sources.lost };
        let states = Records(changes).table(&[(sources.change, &|change| Cell::Text(state(change.is_new).to_owned()))]);
        let changed = changes.iter().map(|change| &change.source);
        let names = changed.map(|found| (found.source.as_str(), found.title.as_deref(), found.domain.as_deref()));
        let table = states.beside(name_table(names, is_page)).beside(Records(changes).table(&[
            (texts.common().brand, &|change| Cell::text(change.owner.clone())),
            (sources.domain_type, &|change| type_cell(change.source.domain_type.as_ref())),
            (sources.citations, &|change| Cell::Count(change.source.citation_count)),
            (texts.frame().answers, &|change| Cell::Count(change.source.answer_count)),
            (&time_column(sources.cited_since, texts), &|change| time_cell(Some(&change.source.first_created_at))),
            (&time_column(sources.last_cited, texts), &|change| time_cell(Some(&change.source.latest_created_at))),
            (&from, &|change| time_cell(change.period[0].as_ref())),
            (&to, &|change| time_cell(change.period[1].as_ref())),
        ]));
        first(sources.changes, table, total)
    }

    fn fanouts(&self, fanouts: &[FanoutStatistic], models: &[String], total: u64, period: &TimeRange) -> NamedTable {
        let (texts, words) = (texts(), texts().fanouts());
        let answer = |is_so: bool| if is_so { texts.exports().yes } else { texts.exports().no };
        let table = Records(&fanouts.iter().zip(models).collect::<Vec<_>>()).table(&[
            (words.search, &|(fanout, _)| Cell::Text(fanout.query.clone())),
            (texts.common().own_brand, &|(fanout, _)| Cell::text(fanout.names_own.map(answer))),
            (texts.runs().models, &|(_, models)| Cell::text(Some(*models))),
            (words.regions, &|(fanout, _)| {
                let regions = fanout.regions.iter().flatten().map(|code| region(code));
                Cell::Text(regions.collect::<Vec<_>>().join(", "))
            }),
            (texts.common().times, &|(fanout, _)| Cell::Count(fanout.fanout_count)),
            (texts.sources().share, &|(fanout, _)| share(fanout.fanout_count, total)),
            (&time_column(words.last_run, texts), &|(fanout, _)| time_cell(Some(&fanout.latest_created_at))),
        ]);
        named(texts.frame().fanouts, with_period(table, period))
    }

    fn tokens(&self, tokens: &[TokenStatistic]) -> NamedTable {
        let words = texts().words();
        let table = Records(tokens).table(&[
            (words.word, &|token| Cell::Text(token.token.clone())),
            (words.answers, &|token| Cell::Count(token.answer_count)),
        ]);
        named(texts().frame().words, table)
    }

    fn neighbors(&self, ranking: &TokenNeighborRanking) -> NamedTable {
        let words = texts().words();
        let table = Records(&ranking.neighbors).table(&[
            (words.word, &|neighbor| Cell::Text(neighbor.token.clone())),
            (words.together, &|neighbor| Cell::Count(neighbor.answer_count)),
            (words.answers, &|neighbor| Cell::count(neighbor.total_answer_count)),
            (words.chosen, &|_| Cell::Text(ranking.words.join(", "))),
        ]);
        named(words.neighbors, table)
    }

    fn nouns(&self, nouns: &[ProperNoun]) -> NamedTable {
        let words = texts().words();
        let table = Records(nouns).table(&[
            (words.word, &|noun| Cell::Text(noun.word.clone())),
            (words.kind, &|noun| Cell::Text(words.kind_of(&noun.tag).to_owned())),
            (texts().frame().language, &|noun| Cell::Text(words.language_of(&noun.lang).to_owned())),
            (texts().common().times, &|noun| Cell::Count(noun.frequency.into())),
        ]);
        named(words.proper, table)
    }

    fn unnamed_searches(&self, searches: &[UnnamedSearch], total: u64, period: &TimeRange) -> NamedTable {
        let table = Records(searches).table(&[
            (texts().fanouts().search, &|search| Cell::Text(search.query.clone())),
            (texts().frame().answers, &|search| Cell::Count(search.answer_count)),
        ]);
        first(texts().fanouts().unnamed_file, with_period(table, period), total)
    }

    fn cited_instead(&self, rivals: &[CitedInstead]) -> NamedTable {
        let table = Records(rivals).table(&[
            (texts().common().brand, &|rival| Cell::Text(rival.brand.name.clone())),
            (texts().frame().answers, &|rival| Cell::Count(rival.answers)),
        ]);
        named(texts().brands().rivals, table)
    }

    fn mentioned_and_cited(&self, cells: MentionedAndCited) -> NamedTable {
        let texts = texts().metrics();
        let row = |name: &str, cells: [u64; 2]| {
            std::iter::once(Cell::Text(name.to_owned())).chain(cells.map(Cell::Count)).collect()
        };
        let rows = vec![
            row(texts.named, [cells.both, cells.mentioned_only]),
            row(texts.not_named, [cells.cited_only, cells.neither]),
        ];
        named(texts.named_and_cited, table_of(&[texts.named_and_cited, texts.cited, texts.not_cited], rows))
    }

    fn keywords(&self, rows: &[KeywordRow], provider: KeywordProvider, months: usize) -> NamedTable {
        named(texts().frame().keywords, keyword_table(rows, provider, months))
    }

    fn keywords_of_both(&self, google: &[KeywordRow], naver: &[KeywordRow], months: usize) -> NamedTable {
        named(texts().frame().keywords, both_keyword_table(google, naver, months))
    }

    fn run_grid(&self, grid: &Grid, only_failed: bool, models: &[String]) -> NamedTable {
        named(texts().runs().grid, grid_table(grid, only_failed, models, None))
    }

    fn failures(&self, failures: &[FailedItems]) -> NamedTable {
        let common = texts().common();
        let table = Records(failures).table(&[
            (common.prompt, &|items| Cell::Text(items.query.clone())),
            (common.model, &|items| Cell::Text(items.model.clone())),
            (common.failed, &|items| Cell::Count(items.count)),
            (texts().item_failures().reason, &|items| Cell::Text(items.reasons.clone())),
            (texts().exports().id, &|items| Cell::Text(items.prompt.to_string())),
        ]);
        named(texts().runs().failures_file, table)
    }

    fn site_keywords(&self, keywords: &[SiteKeyword]) -> NamedTable {
        named(texts().frame().site_keywords, site_keyword_table(keywords))
    }

    fn site_analyses(&self, analyses: &[StoredAnalysis]) -> NamedTable {
        let (texts, common, sites) = (texts(), texts().common(), texts().site_keywords());
        let state = |end: AnalysisEnd| if end.completed { sites.completed } else { common.failed };
        let table = Records(analyses).table(&[
            (common.site, &|analysis| Cell::Text(analysis.address.clone())),
            (common.status, &|analysis| Cell::text(analysis.end.map(state))),
            (sites.progress, &|analysis| Cell::count(analysis.end.map(|end| end.pages))),
            (&time_column(common.started, texts), &|analysis| time_cell(Some(&analysis.started_at))),
            (texts.exports().id, &|analysis| Cell::Text(analysis.id.to_string())),
        ]);
        named(sites.earlier, table)
    }
}

fn named(title: &str, table: CsvTable) -> NamedTable {
    (title.to_owned(), table)
}

// The name says if the table has only the first of `total` rows.
fn first(title: &str, table: CsvTable, total: u64) -> NamedTable {
    let rows = table.rows.len() as u64;
    if rows < total { ((texts().exports().first)(title, rows), table) } else { named(title, table) }
}

fn table_of(columns: &[&str], rows: Vec<Vec<Cell>>) -> CsvTable {
    CsvTable { columns: columns.iter().map(|name| (*name).to_owned()).collect(), rows }
}

// Ranks are those of the ranking in every order.
fn in_order(table: CsvTable, order: &[usize]) -> CsvTable {
    let CsvTable { columns, rows } = table;
    CsvTable { columns, rows: order.iter().filter_map(|row| rows.get(*row).cloned()).collect() }
}

fn share(part: u64, total: u64) -> Cell {
    if total == 0 { Cell::Empty } else { Cell::Number(part as f64 / total as f64) }
}

// The names of sources: their titles, addresses and domains if they are pages, or else their domains.
fn name_table<'a>(
    sources: impl Iterator<Item = (&'a str, Option<&'a str>, Option<&'a str>)>,
    is_page: bool,
) -> CsvTable {
    let common = texts().common();
    let columns = if is_page { vec![common.page, common.address, common.domain] } else { vec![common.domain] };
    let row = |(source, title, domain)| match is_page {
        true => vec![Cell::text(title), Cell::text(Some(source)), Cell::text(domain)],
        false => vec![Cell::text(Some(source))],
    };
    table_of(&columns, sources.map(row).collect())
}

fn owner_table(owners: &[Option<String>]) -> CsvTable {
    Records(owners).table(&[(texts().common().brand, &|owner| Cell::text(owner.clone()))])
}

fn type_cell(assigned: Option<&AssignedDomainType>) -> Cell {
    Cell::text(assigned.map(|assigned| (texts().sources().type_name)(&assigned.domain_type)))
}

// What answers cite, the most cited first: how many citations and answers each has, and when it was last cited. `share_name` is that
// of the column with its share.
fn citation_table(names: CsvTable, share_name: &str, cited: &[(u64, u64, &Timestamp)], list: &SourceList) -> CsvTable {
    let (texts, sources) = (texts(), texts().sources());
    let ranks = (1..=cited.len() as u64).map(|rank| vec![Cell::Count(rank)]).collect();
    let counts = Records(cited).table(&[
        (sources.citations, &|(citations, ..)| Cell::Count(*citations)),
        (share_name, &|(citations, ..)| share(*citations, list.total)),
        (texts.frame().answers, &|(_, answers, _)| Cell::Count(*answers)),
        (&time_column(sources.last_cited, texts), &|(.., latest)| time_cell(Some(*latest))),
    ]);
    let table = table_of(&[sources.rank], ranks).beside(names).beside(counts);
    in_order(with_period(table, &list.period), &list.order)
}

// The metrics of brands, each with its mention rate in the period before.
fn brand_figure_table(figures: &[(Option<BrandInGroup>, Option<f64>)]) -> CsvTable {
    type Figures = (Option<BrandInGroup>, Option<f64>);
    let (metrics, exports) = (texts().metrics(), texts().exports());
    let rate = |(found, _): &Figures| Some(found.as_ref()?.brand.mention_rate);
    let interval = |figures: &Figures| rate(figures)?.interval;
    let change = |figures: &Figures| Some(rate(figures)?.value? - figures.1?);
    Records(figures).table(&[
        (metrics.mention_rate, &|figures| Cell::number(rate(figures).and_then(|rate| rate.value))),
        (exports.naming_answers, &|figures| Cell::count(rate(figures).map(|rate| rate.numerator))),
        (exports.all_answers, &|(found, _)| Cell::count(found.as_ref().map(|found| found.sample.answers))),
        (exports.interval_low, &|figures| Cell::number(interval(figures).map(|interval| interval.lower))),
        (exports.interval_high, &|figures| Cell::number(interval(figures).map(|interval| interval.upper))),
        (exports.rate_change, &|figures| Cell::number(change(figures))),
        (metrics.share_of_voice, &|(found, _)| {
            Cell::number(found.as_ref().and_then(|found| found.brand.share_of_voice))
        }),
        (exports.all_mentions, &|(found, _)| Cell::count(found.as_ref().map(|found| found.namings))),
        (metrics.average_position, &|(found, _)| {
            Cell::number(found.as_ref().and_then(|found| found.brand.mean_position))
        }),
    ])
}
