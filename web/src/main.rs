//! The Answerdeck console.
fn main() {}
