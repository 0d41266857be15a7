use answerdeck_api::{EventType, WebhookDeliveryFailure, WebhookDisabledReason};

use crate::format::{count, counted};

texts! {
    title = "웹훅", "Webhooks";
    description =
        "실행 완료 같은 이벤트를 정해 둔 주소로 보내요.",
        "Sends events, such as a finished run, to an address of yours.";
    new = "새 웹훅", "New webhook";
    edit = "웹훅 수정", "Edit webhook";
    empty = "아직 웹훅이 없어요", "No webhooks yet";
    empty_description =
        "내 서버, Slack, Discord의 주소를 쓸 수 있어요.",
        "Use the address of your own server, or of Slack or Discord.";
    url_hint =
        "Slack과 Discord에서는 웹훅을 만들 때 받은 주소를 그대로 넣으면 돼요.",
        "For Slack and Discord, paste the webhook address that they gave you.";
    url_error = "http나 https로 시작하는 주소를 입력해 주세요.", "Enter an address that begins with http or https.";
    format = "형식", "Format";
    language = "메시지 언어", "Language of messages";
    events = "받을 이벤트", "Events";
    events_error = "하나 이상 선택해 주세요.", "Choose at least one.";
    run_finished = "실행이 끝남", "A run has finished";
    alert_fired = "알림이 생김", "An alert has fired";
    digest_ready = "주간 요약이 준비됨", "A digest is ready";
    schedule_skipped = "일정이 실행을 건너뜀", "A schedule has skipped a run";
    site_analysis_finished = "사이트 분석이 끝남", "A site analysis has finished";
    webhook_test = "테스트", "Test";
    created = "웹훅을 만들었어요.", "Webhook created.";
    saved = "웹훅을 저장했어요.", "Webhook saved.";
    enabled = "켜짐", "Enabled";
    disabled = "꺼짐", "Disabled";
    disabled_by_person = "꺼 두어서 이벤트를 보내지 않아요.", "It was turned off, and gets no events.";
    gone =
        "받는 쪽에서 더는 받지 않겠다고 응답해서(상태 코드 410) 껐어요. 주소를 확인하고 다시 켜 주세요.",
        "Disabled because the receiver responded that it is gone (status 410). Check the address, then enable it again.";
    failing =
        "하루 넘게 보내지 못해서 껐어요. 받는 쪽을 고친 뒤 다시 켜 주세요.",
        "Disabled because deliveries failed for more than a day. Fix the receiver, then enable it again.";
    enable = "켜기", "Enable";
    disable = "끄기", "Disable";
    test = "테스트 보내기", "Send a test";
    deleted = "웹훅을 삭제했어요.", "Webhook deleted.";
    not_deleted(reason: &str) =
        format!("웹훅을 삭제하지 못했어요. {reason}"),
        format!("The webhook could not be deleted. {reason}");
    keep = "그대로 두기", "Keep it";
    secret = "서명 키", "Signing secret";
    secret_note =
        "이 키로 서명을 확인하면 정말 여기서 보낸 이벤트인지 알 수 있어요. 지금만 볼 수 있으니 받는 쪽에 저장해 두세요.",
        "The receiver uses it to verify that a delivery is from here. It is shown only once: store it at the receiver now.";
    secret_is_kept = "저장했어요", "I have stored it";
    rotate = "서명 키 바꾸기", "New secret";
    rotate_title = "서명 키를 새로 만들까요?", "Create a new signing secret?";
    rotate_note =
        "하루 동안은 지금 키로도 서명하니, 그 안에 받는 쪽의 키를 바꿔 주세요.",
        "The current secret keeps working for a day. Replace it at the receiver by then.";
    deliveries = "전송 기록", "Deliveries";
    no_deliveries = "아직 보낸 이벤트가 없어요", "Nothing sent yet";
    no_deliveries_description = "테스트를 보내 제대로 받는지 확인해 보세요.", "Send a test to see whether it arrives.";
    pending = "대기 중", "Pending";
    succeeded = "보냄", "Delivered";
    attempts(n: u64) = format!("{}번 시도", count(n)), counted(n, "attempt", "attempts");
    next_attempt = "다음 시도", "Next attempt";
    responded(status: u16) = format!("상태 코드 {status}"), format!("Status {status}");
    request = "보낸 내용", "Request";
    response = "응답", "Response";
    resend = "다시 보내기", "Send again";
    resent = "다시 보내고 있어요.", "It is being sent again.";
    /// Why an attempt failed.
    redirect =
        "다른 주소로 이동하라는 응답이에요. 자동으로 이동하지 않으니, 옮겨 간 주소를 직접 입력해 주세요.",
        "The response is a redirect. It is not followed: enter the address that it leads to.";
    timed_out = "15초 안에 응답이 없었어요.", "There was no response within 15 seconds.";
    address = "보낼 수 없는 주소예요.", "Nothing can be sent to this address.";
    unknown_host =
        "주소를 찾을 수 없어요. 웹훅 주소가 맞는지 확인해 주세요.",
        "The address was not found. Check the URL of the webhook.";
    private_address = "호스트에 공개된 주소가 없어요.", "The host has no public address.";
    unreachable = "호스트에 연결할 수 없어요.", "The host cannot be reached.";
    certificate = "호스트의 인증서를 믿을 수 없어요.", "The host’s certificate cannot be trusted.";
    ended_by_disabling = "보내기 전에 웹훅이 꺼졌어요.", "The webhook was disabled before it was sent.";
}

impl Texts {
    /// The name of a type of event. The type itself if it is newer than the console.
    pub fn event(&self, event: &EventType) -> String {
        match event {
            EventType::RunFinished => self.run_finished,
            EventType::AlertFired => self.alert_fired,
            EventType::DigestReady => self.digest_ready,
            EventType::ScheduleSkipped => self.schedule_skipped,
            EventType::SiteAnalysisFinished => self.site_analysis_finished,
            EventType::WebhookTest => self.webhook_test,
            EventType::Unknown(name) => name,
        }
        .to_owned()
    }

    pub fn why_disabled(&self, reason: Option<&WebhookDisabledReason>) -> String {
        match reason {
            Some(WebhookDisabledReason::Gone) => self.gone,
            Some(WebhookDisabledReason::Failing) => self.failing,
            Some(WebhookDisabledReason::Unknown(_)) | None => self.disabled_by_person,
        }
        .to_owned()
    }

    /// Why an attempt failed. `None` if the status of the response says it.
    pub fn failure(&self, failure: &WebhookDeliveryFailure) -> Option<&'static str> {
        match failure {
            WebhookDeliveryFailure::Redirect => Some(self.redirect),
            WebhookDeliveryFailure::TimedOut => Some(self.timed_out),
            WebhookDeliveryFailure::Address => Some(self.address),
            WebhookDeliveryFailure::UnknownHost => Some(self.unknown_host),
            WebhookDeliveryFailure::PrivateAddress => Some(self.private_address),
            WebhookDeliveryFailure::Unreachable => Some(self.unreachable),
            WebhookDeliveryFailure::Certificate => Some(self.certificate),
            WebhookDeliveryFailure::Disabled => Some(self.ended_by_disabling),
            WebhookDeliveryFailure::Status | WebhookDeliveryFailure::Unknown(_) => None,
        }
    }
}
