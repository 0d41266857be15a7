//! The network that a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::{HeaderMap, request::Parts};

use crate::connections::network;
use crate::state::AppState;

/// The network of a client, to count its requests by: see [`network`]. Behind a trusted proxy it is the one that the proxy
/// names in `X-Forwarded-For`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientNetwork(pub(crate) IpAddr);

impl FromRequestParts<AppState> for ClientNetwork {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip().to_canonical());
        Ok(Self(network(client_of(peer, &parts.headers, &app.config.trusted_proxies))))
    }
}

/// The address of the client: the last one that is not a trusted proxy. Anyone can send addresses before that one.
fn client_of(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let values = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let forwarded: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
    let mut client = peer;
    for address in forwarded.into_iter().rev() {
        if !proxies.contains(&client) {
            return client;
        }
        match address.parse::<IpAddr>() {
            Ok(address) => client = address.to_canonical(),
            Err(_) => return client,
        }
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_trusted_proxy_names_the_client() {
        let proxies = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().unwrap());
        for (peer, forwarded, client) in [
            ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9, 198.51.100.7,10.0.0.2", "198.51.100.7"),
            ("10.0.0.1", "198.51.100.7, nonsense", "10.0.0.1"),
            ("10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            let found = client_of(peer.parse().unwrap(), &headers, &proxies);
            assert_eq!(found, client.parse::<IpAddr>().unwrap(), "{peer} {forwarded}");
        }
    }
}
