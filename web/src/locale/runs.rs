//! Texts about runs.

use crate::format::{count, decimal, plural};

/// Texts about runs.
pub struct Texts {
    pub description: &'static str,
    pub detail_title: &'static str,
    pub all: &'static str,
    pub start: &'static str,
    pub empty: &'static str,
    pub empty_description: &'static str,
    pub when: &'static str,
    pub status: &'static str,
    pub running: &'static str,
    pub finished: &'static str,
    pub stopping: &'static str,
    pub stopped: &'static str,
    pub unknown: &'static str,
    pub progress: &'static str,
    pub progress_of: fn(u64, u64) -> String,
    pub finished_items: &'static str,
    pub preparing: &'static str,
    pub succeeded: &'static str,
    pub failed: &'static str,
    pub pending: &'static str,
    pub total: &'static str,
    pub provider_cost: &'static str,
    pub items: fn(u64) -> String,
    /// The prompts of a run after the first one.
    pub and_more: fn(u64) -> String,
    pub run: &'static str,
    pub run_again: &'static str,
    pub stop: &'static str,
    pub stop_title: &'static str,
    /// The number of items that have not ended.
    pub stop_message: fn(u64) -> String,
    pub stop_note: &'static str,
    pub stop_begun: &'static str,
    pub keep_running: &'static str,
    pub retry_failed: fn(u64) -> String,
    pub only_failed: &'static str,
    pub methodology_items: &'static str,
    pub methodology_progress: &'static str,
    pub announce: fn(u64, u64) -> String,
    pub announce_finished: fn(u64, u64) -> String,
    pub stale: &'static str,
    pub see_answers: &'static str,
    pub grid: &'static str,
    pub grid_description: &'static str,
    pub grid_empty: &'static str,
    pub prompt: &'static str,
    pub cell: fn(&str, &str, u64, u64, u64) -> String,
    /// Follows it: the own brand, the answers that name it, all answers, and their sources.
    pub cell_mark: fn(&str, u64, u64, u64) -> String,
    /// What the own brand and the number in a cell mean.
    pub marks: fn(&str) -> String,
    pub pages: &'static str,
    pub page_of: fn(u64, u64, u64) -> String,
    pub previous_page: &'static str,
    pub next_page: &'static str,
    pub failures: fn(u64) -> String,
    /// Names the file of the failed items.
    pub failures_file: &'static str,
    pub failure_count: fn(u64) -> String,
    pub prompts: &'static str,
    pub selected: fn(u64) -> String,
    pub too_many: fn(u64) -> String,
    pub clear_selection: &'static str,
    pub select_shown: &'static str,
    pub models: &'static str,
    pub cost_formula: fn(u64, u64, u64) -> String,
    pub credits: fn(f64) -> String,
}

pub const KOREAN: Texts = Texts {
    description: "프롬프트를 모델에 질문하고 답변을 수집한 기록이에요.",
    detail_title: "실행",
    all: "실행 목록",
    start: "새 실행",
    empty: "아직 실행이 없어요",
    empty_description: "프롬프트와 모델을 선택해 첫 실행을 시작해 보세요.",
    when: "시작 시각",
    status: "상태",
    running: "진행 중",
    finished: "완료",
    stopping: "중지하는 중",
    stopped: "중지됨",
    unknown: "알 수 없는 상태",
    progress: "진행률",
    progress_of: |done, all| format!("{} / {}", count(done), count(all)),
    finished_items: "끝난 실행 항목",
    preparing: "준비하고 있어요",
    succeeded: "성공",
    failed: "실패",
    pending: "대기",
    total: "전체",
    provider_cost: "제공사 비용",
    items: |n| format!("항목 {}개", count(n)),
    and_more: |n| format!("외 {}개", count(n)),
    run: "실행",
    run_again: "다시 실행",
    stop: "실행 중지",
    stop_title: "이 실행을 중지할까요?",
    stop_message: |n| {
        format!("아직 끝나지 않은 항목이 {}개 있어요. 아직 질문하지 않은 항목은 크레딧 차감 없이 끝나요.", count(n))
    },
    stop_note: "이미 질문한 항목은 답변을 마저 수집하고, 크레딧도 평소처럼 차감돼요. 중지한 실행은 이어서 할 수 없어요.",
    stop_begun: "실행을 중지하고 있어요. 이미 질문한 항목은 답변을 마저 수집해요.",
    keep_running: "계속 실행",
    retry_failed: |n| format!("실패 항목 {}개 다시 실행", count(n)),
    only_failed: "실패만 보기",
    methodology_items: "항목 하나는 프롬프트 하나를 모델 하나에 1회 질문한 거예요. 전체 = 프롬프트 × 모델 × 반복 횟수 = 성공 + 실패 + 대기. 성공한 항목마다 1크레딧이 차감되고, 무료 모델은 차감되지 않아요.",
    methodology_progress: "진행률 = 끝난 항목(성공 + 실패) ÷ 전체 항목.",
    announce: |done, all| format!("{}개 중 {}개가 끝났어요.", count(all), count(done)),
    announce_finished: |succeeded, failed| {
        format!("실행이 끝났어요. 성공 {}개, 실패 {}개예요.", count(succeeded), count(failed))
    },
    stale: "최신 상태를 불러오지 못했어요. 다시 시도하고 있어요.",
    see_answers: "답변 보기",
    grid: "프롬프트·모델별 결과",
    grid_description: "칸을 누르면 답변이 열려요. 화살표 키로 이동할 수 있어요.",
    grid_empty: "항목을 준비하고 있어요. 곧 여기에 표시돼요.",
    prompt: "프롬프트",
    cell_mark: |own, naming, answers, sources| {
        let named = match (naming, answers) {
            (0, _) => format!("‘{own}’ 언급 없음"),
            (_, 1) => format!("‘{own}’ 언급"),
            _ => format!("답변 {}개 중 {}개가 ‘{own}’ 언급", count(answers), count(naming)),
        };
        format!(", {named}, 출처 {}개", count(sources))
    },
    marks: |own| format!("‘{own}’ 표시는 답변이 그 이름을 언급했다는 뜻이고, 옆 숫자는 인용한 출처 수예요."),
    cell: |prompt, model, succeeded, failed, pending| {
        let states = [("성공", succeeded), ("실패", failed), ("대기", pending)];
        let states = states.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} {}개", count(*n)));
        format!("{prompt}, {model}: {}", states.collect::<Vec<_>>().join(", "))
    },
    pages: "프롬프트 페이지",
    page_of: |from, to, all| format!("프롬프트 {}개 중 {}~{}번째", count(all), count(from), count(to)),
    previous_page: "이전 페이지",
    next_page: "다음 페이지",
    failures: |n| format!("실패한 항목 {}개", count(n)),
    failures_file: "실패한 항목",
    failure_count: |n| format!("{}회", count(n)),
    prompts: "프롬프트",
    selected: |n| format!("{}개 선택", count(n)),
    too_many: |max| format!("{}개까지 선택할 수 있어요.", count(max)),
    clear_selection: "선택 해제",
    select_shown: "표시된 항목 모두 선택",
    models: "모델",
    cost_formula: |prompts, models, repeats| {
        format!("프롬프트 {} × 모델 {} × 반복 {}", count(prompts), count(models), count(repeats))
    },
    credits: |n| format!("{}크레딧", decimal(n)),
};

pub const ENGLISH: Texts = Texts {
    description: "Each run asks models your prompts and collects their answers.",
    detail_title: "Run",
    all: "All runs",
    start: "New run",
    empty: "No runs yet",
    empty_description: "Select prompts and models to start your first run.",
    when: "Started",
    status: "Status",
    running: "Running",
    finished: "Finished",
    stopping: "Stopping",
    stopped: "Stopped",
    unknown: "Unknown status",
    progress: "Progress",
    progress_of: |done, all| format!("{} of {}", count(done), count(all)),
    finished_items: "Finished items of the run",
    preparing: "Preparing",
    succeeded: "Succeeded",
    failed: "Failed",
    pending: "Pending",
    total: "Total",
    provider_cost: "Charged by providers",
    items: |n| format!("{} {}", count(n), plural(n, "item", "items")),
    and_more: |n| format!("and {} more", count(n)),
    run: "Run",
    run_again: "Run again",
    stop: "Stop run",
    stop_title: "Stop this run?",
    stop_message: |n| {
        format!(
            "{} {} not ended. Those that were not asked yet end without cost.",
            count(n),
            plural(n, "item has", "items have")
        )
    },
    stop_note: "Answers that were already asked for are still collected, and cost credits as usual. A stopped run cannot be continued.",
    stop_begun: "The run is stopping. Answers that were already asked for are still collected.",
    keep_running: "Keep running",
    retry_failed: |n| format!("Retry {} failed {}", count(n), plural(n, "item", "items")),
    only_failed: "Only failed",
    methodology_items: "An item is one prompt, asked of one model once. Total = prompts × models × repetitions = succeeded + failed + pending. Only an item that succeeds costs a credit, unless its model is free.",
    methodology_progress: "Progress = finished items (succeeded + failed) ÷ all items.",
    announce: |done, all| format!("{} of {} done.", count(done), count(all)),
    announce_finished: |succeeded, failed| {
        format!("The run has finished: {} succeeded, {} failed.", count(succeeded), count(failed))
    },
    stale: "The latest status could not be loaded. Retrying.",
    see_answers: "View answers",
    grid: "Results by prompt and model",
    grid_description: "Open a cell to see its answers. The arrow keys move between cells.",
    grid_empty: "The items are being created. They will appear here.",
    prompt: "Prompt",
    cell_mark: |own, naming, answers, sources| {
        let named = match (naming, answers) {
            (0, _) => format!("“{own}” not mentioned"),
            (_, 1) => format!("mentions “{own}”"),
            _ => format!("{} of {} mention “{own}”", count(naming), count(answers)),
        };
        format!(", {named}, {} {}", count(sources), plural(sources, "source", "sources"))
    },
    marks: |own| {
        format!("“{own}” marks cells whose answers mention it. The number beside it counts the sources that they cite.")
    },
    cell: |prompt, model, succeeded, failed, pending| {
        let states = [("succeeded", succeeded), ("failed", failed), ("pending", pending)];
        let states = states.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{} {name}", count(*n)));
        format!("{prompt}, {model}: {}", states.collect::<Vec<_>>().join(", "))
    },
    pages: "Pages of prompts",
    page_of: |from, to, all| format!("Prompts {}–{} of {}", count(from), count(to), count(all)),
    previous_page: "Previous page",
    next_page: "Next page",
    failures: |n| format!("{} failed {}", count(n), plural(n, "item", "items")),
    failures_file: "Failed items",
    failure_count: |n| format!("{} {}", count(n), plural(n, "time", "times")),
    prompts: "Prompts",
    selected: |n| format!("{} selected", count(n)),
    too_many: |max| format!("Select at most {} prompts.", count(max)),
    clear_selection: "Clear selection",
    select_shown: "Select all shown",
    models: "Models",
    cost_formula: |prompts, models, repeats| {
        format!(
            "{} {} × {} {} × {} {}",
            count(prompts),
            plural(prompts, "prompt", "prompts"),
            count(models),
            plural(models, "model", "models"),
            count(repeats),
            plural(repeats, "repetition", "repetitions")
        )
    },
    credits: |n| format!("{} {}", decimal(n), if n == 1.0 { "credit" } else { "credits" }),
};
