//! The development loop: a debug server that is rebuilt and restarted, and Trunk, which rebuilds the console and reloads
//! the browser.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::command::{Process, command, file_name, path_with};
use crate::programs::Features;
use crate::{StepResult, korean, npm, programs, repository, serve, tools};

/// Address of the server. Trunk.toml forwards requests for the API to it.
const SERVER: &str = "127.0.0.1:8080";
/// Address of Trunk, which the browser opens. It is also in Trunk.toml.
const CONSOLE: &str = "http://127.0.0.1:8081";
/// Crates that the server does not use: a change of them does not rebuild it.
const OTHER_CRATES: [&str; 8] =
    ["client", "console-build", "json", "npm", "npm-build", "throwaway-postgres", "wasm-bindgen-programs", "xtask"];
const POLL_INTERVAL: Duration = Duration::from_millis(300);

/// Runs the server and Trunk until one of them is stopped.
pub(crate) fn dev() -> StepResult {
    let folders = console_tools()?;
    let mut sources = sources()?;
    serve::build_debug_server()?;
    let dictionary = korean::dictionary().map_err(|error| error.to_string());
    let start = || {
        Process::start(serve::demo_server(dictionary.clone().map_err(Into::into))?.args([
            "--listen",
            SERVER,
            "--public-url",
            CONSOLE,
        ]))
    };
    let mut server = Some(start()?);
    let mut trunk = Process::start(
        command("trunk")
            .arg("serve")
            .env("PATH", path_with(&folders)?)
            .env("TRUNK_OFFLINE", "true")
            .env("TRUNK_SKIP_VERSION_CHECK", "true")
            // Trunk fails on values that other programs accept.
            .env_remove("NO_COLOR"),
    )?;
    println!("\nOpen {CONSOLE} when Trunk has built the console. Ctrl-C stops both.\n");
    loop {
        thread::sleep(POLL_INTERVAL);
        if trunk.0.try_wait()?.is_some() {
            return Err("Trunk ended".into());
        }
        if let Some(process) = &mut server
            && process.0.try_wait()?.is_some()
        {
            server = None;
            println!("The server ended. It starts again when its sources change.");
        }
        let changed = self::sources()?;
        if changed == sources {
            continue;
        }
        sources = changed;
        println!("\nThe server's sources changed");
        // The old server answers until the new one is built.
        if let Err(error) = serve::build_debug_server() {
            println!("{error}. The old server keeps running.");
            continue;
        }
        drop(server);
        server = Some(start()?);
    }
}

/// Folders of Trunk, wasm-bindgen and Tailwind.
fn console_tools() -> StepResult<Vec<PathBuf>> {
    let wasm_bindgen = repository::target().join("wasm-bindgen");
    fs_err::create_dir_all(&wasm_bindgen)?;
    let program = wasm_bindgen.join(file_name("wasm-bindgen"));
    fs_err::copy(programs::build("wasm-bindgen-cli", Features::OfPrograms)?, program)?;
    Ok(vec![npm::packages("web")?, wasm_bindgen, tools::TRUNK.folder()?])
}

/// The server's source files and the times of their last changes.
fn sources() -> StepResult<BTreeMap<PathBuf, SystemTime>> {
    let mut files = vec![repository::root().join("Cargo.toml")];
    for entry in fs_err::read_dir(repository::root().join("crates"))? {
        let entry = entry?;
        if !OTHER_CRATES.iter().any(|name| entry.file_name() == *name) {
            files.extend(repository::files(entry.path())?);
        }
    }
    // An editor may have replaced a file since its folder was read.
    let changed = |file: &PathBuf| fs_err::metadata(file).and_then(|metadata| metadata.modified()).ok();
    Ok(files.into_iter().filter_map(|file| Some((file.clone(), changed(&file)?))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        fs_err::read_to_string(repository::root().join(path)).unwrap()
    }

    #[test]
    fn trunk_has_the_addresses_of_this_loop() {
        let trunk = read("Trunk.toml");
        let (host, port) = CONSOLE.strip_prefix("http://").unwrap().split_once(':').unwrap();
        assert!(trunk.contains(&format!("addresses = [\"{host}\"]\nport = {port}\n")));
        let backends: Vec<&str> = trunk.lines().filter_map(|line| line.strip_prefix("backend = ")).collect();
        assert!(!backends.is_empty());
        assert!(backends.iter().all(|backend| backend.starts_with(&format!("\"http://{SERVER}/"))), "{backends:?}");
    }

    #[test]
    fn trunk_and_npm_have_the_same_tailwind() {
        let trunk = read("Trunk.toml");
        let version = trunk.lines().find_map(|line| line.strip_prefix("tailwindcss = ")).unwrap();
        assert!(read("web/package.json").contains(&format!("\"tailwindcss\": {version}\n")));
    }
}
