texts! {
    title = "로그인", "Sign in";
    description =
        "AI 답변에 우리 브랜드가 어떻게 나오는지 확인하세요.",
        "See what AI engines say about your brands.";
    oauth_hint =
        "다음 페이지에서 조직의 API 키를 입력해요. 이 콘솔은 키를 볼 수 없어요.",
        "The next page asks for your organization’s API key. This console never sees it.";
    stay = "로그인 유지", "Stay signed in";
    stay_page = "이 페이지에서만", "On this page only";
    stay_page_hint =
        "새로고침하거나 새 탭을 열면 다시 로그인해야 해요. 가장 안전해요.",
        "You sign in again after a reload and in a new tab. The safest choice.";
    stay_tab = "이 탭을 닫을 때까지", "Until this tab is closed";
    stay_tab_hint =
        "새로고침해도 유지되고, 탭을 닫으면 지워져요. 새 탭에서는 다시 로그인해야 해요.",
        "Survives a reload. You sign in again in a new tab, and after closing this one.";
    stay_device = "이 기기에서 최대 30일", "On this device, up to 30 days";
    stay_device_hint =
        "로그아웃할 때까지 새 탭에서도 로그인돼 있어요. 여럿이 쓰는 기기라면 아래에서 고르세요.",
        "Every tab stays signed in until you sign out. On a shared device, choose one of the others.";
    or = "또는", "or";
    api_key = "API 키", "API key";
    api_key_hint =
        "adk_로 시작해요. 이 페이지의 메모리에만 있어서, 새로고침하거나 새 탭을 열면 다시 입력해야 해요.",
        "Starts with adk_. It stays in the memory of this page: enter it again after a reload and in a new tab.";
    with_api_key = "API 키로 로그인", "Sign in with the API key";
    key_refused =
        "이 키를 쓸 수 없어요. 잘못 붙여 넣었거나 폐기된 키예요.",
        "This key does not work. It may be mistyped or revoked.";
    advanced = "다른 서버 사용", "Use another server";
    server = "서버 주소", "Server address";
    server_hint =
        "비워 두면 이 콘솔의 서버를 사용해요. 믿을 수 있는 서버만 입력하세요.",
        "Leave empty to use this console’s own server. Enter only a server that you trust.";
    server_malformed =
        "https://로 시작하는 주소를 입력해 주세요. http://는 이 컴퓨터(localhost)에서만 쓸 수 있어요.",
        "Enter an address that starts with https://. Only localhost can use http://.";
    redirecting = "API 키를 입력할 페이지로 이동하고 있어요…", "Opening the page that asks for the API key…";
    finishing = "로그인을 마무리하고 있어요…", "Finishing sign-in…";
    failed = "로그인하지 못했어요", "Sign-in failed";
    back = "로그인 화면으로", "Back to sign in";
    expired =
        "로그인이 만료됐어요. 다시 로그인하면 보던 화면으로 돌아가요. 입력하던 내용은 남아 있어요.",
        "Your session has ended. Sign in again to return to where you were. What you typed is kept.";
    refused_by_person = "로그인을 취소했어요.", "You canceled the sign-in.";
    callback_mismatch =
        "시작한 로그인과 맞지 않는 응답이에요. 처음부터 다시 로그인해 주세요.",
        "This response does not belong to a sign-in that was started here. Start again.";
    unreachable =
        "서버에 연결하지 못했어요. 주소와 연결을 확인해 주세요.",
        "The server could not be reached. Check the address and your connection.";
    /// The server responds, but does not allow requests from this console. Takes the origin of the console.
    refuses_console(origin: &str) =
        format!(
            "서버가 응답하지만 이 콘솔의 요청을 허용하지 않아요. 서버 운영자가 {origin}의 요청(CORS)을 허용해야 해요."
        ),
        format!(
            "The server responds, but does not allow requests from this console. Its operator must allow {origin} (CORS)."
        );
    /// The server is not an Answerdeck platform.
    not_platform =
        "이 주소에는 로그인할 수 있는 플랫폼이 없어요. 주소를 확인해 주세요.",
        "There is no Answerdeck server at this address. Check the address.";
    /// The server has another address than the one that it was asked at.
    own_address(address: &str) =
        format!("이 서버의 주소({address})로 접속해서 로그인해 주세요. 주소는 서버 운영자가 --public-url로 정해요."),
        format!("Open this server at its own address ({address}) to sign in. Its operator sets it with --public-url.");
    storage_blocked =
        "브라우저가 저장을 막고 있어 로그인할 수 없어요. 쿠키 차단을 해제하거나 API 키로 로그인해 주세요.",
        "The browser blocks storage. Allow it for this site, or sign in with an API key.";
    refused_by_server = "서버가 로그인을 거부했어요.", "The server did not accept the sign-in.";
    sign_in_too_old =
        "로그인 시간이 지났거나 이미 완료된 로그인이에요. 처음부터 다시 로그인해 주세요.",
        "This sign-in is too old, or it has already finished. Start again.";
    server_failed =
        "서버에 문제가 있어 로그인하지 못했어요. 잠시 뒤 다시 로그인해 주세요.",
        "The server could not complete the sign-in. Try again in a moment.";
    /// The words before a reason that is quoted.
    reported_reason = "전달받은 이유:", "Reason given:";
}
