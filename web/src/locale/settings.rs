texts! {
    description =
        "조직과 연결을 확인하고, 이 브라우저의 콘솔 설정을 바꿀 수 있어요.",
        "The organization, the connection, and how the console works in this browser.";
    organization = "조직", "Organization";
    connection = "연결", "Connection";
    server = "서버", "Server";
    connected = "연결됨", "Connected";
    /// It responds, and with errors.
    failing = "서버가 오류를 보냄", "The server responds with errors";
    slow = "서버의 응답이 늦음", "The server is slow to answer";
    offline = "인터넷 연결 끊김", "Offline";
    unreachable = "서버가 응답하지 않음", "The server is not responding";
    signed_in = "로그인 방법", "Signed in";
    with_key = "API 키 (이 페이지에서만)", "With an API key, on this page only";
    with_tokens = "동의 페이지 (OAuth)", "Through the consent page (OAuth)";
    display = "화면과 언어", "Display and language";
    also_kept =
        "화면 설정은 로그아웃해도 이 브라우저에 남아요. 입력 중인 내용과 사이트 분석 목록, 마지막으로 고른 지역은 로그아웃하면 지워져요.",
        "This browser also keeps your display settings, even after you sign out. Signing out deletes drafts, the list of site analyses, and the regions that you chose last.";
}
