//! The `answerdeck` command.
fn main() {}
