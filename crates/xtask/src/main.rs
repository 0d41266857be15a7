//! The repository's commands: `cargo xtask help` lists them.

mod bench;
mod browser;
mod command;
mod compress;
mod console;
mod debian;
mod fuzz;
mod korean;
mod npm;
mod postgres;
mod python;
mod repository;
mod serve;
mod split;
#[cfg(test)]
mod structure;
mod test;
mod tools;

use std::error::Error;
use std::process::ExitCode;

/// What every step returns; the error is a sentence for the person who typed the command.
type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const HELP: &str = "\
cargo xtask COMMAND

  serve               builds everything and starts the platform with a demo organization, the console in it
  test [LAYER ...]    checks everything, or the named layers:
                      format, clippy, doc, unit, server, wasm, e2e, deny
  fuzz [SEED]         sends the server, on both databases, some 20,000 requests made up from its OpenAPI document
  build               makes target/release/answerdeck, the console in it
  bench [--lighthouse]
                      what a first visit to each page loads, and the server's own bench;
                      --lighthouse audits the sign-in and the prompts page too
  console [--fast]    builds the console alone into dist/: parted at its pages, optimised, compressed;
                      --fast leaves out optimisation and compression, for a look at what you write

What is missing is installed into $ANSWERDECK_TOOLS, or `answerdeck` in your cache folder, once.
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

fn run(arguments: &[&str]) -> Outcome {
    match arguments {
        ["serve"] => serve::serve(),
        ["test", layers @ ..] => test::run(layers),
        ["fuzz"] => fuzz::run_all(None),
        ["fuzz", seed] => fuzz::run_all(Some(seed)),
        ["build"] => serve::build().map(|binary| println!("{}", binary.display())),
        ["bench"] => bench::run_all(bench::Audit::No),
        ["bench", "--lighthouse"] => bench::run_all(bench::Audit::Lighthouse),
        ["console"] => console::build(console::Build::Optimised),
        ["console", "--fast"] => console::build(console::Build::Fast),
        // Trunk's post_build hook.
        ["split"] => split::hook(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("no command `{}`\n\n{HELP}", other.join(" ")).into()),
    }
}
