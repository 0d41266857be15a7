//! E-mail: where it is sent, and sending it.

mod smtp_url;

use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use smtp_url::Encryption;
pub use smtp_url::SmtpUrl;

use crate::problem::cause_chain;

/// How long sending a mail may take, from the connection to the reply of the mail server.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The replies of a mail server that does not accept the login.
///
/// Source: RFC 4954, section 6.
const LOGIN_REFUSED: [u16; 4] = [530, 534, 535, 538];

#[derive(Debug, Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    pub(crate) from: Mailbox,
    timeout: Duration,
}

/// Why a mail was not sent, in the words of the mail server or of this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SendError {
    /// The mail server will not accept it.
    Refused(String),
    /// It may accept it later.
    Failed(String),
    /// It does not accept the login, and says so with this code. Only the operator can change that.
    LoginRefused { code: u16, reason: String },
}

impl Mailer {
    /// Sends from an address by a mail server. `authorities` are certificates in PEM that are trusted besides those that browsers
    /// trust.
    pub fn new(url: &SmtpUrl, from: Mailbox, authorities: Option<&[u8]>) -> Result<Self, Error> {
        let parameters = || {
            let parameters = TlsParameters::builder(url.host.clone());
            let parameters = match authorities {
                Some(pem) => parameters.add_root_certificate(Certificate::from_pem(pem)?),
                None => parameters,
            };
            parameters.build()
        };
        let tls = match url.encryption {
            Encryption::Implicit => Tls::Wrapper(parameters()?),
            Encryption::StartTls => Tls::Required(parameters()?),
            Encryption::None => Tls::None,
        };
        let transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&url.host);
        let transport = transport.port(url.port).tls(tls).timeout(Some(TIMEOUT));
        let transport = match &url.login {
            Some((user, password)) => transport.credentials(Credentials::new(user.clone(), password.clone())),
            None => transport,
        };
        Ok(Self { transport: transport.build(), from, timeout: TIMEOUT })
    }

    /// Gives a mail another time to be sent.
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sends a mail. A failure says why the mail server did not accept it.
    pub(crate) async fn send(&self, mail: Message) -> Result<(), SendError> {
        match tokio::time::timeout(self.timeout, self.transport.send(mail)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => {
                let reason = cause_chain(&error);
                Err(match error.status().map(u16::from) {
                    Some(code) if LOGIN_REFUSED.contains(&code) => SendError::LoginRefused { code, reason },
                    _ if error.is_permanent() => SendError::Refused(reason),
                    _ => SendError::Failed(reason),
                })
            }
            Err(_) => Err(SendError::Failed("the mail server did not answer in time".to_owned())),
        }
    }
}
