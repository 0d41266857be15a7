//! Texts about schedules.

use answerdeck_api::{Frequency, Recurrence, SkipReason, Weekday};

use crate::format::{count, decimal, plural};

/// Texts about schedules.
pub struct Texts {
    pub description: &'static str,
    pub new: &'static str,
    pub edit: &'static str,
    pub empty: &'static str,
    pub empty_description: &'static str,
    pub form_description: &'static str,
    /// Opens the form for a schedule with what a run asks.
    pub run_weekly: &'static str,
    pub name: &'static str,
    pub name_hint: &'static str,
    pub frequency: &'static str,
    pub weekday: &'static str,
    pub day_of_month: &'static str,
    pub day_hint: &'static str,
    /// A day of the month.
    pub day: fn(u32) -> String,
    pub time: &'static str,
    pub time_wrong: &'static str,
    pub time_zone: &'static str,
    pub from_date: &'static str,
    pub until_date: &'static str,
    pub dates_wrong: &'static str,
    pub budget: &'static str,
    pub budget_hint: &'static str,
    pub budget_wrong: fn(u64) -> String,
    pub estimate: &'static str,
    pub estimate_unknown: &'static str,
    /// The credits a week.
    pub a_week: fn(f64) -> String,
    /// The weeks that the balance lasts.
    pub balance_lasts: fn(u64) -> String,
    pub is_free: &'static str,
    /// What a run costs.
    pub a_run: fn(f64) -> String,
    /// The runs that the budget pays in a month.
    pub budget_pays: fn(u64) -> String,
    pub next_times: &'static str,
    pub no_time: &'static str,
    pub next: &'static str,
    pub paused: &'static str,
    pub ended: &'static str,
    pub last: &'static str,
    pub never: &'static str,
    pub spent: &'static str,
    /// The credits spent this month, and the budget.
    pub spent_of: fn(f64, Option<u32>) -> String,
    pub pause: &'static str,
    pub resume: &'static str,
    pub pause_one: fn(&str) -> String,
    pub resume_one: fn(&str) -> String,
    pub edit_one: fn(&str) -> String,
    pub delete_one: fn(&str) -> String,
    pub created: fn(&str) -> String,
    pub saved: fn(&str) -> String,
    pub is_paused: fn(&str) -> String,
    pub is_resumed: fn(&str) -> String,
    pub not_changed: fn(&str) -> String,
    pub delete_title: &'static str,
    pub delete_message: fn(&str) -> String,
    pub delete_note: &'static str,
    pub deleted: fn(&str) -> String,
    pub asks: &'static str,
    /// The prompts that are asked one by one.
    pub single_prompts: fn(u64) -> String,
    pub deleted_set: &'static str,
    pub repeats: fn(u64) -> String,
    pub history: &'static str,
    pub history_description: &'static str,
    pub history_empty: &'static str,
    pub due: &'static str,
    pub outcome: &'static str,
    pub started: &'static str,
    /// When a missed due time was caught up.
    pub caught_up: fn(&str) -> String,
    pub skipped: &'static str,
    pub missed: fn(u64) -> String,
    /// Models without an engine.
    pub missing_models: fn(&str) -> String,
    /// Stopped models.
    pub stopped_models: fn(&str) -> String,
    pub unknown: &'static str,
    pub run: &'static str,
    /// The answers of a run, and its items.
    pub answers_of: fn(u64, u64) -> String,
    pub deleted_run: &'static str,
    /// Before and after the name of the schedule that has started a run.
    pub started_by: (&'static str, &'static str),
    pub started_by_deleted: &'static str,
    /// The name of a frequency in a list.
    pub frequencies: [&'static str; 4],
    /// From Monday on.
    pub weekdays: [&'static str; 7],
    every: fn(&Recurrence, &Texts) -> String,
    reasons: [&'static str; 7],
}

impl Texts {
    /// When a recurrence is due, in its time zone.
    pub fn recurrence(&self, recurrence: &Recurrence) -> String {
        format!("{} {} ({})", (self.every)(recurrence, self), recurrence.time, recurrence.time_zone)
    }

    /// The name of a day of the week.
    pub fn weekday_name(&self, weekday: Option<&Weekday>) -> &'static str {
        let index = Weekday::ALL.iter().position(|known| Some(known) == weekday);
        self.weekdays[index.unwrap_or_default()]
    }

    /// Why no run has started.
    pub fn reason(&self, reason: Option<&SkipReason>) -> &'static str {
        let index = SkipReason::ALL.iter().position(|known| Some(known) == reason);
        index.map_or(self.unknown, |index| self.reasons[index])
    }
}

pub const KOREAN: Texts = Texts {
    description: "정해 둔 시각에 실행이 저절로 시작돼요.",
    new: "새 일정",
    edit: "일정 수정",
    empty: "아직 일정이 없어요",
    empty_description: "매일, 매주, 매월 같은 질문을 하면 무엇이 달라졌는지 볼 수 있어요.",
    form_description: "무엇을 언제 질문할지 정하세요. 비용은 저장하기 전에 보여 드려요.",
    run_weekly: "매주 실행",
    name: "이름",
    name_hint: "예: 매주 월요일 무선 이어폰",
    frequency: "주기",
    weekday: "요일",
    day_of_month: "날짜",
    day_hint: "그 날짜가 없는 달에는 마지막 날에 실행해요.",
    day: |day| format!("{day}일"),
    time: "시각",
    time_wrong: "시각을 입력해 주세요.",
    time_zone: "시간대",
    from_date: "시작일",
    until_date: "종료일",
    dates_wrong: "종료일은 시작일보다 빠를 수 없어요.",
    budget: "월 예산(크레딧)",
    budget_hint: "이번 달 예산을 넘을 수 있는 실행은 시작하지 않아요.",
    budget_wrong: |max| format!("1부터 {}까지의 정수를 입력해 주세요.", count(max)),
    estimate: "예상 비용",
    estimate_unknown: "프롬프트와 모델, 시각을 정하면 계산해 드려요.",
    a_week: |credits| format!("일주일에 약 {}크레딧", decimal(credits.round())),
    balance_lasts: |weeks| match weeks {
        0 => "지금 잔액으로는 일주일을 채우지 못해요.".to_owned(),
        weeks => format!("지금 잔액으로 {}주 동안 실행할 수 있어요.", count(weeks)),
    },
    is_free: "크레딧이 들지 않아요.",
    a_run: |credits| format!("한 번 실행할 때 {}크레딧", decimal(credits)),
    budget_pays: |runs| match runs {
        0 => "예산이 한 번 실행하는 비용보다 적어요.".to_owned(),
        runs => format!("예산으로 한 달에 {}번까지 실행할 수 있어요.", count(runs)),
    },
    next_times: "다음 실행",
    no_time: "남은 실행이 없어요.",
    next: "다음 실행",
    paused: "일시정지",
    ended: "끝남",
    last: "최근 결과",
    never: "아직 없음",
    spent: "이번 달 사용",
    spent_of: |spent, budget| match budget {
        None => format!("{}크레딧", decimal(spent)),
        Some(budget) => format!("{} / {}크레딧", decimal(spent), count(budget.into())),
    },
    pause: "일시정지",
    resume: "다시 시작",
    pause_one: |name| format!("‘{name}’ 일시정지"),
    resume_one: |name| format!("‘{name}’ 다시 시작"),
    edit_one: |name| format!("‘{name}’ 수정"),
    delete_one: |name| format!("‘{name}’ 삭제"),
    created: |name| format!("‘{name}’ 일정을 만들었어요."),
    saved: |name| format!("‘{name}’ 일정을 저장했어요."),
    is_paused: |name| format!("‘{name}’ 일정을 일시정지했어요."),
    is_resumed: |name| format!("‘{name}’ 일정을 다시 시작했어요."),
    not_changed: |message| format!("일정을 바꾸지 못했어요. {message}"),
    delete_title: "일정을 삭제할까요?",
    delete_message: |name| format!("‘{name}’ 일정과 그 기록이 삭제돼요."),
    delete_note: "이 일정이 시작한 실행과 답변은 남아요. 되돌릴 수 없어요.",
    deleted: |name| format!("‘{name}’ 일정을 삭제했어요."),
    asks: "질문",
    single_prompts: |n| format!("프롬프트 {}개", count(n)),
    deleted_set: "삭제된 세트",
    repeats: |n| format!("{}회 반복", count(n)),
    history: "기록",
    history_description: "예정된 시각마다 어떻게 됐는지 남겨요. 최근 400건을 보관해요.",
    history_empty: "아직 예정된 시각이 되지 않았어요.",
    due: "예정 시각",
    outcome: "결과",
    started: "시작했어요",
    caught_up: |at| format!("제때 시작하지 못해 {at}에 시작했어요"),
    skipped: "건너뛰었어요",
    missed: |n| format!("서버가 꺼져 있어 {}번을 놓쳤어요. 마지막 예정만 나중에 처리했어요", count(n)),
    missing_models: |models| format!("답변할 엔진이 없어 빠진 모델: {models}"),
    stopped_models: |models| format!("멈춰 있어 항목이 기다린 모델: {models}"),
    unknown: "알 수 없는 결과",
    run: "실행",
    answers_of: |answers, items| format!("답변 {} / {}", count(answers), count(items)),
    deleted_run: "삭제된 실행",
    started_by: ("", " 일정이 시작한 실행이에요."),
    started_by_deleted: "지금은 삭제된 일정이 시작한 실행이에요.",
    frequencies: ["매일", "평일", "매주", "매월"],
    weekdays: ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"],
    every: |recurrence, texts| match &recurrence.frequency {
        Frequency::Daily => "매일".to_owned(),
        Frequency::Weekdays => "평일".to_owned(),
        Frequency::Weekly => format!("매주 {}", texts.weekday_name(recurrence.weekday.as_ref())),
        Frequency::Monthly => format!("매월 {}일", recurrence.day_of_month.unwrap_or(1)),
        Frequency::Unknown(name) => name.clone(),
    },
    reasons: [
        "크레딧이 부족했어요",
        "이번 달 예산을 넘을 수 있었어요",
        "대기 중인 항목이 너무 많았어요",
        "모델에 답변할 엔진이 없었어요",
        "질문할 프롬프트가 없었어요",
        "모델에 비해 긴 프롬프트가 있었어요",
        "운영자가 모든 일정을 멈췄어요",
    ],
};

pub const ENGLISH: Texts = Texts {
    description: "Runs that start by themselves.",
    new: "New schedule",
    edit: "Edit schedule",
    empty: "No schedules yet",
    empty_description: "Ask the same prompts every day, week or month, and see what moves.",
    form_description: "Choose what to ask, and when. You see the cost before you save.",
    run_weekly: "Run this weekly",
    name: "Name",
    name_hint: "For example: Earbuds every Monday",
    frequency: "How often",
    weekday: "Day of the week",
    day_of_month: "Day of the month",
    day_hint: "In a shorter month, its last day.",
    day: |day| day.to_string(),
    time: "Time",
    time_wrong: "Enter a time.",
    time_zone: "Time zone",
    from_date: "First day",
    until_date: "Last day",
    dates_wrong: "The last day must not be before the first.",
    budget: "Monthly budget in credits",
    budget_hint: "A run that could exceed the budget of the month does not start.",
    budget_wrong: |max| format!("Enter a whole number from 1 to {}.", count(max)),
    estimate: "Estimated cost",
    estimate_unknown: "Select prompts, models and a time to see the cost.",
    a_week: |credits| {
        let credits = credits.round();
        format!("About {} {} a week", decimal(credits), if credits == 1.0 { "credit" } else { "credits" })
    },
    balance_lasts: |weeks| match weeks {
        0 => "The balance does not last a week.".to_owned(),
        weeks => format!("The balance lasts {} {}.", count(weeks), plural(weeks, "week", "weeks")),
    },
    is_free: "It costs no credits.",
    a_run: |credits| format!("{} {} a run", decimal(credits), if credits == 1.0 { "credit" } else { "credits" }),
    budget_pays: |runs| match runs {
        0 => "The budget does not pay for one run.".to_owned(),
        runs => format!("The budget pays for {} {} a month.", count(runs), plural(runs, "run", "runs")),
    },
    next_times: "Next runs",
    no_time: "No run is left.",
    next: "Next run",
    paused: "Paused",
    ended: "Ended",
    last: "Last result",
    never: "None yet",
    spent: "Spent this month",
    spent_of: |spent, budget| match budget {
        None => format!("{} {}", decimal(spent), if spent == 1.0 { "credit" } else { "credits" }),
        Some(budget) => {
            format!("{} of {} {}", decimal(spent), count(budget.into()), plural(budget.into(), "credit", "credits"))
        }
    },
    pause: "Pause",
    resume: "Resume",
    pause_one: |name| format!("Pause “{name}”"),
    resume_one: |name| format!("Resume “{name}”"),
    edit_one: |name| format!("Edit “{name}”"),
    delete_one: |name| format!("Delete “{name}”"),
    created: |name| format!("Created “{name}”."),
    saved: |name| format!("Saved “{name}”."),
    is_paused: |name| format!("Paused “{name}”."),
    is_resumed: |name| format!("Resumed “{name}”."),
    not_changed: |message| format!("The schedule was not changed. {message}"),
    delete_title: "Delete this schedule?",
    delete_message: |name| format!("“{name}” and its history will be deleted."),
    delete_note: "The runs that it has started, and their answers, will be kept. This cannot be undone.",
    deleted: |name| format!("Deleted “{name}”."),
    asks: "Asks",
    single_prompts: |n| format!("{} {}", count(n), plural(n, "prompt", "prompts")),
    deleted_set: "A deleted set",
    repeats: |n| format!("{} {}", count(n), plural(n, "repetition", "repetitions")),
    history: "History",
    history_description: "What happened at each due time. The newest 400 entries are kept.",
    history_empty: "It was not due yet.",
    due: "Due",
    outcome: "What happened",
    started: "Started",
    caught_up: |at| format!("Started late, at {at}"),
    skipped: "Skipped",
    missed: |n| {
        format!(
            "{} {} missed while no server was running. The last one was caught up",
            count(n),
            plural(n, "run was", "runs were")
        )
    },
    missing_models: |models| format!("Not asked, because no engine answers: {models}"),
    stopped_models: |models| format!("Stopped at that time, so that their items waited: {models}"),
    unknown: "Unknown",
    run: "Run",
    answers_of: |answers, items| {
        format!("{} of {} {}", count(answers), count(items), plural(items, "answer", "answers"))
    },
    deleted_run: "A deleted run",
    started_by: ("Started by the schedule ", "."),
    started_by_deleted: "Started by a schedule that was deleted since.",
    frequencies: ["Every day", "Monday to Friday", "Every week", "Every month"],
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    every: |recurrence, texts| match &recurrence.frequency {
        Frequency::Daily => "Every day at".to_owned(),
        Frequency::Weekdays => "Monday to Friday at".to_owned(),
        Frequency::Weekly => format!("Every {} at", texts.weekday_name(recurrence.weekday.as_ref())),
        Frequency::Monthly => format!("Every month on day {} at", recurrence.day_of_month.unwrap_or(1)),
        Frequency::Unknown(name) => name.clone(),
    },
    reasons: [
        "There were not enough credits",
        "It could have exceeded the budget of the month",
        "Too many items were pending",
        "No engine answered for its models",
        "There were no prompts to ask",
        "A prompt was too long for a model",
        "The operator had paused all schedules",
    ],
};
