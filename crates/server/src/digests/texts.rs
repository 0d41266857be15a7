//! What a digest as e-mail says and the console does not, in Korean and English. Braces hold the numbers of what is put in.

use crate::language::texts;

texts! {
    product = "주간 요약", "Weekly digest";
    /// First day, last day.
    period = "{0}부터 {1}까지, ", "{0} to {1}, ";
    day = "%-m월 %-d일", "%B %-d";
    to_overview = "개요에서 보기", "See it in the overview";
    to_brands = "브랜드 비교 보기", "Compare the brands";
    to_prompts = "프롬프트 보기", "See the prompts";
    to_sources = "출처 보기", "See the sources";
    to_alerts = "알림 보기", "See the alerts";
    to_schedules = "일정 보기", "See the schedules";
    to_failed = "받지 못한 답변 보기", "See the failed answers";
    to_digest = "Answerdeck에서 요약 열기", "Open the digest in Answerdeck";
    /// Organization.
    why = "{0} 조직의 설정에 이 주소가 등록되어 있어 보내 드렸어요.", "You get this e-mail because your address is in the settings of {0}.";
    unsubscribe = "그만 받기", "Unsubscribe";
    settings = "설정", "Settings";
}
