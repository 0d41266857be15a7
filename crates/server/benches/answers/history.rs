//! The answers of the benchmark.

use answerdeck_api::Source;
use answerdeck_database::entity::{answer, run, run_prompt};
use answerdeck_engine::Reply;
use answerdeck_server::AppState;
use answerdeck_server::run::reply::{self, AnalyzedReply};
use answerdeck_statistics::TextAnalysis;
use jiff::SignedDuration;
use sea_orm::{DatabaseTransaction, EntityTrait, IntoActiveModel};

use super::rows;

pub(crate) const ANSWERS: usize = 100_000;
pub(crate) const MANY_ANSWERS: usize = 1_000_000;
pub(crate) const MODELS: [&str; 8] =
    ["CHATGPT", "GOOGLE_OVERVIEW", "GOOGLE_AI", "PERPLEXITY", "GEMINI", "NAVER_AI_BRIEFING", "NAVER_AI_TAB", "CLAUDE"];
/// Occurs in nearly every answer.
pub(crate) const COMMON_TOKEN: usize = 0;
/// Occurs in about ten answers.
pub(crate) const RARE_TOKEN: usize = TOKENS - 1;
const PROMPTS: usize = 400;
const SETS: usize = 10;
const ITEMS_PER_RUN: usize = 1_000;
const SOURCES: usize = 10;
const FANOUTS: usize = 5;
const DOMAINS: usize = 2_000;
const TOKENS: usize = 6_000;
const TOKENS_PER_ANSWER: usize = 44;
pub(crate) const BRANDS: usize = 20;
// Each answer updates the counts of its run, and PostgreSQL keeps every version of a row until the transaction ends.
const ANSWERS_PER_TRANSACTION: usize = 100;
/// 100,000 answers cover 84 days.
const INTERVAL: SignedDuration = SignedDuration::from_millis(72_576);

/// The ids to filter by.
#[derive(Default)]
pub(crate) struct History {
    pub(crate) sets: Vec<String>,
    pub(crate) prompts: Vec<String>,
    pub(crate) runs: Vec<String>,
    /// Every tenth answer.
    pub(crate) answers: Vec<String>,
}

/// Writes `count` answers with the function that stores replies.
pub(crate) async fn fill(app: &AppState, organization: &str, count: usize) -> History {
    let ids = |count: usize| (0..count).map(|_| app.random.id(app.clock.now())).collect::<Vec<String>>();
    let runs = ids(count.div_ceil(ITEMS_PER_RUN));
    let mut history = History { sets: ids(SETS), prompts: ids(PROMPTS), runs, ..History::default() };
    let mut random = Generator(7);
    for first in (0..count).step_by(ANSWERS_PER_TRANSACTION) {
        let transaction = answerdeck_database::begin(&app.database).await.unwrap();
        for number in first..count.min(first + ANSWERS_PER_TRANSACTION) {
            app.clock.advance(INTERVAL);
            let run = history.runs[number / ITEMS_PER_RUN].clone();
            if number % ITEMS_PER_RUN == 0 {
                insert_run(app, &transaction, organization, &history, &run).await;
            }
            let item = item(app, organization, &history, number, &run);
            let (reply, analysis) = reply(&mut random, number % PROMPTS);
            let row = answer::Model { content: reply.content.clone(), ..item.clone() };
            answer::Entity::insert(row.into_active_model()).exec_without_returning(&transaction).await.unwrap();
            let analyzed = AnalyzedReply { reply, analysis, response: None };
            reply::store(app.statistics.as_ref(), &transaction, &item, &analyzed).await.unwrap();
            if number % 10 == 0 {
                history.answers.push(item.id);
            }
        }
        transaction.commit().await.unwrap();
    }
    history
}

/// Writes a finished run with its prompts.
pub(crate) async fn insert_run(
    app: &AppState,
    transaction: &DatabaseTransaction,
    organization: &str,
    history: &History,
    id: &str,
) {
    let [items, prompts] = [ITEMS_PER_RUN, PROMPTS].map(|count| i64::try_from(count).unwrap());
    let run = rows::finished_run(organization, id, items, prompts, app.clock.now().as_millisecond());
    run::Entity::insert(run).exec_without_returning(transaction).await.unwrap();
    let prompts =
        (0..).zip(history.prompts.iter().zip(history.sets.iter().cycle())).map(|(position, (prompt, set))| {
            let (prompt_id, prompt_set_id) = (prompt.clone(), set.clone());
            let content = "통화 품질이 좋은 무선 이어폰은?".to_owned();
            run_prompt::Model { run_id: id.to_owned(), position, prompt_id, prompt_set_id, content }.into_active_model()
        });
    run_prompt::Entity::insert_many(prompts).exec_without_returning(transaction).await.unwrap();
}

fn item(app: &AppState, organization: &str, history: &History, number: usize, run: &str) -> answer::Model {
    let (now, prompt) = (app.clock.now(), number % PROMPTS);
    answer::Model {
        prompt_set_id: history.sets[prompt % SETS].clone(),
        prompt_id: history.prompts[prompt].clone(),
        model: MODELS[(number / PROMPTS) % MODELS.len()].to_owned(),
        region: if number % 1_000 == 7 { "JP" } else { "KR" }.to_owned(),
        ..rows::answer(organization, run, app.random.id(now), now.as_millisecond())
    }
}

/// Returns a reply and what was found in it, except for brands. Each prompt has its own 150 pages and 12 fan-out queries; the
/// first ones are the most frequent. All prompts share the tokens. Each reply names three brands of [`brand_name`].
pub(crate) fn reply(random: &mut Generator, prompt: usize) -> (Reply, TextAnalysis) {
    let source = |_| {
        let page = prompt * 37 + random.skewed(150, 2);
        let domain = format!("site-{}.example", page % DOMAINS);
        Source {
            url: format!("https://www.{domain}/reviews/{page}"),
            title: "무선 이어폰 비교".to_owned(),
            domain: Some(domain),
        }
    };
    let sources = (0..SOURCES).map(source).collect();
    let fanouts = (0..FANOUTS).map(|_| format!("이어폰 비교 {prompt} {}", random.skewed(12, 2))).collect();
    let mut tokens: Vec<String> = (0..TOKENS_PER_ANSWER).map(|_| token(random.skewed(TOKENS, 4))).collect();
    tokens.sort_unstable();
    tokens.dedup();
    let mut content = "무선 이어폰은 통화 품질과 착용감이 다릅니다. ".repeat(20);
    for _ in 0..3 {
        content += &format!("{}의 이어폰을 추천합니다. ", brand_name(random.skewed(BRANDS, 1)));
    }
    (Reply { content, sources, fanouts, ..Reply::default() }, TextAnalysis { tokens, ..TextAnalysis::default() })
}

pub(crate) fn brand_name(number: usize) -> String {
    format!("Nurio{number}")
}

pub(crate) fn token(number: usize) -> String {
    format!("낱말{number}")
}

/// A deterministic generator of random numbers (xorshift).
pub(crate) struct Generator(pub(crate) u64);

impl Generator {
    /// Returns a number below `end`. The greater `power` is, the more frequent are small numbers.
    fn skewed(&mut self, end: usize, power: i32) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let fraction = (self.0 >> 11) as f64 / (1_u64 << 53) as f64;
        (fraction.powi(power) * end as f64) as usize
    }
}
