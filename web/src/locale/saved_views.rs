//! Saved views.

use crate::format::count;

/// Texts about saved views.
pub struct Texts {
    pub name: &'static str,
    pub save: &'static str,
    pub copy: &'static str,
    pub rename: fn(&str) -> String,
    pub delete: fn(&str) -> String,
    pub saved: fn(&str) -> String,
    pub deleted: fn(&str) -> String,
    pub empty: &'static str,
    pub about: &'static str,
    /// The number of views that are kept.
    pub full: fn(u64) -> String,
    pub not_stored: &'static str,
}

pub const KOREAN: Texts = Texts {
    name: "이름",
    save: "이 화면 저장",
    copy: "주소 복사",
    rename: |name| format!("‘{name}’ 이름 바꾸기"),
    delete: |name| format!("‘{name}’ 삭제"),
    saved: |name| format!("‘{name}’ 보기를 저장했어요."),
    deleted: |name| format!("‘{name}’ 보기를 삭제했어요."),
    empty: "아직 저장한 보기가 없어요.",
    about: "필터까지 그대로 다시 열어요. 이 기기에만 저장하고, 주소를 복사해서 공유할 수 있어요.",
    full: |max| format!("보기는 {}개까지 저장할 수 있어요. 새로 저장하려면 하나를 삭제하세요.", count(max)),
    not_stored: "브라우저에 변경 내용이 저장되지 않았어요. 저장 공간이나 사이트 데이터 설정을 확인해 주세요.",
};

pub const ENGLISH: Texts = Texts {
    name: "Name",
    save: "Save this page",
    copy: "Copy address",
    rename: |name| format!("Rename “{name}”"),
    delete: |name| format!("Delete “{name}”"),
    saved: |name| format!("Saved the view “{name}”."),
    deleted: |name| format!("Deleted the view “{name}”."),
    empty: "No saved views yet.",
    about: "A view opens a page with its filters. Views stay on this device. Copy the address to share one.",
    full: |max| format!("There is room for {} views. Delete one to save another.", count(max)),
    not_stored: "The browser did not store this, so nothing has changed. Check its storage and its settings for site data.",
};
