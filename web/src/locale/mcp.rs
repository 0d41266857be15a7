//! Texts about connecting AI apps.

/// Texts about connecting AI apps.
pub struct Texts {
    pub title: &'static str,
    pub description: &'static str,
    pub address: &'static str,
    pub copy_address: &'static str,
    pub claude: &'static str,
    pub chatgpt: &'static str,
    pub cursor: &'static str,
    pub copy_configuration: &'static str,
    pub other: &'static str,
    pub with_key: &'static str,
    pub copy_command: &'static str,
    pub public_note: &'static str,
    pub test: &'static str,
    /// The server, the number of its tools, and the revision of the protocol.
    pub connected: fn(&str, usize, &str) -> String,
    /// The server's message.
    pub refused: fn(&str) -> String,
    pub signed_out: &'static str,
    pub unreadable: &'static str,
}

pub const KOREAN: Texts = Texts {
    title: "AI 앱 연결 (MCP)",
    description: "Claude나 ChatGPT 같은 앱을 연결하면 앱에서 조직 데이터에 대해 질문할 수 있어요. 수치는 이 콘솔과 같아요.",
    address: "주소",
    copy_address: "주소 복사",
    claude: "커넥터 설정에서 이 주소로 커스텀 커넥터를 추가하세요. 동의 페이지가 열리면 API 키를 입력해 주세요.",
    chatgpt: "개발자 모드를 켜고 이 주소와 OAuth로 앱을 만드세요. 동의 페이지가 열리면 API 키를 입력해 주세요.",
    cursor: "~/.cursor/mcp.json 파일에 추가하세요. Cursor에서 동의 페이지가 열려요.",
    copy_configuration: "설정 복사",
    other: "다른 프로그램",
    with_key: "OAuth를 지원하지 않는 프로그램은 API-Key 헤더에 API 키를 입력해 주세요. 이 명령은 도구 목록을 불러와요.",
    copy_command: "명령 복사",
    public_note: "클라우드에 있는 앱은 주소가 공개되어 있고 https일 때만 연결할 수 있어요.",
    test: "연결 테스트",
    connected: |server, tools, revision| {
        format!("연결됐어요. {server}에 도구 {tools}개가 있어요(프로토콜 {revision}).")
    },
    refused: |message| format!("서버가 거부했어요. {message}"),
    signed_out: "로그인이 만료됐어요. 다시 로그인해 주세요.",
    unreadable: "이 주소의 응답이 MCP가 아니에요. 서버 앞의 프록시를 확인해 주세요.",
};

pub const ENGLISH: Texts = Texts {
    title: "Connect AI apps (MCP)",
    description: "Connect an app such as Claude or ChatGPT, and ask it about the organization’s data. Its numbers match this console.",
    address: "Address",
    copy_address: "Copy the address",
    claude: "Add a custom connector with this address in the connector settings. On the consent page, paste an API key.",
    chatgpt: "Turn on developer mode, and create an app with this address and OAuth. On the consent page, paste an API key.",
    cursor: "Put this into ~/.cursor/mcp.json. Cursor opens the consent page.",
    copy_configuration: "Copy the configuration",
    other: "Another program",
    with_key: "A program without OAuth sends an API key in the API-Key header. This command lists the tools.",
    copy_command: "Copy the command",
    public_note: "An app in the cloud can connect only if the address is public and uses https.",
    test: "Test the connection",
    connected: |server, tools, revision| {
        let tools = if tools == 1 { "1 tool".to_owned() } else { format!("{tools} tools") };
        format!("Connected: {server} offers {tools} (protocol {revision}).")
    },
    refused: |message| format!("The server refused: {message}"),
    signed_out: "The session has ended. Sign in again.",
    unreadable: "The response from this address is not MCP. Check the proxy in front of the server.",
};
