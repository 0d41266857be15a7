//! Questions that wait for a reply, and counting their values.

use std::collections::VecDeque;

use answerdeck_analysis::{
    AnswerFeature, AnswersWith, AnyQuestion, BrandMetrics, BrandPoint, BrandReport, Coverage, Fanouts, FoundMentions,
    KeptAnswer, Mentions, PeriodPoint, PromptsWithoutSearch, Refusal, Reply, ReportedBrand, SearchTexts, SourceDomains,
    SourceTrend, SourceUrls, TrackedBrands,
};
use answerdeck_answer_store::{AnswerStore, SelectError};
use answerdeck_api::{AnswerScope, Brand};
use answerdeck_insight::{BrandSelection, MentionFinder, Selection};
use serde::Serialize;

use crate::unanswered::Unanswered;
use crate::{brand_questions, movements, new_names, source_questions, text_questions};

/// A question of the page.
pub(crate) struct Asked {
    pub(crate) slot: u32,
    pub(crate) number: u32,
    pub(crate) question: AnyQuestion,
}

/// The questions without a reply, the oldest first.
#[derive(Default)]
pub(crate) struct Questions(VecDeque<Asked>);

impl Questions {
    /// Adds a question. It replaces a question of the same slot, and takes its place in the queue.
    pub(crate) fn add(&mut self, asked: Asked) {
        match self.0.iter_mut().find(|waiting| waiting.slot == asked.slot) {
            Some(waiting) => *waiting = asked,
            None => self.0.push_back(asked),
        }
    }

    /// Removes the question of a slot.
    pub(crate) fn cancel(&mut self, slot: u32) {
        self.0.retain(|waiting| waiting.slot != slot);
    }

    /// Takes the oldest question that can be answered with the current knowledge of the brands. The others wait.
    pub(crate) fn take(&mut self, known: KnownBrands) -> Option<Asked> {
        let at = self.0.iter().position(|asked| needed_brands(&asked.question) <= known)?;
        self.0.remove(at)
    }
}

/// The state of the knowledge of brands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum KnownBrands {
    /// They have not been read yet.
    Nothing,
    /// Their names.
    Names,
    /// Which of them each answer names.
    InAnswers,
}

fn needed_brands(question: &AnyQuestion) -> KnownBrands {
    use AnyQuestion::{
        AnswerCells, AnswersWith, BrandMetrics, BrandReproducibility, CitedRivals, Mentions, Movements, NewNames,
        PromptRates, SourceClassTrend, TrackedBrands, UnnamedSearches,
    };
    match question {
        BrandMetrics(_)
        | PromptRates(_)
        | AnswerCells(_)
        | Movements(_)
        | UnnamedSearches(_)
        | CitedRivals(_)
        | BrandReproducibility(_)
        | SourceClassTrend(_) => KnownBrands::InAnswers,
        AnswersWith(question) if matches!(question.feature, AnswerFeature::Brand(_)) => KnownBrands::InAnswers,
        Mentions(_) | NewNames(_) | TrackedBrands(_) => KnownBrands::Names,
        _ => KnownBrands::Nothing,
    }
}

/// The tracked brands.
pub(crate) struct Tracked {
    /// In the order of reports.
    pub(crate) brands: Vec<Brand>,
    finder: Option<MentionFinder>,
}

impl Tracked {
    pub(crate) fn new(brands: Vec<Brand>) -> Self {
        Self { brands, finder: None }
    }

    /// Finds the brands in a text.
    fn find(&mut self, text: &str) -> Result<FoundMentions, Refusal> {
        let finder = match &mut self.finder {
            Some(finder) => finder,
            none => {
                let names = |brand: &Brand| brand.names().cloned().collect::<Vec<_>>();
                none.insert(MentionFinder::new(self.brands.iter().map(names)).map_err(|_| Refusal::TooManyNames)?)
            }
        };
        let brands = self.brands.iter().map(|brand| brand.name.clone()).collect();
        Ok(FoundMentions { brands, mentions: finder.find(text) })
    }
}

/// The reply to a question, with the JSON of its value.
type Value = Result<Reply<String>, Unanswered>;

/// Counts the value of a question. `tracked` is `None` if no brands are known. `utc_offset` is as in
/// [`Selection::by_period`].
pub(crate) async fn value(
    question: &AnyQuestion,
    answers: &AnswerStore,
    tracked: Option<&mut Tracked>,
    utc_offset: &dyn Fn(i64) -> i32,
) -> Value {
    match question {
        AnyQuestion::BrandMetrics(BrandMetrics { scope, period }) => {
            let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
            let selection = select(answers, scope)?;
            let Some(Ok(counted)) = answers.brands(&selection) else { return Err(Refusal::NoBrands.into()) };
            let series = period.map(|period| selection.by_period(period, utc_offset));
            let mut last = None;
            let points = series.iter().flat_map(|series| series.points()).map(|point| PeriodPoint {
                first_day: point.first_day.to_string(),
                brands: point.answers.and_then(|part| Some(points(&answers.brands(part)?.ok()?))),
                sample_change: point.answers.and_then(|part| part.sample_change_since(last.replace(part)?)),
            });
            let series = points.collect();
            reply(report(brands, &selection, &counted, series), answers, scope)
        }
        AnyQuestion::PromptRates(question) => {
            let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
            let selection = select(answers, &question.scope)?;
            let rates = brand_questions::prompt_rates(&selection, brands, question, answers).await;
            reply(rates.map_err(Unanswered::Archive)?, answers, &question.scope)
        }
        AnyQuestion::AnswerCells(question) => {
            let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
            let selection = select(answers, &question.scope)?;
            let cells = brand_questions::answer_cells(&selection, brands, question, answers);
            reply(cells, answers, &question.scope)
        }
        AnyQuestion::Movements(question) => {
            let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
            let selection = select(answers, &question.scope)?;
            let movements = movements::between_runs(&selection, brands, question, answers).await;
            reply(movements.map_err(Unanswered::Archive)?, answers, &question.scope)
        }
        AnyQuestion::UnnamedSearches(question) => {
            let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
            let selection = select(answers, &question.scope)?;
            reply(brand_questions::unnamed_searches(&selection, brands, question, answers), answers, &question.scope)
        }
        AnyQuestion::CitedRivals(question) => {
            let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
            let selection = select(answers, &question.scope)?;
            reply(brand_questions::cited_rivals(&selection, brands, question, answers), answers, &question.scope)
        }
        AnyQuestion::BrandReproducibility(question) => {
            let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
            let selection = select(answers, &question.scope)?;
            reply(brand_questions::reproducibility(&selection, brands, question, answers), answers, &question.scope)
        }
        AnyQuestion::SourceClassTrend(question) => {
            let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
            let selection = select(answers, &question.scope)?;
            let trend = brand_questions::class_trend(&selection, brands, question, answers, utc_offset);
            reply(trend, answers, &question.scope)
        }
        AnyQuestion::NewNames(question) => {
            let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
            let found = new_names::find(brands, question, answers).await?;
            reply(found, answers, &AnswerScope::default())
        }
        AnyQuestion::SourceDomains(SourceDomains { scope, limit }) => {
            reply(select(answers, scope)?.rank_source_domains(*limit as usize), answers, scope)
        }
        AnyQuestion::SourceUrls(SourceUrls { scope, domain, limit }) => {
            reply(select(answers, scope)?.rank_source_urls(domain.as_deref(), *limit as usize), answers, scope)
        }
        AnyQuestion::Fanouts(Fanouts { scope, include, limit }) => {
            reply(select(answers, scope)?.rank_fanouts(include, *limit as usize), answers, scope)
        }
        AnyQuestion::SourceTrend(SourceTrend { scope, period, domains }) => {
            let trend = source_questions::trend(&select(answers, scope)?, *period, domains, utc_offset);
            reply(trend, answers, scope)
        }
        AnyQuestion::AnswersWith(AnswersWith { scope, feature, skip, limit }) => {
            let selection = select(answers, scope)?;
            let found = match feature {
                AnswerFeature::Brand(wanted) => {
                    let brands = &tracked.ok_or(Refusal::NoBrands)?.brands;
                    brand_questions::with_brand(&selection, brands, wanted, answers)
                }
                AnswerFeature::Any => selection.clone(),
                AnswerFeature::Domain(domain) => selection.citing_domain(domain),
                AnswerFeature::Page(url) => selection.citing_page(url),
                AnswerFeature::Search(search) => selection.with_search(search),
            };
            let matching = source_questions::matching(&found, *skip, *limit, answers).await;
            reply(matching.map_err(Unanswered::Archive)?, answers, scope)
        }
        AnyQuestion::PromptsWithoutSearch(PromptsWithoutSearch { scope, skip, limit }) => {
            let selection = select(answers, scope)?;
            let prompts = source_questions::without_search(&selection, *skip, *limit, answers).await;
            reply(prompts.map_err(Unanswered::Archive)?, answers, scope)
        }
        AnyQuestion::SearchTexts(SearchTexts { scope, phrase, from }) => {
            let found = text_questions::search(&select(answers, scope)?, phrase, from.as_ref(), answers).await;
            reply(found.map_err(Unanswered::Archive)?, answers, scope)
        }
        AnyQuestion::TrackedBrands(TrackedBrands {}) => {
            reply(&tracked.ok_or(Refusal::NoBrands)?.brands, answers, &AnswerScope::default())
        }
        AnyQuestion::KeptAnswer(KeptAnswer { id }) => {
            let answer = answers.answer(id).await.map_err(Unanswered::Archive)?;
            reply(answer, answers, &AnswerScope::default())
        }
        AnyQuestion::Mentions(Mentions { text }) => {
            reply(tracked.ok_or(Refusal::NoBrands)?.find(text)?, answers, &AnswerScope::default())
        }
    }
}

fn select<'a>(answers: &'a AnswerStore, scope: &AnswerScope) -> Result<Selection<'a>, Refusal> {
    answers.select(scope).map_err(|error| match error {
        SelectError::Time(_) => Refusal::InvalidTime,
        SelectError::UnknownPromptSet => Refusal::UnknownPromptSet,
    })
}

fn reply(value: impl Serialize, answers: &AnswerStore, scope: &AnswerScope) -> Value {
    let value = serde_json::to_string(&value).map_err(|error| Refusal::Store(error.to_string()))?;
    Ok(Reply { value, coverage: coverage(answers, scope) })
}

fn coverage(answers: &AnswerStore, scope: &AnswerScope) -> Coverage {
    Coverage {
        kept: answers.kept_answers(),
        total: answers.progress().map(|progress| progress.total),
        missing_runs: answers.missing_in(scope),
    }
}

fn report(
    brands: &[Brand],
    selection: &Selection<'_>,
    counted: &BrandSelection<'_>,
    series: Vec<PeriodPoint>,
) -> BrandReport {
    let (visibility, citations) = (counted.visibility(), counted.citations());
    let brands = brands.iter().zip(visibility).zip(citations);
    let brands = brands.map(|((brand, visibility), citations)| ReportedBrand {
        id: brand.id.clone(),
        name: brand.name.clone(),
        visibility,
        citations,
    });
    BrandReport { sample: selection.sample(), brands: brands.collect(), series }
}

fn points(counted: &BrandSelection<'_>) -> Vec<BrandPoint> {
    let point = |(mention_rate, share_of_voice)| BrandPoint { mention_rate, share_of_voice };
    counted.attention().into_iter().map(point).collect()
}
