//! Texts of the overview.

use crate::format::{count, plural};

/// Texts of the overview.
pub struct Texts {
    pub title: &'static str,
    pub description: &'static str,
    pub balance: &'static str,
    pub newest_runs: &'static str,
    pub all_runs: &'static str,
    pub run: &'static str,
    pub progress: &'static str,
    pub brands: &'static str,
    pub all_brands: &'static str,
    pub sources: &'static str,
    /// The domains shown, of all, and all citations.
    pub sources_about: fn(u64, Option<u64>, u64) -> String,
    pub domain: &'static str,
    pub citations: &'static str,
    pub answers: &'static str,
    /// Citations and answers of a domain.
    pub citations_in: fn(u64, u64) -> String,
    pub own_site: fn(&str) -> String,
    pub sources_empty: &'static str,
    pub sources_methodology: fn(u64) -> String,
    pub no_brands: &'static str,
    pub no_brands_description: &'static str,
    pub add_brand: &'static str,
    pub no_runs: &'static str,
    pub no_runs_description: &'static str,
    pub first_set: &'static str,
    pub choose_own: &'static str,
}

pub const KOREAN: Texts = Texts {
    title: "개요",
    description: "AI 답변에 우리 브랜드가 얼마나 나오는지 한눈에 봐요.",
    balance: "크레딧 잔액",
    newest_runs: "최근 실행",
    all_runs: "모든 실행",
    run: "실행",
    progress: "진행률",
    brands: "브랜드",
    all_brands: "모든 브랜드",
    sources: "많이 인용된 출처",
    sources_about: |shown, domains, citations| match domains {
        Some(domains) => format!("도메인 {}개 중 {}개, 인용 {}건.", count(domains), count(shown), count(citations)),
        None => format!("도메인 {}개, 인용 {}건.", count(shown), count(citations)),
    },
    domain: "도메인",
    citations: "인용",
    answers: "답변",
    citations_in: |citations, answers| format!("답변 {}개에서 {}건", count(answers), count(citations)),
    own_site: |domain| format!("{domain} (자사)"),
    sources_empty: "아직 출처가 없어요.",
    sources_methodology: |citations| {
        format!(
            "인용은 답변 하나의 출처 하나예요. 성공한 모든 답변의 인용 {}건을 루트 도메인별로 셌어요.",
            count(citations)
        )
    },
    no_brands: "브랜드를 추가해 보세요",
    no_brands_description: "우리 브랜드와 경쟁 브랜드를 추가하면 답변에 얼마나 나오는지 셀 수 있어요.",
    add_brand: "브랜드 추가",
    no_runs: "아직 답변이 없어요",
    no_runs_description: "프롬프트를 만들고 실행하면 AI 답변이 여기에 모여요.",
    first_set: "프롬프트 만들기",
    choose_own: "우리 브랜드 고르기",
};

pub const ENGLISH: Texts = Texts {
    title: "Overview",
    description: "How often AI answers name your brand, at a glance.",
    balance: "Credit balance",
    newest_runs: "Newest runs",
    all_runs: "All runs",
    run: "Run",
    progress: "Progress",
    brands: "Brands",
    all_brands: "All brands",
    sources: "Top sources",
    sources_about: |shown, domains, citations| {
        let shown = match domains {
            Some(domains) => format!("{} of {} {}", count(shown), count(domains), plural(domains, "domain", "domains")),
            None => format!("{} {}", count(shown), plural(shown, "domain", "domains")),
        };
        format!("{shown}, {} {}.", count(citations), plural(citations, "citation", "citations"))
    },
    domain: "Domain",
    citations: "Citations",
    answers: "Answers",
    citations_in: |citations, answers| {
        format!(
            "{} {} in {} {}",
            count(citations),
            plural(citations, "citation", "citations"),
            count(answers),
            plural(answers, "answer", "answers")
        )
    },
    own_site: |domain| format!("{domain} (own)"),
    sources_empty: "No sources yet.",
    sources_methodology: |citations| {
        format!(
            "A citation is one source of one answer. Counts the {} {} of all successful answers by root domain.",
            count(citations),
            plural(citations, "citation", "citations")
        )
    },
    no_brands: "Add your brands",
    no_brands_description: "Add your brand and its competitors to see how often answers name them.",
    add_brand: "Add a brand",
    no_runs: "No answers yet",
    no_runs_description: "Create prompts and run them. The answers of AI engines are collected here.",
    first_set: "Create prompts",
    choose_own: "Select your brand",
};
