//! The server as a process of its own: how long it takes to start, and what it weighs.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const IDLE_MAX_KB: u64 = 64_000;
const DEMO_MAX: Duration = Duration::from_secs(5);

/// A server that says where it is. It ends with this.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(database: &str, options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_answerdeck"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("Address: ").expect("the server starts").trim_end_matches('/').to_owned();
        Self { process, address }
    }

    /// Resident memory in kB, and what of it is no file's. `None` where the system does not tell.
    pub(crate) fn kilobytes(&self) -> Option<(u64, u64)> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let value = |name: &str| {
            let value = status.lines().find_map(|line| line.strip_prefix(name))?;
            value.trim().trim_end_matches("kB").trim().parse().ok()
        };
        Some((value("VmRSS:")?, value("RssAnon:")?))
    }

    /// Prints what it weighs. Whether that is little enough; so it is where the system does not tell.
    pub(crate) fn weigh(&self, when: &str) -> bool {
        // What a start leaves behind settles.
        std::thread::sleep(Duration::from_secs(2));
        let Some((resident, anonymous)) = self.kilobytes() else {
            println!("{when}: this system does not tell its memory");
            return true;
        };
        println!("{when}: {:.1} MB resident, {:.1} MB its own", resident as f64 / 1e3, anonymous as f64 / 1e3);
        resident < IDLE_MAX_KB
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Prints what the idle server weighs, and how long the demo takes to be made.
pub(crate) fn measure(database: &str, folder: &Path) -> bool {
    println!("\nIdle: under {} MB; the demo is there within {DEMO_MAX:?}", IDLE_MAX_KB / 1_000);
    let mut good = Server::start(database, &[]).weigh("over this database");
    let demo = format!("sqlite://{}", folder.join("demo.db").display());
    let dictionary = std::env::var("ANSWERDECK_KOREAN_DICTIONARY").ok();
    let mut options = vec!["--demo"];
    options.extend(dictionary.iter().flat_map(|folder| ["--korean-dictionary", folder]));
    let started = Instant::now();
    let server = Server::start(&demo, &options);
    let took = started.elapsed();
    good &= took < DEMO_MAX;
    println!("demo, {} dictionary: made in {took:.1?}", if dictionary.is_some() { "with a" } else { "without a" });
    good &= server.weigh("after it was made");
    drop(server);
    good & Server::start(&demo, &options).weigh("at its next start")
}
