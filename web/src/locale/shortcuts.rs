texts! {
    enabled = "한 글자 단축키 사용", "Use single-key shortcuts";
    enabled_hint =
        "음성 입력이나 스위치 제어를 쓰면 꺼 두는 편이 좋아요.",
        "Turn this off if you use voice input or a switch.";
    keys = "키", "Keys";
    show = "단축키 보기", "Show the shortcuts";
    palette = "빠른 이동 열기", "Open the command palette";
    search = "검색창으로 이동", "Go to the search field";
    new = "새로 만들기", "Create a new item";
    selection = "선택한 항목의 작업으로 이동", "Go to the actions for the selected items";
    chart = "차트의 이전·다음 값", "Previous or next value of a chart";
    submit = "양식 제출", "Submit the form";
    close = "창 닫기, 선택 해제", "Close the dialog, or clear the selection";
    then = "다음", "then";
}
