use crate::format::{count, counted};

texts! {
    title = "시작하기", "Get started";
    step_next = "다음 단계", "Next";
    step_later = "나중에", "Later";
    first_brand = "우리 브랜드와 경쟁 브랜드", "Your brand and its competitors";
    first_brand_about =
        "우리 브랜드를 웹사이트와 함께 추가하고, 비교할 경쟁 브랜드도 하나 이상 추가해 주세요.",
        "Add your brand with its website, and at least one competitor to compare it with.";
    /// The own brand, and how many others there are.
    brands_done(own: &str, rivals: u64) =
        format!("{own}, 경쟁 브랜드 {}개", count(rivals)),
        format!("{own} and {}", counted(rivals, "competitor", "competitors"));
    add_rival = "경쟁 브랜드 추가", "Add a competitor";
    first_prompts_about = "고객이 AI에게 질문할 내용을 모아 주세요.", "Collect what your customers ask AI engines.";
    suggest_about(site: &str) =
        format!("{site}의 키워드로 고객이 AI에게 할 만한 질문을 추천해 드려요."),
        format!("Get questions that customers may ask AI engines, from the keywords of {site}.");
    create_prompts = "프롬프트 만들기", "Create prompts";
    suggest = "질문 추천받기", "Suggest prompts";
    first_run = "첫 실행", "First run";
    first_run_about =
        "여러 AI 모델에 프롬프트를 질문해요. 비용은 실행 전에 확인할 수 있어요.",
        "Ask AI models your prompts. You see the price before you start.";
    no_credits =
        "크레딧이 없어요. 이 플랫폼의 운영자가 추가해야 실행할 수 있어요.",
        "There are no credits. The operator of this platform has to add some before you can start a run.";
    suggested = "추천 질문", "Suggested prompts";
    suggest_analyzing(site: &str) =
        format!("{site}의 키워드를 찾고 있어요."),
        format!("Finding the keywords of {site}.");
    suggested_about(site: &str, set: &str) =
        format!("{site}의 키워드로 만든 질문이에요. 자유롭게 고쳐 주세요. 새 세트 ‘{set}’에 추가돼요."),
        format!("Made from the keywords of {site}. Edit them freely. They go to a new set, “{set}”.");
    suggested_none =
        "한국어 질문으로 만들 만한 제품 키워드를 찾지 못했어요.",
        "The site has no product keywords to make English questions from.";
    /// The platform does not analyze sites.
    not_read = "이 플랫폼에서는 웹사이트의 키워드를 찾을 수 없어요.", "This platform cannot read websites.";
    change_site = "웹사이트 바꾸기", "Change the website";
    write_prompts = "직접 만들기", "Write your own";
    /// A question about a keyword, in one of several wordings.
    question(wording: usize, keyword: &str) =
        match wording % 4 {
            0 => format!("{keyword} 추천해 줘"),
            1 => format!("{keyword} 고를 때 뭘 봐야 해?"),
            2 => format!("요즘 인기 있는 {keyword} 알려 줘"),
            _ => format!("{keyword} 비교해 줘"),
        },
        match wording % 4 {
            0 => format!("Which {keyword} would you recommend?"),
            1 => format!("How do I choose the right {keyword}?"),
            2 => format!("Which {keyword} do most people buy?"),
            _ => format!("Which {keyword} should I buy, and which should I avoid?"),
        };
}
