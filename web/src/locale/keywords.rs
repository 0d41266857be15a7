use answerdeck_api::{Competition, SearchIntent};

use super::metrics::{english_periods, korean_periods};
use crate::format::{count, counted, plural};

texts! {
    description =
        "사람들이 Google과 네이버에서 얼마나 검색하는지 확인할 수 있어요.",
        "How often people search on Google and Naver.";
    provider = "검색 엔진", "Search engine";
    google = "Google", "Google";
    naver = "네이버", "Naver";
    both = "함께 보기", "Side by side";
    field_hint(max: usize) =
        format!("한 줄에 하나씩, 또는 쉼표로 구분해 입력하세요. 한 번에 {}개까지 조회해요.", count(max as u64)),
        format!("One per line, or separated by commas. Up to {} at once.", count(max as u64));
    country = "국가", "Country";
    look_up = "조회", "Look up";
    none_entered = "키워드를 입력해 주세요.", "Enter a keyword.";
    too_long(n: u64, max: usize, first: &str) =
        format!("키워드는 {max}자까지예요. {}개를 줄여 주세요: {first}", count(n)),
        format!("A keyword has at most {max} characters. Shorten {}: {first}", counted(n, "entry", "entries"));
    too_many(n: u64, max: u64) =
        format!("한 번에 {}개까지 조회할 수 있어요. 지금 {}개예요.", count(max), count(n)),
        format!("Look up at most {} keywords at once. There are {} now.", count(max), count(n));
    repeated(n: u64) =
        format!("중복 키워드 {}개는 제외했어요.", count(n)),
        format!("{} repeated {} skipped.", count(n), plural(n, "keyword was", "keywords were"));
    address_holds(fitting: u64, all: u64) =
        format!("주소에는 {}개 중 앞의 {}개만 담겨요. 새로고침하면 그만큼만 조회해요.", count(all), count(fitting)),
        format!(
            "The address has room for the first {} of {} keywords. A reload looks up only those.",
            count(fitting),
            count(all)
        );
    empty = "키워드를 입력해 보세요", "Enter keywords";
    empty_description =
        "월간 검색량과 추이, 경쟁도를 한눈에 확인할 수 있어요.",
        "See how often each is searched for, its trend, and how strong the competition is.";
    looking_up(engine: &str) = format!("{engine} 조회 중"), format!("Looking up on {engine}");
    stopped(done: u64, all: u64) =
        format!("{}개 중 {}개를 조회한 뒤 중지했어요.", count(all), count(done)),
        format!("Stopped after {} of {} keywords.", count(done), count(all));
    resume = "이어서 조회", "Continue";
    sample = "샘플 데이터", "Sample data";
    sample_about =
        "데모용으로 지어낸 수치예요. 실제 검색량이 아니에요.",
        "These numbers are invented for the demo. They are not real search volumes.";
    keyword = "키워드", "Keyword";
    volume = "월간 검색량", "Monthly searches";
    /// The part of the searches on both search engines that is Naver's.
    naver_share = "네이버 비중", "Naver’s share";
    not_read = "조회 전", "not loaded yet";
    change = "1년 전 대비", "Year over year";
    difficulty = "난이도", "Difficulty";
    cpc = "클릭당 비용", "Cost per click";
    intent = "검색 의도", "Intent";
    informational = "정보", "Informational";
    navigational = "사이트 이동", "Navigational";
    commercial = "비교", "Commercial";
    transactional = "구매", "Transactional";
    desktop = "PC", "Desktop";
    mobile = "모바일", "Mobile";
    competition = "경쟁도", "Competition";
    low = "낮음", "Low";
    medium = "중간", "Medium";
    high = "높음", "High";
    click_rate = "광고 클릭률", "Ad click rate";
    clicks = "광고 클릭 수", "Ad clicks";
    ads = "노출 광고 수", "Ads shown";
    desktop_mobile(desktop: &str, mobile: &str) =
        format!("PC {desktop} · 모바일 {mobile}"),
        format!("Desktop {desktop} · mobile {mobile}");
    below_ten = "10 미만", "under 10";
    /// The upper bound of a volume of which both parts are hidden.
    below_twenty = "20 미만", "under 20";
    without_small = "10 미만은 합계에서 제외", "without volumes under 10";
    hidden = "비공개", "hidden";
    skipped = "건너뜀", "skipped";
    suggestions = "자동완성", "Suggestions";
    related = "연관", "Related";
    suggestions_of(keyword: &str) = format!("‘{keyword}’ 자동완성 키워드"), format!("Suggestions for “{keyword}”");
    related_of(keyword: &str) = format!("‘{keyword}’ 연관 키워드"), format!("Related to “{keyword}”");
    no_others_description = "더 짧거나 흔한 키워드로 조회해 보세요.", "Try a shorter or a more common keyword.";
    select_all = "표시된 키워드 모두 선택", "Select all shown keywords";
    clear = "선택 해제", "Clear";
    add_selected(n: u64) = format!("{}개 목록에 추가", count(n)), format!("Add {} to the list", count(n));
    /// Makes prompts of the selected keywords, or of all.
    make_prompts(n: u64) =
        format!("{}개로 프롬프트 만들기", count(n)),
        format!("Create prompts from {}", counted(n, "keyword", "keywords"));
    unasked = "프롬프트 없음", "No prompt";
    only_unasked(n: u64) = format!("프롬프트 없는 키워드만 보기({}개)", count(n)), format!("Only without a prompt ({})", count(n));
    all_asked = "모든 키워드에 프롬프트가 있어요", "Every keyword has a prompt";
    all_asked_description =
        "각 키워드가 들어간 프롬프트가 있어요. 대소문자와 띄어쓰기는 구분하지 않아요.",
        "Each of them is part of a prompt. Case and spaces make no difference.";
    not_compared = "키워드를 프롬프트와 비교하지 못했어요.", "The keywords could not be compared with your prompts.";
    save_first(n: u64) = format!("앞의 {}개 저장", count(n)), format!("Save the first {}", count(n));
    make_prompts_title = "키워드로 프롬프트 만들기", "Create prompts from keywords";
    pattern = "문장 템플릿", "Prompt template";
    pattern_hint = "{keyword} 자리에 키워드가 들어가요.", "{keyword} is replaced by each keyword.";
    /// The template at first.
    question = "{keyword} 추천해 줘", "Which {keyword} would you recommend?";
    pattern_error = "키워드가 들어갈 자리에 {keyword}를 입력해 주세요.", "Write {keyword} where the keyword belongs.";
    last_months(n: usize) = format!("{n}개월"), format!("{n} months");
    unit = "단위", "Unit";
    estimated = "추정 검색량", "Estimated searches";
    relative = "상대 비율", "Relative";
    chart_google = "월별 검색량", "Searches by month";
    chart_estimated = "월별 추정 검색량", "Estimated searches by month";
    chart_relative = "월별 검색 비율", "Searches by month, relative";
    chart_about(shown: u64, all: u64, first: &str, last: &str) =
        {
            let shown = if shown < all {
                format!("{}개 중 {}개", count(all), count(shown))
            } else {
                format!("{}개", count(all))
            };
            format!("키워드 {shown}, {}.", korean_periods(first, last))
        },
        {
            let shown = if shown < all { format!("{} of {}", count(shown), count(all)) } else { count(all) };
            format!("{shown} {}, {}.", plural(all, "keyword", "keywords"), english_periods(first, last))
        };
    chart_change(keyword: &str, [(before, first), (after, last)]: [(&str, &str); 2]) =
        format!("‘{keyword}’ 검색량: {first} {before} → {last} {after}."),
        format!("“{keyword}”: {before} in {first}, {after} in {last}.");
    chart_none = "월별 데이터가 없어요.", "There is no data by month.";
    chart_hint(max: u64) =
        format!("표에서 키워드를 선택하면 그 키워드만 차트에 나와요(최대 {}개).", count(max)),
        format!("Select keywords in the table to see only those in the chart (up to {}).", count(max));
    searches(n: &str) = format!("{n}회"), format!("{n} searches");
    about_searches(n: &str) = format!("약 {n}회"), format!("about {n} searches");
    of_best(n: &str) = format!("최고치 대비 {n}"), format!("{n} of the peak month");
    /// The keywords without an absolute volume.
    no_anchor(keywords: &str) =
        format!("기준이 되는 검색량이 없어서 추정하지 못했어요: {keywords}. ‘상대 비율’에서는 확인할 수 있어요."),
        format!("No estimate, because their volume is unknown: {keywords}. “Relative” shows them.");
    trends_missing =
        "검색량은 조회했지만 추이를 가져오지 못했어요.",
        "The volumes were loaded, but the trends could not be.";
    trends_not_configured =
        "이 서버에는 네이버 추이(데이터랩)가 연결되어 있지 않아요. 검색량만 보여 드려요.",
        "This server has no Naver trends (DataLab). Only volumes are shown.";
    not_configured(provider: &str) =
        format!("{provider} 키워드 데이터가 연결되어 있지 않아요"),
        format!("{provider} keyword data is not set up");
    not_configured_description =
        "이 서버의 운영자가 데이터 제공사를 설정하면 쓸 수 있어요.",
        "The operator of this server can set up a data provider.";
    rejected(provider: &str) =
        format!("{provider} 데이터 제공사가 요청을 거부했어요"),
        format!("The provider of {provider} data rejected the request");
    rejected_description =
        "국가와 언어 조합이나 키워드의 형식을 확인해 주세요.",
        "Check the combination of country and language, and the spelling of the keywords.";
    rejected_keywords(keywords: &str) =
        format!("요청한 키워드: {keywords}"),
        format!("Keywords of the request: {keywords}");
    country_not_supported = "지원하지 않는 국가예요", "This country is not supported";
    country_not_supported_description = "다른 국가를 선택해 주세요.", "Select another country.";
    unavailable(provider: &str) =
        format!("{provider} 데이터 제공사가 응답하지 않아요"),
        format!("The provider of {provider} data is not responding");
    unavailable_description =
        "제공사 쪽 문제예요. 잠시 뒤 다시 시도해 주세요.",
        "The problem is at the provider. Try again in a moment.";
    skip(n: u64) = format!("{}개 건너뛰고 계속", count(n)), format!("Skip {} and continue", count(n));
    methodology_google =
        "월간 검색량은 선택한 국가와 언어에서 Google이 제공한 최근 12개월 평균이에요. 추이는 월별 검색량이고, 데이터가 없는 달은 선을 잇지 않아요. 난이도는 0~100으로, 높을수록 첫 페이지에 오르기 어려워요. 클릭당 비용은 미국 달러예요.",
        "Monthly searches are the average of the last 12 months that Google reports for the country and the language. The trend has the searches of each month; a month without data is a gap. Difficulty is 0 to 100: the higher, the harder it is to reach the first page. The cost per click is in US dollars.";
    methodology_naver =
        "월간 검색량은 네이버 검색광고가 제공한 PC와 모바일 검색 수의 합이고, 10 미만은 0으로 더해요. 추이는 데이터랩의 비율로, 검색이 가장 많은 달이 100이에요. 추정 검색량 = 비율 × (기준 달의 검색량 ÷ 기준 달의 비율). 기준 달의 검색량이 있을 때만 계산해요.",
        "Monthly searches are the sum of desktop and mobile searches that Naver Search Ad reports; a volume under 10 counts as 0. The trend has the ratios of DataLab, in which the peak month is 100. Estimated searches = ratio × (searches of the anchor month ÷ ratio of the anchor month). Without the searches of the anchor month there is no estimate.";
    methodology_both =
        "네이버 비중 = 네이버 월간 검색량 ÷ (Google 월간 검색량 + 네이버 월간 검색량). Google은 선택한 국가와 언어의 최근 12개월 평균이고 네이버는 최근 30일의 PC와 모바일 검색 수예요. 집계하는 방법이 달라서 어느 쪽에서 더 많이 검색하는지 가늠하는 데만 참고하세요. 한쪽이 비공개이거나 데이터가 없으면 비중을 계산하지 않아요.",
        "Naver’s share = Naver’s monthly searches ÷ (Google’s + Naver’s). Google’s number is the average of the last 12 months in the selected country and language, Naver’s is that of the last 30 days on desktop and mobile. They are counted differently, so the share only tells where a keyword is searched for more. It is missing where one of them is hidden or unknown.";
}

impl Texts {
    /// The name of an intent. One that is new to this console has the platform's name.
    pub fn intent<'a>(&self, intent: &'a SearchIntent) -> &'a str {
        match intent {
            SearchIntent::Informational => self.informational,
            SearchIntent::Navigational => self.navigational,
            SearchIntent::Commercial => self.commercial,
            SearchIntent::Transactional => self.transactional,
            SearchIntent::Unknown(name) => name,
        }
    }

    /// The name of a level of competition. One that is new to this console has the platform's name.
    pub fn competition<'a>(&self, competition: &'a Competition) -> &'a str {
        match competition {
            Competition::Low => self.low,
            Competition::Medium => self.medium,
            Competition::High => self.high,
            Competition::Unknown(name) => name,
        }
    }
}
