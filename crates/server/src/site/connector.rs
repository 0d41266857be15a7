//! Connections to the addresses that may be visited, and to no others.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::Uri;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower::Service;

use super::{NetworkPolicy, PageError, Resolver};

/// Addresses of one host that are tried.
const TRIED_MAX: usize = 4;

/// Connects for the HTTP client. It looks at the very address that it connects to: a name, a literal in any spelling and the
/// target of a redirect all come by here.
#[derive(Debug, Clone)]
pub(super) struct Connector {
    pub(super) reach: NetworkPolicy,
    pub(super) names: Resolver,
    /// For all tries together.
    pub(super) patience: Duration,
}

impl Connector {
    async fn connect(self, uri: Uri) -> Result<TokioIo<TcpStream>, PageError> {
        let host = uri.host().ok_or(PageError::Address)?;
        let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
        let connection = async {
            let known = self.addresses(host).await?;
            let allowed =
                known.iter().map(|ip| SocketAddr::new(*ip, port)).filter(|address| self.reach.allows(*address));
            let allowed: Vec<SocketAddr> = allowed.take(TRIED_MAX).collect();
            if allowed.is_empty() {
                return Err(PageError::PrivateAddress);
            }
            let share = self.patience / u32::try_from(allowed.len()).unwrap_or(1);
            for address in allowed {
                if let Ok(Ok(stream)) = tokio::time::timeout(share, TcpStream::connect(address)).await {
                    return Ok(TokioIo::new(stream));
                }
            }
            Err(PageError::Unreachable)
        };
        tokio::time::timeout(self.patience, connection).await.unwrap_or(Err(PageError::Unreachable))
    }

    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, PageError> {
        if let Ok(ip) = host.trim_matches(['[', ']']).parse() {
            return Ok(vec![ip]);
        }
        match self.names.addresses(host).await {
            Ok(known) if !known.is_empty() => Ok(known),
            _ => Err(PageError::UnknownHost),
        }
    }
}

impl Service<Uri> for Connector {
    type Response = TokioIo<TcpStream>;
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, PageError>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), PageError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        Box::pin(self.clone().connect(uri))
    }
}
