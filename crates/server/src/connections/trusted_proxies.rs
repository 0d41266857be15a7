//! The reverse proxies whose `X-Forwarded-For` names the client.

use std::net::IpAddr;

use ipnet::IpNet;

/// Whether one of `proxies` has this address. An IPv4 address that is written as an IPv6 address counts as itself.
pub(crate) fn is_trusted(proxies: &[IpNet], address: IpAddr) -> bool {
    proxies.iter().any(|network| network.contains(&address.to_canonical()))
}

/// Parses an address such as `127.0.0.1`, or a network such as `10.0.0.0/8`. Space around it is no part of it.
pub fn parse_network(text: &str) -> Result<IpNet, &'static str> {
    let text = text.trim();
    let address = || text.parse().map(|address: IpAddr| IpNet::from(address.to_canonical())).ok();
    let network = text.parse().ok().or_else(address);
    network.ok_or("expected an address such as 127.0.0.1, or a network such as 10.0.0.0/8 or fd00::/8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_networks_are_trusted() {
        let texts = ["127.0.0.1", "::ffff:192.0.2.9", " 10.0.0.0/8", "fd00::/8", "2001:db8::1"];
        let proxies = texts.map(|text| parse_network(text).unwrap());
        for (address, expected) in [
            ("127.0.0.1", true),
            ("127.0.0.2", false),
            ("192.0.2.9", true),
            ("10.200.3.4", true),
            ("::ffff:10.0.0.1", true),
            ("11.0.0.1", false),
            ("fd12:3456::1", true),
            ("fe80::1", false),
            ("2001:db8::1", true),
            ("2001:db8::2", false),
        ] {
            assert_eq!(is_trusted(&proxies, address.parse().unwrap()), expected, "{address}");
        }
        assert!(!is_trusted(&[], "127.0.0.1".parse().unwrap()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "localhost", "10.0.0.0/33", "10.0.0", "fd00::/129", "127.0.0.1:80", "10.0.0.0/"] {
            assert!(parse_network(text).is_err(), "{text}");
        }
    }
}
