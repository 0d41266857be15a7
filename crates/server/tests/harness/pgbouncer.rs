//! PgBouncer in front of a PostgreSQL.

use std::net::TcpListener;
use std::process::{Child, Command};

use tempfile::TempDir;
use throwaway_postgres::Cluster;
use tokio::net::TcpStream;

use super::until;

/// The connections of a pooler to PostgreSQL.
pub const CONNECTIONS: u8 = 3;

/// A pooler with the settings of docs/operating.md and few connections. It is killed when it is dropped.
pub struct Pgbouncer {
    process: Child,
    /// The URL of the database `postgres`.
    pub url: String,
    _folder: TempDir,
}

impl Pgbouncer {
    /// Starts the pooler of a cluster. `None` if `PGBOUNCER` does not name the program, which is printed.
    pub async fn start(cluster: &Cluster) -> Option<Self> {
        let Some(program) = std::env::var_os("PGBOUNCER") else {
            println!("skipped: set PGBOUNCER to the program, as `cargo xtask test server` does");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let documented = include_str!("../../../../docs/operating.md").split_once("```ini\n[databases]\n").unwrap().1;
        let (host, server_port) = cluster.url.rsplit_once('@').unwrap().1.split_once(':').unwrap();
        let server = format!("host={host} port={server_port} dbname=postgres user=answerdeck");
        let settings = documented.split_once("```").unwrap().0.replace("host=db.example", &server);
        // The program does not run as root.
        let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
        let user = if is_root { "user = postgres" } else { "" };
        // The last value of a setting counts.
        let settings = format!(
            "[databases]\n{settings}\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n\
             default_pool_size = {CONNECTIONS}\n{user}\n"
        );
        let file = folder.path().join("pgbouncer.ini");
        std::fs::write(&file, settings).unwrap();
        let process = Command::new(program).arg("-q").arg(file).spawn().unwrap();
        let url = format!("postgres://answerdeck@127.0.0.1:{port}/answerdeck");
        let pooler = Self { process, url, _folder: folder };
        until(async || TcpStream::connect(("127.0.0.1", port)).await.is_ok()).await;
        Some(pooler)
    }
}

impl Drop for Pgbouncer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
