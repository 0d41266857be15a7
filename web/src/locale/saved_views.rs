//! Saved views.

use crate::format::count;

texts! {
    name = "이름", "Name";
    save = "이 화면 저장", "Save this page";
    copy = "주소 복사", "Copy address";
    rename: fn(&str) -> String = |name| format!("‘{name}’ 이름 바꾸기"), |name| format!("Rename “{name}”");
    delete: fn(&str) -> String = |name| format!("‘{name}’ 삭제"), |name| format!("Delete “{name}”");
    saved: fn(&str) -> String =
        |name| format!("‘{name}’ 보기를 저장했어요."),
        |name| format!("Saved the view “{name}”.");
    deleted: fn(&str) -> String =
        |name| format!("‘{name}’ 보기를 삭제했어요."),
        |name| format!("Deleted the view “{name}”.");
    empty = "아직 저장한 보기가 없어요.", "No saved views yet.";
    about =
        "필터까지 그대로 다시 열어요. 이 기기에만 저장하고, 주소를 복사해서 공유할 수 있어요.",
        "A view opens a page with its filters. Views stay on this device. Copy the address to share one.";
    /// The number of views that are kept.
    full: fn(u64) -> String =
        |max| format!("보기는 {}개까지 저장할 수 있어요. 새로 저장하려면 하나를 삭제하세요.", count(max)),
        |max| format!("There is room for {} views. Delete one to save another.", count(max));
    not_stored =
        "브라우저에 변경 내용이 저장되지 않았어요. 저장 공간이나 사이트 데이터 설정을 확인해 주세요.",
        "The browser did not store this, so nothing has changed. Check its storage and its settings for site data.";
}
