//! Texts around charts.

/// Texts around charts.
pub struct Texts {
    pub role: &'static str,
    pub keys: &'static str,
    pub keys_open: &'static str,
    pub keys_series: &'static str,
    pub as_table: &'static str,
    pub as_chart: &'static str,
    /// The menu of files.
    pub download: &'static str,
    pub svg: &'static str,
    pub png: &'static str,
    pub csv: &'static str,
    pub not_saved: &'static str,
    pub no_data: &'static str,
}

pub const KOREAN: Texts = Texts {
    role: "차트",
    keys: "화살표 키로 값을 하나씩 확인할 수 있어요. Home과 End를 누르면 처음과 끝으로 이동해요.",
    keys_open: "화살표 키로 값을 하나씩 확인할 수 있어요. Home과 End를 누르면 처음과 끝으로 이동하고, Enter를 누르면 해당 답변을 열어요.",
    keys_series: "좌우 화살표 키로 기간을, 위아래 화살표 키로 항목을 선택할 수 있어요. Home과 End를 누르면 처음과 끝으로 이동하고, Enter를 누르면 선택한 항목을 열어요.",
    as_table: "표로 보기",
    as_chart: "차트로 보기",
    download: "다운로드",
    svg: "SVG",
    png: "PNG",
    csv: "CSV",
    not_saved: "차트를 파일로 저장하지 못했어요.",
    no_data: "데이터 없음",
};

pub const ENGLISH: Texts = Texts {
    role: "chart",
    keys: "The arrow keys read the values one by one. Home and End go to the first and the last.",
    keys_open: "The arrow keys read the values one by one. Home and End go to the first and the last. Enter opens the answers.",
    keys_series: "The left and right arrow keys select a date, up and down a series. Home and End go to the first and the last date. Enter opens what is selected.",
    as_table: "View as table",
    as_chart: "View as chart",
    download: "Download",
    svg: "SVG",
    png: "PNG",
    csv: "CSV",
    not_saved: "The chart could not be saved as a file.",
    no_data: "no data",
};
