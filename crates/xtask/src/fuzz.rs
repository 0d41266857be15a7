//! The server against its own OpenAPI document: Schemathesis makes up requests and checks what comes back.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use fs_err::File;

use crate::command::{cargo, command, read, run};
use crate::{Outcome, postgres, python, repository};

/// Organizations beside the demo's: each may send ten requests a second.
const ORGANIZATIONS: usize = 24;
/// Credits of each: some runs finish, and some organizations end without any.
const CREDITS: &str = "300";

/// Runs Schemathesis against a server on SQLite and one on PostgreSQL, side by side, and prints what each found.
/// With the `seed` of an earlier run it makes up the same requests, but for the ids that they name.
///
/// # Errors
/// A step fails, or an answer is not as the document says.
pub(crate) fn run_all(seed: Option<&str>) -> Outcome {
    postgres::ensure()?;
    let schemathesis = python::packages("fuzz")?.join("schemathesis");
    run(cargo().args(["build", "--workspace", "--bin", "answerdeck"]))?;
    let folder = repository::target().join("fuzz");
    if folder.exists() {
        fs_err::remove_dir_all(&folder)?;
    }
    fs_err::create_dir_all(&folder)?;
    let trials = [
        Trial::start(folder.join("sqlite"), format!("sqlite://{}", folder.join("answerdeck.db").display()))?,
        Trial::start(folder.join("postgres"), format!("{}/postgres", throwaway_postgres::start()?))?,
    ];
    println!("Requests are being sent, for some minutes. What goes on stands in {}", folder.display());
    let running: Vec<_> = trials.iter().map(|trial| trial.schemathesis(&schemathesis, seed)).collect::<Outcome<_>>()?;
    let mut failed = Vec::new();
    for (trial, mut running) in trials.iter().zip(running) {
        let status = running.wait()?;
        println!("\n== {} ==\n{}", trial.name(), fs_err::read_to_string(trial.report())?);
        if !status.success() {
            failed.push(trial.name());
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("not as the document says: {}", failed.join(", ")).into()) }
}

/// A server with organizations, on one database. It ends with this.
struct Trial {
    folder: PathBuf,
    server: Child,
    url: String,
}

impl Trial {
    fn start(folder: PathBuf, database: String) -> Outcome<Self> {
        fs_err::create_dir_all(&folder)?;
        let log = File::create(folder.join("server.log"))?;
        let mut server = answerdeck(&database)
            .args(["serve", "--demo", "--listen", "127.0.0.1:0", "--item-pause", "3"])
            .stdout(Stdio::piped())
            .stderr(Stdio::from(log.into_file()))
            .spawn()?;
        let lines: Vec<String> = BufReader::new(server.stdout.take().ok_or("the server has no output")?)
            .lines()
            .take(2)
            .collect::<Result<_, _>>()?;
        let said = |what: &str| lines.iter().find_map(|line| line.strip_prefix(what)).map(str::to_owned);
        let url = said("Address: ").ok_or("the server did not start; its log says why")?;
        let mut keys = said("API key: ").unwrap_or_default();
        for number in 0..ORGANIZATIONS {
            let name = format!("Organization {number}");
            let id = read(answerdeck(&database).args(["organization", "create", "--name", &name]))?;
            let key = read(answerdeck(&database).args(["key", "create", "--organization", &id]))?;
            read(answerdeck(&database).args(["credits", "add", "--organization", &id, CREDITS]))?;
            keys.push('\n');
            keys.push_str(key.lines().next().unwrap_or_default());
        }
        fs_err::write(folder.join("keys"), keys)?;
        Ok(Self { folder, server, url })
    }

    fn schemathesis(&self, program: &Path, seed: Option<&str>) -> Outcome<Child> {
        let report = File::create(self.report())?.into_file();
        let mut schemathesis = command(program);
        schemathesis
            .args(["run", &format!("{}/openapi.json", self.url), "--no-color"])
            .args(seed.map(|seed| ["--seed", seed]).into_iter().flatten())
            .current_dir(repository::root().join("tests/fuzz"))
            .env("HYPOTHESIS_STORAGE_DIRECTORY", self.folder.join("hypothesis"))
            .env("ANSWERDECK_FUZZ_KEYS", self.folder.join("keys"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stderr(report.try_clone()?)
            .stdout(report);
        Ok(schemathesis.spawn()?)
    }

    fn report(&self) -> PathBuf {
        self.folder.join("report.txt")
    }

    fn name(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        // One that has ended already is what this wants.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn answerdeck(database: &str) -> Command {
    let mut answerdeck =
        command(repository::target().join("debug").join(format!("answerdeck{}", std::env::consts::EXE_SUFFIX)));
    answerdeck.env("ANSWERDECK_DATABASE", database).env("ANSWERDECK_LOG", "warn").stdin(Stdio::null());
    answerdeck
}
