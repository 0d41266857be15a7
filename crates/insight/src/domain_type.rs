//! The types of well-known root domains, as data: add a word to extend it. Domains of which several are true, such as portals, are
//! missing.

use answerdeck_api::DomainType;

/// The domains of each type, separated by spaces.
const DOMAINS: &[(DomainType, &str)] = &[
    (
        DomainType::News,
        "chosun.com joongang.co.kr donga.com hani.co.kr khan.co.kr mk.co.kr hankyung.com sedaily.com mt.co.kr edaily.co.kr \
         yna.co.kr newsis.com news1.kr kbs.co.kr sbs.co.kr imbc.com ytn.co.kr jtbc.co.kr hankookilbo.com seoul.co.kr segye.com \
         kmib.co.kr munhwa.com nocutnews.co.kr ohmynews.com zdnet.co.kr etnews.com bloter.net dt.co.kr asiae.co.kr fnnews.com \
         heraldcorp.com inews24.com ddaily.co.kr wowtv.co.kr koreaherald.com koreatimes.co.kr \
         nytimes.com washingtonpost.com wsj.com theguardian.com bbc.com bbc.co.uk cnn.com reuters.com apnews.com bloomberg.com \
         ft.com economist.com forbes.com cnbc.com nbcnews.com cbsnews.com usatoday.com latimes.com time.com npr.org \
         aljazeera.com lemonde.fr spiegel.de nikkei.com asahi.com yomiuri.co.jp businessinsider.com axios.com techcrunch.com \
         theverge.com wired.com arstechnica.com engadget.com",
    ),
    (
        DomainType::Review,
        "nosearch.com hwahae.co.kr rtings.com techradar.com tomsguide.com tomshardware.com cnet.com pcmag.com digitaltrends.com \
         consumerreports.org which.co.uk g2.com capterra.com trustradius.com getapp.com softwareadvice.com trustpilot.com \
         tripadvisor.com yelp.com gsmarena.com notebookcheck.net soundguys.com whathifi.com dpreview.com goodhousekeeping.com \
         runrepeat.com edmunds.com caranddriver.com",
    ),
    (
        DomainType::Community,
        "dcinside.com clien.net ppomppu.co.kr fmkorea.com ruliweb.com theqoo.net inven.co.kr bobaedream.co.kr 82cook.com \
         instiz.net todayhumor.co.kr dogdrip.net arca.live slrclub.com coolenjoy.net quasarzone.com etoland.co.kr teamblind.com \
         okky.kr tistory.com brunch.co.kr velog.io reddit.com quora.com stackoverflow.com stackexchange.com ycombinator.com \
         facebook.com instagram.com threads.com threads.net x.com twitter.com tiktok.com youtube.com linkedin.com pinterest.com \
         medium.com substack.com blogspot.com wordpress.com discord.com zhihu.com 5ch.net",
    ),
    (
        DomainType::Shop,
        "coupang.com 11st.co.kr gmarket.co.kr auction.co.kr ssg.com lotteon.com danawa.com enuri.com kurly.com musinsa.com \
         oliveyoung.co.kr 29cm.co.kr zigzag.kr a-bly.com ohou.se e-himart.co.kr wconcept.co.kr kream.co.kr daangn.com \
         bunjang.co.kr joongna.com yes24.com aladin.co.kr kyobobook.co.kr amazon.com amazon.co.uk amazon.de amazon.co.jp ebay.com \
         walmart.com target.com bestbuy.com etsy.com aliexpress.com temu.com rakuten.co.jp kakaku.com costco.com newegg.com \
         bhphotovideo.com homedepot.com lowes.com wayfair.com sephora.com iherb.com taobao.com tmall.com jd.com flipkart.com",
    ),
    (
        DomainType::Reference,
        "wikipedia.org wiktionary.org wikidata.org namu.wiki britannica.com investopedia.com merriam-webster.com dictionary.com \
         cambridge.org mayoclinic.org webmd.com healthline.com nih.gov cdc.gov fda.gov who.int europa.eu arxiv.org doi.org \
         semanticscholar.org sciencedirect.com springer.com nature.com jstor.org imdb.com fandom.com dbpia.co.kr aks.ac.kr \
         korean.go.kr kosis.kr law.go.kr korea.kr mfds.go.kr kca.go.kr",
    ),
];

pub fn listed_domains() -> impl Iterator<Item = (&'static str, &'static DomainType)> {
    DOMAINS.iter().flat_map(|(kind, domains)| domains.split_ascii_whitespace().map(move |domain| (domain, kind)))
}

pub fn listed_domain_type(domain: &str) -> Option<DomainType> {
    listed_domains().find(|(listed, _)| *listed == domain).map(|(_, kind)| kind.clone())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_domain_is_listed_once_as_sources_spell_it() {
        let domains: Vec<&str> = listed_domains().map(|(domain, _)| domain).collect();
        assert_eq!(domains.iter().collect::<BTreeSet<_>>().len(), domains.len());
        for domain in domains {
            assert!(
                domain.contains('.')
                    && domain.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-')),
                "{domain}"
            );
        }
    }

    #[test]
    fn a_domain_below_a_listed_one_is_another() {
        assert_eq!(listed_domain_type("wikipedia.org"), Some(DomainType::Reference));
        assert_eq!(listed_domain_type("notwikipedia.org"), None);
        assert_eq!(listed_domain_type("naver.com"), None);
    }
}
