//! The rows of tables of keywords.

use answerdeck_api::{GoogleKeywordMetrics, NaverKeywordMetrics, SiteKeyword};

use crate::csv::{Cell, CsvTable, Records};
use crate::format::calendar_month;
use crate::keywords::{KeywordData, KeywordProvider, KeywordRow, MonthlyValues, aligned, last_months, latest_month};
use crate::locale::texts;

/// Keywords with their metrics, and a column for each month of their trends.
pub(super) fn keyword_table(rows: &[KeywordRow], provider: KeywordProvider, months: usize) -> CsvTable {
    let texts = texts().keywords();
    let (metrics, monthly) = match provider {
        KeywordProvider::Google => (google_table(rows), texts.chart_google),
        KeywordProvider::Naver => (naver_table(rows), texts.chart_estimated),
    };
    let volumes: Vec<MonthlyValues> = rows.iter().map(KeywordRow::monthly_volumes).collect();
    let last = latest_month(volumes.iter().map(Vec::as_slice));
    let months = last.map(|last| last_months(last, months)).unwrap_or_default();
    let days = months.iter().filter_map(|month| month.first_day());
    let cell = |volume: Option<f64>| Cell::count(volume.map(|volume| volume as u64));
    let volumes = CsvTable {
        columns: days.map(|day| with_part(monthly, &calendar_month(day))).collect(),
        rows: volumes.iter().map(|volumes| aligned(volumes, &months).into_iter().map(cell).collect()).collect(),
    };
    let keyword = Records(rows).table(&[(texts.keyword, &|row| Cell::Text(row.keyword.clone()))]);
    keyword.beside(metrics).beside(volumes)
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

fn google_table(rows: &[KeywordRow]) -> CsvTable {
    let texts = texts().keywords();
    let metrics = rows.iter().map(|row| match &row.data {
        KeywordData::Google(metrics) => metrics.as_ref(),
        _ => None,
    });
    let percent = |of: &GoogleKeywordMetrics| of.search_volume_trend?.yearly;
    Records(&metrics.collect::<Vec<_>>()).table(&[
        (texts.volume, &|of| Cell::count(of.and_then(|of| of.search_volume))),
        (texts.change, &|of| share(of.and_then(percent))),
        (texts.difficulty, &|of| Cell::count(of.and_then(|of| of.keyword_difficulty).map(u64::from))),
        (&with_part(texts.cpc, "USD"), &|of| Cell::number(of.and_then(|of| of.cpc))),
        (texts.intent, &|of| Cell::text(of.and_then(|of| Some(texts.intent(of.search_intent.as_ref()?))))),
    ])
}

// A volume below 10 is hidden. It is no 0.
fn naver_table(rows: &[KeywordRow]) -> CsvTable {
    let texts = texts().keywords();
    let metrics = rows.iter().map(|row| match &row.data {
        KeywordData::Naver { metrics, .. } => metrics.as_ref(),
        _ => None,
    });
    let part = |volume: u64, is_hidden: bool| (!is_hidden).then_some(volume);
    let total =
        |of: &NaverKeywordMetrics| part(of.search_volume_total, of.pc_below_threshold && of.mobile_below_threshold);
    Records(&metrics.collect::<Vec<_>>()).table(&[
        (texts.volume, &|of| Cell::count(of.and_then(total))),
        (&with_part(texts.volume, texts.desktop), &|of| {
            Cell::count(of.and_then(|of| part(of.search_volume_pc, of.pc_below_threshold)))
        }),
        (&with_part(texts.volume, texts.mobile), &|of| {
            Cell::count(of.and_then(|of| part(of.search_volume_mobile, of.mobile_below_threshold)))
        }),
        (texts.competition, &|of| Cell::text(of.and_then(|of| Some(texts.competition(of.competition.as_ref()?))))),
        (&with_part(texts.clicks, texts.desktop), &|of| Cell::number(of.and_then(|of| of.avg_click_pc))),
        (&with_part(texts.clicks, texts.mobile), &|of| Cell::number(of.and_then(|of| of.avg_click_mobile))),
        (&with_part(texts.click_rate, texts.desktop), &|of| share(of.and_then(|of| of.avg_ctr_pc))),
        (&with_part(texts.click_rate, texts.mobile), &|of| share(of.and_then(|of| of.avg_ctr_mobile))),
        (texts.ads, &|of| Cell::count(of.and_then(|of| of.ad_depth))),
    ])
}

fn with_part(name: &str, part: &str) -> String {
    format!("{name} ({part})")
}

fn share(percent: Option<f64>) -> Cell {
    Cell::number(percent.map(|percent| percent / 100.0))
}

/// The keywords of a site, with the addresses and the sentences that have them.
pub(super) fn site_keyword_table(keywords: &[SiteKeyword]) -> CsvTable {
    let sites = texts().site_keywords();
    Records(keywords).table(&[
        (texts().keywords().keyword, &|keyword| Cell::Text(keyword.keyword.clone())),
        (sites.source_pages, &|keyword| Cell::Count(keyword.source_url_count.into())),
        (texts().exports().source_addresses, &|keyword| {
            let sources = keyword.sources.iter().flatten();
            Cell::Text(sources.map(|source| source.url.as_str()).collect::<Vec<_>>().join("\n"))
        }),
        (sites.sentences, &|keyword| {
            let contexts = keyword.sources.iter().flatten().flat_map(|source| source.contexts.iter().flatten());
            Cell::Text(contexts.map(String::as_str).collect::<Vec<_>>().join("\n"))
        }),
    ])
}
