//! Texts about digests. What they say is in `crates/insight/src/digest_text.rs`.

texts! {
    description = "지난 한 주의 답변을 몇 줄로 정리해요.", "What the answers of each week showed, in a few lines.";
    newest(made: &str) = format!("가장 최근 요약: {made}"), format!("Newest digest: {made}");
    empty = "아직 주간 요약이 없어요", "No digests yet";
    first_at(time: &str) = format!("첫 요약은 {time}에 나와요."), format!("The first one will be made on {time}.");
    off = "주간 요약이 꺼져 있어요", "Digests are off";
    off_description = "설정에서 켜면 매주 만들어 드려요.", "Turn them on in the settings to get one every week.";
    digest_settings = "주간 요약 설정", "Digest settings";
    all = "모든 요약", "All digests";
    week = "기간", "Week";
    finding = "요약", "Summary";
    methodology =
        "그 주에 끝난 실행의 답변을 집계하고, 한 번 만든 요약은 바뀌지 않아요. 변화는 두 주에 같은 모델이 같은 프롬프트에 한 답변끼리 비교하고, 95% \
             신뢰구간에 0이 없을 때만 달라진 것으로 봐요. 링크는 같은 기간의 화면으로 이어지는데, 그 뒤에 브랜드를 고쳤다면 수치가 다를 수 있어요.",
        "Counts the answers of the week’s finished runs. A digest never changes once it is made. Changes compare answers to the same \
             prompts by the same models in both weeks. A rate moved if the 95% interval of its change does not contain 0. Links lead to \
             views of the same days, whose numbers differ if brands were edited since.";

    settings = "주간 요약", "Weekly digest";
    settings_description =
        "매주 정해 둔 시각에 지난 7일을 몇 줄로 정리해요.",
        "Sums up the last seven days in a few lines, once a week.";
    is_on = "켜짐", "On";
    is_off = "꺼짐", "Off";
    next = "다음 요약", "Next digest";
    enabled = "매주 요약 만들기", "Make a digest every week";
    language = "이메일 언어", "E-mail language";
    recipients = "받는 사람", "Recipients";
    recipients_hint =
        "이메일 주소를 입력하세요. 여러 개를 붙여 넣어도 돼요.",
        "Type an e-mail address, or paste several.";
    invalid_recipient = "표시된 이메일 주소를 확인해 주세요.", "Check the marked e-mail addresses.";
    no_email =
        "이 플랫폼의 운영자가 이메일을 설정하지 않았어요. 요약은 콘솔에만 나타나요.",
        "The operator of this platform has not configured e-mail. Digests appear in the console only.";
    sent = "보냄", "Sent";
    not_sent(reason: &str) =
        format!("최근 요약을 보내지 못했어요: {reason}"),
        format!("The newest digest was not sent: {reason}");
    saved = "주간 요약 설정을 저장했어요.", "Digest settings saved.";
}
