//! Builds the npm package `answerdeck` into target/npm/.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::command::{command, read, run};
use crate::programs::Features;
use crate::{StepResult, console, npm, programs, repository, tools};

/// Builds the package in `target/npm/package`, and returns its tarball.
pub(crate) fn build(features: Features) -> StepResult<PathBuf> {
    tools::wasm_target()?;
    let wasm_bindgen = programs::build("wasm-bindgen-cli", features)?;
    npm::packages("web")?;
    println!("Compiling the npm package");
    let target = repository::target().join("npm");
    let package = target.join("package");
    if package.exists() {
        fs_err::remove_dir_all(&package)?;
    }
    fs_err::create_dir_all(&package)?;
    let compiled = target.join("answerdeck_npm.wasm");
    let console_build = programs::build("console-build", features)?;
    run(command(console_build).arg("--trap-panics").arg(compile()?).arg(&compiled))?;
    bind(&wasm_bindgen, &compiled, &package)?;
    let program = package.join("answerdeck.wasm");
    fs_err::rename(package.join("core_bg.wasm"), &program)?;
    run(command("node").arg("web/optimize.mjs").arg(&program))?;
    let build = mark_build(&program)?;
    finish_glue(&package.join("core.js"), &build)?;
    copy_sources(&package)?;
    run(command("node").arg("crates/npm/finish.mjs").arg(&package))?;
    pack(&package, &target)
}

/// Compiles the client, and returns the file. The console is selected too, so that Cargo builds the dependencies of both once, with
/// the same features; `--lib` leaves out its program.
fn compile() -> StepResult<PathBuf> {
    let packages = ["--package", "answerdeck-npm", "--package", "answerdeck-console", "--lib"];
    run(console::build_for_browsers(console::PROFILE).args(packages))?;
    Ok(console::built_for_browsers(console::PROFILE).join("answerdeck_npm.wasm"))
}

/// Writes `core.js` and `core_bg.wasm` of a compiled crate.
fn bind(wasm_bindgen: &Path, compiled: &Path, folder: &Path) -> StepResult {
    run(command(wasm_bindgen)
        .args(["--target", "web", "--omit-default-module-path", "--no-typescript", "--out-name", "core", "--out-dir"])
        .arg(folder)
        .arg(compiled))
}

/// Adds a section with the name of the build to the WebAssembly, and returns it: `load.js` recognizes a file of another build by
/// it.
fn mark_build(program: &Path) -> StepResult<String> {
    const NAME: &[u8] = b"answerdeck";
    let mut bytes = fs_err::read(program)?;
    let build = format!("{:.16x}", Sha256::digest(&bytes));
    // A custom section: 0, its size, the size of its name, its name, its contents. Sizes below 128 take one byte.
    bytes.extend([0, (1 + NAME.len() + build.len()) as u8, NAME.len() as u8]);
    bytes.extend(NAME.iter().chain(build.as_bytes()));
    fs_err::write(program, bytes)?;
    Ok(build)
}

/// Makes the exports of WebAssembly report a trap (see `crash.js`), and names the build.
fn finish_glue(glue: &Path, build: &str) -> StepResult {
    const ASSIGNMENT: &str = "wasm = instance.exports;";
    let source = fs_err::read_to_string(glue)?;
    if source.matches(ASSIGNMENT).count() != 1 {
        return Err(
            format!("{} does not assign its exports as expected: wasm-bindgen has changed", glue.display()).into()
        );
    }
    let guarded = source.replace(ASSIGNMENT, "wasm = guard(instance.exports);");
    let import = "import { guard } from \"./crash.js\";";
    Ok(fs_err::write(glue, format!("{import}\nexport const build = {build:?};\n{guarded}"))?)
}

fn copy_sources(package: &Path) -> StepResult {
    let sources = repository::root().join("crates/npm");
    for name in ["package.json", "README.md"] {
        fs_err::copy(sources.join(name), package.join(name))?;
    }
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"] {
        fs_err::copy(repository::root().join(name), package.join(name))?;
    }
    for entry in fs_err::read_dir(sources.join("js"))? {
        let entry = entry?;
        fs_err::copy(entry.path(), package.join(entry.file_name()))?;
    }
    Ok(())
}

fn pack(package: &Path, target: &Path) -> StepResult<PathBuf> {
    let mut pack = command(npm::program()?);
    let packed = read(pack.args(["pack", "--silent", "--pack-destination"]).arg(target).current_dir(package))?;
    let name = packed.lines().last().ok_or("`npm pack` names no file")?;
    Ok(target.join(name))
}
