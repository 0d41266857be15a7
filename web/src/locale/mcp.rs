texts! {
    title = "AI 앱 연결 (MCP)", "Connect AI apps (MCP)";
    description =
        "Claude나 ChatGPT 같은 앱을 연결하면 앱에서 조직의 데이터를 물어볼 수 있어요. 수치는 이 콘솔과 같아요.",
        "Connect an app such as Claude or ChatGPT, and ask it about the organization’s data. Its numbers match this console.";
    copy_address = "주소 복사", "Copy the address";
    claude =
        "커넥터 설정에서 이 주소로 커스텀 커넥터를 추가하세요. 동의 페이지가 열리면 API 키를 입력해 주세요.",
        "Add a custom connector with this address in the connector settings. On the consent page, paste an API key.";
    chatgpt =
        "개발자 모드를 켜고 이 주소와 OAuth로 앱을 만드세요. 동의 페이지가 열리면 API 키를 입력해 주세요.",
        "Turn on developer mode, and create an app with this address and OAuth. On the consent page, paste an API key.";
    cursor =
        "~/.cursor/mcp.json 파일에 추가하세요. Cursor에서 동의 페이지가 열려요.",
        "Put this into ~/.cursor/mcp.json. Cursor opens the consent page.";
    copy_configuration = "설정 복사", "Copy the configuration";
    other = "다른 프로그램", "Another program";
    with_key =
        "OAuth를 지원하지 않는 프로그램은 API-Key 헤더에 API 키를 입력해 주세요. 이 명령은 도구 목록을 불러와요.",
        "A program without OAuth sends an API key in the API-Key header. This command lists the tools.";
    copy_command = "명령 복사", "Copy the command";
    public_note =
        "클라우드에 있는 앱은 주소가 공개되어 있고 https일 때만 연결할 수 있어요.",
        "An app in the cloud can connect only if the address is public and uses https.";
}
