//! A release holds the console: one that appears or changes is embedded anew.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Other builds read it from the disk, and a folder that is missing would run this every time.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../dist");
    }
}
