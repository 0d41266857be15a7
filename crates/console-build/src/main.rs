//! Turns PROGRAM, the WebAssembly file that Cargo built with the feature `split`, into the files that the server sends:
//! `console-build [--quick] PROGRAM FOLDER`. FOLDER is replaced when all files are written. With `--quick`, they are neither
//! optimized nor compressed. docs/decisions/0001-code-splitting.md has the reasons.
//!
//! `console-build --trap-panics PROGRAM FILE` only removes the messages of panics, for the npm package.

mod compress;
mod files;
mod index;
mod merge;
mod modules;
mod names;
mod optimize;
mod panics;
mod process;
mod route_list;
mod script;
mod split;
mod writable_data;

// The console's list of routes. This program uses only a part of it.
#[allow(dead_code, unreachable_pub, missing_docs, reason = "shared with the console")]
#[path = "../../../web/src/routes.rs"]
mod routes;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use files::hashed;
use index::Assets;
use modules::Pages;
use writable_data::WritableData;

/// The folder of the icons, in web/ and in the build.
const ICONS: &str = "icons";

/// Result of a step; the error is a sentence for the person who builds.
type StepResult<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["--trap-panics", program, file] => trap_panics(program, file),
        ["--quick", program, folder] => build(program, folder, false),
        [program, folder] => build(program, folder, true),
        _ => Err("usage: console-build [--quick] PROGRAM FOLDER, or console-build --trap-panics PROGRAM FILE".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("console-build: {error}");
            ExitCode::FAILURE
        }
    }
}

fn trap_panics(program: &str, file: &str) -> StepResult {
    Ok(fs_err::write(file, panics::trap(&fs_err::read(program)?)?)?)
}

fn build(program: &str, folder: &str, is_optimized: bool) -> StepResult {
    let [program, folder] = [program, folder].map(Path::new);
    let [chunks, output] = ["chunks", "output"].map(|name| program.with_file_name("console-build").join(name));
    for folder in [&chunks, &output] {
        if folder.exists() {
            fs_err::remove_dir_all(folder)?;
        }
        fs_err::create_dir_all(folder)?;
    }
    let program = fs_err::read(program)?;
    split::split(&program, &chunks)?;
    let splitter = fs_err::read_to_string(chunks.join(split::SCRIPT))?;
    let pages = script::pages(&splitter);
    route_list::check(pages.keys().map(String::as_str))?;
    let writable = modules::merge_chunks(&pages, &chunks, &WritableData::of(&program)?)?;
    let main = chunks.join(split::MAIN);
    fs_err::write(&main, writable_data::add(&fs_err::read(&main)?, writable)?)?;
    if is_optimized {
        optimize::folder(&chunks)?;
    }
    fs_err::write(chunks.join(split::SCRIPT), script::with_page_loaders(&splitter)?)?;
    let assets = write_assets(&pages, &chunks, &output)?;
    let template = fs_err::read_to_string(repository().join("index.html"))?;
    let index = index::page(&template, &assets)?;
    fs_err::write(output.join("index.html"), index)?;
    copy_icons(&output)?;
    if is_optimized {
        compress::folder(&output)?;
    }
    if folder.exists() {
        fs_err::remove_dir_all(folder)?;
    }
    Ok(fs_err::rename(output, folder)?)
}

/// Writes the styles, the main module, the pages and the start script into `output`, each named by its hash.
fn write_assets(pages: &Pages, chunks: &Path, output: &Path) -> StepResult<Assets> {
    let binding = fs_err::read_to_string(chunks.join("app.js"))?;
    let main = fs_err::read(chunks.join(split::MAIN))?;
    let (main, binding) = names::shorten(&main, &binding)?;
    let program = hashed("app", "wasm", &main);
    fs_err::write(output.join(&program), main)?;
    if !binding.contains("'app_bg.wasm'") {
        return Err("wasm-bindgen's script does not name the program".into());
    }
    fs_err::write(chunks.join("app.js"), binding.replace("'app_bg.wasm'", &format!("'{program}'")))?;

    fs_err::write(chunks.join("pages.js"), modules::write(pages, chunks, output)?)?;
    fs_err::write(chunks.join("routes.js"), route_list::javascript()?)?;
    for script in ["start.js", "modules.js", "focus.js", "scroll.js", "translation.js"] {
        fs_err::copy(repository().join("web").join(script), chunks.join(script))?;
    }
    let start = bundle_script("start.js", chunks)?;
    let styles = chunks.with_file_name("app.css");
    let mut tailwind = process::command("tailwindcss");
    tailwind.args(["--minify", "--input", "web/styles/app.css", "--output"]).arg(&styles);
    process::run_quietly(&mut tailwind)?;
    let keep = |built: &Path, stem, extension| -> StepResult<String> {
        let bytes = fs_err::read(built)?;
        let name = hashed(stem, extension, &bytes);
        fs_err::write(output.join(&name), bytes)?;
        Ok(name)
    };
    Ok(Assets { styles: keep(&styles, "app", "css")?, script: keep(&start, "start", "js")?, program })
}

/// Copies the icons and the web app manifest into `output`. Their names have no hash: the manifest names the icons, and
/// browsers keep a bookmark's icon by its name.
fn copy_icons(output: &Path) -> StepResult {
    let to = output.join(ICONS);
    fs_err::create_dir(&to)?;
    for entry in fs_err::read_dir(repository().join("web").join(ICONS))? {
        let entry = entry?;
        fs_err::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Bundles a script of the folder `chunks` with everything that it imports, minifies it, and returns the file.
fn bundle_script(name: &str, chunks: &Path) -> StepResult<PathBuf> {
    let bundled = chunks.with_file_name(name);
    let mut esbuild = process::command("esbuild");
    esbuild
        .arg(chunks.join(name))
        .args(["--bundle", "--minify", "--target=es2022", "--log-level=warning"])
        // wasm-bindgen names the splitter's module once for each import, always the same.
        .arg("--log-override:duplicate-object-key=silent")
        .arg("--format=esm")
        .arg(format!("--outfile={}", bundled.display()));
    process::run(&mut esbuild)?;
    Ok(bundled)
}

fn repository() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_path_buf()
}
