//! The address of the server: the console's own server, unless the user has chosen another one.

use leptos::prelude::*;

use crate::local_settings::{SettingKey, load, save};

/// The address of the server in use: the custom server, or else the console's own.
pub fn server_url() -> String {
    custom_server_url().unwrap_or_else(origin)
}

/// The address of the custom server. `None` if the console's own server is in use.
pub fn custom_server_url() -> Option<String> {
    load(SettingKey::Server)
}

/// Sets the custom server. An empty address selects the console's own server.
pub fn set_custom_server_url(address: &str) {
    let address = address.trim().trim_end_matches('/');
    let address = address.strip_suffix("/api").filter(|base| !base.ends_with('/')).unwrap_or(address);
    save(SettingKey::Server, (!address.is_empty()).then_some(address));
}

/// Whether the console can send requests to a server at `address`: with HTTPS, to this machine, or to its own server. The
/// server's content security policy for the console says the same.
pub fn is_server_address(address: &str) -> bool {
    let is_own = || address.strip_prefix(&origin()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    address.starts_with("https://")
        || is_own()
        || address.strip_prefix("http://").is_some_and(|address| address.split('/').next().is_some_and(is_this_machine))
}

// `localhost:x@example.org` is another machine.
fn is_this_machine(authority: &str) -> bool {
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    matches!(host, "localhost" | "127.0.0.1") && port.bytes().all(|byte| byte.is_ascii_digit())
}

pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_no_other_name_and_no_user() {
        for authority in ["localhost", "localhost:8080", "127.0.0.1:80"] {
            assert!(is_this_machine(authority), "{authority}");
        }
        for authority in
            ["localhost:x@example.org", "localhost@example.org", "localhost.example.org", "example.org", ""]
        {
            assert!(!is_this_machine(authority), "{authority}");
        }
    }
}
