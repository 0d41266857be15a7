//! Measures how long it takes to find the nouns of the longest text, without a dictionary and with the one in the folder
//! `ANSWERDECK_KOREAN_DICTIONARY`, and of how many answers in a second. The bench fails when answers take 300 ms or more, or a
//! hostile text takes a second.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss, missing_docs)]

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use answerdeck_words::{Analyzer, is_hangul};
use cpu_time::ThreadTime;

/// Characters of the longest text that the platform API accepts.
const TEXT_CHARS: u32 = 100_000;
const MAX: Duration = Duration::from_millis(300);
/// For a text that nobody would write. A dictionary has many words for some syllables, and each is compared.
const HOSTILE_MAX: Duration = Duration::from_secs(1);
const REPETITIONS: usize = 20;
/// Characters of a long answer.
const ANSWER_CHARS: usize = 2_000;

fn main() -> ExitCode {
    let (mut korean, mut english) = (String::new(), String::new());
    read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/corpus")), &mut korean, &mut english);
    let repeated = |part: &str| part.chars().cycle().take(TEXT_CHARS as usize).collect::<String>();
    // No word occurs twice, so that caches do not help.
    let distinct: String = (0..TEXT_CHARS / 4)
        .flat_map(|number| [number % 11_172, number / 7 % 11_172, number * 31 % 11_172].map(|index| 0xac00 + index))
        .enumerate()
        .flat_map(|(at, letter)| char::from_u32(letter).into_iter().chain((at % 3 == 2).then_some(' ')))
        .collect();
    let texts = [
        ("Korean answers", repeated(&korean)),
        ("English answers", repeated(&english)),
        // Texts that would take too long if any step were not linear.
        ("distinct words", distinct),
        ("numbers", repeated("1 ")),
        ("capitals", repeated("NURIO Air ")),
        ("one Korean word", repeated("누리오이어폰을")),
        ("one Latin word", repeated("nurio")),
        ("one syllable", repeated("가")),
        ("one letter", repeated("A")),
        ("alternating scripts", repeated("가a나B")),
        ("particles", repeated("에서는 은 ")),
        ("one word of particles", repeated("에서는은")),
        ("possessives", repeated("Nurio's ")),
        ("a list", repeated("Nurio, ")),
        ("verbs", repeated("ships ")),
        ("hyphens", repeated("a-")),
    ];
    let mut passes = true;
    println!("{:44} {:>8} {:>8}", "100,000 characters, processor time", "p50 ms", "max ms");
    let plain = ("no dictionary", Analyzer::default());
    let dictionary = std::env::var_os("ANSWERDECK_KOREAN_DICTIONARY")
        .map(|folder| ("dictionary", Analyzer::with_dictionary(Path::new(&folder)).unwrap()));
    if dictionary.is_none() {
        println!("ANSWERDECK_KOREAN_DICTIONARY is not set: measured without a dictionary only");
    }
    for (name, analyzer) in [Some(plain), dictionary].into_iter().flatten() {
        for (kind, text) in &texts {
            let times = times(REPETITIONS, || analyzer.nouns(text, None));
            let is_answer = kind.ends_with("answers");
            passes &= times[REPETITIONS - 1] < if is_answer { MAX } else { HOSTILE_MAX };
            let (median, max) = (times[REPETITIONS / 2].as_secs_f64(), times[REPETITIONS - 1].as_secs_f64());
            println!("{:44} {:8.1} {:8.1}", format!("{name}, {kind}"), median * 1_000.0, max * 1_000.0);
        }
        for (kind, text) in &texts[..2] {
            let answers: Vec<String> =
                text.chars().collect::<Vec<_>>().chunks(ANSWER_CHARS).map(String::from_iter).collect();
            let times =
                times(REPETITIONS, || answers.iter().map(|answer| analyzer.nouns(answer, None).len()).sum::<usize>());
            let per_second = answers.len() as f64 / times[REPETITIONS / 2].as_secs_f64();
            println!("{:44} {per_second:8.0} a second", format!("{name}, {kind} of {ANSWER_CHARS} characters"));
        }
    }
    if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The processor time of each repetition, the shortest first. Other programs do not lengthen it much.
fn times<T>(repetitions: usize, mut work: impl FnMut() -> T) -> Vec<Duration> {
    let time = |_| {
        let start = ThreadTime::now();
        std::hint::black_box(work());
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..repetitions).map(time).collect();
    times.sort_unstable();
    times
}

/// Adds the documents of a folder to the text of their language.
fn read(folder: &Path, korean: &mut String, english: &mut String) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read(&path, korean, english);
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        // The part before it is front matter.
        let body = text.splitn(3, "+++").nth(2).unwrap_or_default();
        if body.contains(is_hangul) { korean.push_str(body) } else { english.push_str(body) }
    }
}
