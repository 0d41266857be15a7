//! The rows of tables that are loaded as a whole.

use answerdeck_api::metrics::{
    BrandMetrics, ChangedSource, CitedInstead, MentionedAndCited, SourceInfluence, UnnamedSearch,
};
use answerdeck_api::{
    AssignedDomainType, Brand, FanoutStatistic, ProperNoun, SourceDomainStatistic, SourceUrlStatistic, Timestamp,
    TokenNeighbor, TokenNeighborRanking, TokenStatistic,
};

use super::keywords::{both_keyword_table, keyword_table, site_keyword_table};
use super::lists::{owned, period_cells, period_columns, time_column};
use super::run_grid::grid_table;
use super::{ExportedChange, FailedItems, TableExport, TimeRange};
use crate::components::BrandInGroup;
use crate::csv::{Cell, CsvTable};
use crate::format::{region, spreadsheet_time};
use crate::locale::texts;
use crate::site_analyses::StoredAnalysis;

/// The name of a table, which names the file, and the table in the current language.
pub(super) fn table(export: TableExport) -> (&'static str, CsvTable) {
    match export {
        TableExport::Brands { brands, metrics, period } => {
            (texts().frame().brands, brand_table(&brands, metrics.as_deref(), &period))
        }
        TableExport::SourceDomains { domains, owners, is_of_type, total, order, period } => {
            let table = with_period(domain_table(&domains, owners, is_of_type, total), &period);
            (texts().frame().sources, in_order(table, &order))
        }
        TableExport::SourcePages { urls, owners, total, order, period } => {
            let table = with_period(page_table(&urls, owners, total), &period);
            (texts().sources().pages, in_order(table, &order))
        }
        TableExport::SourceGaps { sources, is_page, period } => {
            (texts().sources().gaps, with_period(gap_table(sources, is_page), &period))
        }
        TableExport::SourceChanges { sources, is_page, .. } => {
            (texts().sources().changes, change_table(sources, is_page))
        }
        TableExport::Fanouts { fanouts, models, total, period } => {
            (texts().frame().fanouts, with_period(fanout_table(&fanouts, models, total), &period))
        }
        TableExport::Tokens(tokens) => (texts().frame().words, token_table(tokens)),
        TableExport::Neighbors(ranking) => (texts().words().neighbors, neighbor_table(ranking)),
        TableExport::Nouns(nouns) => (texts().words().proper, noun_table(nouns)),
        TableExport::UnnamedSearches { searches, period, .. } => {
            (texts().fanouts().unnamed_file, with_period(unnamed_table(searches), &period))
        }
        TableExport::CitedInstead(rivals) => (texts().brands().rivals, rival_table(rivals)),
        TableExport::MentionedAndCited(cells) => (texts().metrics().named_and_cited, mentioned_and_cited_table(cells)),
        TableExport::Keywords { rows, provider, months } => {
            (texts().frame().keywords, keyword_table(&rows, provider, months))
        }
        TableExport::KeywordsOfBoth { google, naver, months } => {
            (texts().frame().keywords, both_keyword_table(&google, &naver, months))
        }
        TableExport::RunGrid { grid, only_failed, models } => {
            (texts().runs().grid, grid_table(&grid, only_failed, &models))
        }
        TableExport::Failures(failures) => (texts().runs().failures_file, failure_table(failures)),
        TableExport::SiteKeywords(keywords) => (texts().frame().site_keywords, site_keyword_table(&keywords)),
        TableExport::SiteAnalyses(analyses) => (texts().site_keywords().earlier, site_analysis_table(analyses)),
    }
}

fn table_of(columns: &[&str], rows: Vec<Vec<Cell>>) -> CsvTable {
    CsvTable { columns: owned(columns), rows }
}

// With the period that every row is about.
fn with_period(mut table: CsvTable, period: &TimeRange) -> CsvTable {
    table.columns.extend(period_columns(texts()));
    table.rows.iter_mut().for_each(|row| row.extend(period_cells(period)));
    table
}

// Ranks are those of the ranking in every order.
fn in_order(table: CsvTable, order: &[usize]) -> CsvTable {
    let CsvTable { columns, rows } = table;
    CsvTable { columns, rows: order.iter().filter_map(|row| rows.get(*row).cloned()).collect() }
}

fn failure_table(failures: Vec<FailedItems>) -> CsvTable {
    let (common, reason) = (texts().common(), texts().item_failures().reason);
    let columns = [common.prompt, common.model, common.failed, reason, texts().exports().id];
    let row = |FailedItems { prompt, query, model, count, reasons }: FailedItems| {
        let id = Cell::Text(prompt.to_string());
        vec![Cell::Text(query), Cell::Text(model), Cell::Count(count), Cell::Text(reasons), id]
    };
    table_of(&columns, failures.into_iter().map(row).collect())
}

fn share(part: u64, total: u64) -> Cell {
    if total == 0 { Cell::Empty } else { Cell::Number(part as f64 / total as f64) }
}

fn domain_table(
    domains: &[SourceDomainStatistic],
    owners: Vec<Option<String>>,
    is_of_type: bool,
    total: u64,
) -> CsvTable {
    let (common, sources) = (texts().common(), texts().sources());
    let share = if is_of_type { sources.share_of_type } else { sources.share };
    let type_name = |assigned: &AssignedDomainType| (sources.type_name)(&assigned.domain_type);
    let cited = domains.iter().zip(owners).map(|(domain, owner)| {
        let names = vec![
            Cell::Text(domain.domain.clone()),
            Cell::text(owner),
            Cell::text(domain.domain_type.as_ref().map(type_name)),
        ];
        (names, [domain.citation_count, domain.answer_count], &domain.latest_created_at)
    });
    citation_table(&[common.domain, common.brand, sources.domain_type], share, cited, total)
}

fn page_table(urls: &[SourceUrlStatistic], owners: Vec<Option<String>>, total: u64) -> CsvTable {
    let common = texts().common();
    let cited = urls.iter().zip(owners).map(|(url, owner)| {
        let names = vec![
            Cell::Text(url.title.clone()),
            Cell::Text(url.url.clone()),
            Cell::text(url.domain.clone()),
            Cell::text(owner),
        ];
        (names, [url.citation_count, url.answer_count], &url.latest_created_at)
    });
    let names = [common.page, common.address, common.domain, common.brand];
    citation_table(&names, texts().sources().share, cited, total)
}

// What answers cite, the most cited first: the names of each, how many citations and answers it has, and when it was last cited.
// `share_name` is that of the column with its share.
fn citation_table<'a>(
    names: &[&str],
    share_name: &str,
    cited: impl Iterator<Item = (Vec<Cell>, [u64; 2], &'a Timestamp)>,
    total: u64,
) -> CsvTable {
    let (texts, sources) = (texts(), texts().sources());
    let last_cited = time_column(sources.last_cited, texts);
    let mut columns = vec![sources.rank];
    columns.extend(names);
    columns.extend([sources.citations, share_name, texts.frame().answers, &last_cited]);
    let row = |(rank, (names, [citations, answers], latest)): (u64, (Vec<Cell>, [u64; 2], &Timestamp))| {
        let mut cells = vec![Cell::Count(rank)];
        cells.extend(names);
        cells.extend([Cell::Count(citations), share(citations, total), Cell::Count(answers)]);
        cells.push(Cell::Text(spreadsheet_time(latest)));
        cells
    };
    table_of(&columns, (1..).zip(cited).map(row).collect())
}

fn gap_table(found: Vec<SourceInfluence>, is_page: bool) -> CsvTable {
    let (texts, common, sources) = (texts(), texts().common(), texts().sources());
    let mut columns = if is_page { vec![common.page, common.address] } else { Vec::new() };
    columns.extend([common.domain, sources.only_rivals, common.own_brand, texts.frame().answers, sources.citations]);
    let row = |found: SourceInfluence| {
        let counts = [found.gap, found.mention_rate_citing.numerator, found.citing.answers, found.citation_count];
        let mut cells = match is_page {
            true => vec![Cell::text(found.title), Cell::Text(found.source), Cell::text(found.domain)],
            false => vec![Cell::Text(found.source)],
        };
        cells.extend(counts.map(Cell::Count));
        cells
    };
    table_of(&columns, found.into_iter().map(row).collect())
}

fn change_table(changes: Vec<ExportedChange>, is_page: bool) -> CsvTable {
    let (texts, common, sources) = (texts(), texts().common(), texts().sources());
    let ([from, to], last_cited) = (period_columns(texts), time_column(sources.last_cited, texts));
    let mut columns = vec![sources.change];
    if is_page {
        columns.extend([common.page, common.address]);
    }
    columns.extend([common.domain, common.brand, sources.domain_type, sources.citations, texts.frame().answers]);
    columns.extend([last_cited.as_str(), &from, &to]);
    let row = |ExportedChange { is_new, source, owner, period }: ExportedChange| {
        let ChangedSource { source, title, domain, domain_type, citation_count, answer_count, latest_created_at } =
            source;
        let mut cells = vec![Cell::Text((if is_new { sources.new } else { sources.lost }).to_owned())];
        match is_page {
            true => cells.extend([Cell::text(title), Cell::Text(source), Cell::text(domain)]),
            false => cells.push(Cell::Text(source)),
        }
        let type_name = domain_type.map(|assigned| (sources.type_name)(&assigned.domain_type));
        cells.extend([Cell::text(owner), Cell::text(type_name)]);
        cells.extend([citation_count, answer_count].map(Cell::Count));
        cells.push(Cell::Text(spreadsheet_time(&latest_created_at)));
        cells.extend(period_cells(&period));
        cells
    };
    table_of(&columns, changes.into_iter().map(row).collect())
}

fn fanout_table(fanouts: &[FanoutStatistic], models: Vec<String>, total: u64) -> CsvTable {
    let texts = texts();
    let (common, words) = (texts.common(), texts.fanouts());
    let columns = [
        words.search,
        common.own_brand,
        texts.runs().models,
        words.regions,
        common.times,
        texts.sources().share,
        &time_column(words.last_run, texts),
    ];
    let row = |(fanout, models): (&FanoutStatistic, String)| {
        let regions = fanout.regions.iter().flatten().map(|code| region(code)).collect::<Vec<_>>();
        let own = fanout.names_own.map(|names| if names { texts.exports().yes } else { texts.exports().no });
        vec![
            Cell::Text(fanout.query.clone()),
            Cell::text(own),
            Cell::Text(models),
            Cell::Text(regions.join(", ")),
            Cell::Count(fanout.fanout_count),
            share(fanout.fanout_count, total),
            Cell::Text(spreadsheet_time(&fanout.latest_created_at)),
        ]
    };
    table_of(&columns, fanouts.iter().zip(models).map(row).collect())
}

fn unnamed_table(searches: Vec<UnnamedSearch>) -> CsvTable {
    let row = |search: UnnamedSearch| vec![Cell::Text(search.query), Cell::Count(search.answer_count)];
    table_of(&[texts().fanouts().search, texts().frame().answers], searches.into_iter().map(row).collect())
}

fn rival_table(rivals: Vec<CitedInstead>) -> CsvTable {
    let row = |rival: CitedInstead| vec![Cell::Text(rival.brand.name), Cell::Count(rival.answers)];
    table_of(&[texts().common().brand, texts().frame().answers], rivals.into_iter().map(row).collect())
}

fn mentioned_and_cited_table(cells: MentionedAndCited) -> CsvTable {
    let texts = texts().metrics();
    let row = |name: &str, cells: [u64; 2]| {
        std::iter::once(Cell::Text(name.to_owned())).chain(cells.map(Cell::Count)).collect()
    };
    let rows = vec![
        row(texts.named, [cells.both, cells.mentioned_only]),
        row(texts.not_named, [cells.cited_only, cells.neither]),
    ];
    table_of(&[texts.named_and_cited, texts.cited, texts.not_cited], rows)
}

fn token_table(tokens: Vec<TokenStatistic>) -> CsvTable {
    let words = texts().words();
    let row = |token: TokenStatistic| vec![Cell::Text(token.token), Cell::Count(token.answer_count)];
    table_of(&[words.word, words.answers], tokens.into_iter().map(row).collect())
}

fn neighbor_table(ranking: TokenNeighborRanking) -> CsvTable {
    let words = texts().words();
    let columns = [words.word, words.together, words.answers, words.chosen];
    let chosen = ranking.words.join(", ");
    let row = |neighbor: TokenNeighbor| {
        let together = Cell::Count(neighbor.answer_count);
        vec![Cell::Text(neighbor.token), together, Cell::count(neighbor.total_answer_count), Cell::Text(chosen.clone())]
    };
    table_of(&columns, ranking.neighbors.into_iter().map(row).collect())
}

fn noun_table(nouns: Vec<ProperNoun>) -> CsvTable {
    let words = texts().words();
    let row = |noun: ProperNoun| {
        let texts = [noun.word.as_str(), words.kind_of(&noun.tag), words.language_of(&noun.lang)]
            .map(|text| Cell::Text(text.to_owned()));
        texts.into_iter().chain([Cell::Count(u64::from(noun.frequency))]).collect()
    };
    let columns = [words.word, words.kind, texts().frame().language, texts().common().times];
    table_of(&columns, nouns.into_iter().map(row).collect())
}

fn site_analysis_table(analyses: Vec<StoredAnalysis>) -> CsvTable {
    let texts = texts();
    let (common, sites) = (texts.common(), texts.site_keywords());
    let started = time_column(common.started, texts);
    let columns = [common.site, common.status, sites.progress, &started, texts.exports().id];
    let row = |StoredAnalysis { id, address, started_at, end }: StoredAnalysis| {
        let state = end.map(|end| if end.completed { sites.completed } else { common.failed });
        vec![
            Cell::Text(address),
            Cell::text(state),
            Cell::count(end.map(|end| end.pages)),
            Cell::Text(spreadsheet_time(&started_at)),
            Cell::Text(id.to_string()),
        ]
    };
    table_of(&columns, analyses.into_iter().map(row).collect())
}

fn brand_table(brands: &[Brand], metrics: Option<&BrandMetrics>, period: &TimeRange) -> CsvTable {
    let texts = texts();
    let (columns, names) = (texts.exports(), texts.metrics());
    let [from, to] = period_columns(texts);
    let names = [
        texts.common().brand,
        texts.brands().synonyms,
        texts.common().websites,
        names.mention_rate,
        columns.naming_answers,
        columns.all_answers,
        columns.interval_low,
        columns.interval_high,
        columns.rate_change,
        names.share_of_voice,
        columns.all_mentions,
        names.average_position,
        &from,
        &to,
        columns.id,
    ];
    let row = |brand: &Brand| {
        let found = metrics.and_then(|metrics| BrandInGroup::find(metrics, &brand.id));
        let before = metrics.and_then(|metrics| BrandInGroup::before(metrics, &brand.id));
        let texts = [brand.name.clone(), brand.synonyms.join("\n"), brand.websites.join("\n")].map(Cell::Text);
        let metrics = metrics_of(found.as_ref(), before.as_ref());
        texts.into_iter().chain(metrics).chain(period_cells(period)).chain([Cell::Text(brand.id.to_string())]).collect()
    };
    table_of(&names, brands.iter().map(row).collect())
}

fn metrics_of(brand: Option<&BrandInGroup>, before: Option<&BrandInGroup>) -> [Cell; 9] {
    let rate = brand.map(|brand| brand.brand.mention_rate);
    let value_before = before.and_then(|before| before.brand.mention_rate.value);
    let interval = rate.and_then(|rate| rate.interval);
    [
        Cell::number(rate.and_then(|rate| rate.value)),
        Cell::count(rate.map(|rate| rate.numerator)),
        Cell::count(brand.map(|brand| brand.sample.answers)),
        Cell::number(interval.map(|interval| interval.lower)),
        Cell::number(interval.map(|interval| interval.upper)),
        Cell::number(rate.and_then(|rate| Some(rate.value? - value_before?))),
        Cell::number(brand.and_then(|brand| brand.brand.share_of_voice)),
        Cell::count(brand.map(|brand| brand.namings)),
        Cell::number(brand.and_then(|brand| brand.brand.mean_position)),
    ]
}
