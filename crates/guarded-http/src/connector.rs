//! Connects to the addresses that the policy allows.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::Uri;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower::Service;

use crate::error::HttpError;
use crate::policy::NetworkPolicy;

/// The maximum number of addresses of a host that are tried.
const ADDRESSES_MAX: usize = 4;

/// The connector of the HTTP client. It checks the address that it connects to, so that host names, IP literals in any
/// spelling and redirects are all subject to the policy.
#[derive(Debug, Clone)]
pub struct Connector {
    pub policy: NetworkPolicy,
    pub resolver: Resolver,
    /// Time limit over all addresses of a host.
    pub timeout: Duration,
}

impl Connector {
    async fn connect(self, uri: Uri) -> Result<TokioIo<TcpStream>, HttpError> {
        let host = uri.host().ok_or(HttpError::Address)?;
        let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
        let connection = async {
            let resolved = self.resolve(host).await?;
            let allowed =
                resolved.iter().map(|ip| SocketAddr::new(*ip, port)).filter(|address| self.policy.allows(*address));
            let allowed: Vec<SocketAddr> = allowed.take(ADDRESSES_MAX).collect();
            if allowed.is_empty() {
                return Err(HttpError::PrivateAddress);
            }
            let timeout = self.timeout / u32::try_from(allowed.len()).unwrap_or(1);
            for address in allowed {
                if let Ok(Ok(stream)) = tokio::time::timeout(timeout, TcpStream::connect(address)).await {
                    return Ok(TokioIo::new(stream));
                }
            }
            Err(HttpError::Unreachable)
        };
        tokio::time::timeout(self.timeout, connection).await.unwrap_or(Err(HttpError::Unreachable))
    }

    async fn resolve(&self, host: &str) -> Result<Vec<IpAddr>, HttpError> {
        if let Ok(ip) = host.trim_matches(['[', ']']).parse() {
            return Ok(vec![ip]);
        }
        match self.resolver.addresses(host).await {
            Ok(addresses) if !addresses.is_empty() => Ok(addresses),
            _ => Err(HttpError::UnknownHost),
        }
    }
}

impl Service<Uri> for Connector {
    type Response = TokioIo<TcpStream>;
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, HttpError>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), HttpError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        Box::pin(self.clone().connect(uri))
    }
}

/// Resolves host names to addresses: with the operating system, or in tests with a table, which clones share.
#[derive(Debug, Clone)]
pub struct Resolver(Option<Arc<[(String, IpAddr)]>>);

impl Resolver {
    pub fn system() -> Self {
        Self(None)
    }

    /// A resolver that knows only these names.
    pub fn table<'a>(names: impl IntoIterator<Item = (&'a str, IpAddr)>) -> Self {
        Self(Some(names.into_iter().map(|(name, ip)| (name.to_owned(), ip)).collect()))
    }

    async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        match &self.0 {
            None => Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect()),
            Some(table) => Ok(table.iter().filter(|(name, _)| name == host).map(|(_, ip)| *ip).collect()),
        }
    }
}
