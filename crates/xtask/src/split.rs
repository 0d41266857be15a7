//! Trunk's post_build hook: parts the program at its lazy pages.
//!
//! Trunk has run wasm-bindgen already, on the whole. That result is thrown away: the raw program is parted first, and
//! only its main part goes through wasm-bindgen. The parts of a page become one module, and one file, its pack; one
//! script, bundled from wasm-bindgen's, the splitter's and ours, starts it all. Every file is named by its hash, and
//! index.html names them.

mod packs;
mod script;
mod whole;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;

use sha2::{Digest, Sha256};

use packs::Pages;

use crate::command::{command, expect, run};
use crate::{Outcome, compress, console, repository};

/// The script of the splitter.
const SPLITTER: &str = "__wasm_split.js";

/// Runs within Trunk, which gives the staging folder and the tools in the environment.
///
/// # Errors
/// It runs elsewhere, or a step fails.
pub(crate) fn hook() -> Outcome {
    let staging = env::var_os("TRUNK_STAGING_DIR")
        .map(PathBuf::from)
        .ok_or("`split` is called by Trunk; you want `cargo xtask console`")?;
    let optimise = env::var_os(console::OPTIMISE).is_some();
    let profile = if env::var("TRUNK_PROFILE").as_deref() == Ok("release") { "console" } else { "debug" };
    let raw = repository::target().join("wasm32-unknown-unknown").join(profile).join("answerdeck-console.wasm");

    let work = repository::target().join("console-parts");
    if work.exists() {
        fs_err::remove_dir_all(&work)?;
    }
    let parts = work.join("parts");
    part(&raw, &parts)?;
    let splitter = fs_err::read_to_string(parts.join(SPLITTER))?;
    let pages = script::by_page(&splitter);
    packs::join(&pages, &parts)?;
    if optimise {
        shrink(&parts)?;
    }
    remove_whole(&staging)?;
    fs_err::write(parts.join(SPLITTER), script::loading(&splitter)?)?;
    let script = bundle(&pages, &parts, &staging, optimise)?;
    write_index(&staging.join("index.html"), &script)?;
    if optimise {
        compress::folder(&staging)?;
    }
    Ok(())
}

/// Parts `raw` into `parts`: app.js and app_bg.wasm of the main part, a file for each further part, the splitter's script.
fn part(raw: &Path, parts: &Path) -> Outcome {
    expect(raw, "has index.html changed the profile that Trunk builds with?")?;
    let main = parts.with_file_name("main");
    run(command("wasm-split-cli").arg(raw).arg(&main).args(["--out-name", "app", "--target", "web"]))?;
    run(command("wasm-bindgen")
        .arg(main.join("app.wasm"))
        .args(["--target", "web", "--keep-lld-exports", "--no-demangle", "--no-typescript"])
        .args(["--out-name", "app", "--out-dir"])
        .arg(parts))?;
    for entry in fs_err::read_dir(&main)? {
        let entry = entry?;
        if entry.file_name() != "app.wasm" {
            fs_err::copy(entry.path(), parts.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Optimises every part for size, on every core.
fn shrink(parts: &Path) -> Outcome {
    let mut files = Vec::new();
    for file in with_extension(parts, "wasm")? {
        files.push((fs_err::metadata(&file)?.len(), file));
    }
    files.sort();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut shares: Vec<(u64, Vec<PathBuf>)> = vec![(0, Vec::new()); cores];
    // The largest first, each to whoever has least.
    for (length, file) in files.into_iter().rev() {
        if let Some((work, share)) = shares.iter_mut().min_by_key(|(work, _)| *work) {
            *work += length;
            share.push(file);
        }
    }
    let script = repository::root().join("web/shrink.mjs");
    let mut running: Vec<Child> = Vec::new();
    for (_, share) in shares.into_iter().filter(|(_, share)| !share.is_empty()) {
        running.push(command("node").arg(&script).args(share).stderr(Stdio::piped()).spawn()?);
    }
    for worker in running {
        // It warns of each part's names, which mean nothing to it: shown only beside an error.
        let output = worker.wait_with_output()?;
        if !output.status.success() {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            return Err(format!("`node web/shrink.mjs` failed ({})", output.status).into());
        }
    }
    Ok(())
}

/// Removes what Trunk wrote of the program as a whole.
fn remove_whole(staging: &Path) -> Outcome {
    for extension in ["wasm", "js"] {
        for file in with_extension(staging, extension)? {
            fs_err::remove_file(file)?;
        }
    }
    let snippets = staging.join("snippets");
    if snippets.exists() {
        fs_err::remove_dir_all(snippets)?;
    }
    Ok(())
}

/// What index.html names.
struct Names {
    script: String,
    program: String,
}

/// Puts the main program, the pages and the start script into `staging`, each named by its hash.
fn bundle(pages: &Pages, parts: &Path, staging: &Path, optimise: bool) -> Outcome<Names> {
    let main = fs_err::read(parts.join("app_bg.wasm"))?;
    let program = hashed("app", "wasm", &main);
    fs_err::write(staging.join(&program), main)?;
    let binding = fs_err::read_to_string(parts.join("app.js"))?;
    fs_err::write(parts.join("app.js"), binding.replace("'app_bg.wasm'", &format!("'{program}'")))?;

    fs_err::write(parts.join("pages.js"), packs::write(pages, parts, staging)?)?;
    let web = repository::root().join("web");
    let start = fs_err::read_to_string(web.join("start.js"))?;
    for page in pages.keys().filter(|page| !start.contains(&format!("\"{page}\""))) {
        println!("web/start.js does not name {page}: it is fetched late");
    }
    fs_err::write(parts.join("start.js"), start)?;
    fs_err::copy(web.join("packs.js"), parts.join("packs.js"))?;

    let bundled = parts.with_file_name("start.js");
    let mut esbuild = command("esbuild");
    esbuild
        .arg(parts.join("start.js"))
        .args(["--bundle", "--format=esm", "--target=es2022", "--log-level=warning"])
        // wasm-bindgen names the splitter's module once for each import, always the same.
        .arg("--log-override:duplicate-object-key=silent")
        .arg(format!("--outfile={}", bundled.display()));
    if optimise {
        esbuild.arg("--minify");
    }
    run(&mut esbuild)?;
    let bytes = fs_err::read(&bundled)?;
    let script = hashed("start", "js", &bytes);
    fs_err::write(staging.join(&script), bytes)?;
    Ok(Names { script, program })
}

/// Puts the script in the place that Trunk.toml's `pattern_script` keeps for it, with hints to fetch it all at once.
fn write_index(path: &Path, names: &Names) -> Outcome {
    let html = fs_err::read_to_string(path)?;
    let place = || {
        let name = html.find("/start.js")?;
        let begin = html[..name].rfind("<script")?;
        let end = name + html[name..].find("</script>")? + "</script>".len();
        Some((begin, end))
    };
    let (begin, end) = place().ok_or("index.html has no place for the start script")?;
    let Names { script, program } = names;
    // The fetch of the start script asks with `cors` and credentials of the same origin: a hint must say the same.
    let tags = format!(
        "<link rel=\"preload\" href=\"/{program}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\
         <script type=\"module\" src=\"/{script}\"></script>"
    );
    fs_err::write(path, [&html[..begin], &tags, &html[end..]].concat())?;
    Ok(())
}

fn with_extension(folder: &Path, extension: &str) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// `stem-HASH.extension`, of the first 64 bits of the SHA-256 of `bytes`.
fn hashed(stem: &str, extension: &str, bytes: &[u8]) -> String {
    let hash: String = Sha256::digest(bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{stem}-{hash}.{extension}")
}
