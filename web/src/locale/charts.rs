texts! {
    role = "차트", "chart";
    keys =
        "화살표 키로 값을 하나씩 확인할 수 있어요. Home과 End를 누르면 처음과 끝으로 이동해요.",
        "The arrow keys read the values one by one. Home and End go to the first and the last.";
    keys_open =
        "화살표 키로 값을 하나씩 확인할 수 있어요. Home과 End를 누르면 처음과 끝으로 이동하고, Enter를 누르면 해당 답변을 열어요.",
        "The arrow keys read the values one by one. Home and End go to the first and the last. Enter opens the answers.";
    keys_series =
        "좌우 화살표 키로 기간을, 위아래 화살표 키로 항목을 선택할 수 있어요. Home과 End를 누르면 처음과 끝으로 이동하고, Enter를 누르면 선택한 항목을 열어요.",
        "The left and right arrow keys select a date, up and down a series. Home and End go to the first and the last date. Enter opens what is selected.";
    as_table = "표로 보기", "View as table";
    as_chart = "차트로 보기", "View as chart";
    /// The menu of files.
    download = "다운로드", "Download";
    not_saved = "차트를 파일로 저장하지 못했어요.", "The chart could not be saved as a file.";
    no_data = "데이터 없음", "no data";
}
