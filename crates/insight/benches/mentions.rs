//! Measures how fast the mentions of 20 brands with 10 names each are found in 10,000 answers. The bench fails when it takes
//! 2 seconds or more.
#![allow(clippy::unwrap_used, missing_docs)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use answerdeck_insight::MentionFinder;

const ANSWERS: usize = 10_000;
const BRANDS: usize = 20;
const MAX: Duration = Duration::from_secs(2);

/// The sentences of an answer. `{}` is a name.
const SENTENCES: &[&str] = &[
    "## 추천 러닝화\n\n1. **{}** – 쿠션이 부드럽고 발볼이 넓은 분에게 좋습니다. ([공식 몰](https://shop.example.com/kr/신발))\n",
    "{}에서도 비슷한 제품을 살 수 있지만, 가격은 {}보다 조금 비싼 편입니다.\n",
    "In reviews, {}'s newest model is praised for its comfort, while others find it heavy after an hour of running.\n",
    "가성비를 따진다면 국내 브랜드도 좋은 선택이며, 구매 전에 사이즈를 확인하고 교환 조건을 살펴보는 것이 좋습니다.\n",
    "| 브랜드 | 무게 | 가격 |\n|---|---|---|\n| {} | 240 g | 139,000원 |\n| 기타 | 260 g | 99,000원 |\n\n",
    "Overall, the best choice depends on your weight, your pace and the surface that you run on most of the time.\n",
];

fn main() -> ExitCode {
    let brands: Vec<Vec<String>> = (0..BRANDS).map(names).collect();
    let answers: Vec<String> = (0..ANSWERS).map(|answer| text(answer, &brands)).collect();
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

/// The names of a brand: Korean, Latin, with spaces, with digits.
fn names(brand: usize) -> Vec<String> {
    let syllable = |at: usize| char::from_u32(0xac00 + (brand * 523 + at * 2_081) as u32 % 11_172).unwrap();
    let korean: String = (0..3).map(syllable).collect();
    let latin: String = (0..6).map(|at| char::from(b'a' + ((brand * 7 + at * 11) % 26) as u8)).collect();
    let suffixes = ["", " 러닝", " 코리아", " 24", "전자"];
    let korean = suffixes.iter().map(|suffix| format!("{korean}{suffix}"));
    korean.chain(["", " Air", " Korea", " 24", "+"].iter().map(|suffix| format!("{latin}{suffix}"))).collect()
}

/// An answer of about 2 kB.
fn text(answer: usize, brands: &[Vec<String>]) -> String {
    let mut text = String::new();
    for at in 0..12 {
        let number = answer * 31 + at * 17;
        let name = &brands[number % brands.len()][number % 10];
        text.push_str(&SENTENCES[(answer + at) % SENTENCES.len()].replace("{}", name));
    }
    text
}
