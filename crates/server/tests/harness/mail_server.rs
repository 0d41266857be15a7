//! A mail server that a test tells what to do.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use answerdeck_server::mail::{Mailer, SmtpUrl};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::{self_signed_tls, until_some};

/// A mail that a server got.
#[derive(Debug, Clone)]
pub struct Mail {
    pub to: Vec<String>,
    /// What the client sent to log in.
    pub login: Option<String>,
    pub is_encrypted: bool,
    pub data: String,
}

impl Mail {
    /// The value of a header on one line.
    pub fn header(&self, name: &str) -> &str {
        let headers = self.data.split("\r\n\r\n").next().unwrap();
        let line = headers.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("no {name} in {headers}"))
    }

    /// The secret of its link that ends the e-mail.
    pub fn token(&self) -> String {
        let link = self.header("List-Unsubscribe");
        link.split_once("token=").unwrap().1.strip_suffix('>').unwrap().to_owned()
    }
}

/// How connections begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Security {
    Plain,
    /// TLS from the first byte.
    Tls,
    /// TLS after STARTTLS.
    StartTls,
}

/// What the server does with a mail.
#[derive(Debug, Clone)]
pub enum Behavior {
    Accept,
    /// Replies to a command, such as `RCPT`, with a line.
    Refuse(&'static str, &'static str),
    /// Ends the connection at a command.
    Close(&'static str),
    /// Never replies to a command.
    Hold(&'static str),
}

/// A mail server. It ends with the test.
pub struct MailServer {
    pub address: SocketAddr,
    certificate: String,
    shared: Arc<Shared>,
}

struct Shared {
    security: Security,
    tls: TlsAcceptor,
    behavior: Mutex<Behavior>,
    received: Mutex<Vec<Mail>>,
    /// The commands of all connections, without their arguments.
    commands: Mutex<Vec<String>>,
}

impl MailServer {
    pub async fn start(security: Security) -> Self {
        let (tls, certificate) = self_signed_tls(&["localhost", "127.0.0.1", "::ffff:127.0.0.1"]);
        let shared = Arc::new(Shared {
            security,
            tls,
            behavior: Mutex::new(Behavior::Accept),
            received: Mutex::default(),
            commands: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let of_connections = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(Arc::clone(&of_connections), stream));
            }
        });
        Self { address, certificate, shared }
    }

    pub fn behave(&self, behavior: Behavior) {
        *self.shared.behavior.lock().unwrap() = behavior;
    }

    /// The URL of the server, with a login unless the connection stays plain.
    pub fn url(&self) -> SmtpUrl {
        let port = self.address.port();
        let url = match self.shared.security {
            Security::Plain => format!("smtp://127.0.0.1:{port}"),
            Security::Tls => format!("smtps://kim:p%40ss@localhost:{port}"),
            // The address of this machine in a form that is not taken for it, so that STARTTLS is required.
            Security::StartTls => format!("smtp://kim:p%40ss@[::ffff:127.0.0.1]:{port}"),
        };
        url.parse().unwrap()
    }

    /// The URL of a server that offers no STARTTLS, though it is required.
    pub fn url_with_required_tls(&self) -> SmtpUrl {
        format!("smtp://kim:secret@[::ffff:127.0.0.1]:{}", self.address.port()).parse().unwrap()
    }

    /// Sends by this server, and trusts its certificate.
    pub fn mailer(&self) -> Mailer {
        Mailer::new(&self.url(), "Answerdeck <digest@deck.example>".parse().unwrap(), Some(self.certificate.as_bytes()))
            .unwrap()
    }

    pub fn received(&self) -> Vec<Mail> {
        self.shared.received.lock().unwrap().clone()
    }

    pub fn commands(&self) -> Vec<String> {
        self.shared.commands.lock().unwrap().clone()
    }

    /// Waits until the server has so many mails.
    pub async fn until_received(&self, count: usize) -> Vec<Mail> {
        until_some(async || Some(self.received()).filter(|received| received.len() >= count)).await
    }
}

async fn serve(shared: Arc<Shared>, stream: TcpStream) {
    match shared.security {
        Security::Plain => _ = talk(&shared, stream, true, false).await,
        Security::Tls => {
            if let Ok(stream) = shared.tls.accept(stream).await {
                talk(&shared, stream, true, true).await;
            }
        }
        Security::StartTls => {
            let Some(stream) = talk(&shared, stream, true, false).await else { return };
            if let Ok(stream) = shared.tls.accept(stream).await {
                talk(&shared, stream, false, true).await;
            }
        }
    }
}

/// Talks with a client until it leaves. Returns the stream after STARTTLS.
async fn talk<S: AsyncRead + AsyncWrite + Unpin>(
    shared: &Shared,
    stream: S,
    greets: bool,
    is_encrypted: bool,
) -> Option<S> {
    let offers_tls = shared.security == Security::StartTls && !is_encrypted;
    let mut stream = BufReader::new(stream);
    let mut mail = Mail { to: Vec::new(), login: None, is_encrypted, data: String::new() };
    if greets {
        stream.write_all(b"220 mail.example ESMTP\r\n").await.ok()?;
    }
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let command = line.split([' ', '\r']).next().unwrap().to_uppercase();
        shared.commands.lock().unwrap().push(command.clone());
        let behavior = shared.behavior.lock().unwrap().clone();
        let refusal = match behavior {
            Behavior::Refuse(at, reply) if at == command => Some(reply),
            Behavior::Close(at) if at == command => return None,
            Behavior::Hold(at) if at == command => std::future::pending().await,
            _ => None,
        };
        let reply = match (command.as_str(), refusal) {
            (_, Some(reply)) => format!("{reply}\r\n"),
            ("EHLO", _) if offers_tls => "250-mail.example\r\n250-8BITMIME\r\n250 STARTTLS\r\n".to_owned(),
            ("EHLO", _) => "250-mail.example\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN\r\n".to_owned(),
            ("STARTTLS", _) => "220 go ahead\r\n".to_owned(),
            ("AUTH", _) => {
                mail.login = line.trim().rsplit(' ').next().map(str::to_owned);
                "235 welcome\r\n".to_owned()
            }
            ("RCPT", _) => {
                mail.to.push(line.trim().to_owned());
                "250 ok\r\n".to_owned()
            }
            ("DATA", _) => {
                stream.write_all(b"354 go on\r\n").await.ok()?;
                while !mail.data.ends_with("\r\n.\r\n") {
                    if stream.read_line(&mut mail.data).await.ok()? == 0 {
                        return None;
                    }
                }
                shared.received.lock().unwrap().push(mail.clone());
                "250 accepted\r\n".to_owned()
            }
            ("QUIT", _) => "221 bye\r\n".to_owned(),
            _ => "250 ok\r\n".to_owned(),
        };
        stream.write_all(reply.as_bytes()).await.ok()?;
        match command.as_str() {
            "STARTTLS" => return Some(stream.into_inner()),
            "QUIT" => return None,
            _ => {}
        }
    }
}
