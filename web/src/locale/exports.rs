//! Texts of exported tables.

use crate::format::{count, plural};

/// Texts of exported tables.
pub struct Texts {
    pub button: &'static str,
    /// What reading a list is called, and the rows that were read so far.
    pub reading: &'static str,
    pub rows_so_far: fn(u64) -> String,
    /// The name of the file and its rows.
    pub saved: fn(&str, u64) -> String,
    pub refused: &'static str,
    /// The end of a text that is too long for a cell.
    pub cut: &'static str,
    /// The name of a column of times, and their time zone.
    pub time: fn(&str, &str) -> String,
    pub id: &'static str,
    pub prompts: &'static str,
    pub models: &'static str,
    pub repeats: &'static str,
    pub items: &'static str,
    pub question: &'static str,
    pub excerpt: &'static str,
    pub address: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub source_addresses: &'static str,
    pub interval_low: &'static str,
    pub interval_high: &'static str,
    pub naming_answers: &'static str,
    pub all_answers: &'static str,
    pub all_mentions: &'static str,
}

pub const KOREAN: Texts = Texts {
    button: "CSV 내보내기",
    reading: "CSV 만드는 중",
    rows_so_far: |n| format!("지금까지 {}행", count(n)),
    saved: |name, n| format!("{name}에 {}행을 저장했어요.", count(n)),
    refused: "브라우저가 파일을 저장하지 못했어요.",
    cut: "… [너무 길어서 여기까지만 담았어요]",
    time: |name, zone| format!("{name} ({zone})"),
    id: "ID",
    prompts: "프롬프트 수",
    models: "모델 수",
    repeats: "반복 횟수",
    items: "항목 수",
    question: "질문",
    excerpt: "일치한 부분",
    address: "주소",
    yes: "있음",
    no: "없음",
    source_addresses: "출처 주소",
    interval_low: "95% 구간 하한",
    interval_high: "95% 구간 상한",
    naming_answers: "언급한 답변 수",
    all_answers: "전체 답변 수",
    all_mentions: "전체 브랜드 언급 수",
};

pub const ENGLISH: Texts = Texts {
    button: "Export CSV",
    reading: "Writing the CSV file",
    rows_so_far: |n| format!("{} {} so far", count(n), plural(n, "row", "rows")),
    saved: |name, n| format!("Saved {} {} to {name}.", count(n), plural(n, "row", "rows")),
    refused: "The browser could not save the file.",
    cut: "… [cut: too long for a cell]",
    time: |name, zone| format!("{name} ({zone})"),
    id: "ID",
    prompts: "Prompts",
    models: "Models",
    repeats: "Repetitions",
    items: "Items",
    question: "Question",
    excerpt: "Excerpt",
    address: "Address",
    yes: "present",
    no: "absent",
    source_addresses: "Source addresses",
    interval_low: "95% interval, lower limit",
    interval_high: "95% interval, upper limit",
    naming_answers: "Answers that mention it",
    all_answers: "All answers",
    all_mentions: "Mentions of all brands",
};
