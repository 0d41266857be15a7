//! Failed requests.

use crate::format::until;

/// Messages of failed requests.
pub struct Texts {
    pub heading: &'static str,
    pub connection: &'static str,
    pub internal: &'static str,
    pub outcome_unknown: &'static str,
    /// The number of seconds after which the server accepts requests again.
    pub rate_limited: fn(u64) -> String,
    pub not_found: &'static str,
    /// The platform has no such operation.
    pub no_metrics: &'static str,
    /// The session could not be renewed.
    pub session: &'static str,
    /// A response with this HTTP status and without a message.
    pub status: fn(u16) -> String,
    /// The response is not as documented.
    pub unreadable: &'static str,
    pub malformed_address: &'static str,
    pub request_id: &'static str,
}

pub const KOREAN: Texts = Texts {
    heading: "불러오지 못했어요",
    connection: "서버에 연결하지 못했어요. 연결을 확인하고 다시 시도해 주세요.",
    internal: "서버에서 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.",
    outcome_unknown: "서버의 응답을 제대로 받지 못해 처리됐는지 알 수 없어요. 목록을 확인한 뒤 다시 시도해 주세요.",
    rate_limited: |seconds| format!("요청이 너무 많았어요. {}에 다시 시도해 주세요.", until(seconds)),
    not_found: "찾는 항목이 없어요. 이미 삭제됐을 수 있어요.",
    no_metrics: "이 플랫폼은 브랜드 지표를 제공하지 않아요. 지표를 보려면 지표 API가 있는 플랫폼에 연결해 주세요.",
    session: "로그인을 연장하지 못했어요. 다시 시도하거나 다시 로그인해 주세요.",
    status: |status| format!("서버가 오류를 보냈어요(상태 코드 {status})."),
    unreadable: "서버의 응답을 읽을 수 없어요. 서버와 콘솔의 버전이 다를 수 있어요.",
    malformed_address: "주소가 올바르지 않아요.",
    request_id: "요청 번호",
};

pub const ENGLISH: Texts = Texts {
    heading: "This could not be loaded",
    connection: "The server could not be reached. Check your connection and try again.",
    internal: "Something went wrong on the server. Try again in a moment.",
    outcome_unknown: "The server did not respond as expected, so the change may or may not have been made. Check the list before you try again.",
    rate_limited: |seconds| format!("Too many requests. Try again {}.", until(seconds)),
    not_found: "This item does not exist. It may have been deleted.",
    no_metrics: "This platform does not offer brand metrics. To see them, connect to a platform that has the API of metrics.",
    session: "Your session could not be renewed. Try again, or sign in again.",
    status: |status| format!("The server sent an error (status {status})."),
    unreadable: "The server's response could not be read. The server and the console may have different versions.",
    malformed_address: "The address is not valid.",
    request_id: "Request ID",
};
