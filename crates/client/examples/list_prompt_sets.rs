//! Lists the prompt sets of an organization.
//!
//! ```sh
//! ANSWERDECK_URL=http://127.0.0.1:8080 ANSWERDECK_API_KEY=adk_… \
//!   cargo run -p answerdeck-client --features native --example list_prompt_sets
//! ```

use std::env;
use std::error::Error;
use std::rc::Rc;

use answerdeck_client::transport::NativeTransport;
use answerdeck_client::{ApiKey, Client, Credential, Language};
use futures_util::{TryStreamExt, pin_mut};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder_with(Rc::new(NativeTransport::new()?), &env::var("ANSWERDECK_URL")?)
        .credential(Credential::ApiKey(ApiKey::new(&env::var("ANSWERDECK_API_KEY")?)?))
        .language(Language::English)
        .build()?;
    let sets = client.prompt_sets().list().limit(100).into_stream();
    pin_mut!(sets);
    while let Some(set) = sets.try_next().await? {
        println!("{}  {}", set.id, set.name);
    }
    Ok(())
}
