//! The resource of webhooks. What they receive is in `crate::webhooks`.

mod delete;
mod list;
mod patch;
mod post;
mod secret;
mod test;

const URL: &str = "https://hooks.example/a?b=c";
