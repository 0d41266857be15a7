//! Measures how long it takes to find the nouns of the longest text, without a dictionary and with the one in the folder
//! `ANSWERDECK_KOREAN_DICTIONARY`. The bench fails when it takes 300 ms or more.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use answerdeck_words::Analyzer;

/// Characters of the longest text that the platform API accepts.
const TEXT_CHARS: u32 = 100_000;
const MAX: Duration = Duration::from_millis(300);
const REPETITIONS: usize = 20;

fn main() -> ExitCode {
    let mut corpus = String::new();
    read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/corpus")), &mut corpus);
    let prose: String = corpus.chars().cycle().take(TEXT_CHARS as usize).collect();
    // No word occurs twice, so that caches do not help.
    let distinct: String = (0..TEXT_CHARS / 4)
        .flat_map(|number| [number % 11_172, number / 7 % 11_172, number * 31 % 11_172].map(|index| 0xac00 + index))
        .enumerate()
        .flat_map(|(at, letter)| char::from_u32(letter).into_iter().chain((at % 3 == 2).then_some(' ')))
        .collect();
    // Texts that would take too long if any step were not linear.
    let repeated = |part: &str| part.chars().cycle().take(TEXT_CHARS as usize).collect::<String>();
    let texts = [
        ("the corpus", prose),
        ("distinct words", distinct),
        ("numbers", repeated("1 ")),
        ("capitals", repeated("NURIO Air ")),
        ("no spaces", repeated("누리오이어폰을")),
    ];
    let mut passes = true;
    println!("{:34} {:>8} {:>8}", "100,000 characters", "p50 ms", "max ms");
    let plain = ("without a dictionary", Analyzer::default());
    let dictionary = std::env::var_os("ANSWERDECK_KOREAN_DICTIONARY")
        .map(|folder| ("dictionary", Analyzer::with_dictionary(Path::new(&folder)).unwrap()));
    if dictionary.is_none() {
        println!("ANSWERDECK_KOREAN_DICTIONARY is not set: measured without a dictionary only");
    }
    for (name, analyzer) in [Some(plain), dictionary].into_iter().flatten() {
        for (kind, text) in &texts {
            let mut times: Vec<Duration> = (0..REPETITIONS).map(|_| time(&analyzer, text)).collect();
            times.sort_unstable();
            passes &= times[REPETITIONS - 1] < MAX;
            let milliseconds = |time: Duration| time.as_secs_f64() * 1_000.0;
            let (median, max) = (milliseconds(times[REPETITIONS / 2]), milliseconds(times[REPETITIONS - 1]));
            println!("{:34} {median:8.1} {max:8.1}", format!("{name}, {kind}"));
        }
    }
    if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn time(analyzer: &Analyzer, text: &str) -> Duration {
    let start = Instant::now();
    std::hint::black_box(analyzer.nouns(text, None));
    start.elapsed()
}

fn read(folder: &Path, corpus: &mut String) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read(&path, corpus);
        } else {
            corpus.push_str(&std::fs::read_to_string(path).unwrap_or_default());
        }
    }
}
