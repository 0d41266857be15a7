//! Measures how fast the mentions of 20 brands with 10 names each are found in 10,000 answers. The bench fails when it takes
//! 2 seconds or more.
#![allow(clippy::unwrap_used, missing_docs)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

mod sample;

use answerdeck_insight::MentionFinder;
use sample::{BRANDS, Sample, names};

const ANSWERS: usize = 10_000;
const MAX: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let brands: Vec<Vec<String>> = (0..BRANDS).map(names).collect();
    let sample = Sample::new();
    let answers: Vec<String> = (0..ANSWERS).map(|answer| sample.text(answer)).collect();
    let bytes: usize = answers.iter().map(String::len).sum();

    let start = Instant::now();
    let finder = MentionFinder::new(&brands).unwrap();
    let building = start.elapsed();
    let start = Instant::now();
    let mentions: usize = answers.iter().map(|answer| finder.find(answer).len()).sum();
    let finding = start.elapsed();

    let megabytes = bytes as f64 / 1e6;
    println!("{BRANDS} brands with 10 names: {:.1} ms to build", building.as_secs_f64() * 1e3);
    println!(
        "{ANSWERS} answers, {megabytes:.1} MB: {mentions} mentions in {:.0} ms, {:.0} MB/s",
        finding.as_secs_f64() * 1e3,
        megabytes / finding.as_secs_f64()
    );
    if mentions > 0 && finding < MAX { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
