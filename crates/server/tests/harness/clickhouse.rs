//! ClickHouse for tests: two servers that end with the process.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex};

use answerdeck_guarded_http::CertificateRoots;
use answerdeck_statistics::ClickHouse;
use throwaway_postgres::run_on_exit;

use super::until;

static SERVERS: LazyLock<Option<[ClickHouseServer; 2]>> = LazyLock::new(|| {
    let program = program()?;
    Some([0, 1].map(|_| ClickHouseServer::start(&program)))
});
static NEXT: AtomicU32 = AtomicU32::new(0);

/// The program that `CLICKHOUSE` names. `None`, which is printed, if it names none.
pub fn program() -> Option<PathBuf> {
    let program = std::env::var_os("CLICKHOUSE").map(PathBuf::from);
    if program.is_none() {
        println!("skipped: set CLICKHOUSE to the program, as `cargo xtask test server` does");
    }
    program
}

/// Two servers with an empty database for a test. `None` if there is no program.
pub async fn servers() -> Option<ClickHouse> {
    let database = format!("test_{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let mut urls = Vec::new();
    for server in SERVERS.as_ref()? {
        urls.push(server.database(&database).await.parse().unwrap());
    }
    Some(ClickHouse::new(&urls, CertificateRoots::default().tls()))
}

/// A free port that the system gives nobody else, so that a server that was killed can have it again.
pub fn free_port() -> u16 {
    static NEXT: LazyLock<AtomicU16> =
        LazyLock::new(|| AtomicU16::new(16_000 + u16::try_from(std::process::id() % 12_000).unwrap()));
    // The system gives ports from 32,768 on.
    std::iter::repeat_with(|| NEXT.fetch_add(1, Ordering::Relaxed))
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .unwrap()
}

/// A server. Its process ends with the test, or with the process of the tests.
pub struct ClickHouseServer {
    pub url: String,
    program: PathBuf,
    folder: PathBuf,
    process: Mutex<Option<Child>>,
}

impl ClickHouseServer {
    pub fn start(program: &Path) -> Self {
        let folder = tempfile::Builder::new().prefix("answerdeck-clickhouse").tempdir().unwrap().keep();
        let [http, tcp] = [0, 1].map(|_| free_port());
        let path = folder.display().to_string();
        let config = format!(
            "<yandex><logger><level>warning</level><log>{path}/log</log><errorlog>{path}/errors</errorlog></logger>\
             <http_port>{http}</http_port><tcp_port>{tcp}</tcp_port><listen_host>127.0.0.1</listen_host>\
             <path>{path}/data/</path><tmp_path>{path}/tmp/</tmp_path><format_schema_path>{path}/formats/</format_schema_path>\
             <mark_cache_size>50000000</mark_cache_size><users_config>{path}/users.xml</users_config>\
             <default_profile>default</default_profile><default_database>default</default_database></yandex>"
        );
        let users = "<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>\
                     <networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default></users></yandex>";
        std::fs::write(folder.join("config.xml"), config).unwrap();
        std::fs::write(folder.join("users.xml"), users).unwrap();
        let server = Self {
            url: format!("http://127.0.0.1:{http}"),
            program: program.to_owned(),
            folder,
            process: Mutex::default(),
        };
        server.run();
        run_on_exit(&format!("kill -9 $(cat {path}/pid) ; rm -rf {path}")).unwrap();
        server
    }

    /// Starts the process of a server that was killed, with its files, and waits until it responds.
    pub async fn restart(&self) {
        self.run();
        self.database("default").await;
    }

    fn run(&self) {
        let process = Command::new(&self.program)
            .arg(format!("--config-file={}", self.folder.join("config.xml").display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::fs::write(self.folder.join("pid"), process.id().to_string()).unwrap();
        *self.process.lock().unwrap() = Some(process);
    }

    /// Ends the process without a warning. Its files are free afterwards.
    pub fn kill(&self) {
        let mut process = self.process.lock().unwrap().take().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
        std::fs::remove_file(self.folder.join("pid")).unwrap();
    }

    /// Creates a database, and returns its URL.
    pub async fn database(&self, name: &str) -> String {
        let client = super::http_client().build().unwrap();
        until(async || {
            let sql = format!("CREATE DATABASE IF NOT EXISTS {name}");
            client.post(&self.url).body(sql).send().await.is_ok_and(|response| response.status().is_success())
        })
        .await;
        format!("{}/{name}", self.url)
    }
}

impl Drop for ClickHouseServer {
    fn drop(&mut self) {
        if self.process.lock().unwrap().is_some() {
            self.kill();
        }
        // A second panic in a test that fails would end all tests.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
