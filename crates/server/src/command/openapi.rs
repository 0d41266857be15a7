use clap::Args;

use super::error::CommandError;
use super::print;
use super::public_url::PublicUrl;

/// Print the OpenAPI document of the API.
#[derive(Debug, Args)]
pub(super) struct OpenApi {
    /// Public URL of the server.
    #[arg(long, env = "ANSWERDECK_PUBLIC_URL", default_value = "http://127.0.0.1:8080", value_name = "URL")]
    public_url: PublicUrl,
}

impl OpenApi {
    pub(super) fn run(self) -> Result<(), CommandError> {
        let document = crate::openapi::document(&self.public_url.to_string());
        print(format_args!("{document:#}"))
    }
}
