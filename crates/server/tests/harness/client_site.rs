//! The site of an OAuth client: it has a certificate, and the client's metadata document.

use std::sync::{Arc, Mutex};

use answerdeck_guarded_http::{CertificateRoots, NetworkPolicy};
use answerdeck_server::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::{TestServer, self_signed_tls};

/// A site. It ends with the test.
pub struct ClientSite {
    /// The address of the document: the `client_id`.
    pub client_id: String,
    certificate: String,
    served: Arc<Mutex<Served>>,
}

struct Served {
    response: Vec<u8>,
    requests: usize,
}

impl ClientSite {
    /// Starts a site with a document of the client, which returns to `redirect_uri`.
    pub async fn start(redirect_uri: &str) -> Self {
        let (tls, certificate) = self_signed_tls(&["127.0.0.1"]);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client_id = format!("https://{}/client.json", listener.local_addr().unwrap());
        let served = Arc::new(Mutex::new(Served { response: Vec::new(), requests: 0 }));
        let site = Self { client_id, certificate, served: Arc::clone(&served) };
        site.publish("", &site.document(redirect_uri));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(tls.clone(), stream, Arc::clone(&served)));
            }
        });
        site
    }

    /// A valid document.
    pub fn document(&self, redirect_uri: &str) -> Value {
        json!({ "client_id": self.client_id, "client_name": "A published app", "redirect_uris": [redirect_uri] })
    }

    /// Serves a document with more headers, each with its line end.
    pub fn publish(&self, headers: &str, document: &Value) {
        self.respond("200 OK", &format!("Content-Type: application/json\r\n{headers}"), &document.to_string());
    }

    /// Serves a response.
    pub fn respond(&self, status: &str, headers: &str, body: &str) {
        let length = body.len();
        let response =
            format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n{body}");
        self.served.lock().unwrap().response = response.into_bytes();
    }

    /// The number of requests until now.
    pub fn requests(&self) -> usize {
        self.served.lock().unwrap().requests
    }
}

async fn answer(tls: TlsAcceptor, stream: TcpStream, served: Arc<Mutex<Served>>) -> std::io::Result<()> {
    let mut stream = tls.accept(stream).await?;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    let response = {
        let mut served = served.lock().unwrap();
        served.requests += 1;
        served.response.clone()
    };
    stream.write_all(&response).await?;
    stream.shutdown().await
}

impl TestServer {
    /// Starts another server with the same database that trusts the site and may visit private addresses.
    pub async fn trusting(&self, site: &ClientSite) -> Self {
        self.with_config(Config {
            network_policy: NetworkPolicy { allow_private: true, own_listener: None },
            certificate_roots: CertificateRoots::with_pem(site.certificate.as_bytes()).unwrap(),
            ..self.app.config.clone()
        })
        .await
    }
}
