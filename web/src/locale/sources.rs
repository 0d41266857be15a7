//! Texts about the sources that answers cite.

use answerdeck_api::{DomainType, DomainTypeOrigin};

use super::findings::ordinal;
use super::metrics::{english_periods, korean_periods};
use crate::format::{count, counted};

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
    type_name: fn(&DomainType) -> &'static str =
        |domain_type| match domain_type {
            DomainType::News => "뉴스",
            DomainType::Review => "리뷰",
            DomainType::Community => "커뮤니티",
            DomainType::Shop => "쇼핑몰",
            DomainType::Reference => "참고 자료",
            DomainType::Other | DomainType::Unknown(_) => "기타",
        },
        |domain_type| match domain_type {
            DomainType::News => "News",
            DomainType::Review => "Reviews",
            DomainType::Community => "Community",
            DomainType::Shop => "Shop",
            DomainType::Reference => "Reference",
            DomainType::Other | DomainType::Unknown(_) => "Other",
        };
    /// Where the type of a domain comes from. `None` without a type.
    type_origin: fn(Option<&DomainTypeOrigin>) -> &'static str =
        |origin| match origin {
            Some(DomainTypeOrigin::Organization) => "조직에서 지정한 유형이에요.",
            Some(_) => "잘 알려진 도메인 목록에 있는 유형이에요.",
            None => "목록에 없는 도메인이에요. 조직의 모두를 위해 유형을 지정할 수 있어요.",
        },
        |origin| match origin {
            Some(DomainTypeOrigin::Organization) => "Chosen by your organization.",
            Some(_) => "From the list of well-known domains.",
            None => "Not on the list of well-known domains. Choose a type, for everybody of your organization.",
        };
    /// The option that leaves the type to the list: its type, and whether another is chosen.
    type_of_list: fn(Option<&str>, bool) -> String =
        |name, is_chosen| match name {
            Some(name) => format!("{name} (목록)"),
            None if is_chosen => "기본 유형".to_owned(),
            None => "없음".to_owned(),
        },
        |name, is_chosen| match name {
            Some(name) => format!("{name} (list)"),
            None if is_chosen => "Default type".to_owned(),
            None => "None".to_owned(),
        };
    /// A domain of the own brand, or of another one by its name.
    type_of_brand: fn(Option<&str>) -> String =
        |brand| {
            let brand = brand.map_or_else(|| "우리 브랜드".to_owned(), |name| format!("브랜드 ‘{name}’"));
            format!("{brand}의 웹사이트예요.")
        },
        |brand| match brand {
            Some(name) => format!("A website of the brand {name}."),
            None => "A website of your brand.".to_owned(),
        };
    methodology_types =
        "유형은 잘 알려진 도메인 목록에서 오고, 도메인 페이지에서 조직의 모두를 위해 바꿀 수 있어요. 브랜드의 웹사이트는 브랜드 이름으로 표시해요.",
        "Types come from a list of well-known domains. Your organization can change them on the page of a domain. Websites of brands have the name of the brand instead.";
    /// Whether sites are ranked, the domains or sites shown, of all, and all citations.
    about: fn(bool, u64, Option<u64>, u64) -> String =
        |by_site, shown, all, citations| {
            let kind = if by_site { "사이트" } else { "도메인" };
            match all {
                Some(all) if all > shown => {
                    format!("{kind} {}개 중 상위 {}개, 인용 {}건", count(all), count(shown), count(citations))
                }
                Some(all) => format!("{kind} {}개, 인용 {}건", count(all), count(citations)),
                None => format!("상위 {kind} {}개, 인용 {}건", count(shown), count(citations)),
            }
        },
        |by_site, shown, all, citations| {
            let (one, several) = if by_site { ("site", "sites") } else { ("domain", "domains") };
            let shown = match all {
                Some(all) if all > shown => format!("Top {} of {} {several}", count(shown), count(all)),
                Some(all) => counted(all, one, several),
                None => format!("Top {} {several}", count(shown)),
            };
            format!("{shown}, {}", counted(citations, "citation", "citations"))
        };
    /// The pages shown and the citations of the domain.
    pages_about: fn(u64, u64) -> String =
        |pages, citations| format!("페이지 {}개, 인용 {}건", count(pages), count(citations)),
        |pages, citations| {
            format!("{}, {}", counted(pages, "page", "pages"), counted(citations, "citation", "citations"))
        };
    rank = "순위", "Rank";
    pages = "인용된 페이지", "Cited pages";
    citations = "인용", "Citations";
    share = "비율", "Share";
    last_cited = "마지막 인용", "Last cited";
    /// The share and the answers of a source, on a phone.
    narrow: fn(&str, u64) -> String =
        |share, answers| format!("{share} · 답변 {}개", count(answers)),
        |share, answers| format!("{share} · {}", counted(answers, "answer", "answers"));
    /// Citations and answers of a source.
    citations_in: fn(u64, u64) -> String =
        |citations, answers| format!("답변 {}개에서 {}건", count(answers), count(citations)),
        |citations, answers| {
            format!("{} in {}", counted(citations, "citation", "citations"), counted(answers, "answer", "answers"))
        };
    empty = "아직 인용된 출처가 없어요", "No sources yet";
    empty_description =
        "실행에서 답변을 수집하면 어떤 사이트를 인용하는지 확인할 수 있어요.",
        "When a run has collected answers, you can see here which sites they cite.";
    none_found = "조건에 맞는 출처가 없어요", "No sources match these filters";
    /// A domain that no answer cites.
    uncited = "이 도메인을 인용한 답변이 없어요", "No answer cites this domain";
    uncited_description = "인용된 도메인을 확인해 보세요.", "See which domains answers cite.";
    trend = "인용 비율 추이", "Share of citations over time";
    /// The number of domains, and the first and the last period.
    trend_about: fn(u64, &str, &str) -> String =
        |domains, first, last| format!("도메인 {}개, {}.", count(domains), korean_periods(first, last)),
        |domains, first, last| {
            format!("{}, {}.", counted(domains, "domain", "domains"), english_periods(first, last))
        };
    /// A domain of the own brand, its rank and its citations.
    finding_own: fn(&str, u64, u64) -> String =
        |domain, rank, cited| {
            format!("우리 브랜드 {domain}: 전체 {}위({}건).", count(rank), count(cited))
        },
        |domain, rank, cited| {
            format!("Your {domain} is {} ({}).", ordinal(rank), count(cited))
        };
    class_trend = "사이트 소유자별 인용 비율", "Citations by site owner";
    /// The newest share of each class.
    class_trend_about: fn(&str) -> String =
        |last| format!("가장 최근: {last}."),
        |last| format!("Most recently: {last}.");
    methodology_classes =
        "사이트 소유자별 차트는 조건에 맞는 성공한 답변의 인용을 우리 브랜드의 사이트, 다른 브랜드의 사이트, 기타로 나눴어요. 다른 브랜드와 함께 쓰는 사이트는 우리 브랜드로 집계해요. 비율 \
             = 그 기간의 해당 분류 인용 ÷ 그 기간의 모든 인용.",
        "The chart of site owners divides the citations of the successful answers that match the filters into those of your brand's \
             sites, of other brands' sites, and the rest. A site that your brand shares with another counts as yours. Share: the citations of a class in a period ÷ all citations in it.";
    /// The overlap of the answers to the same prompt in successive runs.
    stability: fn(&str) -> String =
        |overlap| format!("인용된 도메인의 {overlap}가 다음 실행에서도 인용됐어요."),
        |overlap| format!("{overlap} of cited domains stay from run to run.");
    methodology: fn(u64) -> String =
        |citations| {
            format!(
                "답변에 달린 출처 하나를 인용 1건으로 보고, 조건에 맞는 성공한 답변의 인용 {}건을 루트 도메인별로 집계했어요. 비율 = 도메인의 인용 ÷ \
                 모든 인용. 답변 = 그 도메인을 한 번이라도 인용한 답변.",
                count(citations)
            )
        },
        |citations| {
            format!(
                "A citation is one source of one answer. Counts the {} of the successful answers that match the filters, by \
                 root domain. Share: citations of the domain ÷ all citations. Answers: those that cite the domain at least once.",
                counted(citations, "citation", "citations")
            )
        };
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
    answers_of: fn(u64) -> String = |n| format!("{}개", count(n)), |n| counted(n, "answer", "answers");
    visit = "사이트 열기", "Open the site";
}
