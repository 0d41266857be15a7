//! Installs Debian packages, if this program may do so.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::command::{command, find, read, run};
use crate::{StepResult, repository};

/// Held by the thread that runs apt-get, which fails beside another one.
static INSTALLING: Mutex<()> = Mutex::new(());
/// The keys of Debian's releases.
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// What `find` finds, if necessary after an installation of `packages`.
pub(crate) fn find_or_install<T>(packages: &[&str], missing: &str, find: impl Fn() -> Option<T>) -> StepResult<T> {
    if let Some(found) = find() {
        return Ok(found);
    }
    install(packages)?;
    find().ok_or_else(|| missing.into())
}

/// Installs `packages` if this is Debian and the user is root.
pub(crate) fn install(packages: &[&str]) -> StepResult {
    if !may_install() {
        return Ok(());
    }
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    println!("Installing {} with apt-get", packages.join(" "));
    // An outdated package list names files that no longer exist.
    run(apt().arg("update"))?;
    run(apt().args(["install", "--yes", "--no-install-recommends"]).args(packages).stdout(Stdio::null()))
}

/// Unpacks `packages` of another `release` of Debian into `folder` under the same conditions, and installs nothing. Returns
/// whether it did.
pub(crate) fn unpack(release: &str, packages: &[&str], folder: &Path) -> StepResult<bool> {
    if !may_install() {
        return Ok(false);
    }
    let _installing = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    println!("Unpacking {} of Debian's {release} into {} (once)", packages.join(" "), folder.display());
    // The list of packages says where they come from.
    run(apt().arg("update"))?;
    let sites = read(apt().args(["indextargets", "--format", "$(SITE)", "Created-By: Packages", "Label: Debian"]))?;
    let site = sites.lines().next().ok_or("apt-get names no source of Debian.")?;
    let state = folder.join("apt");
    let (sources, lists) = (state.join("sources.list"), state.join("lists"));
    fs_err::create_dir_all(lists.join("partial"))?;
    fs_err::create_dir_all(state.join("archives/partial"))?;
    fs_err::write(&sources, format!("deb [signed-by={KEYRING}] {site} {release} main\n"))?;
    let apt_of_release = || {
        let mut apt = apt();
        apt.current_dir(folder);
        let paths = [("Etc::SourceList", &*sources), ("Etc::SourceParts", Path::new("/dev/null"))];
        for (name, path) in paths.into_iter().chain([("State::Lists", &*lists), ("Cache", &*state)]) {
            apt.arg("--option").arg(format!("Dir::{name}={}", path.display()));
        }
        // Another user could not write into the folder.
        apt.args(["--option", "APT::Sandbox::User=root"]);
        apt
    };
    run(apt_of_release().arg("update"))?;
    run(apt_of_release().arg("download").args(packages))?;
    for file in fs_err::read_dir(folder)? {
        let file = file?.path();
        if file.extension().is_some_and(|extension| extension == "deb") {
            run(command("dpkg").arg("--extract").args([&*file, folder]))?;
            fs_err::remove_file(file)?;
        }
    }
    fs_err::remove_dir_all(state)?;
    Ok(true)
}

fn apt() -> Command {
    let mut apt = command("apt-get");
    apt.arg("--quiet=2").env("DEBIAN_FRONTEND", "noninteractive").current_dir(repository::root());
    apt
}

/// Whether this is Debian and the user is root.
fn may_install() -> bool {
    let debian =
        fs_err::read_to_string("/etc/os-release").is_ok_and(|text| text.lines().any(|line| line == "ID=debian"));
    debian && find("apt-get").is_some() && read(command("id").arg("-u")).is_ok_and(|user| user == "0")
}
