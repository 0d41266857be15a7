//! Fuzzes the server by its OpenAPI document, and the client and the npm package with damaged responses.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use fs_err::File;

use crate::command::{Process, cargo, command, read, run};
use crate::programs::Features;
use crate::{StepResult, npm_package, postgres, programs, python, repository, serve};

/// Organizations in addition to the demo's. Each may send ten requests a second.
const ORGANIZATIONS: usize = 24;
/// Credits of each organization: some runs finish, and some organizations run out.
const CREDITS: &str = "300";

/// Runs Schemathesis, which generates requests and checks the responses, at the same time against a server on SQLite and
/// one on PostgreSQL, and prints both reports.
/// The `seed` of an earlier run generates the same requests, except for the ids in them.
pub(crate) fn server(seed: Option<&str>) -> StepResult {
    postgres::ensure()?;
    let schemathesis = python::packages("fuzz")?.join("schemathesis");
    serve::build_debug_server()?;
    let folder = repository::target().join("fuzz");
    if folder.exists() {
        fs_err::remove_dir_all(&folder)?;
    }
    fs_err::create_dir_all(&folder)?;
    let targets = [
        Target::start(folder.join("sqlite"), format!("sqlite://{}", folder.join("answerdeck.db").display()))?,
        Target::start(folder.join("postgres"), format!("{}/postgres", throwaway_postgres::start()?))?,
    ];
    println!("Sending requests for several minutes. The logs are in {}", folder.display());
    let running: Vec<_> =
        targets.iter().map(|target| target.schemathesis(&schemathesis, seed)).collect::<StepResult<_>>()?;
    let mut failed = Vec::new();
    for (target, mut running) in targets.iter().zip(running) {
        let status = running.wait()?;
        println!("\n== {} ==\n{}", target.name(), fs_err::read_to_string(target.report())?);
        if !status.success() {
            failed.push(target.name());
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("responses do not match the document: {}", failed.join(", ")).into())
    }
}

/// Runs the tests with damaged responses, sign-ins and stored sessions, natively and in Node, `cases` times each.
pub(crate) fn client(cases: &str) -> StepResult {
    cases.parse::<u32>().map_err(|_| format!("`{cases}` is not a number"))?;
    run(cargo()
        .args(["test", "--release", "--package", "answerdeck-client", "--lib", "hostile"])
        .env("PROPTEST_CASES", cases))?;
    let package = npm_package::build(Features::OfPrograms)?.with_file_name("package");
    let seed = std::process::id().to_string();
    println!("Reading damaged responses in Node, with the seed {seed}");
    run(command("node").args(["tests/npm/programs/fuzz.mjs", &seed, cases]).arg(package))
}

/// A server with organizations on one database.
struct Target {
    folder: PathBuf,
    _server: Process,
    url: String,
}

impl Target {
    fn start(folder: PathBuf, database: String) -> StepResult<Self> {
        fs_err::create_dir_all(&folder)?;
        let log = File::create(folder.join("server.log"))?;
        let mut server = Process::start(
            answerdeck(&database)
                .args(["serve", "--demo", "--listen", "127.0.0.1:0", "--item-pause", "3"])
                .stdout(Stdio::piped())
                .stderr(Stdio::from(log.into_file())),
        )?;
        let lines: Vec<String> = BufReader::new(server.0.stdout.take().ok_or("the server has no output")?)
            .lines()
            .take(2)
            .collect::<Result<_, _>>()?;
        let printed = |label: &str| lines.iter().find_map(|line| line.strip_prefix(label)).map(str::to_owned);
        let url = printed("Address: ").ok_or("the server did not start; its log has the reason")?;
        let mut keys = printed("API key: ").unwrap_or_default();
        for number in 0..ORGANIZATIONS {
            let name = format!("Organization {number}");
            let id = read(answerdeck(&database).args(["organization", "create", "--name", &name]))?;
            let key = read(answerdeck(&database).args(["key", "create", "--organization", &id]))?;
            read(answerdeck(&database).args(["credits", "add", "--organization", &id, CREDITS]))?;
            keys.push('\n');
            keys.push_str(key.lines().next().unwrap_or_default());
        }
        fs_err::write(folder.join("keys"), keys)?;
        Ok(Self { folder, _server: server, url })
    }

    fn schemathesis(&self, program: &Path, seed: Option<&str>) -> StepResult<Child> {
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

fn answerdeck(database: &str) -> Command {
    let mut answerdeck = command(programs::built("answerdeck"));
    answerdeck.env("ANSWERDECK_DATABASE", database).env("ANSWERDECK_LOG", "warn").stdin(Stdio::null());
    answerdeck
}
