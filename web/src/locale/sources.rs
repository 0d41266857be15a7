use answerdeck_api::{DomainType, DomainTypeOrigin};

use super::findings::{english_points, ordinal};
use super::metrics::{english_periods, korean_periods};
use crate::format::{count, counted, percentage_points, plural};

texts! {
    ranking = "인용 순위", "Most cited";
    /// A table or a chart.
    display = "표시 방식", "Display";
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
    type_is(name: Option<&str>) =
        format!("유형: {}", name.unwrap_or("없음")),
        format!("Type: {}", name.unwrap_or("none"));
    change_type = "변경", "Change";
    type_of_organization = "조직 전체에 적용되는 유형", "Type for your whole organization";
    /// Where the type of a domain comes from. `None` without a type.
    type_origin(origin: Option<&DomainTypeOrigin>): &'static str =
        match origin {
            Some(DomainTypeOrigin::Organization) => "조직에서 지정한 유형이에요.",
            Some(_) => "기본 목록에서 정한 유형이에요.",
            None => "기본 목록에 없는 도메인이에요.",
        },
        match origin {
            Some(DomainTypeOrigin::Organization) => "Chosen by your organization.",
            Some(_) => "From the list of well-known domains.",
            None => "Not on the list of well-known domains.",
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
        "유형은 기본 목록을 따르며, 도메인 페이지에서 바꾸면 조직 전체에 적용돼요. 브랜드의 웹사이트에는 유형 대신 브랜드 이름을 표시해요.",
        "Types come from a list of well-known domains. Your organization can change them on the page of a domain. Websites of brands have the name of the brand instead.";
    about(by_site: bool, shown: u64, all: Option<u64>, citations: u64) =
        {
            let kind = korean_domain(by_site);
            match all {
                Some(all) if all > shown => {
                    format!("{kind} {}개 중 상위 {}개, 인용 {}건", count(all), count(shown), count(citations))
                }
                Some(all) => format!("{kind} {}개, 인용 {}건", count(all), count(citations)),
                None => format!("상위 {kind} {}개, 인용 {}건", count(shown), count(citations)),
            }
        },
        {
            let shown = match all {
                Some(all) if all > shown => format!("Top {} of {}", count(shown), counted_domains(by_site, all)),
                Some(all) => counted_domains(by_site, all),
                None => format!("Top {}", counted_domains(by_site, shown)),
            };
            format!("{shown}, {}", counted(citations, "citation", "citations"))
        };
    pages_about(pages: u64, citations: u64) =
        format!("페이지 {}개, 인용 {}건", count(pages), count(citations)),
        format!("{}, {}", counted(pages, "page", "pages"), counted(citations, "citation", "citations"));
    gaps = "우리가 빠진 곳", "Where you are missing";
    changes = "신규·이탈", "New and lost";
    pages_level = "페이지", "Pages";
    /// Whether pages are listed, how many, the own brand, and the rivals.
    gaps_about(is_page: bool, sources: u64, own: &str, rivals: &str) =
        format!(
            "{own} 없이 경쟁 브랜드({rivals})를 언급한 답변이 인용한 {} {}개(다른 브랜드만 들어 있는 프롬프트의 답변도 포함)",
            korean_source(is_page),
            count(sources)
        ),
        format!(
            "{} cited by answers that mention competitors ({rivals}) and not {own}, including answers to prompts that name \
             only other brands",
            counted_sources(is_page, sources)
        );
    gaps_none(own: &str) =
        format!("{own} 없이 경쟁 브랜드만 언급한 답변이 인용한 출처가 없어요."),
        format!("No answer that mentions competitors and not {own} cites a source.");
    /// A source, the own brand, and the answers that name only rivals, that name the brand, and all.
    gap_finding(source: &str, own: &str, [gap, named, all]: [u64; 3]) =
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
    /// A source, the domain of a page with a title, the own brand, and the `difference` below 0.
    difference_finding(source: &str, domain: Option<&str>, own: &str, difference: f64) =
        {
            let domain = domain.map(|domain| format!("({domain})")).unwrap_or_default();
            let points = percentage_points(difference.abs(), "%p").replace('+', "");
            format!("{source}{domain} 인용 답변의 {own} 언급률은 같은 프롬프트의 다른 답변보다 {points} 낮아요.")
        },
        {
            let domain = domain.map(|domain| format!(" ({domain})")).unwrap_or_default();
            let points = english_points(difference.abs()).replace('+', "");
            format!("Answers that cite {source}{domain} mention {own} {points} less often than others to the same prompts.")
        };
    /// How much higher the mention rate of the own brand is in answers that cite a source than in others to the same prompts.
    difference = "차이", "Difference";
    /// What it is of, and the rates without regard to prompts, which may differ otherwise, with the answers that name the brand, of all.
    difference_of(sides: [(String, [u64; 2]); 2]) =
        {
            let [citing, others] =
                sides.map(|(rate, [named, all])| format!("{rate}({}개 중 {}개)", count(all), count(named)));
            format!(
                "프롬프트별로 비교한 차이의 가중 평균이에요. 모든 프롬프트를 합치면 인용한 답변 {citing}, 다른 답변 {others}예요."
            )
        },
        {
            let [citing, others] =
                sides.map(|(rate, [named, all])| format!("{rate} ({} of {})", count(named), count(all)));
            format!(
                "A weighted mean of the differences prompt by prompt. All prompts together: {citing} in answers that cite it, \
                 {others} in others."
            )
        };
    /// The columns of a file: the difference if it is significant, and what it compares the answers that cite the source with.
    significant_difference = "유의한 차이", "Significant difference";
    others_naming_own = "우리 브랜드를 언급한 다른 답변", "Other answers that mention your brand";
    others = "다른 답변", "Other answers";
    /// The answers that name only rivals, of all that cite the source.
    gap_share = "경쟁 브랜드만 (비율)", "Only competitors (share)";
    /// The answers that name the own brand and all, on a phone.
    gap_narrow(named: u64, all: u64) =
        format!("답변 {}개 중 우리 브랜드 {}개", count(all), count(named)),
        format!("{} of {} mention your brand", count(named), counted(all, "answer", "answers"));
    methodology_gaps =
        "조건에 맞는 성공한 답변을 집계했어요.\n경쟁 브랜드만 = 출처를 인용하고 우리 브랜드 없이 경쟁 브랜드를 언급한 답변(다른 브랜드만 들어 있는 프롬프트의 답변도 집계하지만, 그런 답변뿐인 출처는 제외). 옆의 비율 = 경쟁 브랜드만 ÷ 답변.\n우리 브랜드 = 출처를 인용하고 우리 브랜드를 언급한 답변.\n답변 = 출처를 인용한 모든 답변.\n차이 = 같은 프롬프트를 같은 모델과 지역에 질문해서 받은 답변끼리 비교한 값으로, 출처를 인용한 답변의 우리 브랜드 언급률 − 인용하지 않은 답변의 언급률(양쪽 답변이 모두 있는 프롬프트의 가중 평균). 유의하면 ▲나 ▼로 표시하고, 인용이 원인이라는 뜻은 아니에요. 언급률이 유의하게 낮은 출처부터 표시해요.\n경쟁 브랜드 = 우리 브랜드를 언급한 답변의 10% 이상에 함께 언급된 브랜드. 없으면 등록한 다른 브랜드 모두예요.\n등록한 브랜드의 웹사이트는 제외해요. 많이 인용된 출처 1,000개 중 경쟁 브랜드만 언급한 답변이 많은 100개 안에서 표시해요.",
        "Counts the successful answers that match the filters.\nOnly competitors: those that cite the source and mention a competitor and not your brand, also where the prompt names only other brands, but sources with only such answers are left out. The share beside it is that of all answers that cite the source.\nYour brand: those that cite it and mention your brand.\nAnswers: all that cite it.\nDifference: among answers to the same prompts by the same models in the same regions, the mention rate of your brand in those that cite the source − that in the others, as a weighted mean over the prompts with both. It has a ▲ or a ▼ if it is significant, and proves no cause. Sources with a significantly lower rate come first.\nA competitor is a brand that at least 10% of the answers that mention your brand mention too or, if there is none, any other tracked brand.\nWebsites of tracked brands are left out. Shows what remains of the 100 sources with the most answers that mention only competitors, of the 1,000 most cited ones.";
    /// The column of `new` or `lost` in the file of both.
    change = "구분", "Change";
    new = "신규", "New";
    lost = "이탈", "Lost";
    /// The days of the period and of the one before, or none for runs, and the answers and prompts of both. Prompts are said if they
    /// differ.
    changes_about(days: Option<[&str; 2]>, [answers, prompts]: [u64; 2], [answers_before, prompts_before]: [u64; 2]) =
        {
            let sample = |answers, of| match prompts == prompts_before {
                true => format!("답변 {}개", count(answers)),
                false => format!("답변 {}개(프롬프트 {}개)", count(answers), count(of)),
            };
            let [this, before] = match days {
                Some([this, before]) => [this.to_owned(), format!("그 전 {before}")],
                None => ["이 실행".to_owned(), "이전 실행".to_owned()],
            };
            format!("{this} {}, {before} {}", sample(answers, prompts), sample(answers_before, prompts_before))
        },
        {
            let sample = |answers, of| {
                let answers = counted(answers, "answer", "answers");
                match prompts == prompts_before {
                    true => answers,
                    false => format!("{answers} ({})", counted(of, "prompt", "prompts")),
                }
            };
            let [this, before] = match days {
                Some([this, before]) => [this.to_owned(), format!("before, {before}")],
                None => ["This run".to_owned(), "the run before".to_owned()],
            };
            format!("{this}: {}; {before}: {}", sample(answers, prompts), sample(answers_before, prompts_before))
        };
    run_before = "이전 실행 보기", "See the run before";
    new_sources(is_page: bool, n: u64) =
        format!("새로 인용된 {} {}개", korean_source(is_page), count(n)),
        format!("{} newly cited", counted_sources(is_page, n));
    lost_sources(is_page: bool, n: u64) =
        format!("더 이상 인용되지 않는 {} {}개", korean_source(is_page), count(n)),
        format!("{} no longer cited", counted_sources(is_page, n));
    listed_sources(listed: u64) =
        format!("많이 인용된 {}개만 표시했어요.", count(listed)),
        format!("The {} most cited are listed.", count(listed));
    /// The new sources, and the most cited of them with its citations.
    new_finding(is_page: bool, n: u64, source: &str, citations: u64) =
        format!(
            "새로 인용된 {} {}개. 가장 많이 인용된 곳은 {source}({}건).",
            korean_source(is_page),
            count(n),
            count(citations)
        ),
        {
            let (sources, citations) = (counted_sources(is_page, n), counted(citations, "citation", "citations"));
            format!("{sources} newly cited, most often {source} ({citations}).")
        };
    /// The same of those that are lost, with their citations before, and the day of the last one.
    lost_finding(is_page: bool, n: u64, source: &str, citations: u64, last: &str) =
        {
            let (kind, n, citations) = (korean_source(is_page), count(n), count(citations));
            format!("더 이상 인용되지 않는 {kind} {n}개. 이전에 가장 많이 인용된 곳은 {source}({citations}건, 마지막 인용 {last}).")
        },
        {
            let (sources, citations) = (counted_sources(is_page, n), counted(citations, "citation", "citations"));
            format!("{sources} no longer cited; the most cited before was {source} ({citations}, last on {last}).")
        };
    own_lost_finding(source: &str, last: &str) =
        format!("우리 브랜드의 {source}도 더 이상 인용되지 않아요(마지막 인용 {last})."),
        format!("Your {source} is no longer cited (last on {last}).");
    changes_none = "비교할 답변이 없어요", "Nothing to compare";
    changes_none_description =
        "이번 기간과 직전 기간에 모두 답변이 있어야 신규·이탈 출처를 찾을 수 있어요. 다른 기간을 선택해 보세요.",
        "New and lost sources need answers in the period and in the one before. Choose another period.";
    methodology_changes =
        "조건에 맞는 성공한 답변을 집계했어요.\n새로 인용된 출처 = 이번 기간의 답변만 인용한 출처.\n더 이상 인용되지 않는 출처 = 길이가 같은 직전 기간의 답변만 \
             인용한 출처.\n시작일이 없으면 종료일까지의 7일을 그 전 7일과 비교하고, 실행을 선택하면 같은 프롬프트를 같은 모델에 질문한 이전 실행과 비교해요.\n인용·답변·인용 시작·마지막 인용은 \
             그 출처를 인용한 쪽의 값이에요.\n질문이나 답변 수가 달라지면 출처도 달라져요.\n신규와 이탈을 각각 많이 인용된 100개까지 표시해요.",
        "Counts the successful answers that match the filters.\nNewly cited: sources that only answers of the period cite.\nNo \
             longer cited: those that only answers of the period before cite, which is as long.\nWithout a first day, the seven days \
             up to the last one are compared with the seven before; a run is compared with the run before it that asked the same \
             prompts of the same models.\nCitations, answers, and the first and last citation are of the side that cites the source.\nWith \
             other questions or another number of answers, the sources differ, too.\nLists at most the 100 most cited of each side.";
    rank = "순위", "Rank";
    pages = "인용된 페이지", "Cited pages";
    citations = "인용", "Citations";
    share = "비율", "Share";
    /// The share in the citations of one type of domains.
    share_of_type = "유형 내 비율", "Share of type";
    cited_since = "인용 시작", "Cited since";
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
    trend_about(by_site: bool, sources: u64, first: &str, last: &str) =
        format!("{} {}개, {}.", korean_domain(by_site), count(sources), korean_periods(first, last)),
        format!("{}, {}.", counted_domains(by_site, sources), english_periods(first, last));
    finding_own(domain: &str, rank: u64, cited: u64) =
        format!("우리 브랜드 {domain}: 전체 {}위({}건).", count(rank), count(cited)),
        format!("Your {domain} is {} ({}).", ordinal(rank), count(cited));
    /// The share of each class in the citations of the newest period that has some.
    class_trend_about(period: &str, shares: &str, citations: u64) =
        format!("{period}의 인용 {}건: {shares}.", count(citations)),
        format!("{period}, {}: {shares}.", counted(citations, "citation", "citations"));
    methodology_classes =
        "사이트 소유자별 차트는 조건에 맞는 성공한 답변의 인용을 우리 브랜드의 사이트, 다른 브랜드의 사이트, 기타로 나눴어요. 다른 브랜드와 함께 쓰는 사이트는 우리 브랜드로 집계해요.\n비율 \
             = 그 기간의 해당 분류 인용 ÷ 그 기간의 모든 인용.",
        "The chart of site owners divides the citations of the successful answers that match the filters into those of your brand’s \
             sites, of other brands' sites, and the rest. A site that your brand shares with another counts as yours.\nShare: the citations of a class in a period ÷ all citations in it.";
    /// The mean overlap of what successive runs cite for the same prompt, the pairs of runs, and the prompts.
    stability(by_site: bool, overlap: &str, pairs: u64, prompts: u64) =
        {
            let (kind, kinds) = if by_site { ("사이트", "사이트는") } else { ("도메인", "도메인은") };
            format!(
                "연속된 두 실행이 인용한 {kinds} 평균 {overlap} 겹쳐요(둘 다 인용한 {kind} ÷ 한쪽이라도 인용한 {kind}, {}쌍, 프롬프트 {}개).",
                count(pairs),
                count(prompts)
            )
        },
        {
            let kind = if by_site { "sites" } else { "domains" };
            format!(
                "The {kind} that two runs in a row cite overlap by {overlap} (cited by both ÷ cited by either, mean of {} from {}).",
                counted(pairs, "pair", "pairs"),
                counted(prompts, "prompt", "prompts")
            )
        };
    /// `domain_type` is the name of the type whose citations are counted, if not all are.
    methodology(by_site: bool, citations: u64, domain_type: Option<&str>) =
        {
            let (kind, cited, level) = match by_site {
                true => ("사이트", "사이트를", "사이트"),
                false => ("도메인", "도메인을", "루트 도메인"),
            };
            let (of_type, share) = match domain_type {
                Some(name) => (
                    format!(" 중 ‘{name}’ 유형 도메인의 인용"),
                    format!(
                        "유형 내 비율 = {kind}의 인용 ÷ 이 유형의 모든 인용. 아래 차트의 비율은 유형과 관계없이 모든 인용이 기준이에요."
                    ),
                ),
                None => (String::new(), format!("비율 = {kind}의 인용 ÷ 모든 인용.")),
            };
            format!(
                "답변에 달린 출처 하나를 인용 1건으로 보고, 조건에 맞는 성공한 답변의 인용{of_type} {}건을 {level}별로 집계했어요.\n{share}\n\
                 답변 = 그 {cited} 한 번이라도 인용한 답변.",
                count(citations)
            )
        },
        {
            let (kind, level) = if by_site { ("site", "site") } else { ("domain", "root domain") };
            let (of_type, share) = match domain_type {
                Some(name) => (
                    format!(" of the type {name}"),
                    format!(
                        "Share of type: citations of the {kind} ÷ all citations of this type. The charts below show shares of \
                         the citations of all types."
                    ),
                ),
                None => (String::new(), format!("Share: citations of the {kind} ÷ all citations.")),
            };
            format!(
                "A citation is one source of one answer. Counts the {}{of_type} of the successful answers that match the filters, \
                 by {level}.\n{share}\nAnswers: those that cite the {kind} at least once.",
                counted(citations, "citation", "citations")
            )
        };
    methodology_sites =
        "사이트는 루트 도메인이에요. 네이버 블로그·카페·스마트스토어, 티스토리, 브런치, 유튜브처럼 여러 사람이 함께 쓰는 곳에서는 주인별로 나눠요.",
        "A site is a root domain. Where many people have a part of one, such as blogs, shops and channels, it is the part of the owner.";
    methodology_trend(by_site: bool) =
        format!(
            "추이는 조건에 맞는 성공한 답변을 집계했어요.\n비율 = 기간 안의 {} 인용 ÷ 기간 안의 모든 인용. 끝나지 않은 실행은 제외하고, 답변이 없는 기간은 비워 둬요.",
            korean_domain(by_site)
        ),
        format!(
            "The trend counts the successful answers that match the filters.\nShare: citations of the {} in a period ÷ all citations \
             in it. Unfinished runs are left out, and a period without answers is a gap.",
            if by_site { "site" } else { "domain" }
        );
    methodology_stability(by_site: bool) =
        format!(
            "겹치는 {kind} = 프롬프트·모델·지역마다 연속된 두 실행의 답변을 한 쌍으로 보고, 두 실행이 함께 인용한 {kind} 수 ÷ 어느 한쪽이라도 인용한 {kind} 수를 모든 쌍에서 \
             평균한 값. 다음 실행에서 다시 인용된 {kind}의 비율보다 낮아요.",
            kind = korean_domain(by_site)
        ),
        format!(
            "Overlap: a pair is what two successive runs cite in answers to the same prompt, by the same model, in the same region. \
             The {kind} that both cite ÷ the {kind} that either cites, averaged over all pairs. It is lower than the share of \
             {kind} that are cited again.",
            kind = if by_site { "sites" } else { "domains" }
        );
    /// The answers of a page, and its address.
    answers_of(n: u64) = format!("{}개", count(n)), counted(n, "answer", "answers");
    visit = "사이트 열기", "Open the site";
}

// What sources are, in Korean, and their number in English.
fn korean_source(is_page: bool) -> &'static str {
    if is_page { "페이지" } else { "도메인" }
}

fn counted_sources(is_page: bool, n: u64) -> String {
    if is_page { counted(n, "page", "pages") } else { counted(n, "domain", "domains") }
}

// The same of domains and sites.
fn korean_domain(by_site: bool) -> &'static str {
    if by_site { "사이트" } else { "도메인" }
}

fn counted_domains(by_site: bool, n: u64) -> String {
    if by_site { counted(n, "site", "sites") } else { counted(n, "domain", "domains") }
}
