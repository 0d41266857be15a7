//! Digests as e-mail.

use std::time::Duration;

use answerdeck_database::entity::digest_mail;
use answerdeck_database::execute;
use answerdeck_server::Config;
use answerdeck_server::mail::Mailer;
use jiff::SignedDuration;
use sea_orm::sqlx::postgres::PgListener;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};

use crate::harness::mail_server::{Behavior, MailServer, Security};
use crate::harness::{Account, Backend, TestServer, until, until_some};
use crate::{on_both, on_sqlite};

impl TestServer {
    /// Starts another server that has a mail server, and makes a digest for these recipients.
    async fn with_mails(&self, account: &Account, mailer: Mailer, more: Value) -> Self {
        let server = self.with_config(Config { mailer: Some(mailer), ..self.app.config.clone() }).await;
        server.enable_digests(account, more).await;
        server.advance_to("2026-11-22T23:00:00Z");
        server.make_digests().await;
        server
    }

    /// The same, and sends the mails.
    async fn mailing(&self, account: &Account, mailer: Mailer, more: Value) -> Self {
        let server = self.with_mails(account, mailer, more).await;
        server.start_jobs().await;
        server
    }

    async fn pending_mails(&self) -> u64 {
        digest_mail::Entity::find().count(&self.app.database).await.unwrap()
    }

    /// Waits until the first recipient has an error with this text.
    async fn until_error(&self, account: &Account, text: &str) -> Value {
        until_some(async || {
            let status = self.digest_settings(account).await["mailStatuses"][0].clone();
            let is_found = status["lastError"].as_str().is_some_and(|error| error.contains(text));
            is_found.then_some(status)
        })
        .await
    }

    /// The error of the first recipient.
    async fn last_error(&self, account: &Account) -> Option<String> {
        self.digest_settings(account).await["mailStatuses"][0]["lastError"].as_str().map(str::to_owned)
    }
}

fn to_kim() -> Value {
    json!({ "recipients": ["kim@nurio.example"] })
}

on_both! {
    async fn each_recipient_gets_a_mail_of_their_own(server, account) {
        let mail = MailServer::start(Security::Plain).await;
        let recipients = json!({ "language": "en", "recipients": ["kim@nurio.example", "lee@nurio.example"] });
        let server = server.mailing(&account, mail.mailer(), recipients).await;
        let mut mails = mail.until_received(2).await;
        mails.sort_by_key(|mail| mail.to.clone());
        let digest = server.digests(&account).await[0]["id"].as_str().unwrap().to_owned();
        for (mail, (own, other)) in mails.iter().zip([("kim", "lee"), ("lee", "kim")]) {
            assert_eq!(mail.to, [format!("RCPT TO:<{own}@nurio.example>")]);
            assert_eq!(mail.header("To"), format!("{own}@nurio.example"));
            assert!(!mail.data.contains(&format!("{other}@nurio.example")), "{}", mail.data);
            assert_eq!(mail.header("Subject"), "The week has no answers");
            assert!(mail.header("Message-ID").starts_with(&format!("<{digest}.")), "{}", mail.header("Message-ID"));
            assert_eq!(mail.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
            assert_eq!(mail.header("List-Unsubscribe"), format!("<{}/unsubscribe?token={}>", server.url, mail.token()));
        }
        assert_ne!(mails[0].token(), mails[1].token());
        until(async || server.pending_mails().await == 0).await;
        let statuses = server.digest_settings(&account).await["mailStatuses"].clone();
        assert_eq!(statuses.as_array().unwrap().len(), 2);
        for status in statuses.as_array().unwrap() {
            assert!(status["sentAt"].as_str().unwrap().starts_with("2026-11-22T23:00:") && status.get("lastError").is_none(), "{status}");
        }
    }

    async fn a_mail_that_is_refused_for_now_is_sent_later(server, account) {
        let mail = MailServer::start(Security::Plain).await;
        mail.behave(Behavior::Refuse("RCPT", "451 greylisted, try again"));
        let server = server.mailing(&account, mail.mailer(), to_kim()).await;
        let status = server.until_error(&account, "greylisted, try again").await;
        assert_eq!(status.get("sentAt"), None);
        mail.behave(Behavior::Close("DATA"));
        server.pass(SignedDuration::from_mins(40));
        // An attempt that goes on would take its next time from the clock that the next step advances.
        let is_greylisted = async || server.last_error(&account).await.is_some_and(|error| error.contains("greylisted"));
        until(async || !is_greylisted().await).await;
        mail.behave(Behavior::Refuse("MAIL", "421 too busy"));
        server.pass(SignedDuration::from_mins(40));
        server.until_error(&account, "too busy").await;
        mail.behave(Behavior::Accept);
        server.pass(SignedDuration::from_hours(3));
        mail.until_received(1).await;
        until(async || server.pending_mails().await == 0).await;
        let status = server.digest_settings(&account).await["mailStatuses"][0].clone();
        assert!(status["sentAt"].is_string() && status.get("lastError").is_none(), "{status}");
        assert_eq!(mail.received().len(), 1);
    }

    async fn a_mail_that_is_refused_for_good_is_not_sent_again(server, account) {
        let mail = MailServer::start(Security::Plain).await;
        mail.behave(Behavior::Refuse("RCPT", "550 5.1.1 no such <user>"));
        let server = server.mailing(&account, mail.mailer(), to_kim()).await;
        server.until_error(&account, "550").await;
        until(async || server.pending_mails().await == 0).await;
        let attempts = mail.commands().iter().filter(|command| *command == "RCPT").count();
        assert_eq!((attempts, mail.received().len()), (1, 0));
        let status = server.digest_settings(&account).await["mailStatuses"][0].clone();
        assert!(status["lastError"].as_str().unwrap().contains("no such <user>"), "{status}");
    }

    async fn a_mail_that_nobody_could_send_for_two_days_is_given_up(server, account) {
        let mail = MailServer::start(Security::Plain).await;
        let server = server.with_mails(&account, mail.mailer(), to_kim()).await;
        server.clock.advance(SignedDuration::from_hours(49));
        server.start_jobs().await;
        server.until_error(&account, "two days").await;
        assert_eq!((server.pending_mails().await, mail.received().len()), (0, 0));
    }

    async fn a_mail_that_ends_each_of_its_workers_is_given_up(server, account) {
        let mail = MailServer::start(Security::Plain).await;
        let server = server.with_mails(&account, mail.mailer(), to_kim()).await;
        execute(&server.app.database, "UPDATE digest_mails SET attempts = 16", []).await.unwrap();
        server.start_jobs().await;
        server.until_error(&account, "interrupted too often").await;
        assert_eq!((server.pending_mails().await, mail.received().len()), (0, 0));
    }

    async fn without_a_mail_server_digests_are_only_in_the_console(server, account) {
        server.enable_digests(&account, to_kim()).await;
        server.advance_to("2026-11-22T23:00:00Z");
        server.make_digests().await;
        assert_eq!((server.digests(&account).await.len(), server.pending_mails().await), (1, 0));
        assert_eq!(server.digest_settings(&account).await["emailAvailable"], false);
    }
}

on_sqlite! {
    async fn a_mail_server_that_never_replies_ends_an_attempt(server, account) {
        let mail = MailServer::start(Security::Plain).await;
        mail.behave(Behavior::Hold("EHLO"));
        let server = server.mailing(&account, mail.mailer().with_timeout(Duration::from_millis(50)), to_kim()).await;
        server.until_error(&account, "did not answer").await;
        assert_eq!(server.pending_mails().await, 1);
    }

    async fn nothing_is_sent_without_the_encryption_that_the_url_asks_for(server, account) {
        let from = || "digest@deck.example".parse().unwrap();
        // It offers no STARTTLS.
        let plain = MailServer::start(Security::Plain).await;
        let mailer = Mailer::new(&plain.url_with_required_tls(), from(), None).unwrap();
        let server = server.mailing(&account, mailer, to_kim()).await;
        server.until_error(&account, "STARTTLS").await;
        assert!(
            !plain.commands().iter().any(|command| ["AUTH", "MAIL"].contains(&command.as_str())),
            "{:?}",
            plain.commands()
        );
    }

    async fn an_unknown_certificate_ends_the_connection(server, account) {
        let mail = MailServer::start(Security::Tls).await;
        let mailer = Mailer::new(&mail.url(), "digest@deck.example".parse().unwrap(), None).unwrap();
        let server = server.mailing(&account, mailer, to_kim()).await;
        server.until_error(&account, "certificate").await;
        assert_eq!(mail.commands(), [] as [&str; 0]);
    }

    async fn a_login_that_is_refused_waits_for_the_operator(server, account) {
        let mail = MailServer::start(Security::Tls).await;
        mail.behave(Behavior::Refuse("AUTH", "535 5.7.8 wrong password"));
        let server = server.mailing(&account, mail.mailer(), to_kim()).await;
        server.until_error(&account, "the mail server of the platform sends no mails: its operator has to act").await;
        assert_eq!(server.pending_mails().await, 1);
        mail.behave(Behavior::Accept);
        server.pass(SignedDuration::from_mins(10));
        mail.until_received(1).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_workers_of_all_processes_are_notified_of_mails() {
    let server = TestServer::start(Backend::Postgres).await;
    let (account, mail) = (server.account().await, MailServer::start(Security::Plain).await);
    let mut listener = PgListener::connect_with(server.app.database.get_postgres_connection_pool()).await.unwrap();
    listener.listen("answerdeck_work").await.unwrap();
    server.mailing(&account, mail.mailer(), to_kim()).await;
    assert_eq!(listener.recv().await.unwrap().payload(), "digest_mails");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_and_the_login_are_encrypted() {
    for security in [Security::Tls, Security::StartTls] {
        let server = TestServer::start(Backend::Sqlite).await;
        let (account, mail) = (server.account().await, MailServer::start(security).await);
        let _server = server.mailing(&account, mail.mailer(), to_kim()).await;
        let mail = mail.until_received(1).await.remove(0);
        // `\0kim\0p@ss` in base64.
        assert_eq!((mail.is_encrypted, mail.login.as_deref()), (true, Some("AGtpbQBwQHNz")), "{security:?}");
    }
}

/// Sends a test mail by a mail server with the command line. Returns whether it succeeded, and what it printed.
async fn test_mail(url: &str, address: &str) -> (bool, String) {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_answerdeck"));
    command.args(["mail", "test", address, "--mail-from", "Answerdeck <digest@deck.example>"]);
    let output = command.env("ANSWERDECK_SMTP_URL", url).output().await.unwrap();
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_can_try_the_mail_server() {
    let mail = MailServer::start(Security::Plain).await;
    let url = format!("smtp://{}", mail.address);
    assert_eq!(
        test_mail(&url, "kim@nurio.example").await,
        (true, "The mail server has accepted the mail.\n".to_owned())
    );
    let sent = mail.received().remove(0);
    assert_eq!((sent.header("To"), sent.header("Subject")), ("kim@nurio.example", "Test of Answerdeck"));
    mail.behave(Behavior::Refuse("RCPT", "550 no such user"));
    let (is_sent, message) = test_mail(&url, "kim@nurio.example").await;
    assert!(
        !is_sent && message.starts_with("error: the mail was not sent: ") && message.contains("no such user"),
        "{message}"
    );
    let required_tls = format!("smtp://kim:secret@[::ffff:127.0.0.1]:{}", mail.address.port());
    let tls = format!("smtps://{}", mail.address);
    for (url, address, remedy) in [
        (url.as_str(), "kim", "expected an e-mail address"),
        (tls.as_str(), "kim@nurio.example", "does not speak TLS on this port: use smtp://"),
        (required_tls.as_str(), "kim@nurio.example", "STARTTLS is not supported on this server: use smtps://"),
        ("http://mail.example.com", "kim@nurio.example", "smtps://USER:PASSWORD@mail.example.com"),
    ] {
        let (is_sent, message) = test_mail(url, address).await;
        let is_doubled = message.contains("Connection error: Connection error");
        assert!(!is_sent && message.contains(remedy) && !is_doubled, "{message}");
    }
}
