//! Rebuilds a release when the console changes: the binary embeds it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Other builds read the console from disk. A missing folder would rerun this script on every build.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../dist");
    }
}
