//! Addresses of hosts by their names: injected, so that a test can say them.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

/// Who knows the addresses of hosts. Clones know the same.
#[derive(Debug, Clone)]
pub struct Resolver(Source);

#[derive(Debug, Clone)]
enum Source {
    System,
    Table(Arc<HashMap<String, Vec<IpAddr>>>),
}

impl Resolver {
    /// The machine's resolver.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// These names and no others.
    pub fn table<'a>(names: impl IntoIterator<Item = (&'a str, IpAddr)>) -> Self {
        let mut table: HashMap<String, Vec<IpAddr>> = HashMap::new();
        for (name, ip) in names {
            table.entry(name.to_owned()).or_default().push(ip);
        }
        Self(Source::Table(Arc::new(table)))
    }

    /// # Errors
    /// When nobody knows the name, or the resolver is out of reach.
    pub(super) async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        match &self.0 {
            Source::System => Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect()),
            Source::Table(table) => Ok(table.get(host).cloned().unwrap_or_default()),
        }
    }
}
