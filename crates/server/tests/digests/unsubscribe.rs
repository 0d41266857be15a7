//! One click ends the e-mail to a recipient.

use answerdeck_server::Config;
use reqwest::Method;
use serde_json::json;

use crate::harness::mail_server::{MailServer, Security};
use crate::harness::{Reply, TestServer};
use crate::{on_both, on_sqlite};

impl TestServer {
    async fn unsubscribe(&self, method: Method, token: &str, language: &str) -> Reply {
        let url = format!("{}/unsubscribe?token={token}", self.url);
        let request = self.http.request(method, url).header("Accept-Language", language);
        // What a mail program sends.
        let request =
            request.header("Content-Type", "application/x-www-form-urlencoded").body("List-Unsubscribe=One-Click");
        Reply::of(request).await
    }
}

on_both! {
    async fn a_click_removes_the_recipient_and_a_look_changes_nothing(server, account) {
        let mail = MailServer::start(Security::Plain).await;
        let server = server.with_config(Config { mailer: Some(mail.mailer()), ..server.app.config.clone() }).await;
        server.enable_digests(&account, json!({ "recipients": ["kim@nurio.example", "lee@nurio.example"] })).await;
        server.start_jobs().await;
        // Two digests, so that an older link works, too.
        for (week, count) in [("2026-11-22T23:00:00Z", 2), ("2026-11-29T23:00:00Z", 4)] {
            server.advance_to(week);
            server.make_digests().await;
            mail.until_received(count).await;
        }
        let first = mail.received().into_iter().find(|mail| mail.header("To").starts_with("kim")).unwrap();
        let recipients = async || server.digest_settings(&account).await["recipients"].clone();
        for (language, text, lang) in [("en", "Send no more weekly digests to this address?", "en"), ("ko", "이 주소로 주간 요약을 더는 보내지 않을까요?", "ko")] {
            let page = server.unsubscribe(Method::GET, &first.token(), language).await;
            assert_eq!(page.status, 200);
            assert!(page.text.contains(text) && page.text.contains(&format!("<html lang=\"{lang}\">")), "{}", page.text);
            let policy = page.headers["content-security-policy"].to_str().unwrap();
            assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"), "{policy}");
            assert_eq!((&page.headers["cache-control"], &page.headers["x-frame-options"]), (&"no-store".parse().unwrap(), &"DENY".parse().unwrap()));
        }
        assert_eq!(recipients().await, json!(["kim@nurio.example", "lee@nurio.example"]));
        let done = server.unsubscribe(Method::POST, &first.token(), "en").await;
        assert!(done.status == 200 && done.text.contains("You are unsubscribed"), "{}", done.text);
        assert_eq!(recipients().await, json!(["lee@nurio.example"]));
        for method in [Method::POST, Method::GET] {
            let again = server.unsubscribe(method, &first.token(), "en").await;
            assert!(again.status == 404 && again.text.contains("This link does not work"), "{}", again.text);
        }
        server.advance_to("2026-12-06T23:00:00Z");
        server.make_digests().await;
        let mails = mail.until_received(5).await;
        assert!(mails[4].header("To").starts_with("lee"));
    }
}

on_sqlite! {
    async fn an_unknown_token_and_hostile_text_change_nothing(server, account) {
        server.enable_digests(&account, json!({ "recipients": ["kim@nurio.example"] })).await;
        for token in ["", "adu_unknown", "%3Cscript%3E", "%00", "a&token=b", &"a".repeat(5_000)] {
            for method in [Method::GET, Method::POST] {
                let reply = server.unsubscribe(method, token, "en").await;
                assert!(reply.status == 404 && !reply.text.contains("<script"), "{token}: {reply:?}");
            }
        }
        assert_eq!(server.digest_settings(&account).await["recipients"].as_array().unwrap().len(), 1);
    }
}
