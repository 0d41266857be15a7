use crate::format::{count, counted};

texts! {
    description = "함께 실행할 프롬프트를 주제별로 묶어요.", "Group the prompts that you run together.";
    edit = "세트 수정", "Edit set";
    name_hint = "예: 무선 이어폰 추천", "For example: Wireless earbuds";
    last_answer = "최근 답변", "Last answer";
    empty = "아직 세트가 없어요", "No prompt sets yet";
    empty_description = "세트를 만들고 프롬프트를 추가해 보세요.", "Create a set, then add prompts to it.";
    created(name: &str) = format!("‘{name}’ 세트를 만들었어요."), format!("Created “{name}”.");
    saved(name: &str) = format!("‘{name}’ 세트를 저장했어요."), format!("Saved “{name}”.");
    /// The set's name and the number of its prompts. `None` if the platform does not say it.
    deleted(name: &str, prompts: Option<u64>) =
        match prompts {
            None | Some(0) => format!("‘{name}’ 세트를 삭제했어요."),
            Some(n) => format!("‘{name}’ 세트와 프롬프트 {}개를 삭제했어요.", count(n)),
        },
        match prompts {
            None | Some(0) => format!("Deleted “{name}”."),
            Some(n) => format!("Deleted “{name}” and its {}.", counted(n, "prompt", "prompts")),
        };
    /// The question before a set is deleted that has answers or schedules.
    delete_title = "이 세트를 삭제할까요?", "Delete this set?";
    /// The number of its prompts, if the platform says it, whether they have answers, and the names of the schedules that ask it, once
    /// they are known.
    delete_used(prompts: Option<u64>, has_answers: bool, schedules: Option<&[String]>) =
        {
            let prompts = prompts.map_or_else(String::new, |n| format!(" {}개", count(n)));
            let trend = if has_answers { " 답변 추이도 끝나서, 같은 질문을 새로 만들어도 이어지지 않아요." } else { "" };
            let ends = match schedules {
                None => " 이 세트를 쓰는 일정이 있다면 더 이상 실행되지 않아요.".to_owned(),
                Some([]) => String::new(),
                Some(names) => {
                    let names = names.iter().map(|name| format!("‘{name}’")).collect::<Vec<_>>().join(", ");
                    format!(" {names} 일정은 더 이상 실행되지 않아요.")
                }
            };
            format!("세트와 함께 프롬프트{prompts}가 삭제돼요.{trend}{ends}")
        },
        {
            let prompts = match prompts {
                Some(1) => "Its prompt is deleted, too.".to_owned(),
                Some(n) => format!("Its {} prompts are deleted, too.", count(n)),
                None => "Its prompts are deleted, too.".to_owned(),
            };
            let trend = match has_answers {
                true => " The trend of their answers ends: the same questions in another set begin a new one.",
                false => "",
            };
            let ends = match schedules {
                None => " Schedules that use it will no longer run.".to_owned(),
                Some([]) => String::new(),
                Some([name]) => format!(" The schedule “{name}” will no longer run."),
                Some(names) => {
                    let names = names.iter().map(|name| format!("“{name}”")).collect::<Vec<_>>().join(", ");
                    format!(" The schedules {names} will no longer run.")
                }
            };
            format!("{prompts}{trend}{ends}")
        };
    not_deleted(reason: &str) =
        format!("세트를 삭제하지 못했어요. {reason}"),
        format!("The set could not be deleted. {reason}");
    run_one(name: &str) = format!("‘{name}’ 실행"), format!("Run “{name}”");
}
