//! Builds the platform with the console, and starts it with a demo organization.

use std::path::PathBuf;
use std::process::Command;
use std::thread;

use crate::command::{cargo, command, file_name, run};
use crate::console::{self, Builder, Optimization};
use crate::programs::Features;
use crate::{StepResult, korean, programs, repository};

const ADDRESS: &str = "127.0.0.1:8080";

/// Builds the release program with the console in it, and returns its path.
pub(crate) fn build() -> StepResult<PathBuf> {
    build_console(Features::OfPrograms)?;
    run(cargo().args(["build", "--release", "--package", "answerdeck-server"]))?;
    Ok(repository::target().join("release").join(file_name("answerdeck")))
}

/// Builds the console into dist/, unless it was built from the same files.
pub(crate) fn build_console(features: Features) -> StepResult {
    console::prepare_if_changed(Optimization::Full, features)?.map_or(Ok(()), |builder| builder.build())
}

/// Builds and starts the platform with a demo organization, until it is stopped.
pub(crate) fn serve() -> StepResult {
    // Nobody waits for bytes on the same machine, but for the first start.
    let console = console::prepare_if_changed(Optimization::Quick, Features::OfPrograms)?;
    let dictionary = thread::scope(|scope| -> StepResult<StepResult<PathBuf>> {
        let console = scope.spawn(|| console.as_ref().map_or(Ok(()), Builder::build));
        let dictionary = scope.spawn(korean::dictionary);
        let server = build_debug_server();
        console.join().map_err(|_| "the build of the console panicked")??;
        server?;
        Ok(dictionary.join().map_err(|_| "the download of the dictionary panicked")?)
    })?;
    println!(
        "
Answerdeck starts at http://{ADDRESS}

  1. Open the address, choose *Sign in*, and paste the key printed below on the platform's own page: the console never
     sees it.
  2. Prompts lists what is asked, and Runs when it was asked. Start a run and watch it finish.
  3. Answers lists the answers. Open one for its sources and the searches behind it.

Ctrl-C stops it. Its data stays in {}
",
        demo_folder().display()
    );
    let mut server = demo_server(dictionary)?;
    replace(server.args(["--listen", ADDRESS]))
}

/// Builds the server in the dev profile. It reads dist/ at every request.
pub(crate) fn build_debug_server() -> StepResult<PathBuf> {
    programs::build("answerdeck", Features::OfPrograms)
}

/// The command that starts the built server with the demo organization.
pub(crate) fn demo_server(dictionary: StepResult<PathBuf>) -> StepResult<Command> {
    let folder = demo_folder();
    fs_err::create_dir_all(&folder)?;
    let mut server = command(programs::built("answerdeck"));
    server.args(["serve", "--demo", "--database"]).arg(format!("sqlite://{}", folder.join("answerdeck.db").display()));
    match dictionary {
        Ok(dictionary) => drop(server.arg("--korean-dictionary").arg(dictionary)),
        Err(error) => println!("{error}\nUntil then the server finds Korean words by their particles.\n"),
    }
    Ok(server)
}

fn demo_folder() -> PathBuf {
    repository::target().join("demo")
}

/// Replaces this process by `server`, so that only the server receives Ctrl-C and can shut down in order.
#[cfg(unix)]
fn replace(server: &mut Command) -> StepResult {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start the server: {}", server.exec()).into())
}

#[cfg(not(unix))]
fn replace(server: &mut Command) -> StepResult {
    run(server)
}
