//! How quick the nouns of the longest text are found, by the dictionary that `ANSWERDECK_KOREAN_DICTIONARY` names and
//! without one. The bench fails when it takes 300 ms or more.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use answerdeck_api::TextLanguage;
use answerdeck_api::limits::PROPER_NOUN_TEXT_MAX;
use answerdeck_server::words::Words;

const MAX: Duration = Duration::from_millis(300);
const TIMES: usize = 20;

fn main() -> ExitCode {
    let mut corpus = String::new();
    read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus")), &mut corpus);
    let prose: String = corpus.chars().cycle().take(PROPER_NOUN_TEXT_MAX).collect();
    // No two words alike: nothing that was found once helps again.
    let strange: String = (0..u32::try_from(PROPER_NOUN_TEXT_MAX / 4).unwrap())
        .flat_map(|number| [number % 11_172, number / 7 % 11_172, number * 31 % 11_172].map(|part| 0xac00 + part))
        .enumerate()
        .flat_map(|(at, letter)| char::from_u32(letter).into_iter().chain((at % 3 == 2).then_some(' ')))
        .collect();
    let mut good = true;
    println!("{:34} {:>8} {:>8}", "100,000 characters", "p50 ms", "max ms");
    let plain = ("without a dictionary", Words::default());
    let dictionary = std::env::var_os("ANSWERDECK_KOREAN_DICTIONARY")
        .map(|folder| ("dictionary", Words::with_dictionary(Path::new(&folder)).unwrap()));
    if dictionary.is_none() {
        println!("ANSWERDECK_KOREAN_DICTIONARY names none: measured without");
    }
    for (name, words) in [Some(plain), dictionary].into_iter().flatten() {
        for (kind, text) in [("the corpus", &prose), ("no word twice", &strange)] {
            let mut times: Vec<Duration> = (0..TIMES).map(|_| time(&words, text)).collect();
            times.sort_unstable();
            good &= times[TIMES - 1] < MAX;
            let milliseconds = |time: Duration| time.as_secs_f64() * 1_000.0;
            let (median, worst) = (milliseconds(times[TIMES / 2]), milliseconds(times[TIMES - 1]));
            println!("{:34} {median:8.1} {worst:8.1}", format!("{name}, {kind}"));
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn time(words: &Words, text: &str) -> Duration {
    let started = Instant::now();
    assert!(!words.nouns(text, TextLanguage::Auto).is_empty());
    started.elapsed()
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
