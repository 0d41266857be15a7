//! Runs the prompts of a set against a model, which costs credits, and shows the progress until the run has finished.
//!
//! ```sh
//! ANSWERDECK_URL=http://127.0.0.1:8080 ANSWERDECK_API_KEY=adk_… \
//!   cargo run -p answerdeck-client --features native --example watch_run -- PROMPT_SET_ID MODEL
//! ```

use std::env;
use std::error::Error;
use std::rc::Rc;

use answerdeck_client::api::RunSubmit;
use answerdeck_client::transport::NativeTransport;
use answerdeck_client::{ApiKey, Client, Credential};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(set), Some(model)) = (arguments.next(), arguments.next()) else {
        return Err("give the id of a prompt set and the code of a model".into());
    };
    let client = Client::builder_with(Rc::new(NativeTransport::new()?), &env::var("ANSWERDECK_URL")?)
        .credential(Credential::ApiKey(ApiKey::new(&env::var("ANSWERDECK_API_KEY")?)?))
        .build()?;
    let run =
        RunSubmit { prompt_set_id: Some(set.parse()?), models: vec![model.as_str().into()], ..Default::default() };
    let id = match client.runs().submit(&run).await {
        Ok(id) => id,
        Err(error) if error.is_outcome_unknown() => {
            return Err(format!("the run may have started, so look at the list of runs first: {error}").into());
        }
        Err(error) => return Err(error.into()),
    };
    let mut states = client.runs().watch(id);
    while let Some(state) = states.next_state().await {
        match state {
            Ok(run) => println!("{}: {} of {} finished", run.status, run.finished_count, run.total_count),
            // The last error ends the loop. After the others, the watch continues.
            Err(error) => eprintln!("{error}"),
        }
    }
    Ok(())
}
