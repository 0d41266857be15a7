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
    not_deleted(reason: &str) =
        format!("세트를 삭제하지 못했어요. {reason}"),
        format!("The set could not be deleted. {reason}");
    run_one(name: &str) = format!("‘{name}’ 실행"), format!("Run “{name}”");
}
