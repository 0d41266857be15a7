//! Texts about prompt sets.

use crate::format::{count, counted};

texts! {
    description = "함께 실행할 프롬프트를 주제별로 묶어요.", "Group the prompts that you run together.";
    new = "새 세트", "New set";
    edit = "세트 수정", "Edit set";
    name = "이름", "Name";
    name_hint = "예: 무선 이어폰 추천", "For example: Wireless earbuds";
    set_description = "설명", "Description";
    prompts: fn(u64) -> String = |n| format!("프롬프트 {}개", count(n)), |n| counted(n, "prompt", "prompts");
    last_answer = "최근 답변", "Last answer";
    no_answers = "답변 없음", "No answers";
    empty = "아직 세트가 없어요", "No prompt sets yet";
    empty_description = "세트를 만들고 프롬프트를 추가해 보세요.", "Create a set, then add prompts to it.";
    created: fn(&str) -> String = |name| format!("‘{name}’ 세트를 만들었어요."), |name| format!("Created “{name}”.");
    saved: fn(&str) -> String = |name| format!("‘{name}’ 세트를 저장했어요."), |name| format!("Saved “{name}”.");
    deleted: fn(&str) -> String = |name| format!("‘{name}’ 세트를 삭제했어요."), |name| format!("Deleted “{name}”.");
    run_one: fn(&str) -> String = |name| format!("‘{name}’ 실행"), |name| format!("Run “{name}”");
    delete_title = "세트를 삭제할까요?", "Delete this set?";
    /// The set's name and the number of its prompts. `None` while the number is loading.
    delete_message: fn(&str, Option<u64>) -> String =
        |name, prompts| match prompts {
            None => format!("‘{name}’ 세트와 그 안의 프롬프트가 모두 삭제돼요."),
            Some(0) => format!("‘{name}’ 세트가 삭제돼요. 들어 있는 프롬프트는 없어요."),
            Some(n) => format!("‘{name}’ 세트와 프롬프트 {}개가 삭제돼요.", count(n)),
        },
        |name, prompts| match prompts {
            None => format!("“{name}” and all of its prompts will be deleted."),
            Some(0) => format!("“{name}” will be deleted. It has no prompts."),
            Some(n) => format!("“{name}” and its {} will be deleted.", counted(n, "prompt", "prompts")),
        };
    delete_note = "수집한 답변은 남아요. 되돌릴 수 없어요.", "Collected answers will be kept. This cannot be undone.";
}
