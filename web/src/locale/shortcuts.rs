//! The list of keyboard shortcuts.

/// The texts of the list of keyboard shortcuts.
pub struct Texts {
    pub enabled: &'static str,
    pub enabled_hint: &'static str,
    pub keys: &'static str,
    pub effect: &'static str,
    pub show: &'static str,
    pub palette: &'static str,
    pub search: &'static str,
    pub new: &'static str,
    pub older: &'static str,
    pub newer: &'static str,
    pub chart: &'static str,
    pub submit: &'static str,
    pub close: &'static str,
    pub then: &'static str,
}

pub const KOREAN: Texts = Texts {
    enabled: "한 글자 단축키 사용",
    enabled_hint: "음성 입력이나 스위치 제어를 쓰면 꺼 두는 편이 좋아요.",
    keys: "키",
    effect: "동작",
    show: "단축키 보기",
    palette: "빠른 이동 열기",
    search: "검색창으로 이동",
    new: "새로 만들기",
    older: "더 이전 답변",
    newer: "더 최근 답변",
    chart: "차트의 이전·다음 값",
    submit: "양식 제출",
    close: "창 닫기",
    then: "다음",
};

pub const ENGLISH: Texts = Texts {
    enabled: "Use single-key shortcuts",
    enabled_hint: "Turn this off if you use voice input or a switch.",
    keys: "Keys",
    effect: "Action",
    show: "Show the shortcuts",
    palette: "Open the command palette",
    search: "Go to the search field",
    new: "Create a new item",
    older: "Older answer",
    newer: "Newer answer",
    chart: "Previous or next value of a chart",
    submit: "Submit the form",
    close: "Close the dialog",
    then: "then",
};
