//! The rows of tables of keywords.

use answerdeck_api::{GoogleKeywordMetrics, NaverKeywordMetrics, SiteKeyword};

use super::lists::owned;
use crate::csv::{Cell, CsvTable};
use crate::format::calendar_month;
use crate::keywords::{KeywordData, KeywordProvider, KeywordRow, MonthlyValues, aligned, last_months, latest_month};
use crate::locale::texts;

/// Keywords with their metrics, and a column for each month of their trends.
pub(super) fn keyword_table(rows: &[KeywordRow], provider: KeywordProvider, months: usize) -> CsvTable {
    let texts = texts().keywords();
    let volumes: Vec<MonthlyValues> = rows.iter().map(KeywordRow::monthly_volumes).collect();
    let last = latest_month(volumes.iter().map(Vec::as_slice));
    let months = last.map(|last| last_months(last, months)).unwrap_or_default();
    let of = |name: &str, part: &str| format!("{name} ({part})");
    let (metrics, monthly) = match provider {
        KeywordProvider::Google => (
            owned(&[texts.volume, texts.change, texts.difficulty, &of(texts.cpc, "USD"), texts.intent]),
            texts.chart_google,
        ),
        KeywordProvider::Naver => (
            owned(&[
                texts.volume,
                &of(texts.volume, texts.desktop),
                &of(texts.volume, texts.mobile),
                texts.competition,
                &of(texts.clicks, texts.desktop),
                &of(texts.clicks, texts.mobile),
                &of(texts.click_rate, texts.desktop),
                &of(texts.click_rate, texts.mobile),
                texts.ads,
            ]),
            texts.chart_estimated,
        ),
    };
    let width = metrics.len();
    let month_names = months.iter().filter_map(|month| month.first_day()).map(|day| of(monthly, &calendar_month(day)));
    let columns = std::iter::once(texts.keyword.to_owned()).chain(metrics).chain(month_names).collect();
    let row = |(row, volumes): (&KeywordRow, &MonthlyValues)| {
        let metrics = match &row.data {
            KeywordData::Google(Some(metrics)) => google_cells(metrics),
            KeywordData::Naver { metrics: Some(metrics), .. } => naver_cells(metrics),
            _ => vec![Cell::Empty; width],
        };
        let volumes =
            aligned(volumes, &months).into_iter().map(|volume| Cell::count(volume.map(|volume| volume as u64)));
        std::iter::once(Cell::Text(row.keyword.clone())).chain(metrics).chain(volumes).collect()
    };
    CsvTable { columns, rows: rows.iter().zip(&volumes).map(row).collect() }
}

/// Keywords with their metrics on Google and then on Naver.
pub(super) fn both_keyword_table(google: &[KeywordRow], naver: &[KeywordRow], months: usize) -> CsvTable {
    let texts = texts().keywords();
    let mut both = keyword_table(google, KeywordProvider::Google, months);
    let beside = keyword_table(naver, KeywordProvider::Naver, months);
    let of = |name: &str, engine: &str| format!("{engine}: {name}");
    both.columns.iter_mut().skip(1).for_each(|name| *name = of(name, texts.google));
    both.columns.extend(beside.columns.iter().skip(1).map(|name| of(name, texts.naver)));
    for (row, beside) in both.rows.iter_mut().zip(beside.rows) {
        row.extend(beside.into_iter().skip(1));
    }
    both
}

fn google_cells(metrics: &GoogleKeywordMetrics) -> Vec<Cell> {
    let yearly = metrics.search_volume_trend.and_then(|trend| trend.yearly);
    let intent = metrics.search_intent.as_ref().map(|intent| texts().keywords().intent(intent));
    vec![
        Cell::count(metrics.search_volume),
        Cell::number(yearly.map(|percent| percent / 100.0)),
        Cell::count(metrics.keyword_difficulty.map(u64::from)),
        Cell::number(metrics.cpc),
        Cell::text(intent),
    ]
}

fn naver_cells(metrics: &NaverKeywordMetrics) -> Vec<Cell> {
    // A volume below 10 is hidden. It is no 0.
    let part = |volume: u64, is_hidden: bool| if is_hidden { Cell::Empty } else { Cell::Count(volume) };
    let share = |percent: Option<f64>| Cell::number(percent.map(|percent| percent / 100.0));
    let (desktop, mobile) = (metrics.pc_below_threshold, metrics.mobile_below_threshold);
    let competition = metrics.competition.as_ref().map(|level| texts().keywords().competition(level));
    vec![
        part(metrics.search_volume_total, desktop && mobile),
        part(metrics.search_volume_pc, desktop),
        part(metrics.search_volume_mobile, mobile),
        Cell::text(competition),
        Cell::number(metrics.avg_click_pc),
        Cell::number(metrics.avg_click_mobile),
        share(metrics.avg_ctr_pc),
        share(metrics.avg_ctr_mobile),
        Cell::count(metrics.ad_depth),
    ]
}

/// The keywords of a site, with the addresses and the sentences that have them.
pub(super) fn site_keyword_table(keywords: &[SiteKeyword]) -> CsvTable {
    let texts = texts();
    let columns = [
        texts.keywords().keyword,
        texts.site_keywords().source_pages,
        texts.exports().source_addresses,
        texts.site_keywords().sentences,
    ];
    let row = |keyword: &SiteKeyword| {
        let sources = || keyword.sources.iter().flatten();
        let addresses: Vec<&str> = sources().map(|source| source.url.as_str()).collect();
        let sentences: Vec<&str> =
            sources().flat_map(|source| source.contexts.iter().flatten()).map(String::as_str).collect();
        vec![
            Cell::Text(keyword.keyword.clone()),
            Cell::Count(keyword.source_url_count.into()),
            Cell::Text(addresses.join("\n")),
            Cell::Text(sentences.join("\n")),
        ]
    };
    CsvTable { columns: owned(&columns), rows: keywords.iter().map(row).collect() }
}
