//! A digest in words, and the page behind each line.

use answerdeck_api::console_page::{ALERTS, ANSWERS, BRANDS, OVERVIEW, PROMPTS, SCHEDULES, SOURCES, parameter};
use answerdeck_api::metrics::{BrandName, Coverage, Rate};
use answerdeck_api::{DigestBrand, DigestFindings, DigestOutcome, ModelRoute};
use percent_encoding::utf8_percent_encode;

use crate::alert_text::alert_text;
use crate::page_address::query::RESERVED;
use crate::rate::points;
use crate::rich_text::{RichText, Span, Writer, form};

/// What a digest says first if it names no brand, in Korean and English, without a period.
pub fn outcome_text(outcome: &DigestOutcome) -> [&'static str; 2] {
    match outcome {
        DigestOutcome::Moved => ["언급률이 유의하게 달라졌어요", "A mention rate changed significantly"],
        DigestOutcome::NothingMoved => [
            "그 전주보다 유의하게 달라진 언급률이 없어요",
            "No mention rate changed significantly from the week before",
        ],
        DigestOutcome::NoAnswers => ["한 주 동안 답변이 없었어요", "The week has no answers"],
        DigestOutcome::NotComparable | DigestOutcome::Unknown(_) => {
            ["비교하기에는 답변이 적어요", "Too few answers to compare"]
        }
    }
}

/// The page of the console that has the numbers of a line. All but the last two are about the answers of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestPage {
    Overview,
    Brands,
    Prompts,
    Sources,
    FailedAnswers,
    Alerts,
    Schedules,
}

/// A line of a digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestLine {
    /// At least one.
    pub sentences: Vec<RichText>,
    pub page: DigestPage,
    /// The path of the page with its query.
    pub path: String,
}

/// A digest, as a program writes it.
#[derive(Clone, Copy)]
pub struct DigestText<'a> {
    found: &'a DigestFindings,
    writer: &'a dyn Writer,
}

impl<'a> DigestText<'a> {
    pub fn new(found: &'a DigestFindings, writer: &'a dyn Writer) -> Self {
        Self { found, writer }
    }

    /// What it says first, without a period.
    pub fn headline(self) -> RichText {
        let Self { found, writer } = self;
        let moved = found.brand.iter().chain(&found.rival).find_map(|brand| Some((brand, brand.moved?)));
        let say = |brand: &DigestBrand, texts: [&str; 2], is_rise: bool| {
            let rate = Span::Number(self.rate(brand.mention_rate));
            let (name, verb) = (writer.named(&brand.brand.name), writer.rose_or_fell(is_rise));
            writer.say(texts, &[name, rate, verb, writer.count(found.alert_count)])
        };
        match (&found.outcome, moved, found.brand.as_ref().or(found.rival.as_ref())) {
            (DigestOutcome::Moved, Some((brand, moved)), _) => {
                say(brand, ["{0} 언급률이 {1}로 {2}", "{0} {2} to {1} of answers"], moved > 0.0)
            }
            (DigestOutcome::NotComparable, _, None) if self.has_none_before() => {
                let korean = "비교할 그 전주 답변이 없어요";
                writer.say([korean, "The week before has no answers to compare with"], &[])
            }
            (DigestOutcome::NoAnswers, ..) | (_, _, None) => writer.say(outcome_text(&found.outcome), &[]),
            (DigestOutcome::NothingMoved, _, Some(brand)) => {
                let texts = match found.alert_count {
                    0 => ["유의한 변화 없음: {0} 언급률 {1}", "No significant change: {1} of answers mention {0}"],
                    alerts => {
                        let english =
                            ["{3} alert; {1} of answers mention {0}", "{3} alerts; {1} of answers mention {0}"];
                        ["알림 {3}개, {0} 언급률 {1}", form(alerts, english)]
                    }
                };
                say(brand, texts, false)
            }
            (_, _, Some(brand)) if self.has_none_before() => {
                let korean = "{0} 언급률은 {1}예요. 비교할 그 전주 답변이 없어요";
                say(brand, [korean, "{1} of answers mention {0}; the week before has none to compare with"], false)
            }
            (_, _, Some(brand)) => {
                let korean = "{0} 언급률은 {1}예요. 비교하기에는 답변이 적어요";
                say(brand, [korean, "{1} of answers mention {0}, too few to compare"], false)
            }
        }
    }

    /// Whether the week before has no answers.
    fn has_none_before(self) -> bool {
        self.found.sample_before.answers == 0
    }

    /// The number of answers, and what to know about them.
    pub fn notes(self) -> Vec<RichText> {
        let Self { found, writer } = self;
        let (answers, Coverage { answers: all, counted }) = (found.sample.answers, found.coverage);
        let mut notes =
            vec![writer.say(["답변 {0}개", form(answers, ["{0} answer", "{0} answers"])], &[writer.count(answers)])];
        if counted < all {
            let texts = [
                "답변 {1}개 중 {0}개를 집계했어요. 나머지는 아직 브랜드를 찾고 있었어요.",
                "Counts {0} of {1} answers. The others were still being searched for brands.",
            ];
            notes.push(writer.say(texts, &[writer.count(counted), writer.count(all)]));
        }
        notes.extend(self.route().filter(|_| answers > 0));
        notes
    }

    /// Which route it counts, if there are several, and that its answers are not those of the services.
    fn route(self) -> Option<RichText> {
        let Self { found, writer } = self;
        let route = found.route.as_ref()?;
        let texts = match (route, found.has_other_routes) {
            (ModelRoute::StandIn, false) => [
                "실제 서비스가 아니라 이 서버가 대신 답한 내용이에요.",
                "This server gave these answers in place of the real services.",
            ],
            (_, false) => return None,
            (ModelRoute::StandIn, true) => [
                "실제 서비스가 아니라 이 서버가 대신 답한 내용만 집계했어요.",
                "Counts only the answers that this server gave in place of the real services.",
            ],
            (ModelRoute::Api, true) => {
                ["모델 API로 받은 답변만 집계했어요.", "Counts only the answers from the models’ APIs."]
            }
            (ModelRoute::Surface, true) => [
                "사람들이 서비스에서 보는 그대로의 답변만 집계했어요.",
                "Counts only the answers as people see them in the products.",
            ],
            (ModelRoute::Unknown(_), true) => {
                ["수집 경로가 {0}인 답변만 집계했어요.", "Counts only the answers by the route {0}."]
            }
        };
        Some(writer.say(texts, &[writer.named(route.as_str())]))
    }

    /// A text about all routes, which says so if there are several. The English one begins with a number.
    fn of_all_routes(self, [korean, english]: [&str; 2], spans: &[Span]) -> RichText {
        let [korean, english] = match self.found.has_other_routes {
            true => [format!("모든 수집 경로에서 {korean}"), format!("On all routes, {english}")],
            false => [korean, english].map(str::to_owned),
        };
        self.writer.say([&korean, &english], spans)
    }

    /// Its lines, at most five, the most important first.
    pub fn lines(self) -> Vec<DigestLine> {
        let lines = [self.own(), self.rival(), self.prompt_gap(), Some(self.sources()), Some(self.events())];
        lines.into_iter().flatten().filter(|line| !line.sentences.is_empty()).collect()
    }

    /// How often answers name the own brand.
    fn own(self) -> Option<DigestLine> {
        let brand = self.found.brand.as_ref().filter(|_| self.found.sample.answers > 0)?;
        let texts = ["{0} 언급률은 {1}예요(답변 {3}개 중 {2}개).", "{1} of the answers mention {0} ({2} of {3})."];
        let mut sentences = self.rates(brand, texts);
        let brands = self.found.total_brands;
        if let Some(place) = brand.place.filter(|_| brand.mention_rate.numerator > 0 && brands > 1) {
            let texts = ["등록한 브랜드 {1}개 중 {0}위예요.", "{2} is number {0} of {1} tracked brands."];
            let [place, brands] = [place, brands].map(|number| self.writer.count(number));
            sentences.push(self.writer.say(texts, &[place, brands, self.writer.named(&brand.brand.name)]));
        }
        Some(DigestLine { sentences, page: DigestPage::Overview, path: self.counted(OVERVIEW, &[]) })
    }

    /// How often answers name the rival, or without an own brand the most named one.
    fn rival(self) -> Option<DigestLine> {
        let texts = match self.found.brand {
            Some(_) => [
                "{0} 언급률은 {1}로(답변 {3}개 중 {2}개), 함께 언급되는 브랜드 중 가장 높아요.",
                "{1} of the answers mention {0} ({2} of {3}), more than any other brand mentioned together with {4}.",
            ],
            None => [
                "가장 많이 언급된 브랜드: {0} {1}(답변 {3}개 중 {2}개).",
                "{0} is the most mentioned brand: {1} ({2} of {3}).",
            ],
        };
        let sentences = self.rates(self.found.rival.as_ref()?, texts);
        Some(DigestLine { sentences, page: DigestPage::Brands, path: self.counted(BRANDS, &[]) })
    }

    /// How often answers name a brand, in this week and the one before.
    fn rates(self, brand: &DigestBrand, texts: [&str; 2]) -> Vec<RichText> {
        let Self { found, writer } = self;
        let [rate, before] = [brand.mention_rate, brand.before].map(|rate| self.rate(rate));
        let is_other = rate != before;
        let [named, named_before] = [brand.mention_rate, brand.before].map(|rate| writer.count(rate.numerator));
        let [answers, answers_before] = [&found.sample, &found.sample_before].map(|sample| sample.answers);
        let mut spans = vec![writer.named(&brand.brand.name), Span::Number(rate), named, writer.count(answers)];
        spans.extend(found.brand.as_ref().map(|own| writer.named(&own.brand.name)));
        let mut sentences = vec![writer.say(texts, &spans)];
        sentences.push(match answers_before {
            0 => writer.say(["그 전주에는 답변이 없었어요.", "The week before had no answers."], &[]),
            _ => writer.say(
                ["그 전주: {0}({2}개 중 {1}개).", "The week before: {0} ({1} of {2})."],
                &[Span::Text(before), named_before, writer.count(answers_before)],
            ),
        });
        match (brand.moved, &found.outcome) {
            (Some(moved), _) => {
                let points = points(moved.abs());
                let unit = if points == 1.0 { "point" } else { "points" };
                let english = format!("For the same prompts it {{1}} significantly, by {{0}} {unit}.");
                let spans = [Span::Text(writer.number(points)), writer.rose_or_fell(moved > 0.0)];
                sentences.push(writer.say(["같은 프롬프트에서 {0}%p 유의하게 {1}.", &english], &spans));
            }
            (None, DigestOutcome::Moved | DigestOutcome::NothingMoved) if is_other => {
                sentences.push(writer.say(["유의한 차이는 아니에요.", "This difference is not significant."], &[]));
            }
            (None, _) => {}
        }
        sentences
    }

    /// The prompts for which more answers name rivals only than the brand, as the page of prompts says it.
    fn prompt_gap(self) -> Option<DigestLine> {
        let Self { found, writer } = self;
        let (gap, brand, prompts) = (found.prompt_gap.as_ref()?, found.brand.as_ref()?, found.sample.prompts);
        let korean = "프롬프트 {1}개 중 {0}개는 {2} 언급 답변보다 경쟁 브랜드만 언급한 답변이 더 많아요.";
        let english = [
            "For {0} of {1} prompt, more answers mention only competitors than {2}.",
            "For {0} of {1} prompts, more answers mention only competitors than {2}.",
        ];
        let spans = [writer.main_count(gap.count), writer.count(prompts), writer.named(&brand.brand.name)];
        let example = [
            "예: ‘{0}’(답변 {2}개 중 {1}개).",
            "For example “{0}”, where {1} of {2} answers mention only competitors.",
        ];
        let of_example = [writer.named(&gap.query), writer.count(gap.answers), writer.count(gap.of)];
        let sentences = vec![writer.say([korean, form(prompts, english)], &spans), writer.say(example, &of_example)];
        let path = self.counted(PROMPTS, &[(parameter::SORT, "-gap")]);
        Some(DigestLine { sentences, page: DigestPage::Prompts, path })
    }

    /// The source whose answers name rivals only, and the page that is newly cited.
    fn sources(self) -> DigestLine {
        let Self { found, writer } = self;
        let gap = found.source_gap.as_ref().zip(found.brand.as_ref());
        let conditions: Vec<(&str, &str)> = match gap {
            Some((gap, _)) => {
                let domain = (parameter::DOMAIN, gap.domain.as_str());
                std::iter::once(domain).chain(named_rivals(&gap.rivals)).collect()
            }
            None => vec![(parameter::RANK, parameter::PAGES), (parameter::VIEW, parameter::CHANGES)],
        };
        let gap = gap.map(|(gap, brand)| {
            let texts = match gap.of {
                1 => [
                    "{0} 사이트를 인용한 유일한 답변이 {1} 없이 경쟁 브랜드만 언급했어요.",
                    "The only answer that cites {0} mentions competitors and not {1}.",
                ],
                of if of == gap.answers => [
                    "{0} 사이트를 인용한 답변 {2}개 모두 {1} 없이 경쟁 브랜드만 언급했어요.",
                    "All {2} answers that cite {0} mention competitors and not {1}.",
                ],
                _ => [
                    "{0} 사이트를 인용한 답변 {3}개 중 {2}개가 {1} 없이 경쟁 브랜드만 언급했어요.",
                    "{2} of the {3} answers that cite {0} mention competitors and not {1}.",
                ],
            };
            let [domain, name] = [&gap.domain, &brand.brand.name].map(|text| writer.named(text));
            writer.say(texts, &[domain, name, writer.main_count(gap.answers), writer.count(gap.of)])
        });
        let new = found.new_page.as_ref().map(|page| {
            let texts = [
                "새로 인용된 페이지: ‘{0}’({1}, 답변 {3}개 중 {2}개).",
                "Newly cited page: “{0}” ({1}), in {2} of {3} answers.",
            ];
            let [name, domain] =
                [page.title.as_ref().unwrap_or(&page.url), &page.domain].map(|text| writer.named(text));
            writer.say(texts, &[name, domain, writer.main_count(page.answers), writer.count(found.sample.answers)])
        });
        let sentences = gap.into_iter().chain(new).collect();
        DigestLine { sentences, page: DigestPage::Sources, path: self.counted(SOURCES, &conditions) }
    }

    /// The alerts, and what did not go as planned.
    fn events(self) -> DigestLine {
        let Self { found, writer } = self;
        let newest = found.alerts.first().map(|alert| {
            let english = form(found.alert_count, ["{0} alert: ", "{0} alerts. The newest: "]);
            let texts = ["알림이 {0}개 있었어요. 최근 알림: ", english];
            writer.say(texts, &[writer.main_count(found.alert_count)]).ending_with(alert_text(alert, writer))
        });
        let (skipped, failed) = (found.skipped_due_time_count, found.failed_item_count);
        let of_skipped = || {
            let english = ["Schedules skipped {0} run.", "Schedules skipped {0} runs."];
            let texts = ["일정이 실행을 {0}번 건너뛰었어요.", form(skipped, english)];
            writer.say(texts, &[writer.main_count(skipped)])
        };
        let of_failed = || {
            let english = form(failed, ["{0} answer failed.", "{0} answers failed."]);
            self.of_all_routes(["답변 {0}개를 받지 못했어요.", english], &[writer.main_count(failed)])
        };
        let skipped = (skipped > 0).then(of_skipped);
        let failed = (failed > 0).then(of_failed);
        let (page, path) = match (found.alerts.is_empty(), found.skipped_due_time_count) {
            (false, _) => (DigestPage::Alerts, ALERTS.to_owned()),
            // An item that was not asked has no route.
            (true, 0) => (DigestPage::FailedAnswers, self.of_week(ANSWERS, &[(parameter::STATUS, parameter::FAILED)])),
            (true, _) => (DigestPage::Schedules, SCHEDULES.to_owned()),
        };
        DigestLine { sentences: [newest, skipped, failed].into_iter().flatten().collect(), page, path }
    }

    /// The runs, what they cost, and the balance.
    pub fn work(self) -> RichText {
        let Self { found, writer } = self;
        let english = [
            "{0} run cost {1} credits, and {2} credits are left.",
            "{0} runs cost {1} credits, and {2} credits are left.",
        ];
        let [spent, balance] = [found.credits_spent, found.balance].map(|credits| Span::Text(writer.number(credits)));
        let texts = ["실행 {0}번에 {1}크레딧을 썼고, {2}크레딧이 남았어요.", form(found.run_count, english)];
        self.of_all_routes(texts, &[writer.count(found.run_count), spent, balance])
    }

    fn rate(self, rate: Rate) -> String {
        self.writer.rate(rate.value.unwrap_or_default())
    }

    /// The path of a page that counts the answers of the week.
    fn counted(self, page: &str, conditions: &[(&str, &str)]) -> String {
        let route = self.found.route.iter().map(|route| (parameter::ROUTE, route.as_str()));
        self.of_week(page, &route.chain(conditions.iter().copied()).collect::<Vec<_>>())
    }

    /// The path of a page about the answers of the week, by all routes.
    fn of_week(self, page: &str, conditions: &[(&str, &str)]) -> String {
        let week = [(parameter::FROM, self.found.from.as_str()), (parameter::TO, self.found.to.as_str())];
        let pair = |(name, value): &(&str, &str)| format!("{name}={}", utf8_percent_encode(value, RESERVED));
        let pairs: Vec<String> = week.iter().chain(conditions).map(pair).collect();
        format!("{page}?{}", pairs.join("&"))
    }
}

fn named_rivals(rivals: &[BrandName]) -> impl Iterator<Item = (&'static str, &str)> {
    rivals.iter().map(|rival| (parameter::NAMED_RIVAL, rival.id.as_str()))
}
