//! The server process: start time and memory.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The memory limit in kB.
pub(crate) const MEMORY_MAX: u64 = 64_000;
const DEMO_MAX: Duration = Duration::from_secs(5);

/// A server process. It is killed when it is dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(database: &str, options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_answerdeck"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
            .args(options)
            .env("ANSWERDECK_ENGINES", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/stand-ins.toml"))
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

    /// Prints and returns the memory of the process.
    pub(crate) fn print_memory(&self, when: &str) -> Memory {
        // Waits until the server has freed the memory of its start.
        std::thread::sleep(Duration::from_secs(2));
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let kilobytes = |name: &str| {
            let value = status.lines().find_map(|line| line.strip_prefix(name))?;
            value.trim().trim_end_matches("kB").trim().parse().ok()
        };
        let [Some(resident), Some(anonymous), Some(peak)] = ["VmRSS:", "RssAnon:", "VmHWM:"].map(kilobytes) else {
            println!("{when}: the memory is unknown on this system");
            return Memory::default();
        };
        println!("{when}: {:.1} MB resident, {:.1} MB anonymous", resident as f64 / 1e3, anonymous as f64 / 1e3);
        Memory { resident, anonymous, peak }
    }
}

/// The memory of a process in kB. 0 where it is unknown.
#[derive(Default)]
pub(crate) struct Memory {
    /// All resident memory, including mapped files.
    pub(crate) resident: u64,
    /// Without mapped files, which the system can reclaim.
    pub(crate) anonymous: u64,
    /// The maximum of `resident` so far.
    pub(crate) peak: u64,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Prints the memory of an idle server, and the time to create the demo.
pub(crate) fn measure(database: &str, folder: &Path) -> bool {
    println!("\nIdle: below {} MB after the start; demo created within {DEMO_MAX:?}", MEMORY_MAX / 1_000);
    let mut passed = Server::start(database, &[]).print_memory("with this database").resident < MEMORY_MAX;
    let demo = format!("sqlite://{}", folder.join("demo.db").display());
    let dictionary = std::env::var("ANSWERDECK_KOREAN_DICTIONARY").ok();
    let mut options = vec!["--demo"];
    options.extend(dictionary.iter().flat_map(|folder| ["--korean-dictionary", folder]));
    let started = Instant::now();
    let server = Server::start(&demo, &options);
    let elapsed = started.elapsed();
    passed &= elapsed < DEMO_MAX;
    println!(
        "demo, {} dictionary: created in {elapsed:.1?}",
        if dictionary.is_some() { "with a" } else { "without a" }
    );
    passed &= server.print_memory("after the demo was created").anonymous < MEMORY_MAX;
    drop(server);
    passed & (Server::start(&demo, &options).print_memory("after the next start").resident < MEMORY_MAX)
}
