use answerdeck_api::{DomainType, DomainTypeOrigin};

use super::findings::ordinal;
use super::metrics::{english_periods, korean_periods};
use crate::format::{count, counted, plural};

texts! {
    ranking = "인용 순위", "Most cited";
    view = "보기", "View";
    as_chart = "차트", "Chart";
    /// Domains or sites.
    level = "집계 단위", "Count by";
    domains = "도메인", "Domains";
    sites = "사이트", "Sites";
    domain_type = "유형", "Type";
    all_types = "모든 유형", "All types";
    type_name(domain_type: &DomainType): &'static str =
        match domain_type {
            DomainType::News => "뉴스",
            DomainType::Review => "리뷰",
            DomainType::Community => "커뮤니티",
            DomainType::Shop => "쇼핑몰",
            DomainType::Reference => "참고 자료",
            DomainType::Other | DomainType::Unknown(_) => "기타",
        },
        match domain_type {
            DomainType::News => "News",
            DomainType::Review => "Reviews",
            DomainType::Community => "Community",
            DomainType::Shop => "Shop",
            DomainType::Reference => "Reference",
            DomainType::Other | DomainType::Unknown(_) => "Other",
        };
    /// Where the type of a domain comes from. `None` without a type.
    type_origin(origin: Option<&DomainTypeOrigin>): &'static str =
        match origin {
            Some(DomainTypeOrigin::Organization) => "조직에서 지정한 유형이에요.",
            Some(_) => "잘 알려진 도메인 목록에 있는 유형이에요.",
            None => "목록에 없는 도메인이에요. 조직의 모두를 위해 유형을 지정할 수 있어요.",
        },
        match origin {
            Some(DomainTypeOrigin::Organization) => "Chosen by your organization.",
            Some(_) => "From the list of well-known domains.",
            None => "Not on the list of well-known domains. Choose a type, for everybody of your organization.",
        };
    /// The option that leaves the type to the list: its type, and whether another is chosen.
    type_of_list(name: Option<&str>, is_chosen: bool) =
        match name {
            Some(name) => format!("{name} (목록)"),
            None if is_chosen => "기본 유형".to_owned(),
            None => "없음".to_owned(),
        },
        match name {
            Some(name) => format!("{name} (list)"),
            None if is_chosen => "Default type".to_owned(),
            None => "None".to_owned(),
        };
    /// A domain of the own brand, or of another one by its name.
    type_of_brand(brand: Option<&str>) =
        {
            let brand = brand.map_or_else(|| "우리 브랜드".to_owned(), |name| format!("브랜드 ‘{name}’"));
            format!("{brand}의 웹사이트예요.")
        },
        match brand {
            Some(name) => format!("A website of the brand {name}."),
            None => "A website of your brand.".to_owned(),
        };
    methodology_types =
        "유형은 잘 알려진 도메인 목록에서 오고, 도메인 페이지에서 조직의 모두를 위해 바꿀 수 있어요. 브랜드의 웹사이트는 브랜드 이름으로 표시해요.",
        "Types come from a list of well-known domains. Your organization can change them on the page of a domain. Websites of brands have the name of the brand instead.";
    about(by_site: bool, shown: u64, all: Option<u64>, citations: u64) =
        {
            let kind = if by_site { "사이트" } else { "도메인" };
            match all {
                Some(all) if all > shown => {
                    format!("{kind} {}개 중 상위 {}개, 인용 {}건", count(all), count(shown), count(citations))
                }
                Some(all) => format!("{kind} {}개, 인용 {}건", count(all), count(citations)),
                None => format!("상위 {kind} {}개, 인용 {}건", count(shown), count(citations)),
            }
        },
        {
            let (one, several) = if by_site { ("site", "sites") } else { ("domain", "domains") };
            let shown = match all {
                Some(all) if all > shown => format!("Top {} of {} {several}", count(shown), count(all)),
                Some(all) => counted(all, one, several),
                None => format!("Top {} {several}", count(shown)),
            };
            format!("{shown}, {}", counted(citations, "citation", "citations"))
        };
    pages_about(pages: u64, citations: u64) =
        format!("페이지 {}개, 인용 {}건", count(pages), count(citations)),
        format!("{}, {}", counted(pages, "page", "pages"), counted(citations, "citation", "citations"));
    /// The choice between the two rankings: the most cited sources, and those without the own brand.
    ranked_by = "보기", "Show";
    missed = "우리가 빠진 곳", "Where you are missing";
    pages_level = "페이지", "Pages";
    /// Whether pages are listed, how many, the own brand, and the rivals.
    missed_about(is_page: bool, sources: u64, own: &str, rivals: &str) =
        {
            let kind = if is_page { "페이지" } else { "도메인" };
            format!("{own} 없이 경쟁 브랜드({rivals})를 언급한 답변이 인용한 {kind} {}개", count(sources))
        },
        {
            let (one, several) = if is_page { ("page", "pages") } else { ("domain", "domains") };
            let sources = counted(sources, one, several);
            format!("{sources} cited by answers that mention competitors ({rivals}) and not {own}")
        };
    missed_none(own: &str) =
        format!("{own} 없이 경쟁 브랜드만 언급한 답변이 인용한 출처가 없어요."),
        format!("No answer that mentions competitors and not {own} cites a source.");
    /// A source, the own brand, and the answers that name only rivals, that name the brand, and all.
    missed_finding(source: &str, own: &str, [gap, named, all]: [u64; 3]) =
        format!(
            "{source}: 인용한 답변 {}개 중 경쟁 브랜드만 언급 {}개, {own} 언급 {}개.",
            count(all),
            count(gap),
            count(named)
        ),
        format!(
            "{source}: of {} that {} it, {} mention only competitors and {} mention {own}.",
            counted(all, "answer", "answers"),
            plural(all, "cites", "cite"),
            count(gap),
            count(named)
        );
    /// The column of the answers that name only rivals.
    only_rivals = "경쟁 브랜드만", "Only competitors";
    /// The answers that name the own brand and all, on a phone.
    missed_narrow(named: u64, all: u64) =
        format!("답변 {}개 중 우리 브랜드 {}개", count(all), count(named)),
        format!("{} of {} mention your brand", count(named), counted(all, "answer", "answers"));
    methodology_missed =
        "조건에 맞는 성공한 답변을 집계했어요. 경쟁 브랜드만 = 출처를 인용하고 우리 브랜드 없이 경쟁 브랜드를 언급한 답변(다른 브랜드만 들어 있는 프롬프트의 답변 포함). 우리 브랜드 = 출처를 인용하고 우리 브랜드를 언급한 답변. 답변 = 출처를 인용한 모든 답변. 경쟁 브랜드는 우리 브랜드를 언급한 답변의 10% 이상에 함께 언급된 브랜드이고, 없으면 등록한 다른 브랜드 모두예요. 등록한 브랜드의 웹사이트는 제외해요. 많이 인용된 출처 1,000개 중 경쟁 브랜드만 언급한 답변이 많은 100개 안에서 표시해요.",
        "Counts the successful answers that match the filters. Only competitors: those that cite the source and mention a competitor and not your brand, also where the prompt names only other brands. Your brand: those that cite it and mention your brand. Answers: all that cite it. A competitor is a brand that at least 10% of the answers that mention your brand mention too or, if there is none, any other tracked brand. Websites of tracked brands are left out. Shows what remains of the 100 sources with the most answers that mention only competitors, of the 1,000 most cited ones.";
    rank = "순위", "Rank";
    pages = "인용된 페이지", "Cited pages";
    citations = "인용", "Citations";
    share = "비율", "Share";
    last_cited = "마지막 인용", "Last cited";
    /// The share and the answers of a source, on a phone.
    narrow(share: &str, answers: u64) =
        format!("{share} · 답변 {}개", count(answers)),
        format!("{share} · {}", counted(answers, "answer", "answers"));
    citations_in(citations: u64, answers: u64) =
        format!("답변 {}개에서 {}건", count(answers), count(citations)),
        format!("{} in {}", counted(citations, "citation", "citations"), counted(answers, "answer", "answers"));
    empty = "아직 인용된 출처가 없어요", "No sources yet";
    empty_description =
        "실행에서 답변을 수집하면 어떤 사이트를 인용하는지 확인할 수 있어요.",
        "When a run has collected answers, you can see here which sites they cite.";
    none_found = "조건에 맞는 출처가 없어요", "No sources match these filters";
    /// A domain that no answer cites.
    uncited = "이 도메인을 인용한 답변이 없어요", "No answer cites this domain";
    uncited_description = "인용된 도메인을 확인해 보세요.", "See which domains answers cite.";
    trend = "인용 비율 추이", "Share of citations over time";
    trend_about(domains: u64, first: &str, last: &str) =
        format!("도메인 {}개, {}.", count(domains), korean_periods(first, last)),
        format!("{}, {}.", counted(domains, "domain", "domains"), english_periods(first, last));
    finding_own(domain: &str, rank: u64, cited: u64) =
        format!("우리 브랜드 {domain}: 전체 {}위({}건).", count(rank), count(cited)),
        format!("Your {domain} is {} ({}).", ordinal(rank), count(cited));
    class_trend = "사이트 소유자별 인용 비율", "Citations by site owner";
    /// The newest share of each class.
    class_trend_about(last: &str) = format!("가장 최근: {last}."), format!("Most recently: {last}.");
    methodology_classes =
        "사이트 소유자별 차트는 조건에 맞는 성공한 답변의 인용을 우리 브랜드의 사이트, 다른 브랜드의 사이트, 기타로 나눴어요. 다른 브랜드와 함께 쓰는 사이트는 우리 브랜드로 집계해요. 비율 \
             = 그 기간의 해당 분류 인용 ÷ 그 기간의 모든 인용.",
        "The chart of site owners divides the citations of the successful answers that match the filters into those of your brand's \
             sites, of other brands' sites, and the rest. A site that your brand shares with another counts as yours. Share: the citations of a class in a period ÷ all citations in it.";
    /// The overlap of the answers to the same prompt in successive runs.
    stability(overlap: &str) =
        format!("인용된 도메인의 {overlap}가 다음 실행에서도 인용됐어요."),
        format!("{overlap} of cited domains stay from run to run.");
    methodology(citations: u64) =
        format!(
            "답변에 달린 출처 하나를 인용 1건으로 보고, 조건에 맞는 성공한 답변의 인용 {}건을 루트 도메인별로 집계했어요. 비율 = 도메인의 인용 ÷ \
             모든 인용. 답변 = 그 도메인을 한 번이라도 인용한 답변.",
            count(citations)
        ),
        format!(
            "A citation is one source of one answer. Counts the {} of the successful answers that match the filters, by \
             root domain. Share: citations of the domain ÷ all citations. Answers: those that cite the domain at least once.",
            counted(citations, "citation", "citations")
        );
    methodology_sites =
        "사이트는 루트 도메인이에요. 네이버 블로그·카페·스마트스토어, 티스토리, 브런치, 유튜브처럼 여러 사람이 함께 쓰는 곳에서는 주인별로 나눠요.",
        "A site is a root domain. Where many people have a part of one, such as blogs, shops and channels, it is the part of the owner.";
    methodology_trend =
        "추이는 조건에 맞는 성공한 답변을 집계했어요. 비율 = 기간 안의 도메인 인용 ÷ 기간 안의 모든 인용. 끝나지 않은 실행은 제외하고, 답변이 \
                            없는 기간은 비워 둬요. 유지되는 인용 도메인 = 프롬프트·모델·지역마다 연속된 두 실행의 답변을 한 쌍으로 \
                            보고, 두 답변이 함께 인용한 도메인 ÷ 어느 한쪽이라도 인용한 도메인을 평균한 값.",
        "The trend counts the successful answers that match the filters. Share: citations of the domain in a period ÷ all citations in \
                            it. Unfinished runs are left out, and a period without answers is a gap. Domains that stay: compares \
                            answers of two successive runs to the same prompt, by the same model, in the same region: domains that \
                            both cite ÷ domains that either cites, averaged over all pairs.";
    /// The answers of a page, and its address.
    answers_of(n: u64) = format!("{}개", count(n)), counted(n, "answer", "answers");
    visit = "사이트 열기", "Open the site";
}
