use crate::format::{count, counted, decimal, plural};

texts! {
    empty = "아직 실행이 없어요", "No runs yet";
    empty_description =
        "프롬프트와 모델을 선택해 첫 실행을 시작해 보세요.",
        "Select prompts and models to start your first run.";
    running = "진행 중", "Running";
    finished = "완료", "Finished";
    partly_failed = "일부 실패", "Partly failed";
    stopping = "중지하는 중", "Stopping";
    stopped = "중지됨", "Stopped";
    progress = "진행률", "Progress";
    finished_items = "끝난 실행 항목", "Finished items of the run";
    preparing = "준비하고 있어요", "Preparing";
    total = "전체", "Total";
    provider_cost = "제공사 비용", "Charged by providers";
    items(n: u64) = format!("항목 {}개", count(n)), counted(n, "item", "items");
    /// What follows the first ones.
    and_more(n: u64) = format!("외 {}개", count(n)), format!("and {} more", count(n));
    run_again = "다시 실행", "Run again";
    all_deleted =
        "프롬프트가 모두 삭제되어 다시 실행할 수 없어요.",
        "All of its prompts were deleted, so it cannot run again.";
    stop = "실행 중지", "Stop run";
    stop_title = "이 실행을 중지할까요?", "Stop this run?";
    /// The number of items that have not ended.
    stop_message(n: u64) =
        format!("아직 끝나지 않은 항목이 {}개 있어요. 아직 질문하지 않은 항목은 크레딧 차감 없이 끝나요.", count(n)),
        {
            let items = counted(n, "item has", "items have");
            format!("{items} not ended. Those that were not asked yet end without cost.")
        };
    stop_note =
        "이미 질문한 항목은 답변을 마저 수집하고, 크레딧도 평소처럼 차감돼요. 중지한 실행은 이어서 할 수 없어요.",
        "Answers that were already asked for are still collected, and cost credits as usual. A stopped run cannot be continued.";
    stop_begun =
        "실행을 중지하고 있어요. 이미 질문한 항목은 답변을 마저 수집해요.",
        "The run is stopping. Answers that were already asked for are still collected.";
    keep_running = "계속 실행", "Keep running";
    /// The failed items, and those that are asked: a run asks every prompt of every model.
    retry_failed(failed: u64, asked: u64) =
        {
            let retry = format!("실패 항목 {}개 다시 실행", count(failed));
            if asked == failed { retry } else { format!("{retry}(모두 {}개 질문)", count(asked)) }
        },
        {
            let retry = format!("Retry {} failed {}", count(failed), plural(failed, "item", "items"));
            if asked == failed { retry } else { format!("{retry} by asking {}", count(asked)) }
        };
    only_failed = "실패만 보기", "Only failed";
    methodology =
        "항목 하나는 프롬프트 하나를 모델 하나에 1회 질문한 거예요.\n전체 = 프롬프트 × 모델 × 질문 횟수 = 성공 + 실패 + 대기.\n성공한 항목마다 1크레딧이 차감되고, 무료 모델은 차감되지 않아요.\n진행률 = 끝난 항목(성공 + 실패) ÷ 전체 항목.",
        "An item is one prompt, asked of one model once.\nTotal = prompts × models × times asked = succeeded + failed + pending.\nOnly an item that succeeds costs a credit, unless its model is free.\nProgress = finished items (succeeded + failed) ÷ all items.";
    announce(done: u64, all: u64) =
        format!("{}개 중 {}개가 끝났어요.", count(all), count(done)),
        format!("{} of {} done.", count(done), count(all));
    announce_finished(succeeded: u64, failed: u64) =
        format!("성공 {}개, 실패 {}개.", count(succeeded), count(failed)),
        format!("{} succeeded, {} failed.", count(succeeded), count(failed));
    see_answers = "답변 보기", "View answers";
    /// Leads to the overview from a run that has finished.
    see_overview = "개요에서 이 실행 보기", "This run in the overview";
    grid = "프롬프트·모델별 결과", "Results by prompt and model";
    grid_empty = "항목을 준비하고 있어요. 곧 여기에 표시돼요.", "The items are being created. They will appear here.";
    cell(prompt: &str, model: &str, succeeded: u64, failed: u64, pending: u64) =
        {
            let states = [("성공", succeeded), ("실패", failed), ("대기", pending)];
            let states = states.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} {}개", count(*n)));
            format!("{prompt}, {model}: {}", states.collect::<Vec<_>>().join(", "))
        },
        {
            let states = [("succeeded", succeeded), ("failed", failed), ("pending", pending)];
            let states = states.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{} {name}", count(*n)));
            format!("{prompt}, {model}: {}", states.collect::<Vec<_>>().join(", "))
        };
    /// Follows it: the own brand, the answers that name it, all answers, and their sources.
    cell_answers(own: &str, naming: u64, answers: u64, sources: u64) =
        {
            let named = match (naming, answers) {
                (0, _) => format!("‘{own}’ 언급 없음"),
                (_, 1) => format!("‘{own}’ 언급"),
                _ => format!("답변 {}개 중 {}개가 ‘{own}’ 언급", count(answers), count(naming)),
            };
            format!(", {named}, 출처 {}개", count(sources))
        },
        {
            let named = match (naming, answers) {
                (0, _) => format!("“{own}” not mentioned"),
                (_, 1) => format!("mentions “{own}”"),
                _ => format!("{} of {} mention “{own}”", count(naming), count(answers)),
            };
            format!(", {named}, {}", counted(sources, "source", "sources"))
        };
    /// What the own brand and the number in a cell mean.
    cell_legend(own: &str) = format!("{own} = 언급, 숫자 = 출처 수"), format!("{own} = mentioned; number = sources");
    /// Where a screen may be too narrow for all columns.
    grid_columns(models: u64) =
        format!("모델 {}개. 안 보이는 모델은 표를 옆으로 밀면 볼 수 있어요.", count(models)),
        {
            let models_name = plural(models, "model", "models");
            format!("{} {models_name}. Scroll the table sideways for those out of view.", count(models))
        };
    pages = "프롬프트 페이지", "Pages of prompts";
    page_of(from: u64, to: u64, all: u64) =
        format!("프롬프트 {}개 중 {}~{}번째", count(all), count(from), count(to)),
        format!("Prompts {}–{} of {}", count(from), count(to), count(all));
    previous_page = "이전 페이지", "Previous page";
    next_page = "다음 페이지", "Next page";
    failures(n: u64) =
        format!("실패한 항목 {}개", count(n)),
        format!("{} failed {}", count(n), plural(n, "item", "items"));
    /// Names the file of the failed items.
    failures_file = "실패한 항목", "Failed items";
    too_many(max: u64) =
        format!("{}개까지 선택할 수 있어요.", count(max)),
        format!("Select at most {} prompts.", count(max));
    clear_selection = "선택 해제", "Clear selection";
    select_shown = "표시된 항목 모두 선택", "Select all shown";
    models = "모델", "Models";
    cost_formula(prompts: u64, models: u64, repeats: u64) =
        {
            let size = format!("프롬프트 {} × 모델 {}", count(prompts), count(models));
            if repeats == 1 { size } else { format!("{size} × {}회씩", count(repeats)) }
        },
        {
            let size = format!("{} × {}", counted(prompts, "prompt", "prompts"), counted(models, "model", "models"));
            if repeats == 1 { size } else { format!("{size} × {} times", count(repeats)) }
        };
    credits(n: f64) = format!("{}크레딧", decimal(n)), english_credits(n);
}

pub(super) fn english_credits(n: f64) -> String {
    format!("{} {}", decimal(n), if n == 1.0 { "credit" } else { "credits" })
}
