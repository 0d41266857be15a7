//! The repository's commands: `cargo xtask help` lists them.

mod command;
mod compress;
mod console;
mod npm;
mod repository;
mod split;
mod tools;

use std::error::Error;
use std::process::ExitCode;

/// What every step returns; the error is a sentence for the person who typed the command.
type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const HELP: &str = "\
cargo xtask COMMAND

  console [--fast]  builds the console into dist/: parted at its pages, optimised, compressed.
                    --fast leaves out optimisation and compression, for a look at what you write
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
