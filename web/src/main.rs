//! The Answerdeck console: a single-page app over the Answerdeck library.
#![allow(unreachable_pub, reason = "a program exports nothing: `pub` means visible to the console's other modules")]

mod app;
mod browser_storage;
mod charts;
mod components;
mod csv;
mod csv_file;
mod csv_reader;
mod density;
mod drafts;
mod exports;
mod file_name;
mod file_text;
mod format;
mod forms;
mod frame;
mod keywords;
mod language;
mod lazy;
mod letter_case;
mod list_marks;
mod local_settings;
mod locale;
mod navigation;
mod organization_storage;
mod overlay;
mod pages;
mod paths;
mod queries;
mod reactive;
mod request_error;
mod router;
mod routes;
mod selected_prompts;
mod server_address;
mod session;
mod site_analyses;
mod sorting;
mod theme;
mod ui;
mod untrusted;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
