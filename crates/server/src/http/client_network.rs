//! The address that a request comes from, and its network.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Once;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::{Extensions, HeaderMap, request::Parts};
use ipnet::IpNet;

use crate::connections::network;
use crate::connections::trusted_proxies::is_trusted;
use crate::state::AppState;

/// The network of a client, to count its requests by: see [`network`]. Behind a trusted proxy it is the one that the proxy
/// names in `X-Forwarded-For`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientNetwork(pub(crate) IpAddr);

impl FromRequestParts<AppState> for ClientNetwork {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        let client = client_address(&parts.extensions, &parts.headers, &app.config.trusted_proxies);
        Ok(Self(network(client.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))))
    }
}

/// The address of the client. Behind a trusted proxy it is the one that the proxy names in `X-Forwarded-For`. `None` for a
/// request of a tool, which has no connection.
pub(crate) fn client_address(extensions: &Extensions, headers: &HeaderMap, proxies: &[IpNet]) -> Option<IpAddr> {
    let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(client_of(peer.ip().to_canonical(), headers, proxies))
}

/// Whether the log says that `X-Forwarded-For` was ignored.
static IS_IGNORED_LOGGED: Once = Once::new();

/// The last address that is not a trusted proxy. Anyone can send addresses before that one.
fn client_of(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    let values = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let forwarded: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
    if !forwarded.is_empty() && !is_trusted(proxies, peer) {
        IS_IGNORED_LOGGED.call_once(|| {
            tracing::warn!(
                "X-Forwarded-For of {peer} is ignored: if it is a reverse proxy, name it in --trusted-proxy"
            );
        });
    }
    let mut client = peer;
    for address in forwarded.into_iter().rev() {
        let Some(address) = parse_address(address).filter(|_| is_trusted(proxies, client)) else { break };
        client = address.to_canonical();
    }
    client
}

/// Parses an address. Some proxies add the port.
fn parse_address(text: &str) -> Option<IpAddr> {
    text.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connections::trusted_proxies::parse_network;

    #[test]
    fn only_a_trusted_proxy_names_the_client() {
        let proxies = ["10.0.0.0/30", "fd00::/8"].map(|network| parse_network(network).unwrap());
        for (peer, forwarded, client) in [
            ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9, 198.51.100.7,10.0.0.2", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9, 10.0.0.9, fd12::1", "10.0.0.9"),
            ("fd12::1", "2001:db8::7", "2001:db8::7"),
            ("10.0.0.1", "198.51.100.7, nonsense", "10.0.0.1"),
            ("10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
            ("10.0.0.1", "[2001:db8::1]:55", "2001:db8::1"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            let found = client_of(peer.parse().unwrap(), &headers, &proxies);
            assert_eq!(found, client.parse::<IpAddr>().unwrap(), "{peer} {forwarded}");
        }
    }
}
