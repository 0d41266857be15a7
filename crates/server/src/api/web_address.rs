//! The addresses of requests, as the server would open them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use answerdeck_guarded_http::{HttpError, NetworkPolicy, crawlable};
use url::{Host, Url};

use crate::problem::{ApiResult, Problem};

/// Parses the address in a field of a request. The wire type has checked its scheme, but not, for example, that the
/// port is below 65536.
pub(super) fn parse_url(field: &str, text: &str) -> ApiResult<Url> {
    Url::parse(text).map_err(|error| Problem::validation(format!("{field}: {error}")))
}

/// The address with `https://` if it begins with a domain, as people write it.
pub(super) fn with_scheme(address: String) -> String {
    let host = address.split(['/', '?', '#']).next().unwrap_or_default();
    let is_top_level = |name: &str| name.chars().count() > 1 && name.chars().all(char::is_alphabetic);
    let is_domain = host.rsplit_once('.').is_some_and(|(_, last)| is_top_level(last)) && !host.contains([':', '@']);
    if is_domain { format!("https://{address}") } else { address }
}

/// Parses an address that the server shall visit. It must not have the port of another protocol, and an IP address or `localhost` must
/// be one that `policy` allows. Each visit checks the addresses of other host names.
pub(super) fn visitable_url(field: &str, text: &str, policy: NetworkPolicy) -> ApiResult<Url> {
    let refused = |reason: &str| Problem::validation(format!("{field}: {reason}"));
    let url = crawlable(&parse_url(field, text)?).ok_or_else(|| refused(&HttpError::Address.to_string()))?;
    let addresses: &[IpAddr] = match url.host() {
        Some(Host::Ipv4(ip)) => &[ip.into()],
        Some(Host::Ipv6(ip)) => &[ip.into()],
        Some(Host::Domain(name)) if is_localhost(name) => &[Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
        Some(Host::Domain(_)) | None => return Ok(url),
    };
    let port = url.port_or_known_default().unwrap_or_default();
    match addresses.iter().any(|ip| policy.allows(SocketAddr::new(*ip, port))) {
        true => Ok(url),
        false => Err(refused("must be a public address")),
    }
}

/// Source: RFC 6761, section 6.3.
fn is_localhost(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    name == "localhost" || name.ends_with(".localhost")
}
