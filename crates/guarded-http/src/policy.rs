//! Which addresses the crawler connects to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use ipnet::{Ipv4Net, Ipv6Net};

/// The addresses that the crawler may connect to. By default only public ones.
#[derive(Debug, Clone, Copy, Default)]
pub struct NetworkPolicy {
    /// Whether it may connect to every address.
    pub allow_private: bool,
    /// The server's own listener, to which it may connect although the address need not be public. An unspecified
    /// address means loopback.
    pub own_listener: Option<SocketAddr>,
}

impl NetworkPolicy {
    pub fn allows(&self, address: SocketAddr) -> bool {
        self.allow_private || is_public(address.ip()) || self.is_own_listener(address)
    }

    pub(crate) fn is_own_listener(&self, address: SocketAddr) -> bool {
        self.own_listener.is_some_and(|own| {
            let (own_ip, ip) = (own.ip(), address.ip());
            let is_own_ip = if own_ip.is_unspecified() { ip.to_canonical().is_loopback() } else { own_ip == ip };
            own.port() == address.port() && is_own_ip
        })
    }
}

/// IPv4 networks that are not on the public internet.
///
/// Source: IANA IPv4 Special-Purpose Address Registry.
const PRIVATE_V4: &[Ipv4Net] = &[
    Ipv4Net::new_assert(Ipv4Addr::new(0, 0, 0, 0), 8),
    Ipv4Net::new_assert(Ipv4Addr::new(10, 0, 0, 0), 8),
    Ipv4Net::new_assert(Ipv4Addr::new(100, 64, 0, 0), 10),
    Ipv4Net::new_assert(Ipv4Addr::new(127, 0, 0, 0), 8),
    // Internal services of Azure, at an address that is otherwise public.
    Ipv4Net::new_assert(Ipv4Addr::new(168, 63, 129, 16), 32),
    Ipv4Net::new_assert(Ipv4Addr::new(169, 254, 0, 0), 16),
    Ipv4Net::new_assert(Ipv4Addr::new(172, 16, 0, 0), 12),
    Ipv4Net::new_assert(Ipv4Addr::new(192, 0, 0, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(192, 0, 2, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(192, 88, 99, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(192, 168, 0, 0), 16),
    Ipv4Net::new_assert(Ipv4Addr::new(198, 18, 0, 0), 15),
    Ipv4Net::new_assert(Ipv4Addr::new(198, 51, 100, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(203, 0, 113, 0), 24),
    Ipv4Net::new_assert(Ipv4Addr::new(224, 0, 0, 0), 4),
    Ipv4Net::new_assert(Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// Global unicast. Only these IPv6 addresses belong to hosts on the public internet.
const GLOBAL_V6: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Exceptions within [`GLOBAL_V6`]: protocols, IPv4 tunnels (Teredo, 6to4) and documentation.
///
/// Source: IANA IPv6 Special-Purpose Address Registry.
const PRIVATE_V6: &[Ipv6Net] = &[
    Ipv6Net::new_assert(Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    Ipv6Net::new_assert(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    Ipv6Net::new_assert(Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    Ipv6Net::new_assert(Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// IPv6 networks whose addresses contain an IPv4 address: mapped addresses, and NAT64 with its well-known prefix.
///
/// Source: RFC 4291, section 2.5.5.2, and RFC 6052, section 2.1.
const EMBEDS_V4: &[Ipv6Net] = &[
    Ipv6Net::new_assert(Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96),
    Ipv6Net::new_assert(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96),
];

fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) if EMBEDS_V4.iter().any(|network| network.contains(&ip)) => {
            let [.., a, b, c, d] = ip.octets();
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        IpAddr::V6(ip) => GLOBAL_V6.contains(&ip) && !PRIVATE_V6.iter().any(|network| network.contains(&ip)),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    !PRIVATE_V4.iter().any(|network| network.contains(&ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_hosts_on_the_internet_are_public() {
        for ip in ["1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.255.255", "100.128.0.1", "192.0.1.1"]
            .into_iter()
            .chain(["223.255.255.255", "2606:4700::1111", "2a00::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])
        {
            assert!(is_public(ip.parse().unwrap()), "{ip}");
        }
    }

    #[test]
    fn all_other_addresses_are_not_public() {
        let v4 = ["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254"];
        let more = ["168.63.129.16", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1"];
        let rest = ["192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1"];
        let high = ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"];
        for ip in v4.into_iter().chain(more).chain(rest).chain(high) {
            assert!(!is_public(ip.parse().unwrap()), "{ip}");
            for embedding in [format!("::ffff:{ip}"), format!("64:ff9b::{ip}"), format!("::{ip}")] {
                assert!(!is_public(embedding.parse().unwrap()), "{embedding}");
            }
        }
        let v6 = ["::", "::1", "::8.8.8.8", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1", "2001:20::1"];
        let more =
            ["2001:db8::1", "2002:7f00:1::1", "2002:808:808::1", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254"];
        for ip in v6.into_iter().chain(more).chain(["fe80::1", "fec0::1", "ff02::1", "4000::1"]) {
            assert!(!is_public(ip.parse().unwrap()), "{ip}");
        }
    }
}
