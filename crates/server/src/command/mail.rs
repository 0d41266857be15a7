//! The mail server, and `answerdeck mail`.

use std::path::PathBuf;

use answerdeck_api::is_email_address;
use clap::{Args, Subcommand};
use lettre::Message;
use lettre::message::Mailbox;

use super::error::CommandError;
use super::secret::hidden;
use super::{certificate_authorities, print};
use crate::mail::{Mailer, SendError, SmtpUrl};

/// The mail server. Without one, digests are only in the console.
#[derive(Debug, Args)]
#[command(next_help_heading = "E-mail")]
pub(super) struct MailOptions {
    /// Mail server that sends digests, as smtps://USER:PASSWORD@HOST (TLS) or smtp://USER:PASSWORD@HOST (STARTTLS). Only one on
    /// this machine, such as smtp://localhost, may do without both.
    #[arg(
        long,
        env = "ANSWERDECK_SMTP_URL",
        value_name = "URL",
        hide_env_values = true,
        value_parser = hidden::<SmtpUrl>(),
        requires = "mail_from"
    )]
    smtp_url: Option<SmtpUrl>,
    /// Sender of the mails, such as "Answerdeck <digest@example.com>".
    #[arg(long, env = "ANSWERDECK_MAIL_FROM", value_name = "ADDRESS", value_parser = sender, requires = "smtp_url")]
    mail_from: Option<Mailbox>,
}

impl MailOptions {
    /// The mailer. `None` without a mail server. `authorities` is a PEM file of certificates that are trusted, too.
    pub(super) fn mailer(&self, authorities: Option<&[u8]>) -> Result<Option<Mailer>, CommandError> {
        let (Some(url), Some(from)) = (&self.smtp_url, &self.mail_from) else { return Ok(None) };
        let mailer = Mailer::new(url, from.clone(), authorities);
        mailer.map(Some).map_err(|error| CommandError::of_usage(format!("the mail server cannot be used: {error}")))
    }
}

fn sender(text: &str) -> Result<Mailbox, String> {
    const EXPECTED: &str = "expected an e-mail address, such as \"Answerdeck <digest@example.com>\"";
    let mailbox: Mailbox = text.parse().map_err(|_| EXPECTED)?;
    if is_email_address(mailbox.email.as_ref()) { Ok(mailbox) } else { Err(EXPECTED.to_owned()) }
}

fn recipient(text: &str) -> Result<Mailbox, String> {
    sender(text).map_err(|_| "expected an e-mail address, such as kim@example.com".to_owned())
}

#[derive(Debug, Subcommand)]
pub(super) enum MailCommand {
    /// Send a test mail by the mail server.
    Test {
        /// Recipient of the mail.
        #[arg(value_parser = recipient)]
        address: Mailbox,
        #[command(flatten)]
        options: MailOptions,
        /// PEM file of certificate authorities to trust in addition to those that browsers trust.
        #[arg(long, env = "ANSWERDECK_CERTIFICATE_AUTHORITIES", value_name = "FILE")]
        certificate_authorities: Option<PathBuf>,
    },
}

impl MailCommand {
    pub(super) async fn run(self) -> Result<(), CommandError> {
        let Self::Test { address, options, certificate_authorities: file } = self;
        let (authorities, _) = certificate_authorities(file.as_deref())?;
        let mailer = options.mailer(authorities.as_deref())?;
        let mailer =
            mailer.ok_or_else(|| CommandError::of_usage("there is no mail server: add --smtp-url and --mail-from"))?;
        let mail = Message::builder()
            .from(mailer.from.clone())
            .to(address)
            .subject("Test of Answerdeck")
            .message_id(None)
            .body("Answerdeck can send e-mail.\n".to_owned());
        let mail = mail.map_err(|error| CommandError::new(error.to_string()))?;
        match mailer.send(mail).await {
            Ok(()) => print("The mail server has accepted the mail."),
            Err(SendError::Refused(reason) | SendError::Failed(reason) | SendError::LoginRefused { reason, .. }) => {
                let remedy = if reason.contains("STARTTLS is not supported") {
                    ": use smtps://"
                } else if reason.contains("InvalidContentType") {
                    ": the mail server does not speak TLS on this port: use smtp:// (STARTTLS)"
                } else {
                    ""
                };
                Err(CommandError::new(format!("the mail was not sent: {reason}{remedy}")))
            }
        }
    }
}
