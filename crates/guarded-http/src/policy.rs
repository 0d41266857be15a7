//! Which addresses the crawler connects to.

use std::net::SocketAddr;

use crate::address;

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
        self.allow_private || address::is_public(address.ip()) || self.is_own_listener(address)
    }

    pub fn is_own_listener(&self, address: SocketAddr) -> bool {
        self.own_listener.is_some_and(|own| {
            let (own_ip, ip) = (own.ip(), address.ip());
            let is_own_ip = if own_ip.is_unspecified() { ip.to_canonical().is_loopback() } else { own_ip == ip };
            own.port() == address.port() && is_own_ip
        })
    }
}
