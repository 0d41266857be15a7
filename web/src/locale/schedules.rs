use answerdeck_api::{Frequency, Recurrence, SkipReason, Weekday};

use super::runs::english_credits;
use crate::format::{count, counted, decimal, time_of_day, time_zone_name};

texts! {
    description = "정해 둔 시각에 자동으로 실행돼요.", "Runs that start automatically.";
    /// When the next run is due, and the credits spent this month.
    summary(next: Option<&str>, spent: &str) =
        match next {
            Some(next) => format!("다음 실행 {next} · {spent} 사용"),
            None => format!("예정된 실행 없음 · {spent} 사용"),
        },
        match next {
            Some(next) => format!("Next run {next}; {spent} spent"),
            None => format!("No run is due; {spent} spent"),
        };
    edit = "일정 수정", "Edit schedule";
    empty = "아직 일정이 없어요", "No schedules yet";
    empty_description =
        "매일, 매주, 매월 같은 질문을 하면 무엇이 달라졌는지 볼 수 있어요.",
        "Ask the same prompts every day, week or month, and see what changes.";
    form_description = "무엇을 언제 질문할지 정하세요.", "Choose what to ask, and when.";
    /// Opens the form for a schedule with what a run asks.
    run_weekly = "매주 실행", "Run this weekly";
    name_hint = "예: 매주 월요일 무선 이어폰", "For example: Earbuds every Monday";
    frequency = "주기", "How often";
    weekday = "요일", "Day of the week";
    day_of_month = "날짜", "Day of the month";
    day_hint = "그 날짜가 없는 달에는 마지막 날에 실행해요.", "In shorter months, it runs on the last day.";
    /// A day of the month.
    day(day: u32) = format!("{day}일"), day.to_string();
    time = "시각", "Time";
    time_wrong = "시각을 입력해 주세요.", "Enter a time.";
    time_zone = "시간대", "Time zone";
    from_date = "시작일", "First day";
    until_date = "종료일", "Last day";
    dates_wrong = "종료일은 시작일보다 빠를 수 없어요.", "The last day must not be before the first.";
    budget = "월 예산(크레딧)", "Monthly budget in credits";
    budget_hint =
        "이번 달 예산을 넘을 수 있는 실행은 시작하지 않아요.",
        "A run that could exceed the budget of the month does not start.";
    estimate = "예상 비용", "Estimated cost";
    estimate_unknown =
        "프롬프트와 모델, 시각을 정하면 비용을 계산해 드려요.",
        "Select prompts, models and a time to see the cost.";
    a_week(credits: f64) =
        format!("일주일에 약 {}크레딧", decimal(credits.round())),
        format!("About {} a week", english_credits(credits.round()));
    balance_lasts(weeks: u64) =
        match weeks {
            0 => "이 일정만 실행해도 지금 잔액으로는 일주일을 채우지 못해요.".to_owned(),
            weeks => format!("이 일정만 실행하면 지금 잔액으로 {}주 동안 쓸 수 있어요.", count(weeks)),
        },
        match weeks {
            0 => "For this schedule alone, the balance does not last a week.".to_owned(),
            weeks => format!("For this schedule alone, the balance lasts {}.", counted(weeks, "week", "weeks")),
        };
    is_free = "크레딧이 들지 않아요.", "It costs no credits.";
    a_run(credits: f64) =
        format!("한 번 실행할 때 {}크레딧", decimal(credits)),
        format!("{} a run", english_credits(credits));
    budget_pays(runs: u64) =
        match runs {
            0 => "예산이 한 번 실행하는 비용보다 적어요.".to_owned(),
            runs => format!("예산으로 한 달에 {}번까지 실행할 수 있어요.", count(runs)),
        },
        match runs {
            0 => "The budget does not pay for one run.".to_owned(),
            runs => format!("The budget pays for {} a month.", counted(runs, "run", "runs")),
        };
    next_times = "다음 실행", "Next runs";
    no_time = "남은 실행이 없어요.", "No run is left.";
    next = "다음 실행", "Next run";
    paused = "일시 정지", "Paused";
    paused_by_operator = "운영자가 일시 정지함", "Paused by the operator";
    ended = "끝남", "Ended";
    last = "최근 결과", "Last result";
    never = "아직 기록이 없어요", "None yet";
    spent = "이번 달 사용", "Spent this month";
    spent_of(spent: f64, budget: Option<u64>) =
        match budget {
            None => format!("{}크레딧", decimal(spent)),
            Some(budget) => format!("{} / {}크레딧", decimal(spent), count(budget)),
        },
        match budget {
            None => english_credits(spent),
            Some(budget) => format!("{} of {}", decimal(spent), counted(budget, "credit", "credits")),
        };
    pause = "일시 정지", "Pause";
    resume = "다시 시작", "Resume";
    created(name: &str) = format!("‘{name}’ 일정을 만들었어요."), format!("Created “{name}”.");
    saved(name: &str) = format!("‘{name}’ 일정을 저장했어요."), format!("Saved “{name}”.");
    is_paused(name: &str) = format!("‘{name}’ 일정을 일시 정지했어요."), format!("Paused “{name}”.");
    is_resumed(name: &str) = format!("‘{name}’ 일정을 다시 시작했어요."), format!("Resumed “{name}”.");
    not_changed(message: &str) =
        format!("일정을 바꾸지 못했어요. {message}"),
        format!("The schedule was not changed. {message}");
    deleted(name: &str) = format!("‘{name}’ 일정을 삭제했어요."), format!("Deleted “{name}”.");
    not_deleted(reason: &str) =
        format!("일정을 삭제하지 못했어요. {reason}"),
        format!("The schedule could not be deleted. {reason}");
    asks = "질문", "Asks";
    deleted_set =
        "삭제된 세트예요. 다른 세트를 고를 때까지 실행하지 않아요.",
        "A deleted set. No run starts until you choose another one.";
    /// How often each prompt is asked.
    repeats(n: u64) =
        format!("{}회씩 질문", count(n)),
        if n == 1 { "asked once".to_owned() } else { format!("asked {} times", count(n)) };
    history = "기록", "History";
    history_description(max: u64) =
        format!("예정된 실행의 결과를 기록해요. 최근 {}건을 보관해요.", count(max)),
        format!("What happened at each due time. The newest {} entries are kept.", count(max));
    history_empty = "아직 예정된 시각이 되지 않았어요.", "It was not due yet.";
    due = "예정 시각", "Due";
    outcome = "결과", "What happened";
    started = "시작했어요", "Started";
    /// When a missed due time was caught up.
    caught_up(at: &str) = format!("제때 시작하지 못해 {at}에 시작했어요"), format!("Started late, at {at}");
    skipped = "건너뛰었어요", "Skipped";
    missed(n: u64) =
        format!("서버가 꺼져 있어 {}번을 놓쳤어요. 마지막 예정만 나중에 처리했어요", count(n)),
        {
            let runs = counted(n, "run was", "runs were");
            format!("{runs} missed while no server was running. The last one was caught up")
        };
    /// Models without an engine.
    missing_models(models: &str) =
        format!("답변할 엔진이 없어 빠진 모델: {models}"),
        format!("Not asked, because no engine answers: {models}");
    stopped_models(models: &str) =
        format!("멈춰 있어 항목이 기다린 모델: {models}"),
        format!("Items waited because these models were stopped: {models}");
    unknown = "알 수 없는 결과", "Unknown";
    answers_of(answers: u64, items: u64) =
        format!("답변 {} / {}", count(answers), count(items)),
        format!("{} of {}", count(answers), counted(items, "answer", "answers"));
    deleted_run = "삭제된 실행", "A deleted run";
    /// Before and after the name of the schedule that has started a run.
    started_by: (&'static str, &'static str) = ("", " 일정이 시작한 실행이에요."), ("Started by the schedule ", ".");
    started_by_deleted = "지금은 삭제된 일정이 시작한 실행이에요.", "Started by a schedule that was deleted since.";
    /// The name of a frequency in a list.
    frequencies: [&'static str; 4] =
        ["매일", "평일", "매주", "매월"],
        ["Every day", "Monday to Friday", "Every week", "Every month"];
    /// From Monday on.
    weekdays: [&'static str; 7] =
        ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"],
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    every(recurrence: &Recurrence, texts: &Texts) =
        match &recurrence.frequency {
            Frequency::Daily => "매일".to_owned(),
            Frequency::Weekdays => "평일".to_owned(),
            Frequency::Weekly => format!("매주 {}", texts.weekday_name(recurrence.weekday.as_ref())),
            Frequency::Monthly => format!("매월 {}일", recurrence.day_of_month.unwrap_or(1)),
            Frequency::Unknown(name) => name.clone(),
        },
        match &recurrence.frequency {
            Frequency::Daily => "Every day at".to_owned(),
            Frequency::Weekdays => "Monday to Friday at".to_owned(),
            Frequency::Weekly => format!("Every {} at", texts.weekday_name(recurrence.weekday.as_ref())),
            Frequency::Monthly => format!("Every month on day {} at", recurrence.day_of_month.unwrap_or(1)),
            Frequency::Unknown(name) => name.clone(),
        };
    reasons: [&'static str; 7] =
        [
            "크레딧이 부족했어요",
            "이번 달 예산을 넘을 수 있었어요",
            "대기 중인 항목이 너무 많았어요",
            "모델에 답변할 엔진이 없었어요",
            "질문할 프롬프트가 없었어요",
            "모델에 비해 긴 프롬프트가 있었어요",
            "운영자가 모든 일정을 멈췄어요",
        ],
        [
            "There were not enough credits",
            "It could have exceeded the budget of the month",
            "Too many items were pending",
            "No engine answered for its models",
            "There were no prompts to ask",
            "A prompt was too long for a model",
            "The operator had paused all schedules",
        ];
}

impl Texts {
    /// When a recurrence is due, in its time zone.
    pub fn recurrence(&self, recurrence: &Recurrence) -> String {
        let time = time_of_day(&recurrence.time);
        let zone = time_zone_name(&recurrence.time_zone);
        format!("{} {time} ({zone})", (self.every)(recurrence, self))
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
