//! Measures metrics and rankings over 100,000 answers with 10 sources and 5 searches each, and 20 brands. The bench fails
//! when one takes 50 ms or more.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use answerdeck_api::{Answer, AnswerScope, AnswerStatus, FanoutInclude, ModelCode, Run, RunStatus, Source, Timestamp};
use answerdeck_insight::{
    AnswerTable, BrandSelection, Comparison, Period, SourceLevel, TrackedBrands, encode_answers, encode_named_brands,
};

const RUNS: usize = 100;
const PROMPTS: usize = 250;
const MODELS: &[ModelCode] = &[ModelCode::Chatgpt, ModelCode::Gemini, ModelCode::Perplexity, ModelCode::Claude];
const SOURCES: usize = 10;
const FANOUTS: usize = 5;
const BRANDS: usize = 20;
const DOMAINS: usize = 20_000;
const PAGES_PER_DOMAIN: usize = 10;
const SEARCHES: usize = 100_000;
const LIMIT: usize = 100;
const MAX: Duration = Duration::from_millis(50);
const REPETITIONS: usize = 40;

fn main() -> ExitCode {
    let before = memory();
    let (table, brands, bytes, loading) = load();
    let memory = memory().zip(before).map(|(after, before)| (after - before) / 1_024);
    println!(
        "{} answers: {} MB of blocks, read in {:.0} ms, {} MB of memory\n",
        table.len(),
        bytes / 1_000_000,
        loading.as_secs_f64() * 1_000.0,
        memory.map_or("unknown".to_owned(), |memory| memory.to_string()),
    );
    println!("{:48} {:>8} {:>8} {:>8}", "", "p50 ms", "p95 ms", "max ms");
    let mut passes = true;
    for (name, scope) in scopes() {
        passes &= measure(&format!("{name}: select"), || table.select(&scope).unwrap().len());
        let selection = table.select(&scope).unwrap();
        passes &= measure(&format!("{name}: domains"), || selection.rank_source_domains(LIMIT));
        passes &= measure(&format!("{name}: URLs"), || selection.rank_source_urls(None, LIMIT));
        let include = [FanoutInclude::Models, FanoutInclude::Regions];
        passes &= measure(&format!("{name}: searches"), || selection.rank_fanouts(&include, LIMIT));
        passes &= measure(&format!("{name}: brands"), || brands.over(&selection).is_ok());
        let found = brands.over(&selection).unwrap();
        passes &= measure(&format!("{name}: visibility"), || found.visibility());
        passes &= measure(&format!("{name}: citations"), || found.citations());
        passes &= measure(&format!("{name}: reproducibility"), || found.reproducibility());
        passes &= measure(&format!("{name}: stability"), || selection.source_stability(SourceLevel::Domain));
        passes &= measure(&format!("{name}: visibility by day"), || {
            let series = selection.by_period(Period::Day, |_| 32_400);
            let points = series.points().filter_map(|point| point.answers);
            points.map(|answers| brands.over(answers).unwrap().visibility().len()).sum::<usize>()
        });
    }
    let halves = ["2026-01-01T00:00:00Z", "2026-02-20T00:00:00Z", "2027-01-01T00:00:00Z"].map(Timestamp::new);
    let half = |index: usize| AnswerScope {
        from: Some(halves[index].clone()),
        to: Some(halves[index + 1].clone()),
        ..AnswerScope::default()
    };
    let [first, second] = [table.select(&half(0)).unwrap(), table.select(&half(1)).unwrap()];
    let [first, second] = [brands.over(&first).unwrap(), brands.over(&second).unwrap()];
    passes &= measure("two halves: change of a mention rate", || change(&first, &second));
    if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn change(before: &BrandSelection, after: &BrandSelection) -> f64 {
    Comparison::new(before, after).mention_rate(0).unwrap().brand
}

/// Prints how long `work` takes. Returns whether it is fast enough.
fn measure<T>(name: &str, work: impl Fn() -> T) -> bool {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..REPETITIONS).map(time).collect();
    times.sort_unstable();
    let milliseconds = |index: usize| times[index].as_secs_f64() * 1_000.0;
    let p95 = REPETITIONS * 95 / 100;
    let [median, high, max] = [REPETITIONS / 2, p95, REPETITIONS - 1].map(milliseconds);
    println!("{name:48} {median:8.2} {high:8.2} {max:8.2}");
    times[p95] < MAX
}

fn scopes() -> [(&'static str, AnswerScope); 5] {
    let all = AnswerScope::default();
    [
        ("everything", all.clone()),
        (
            "a month",
            AnswerScope {
                from: Some(Timestamp::new("2026-01-15T00:00:00Z")),
                to: Some(Timestamp::new("2026-02-15T00:00:00Z")),
                ..all.clone()
            },
        ),
        ("a model", AnswerScope { model: Some(ModelCode::Claude), ..all.clone() }),
        ("a prompt", AnswerScope { prompt_id: Some(id('p', 7).parse().unwrap()), ..all.clone() }),
        ("a run", AnswerScope { run_id: Some(id('r', 50).parse().unwrap()), ..all }),
    ]
}

/// Reads a run at a time, as a browser does. Returns the bytes of all blocks and the time to read them too.
fn load() -> (AnswerTable, TrackedBrands, usize, Duration) {
    let mut random = Random(1);
    let mut table = AnswerTable::default();
    let website = |brand: usize| [format!("https://www.{}", domain(brand * 7))];
    let mut brands = TrackedBrands::new((0..BRANDS).map(website));
    let (mut bytes, mut loading) = (0, Duration::ZERO);
    for number in 0..RUNS {
        let run = run(number);
        let answers = answers(&mut random, &run, number);
        let block = encode_answers(Some(&run), answers.iter().map(|answer| (answer, None))).unwrap();
        let mentions: Vec<Vec<(usize, usize)>> = answers.iter().map(|_| mentions(&mut random)).collect();
        let named = answers.iter().map(|answer| &answer.id).zip(mentions);
        let named = encode_named_brands(Some(&run.id), BRANDS, named).unwrap();
        bytes += block.len() + named.len();
        let start = Instant::now();
        table.put(&block).unwrap();
        brands.put(&table, &named).unwrap();
        loading += start.elapsed();
    }
    (table, brands, bytes, loading)
}

fn run(number: usize) -> Run {
    Run {
        id: id('r', number).parse().unwrap(),
        status: RunStatus::Finished,
        total_count: 0,
        finished_count: 0,
        success_count: 0,
        failed_count: 0,
        running_count: 0,
        stopped_at: None,
        provider_cost: None,
        created_at: None,
        answers: None,
    }
}

fn answers(random: &mut Random, run: &Run, number: usize) -> Vec<Answer> {
    let (month, day) = (1 + number / 28, 1 + number % 28);
    let mut answers = Vec::new();
    for prompt in 0..PROMPTS {
        for model in MODELS {
            let index = number * PROMPTS * MODELS.len() + answers.len();
            answers.push(Answer {
                id: id('a', index).parse().unwrap(),
                model: model.clone(),
                route: None,
                failure: None,
                prompt_id: id('p', prompt).parse().unwrap(),
                region: "KR".to_owned(),
                status: AnswerStatus::Success,
                content: String::new(),
                query: String::new(),
                created_at: Some(Timestamp::new(format!("2026-{month:02}-{day:02}T09:00:00.000Z"))),
                run_id: Some(run.id.clone()),
                markdown_url: None,
                fanouts: (0..FANOUTS)
                    .map(|_| format!("best product of category {}", random.skewed(SEARCHES)))
                    .collect(),
                sources: (0..SOURCES).map(|_| source(random)).collect(),
            });
        }
    }
    answers
}

fn source(random: &mut Random) -> Source {
    let (site, page) = (random.skewed(DOMAINS), random.skewed(PAGES_PER_DOMAIN));
    let domain = domain(site);
    Source {
        url: format!("https://www.{domain}/articles/2026/the-title-of-the-page-in-words-{page}"),
        title: format!("The title of the page in words, number {page} of {domain}"),
        domain: Some(domain),
    }
}

fn mentions(random: &mut Random) -> Vec<(usize, usize)> {
    (0..6).map(|place| (random.skewed(BRANDS), place)).collect()
}

fn domain(number: usize) -> String {
    format!("site-{number}.example")
}

fn id(kind: char, number: usize) -> String {
    format!("{kind}{number:021}")
}

/// The resident memory of the process in KiB. `None` where the system does not tell it in Linux's way.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Repeatable random numbers.
///
/// Source: G. Marsaglia, Xorshift RNGs, 2003.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    /// Small numbers are more frequent.
    fn skewed(&mut self, limit: usize) -> usize {
        let bound = 1 + self.below(limit);
        self.below(bound)
    }
}
