use crate::format::count;

texts! {
    skip = "본문으로 건너뛰기", "Skip to content";
    navigation = "주 메뉴", "Main";
    overview = "개요", "Overview";
    prompt_sets = "프롬프트 세트", "Prompt sets";
    prompts = "프롬프트", "Prompts";
    runs = "실행", "Runs";
    schedules = "일정", "Schedules";
    answers = "답변", "Answers";
    alerts = "알림", "Alerts";
    new_alerts(alerts: u64) = format!("새 알림 {}개", count(alerts)), format!("{} new", count(alerts));
    digests = "주간 요약", "Digests";
    brands = "브랜드", "Brands";
    sources = "출처", "Sources";
    fanouts = "AI 검색어", "AI searches";
    words = "단어", "Words";
    keywords = "키워드", "Keywords";
    site_keywords = "사이트 키워드", "Site keywords";
    /// The names of groups of pages.
    results = "결과", "Results";
    prompts_and_runs = "프롬프트와 실행", "Prompts and runs";
    research = "리서치", "Research";
    /// Opens the links that a phone has no room for.
    more = "더 보기", "More";
    credits = "크레딧", "Credits";
    menu = "설정 메뉴", "Settings menu";
    language = "언어", "Language";
    theme = "화면 모드", "Theme";
    theme_system = "시스템", "System";
    theme_light = "라이트", "Light";
    theme_dark = "다크", "Dark";
    /// How much room the rows of tables have.
    density = "표 간격", "Table density";
    density_compact = "촘촘하게", "Compact";
    density_comfortable = "여유 있게", "Comfortable";
    settings = "설정", "Settings";
    shortcuts = "단축키", "Shortcuts";
    saved_views = "저장한 보기", "Saved views";
    print = "인쇄 또는 PDF로 저장", "Print or save as PDF";
    printed(day: &str) = format!("{day} 인쇄"), format!("Printed {day}");
    /// Opens the command palette.
    palette = "빠른 이동", "Command palette";
    sign_out = "로그아웃", "Sign out";
    signed_out = "로그아웃했어요.", "You are signed out.";
    offline =
        "인터넷 연결이 끊겼어요. 입력한 내용은 남아 있고, 다시 연결되면 자동으로 이어져요.",
        "You are offline. What you typed is kept. Work resumes automatically when you are back online.";
    slow = "서버의 응답이 늦어지고 있어요. 계속 기다리고 있어요.", "The server is slow to answer. Still waiting.";
    unreachable = "서버에 연결할 수 없어 다시 시도하고 있어요.", "The server is not responding. Retrying.";
    not_found = "페이지를 찾을 수 없어요", "Page not found";
    not_found_description =
        "주소가 바뀌었거나 없는 페이지예요.",
        "The page does not exist, or its address has changed.";
    to_start = "처음으로", "Go to the start page";
    dismiss = "알림 닫기", "Dismiss message";
}
