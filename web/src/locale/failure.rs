use crate::format::time_until;

texts! {
    heading = "불러오지 못했어요", "This could not be loaded";
    connection =
        "서버에 연결하지 못했어요. 연결을 확인하고 다시 시도해 주세요.",
        "The server could not be reached. Check your connection and try again.";
    internal =
        "서버에서 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.",
        "Something went wrong on the server. Try again in a moment.";
    outcome_unknown =
        "서버의 응답을 제대로 받지 못해 처리됐는지 알 수 없어요. 목록을 확인한 뒤 다시 시도해 주세요.",
        "The server did not respond as expected, so the change may or may not have been made. Check the list before you try again.";
    rate_limited(seconds: u64) =
        format!("요청이 너무 많았어요. {}에 다시 시도해 주세요.", time_until(seconds)),
        format!("Too many requests. Try again {}.", time_until(seconds));
    not_found = "찾는 항목이 없어요. 이미 삭제됐을 수 있어요.", "This item does not exist. It may have been deleted.";
    /// The same on the page of the item.
    no_item = "찾는 항목이 없어요", "This item does not exist";
    no_item_description = "이미 삭제됐을 수 있어요.", "It may have been deleted.";
    /// A filter names such an item.
    missing_filter(filter: &str) =
        format!("‘{filter}’ 필터에서 고른 항목을 찾을 수 없어요"),
        format!("The filter “{filter}” names an item that does not exist");
    /// The watch of an item continues.
    stale = "최신 상태를 불러오지 못했어요. 다시 시도하고 있어요.", "The latest status could not be loaded. Retrying.";
    /// The platform has no such operation.
    no_metrics =
        "이 플랫폼은 브랜드 지표를 제공하지 않아요. 지표를 보려면 지표 API가 있는 플랫폼에 연결해 주세요.",
        "This platform does not offer brand metrics. To see them, connect to a platform that has the metrics API.";
    /// The session could not be renewed.
    session =
        "로그인을 연장하지 못했어요. 다시 시도하거나 다시 로그인해 주세요.",
        "Your session could not be renewed. Try again, or sign in again.";
    /// A response with this HTTP status and without a message.
    status(status: u16) =
        format!("서버가 오류를 보냈어요(상태 코드 {status})."),
        format!("The server sent an error (status {status}).");
    /// The response is not as documented.
    unreadable =
        "서버의 응답을 읽을 수 없어요. 서버와 콘솔의 버전이 다를 수 있어요.",
        "The server’s response could not be read. The server and the console may have different versions.";
    malformed_address = "주소가 올바르지 않아요.", "The address is not valid.";
    request_id = "요청 번호", "Request ID";
}
