//! A digest as e-mail: a text, and the same in HTML without images, scripts and remote files, for narrow and wide, light and dark
//! screens.

use answerdeck_api::console_page::{DIGEST, SETTINGS, with_id};
use answerdeck_insight::{RichText, Span};
use jiff::Timestamp;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::summary::{Line, Summary};
use super::texts::Texts;
use crate::language::{Language, one_line};

/// The colors of a dark screen. Others are beside the elements, because some programs read no style sheet.
const DARK: &str = ":root{color-scheme:light dark;supported-color-schemes:light dark}\
    @media (prefers-color-scheme:dark){\
    .page{background:#0d0e10!important}\
    .card{background:#1a1c1f!important;border-color:#2a2d32!important}\
    .rule{border-color:#2a2d32!important}\
    .text{color:#eceef1!important}\
    .muted{color:#a5abb6!important}\
    .link{color:#8ea4ff!important}\
    .button{background:#8ea4ff!important;color:#0d1230!important}}";
const FONT: &str = "font-family:system-ui,-apple-system,'Segoe UI','Apple SD Gothic Neo','Noto Sans KR','Noto Sans CJK \
                    KR','Malgun Gothic',sans-serif;word-break:keep-all;overflow-wrap:anywhere;";

pub(super) struct DigestMail<'a> {
    pub(super) digest_id: &'a str,
    pub(super) summary: Summary,
    pub(super) created_at: Timestamp,
    pub(super) organization: &'a str,
    pub(super) language: Language,
    pub(super) recipient_id: &'a str,
    pub(super) address: &'a str,
    pub(super) public_url: &'a str,
    /// The secret of the link that ends the e-mail.
    pub(super) token: &'a str,
}

impl DigestMail<'_> {
    /// The mail. All mails of a digest to a recipient have the same `Message-ID`.
    pub(super) fn message(&self, from: &Mailbox) -> Result<Message, lettre::error::Error> {
        // It was checked before it was stored.
        let (user, host) = self.address.split_once('@').unwrap_or((self.address, ""));
        let header = |name: &'static str, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        Message::builder()
            .from(from.clone())
            .to(Mailbox::new(None, Address::new_dangerous(user, host)))
            .subject(self.summary.headline.to_string())
            .date(self.created_at.into())
            .message_id(Some(format!("<{}.{}@{}>", self.digest_id, self.recipient_id, from.email.domain())))
            .raw_header(header("List-Unsubscribe", format!("<{}>", self.unsubscribe_url())))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()))
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()))
            .multipart(MultiPart::alternative_plain_html(self.text(), self.html().into_string()))
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    fn unsubscribe_url(&self) -> String {
        self.url(&format!("/unsubscribe?token={}", self.token))
    }

    fn text(&self) -> String {
        let (summary, texts) = (&self.summary, Texts::of(self.language));
        let mut text = format!("{}\n\n", summary.headline);
        for note in &summary.notes {
            text += &format!("{note}\n");
        }
        for (Line { sentence, label, path }, number) in summary.lines.iter().zip(1..) {
            text += &format!("\n{number}. {sentence}\n   {label}: {}\n", self.url(path));
        }
        let why = RichText::new(texts.why, &[self.organization_name()]);
        text += &format!("\n{}\n\n{}: {}\n", summary.work, texts.to_digest, self.url(&self.path()));
        text += &format!("\n-- \n{why}\n{}: {}\n", texts.unsubscribe, self.unsubscribe_url());
        text + &format!("{}: {}\n", texts.settings, self.url(SETTINGS))
    }

    fn organization_name(&self) -> Span {
        Span::Name(one_line(self.organization))
    }

    fn path(&self) -> String {
        with_id(DIGEST, &self.digest_id)
    }

    fn html(&self) -> Markup {
        let (summary, texts) = (&self.summary, Texts::of(self.language));
        let digest = self.url(&self.path());
        let organization = self.organization_name();
        let preheader = summary.notes.first().map(ToString::to_string).unwrap_or_default();
        html! {
            (DOCTYPE)
            html lang=(self.language.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="supported-color-schemes" content="light dark";
                    title { (summary.headline) }
                    style { (PreEscaped(DARK)) }
                }
                body.page style={ "margin:0;padding:0;background:#f7f7f8;" (FONT) } { div role="main" {
                    div style="display:none;max-height:0;overflow:hidden" { (preheader) }
                    table.page role="presentation" width="100%" cellpadding="0" cellspacing="0"
                        style="background:#f7f7f8;border-collapse:collapse" {
                        tr { td align="center" style="padding:16px 8px" {
                            table.card role="presentation" width="100%" cellpadding="0" cellspacing="0"
                                style="max-width:600px;background:#ffffff;border:1px solid #e2e4e8;border-radius:10px;border-collapse:separate" {
                                tr { td style={ "padding:24px 20px;" (FONT) } {
                                    p.muted style="margin:0 0 16px;color:#555b66;font-size:13px;line-height:1.5" {
                                        strong { "Answerdeck" } " · " (texts.product) " · "
                                        (sentence(&RichText(vec![organization.clone()]), &digest))
                                    }
                                    h1.text style="margin:0 0 8px;color:#16181d;font-size:22px;line-height:1.35" {
                                        (sentence(&summary.headline, &digest))
                                    }
                                    @for note in &summary.notes {
                                        p.muted style="margin:0 0 4px;color:#555b66;font-size:14px;line-height:1.5" {
                                            (sentence(note, &digest))
                                        }
                                    }
                                    @for line in &summary.lines { (self.line(line)) }
                                    div.rule style="margin-top:20px;padding-top:16px;border-top:1px solid #e2e4e8" {
                                        p.muted style="margin:0 0 20px;color:#555b66;font-size:14px;line-height:1.5" {
                                            (sentence(&summary.work, &digest))
                                        }
                                        a.button href=(digest)
                                            style="display:inline-block;padding:11px 18px;background:#3451c6;color:#ffffff;border-radius:6px;font-size:15px;line-height:1.3;font-weight:600;text-decoration:none" {
                                            (texts.to_digest)
                                        }
                                    }
                                } }
                            }
                            p.muted style={ "max-width:560px;margin:16px auto 0;padding:0 12px;color:#555b66;font-size:13px;line-height:1.6;" (FONT) } {
                                (sentence(&RichText::new(texts.why, &[organization]), &self.url(SETTINGS)))
                                br;
                                a.link href=(self.unsubscribe_url()) style="color:#3451c6" { (texts.unsubscribe) }
                                " · "
                                a.link href=(self.url(SETTINGS)) style="color:#3451c6" { (texts.settings) }
                            }
                        } }
                    }
                } }
            }
        }
    }

    fn line(&self, line: &Line) -> Markup {
        let url = self.url(&line.path);
        html! {
            div.rule style="margin-top:16px;padding-top:16px;border-top:1px solid #e2e4e8" {
                p.text style="margin:0;color:#16181d;font-size:15px;line-height:1.6" { (sentence(&line.sentence, &url)) }
                p style="margin:4px 0 0;font-size:14px;line-height:1.5" {
                    a.link href=(url) style="color:#3451c6" { (line.label) }
                }
            }
        }
    }
}

/// A sentence in HTML. A name of others leads to a page of the console: a mail program would make a link to elsewhere of one that
/// looks like an address.
fn sentence(sentence: &RichText, url: &str) -> Markup {
    html! {
        @for part in &sentence.0 {
            @match part {
                Span::Text(text) => (text),
                Span::Number(number) => strong { (number) },
                Span::Name(name) => a href=(url) style="color:inherit;text-decoration:none;font-weight:600" { bdi { (name) } },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_api::DigestFindings;
    use answerdeck_api::console_page::is_page;

    use super::super::summary::tests::{brand, findings};
    use super::*;

    fn digest_mail(found: &DigestFindings, language: Language) -> DigestMail<'static> {
        DigestMail {
            digest_id: "0123456789ABCDEFabcdef",
            summary: Summary::new(found, language),
            created_at: "2026-11-23T00:00:00Z".parse().unwrap(),
            organization: "Nurio",
            language,
            recipient_id: "r0123456789ABCDEFabcde",
            address: "kim@nurio.example",
            public_url: "https://deck.example",
            token: "adu_secret",
        }
    }

    fn formatted(found: &DigestFindings, language: Language) -> String {
        let from = "Answerdeck <digest@deck.example>".parse().unwrap();
        String::from_utf8(digest_mail(found, language).message(&from).unwrap().formatted()).unwrap()
    }

    #[test]
    fn a_mail_has_the_headers_of_a_list_that_one_click_leaves() {
        let mail = formatted(&findings(), Language::English);
        let headers = mail.split("\r\n\r\n").next().unwrap();
        for header in [
            "From: Answerdeck <digest@deck.example>",
            "To: kim@nurio.example",
            "Subject: Nurio rose to 52% of answers",
            "Date: Mon, 23 Nov 2026 00:00:00 +0000",
            "Message-ID: <0123456789ABCDEFabcdef.r0123456789ABCDEFabcde@deck.example>",
            "List-Unsubscribe: <https://deck.example/unsubscribe?token=adu_secret>",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
        ] {
            assert!(headers.lines().any(|line| line == header), "{header}\n{headers}");
        }
        assert!(headers.contains("Content-Type: multipart/alternative;"), "{headers}");
    }

    #[test]
    fn the_text_has_each_line_with_its_link() {
        let text = digest_mail(&findings(), Language::English).text();
        assert!(
            text.starts_with(
                "Nurio rose to 52% of answers\n\nNovember 16 to November 22, 100 answers\n\n1. 52% of the answers"
            ),
            "{text}"
        );
        assert!(text.contains("   See the alerts: https://deck.example/alerts\n"), "{text}");
        assert!(
            text.contains("Open the digest in Answerdeck: https://deck.example/digests/0123456789ABCDEFabcdef\n"),
            "{text}"
        );
        assert!(
            text.ends_with(
                "-- \nYou get this e-mail because your address is in the settings of Nurio.\nUnsubscribe: \
             https://deck.example/unsubscribe?token=adu_secret\nSettings: https://deck.example/settings\n"
            ),
            "{text}"
        );
    }

    #[test]
    fn every_link_of_a_mail_leads_to_a_page_of_the_console_or_ends_the_mails() {
        let without_alerts = DigestFindings { alert_count: 0, alerts: Vec::new(), ..findings() };
        let only_failed = DigestFindings { skipped_due_time_count: 0, ..without_alerts.clone() };
        for found in [findings(), without_alerts, only_failed] {
            let html = digest_mail(&found, Language::English).html().into_string();
            for link in html.split("href=\"https://deck.example").skip(1) {
                let path = link.split(['?', '"']).next().unwrap();
                assert!(path == "/unsubscribe" || is_page(path), "{path}");
            }
        }
    }

    #[test]
    fn hostile_names_are_texts_in_every_part_of_a_mail() {
        let name = "<script>alert(1)</script>\u{202e}moc.live\r\nBcc: lee@evil.example";
        let mut found = DigestFindings { brand: Some(brand(name, [52, 32], Some(0.1))), ..findings() };
        if let Some(gap) = &mut found.prompt_gap {
            gap.query = "\"><img src=x onerror=alert(1)>".to_owned();
        }
        if let Some(page) = &mut found.new_page {
            page.title = Some("https://evil.example/a".to_owned());
        }
        let mail = formatted(&found, Language::English);
        let headers = mail.split("\r\n\r\n").next().unwrap();
        assert!(!headers.lines().any(|line| line.starts_with("Bcc")), "{headers}");
        let mail = digest_mail(&found, Language::English);
        let html = mail.html().into_string();
        assert!(
            html.contains("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;moc.live Bcc: lee@evil.example</bdi>"),
            "{html}"
        );
        assert!(html.contains("<bdi>&quot;&gt;&lt;img src=x onerror=alert(1)&gt;</bdi>"), "{html}");
        for absent in ["<script", "<img", "\u{202e}", "url(", "http-equiv"] {
            assert!(!html.contains(absent), "{absent}");
        }
        let links = html.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        assert!(links.clone().count() > 10);
        links.for_each(|link| assert!(link.starts_with("https://deck.example/"), "{link}"));
        assert!(mail.text().lines().all(|line| !line.starts_with("Bcc")));
    }

    #[test]
    fn a_mail_is_in_the_language_of_the_settings() {
        let found = findings();
        let mail = digest_mail(&found, Language::Korean);
        assert!(mail.html().into_string().starts_with("<!DOCTYPE html><html lang=\"ko\">"));
        assert!(mail.text().contains("그만 받기: https://deck.example/unsubscribe?token=adu_secret"));
        // All of it is ASCII, so that no mail server has to support more.
        assert!(formatted(&found, Language::Korean).is_ascii());
    }
}
