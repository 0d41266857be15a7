//! The platform with the console in it: built, and started with a demo organization.

use std::path::PathBuf;

use crate::command::{cargo, command, run};
use crate::console::{self, Build};
use crate::{Outcome, korean, repository};

const ADDRESS: &str = "127.0.0.1:8080";

/// Makes the release binary, the console in it, and returns its path.
///
/// # Errors
/// A step fails.
pub(crate) fn build() -> Outcome<PathBuf> {
    console::build_if_changed(Build::Optimised)?;
    run(cargo().args(["build", "--release", "--package", "answerdeck-server"]))?;
    Ok(repository::target().join("release").join(format!("answerdeck{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds and starts the platform with a demo organization, and stays until it is stopped.
///
/// # Errors
/// A step fails, or the server does.
pub(crate) fn serve() -> Outcome {
    let binary = build()?;
    let folder = repository::target().join("demo");
    fs_err::create_dir_all(&folder)?;
    println!(
        "
Answerdeck starts at http://{ADDRESS}

  1. Open the address, choose the API key, and paste the one printed below. Or choose to sign in with OAuth:
     the platform's own page asks for the key then, and the console never sees it.
  2. Prompts shows what is asked; Runs, what was asked when. Start a run there and watch it finish.
  3. Answers shows what came back; open one for its sources and the searches behind it.

Ctrl-C stops it. Its data stays in {}
",
        folder.display()
    );
    let mut server = command(binary);
    server
        .args(["serve", "--demo", "--listen", ADDRESS, "--database"])
        .arg(format!("sqlite://{}", folder.join("answerdeck.db").display()));
    match korean::dictionary() {
        Ok(dictionary) => drop(server.arg("--korean-dictionary").arg(dictionary)),
        Err(error) => println!("{error}\nKorean words go by their particles until then.\n"),
    }
    replace(&mut server)
}

/// Becomes `server`, so that Ctrl-C reaches it alone and it can end in order.
#[cfg(unix)]
fn replace(server: &mut std::process::Command) -> Outcome {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start the server: {}", server.exec()).into())
}

#[cfg(not(unix))]
fn replace(server: &mut std::process::Command) -> Outcome {
    run(server)
}
