//! The program of the console's analysis worker: a Web Worker around the library.

#[cfg(target_arch = "wasm32")]
mod browser;

/// Starts the worker. Outside a browser it does nothing.
fn main() {
    #[cfg(target_arch = "wasm32")]
    browser::start();
}
