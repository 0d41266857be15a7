use crate::format::{count, counted};

texts! {
    start_description = "어떤 프롬프트를 어떤 모델에 질문할지 선택하세요.", "Select prompts and models.";
    prompt_source = "질문할 프롬프트", "What to ask";
    whole_set = "세트 전체", "A whole set";
    single = "직접 선택", "Single prompts";
    set_is_empty = "이 세트에는 프롬프트가 없어요.", "This set has no prompts.";
    none_selected = "프롬프트를 1개 이상 선택해 주세요.", "Select at least one prompt.";
    /// How many of the prompts that were asked before were deleted, and all of them.
    left_out(deleted: u64, all: u64) =
        if deleted == all {
            "선택했던 프롬프트가 모두 삭제됐어요. 다른 프롬프트를 선택해 주세요.".to_owned()
        } else {
            format!("프롬프트 {}개 중 삭제된 {}개는 제외했어요.", count(all), count(deleted))
        },
        if deleted == all {
            "All of these prompts were deleted. Select others.".to_owned()
        } else {
            let verbs = if deleted == 1 { ("was", "is") } else { ("were", "are") };
            format!("{} of {} prompts {} deleted and {} left out.", count(deleted), count(all), verbs.0, verbs.1)
        };
    models_hint =
        "‘로컬’ 표시가 있으면 실제 서비스 대신 이 서버가 답변해요.",
        "This server answers for models with the tag “Local”, in place of the real service.";
    all_models = "모두 선택", "Select all";
    /// The tag of a model whose answers cost no credits.
    free = "무료", "Free";
    no_models_selected = "모델을 1개 이상 선택해 주세요.", "Select at least one model.";
    repeats_hint =
        "답변은 매번 달라요. 여러 번 질문할수록 수치를 더 믿을 수 있어요.",
        "Answers vary. The more often a prompt is asked, the more reliable the numbers.";
    cost = "비용", "Cost";
    cost_unknown = "프롬프트와 모델을 선택하면 계산해 드려요.", "Select prompts and models to see the cost.";
    /// How many of the selected models are free, and all.
    free_models(free: u64, models: u64) =
        match (free, models) {
            (1, 1) => "무료 모델이에요.".to_owned(),
            (free, models) if free == models => "모두 무료 모델이에요.".to_owned(),
            (free, models) => format!("모델 {}개 중 {}개는 무료예요.", count(models), count(free)),
        },
        match (free, models) {
            (1, 1) => "The model is free.".to_owned(),
            (free, models) if free == models => "All models are free.".to_owned(),
            (free, models) => {
                let are = if free == 1 { "is" } else { "are" };
                format!("{} of {} models {are} free.", count(free), count(models))
            }
        };
    balance = "잔액", "Balance";
    balance_after = "실행 후 예상 잔액", "Expected balance after the run";
    methodology_cost =
        "비용 = 프롬프트 수 × 모델 수 × 질문 횟수 × 1크레딧. 성공한 항목마다 1크레딧이 차감되고, 실패한 항목과 무료 모델의 답변은 차감되지 않아요.",
        "Cost = prompts × models × times asked × 1 credit. Each item that succeeds costs one credit. Failed items and answers of free models cost nothing.";
    shortfall(cost: u64, failing: u64) =
        format!(
            "항목 {}개 중 {}개는 잔액이 부족해 실패해요. 그 전에 수집한 답변은 남아요. 크레딧은 이 플랫폼의 운영자가 충전할 수 있어요.",
            count(cost),
            count(failing)
        ),
        format!(
            "Not enough credits: {} of {} items will fail. Answers collected before that are kept. The operator of this platform can add credits.",
            count(failing),
            count(cost)
        );
    /// The pairs of a prompt and a model that failed, and those that are asked.
    beyond_failed(failed: u64, all: u64) =
        format!(
            "프롬프트와 모델의 조합 {}개 중 실패했던 조합은 {}개예요. 실행하면 모든 프롬프트를 모든 모델에 질문해요.",
            count(all),
            count(failed)
        ),
        format!(
            "Only {} of these {} pairs of a prompt and a model failed: a run asks every prompt of every model.",
            count(failed),
            count(all)
        );
    no_credits =
        "잔액이 답변 하나의 비용보다 적어 시작할 수 없어요. 크레딧은 이 플랫폼의 운영자가 충전할 수 있어요.",
        "The balance does not cover one answer. The operator of this platform can add credits.";
    balance_unknown = "잔액을 확인하지 못했어요.", "The balance could not be loaded.";
    started = "실행을 시작했어요.", "Run started.";
    start_now = "실행 시작", "Start run";
    start_with(cost: u64) =
        format!("{}크레딧으로 시작", count(cost)),
        format!("Start for {}", counted(cost, "credit", "credits"));
    outcome_unknown = "시작됐는지 알 수 없어요", "The run may have started";
    outcome_unknown_description =
        "서버의 응답을 제대로 받지 못했어요. 실행이 이미 시작됐을 수 있으니, 두 번 시작되지 않도록 목록에서 먼저 확인해 주세요.",
        "The server did not respond as expected. Check the list of runs first, so that the run does not start twice.";
    open_list = "실행 목록 보기", "Go to runs";
    no_sets = "먼저 프롬프트가 필요해요", "Create prompts first";
    no_sets_description =
        "프롬프트 세트를 만들고 프롬프트를 추가하면 실행할 수 있어요.",
        "Create a prompt set and add prompts to it. Then you can run them.";
}
