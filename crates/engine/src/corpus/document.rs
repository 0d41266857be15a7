//! A document: Markdown with front matter in TOML.

use answerdeck_api::{Language, Source};
use answerdeck_insight::root_domain;
use jiff::{SignedDuration, Timestamp, civil, tz::TimeZone};
use serde::Deserialize;
use url::Url;

use super::passage::{self, Passage};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SiteKind {
    Maker,
    Shop,
    Review,
    News,
    Forum,
    Blog,
    Video,
}

#[derive(Debug)]
pub struct Document {
    pub url: String,
    pub title: String,
    pub(crate) site: SiteKind,
    pub language: Language,
    pub(crate) published: Timestamp,
    /// When the page disappeared. `None` if it still exists.
    pub(crate) removed: Option<Timestamp>,
    /// The products that it recommends, the best first.
    pub(crate) picks: Vec<String>,
    /// The products that it warns of.
    pub(crate) warnings: Vec<String>,
    /// The indexed text: the title twice, so that it counts double, and the body.
    pub(crate) text: String,
    pub(crate) passages: Vec<Passage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    url: String,
    title: String,
    site: SiteKind,
    language: String,
    age_days: Option<u16>,
    date: Option<toml::value::Datetime>,
    removed_days: Option<u16>,
    #[serde(default)]
    picks: Vec<String>,
    #[serde(default)]
    warnings: Vec<String>,
}

impl Document {
    /// Parses the text of a file. `age_days` counts back from `today`.
    pub(crate) fn parse(text: &str, today: Timestamp) -> Result<Self, String> {
        let text = text.replace("\r\n", "\n");
        let rest = text.strip_prefix("+++\n").ok_or("does not begin with front matter between lines of +++")?;
        let (front, body) = rest.split_once("\n+++\n").ok_or("front matter has no closing +++")?;
        let front: FrontMatter =
            toml::from_str(front).map_err(|error| format!("front matter: {}", error.to_string().trim_end()))?;
        let language = Language::ALL.into_iter().find(|language| language.tag() == front.language);
        let language = language.ok_or_else(|| format!("language: {:?} is neither ko nor en", front.language))?;
        let published = match (front.age_days, front.date) {
            (Some(days), None) => days_before(today, days).map_err(|error| format!("age_days: {error}"))?,
            (None, Some(date)) => midnight(&date)?,
            _ => return Err("front matter: give exactly one of age_days and date".to_owned()),
        };
        let removed = front.removed_days.map(|days| days_before(today, days));
        let removed = removed.transpose().map_err(|error| format!("removed_days: {error}"))?;
        if removed.is_some_and(|removed| removed <= published) {
            return Err("removed_days: the page disappears before its publication".to_owned());
        }
        if let Some(name) = front.picks.iter().chain(&front.warnings).find(|name| !body.contains(name.as_str())) {
            return Err(format!("picks, warnings: the body does not name {name:?}"));
        }
        if Url::parse(&front.url).is_err() {
            return Err(format!("url: {:?} is not absolute", front.url));
        }
        if front.title.trim().is_empty() {
            return Err("title: is empty".to_owned());
        }
        let passages = passage::split(body);
        if passages.is_empty() {
            return Err("the body contains no sentence to quote".to_owned());
        }
        Ok(Self {
            text: format!("{0}\n{0}\n{body}", front.title),
            url: front.url,
            title: front.title,
            site: front.site,
            language,
            published,
            removed,
            picks: front.picks,
            warnings: front.warnings,
            passages,
        })
    }

    pub(crate) fn is_public(&self, at: Timestamp) -> bool {
        self.published <= at && self.removed.is_none_or(|removed| at < removed)
    }

    pub(crate) fn warns_of(&self, product: &str) -> bool {
        self.warnings.iter().any(|name| name == product)
    }

    /// The text in Markdown, without the title.
    pub fn body(&self) -> &str {
        self.text.get(2 * (self.title.len() + 1)..).unwrap_or_default()
    }

    pub(crate) fn source(&self) -> Source {
        let domain = self.host().and_then(|host| root_domain(&host));
        Source { url: self.url.clone(), title: self.title.clone(), domain }
    }

    /// The host name of the URL. `None` for an IP address, and for a URL that is not http or https.
    pub(crate) fn host(&self) -> Option<String> {
        let url = Url::parse(&self.url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
        url.domain().map(str::to_owned)
    }
}

/// The language of a text: Korean if it contains Hangul.
pub(crate) fn language_of(text: &str) -> Language {
    if text.chars().any(answerdeck_words::is_hangul) { Language::Korean } else { Language::English }
}

fn days_before(today: Timestamp, days: u16) -> Result<Timestamp, jiff::Error> {
    today.checked_sub(SignedDuration::from_hours(24 * i64::from(days)))
}

fn midnight(date: &toml::value::Datetime) -> Result<Timestamp, String> {
    let date: civil::Date =
        date.to_string().parse().map_err(|_| "date: write it as 2026-11-20, without quotes".to_owned())?;
    date.to_zoned(TimeZone::UTC).map(|zoned| zoned.timestamp()).map_err(|error| format!("date: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(front: &str) -> Result<Document, String> {
        let today = "2026-11-20T09:00:00Z".parse().unwrap();
        Document::parse(&format!("+++\n{front}\n+++\nA sentence about earbuds.\n"), today)
    }

    const OTHER_FIELDS: &str = "title = \"T\"\nsite = \"review\"\nlanguage = \"en\"";

    #[test]
    fn a_publication_date_is_an_age_or_a_date() {
        let aged = parse(&format!("url = \"https://www.a.example/x\"\n{OTHER_FIELDS}\nage_days = 2")).unwrap();
        assert_eq!(aged.published.to_string(), "2026-11-18T09:00:00Z");
        let dated = parse(&format!("url = \"https://www.a.example/x\"\n{OTHER_FIELDS}\ndate = 2026-01-31")).unwrap();
        assert_eq!(dated.published.to_string(), "2026-01-31T00:00:00Z");
    }

    #[test]
    fn a_page_is_public_from_its_publication_until_it_is_removed() {
        let page =
            parse(&format!("url = \"https://a.example/x\"\n{OTHER_FIELDS}\nage_days = 9\nremoved_days = 2")).unwrap();
        let public_on = |day: &str| page.is_public(format!("{day}T09:00:00Z").parse().unwrap());
        assert_eq!(["2026-11-10", "2026-11-11", "2026-11-17", "2026-11-18"].map(public_on), [false, true, true, false]);
    }

    #[test]
    fn a_malformed_document_is_rejected_with_its_cause() {
        let url = "url = \"https://a.example/x\"";
        for (front, cause) in [
            (format!("{url}\n{OTHER_FIELDS}"), "exactly one of age_days and date"),
            (format!("{url}\n{OTHER_FIELDS}\nage_days = 1\ndate = 2026-01-31"), "exactly one of age_days and date"),
            (format!("{url}\n{OTHER_FIELDS}\nage_days = -1"), "age_days"),
            (format!("{url}\n{OTHER_FIELDS}\ndate = 09:00:00"), "date: write it as"),
            (format!("url = \"/x\"\n{OTHER_FIELDS}\nage_days = 1"), "is not absolute"),
            (format!("{url}\n{OTHER_FIELDS}\nage_days = 1\nauthor = \"A\""), "author"),
            (format!("{url}\n{OTHER_FIELDS}\nage_days = 1\nremoved_days = 1"), "before its publication"),
            (format!("{url}\n{OTHER_FIELDS}\nage_days = 1\npicks = [\"Nano\"]"), "does not name \"Nano\""),
            (format!("{url}\n{OTHER_FIELDS}\nage_days = 1\nwarnings = [\"Nano\"]"), "does not name \"Nano\""),
            (format!("{url}\ntitle = \"T\"\nsite = \"book\"\nlanguage = \"en\"\nage_days = 1"), "book"),
        ] {
            let error = parse(&front).unwrap_err();
            assert!(error.contains(cause), "{error}");
        }
    }

    #[test]
    fn a_source_has_the_registrable_domain_of_a_web_url_only() {
        let domain =
            |url: &str| parse(&format!("url = \"{url}\"\n{OTHER_FIELDS}\nage_days = 1")).unwrap().source().domain;
        assert_eq!(domain("https://shop.modarak.example/x").as_deref(), Some("modarak.example"));
        assert_eq!(domain("http://user@www.a.co.kr:8080?x").as_deref(), Some("a.co.kr"));
        assert_eq!(domain("https://127.0.0.1/x"), None);
        assert_eq!(domain("https://[::1]/x"), None);
        assert_eq!(domain("javascript:alert(1)"), None);
    }
}
