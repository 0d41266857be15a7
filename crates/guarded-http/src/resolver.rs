//! Resolves host names. Tests inject a table of names.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

/// Resolves host names to addresses. Clones share the names.
#[derive(Debug, Clone)]
pub struct Resolver(Source);

#[derive(Debug, Clone)]
enum Source {
    System,
    Table(Arc<HashMap<String, Vec<IpAddr>>>),
}

impl Resolver {
    /// The resolver of the operating system.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A resolver that knows only these names.
    pub fn table<'a>(names: impl IntoIterator<Item = (&'a str, IpAddr)>) -> Self {
        let mut table: HashMap<String, Vec<IpAddr>> = HashMap::new();
        for (name, ip) in names {
            table.entry(name.to_owned()).or_default().push(ip);
        }
        Self(Source::Table(Arc::new(table)))
    }

    /// The addresses of a host.
    pub(crate) async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        match &self.0 {
            Source::System => Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect()),
            Source::Table(table) => Ok(table.get(host).cloned().unwrap_or_default()),
        }
    }
}
