//! The Answerdeck console.

mod app;
mod pages;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
