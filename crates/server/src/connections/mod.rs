//! The connections of clients: how many there are, and how long they may take to send the head of a request and to read a
//! response. The accept loop is our own, because no crate that we know closes the connection that has been idle longest. HTTP/2
//! is left to the proxy: there, one connection has many requests, and no limit here would hold.

mod request_body;
mod slots;
pub mod trusted_proxies;

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header;
use axum::serve::Listener;
use http_body_util::BodyExt;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use request_body::RequestBody;
use slots::{ClientStream, Connection, Slots};
use trusted_proxies::is_trusted;

/// The limits of connections. Tests use smaller ones.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// Connections at the same time. At the limit, the connection that has been idle longest is closed. While none is idle, new ones
    /// wait. Fewer than the 1,024 files that systems allow a process.
    pub total: usize,
    /// Connections of one address, or of one IPv6 network of 64 bits. Others are closed.
    pub each: usize,
    /// How long a connection may take from its start, or from its last response, to the end of the next request's head.
    pub head_timeout: Duration,
    /// How long a client may read nothing of a response.
    pub write_timeout: Duration,
    /// Bytes that the system holds for a client that has not read them. Without a limit, it holds megabytes for each, and slows down
    /// everybody when its memory for connections is used up.
    pub unread_bytes: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            total: 800,
            each: 200,
            head_timeout: Duration::from_secs(20),
            write_timeout: Duration::from_secs(30),
            unread_bytes: 256 * 1024,
        }
    }
}

/// Serves `router` until `shutdown`, then until the current requests have their responses. A request has the address of
/// its connection in [`ConnectInfo`]. Connections of `proxies` count only toward the total.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    proxies: Vec<IpNet>,
    shutdown: CancellationToken,
) {
    let (slots, counts) = (Slots::new(limits.total), ConnectionCounts::default());
    let mut connections = JoinSet::new();
    loop {
        let (stream, address) = tokio::select! {
            () = shutdown.cancelled() => break,
            Some(_) = connections.join_next() => continue,
            // A connection that its client has ended delays no other.
            accepted = Listener::accept(&mut listener) => accepted,
        };
        let limit = if is_trusted(&proxies, address.ip()) { usize::MAX } else { limits.each };
        let Some(counted) = counts.count(address.ip(), limit) else {
            tracing::debug!(%address, "a connection is closed: its address has too many");
            continue;
        };
        let slot = tokio::select! {
            () = shutdown.cancelled() => break,
            slot = slots.take() => slot,
        };
        // Without a delay, the end of a response does not wait until the client has acknowledged its beginning.
        let options = stream.set_nodelay(true);
        if let Err(error) = options.and_then(|()| SockRef::from(&stream).set_send_buffer_size(limits.unread_bytes)) {
            tracing::debug!(%address, %error, "the options of a connection were not set");
        }
        let stream = ClientStream::new(stream, Arc::clone(&slot.connection), limits.write_timeout);
        let (router, shutdown) = (router.clone(), shutdown.clone());
        connections.spawn(async move {
            let _counted = counted;
            tokio::select! {
                () = run(stream, address, &slot.connection, router, limits.head_timeout, shutdown) => {}
                () = slot.connection.evicted() => tracing::debug!(%address, "an idle connection is closed: there are too many"),
            }
        });
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

async fn run(
    stream: ClientStream<TcpStream>,
    address: SocketAddr,
    connection: &Arc<Connection>,
    router: Router,
    head_timeout: Duration,
    shutdown: CancellationToken,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        let pending = connection.begin_response();
        request.extensions_mut().insert(ConnectInfo(address));
        // A client that waits for 100 Continue has sent no body to drain.
        let drains = !request.headers().contains_key(header::EXPECT);
        let connection = Arc::clone(connection);
        let request = request.map(|body| Body::new(RequestBody { body: Some(body), drains, connection }));
        let response = router.clone().oneshot(request);
        // The response ends with its body, which holds what is pending.
        let hold = move |error: axum::Error| {
            let _pending = &pending;
            error
        };
        async move { Ok::<_, Infallible>(response.await?.map(|body| body.map_err(hold))) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_timeout)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        tracing::debug!(%address, %error, "a connection ended early");
    }
}

/// The number of connections of each network that has one.
#[derive(Debug, Clone, Default)]
struct ConnectionCounts(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A counted connection. Dropping it ends the count.
#[derive(Debug)]
struct CountedConnection {
    counts: ConnectionCounts,
    network: IpAddr,
}

impl ConnectionCounts {
    /// Counts a connection. `None` when its network has `limit` connections already.
    fn count(&self, address: IpAddr, limit: usize) -> Option<CountedConnection> {
        let network = network(address);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&network).copied().unwrap_or_default();
        if count >= limit {
            return None;
        }
        counts.insert(network, count + 1);
        Some(CountedConnection { counts: self.clone(), network })
    }
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.get_mut(&self.network) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(counts.remove(&self.network)),
        }
    }
}

/// The network that one client controls: an IPv4 address, or an IPv6 network of 64 bits.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_ipv6_network_share_its_limit() {
        let counts = ConnectionCounts::default();
        let count = |address: &str| counts.count(address.parse().unwrap(), 1);
        let held = count("2001:db8::1");
        assert!(held.is_some() && count("2001:db8::2").is_none());
        assert!(count("2001:db8:0:1::1").is_some() && count("192.0.2.1").is_some());
        drop(held);
        assert!(count("2001:db8::2").is_some());
        assert!(counts.0.lock().unwrap().is_empty(), "only networks with a connection need memory");
    }
}
