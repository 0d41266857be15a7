use answerdeck_api::{ModelCode, ModelRoute, ModelStop};

texts! {
    /// The name of the filter.
    route = "수집 경로", "Route";
    all = "모든 경로(합산)", "All routes (combined)";
    /// Leads from the numbers of one route to those of all.
    count_all = "모든 경로의 답변 합산해 보기.", "Count the answers by all routes.";
    api_about =
        "모델 API로 받은 답변이에요. 사람들이 서비스에서 보는 답변과 다를 수 있어요.",
        "An answer from the model’s API. People may see a different one in the product.";
    surface = "서비스 화면", "As people see it";
    surface_about = "사람들이 서비스에서 보는 그대로의 답변이에요.", "The answer as people see it in the product.";
    stand_in = "로컬", "Local";
    stand_in_about =
        "실제 서비스가 아니라 이 서버가 대신 답변해요.",
        "This server answers in place of the real service.";
    /// The name of the service of a model, where it differs from that of the platform.
    service: fn(&ModelCode) -> Option<&'static str> =
        |code| match code {
            ModelCode::GoogleOverview => Some("Google AI 개요"),
            ModelCode::GoogleAi => Some("Google AI 모드"),
            ModelCode::NaverAiBriefing => Some("네이버 AI 브리핑"),
            ModelCode::NaverAiTab => Some("네이버 AI 탭"),
            _ => None,
        },
        |_| None;
    /// The caveat of a number that counts several routes.
    mixed = "여러 경로 합산", "several routes combined";
    /// The caveat of a number whose routes could not be read.
    unknown = "수집 경로 확인 못 함", "routes unknown";
    credentials =
        "제공사가 인증 정보를 거부해 멈췄어요. 운영자가 해결하면 이어서 수집해요.",
        "Stopped: the provider refuses the credentials. Items are waiting for the operator.";
    billing =
        "제공사 계정에서 결제할 수 없어 멈췄어요. 운영자가 해결하면 이어서 수집해요.",
        "Stopped: the provider’s account cannot pay. Items are waiting for the operator.";
    spend_limit =
        "오늘 지출 한도에 도달해 멈췄어요. UTC 자정이 지나면 이어서 수집해요.",
        "Stopped: today’s spending limit is reached. Items continue after midnight UTC.";
    model_unavailable =
        "제공사에 설정된 모델이 없어 멈췄어요. 운영자가 모델 이름을 고치면 이어서 수집해요.",
        "Stopped: the provider does not offer the configured model. Items are waiting for the operator.";
    no_engine =
        "이 서버에 이 모델의 엔진이 없어요. 운영자가 추가하면 이어서 수집해요.",
        "This server has no engine for the model. Items are waiting for the operator.";
    /// The server has no engine at all.
    no_engines =
        "질문할 수 있는 모델이 없어요. 운영자가 파일에 모델별 제공사를 적고 서버를 --engines 옵션으로 시작해야 해요.",
        "No model can be asked. The operator has to name the provider of each model in a file, and start the server with --engines.";
    stopped = "지금은 답변을 받을 수 없어요. 항목은 대기 중이에요.", "Stopped. Items are waiting.";
}

/// Answers that came by a route. Without one, any answers.
pub(super) fn korean_answers(route: Option<&ModelRoute>) -> String {
    route.map_or_else(|| "답변".to_owned(), |route| format!("{} 답변", KOREAN.name(route).0))
}

/// An answer that came by a route, and several. Without a route, any answers.
pub(super) fn english_answers(route: Option<&ModelRoute>) -> [String; 2] {
    ["answer", "answers"].map(|noun| match route {
        None => noun.to_owned(),
        Some(ModelRoute::Api) => format!("API {noun}"),
        Some(ModelRoute::Surface) => format!("{noun} in the products"),
        Some(ModelRoute::StandIn) => format!("local {noun}"),
        Some(ModelRoute::Unknown(code)) => format!("{code} {noun}"),
    })
}

impl Texts {
    /// The short name of a route, and what it means. A route that is new to this console has its code, and no explanation.
    pub fn name<'a>(&self, route: &'a ModelRoute) -> (&'a str, &'static str) {
        match route {
            ModelRoute::Api => ("API", self.api_about),
            ModelRoute::Surface => (self.surface, self.surface_about),
            ModelRoute::StandIn => (self.stand_in, self.stand_in_about),
            ModelRoute::Unknown(code) => (code, ""),
        }
    }

    /// Why an engine is stopped.
    pub fn stop(&self, stop: &ModelStop) -> &'static str {
        match stop {
            ModelStop::Credentials => self.credentials,
            ModelStop::Billing => self.billing,
            ModelStop::SpendLimit => self.spend_limit,
            ModelStop::ModelUnavailable => self.model_unavailable,
            ModelStop::Unknown(_) => self.stopped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_say_by_which_route_they_came() {
        for (route, korean, english) in [
            (None, "답변", ["answer", "answers"]),
            (Some(ModelRoute::Api), "API 답변", ["API answer", "API answers"]),
            (Some(ModelRoute::Surface), "서비스 화면 답변", ["answer in the products", "answers in the products"]),
            (Some(ModelRoute::StandIn), "로컬 답변", ["local answer", "local answers"]),
        ] {
            assert_eq!(korean_answers(route.as_ref()), korean);
            assert_eq!(english_answers(route.as_ref()), english);
        }
    }
}
