//! Texts of the settings page.

/// Texts of the settings page.
pub struct Texts {
    pub description: &'static str,
    pub organization: &'static str,
    pub name: &'static str,
    pub region: &'static str,
    pub websites: &'static str,
    pub none: &'static str,
    pub connection: &'static str,
    pub server: &'static str,
    pub status: &'static str,
    pub connected: &'static str,
    pub offline: &'static str,
    pub unreachable: &'static str,
    pub signed_in: &'static str,
    pub with_key: &'static str,
    pub with_tokens: &'static str,
    pub display: &'static str,
}

pub const KOREAN: Texts = Texts {
    description: "조직과 연결을 확인하고, 이 브라우저의 콘솔 설정을 바꿀 수 있어요.",
    organization: "조직",
    name: "이름",
    region: "지역",
    websites: "웹사이트",
    none: "없음",
    connection: "연결",
    server: "서버",
    status: "상태",
    connected: "연결됨",
    offline: "인터넷 연결 끊김",
    unreachable: "서버가 응답하지 않음",
    signed_in: "로그인 방법",
    with_key: "API 키. 이 탭에서만 유지돼요.",
    with_tokens: "동의 페이지 (OAuth)",
    display: "화면과 언어",
};

pub const ENGLISH: Texts = Texts {
    description: "The organization, the connection, and how the console works in this browser.",
    organization: "Organization",
    name: "Name",
    region: "Region",
    websites: "Websites",
    none: "None",
    connection: "Connection",
    server: "Server",
    status: "Status",
    connected: "Connected",
    offline: "Offline",
    unreachable: "The server is not responding",
    signed_in: "Signed in",
    with_key: "With an API key, in this tab only",
    with_tokens: "Through the consent page (OAuth)",
    display: "Display and language",
};
