//! The Answerdeck console: a single-page app over the Answerdeck library.
#![allow(unreachable_pub, reason = "a program exports nothing: `pub` means seen by the console's other rooms")]

mod app;
mod components;
mod format;
mod forms;
mod frame;
mod local_settings;
mod locale;
mod pages;
mod paths;
mod queries;
mod reactive;
mod router;
mod session;
mod theme;
mod ui;
mod untrusted;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
