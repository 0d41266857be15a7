//! What the numbers say: a few sentences, each with a link to its evidence.

use std::cmp::Ordering;

use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandMetrics, BrandName, Rate};
use answerdeck_insight::{DIRECTIONAL_ANSWERS, DIRECTIONAL_PROMPTS, lead, rank, rate as counted};
use leptos::prelude::*;
use time::Date;

use super::super::metrics::periods::period_name;
use super::super::metrics::rates::rate_change;
use super::super::metrics::trends::TrendEvent;
use super::in_group::BrandInGroup;
use super::stats::period_before;
use super::trend::dated_points;
use crate::format::{day, full_day_range, last_day, rate};
use crate::locale::{Texts, t, texts};
use crate::paths::{
    self, AnswerFilterParams, BRANDS, BrandFigure, PROMPTS, Period, RouteFilter, Window, brand_answers, metrics_address,
};
use crate::reactive::live;

/// The number of last periods in which a brand must be ahead.
const AHEAD_MIN: usize = 2;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    pub text: String,
    /// The address of its evidence.
    pub address: String,
    /// Whether it says how many answers are missing to see a direction, not what the numbers say.
    pub is_about_sample_size: bool,
}

impl Sentence {
    pub fn new(text: String, address: String) -> Self {
        Self { text, address, is_about_sample_size: false }
    }

    /// Says that there is no own brand. Reactive.
    pub fn no_brand() -> Self {
        Self::new(texts().findings().no_brand.to_owned(), BRANDS.to_owned())
    }
}

/// What metrics say about a brand and its rivals, and what is missing where the answers are too few. Empty without
/// metrics or a brand.
pub fn brand_findings(
    metrics: Option<&BrandMetrics>,
    own: Option<&BrandId>,
    answers: &AnswerFilterParams,
    period: Period,
    texts: Texts,
) -> Vec<Sentence> {
    let Some((metrics, own)) = metrics.zip(own) else { return Vec::new() };
    let scope = Scope { metrics, own, answers, period, texts };
    scope.own().into_iter().chain(scope.cited()).chain(scope.compared()).chain(scope.missing()).collect()
}

/// The first day of the period since which a rival is ahead of the own brand, as an event of the trend.
pub fn overtaking_event(
    metrics: &BrandMetrics,
    own: &BrandId,
    answers: &AnswerFilterParams,
    period: Period,
    texts: Texts,
) -> Option<TrendEvent> {
    let scope = Scope { metrics, own, answers, period, texts };
    let (rival, day) = scope.overtaking()?;
    let texts = texts.findings();
    let text = (texts.overtaken)(&rival.name, scope.name(own)?);
    Some(TrendEvent { day, text, label: (texts.overtaken_short)(&rival.name) })
}

/// How many answers and prompts it takes to see a direction. `None` if there are enough, or no answers.
pub fn missing_for_direction(answers: u64, prompts: u64, texts: Texts) -> Option<Sentence> {
    let is_missing = answers > 0 && (prompts < DIRECTIONAL_PROMPTS || answers < DIRECTIONAL_ANSWERS);
    is_missing.then(|| Sentence {
        text: (texts.findings().too_few)([prompts, answers]),
        address: PROMPTS.to_owned(),
        is_about_sample_size: true,
    })
}

/// How often answers name the own brand: its name, its rate, the answers that name it, of all, and its rank among how many brands
/// and whether it shares it. Says which answers are counted.
pub fn own_finding(
    answers: &AnswerFilterParams,
    name: &str,
    value: f64,
    named: [u64; 2],
    rank: Option<([u64; 2], bool)>,
    texts: Texts,
) -> String {
    let texts = texts.findings();
    let period = match (answers.window, &answers.from, &answers.to) {
        (Window::Days(days), ..) => Some((texts.days)(days.into())),
        (_, Some(from), Some(to)) => Some(format!("{}: ", full_day_range(from, to))),
        (_, Some(from), None) => Some((texts.since)(&day(from))),
        (_, None, Some(to)) => Some((texts.until)(&last_day(to))),
        (_, None, None) => (!answers.is_unfiltered()).then(String::new),
    };
    let route = match &answers.route {
        RouteFilter::Only(route) => Some(route),
        RouteFilter::Unset | RouteFilter::Pending | RouteFilter::All => None,
    };
    (texts.own)(period.as_deref(), route, name, &rate(value), named, rank)
}

/// The sentences, each as a link.
pub fn finding_view(lines: impl Into<Signal<usize>>, sentences: Memo<Vec<Sentence>>) -> AnyView {
    finding_of_route(lines, sentences, Memo::new(|_| None))
}

/// The sentences as [`finding_view`] shows them. After the first, which names the route that it counts, a link leads to the address
/// of the numbers of all routes.
pub fn finding_of_route(
    lines: impl Into<Signal<usize>>,
    sentences: Memo<Vec<Sentence>>,
    all_routes: Memo<Option<String>>,
) -> AnyView {
    let links = move || {
        let mut after_first = all_routes.get();
        let link = |Sentence { text, address, is_about_sample_size }: Sentence| {
            let all_routes = after_first.take().map(|address| {
                view! { <a class="screen-only" href=address>{t(|t| t.answer_routes().count_all)}</a> " " }
            });
            view! { <a href=address data-missing=is_about_sample_size.then_some("")>{text}</a> " " {all_routes} }
        };
        sentences.get().into_iter().map(link).collect_view().into_any()
    };
    finding_text(lines, live(links))
}

/// What the numbers say. `lines` are reserved on a phone: those that it takes, before it arrives, and afterwards where what follows
/// would move. Without any, an empty text takes no room.
pub fn finding_text(lines: impl Into<Signal<usize>>, text: AnyView) -> AnyView {
    let lines = lines.into();
    view! {
        <p
            class="finding"
            data-reserved=move || (lines.get() > 0).then_some("")
            style=("--lines", move || lines.get().to_string())
            translate="no"
        >
            {text}
        </p>
    }
    .into_any()
}

struct Scope<'a> {
    metrics: &'a BrandMetrics,
    own: &'a BrandId,
    answers: &'a AnswerFilterParams,
    period: Period,
    texts: Texts,
}

impl Scope<'_> {
    // How often the own brand is named, its rank, and its change since the period before.
    fn own(&self) -> Option<Sentence> {
        let brand = BrandInGroup::find(self.metrics, self.own)?;
        let name = self.name(self.own)?;
        let (named, answers) = (brand.brand.mention_rate.numerator, brand.sample.answers);
        let value = brand.brand.mention_rate.value?;
        let is_shared =
            self.metrics.all.brands.iter().filter(|brand| brand.mention_rate.numerator == named).count() > 1;
        let rank = rank(self.metrics, named).map(|rank| ([rank, self.metrics.total_brands], is_shared));
        let text = own_finding(self.answers, name, value, [named, answers], rank, self.texts);
        let text = std::iter::once(text).chain(self.own_change(&brand)).collect::<Vec<_>>().join(" ");
        Some(Sentence::new(text, self.named(self.own)))
    }

    // How the mention rate of the own brand changed since the period before. `None` if there is none, and if only the citation rate
    // changed significantly, which the next sentence says.
    fn own_change(&self, brand: &BrandInGroup) -> Option<String> {
        let (moved, is_better) = BrandInGroup::change(self.metrics, self.own)?;
        let is_by_sample = if brand.is_changed_by_sample() { Some(true) } else { is_better.map(|_| false) };
        if is_by_sample.is_none() && self.citations_moved().is_some() {
            return None;
        }
        Some((self.texts.findings().change)(moved, is_by_sample, &period_before(self.answers, self.texts)))
    }

    // How much the mention rate of a brand has changed. `None` if that may be chance, or comes from the sample.
    fn moved(&self, id: &BrandId) -> Option<f64> {
        let (moved, is_better) = BrandInGroup::change(self.metrics, id)?;
        is_better.map(|_| moved)
    }

    // How much the citation rate of the own brand has changed. `None` if the intervals overlap.
    fn citations_moved(&self) -> Option<f64> {
        let (now, before) =
            (BrandInGroup::find(self.metrics, self.own)?, BrandInGroup::before(self.metrics, self.own)?);
        let (moved, is_better) = rate_change(now.brand.citation_rate, before.brand.citation_rate)?;
        is_better.map(|_| moved)
    }

    // How much the citation rate of the own brand has changed. Only the first change says since when.
    fn cited(&self) -> Option<Sentence> {
        let moved = self.citations_moved()?;
        let found = BrandInGroup::find(self.metrics, self.own)?;
        let before = self.own_change(&found).is_none().then(|| period_before(self.answers, self.texts));
        let BrandInGroup { citing, brand, .. } = found;
        let (now, counts) = (rate(brand.citation_rate.value?), [brand.citation_rate.numerator, citing.answers]);
        let text = (self.texts.findings().cited_change)(self.name(self.own)?, moved, &now, counts, before.as_deref());
        Some(Sentence::new(text, brand_answers(self.own, self.answers, BrandFigure::Cited, None)))
    }

    // The other brands, most named first.
    fn others(&self) -> impl Iterator<Item = &BrandName> {
        self.metrics.brands.iter().filter(move |brand| brand.id != *self.own)
    }

    // The brand with the largest significant change, and the leader, unless it is the one that rose, or else the most named brand that has
    // overtaken the own brand in the time of the trend. Without them, the most named other brand.
    fn compared(&self) -> Vec<Sentence> {
        let moved = self.others().filter_map(|brand| Some((brand, self.moved(&brand.id)?)));
        let moved = moved.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()));
        let leader = self.leader();
        let ahead = if leader.is_some() { None } else { self.overtaking() };
        let (own, texts) = (self.name(self.own).unwrap_or_default(), self.texts.findings());
        let since = |day: Date| (texts.ahead_since)(&period_name(day, self.period, self.texts));
        let sentence = |brand: &BrandName, moved: Option<f64>, since: Option<String>| {
            let now = self.mention_rate(&brand.id).unwrap_or_default();
            let (value, counts) =
                (rate(now.value.unwrap_or_default()), [now.numerator, self.metrics.all.sample.answers]);
            let moved = moved.map(|moved| (moved, value.as_str(), counts));
            let text = (texts.moved)(&brand.name, moved, since.as_deref().map(|since| [since, own]));
            // The page of the brand has its trend, its models and its prompts.
            Sentence::new(text, metrics_address(&paths::brand(&brand.id), self.answers, self.period))
        };
        match (moved, ahead) {
            (Some((brand, moved)), Some((other, day))) if brand.id == other.id => {
                vec![sentence(brand, Some(moved), Some(since(day)))]
            }
            (None, None) => self.first_rival().into_iter().collect(),
            (moved, ahead) => {
                let first = self.others().next();
                let has_risen = moved.is_some_and(|(brand, moved)| moved > 0.0 && first == Some(brand));
                let moved = moved.map(|(brand, moved)| {
                    let is_always = has_risen && leader.is_some() && self.is_always_ahead(&brand.id);
                    sentence(brand, Some(moved), is_always.then(|| texts.ahead_always.to_owned()))
                });
                let ahead = ahead.map(|(brand, day)| sentence(brand, None, Some(since(day))));
                moved.into_iter().chain(ahead).chain(leader.filter(|_| !has_risen)).collect()
            }
        }
    }

    // The most named brand that has overtaken the own brand in the time of the trend, and since when it is ahead.
    fn overtaking(&self) -> Option<(&BrandName, Date)> {
        self.others().find_map(|brand| Some((brand, self.ahead_since(&brand.id)?)))
    }

    // The most named other brand, if it is significantly ahead and has not overtaken the own brand in the time of the trend.
    fn leader(&self) -> Option<Sentence> {
        let first = self.others().next()?;
        let is_ahead = is_ahead(self.mention_rate(&first.id)?, self.mention_rate(self.own)?) == Some(true);
        (is_ahead && self.ahead_since(&first.id).is_none()).then(|| self.first_rival()).flatten()
    }

    fn mention_rate(&self, id: &BrandId) -> Option<Rate> {
        Some(BrandInGroup::find(self.metrics, id)?.brand.mention_rate)
    }

    fn first_rival(&self) -> Option<Sentence> {
        let rival = self.others().next()?;
        let (found, own) = (self.mention_rate(&rival.id)?, self.mention_rate(self.own)?);
        let named = found.numerator;
        if named == own.numerator {
            let named_by = |brand: &BrandName| Some(self.mention_rate(&brand.id)?.numerator);
            let tied = self.others().filter(|brand| named_by(brand) == Some(named));
            let tied: Vec<&str> = tied.map(|brand| brand.name.as_str()).collect();
            let tied = (self.texts.findings().tied)(&tied);
            return (named > 0).then(|| Sentence::new(tied, paths::brands(self.answers, None)));
        }
        let counts = [named, self.metrics.all.sample.answers];
        let always = self.name(self.own).filter(|_| self.is_always_ahead(&rival.id));
        let (value, is_ahead) = (rate(found.value?), is_ahead(found, own));
        let text = (self.texts.findings().rival)(&rival.name, &value, counts, is_ahead, always);
        Some(Sentence::new(text, self.named(&rival.id)))
    }

    fn missing(&self) -> Option<Sentence> {
        let sample = &self.metrics.all.sample;
        // One prompt never shows a direction.
        if self.answers.prompt.is_some() {
            return None;
        }
        missing_for_direction(sample.answers, sample.prompts, self.texts)
    }

    // The first period from which on a rival is named more often than the own brand, after one in which it was not, and significantly
    // in the answers since then.
    fn ahead_since(&self, rival: &BrandId) -> Option<Date> {
        // A part of a period counts for no lead.
        let whole = self.periods(rival)?.into_iter().filter(|(_, _, is_partial)| !is_partial);
        let orders = whole.map(|(day, counts, _)| ((day, counts), counts[0].cmp(&counts[1])));
        let orders: Vec<((Date, [u64; 3]), Ordering)> = orders.collect();
        let lead = lead(&orders).filter(|lead| (AHEAD_MIN..orders.len()).contains(&lead.len()))?;
        let [rival, own, answers]: [u64; 3] = [0, 1, 2].map(|at| lead.iter().map(|((_, counts), _)| counts[at]).sum());
        let ((first_day, _), _) = lead.first()?;
        (is_ahead(counted(rival, answers), counted(own, answers)) == Some(true)).then_some(*first_day)
    }

    // Whether a rival is named more often than the own brand in all periods, also in those that the scope cuts.
    fn is_always_ahead(&self, rival: &BrandId) -> bool {
        let periods = self.periods(rival).unwrap_or_default();
        periods.len() >= AHEAD_MIN && periods.iter().all(|(_, [rival, own, _], _)| rival > own)
    }

    // The first day of each period with answers, how many of these name the rival, the own brand, and how many there are, and whether
    // the scope cuts it.
    fn periods(&self, rival: &BrandId) -> Option<Vec<(Date, [u64; 3], bool)>> {
        let index = |id: &BrandId| self.metrics.brands.iter().position(|brand| brand.id == *id);
        let (own, rival) = (index(self.own)?, index(rival)?);
        let points = dated_points(self.metrics).into_iter().filter_map(|(day, point)| {
            let named = |index: usize| Some(point.brands.get(index)?.mention_rate.numerator);
            Some((day, [named(rival)?, named(own)?, point.sample.answers], point.partial))
        });
        Some(points.collect())
    }

    fn name(&self, id: &BrandId) -> Option<&str> {
        self.metrics.brands.iter().find(|brand| brand.id == *id).map(|brand| brand.name.as_str())
    }

    fn named(&self, id: &BrandId) -> String {
        brand_answers(id, self.answers, BrandFigure::Named, None)
    }
}

// Whether a rate is significantly higher than that of the own brand, or lower. `None` if the difference is not significant.
fn is_ahead(of_rival: Rate, own: Rate) -> Option<bool> {
    rate_change(of_rival, own)?.1
}

#[cfg(test)]
mod tests {
    use answerdeck_api::metrics::{BrandPoint, BrandSeries, BrandSeriesPoint};
    use answerdeck_insight::sample;

    use super::*;
    use crate::language::Language;
    use crate::locale::texts_in;

    const OWN: &str = "AAAAAAAAAAAAAAAAAAAAAA";
    const RIVAL: &str = "BBBBBBBBBBBBBBBBBBBBBB";

    /// Since when the rival is ahead, by the answers of three weeks, 60 each, that name it and the own brand.
    fn ahead_since(named: [[u64; 2]; 3]) -> Option<u8> {
        ahead_in(named, [false; 3]).0
    }

    /// The same of weeks that the scope cuts or not, and whether the rival is always ahead.
    fn ahead_in(named: [[u64; 2]; 3], is_partial: [bool; 3]) -> (Option<u8>, bool) {
        let [rival, own]: [BrandId; 2] = [RIVAL, OWN].map(|id| id.parse().unwrap());
        let names = [(&rival, "Bruvane"), (&own, "Nurio")];
        let brand = |count: u64| BrandPoint { mention_rate: counted(count, 60), ..BrandPoint::default() };
        let point = |((day, named), partial): ((u8, [u64; 2]), bool)| BrandSeriesPoint {
            day: format!("2026-11-{day:02}"),
            run_id: None,
            sample: sample(60, 50),
            naming: sample(60, 50),
            namings: named.iter().sum(),
            citing: 0,
            citations: 0,
            owned_citations: 0,
            brands: named.map(brand).to_vec(),
            sample_change: None,
            partial,
        };
        let metrics = BrandMetrics {
            brands: names.map(|(id, name)| BrandName { id: id.clone(), name: name.to_owned() }).to_vec(),
            series: Some(BrandSeries {
                points: [2, 9, 16].into_iter().zip(named).zip(is_partial).map(point).collect(),
            }),
            ..BrandMetrics::default()
        };
        let (answers, texts) = (AnswerFilterParams::default(), texts_in(Language::English));
        let scope = Scope { metrics: &metrics, own: &own, answers: &answers, period: Period::Week, texts };
        (scope.ahead_since(&rival).map(Date::day), scope.is_always_ahead(&rival))
    }

    #[test]
    fn a_rival_is_ahead_from_where_the_answers_since_then_show_it() {
        assert_eq!(ahead_since([[16, 18], [40, 18], [40, 18]]), Some(9));
        // 44 and 36 of 120.
        assert_eq!(ahead_since([[16, 18], [22, 18], [22, 18]]), None);
        // One week is too short, and there is none before.
        assert_eq!(ahead_since([[16, 18], [16, 18], [60, 1]]), None);
        assert_eq!(ahead_since([[40, 18], [40, 18], [40, 18]]), None);
        // It is behind.
        assert_eq!(ahead_since([[18, 16], [18, 40], [18, 40]]), None);
        // A part of a week is none, so one is left.
        assert_eq!(ahead_in([[16, 18], [40, 18], [40, 18]], [false, false, true]).0, None);
    }

    #[test]
    fn a_rival_is_always_ahead_if_it_is_in_every_period() {
        let is_partial = [true, false, true];
        assert_eq!(ahead_in([[19, 18], [40, 18], [40, 18]], is_partial), (None, true));
        assert_eq!(ahead_in([[18, 18], [40, 18], [40, 18]], is_partial), (None, false));
    }
}
