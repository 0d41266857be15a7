//! The server as a process of its own: how long it takes to start, and what it weighs.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// In kB.
pub(crate) const MEMORY_MAX: u64 = 64_000;
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

    /// Prints what it weighs, and gives it.
    pub(crate) fn weigh(&self, when: &str) -> Weight {
        // What a start leaves behind settles.
        std::thread::sleep(Duration::from_secs(2));
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let kilobytes = |name: &str| {
            let value = status.lines().find_map(|line| line.strip_prefix(name))?;
            value.trim().trim_end_matches("kB").trim().parse().ok()
        };
        let (Some(resident), Some(own)) = (kilobytes("VmRSS:"), kilobytes("RssAnon:")) else {
            println!("{when}: this system does not tell its memory");
            return Weight::default();
        };
        println!("{when}: {:.1} MB resident, {:.1} MB its own", resident as f64 / 1e3, own as f64 / 1e3);
        Weight { resident, own }
    }
}

/// Memory in kB: nothing where the system does not tell.
#[derive(Default)]
pub(crate) struct Weight {
    /// Of the process, with what is in memory of the files that it reads.
    pub(crate) resident: u64,
    /// Without them: the system takes their pages back when it needs them.
    pub(crate) own: u64,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Prints what the idle server weighs, and how long the demo takes to be made.
pub(crate) fn measure(database: &str, folder: &Path) -> bool {
    println!("\nIdle: under {} MB after a start; the demo is there within {DEMO_MAX:?}", MEMORY_MAX / 1_000);
    let mut good = Server::start(database, &[]).weigh("over this database").resident < MEMORY_MAX;
    let demo = format!("sqlite://{}", folder.join("demo.db").display());
    let dictionary = std::env::var("ANSWERDECK_KOREAN_DICTIONARY").ok();
    let mut options = vec!["--demo"];
    options.extend(dictionary.iter().flat_map(|folder| ["--korean-dictionary", folder]));
    let started = Instant::now();
    let server = Server::start(&demo, &options);
    let took = started.elapsed();
    good &= took < DEMO_MAX;
    println!("demo, {} dictionary: made in {took:.1?}", if dictionary.is_some() { "with a" } else { "without a" });
    good &= server.weigh("after it was made").own < MEMORY_MAX;
    drop(server);
    good & (Server::start(&demo, &options).weigh("at its next start").resident < MEMORY_MAX)
}
