//! A document of the corpus: Markdown with front matter in TOML.

use answerdeck_api::Source;
use jiff::{SignedDuration, Timestamp, civil, tz::TimeZone};
use serde::Deserialize;

use super::passage::{self, Passage};

/// What kind of site a document is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Site {
    Maker,
    Shop,
    Review,
    News,
    Forum,
    Blog,
    Video,
}

/// The language of a document, and of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Language {
    #[serde(rename = "ko")]
    Korean,
    #[serde(rename = "en")]
    English,
}

impl Language {
    /// As pages name it.
    pub(super) fn tag(self) -> &'static str {
        match self {
            Self::Korean => "ko",
            Self::English => "en",
        }
    }

    /// A text with Hangul in it is Korean.
    pub(super) fn of(text: &str) -> Self {
        if text.chars().any(answerdeck_words::is_hangul) { Self::Korean } else { Self::English }
    }
}

/// A document.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) site: Site,
    pub(super) language: Language,
    pub(super) published: Timestamp,
    /// What it is found by: the title, which counts twice, and the body.
    pub(super) text: String,
    pub(super) passages: Vec<Passage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    url: String,
    title: String,
    site: Site,
    language: Language,
    age_days: Option<u16>,
    date: Option<toml::value::Datetime>,
}

const FENCE: &str = "+++";

impl Document {
    /// Reads a file's text. `today` is what `age_days` counts back from.
    pub(super) fn parse(text: &str, today: Timestamp) -> Result<Self, String> {
        let text = text.replace("\r\n", "\n");
        let rest = text.strip_prefix("+++\n").ok_or("does not begin with front matter between lines of +++")?;
        let (front, body) = rest.split_once("\n+++\n").ok_or_else(|| format!("front matter has no closing {FENCE}"))?;
        let front: FrontMatter =
            toml::from_str(front).map_err(|error| format!("front matter: {}", error.to_string().trim_end()))?;
        let published = match (front.age_days, front.date) {
            (Some(days), None) => today
                .checked_sub(SignedDuration::from_hours(24 * i64::from(days)))
                .map_err(|error| format!("age_days: {error}"))?,
            (None, Some(date)) => midnight(&date)?,
            _ => return Err("front matter: give exactly one of age_days and date".to_owned()),
        };
        if !is_absolute(&front.url) {
            return Err(format!("url: {:?} is not absolute", front.url));
        }
        if front.title.trim().is_empty() {
            return Err("title: is empty".to_owned());
        }
        let passages = passage::split(body);
        if passages.is_empty() {
            return Err("the body has nothing to quote".to_owned());
        }
        Ok(Self {
            text: format!("{0}\n{0}\n{body}", front.title),
            url: front.url,
            title: front.title,
            site: front.site,
            language: front.language,
            published,
            passages,
        })
    }

    /// What it says, without its title.
    pub(super) fn body(&self) -> &str {
        self.text.get(2 * (self.title.len() + 1)..).unwrap_or_default()
    }

    /// The document as an answer cites it.
    pub(super) fn source(&self) -> Source {
        let domain = self.host().and_then(psl::domain_str).map(str::to_owned);
        Source { url: self.url.clone(), title: self.title.clone(), domain }
    }

    /// The host of a web address.
    pub(super) fn host(&self) -> Option<&str> {
        let rest = self.url.strip_prefix("https://").or_else(|| self.url.strip_prefix("http://"))?;
        let authority = rest.split(['/', '?', '#']).next()?;
        let host = authority.rsplit('@').next()?;
        let host = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(host, _)| host);
        (!host.is_empty() && host.parse::<std::net::IpAddr>().is_err() && !host.starts_with('[')).then_some(host)
    }
}

fn midnight(date: &toml::value::Datetime) -> Result<Timestamp, String> {
    let date: civil::Date =
        date.to_string().parse().map_err(|_| "date: write it as 2026-11-20, without quotes".to_owned())?;
    date.to_zoned(TimeZone::UTC).map(|zoned| zoned.timestamp()).map_err(|error| format!("date: {error}"))
}

/// Source: RFC 3986, section 3.1.
fn is_absolute(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once(':') else { return false };
    let well_formed = scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
    scheme.starts_with(|letter: char| letter.is_ascii_alphabetic()) && well_formed && !rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(front: &str) -> Result<Document, String> {
        let today = "2026-11-20T09:00:00Z".parse().unwrap();
        Document::parse(&format!("+++\n{front}\n+++\nA sentence about earbuds.\n"), today)
    }

    const REST: &str = "title = \"T\"\nsite = \"review\"\nlanguage = \"en\"";

    #[test]
    fn a_date_is_an_age_or_a_day() {
        let aged = parse(&format!("url = \"https://www.a.example/x\"\n{REST}\nage_days = 2")).unwrap();
        assert_eq!(aged.published.to_string(), "2026-11-18T09:00:00Z");
        let dated = parse(&format!("url = \"https://www.a.example/x\"\n{REST}\ndate = 2026-01-31")).unwrap();
        assert_eq!(dated.published.to_string(), "2026-01-31T00:00:00Z");
    }

    #[test]
    fn a_bad_document_says_what_is_wrong() {
        let url = "url = \"https://a.example/x\"";
        for (front, cause) in [
            (format!("{url}\n{REST}"), "exactly one of age_days and date"),
            (format!("{url}\n{REST}\nage_days = 1\ndate = 2026-01-31"), "exactly one of age_days and date"),
            (format!("{url}\n{REST}\nage_days = -1"), "age_days"),
            (format!("{url}\n{REST}\ndate = 09:00:00"), "date: write it as"),
            (format!("url = \"/x\"\n{REST}\nage_days = 1"), "is not absolute"),
            (format!("{url}\n{REST}\nage_days = 1\nauthor = \"A\""), "author"),
            (format!("{url}\ntitle = \"T\"\nsite = \"book\"\nlanguage = \"en\"\nage_days = 1"), "book"),
        ] {
            let error = parse(&front).unwrap_err();
            assert!(error.contains(cause), "{error}");
        }
    }

    #[test]
    fn a_source_has_the_root_domain_of_a_web_address_and_none_of_another() {
        let domain = |url: &str| parse(&format!("url = \"{url}\"\n{REST}\nage_days = 1")).unwrap().source().domain;
        assert_eq!(domain("https://shop.modarak.example/x").as_deref(), Some("modarak.example"));
        assert_eq!(domain("http://user@www.a.co.kr:8080?x").as_deref(), Some("a.co.kr"));
        assert_eq!(domain("https://127.0.0.1/x"), None);
        assert_eq!(domain("https://[::1]/x"), None);
        assert_eq!(domain("javascript:alert(1)"), None);
    }
}
