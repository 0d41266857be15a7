//! Measures how long it takes to find the nouns of the longest text, without a dictionary and with the one in the folder
//! `ANSWERDECK_KOREAN_DICTIONARY`, and of how many answers in a second. The bench fails when any text takes 300 ms or more.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use answerdeck_words::{Analyzer, KnownName, is_hangul};
use cpu_time::ThreadTime;

/// Characters of the longest text that the platform API accepts.
const TEXT_CHARS: u32 = 100_000;
const MAX: Duration = Duration::from_millis(300);
const REPETITIONS: usize = 20;
/// Characters of a long answer.
const ANSWER_CHARS: usize = 2_000;

fn main() -> ExitCode {
    let (mut korean, mut english) = (String::new(), String::new());
    read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/corpus")), &mut korean, &mut english);
    let repeated = |part: &str| part.chars().cycle().take(TEXT_CHARS as usize).collect::<String>();
    // No segment occurs twice, so that caches do not help.
    let distinct = |segment: fn(u32) -> String| (0..TEXT_CHARS).map(segment).collect::<String>();
    let cut = |text: String| text.chars().take(TEXT_CHARS as usize).collect::<String>();
    let prose: String = korean.split_whitespace().collect();
    let texts = [
        ("Korean answers", repeated(&korean)),
        ("English answers", repeated(&english)),
        ("Korean without spaces", repeated(&prose)),
        ("distinct words of three syllables", cut(distinct(|number| syllables(number, 3) + " "))),
        ("distinct words of nine syllables", cut(distinct(|number| syllables(number, 9) + " "))),
        // A dictionary has the most words for these syllables, and each word is compared with each before it.
        ("distinct words of the costliest", cut(distinct(|number| costly(number, 8) + " "))),
        ("distinct words with many particles", cut(distinct(|number| costly(number, 7) + "에서도 "))),
        ("the costliest without spaces", repeated("간일지한이지가다")),
        ("one syllable", repeated("지")),
        ("two syllables in turn", repeated("지한")),
        ("one name without spaces", repeated("누리오")),
        ("names with particles without spaces", repeated("누리오이어폰을")),
        ("particles", repeated("에서는 은 ")),
        ("one word of particles", repeated("에서는은")),
        ("one Latin word", repeated("nurio")),
        ("one letter", repeated("A")),
        ("50,000 words of one letter", repeated("a ")),
        ("50,000 words of one syllable", cut(distinct(|number| syllables(number, 1) + " "))),
        ("digits", repeated("0123456789")),
        ("numbers", repeated("1 ")),
        ("combining marks", repeated("e\u{301}\u{323}\u{302}")),
        ("decomposed Hangul", repeated("\u{1112}\u{1161}\u{11ab} ")),
        ("emoji", repeated("😀👩‍👧")),
        ("alternating scripts", repeated("가a나B")),
        ("alternating distinct scripts", cut(distinct(|number| costly(number, 7) + "A漢1 "))),
        ("capitals", repeated("NURIO Air ")),
        ("distinct Latin words", cut(distinct(|number| format!("Kre{number}vo ")))),
        ("possessives", repeated("Nurio's ")),
        ("a list", repeated("Nurio, ")),
        ("verbs", repeated("ships ")),
        ("hyphens", repeated("a-")),
        ("web addresses", repeated("a.co.kr/b ")),
    ];
    let mut passes = true;
    println!("{:48} {:>8} {:>8}", "100,000 characters, processor time", "p50 ms", "max ms");
    let folder = std::env::var_os("ANSWERDECK_KOREAN_DICTIONARY");
    if folder.is_none() {
        println!("ANSWERDECK_KOREAN_DICTIONARY is not set: measured without a dictionary only");
    }
    for folder in std::iter::once(None).chain(folder.map(Some)) {
        let name = if folder.is_some() { "dictionary" } else { "no dictionary" };
        // A new one has analyzed no text before.
        let open = || {
            folder.as_ref().map_or_else(Analyzer::default, |path| Analyzer::with_dictionary(Path::new(path)).unwrap())
        };
        for (kind, text) in &texts {
            let times = times(open, |analyzer| analyzer.nouns(text, None));
            passes &= print_times(&format!("{name}, {kind}"), &times);
        }
        // A given name in every second word.
        let text = repeated("nurio 타브린을 ");
        let tokens: Vec<[String; 1]> = (0..TEXT_CHARS).map(|number| [format!("nurio {number}")]).collect();
        let places = text.match_indices("nurio").zip(&tokens);
        let names: Vec<_> =
            places.map(|((at, name), tokens)| KnownName { place: at..at + name.len(), tokens }).collect();
        let with_names = times(open, |analyzer| analyzer.tokens(&text, &names));
        passes &= print_times(&format!("{name}, {} distinct names of brands", names.len()), &with_names);
        for (kind, text) in &texts[..2] {
            let answers: Vec<String> =
                text.chars().collect::<Vec<_>>().chunks(ANSWER_CHARS).map(String::from_iter).collect();
            let all =
                |analyzer: &Analyzer| answers.iter().map(|answer| analyzer.nouns(answer, None).len()).sum::<usize>();
            let again = || {
                let analyzer = open();
                all(&analyzer);
                analyzer
            };
            let speed = |times: &[Duration]| answers.len() as f64 / times[REPETITIONS / 2].as_secs_f64();
            let (first, again) = (speed(&times(open, all)), speed(&times(again, all)));
            let name = format!("{name}, {kind} of {ANSWER_CHARS} characters");
            println!("{name:48} {first:8.0} a second, {again:.0} when their words were analyzed before");
        }
    }
    if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether the longest time is within the limit.
fn print_times(name: &str, times: &[Duration]) -> bool {
    let (median, max) = (times[REPETITIONS / 2], times[REPETITIONS - 1]);
    println!("{name:48} {:8.1} {:8.1}", median.as_secs_f64() * 1_000.0, max.as_secs_f64() * 1_000.0);
    max < MAX
}

/// A word that no other number has in these syllables.
fn word(number: u32, length: u32, syllables: &[char]) -> String {
    let count = u32::try_from(syllables.len()).unwrap();
    let digit = |place: u32| syllables[(number / count.saturating_pow(place) % count) as usize];
    (0..length).map(digit).collect()
}

/// A word of any syllables, the most frequent ones of Korean included.
fn syllables(number: u32, length: u32) -> String {
    let all: Vec<char> = ('가'..='힣').step_by(7).collect();
    word(number.wrapping_mul(2_654_435_761), length, &all)
}

/// A word of the syllables for which the dictionary has most words.
fn costly(number: u32, length: u32) -> String {
    word(number.wrapping_mul(2_654_435_761), length, &['지', '이', '가', '한', '다', '시', '나', '고', '일', '간'])
}

/// The processor time of `work` in each repetition, the shortest first. Other programs do not lengthen it much.
fn times<T>(prepare: impl Fn() -> Analyzer, work: impl Fn(&Analyzer) -> T) -> Vec<Duration> {
    let time = |_| {
        let analyzer = prepare();
        let start = ThreadTime::now();
        std::hint::black_box(work(&analyzer));
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..REPETITIONS).map(time).collect();
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
