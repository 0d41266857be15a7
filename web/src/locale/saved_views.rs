use crate::format::count;

texts! {
    save = "보기 저장", "Save view";
    copy = "주소 복사", "Copy address";
    rename = "이름 바꾸기", "Rename";
    saved(name: &str) = format!("‘{name}’ 보기를 저장했어요."), format!("Saved the view “{name}”.");
    deleted(name: &str) = format!("‘{name}’ 보기를 삭제했어요."), format!("Deleted the view “{name}”.");
    gone(name: &str) =
        format!("‘{name}’ 보기는 이미 삭제됐어요."),
        format!("The view “{name}” has already been deleted.");
    empty = "아직 저장한 보기가 없어요.", "No saved views yet.";
    about =
        "필터까지 그대로 다시 열어요. 조직 구성원 모두가 함께 쓰고, 이름을 바꾸거나 삭제할 수 있어요.",
        "A view opens a page with its filters. Everyone in the organization can open, rename and delete it.";
    full(max: u64) =
        format!("보기는 {}개까지 저장할 수 있어요. 새로 저장하려면 하나를 삭제하세요.", count(max)),
        format!("There is room for {} views. Delete one to save another.", count(max));
    missing =
        "이 플랫폼은 보기를 저장하지 못하지만, 주소를 복사해 두면 필터까지 그대로 다시 열 수 있어요.",
        "This platform cannot save views, but the address of a page opens it again with its filters.";
    and_others(named: &str, others: u64) =
        format!("{named} 외 {}개", count(others)),
        format!("{named} and {} more", count(others));
}
