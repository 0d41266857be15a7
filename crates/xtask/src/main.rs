//! The repository's commands: `cargo xtask help` lists them.

mod bench;
mod browser;
mod browsers;
mod clickhouse;
mod command;
mod console;
mod debian;
mod dev;
mod fuzz;
mod korean;
mod npm;
mod npm_package;
mod pgbouncer;
mod postgres;
mod programs;
mod python;
mod repository;
mod screenshots;
mod serve;
mod stress;
#[cfg(test)]
mod structure;
mod test;
mod tools;

use std::error::Error;
use std::process::ExitCode;

use console::Optimization;
use programs::Features;

/// Result of a step; the error is a sentence for the person who typed the command.
type StepResult<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

const HELP: &str = "\
cargo xtask COMMAND

  serve               build everything and start the platform with the console and a demo organization
  dev                 start the same for development: changed sources are rebuilt, and the browser reloads
  test [LAYER ...]    check everything, or the named layers:
                      format, clippy, doc, unit, server, wasm, npm, e2e, deny
                      With DATABASE_URL, server and e2e use that PostgreSQL server, and e2e the servers in ANSWERDECK_CLICKHOUSE
  browsers            walk through the console in Firefox and in WebKit, the engine of Safari
  fuzz [SEED]         send the server, on both databases, about 20,000 requests made from its OpenAPI document
  fuzz-client [CASES] give the client, natively and as the npm package, 100,000 or CASES damaged responses and sign-ins
  siege [SECONDS]     attack a release server in every known way, on both databases, 30 or SECONDS seconds each, and print
                      how long another organization waits
  crash [KILLS]       kill servers, PostgreSQL and ClickHouse 1,000 or KILLS times under load, fail their disks, and check
                      what they stored
  crash providers [KILLS]
                      kill servers 20 or KILLS times while paid providers work, and check that no answer is paid twice
  build               build target/release/answerdeck, with the console in it
  bench [--lighthouse]
                      print the bytes that a first visit to each page loads, what it asks of the API, how fast lists and
                      charts are drawn in a browser, and the size of the npm package, and run the benchmarks of the crates;
                      --lighthouse also audits the sign-in page and the prompts page
  screenshots         take a screenshot of every page, in both languages and themes and in three widths, into
                      target/screenshots/, and those of the README into docs/pictures/; a page that scrolls
                      horizontally is an error
  icons               draw the PNG icons of the console from their SVG files, in web/icons/
  console [--quick]   build only the console, into dist/: split at its pages, optimized and compressed; --quick builds it
                      for tests, in a fraction of the time and several times as large
  npm                 build the npm package `answerdeck` and its tarball, into target/npm/

Missing tools are installed once, into $ANSWERDECK_TOOLS or the folder `answerdeck` of your cache folder.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> StepResult {
    match arguments {
        ["serve"] => serve::serve(),
        ["dev"] => dev::dev(),
        ["test", layers @ ..] => test::run(layers),
        ["browsers"] => browsers::walk(),
        ["fuzz"] => fuzz::server(None),
        ["fuzz", seed] => fuzz::server(Some(seed)),
        ["fuzz-client"] => fuzz::client("100000"),
        ["fuzz-client", cases] => fuzz::client(cases),
        ["siege"] => stress::siege("30"),
        ["siege", seconds] => stress::siege(seconds),
        ["crash"] => stress::crash("1000"),
        ["crash", "providers"] => stress::crash_while_providers_work("20"),
        ["crash", "providers", kills] => stress::crash_while_providers_work(kills),
        ["crash", kills] => stress::crash(kills),
        ["build"] => serve::build().map(|binary| println!("{}", binary.display())),
        ["bench"] => bench::run_all(bench::Audit::No),
        ["bench", "--lighthouse"] => bench::run_all(bench::Audit::Lighthouse),
        ["screenshots"] => screenshots::take_screenshots(),
        ["icons"] => screenshots::draw_icons(),
        ["console"] => console::prepare(Optimization::Full, Features::OfPrograms)?.build(),
        ["console", "--quick"] => console::prepare(Optimization::Quick, Features::OfPrograms)?.build(),
        ["npm"] => npm_package::build(Features::OfPrograms).map(|tarball| println!("{}", tarball.display())),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("no command `{}`\n\n{HELP}", other.join(" ")).into()),
    }
}
