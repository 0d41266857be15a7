use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    answerdeck_server::command::run().await
}
